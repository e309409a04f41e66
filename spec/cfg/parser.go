package cfg

import "fmt"

// The keywords of configuration files, the usual ones first.
var keywords = []string{
	"SPECIFICATION", "INIT", "NEXT", "CONSTANT", "CONSTANTS", "INVARIANT", "INVARIANTS", "PROPERTY", "PROPERTIES",
	"CONSTRAINT", "CONSTRAINTS", "ACTION_CONSTRAINT", "ACTION_CONSTRAINTS", "SYMMETRY", "VIEW", "ALIAS",
	"POSTCONDITION", "POSTCONDITIONS", "CHECK_DEADLOCK", "_PERIODIC", "_RL_REWARD", "_POSSIBLE",
}

var isKeyword = func() map[string]bool {
	m := make(map[string]bool)
	for _, k := range keywords {
		m[k] = true
	}
	return m
}()

// Parse reads a configuration file. The name is only used in errors and kept
// in the File. An error is an *[Error] and describes the first thing that is
// wrong. A file without statements is legal, and so is a statement without
// names where any number of names may follow.
func Parse(file string, src []byte) (*File, error) {
	p, err := newParser(file, "the end of the file", src)
	if err != nil {
		return nil, err
	}
	f := &File{Name: file}
	for p.tok.kind != endToken {
		if err := p.statement(f); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// ParseValue reads one value, as a CONSTANT statement would. An error is an
// *[Error] without a file; its position is that in src.
func ParseValue(src string) (Value, error) {
	p, err := newParser("", "the end of the value", []byte(src))
	if err != nil {
		return Value{}, err
	}
	v, err := p.value(0)
	if err == nil && p.tok.kind != endToken {
		err = p.unexpected("nothing after the value", hintForValue)
	}
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

// A parser looks one token ahead.
type parser struct {
	*lexer
	tok          token
	constantName string // the constant that was named last
}

func newParser(file, end string, src []byte) (*parser, error) {
	l, err := newLexer(file, end, src)
	if err != nil {
		return nil, err
	}
	p := &parser{lexer: l}
	return p, p.advance()
}

// advance moves on to the next token.
func (p *parser) advance() error {
	t, err := p.next()
	if err != nil {
		return err
	}
	p.tok = t
	return nil
}

// unexpected returns the error that the current token is not what was expected.
func (p *parser) unexpected(expected, hint string) *Error {
	return p.fail(p.tok.pos, fmt.Sprintf("expected %s, found %s", expected, p.tok.describe()), hint)
}

// isSymbol reports whether the current token is that symbol.
func (p *parser) isSymbol(s string) bool { return p.tok.kind == symbolToken && p.tok.text == s }

// atName reports whether the current token can be a name.
func (p *parser) atName() bool {
	return p.tok.kind == wordToken && !isKeyword[p.tok.text] && p.tok.text != "TRUE" && p.tok.text != "FALSE"
}

// atSectionEnd reports whether a list of names or constants ends here.
func (p *parser) atSectionEnd() bool {
	return p.tok.kind == endToken || p.tok.kind == wordToken && isKeyword[p.tok.text]
}

// name reads a name. what says what it is the name of.
func (p *parser) name(what, hint string) (Name, error) {
	if !p.atName() {
		return Name{}, p.unexpected(what, hint)
	}
	n := Name{p.tok.pos, p.tok.text}
	return n, p.advance()
}

// statement reads a keyword and what belongs to it.
func (p *parser) statement(f *File) error {
	key := p.tok
	if key.kind != wordToken || !isKeyword[key.text] {
		hint := ""
		if near := NearestKeyword(key.text); near != "" && key.kind == wordToken {
			hint = fmt.Sprintf("did you mean %s?", near)
		}
		return p.unexpected("a keyword such as SPECIFICATION or INVARIANT", hint)
	}
	if err := p.advance(); err != nil {
		return err
	}
	if list := f.list(key.text); list != nil {
		return p.names(key, list)
	}
	if one := f.single(key.text); one != nil {
		return p.once(key, one)
	}
	switch key.text {
	case "INVARIANT", "INVARIANTS":
		return p.checks(key, f, true)
	case "PROPERTY", "PROPERTIES":
		return p.checks(key, f, false)
	case "CHECK_DEADLOCK":
		return p.checkDeadlock(key, f)
	}
	return p.constants(f)
}

// list returns where the names of a statement go, nil for other statements.
func (f *File) list(keyword string) *[]Name {
	switch keyword {
	case "CONSTRAINT", "CONSTRAINTS":
		return &f.Constraints
	case "ACTION_CONSTRAINT", "ACTION_CONSTRAINTS":
		return &f.ActionConstraints
	case "POSTCONDITION", "POSTCONDITIONS":
		return &f.Postconditions
	case "_POSSIBLE":
		return &f.Possible
	}
	return nil
}

// single returns where the only name of a statement goes, nil for other
// statements.
func (f *File) single(keyword string) **Name {
	switch keyword {
	case "SPECIFICATION":
		return &f.Specification
	case "INIT":
		return &f.Init
	case "NEXT":
		return &f.Next
	case "VIEW":
		return &f.View
	case "SYMMETRY":
		return &f.Symmetry
	case "ALIAS":
		return &f.Alias
	case "_PERIODIC":
		return &f.Periodic
	case "_RL_REWARD":
		return &f.RLReward
	}
	return nil
}

// names appends the names up to the next keyword.
func (p *parser) names(key token, dst *[]Name) error {
	for !p.atSectionEnd() {
		hint := ""
		if p.isSymbol(",") {
			hint = "names are separated by blanks, not by commas"
		}
		n, err := p.name("a name after "+key.text, hint)
		if err != nil {
			return err
		}
		*dst = append(*dst, n)
	}
	return nil
}

func (p *parser) checks(key token, f *File, invariant bool) error {
	var names []Name
	err := p.names(key, &names)
	for _, n := range names {
		f.Checks = append(f.Checks, Check{n, invariant})
	}
	return err
}

// once reads the name of a statement that may be given once.
func (p *parser) once(key token, dst **Name) error {
	if *dst != nil {
		return p.twice(key)
	}
	hint := ""
	if p.isSymbol("=") || p.isSymbol("<-") {
		hint = key.text + " is a keyword of configuration files and can't be the name of a constant"
	}
	n, err := p.name("a name after "+key.text, hint)
	if err != nil {
		return err
	}
	*dst = &n
	return nil
}

func (p *parser) twice(key token) error {
	return p.fail(key.pos, key.text+" is given twice, expected it at most once", "")
}

func (p *parser) checkDeadlock(key token, f *File) error {
	if f.CheckDeadlock != nil {
		return p.twice(key)
	}
	if p.tok.kind != wordToken || p.tok.text != "TRUE" && p.tok.text != "FALSE" {
		return p.unexpected("TRUE or FALSE after CHECK_DEADLOCK", "")
	}
	check := p.tok.text == "TRUE"
	f.CheckDeadlock = &check
	return p.advance()
}
