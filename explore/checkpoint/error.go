package checkpoint

import "fmt"

// An Error says why a checkpoint can't be used: it is damaged, or another one
// than expected.
type Error struct {
	Path string // the directory, or the file in it
	What string // is wrong, and what was expected
}

// Error returns path: what.
func (e *Error) Error() string { return e.Path + ": " + e.What }

func errorf(path, format string, args ...any) *Error {
	return &Error{Path: path, What: fmt.Sprintf(format, args...)}
}
