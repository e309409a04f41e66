package conform

import (
	"context"
	"fmt"
	"runtime/debug"
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
	var fault *Fault
	go func() {
		defer close(done)
		defer func() {
			if problem := recover(); problem != nil {
				fault = &Fault{Kind: Ended, Text: fmt.Sprintf("it panicked: %v", problem), Stderr: stack()}
			}
		}()
		s := begin(l.begin, lines[0])
		answers <- s.ready()
		for _, text := range lines[1:] {
			answers <- s.answer(strings.Fields(text))
		}
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

// stack says where a panic came from.
func stack() []string {
	t := &tail{}
	_, text, _ := strings.Cut(string(debug.Stack()), "panic(")
	t.Write([]byte(text))
	return t.lines()
}
