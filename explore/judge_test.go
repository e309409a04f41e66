package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
)

// TestJudge asks what is false along a behaviour, and compares with what the functions
// of the model say themselves.
func TestJudge(t *testing.T) {
	small := func(n int) bool { return n < 4 }
	even := func(n int) bool { return n%2 == 0 }
	up := func(from, to int) bool { return from < to }
	sys, err := explore.Plain[int]{
		Init:    []int{0},
		Actions: []explore.PlainAction[int]{{Name: "Add", Next: func(n int, emit func(int)) { emit(n + 1); emit(n + 3); emit(n - 1) }}},
		Invariants: []explore.PlainInvariant[int]{
			{Name: "Small", Holds: small, Why: func(n int) string { return fmt.Sprint("it is ", n) }},
			{Name: "Even", Holds: even},
		},
		StepProperties: []explore.PlainStepProperty[int]{{Name: "Up", Holds: up}},
	}.System()
	if err != nil {
		t.Fatal(err)
	}
	states := []int{0, 3, 6, 5, 6}
	w := sys.NewWorker()
	rows, err := sys.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := []explore.Step{{Row: rows}}
	for _, n := range states[1:] {
		var out explore.Successors
		if err := w.Successors(path[len(path)-1].Row, &out); err != nil {
			t.Fatal(err)
		}
		k := slices.IndexFunc(out.Rows, func(row uint64) bool { return sys.State([]uint64{row}) == n })
		path = append(path, explore.Step{Label: out.Labels[k], Row: out.Rows[k : k+1]})
	}
	found, err := explore.Judge(sys, path)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range states {
		var want, got []string
		if !small(n) {
			want = append(want, fmt.Sprintf("Small: it is %d", n))
		}
		if !even(n) {
			want = append(want, "Even: ")
		}
		if i > 0 && !up(states[i-1], n) {
			want = append(want, "Up: ")
		}
		for _, v := range found[i] {
			got = append(got, v.Name+": "+v.Reason)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("state %d (-want +got):\n%s", i+1, d)
		}
	}

	path[2].Row = path[0].Row
	if _, err := explore.Judge(sys, path); err == nil {
		t.Error("a path with a step that the system does not take was judged")
	}
}
