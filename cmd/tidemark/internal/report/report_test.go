package report_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/explore/trace"
)

func TestVerdict(t *testing.T) {
	violated := func(vs ...explore.Violation) explore.Result {
		return explore.Result{Verdict: explore.Violated, Violations: vs}
	}
	low := explore.Violation{Name: "Low", Kind: explore.Invariant, Reason: "it is 3", Path: make([]explore.Step, 4)}
	up := explore.Violation{Name: "Up", Kind: explore.StepProperty, Path: make([]explore.Step, 1)}
	stuck := explore.Violation{Property: -1, Name: "deadlock", Kind: explore.Deadlock, Path: make([]explore.Step, 2)}
	stopped := violated(low, up)
	stopped.Stop = explore.MemoryLimit
	found := violated(low)
	found.Walks = 12
	nothing := report.Checks{Constraints: 1} // no property
	for _, tt := range []struct {
		run  report.Run
		res  explore.Result
		want string
	}{
		{report.Run{}, explore.Result{Verdict: explore.Holds, Distinct: 2441436, Depth: 33}, "holds: 2,441,436 distinct states, depth 33"},
		{report.Run{Symmetry: true}, explore.Result{Verdict: explore.Holds, Distinct: 1, Depth: 1}, "holds: 1 distinct orbit, depth 1"},
		{report.Run{}, explore.Result{Verdict: explore.Holds, Distinct: 999, Depth: 9, Omission: 1.25e-9}, "holds: 999 distinct states, depth 9, probability of an omission 1.3e-09"},
		{report.Run{Hollow: true, Checks: report.Checks{Steps: 1}, Unfired: []string{"Crash"}, Vacuous: []string{"Up"}},
			explore.Result{Verdict: explore.Holds, Distinct: 5, Depth: 2}, "holds: 5 distinct states, depth 2, but vacuous: Crash, Up"},
		{report.Run{Checks: nothing, Hollow: true}, explore.Result{Verdict: explore.Holds, Distinct: 5, Depth: 2}, "holds: 5 distinct states, depth 2, but nothing was checked"},
		{report.Run{Limits: report.Limits{Depth: 7}}, explore.Result{Stop: explore.DepthLimit, Distinct: 1000, Depth: 7, Queue: 10},
			"unknown: the depth limit of 7 states was reached; nothing violated in 1,000 distinct states, depth 7, 10 on the queue"},
		{report.Run{}, explore.Result{Stop: explore.MemoryLimit, Distinct: 1, Depth: 1},
			"unknown: the store is full: it can hold no more states; nothing violated in 1 distinct state, depth 1, the next level was checked but not kept"},
		{report.Run{Checks: nothing}, explore.Result{Verdict: explore.Holds, Distinct: 5, Depth: 2}, "holds: 5 distinct states, depth 2, but nothing was checked"},
		{report.Run{Checks: nothing, Command: "simulate"}, explore.Result{Stop: explore.Sampled, Walks: 3, Generated: 4, Depth: 9},
			"unknown: nothing violated in 3 random behaviours, 4 states, depth 9, but nothing was checked"},
		{report.Run{Command: "simulate"}, explore.Result{Stop: explore.Sampled, Walks: 3, Generated: 1234, Depth: 9},
			"unknown: nothing violated in 3 random behaviours, 1,234 states, depth 9"},
		{report.Run{Command: "simulate"}, explore.Result{Stop: explore.Interrupted, Walks: 1, Generated: 10, Depth: 9},
			"unknown: interrupted; nothing violated in 1 random behaviour, 10 states, depth 9"},
		{report.Run{}, violated(low), "violated: Low (invariant) after 4 states: it is 3"},
		{report.Run{Command: "simulate"}, found, "violated: Low (invariant) after 4 states of behaviour 12: it is 3"},
		{report.Run{}, violated(up), "violated: Up (step property) after 1 state"},
		{report.Run{}, violated(stuck), "violated: deadlock after 2 states"},
		{report.Run{Limits: report.Limits{Bytes: 3 << 29}}, stopped, "violated: 2 properties: Low, Up; the memory limit of 1.5 GiB was reached"},
		{report.Run{}, violated(), "violated: what is violated could not be told"},
	} {
		tt.run.Result = &tt.res
		if tt.run.Checks == (report.Checks{}) {
			tt.run.Checks.Invariants = 2
		}
		if got := tt.run.Verdict(); got != "tidemark: "+tt.want {
			t.Errorf("got  %s\nwant tidemark: %s", got, tt.want)
		}
	}
}

// TestAnswerWithoutTrace: a search may be interrupted while it rebuilds the
// trace of a violation.
func TestAnswerWithoutTrace(t *testing.T) {
	r := report.Run{Command: "check", Traces: make([]trace.Trace, 1), Result: &explore.Result{
		Verdict: explore.Violated, Stop: explore.Interrupted,
		Violations: []explore.Violation{{Name: "Low", Kind: explore.Invariant}},
	}}
	var b strings.Builder
	if err := report.WriteAnswer(&b, &r, true, render.Style{}); err != nil {
		t.Fatal(err)
	}
	const want = `
Low (invariant) is violated; interrupted before its trace was rebuilt
tidemark: violated: Low (invariant); interrupted
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// locked is a buffer that two goroutines may use.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestProgress(t *testing.T) {
	for _, rewrite := range []bool{false, true} {
		var out locked
		p := report.Progress{Out: &out, Monitor: new(explore.Monitor), Rewrite: rewrite, Interval: time.Millisecond, Final: !rewrite}
		stop := p.Start()
		for deadline := time.Now().Add(10 * time.Second); !strings.Contains(out.String(), "distinct") && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		stop()
		text := out.String()
		first, last := "tidemark: progress: 0 distinct, queue 0, depth 0, 0s\n", "0 distinct, queue 0, depth 0, 0s\n"
		if rewrite {
			first, last = "\r\x1b[K0 distinct, queue 0, depth 0, 0s", "\r\x1b[K"
		}
		if !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
			t.Errorf("rewrite %t: %q", rewrite, text)
		}
	}
}
