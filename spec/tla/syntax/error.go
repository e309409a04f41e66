package syntax

import (
	"fmt"
	"strings"
)

// MaxErrors is how many errors of one text are reported.
const MaxErrors = 10

// Pos is a place in a text.
type Pos struct {
	Line   int32 // from 1; 0 when there is no position
	Column int32 // in characters, from 1; a tab is one character
}

// IsValid reports whether the position is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String returns line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Before reports whether p comes before q.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

// An Error is something wrong in a module.
type Error struct {
	File    string // as given to [Parse]; may be empty
	Pos     Pos
	Message string // what is wrong, and what was expected
	Source  string // the line of the text; may be empty
}

// Error returns file:line:column: message.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
	}
	if e.Pos.IsValid() {
		b.WriteString(e.Pos.String() + ":")
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	return b.String() + e.Message
}

// Caret returns the line of the text and, below it, a caret under the place
// of the error; nothing when the line is not known.
func (e *Error) Caret() string {
	if e.Source == "" || !e.Pos.IsValid() {
		return ""
	}
	var b strings.Builder
	b.WriteString("    " + e.Source + "\n    ")
	column := int32(1)
	for _, r := range e.Source {
		if column == e.Pos.Column {
			break
		}
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
		column++
	}
	b.WriteByte('^')
	return b.String()
}

// Errors are the errors of one text, in its order; there is at least one.
type Errors []*Error

// Error lists the errors, one a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, err := range e {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors one by one.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, err := range e {
		all[i] = err
	}
	return all
}

// Arguments returns "1 argument", "2 arguments" and so on.
func Arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}
