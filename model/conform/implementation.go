package conform

import (
	"context"
	"time"
)

// An Implementation answers lines of the protocol. What it is, is up to it: see
// [NewProcess] and [NewLocal].
type Implementation interface {
	// Perform takes a START line and the commands of one script. It returns an
	// answer to each line, or to as many as were answered before a fault. It
	// waits for an answer as long as patience says.
	Perform(ctx context.Context, lines []string, patience time.Duration) ([]string, *Fault)

	// Close ends what runs. It returns a fault where more came than was asked
	// for. The next Perform begins with a new instance.
	Close(patience time.Duration) *Fault
}

// A Fault is what kept an implementation from answering.
type Fault struct {
	Kind   Kind
	Text   string   // what happened
	Hint   string   // what may be the reason; may be empty
	Stderr []string // the ends of what was written to standard error
	Stack  []string // of a panic: the calls that led to it, the innermost first
	Err    error    // the implementation can't be started at all, or the context has ended
}
