package conform_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"tidemark/model/conform"
	"tidemark/model/conform/examples/lesson"
)

// A stumbler is right but for what happens at a fetch.
type stumbler struct {
	*lesson.Leader
	stumble func()
}

func (s stumbler) Fetch(now int, follower string, offset int) {
	s.stumble()
	s.Leader.Fetch(now, follower, offset)
}

func stumbling(stumble func()) conform.Implementation {
	return conform.NewLocal(func(p conform.Partition) conform.Leader { return stumbler{lesson.New(p, lesson.Correct), stumble} })
}

// TestPanic wants a panic to be a finding that says where.
func TestPanic(t *testing.T) {
	f := found(t, stumbling(func() { panic("no such follower") }), conform.Config{}, conform.Ended)
	if f.Message() != "after t=0 FETCH 6 offset 0: it panicked: no such follower" || f.Commands != 1 {
		t.Error(f)
	}
	if len(f.Stack) != 2 || !strings.HasPrefix(f.Stack[0], "tidemark/model/conform_test.TestPanic.func") || !strings.Contains(f.Stack[1], "stumbler.Fetch (") {
		t.Errorf("the stack is %q", f.Stack)
	}
}

// TestNoLeader wants a function that makes no leader, and a call that ends its
// goroutine, to be findings.
func TestNoLeader(t *testing.T) {
	f := found(t, conform.NewLocal(func(conform.Partition) conform.Leader { return nil }), conform.Config{}, conform.Ended)
	if !strings.HasPrefix(f.Sent, "START") || f.Problem != "there is no Leader: it is nil" {
		t.Error(f)
	}
	f = found(t, stumbling(runtime.Goexit), conform.Config{}, conform.Ended)
	if f.Message() != "after t=0 FETCH 6 offset 0: a call ended the goroutine that made it" || !strings.Contains(f.Hint, "t.Fatal") {
		t.Error(f)
	}
}

// TestNoReturn wants a call that does not return to be a finding.
func TestNoReturn(t *testing.T) {
	f := found(t, stumbling(func() { time.Sleep(time.Hour) }), conform.Config{AnswerTimeout: 50 * time.Millisecond}, conform.Silent)
	if f.Message() != "after t=0 FETCH 6 offset 0: a call has not returned within 50ms" {
		t.Error(f)
	}
}

// TestMethods wants what a type has no methods for to be left alone.
func TestMethods(t *testing.T) {
	r := &recorder{Implementation: conform.NewLocal(NewBooks)}
	check(t, r, conform.Config{Depth: 2})
	for _, l := range r.lines {
		if strings.Contains(l, "PRODUCE") || strings.Contains(l, "ELECT") || strings.Contains(l, "CRASH") {
			t.Errorf("Books got %s", l)
		}
	}
	r = &recorder{Implementation: local(lesson.Correct)}
	report := check(t, r, conform.Config{Depth: 2})
	for _, verb := range []string{"PRODUCE", "ELECT", "CRASH", "RESTART"} {
		if !strings.Contains(strings.Join(r.lines, "\n"), verb) {
			t.Errorf("the lesson did not get %s", verb)
		}
	}
	if want := "leo hw isr waiting acked known caught-up"; strings.Join(report.Fields, " ") != want {
		t.Errorf("compared %q", report.Fields)
	}
}
