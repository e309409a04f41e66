package cfg

import (
	"fmt"
	"strings"
)

// Pos is a position in a file.
type Pos struct {
	Line   int // from 1; 0 when there is no position
	Column int // in characters, from 1; a tab is one character
}

// An Error says what is wrong in a configuration, and where.
type Error struct {
	File    string // empty when what is wrong does not come from a file
	Line    int    // from 1; 0 when there is no position
	Column  int    // in characters, from 1
	Message string // what is wrong, and what was expected
	Hint    string // how to put it right; may be empty
	// Constant is set when something looks like a value that a file can't
	// write: the constant that it seems to be for, or what was found where none
	// was named. Hint then advises to define it in the module, so that a caller
	// who has no module needs another hint.
	Constant string
}

// Error returns file:line:column: message, without the parts that are not
// known. The hint is not part of it.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", e.Line, e.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	return b.String() + e.Message
}
