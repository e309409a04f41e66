package script

import "fmt"

// An Error says what is wrong in a script, and where.
type Error struct {
	File    string
	Line    int    // from 1; 0 when there is no position
	Column  int    // in characters, from 1
	Message string // what is wrong, and what was expected
	Hint    string // how to put it right; may be empty
}

// Error returns file:line:column: message. The hint is not part of it.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}
