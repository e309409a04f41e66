package value

import (
	"fmt"
	"unicode/utf8"
)

// MaxElements is how many elements an explicit set, and how many values an
// explicit function, may have; as in TLC. Larger ones are an error, so that a
// specification can't use up the memory by a slip.
const MaxElements = 1_000_000

// maxDepth is how deep values may be nested, so that going through them can't
// use up the stack.
const maxDepth = 10_000

func tooDeep() error { return errorf("a value is nested more than %d deep", maxDepth) }

// maxText is how many bytes a string may have.
const maxText = 1 << 24

// An Error says why an operator has no value for its arguments.
type Error struct {
	Message string // what, and what was expected
}

func (e *Error) Error() string { return e.Message }

// errorf makes an *Error; values among the arguments are cut to a readable
// length.
func errorf(format string, args ...any) error {
	for i, a := range args {
		if v, ok := a.(Value); ok {
			args[i] = brief(v)
		}
	}
	return &Error{Message: fmt.Sprintf(format, args...)}
}

// brief prints a value in at most some hundred bytes.
func brief(v Value) string {
	const most = 400
	p := printer{limit: most}
	p.value(v)
	text := p.String()
	if len(text) > most {
		text = text[:most]
		for !utf8.ValidString(text) && len(text) > most-utf8.UTFMax {
			text = text[:len(text)-1]
		}
		text += "..."
	}
	return text
}

// describe names a value and its kind, for example `the integer 1`.
func describe(v Value) string { return "the " + v.Kind().String() + " " + brief(v) }

// wrongArgument says that an operator wants something else.
func wrongArgument(operator, want string, got Value) error {
	return errorf("%s: expected %s, found %s", operator, want, describe(got))
}

func tooMany(what string) error {
	return errorf("%s would have more than %d elements", what, MaxElements)
}
