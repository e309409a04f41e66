package conform

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"
)

// NewLocal returns an implementation that is a Go type. A panic of it is a
// finding. A call that does not return is one, too, but can't be ended.
func NewLocal(begin func(Partition) Leader) Implementation { return &local{begin} }

type local struct{ begin func(Partition) Leader }

// Close has nothing to end.
func (l *local) Close(time.Duration) *Fault { return nil }

// Perform performs a script in a goroutine of its own, so that it may hang.
func (l *local) Perform(ctx context.Context, lines []string, patience time.Duration) ([]string, *Fault) {
	done := make(chan struct{})
	answers := make(chan string, len(lines))
	// what is left where a call neither returns nor panics
	fault := &Fault{Kind: Ended, Text: "a call ended the goroutine that made it", Hint: "t.Fatal and t.FailNow are for the test's own goroutine"}
	go func() {
		defer close(done)
		defer func() {
			if problem := recover(); problem != nil {
				fault = &Fault{Kind: Ended, Text: fmt.Sprintf("it panicked: %v", problem), Stack: stack()}
			}
		}()
		s := begin(l.begin, lines[0])
		if s.leader == nil {
			fault = &Fault{Kind: Ended, Text: "there is no Leader: it is nil"}
			return
		}
		answers <- s.ready()
		for _, text := range lines[1:] {
			answers <- s.answer(strings.Fields(text))
		}
		fault = nil
	}()
	timer := time.NewTimer(patience * time.Duration(len(lines)))
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		return collected(answers), &Fault{Kind: Silent, Text: fmt.Sprintf("a call has not returned within %s", patience)}
	case <-ctx.Done():
		return collected(answers), &Fault{Err: context.Cause(ctx)}
	}
	return collected(answers), fault
}

// collected are the answers by now.
func collected(answers chan string) []string {
	var all []string
	for len(answers) > 0 {
		all = append(all, <-answers)
	}
	return all
}

// ours is what the names of this package's functions begin with.
const ours = "tidemark/model/conform."

// stack says where a panic came from: the innermost calls that led to it
// from one of ours.
func stack() []string {
	const most = 5
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	var calls []string
	panicked := false
	for len(calls) < most {
		f, more := frames.Next()
		switch {
		case strings.HasPrefix(f.Function, "runtime."):
			if f.Function == "runtime.gopanic" {
				panicked, calls = true, nil
			}
		case strings.HasPrefix(f.Function, ours):
			if panicked {
				return calls
			}
		case panicked:
			calls = append(calls, fmt.Sprintf("%s (%s:%d)", f.Function, f.File, f.Line))
		}
		if !more {
			break
		}
	}
	return calls
}
