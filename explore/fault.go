package explore

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// errStopped is what a worker returns when its context has ended.
var errStopped = errors.New("stopped")

// A fault is what went wrong first in a group of workers. It tells the others
// to stop.
type fault struct {
	halted atomic.Bool
	mu     sync.Mutex
	err    error
}

// halt takes note of an error.
func (f *fault) halt(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
	f.halted.Store(true)
}

// guard runs a worker's body and takes note of its error or panic.
func (f *fault) guard(body func() error) {
	returned := false
	defer func() {
		if value := recover(); value != nil {
			f.halt(&crashed{value, debug.Stack()})
		} else if !returned {
			f.halt(errors.New("explore: the system ended a worker's goroutine"))
		}
	}()
	if err := body(); err != nil {
		f.halt(err)
	}
	returned = true
}

// result returns the error once all workers have stopped. A worker's panic
// goes on in the goroutine that calls it.
func (f *fault) result() error {
	if c, ok := f.err.(*crashed); ok {
		panic(c)
	}
	return f.err
}

// A crashed is the panic of a worker.
type crashed struct {
	value any
	stack []byte
}

// Error shows the panic and where it came from.
func (c *crashed) Error() string {
	return fmt.Sprintf("panic in a worker: %v\n\n%s", c.value, c.stack)
}

// Unwrap returns the panic's value if it was an error.
func (c *crashed) Unwrap() error {
	err, _ := c.value.(error)
	return err
}
