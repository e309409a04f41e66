package explore

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func simulate(t *testing.T, sys System, opts SimOptions) *Result {
	t.Helper()
	res, err := Simulate(t.Context(), sys, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestSimulateIsDeterministic(t *testing.T) {
	verdicts := map[Verdict]int{}
	for seed := range uint64(80) {
		rng := rand.New(rand.NewPCG(seed, 7))
		o := shapes(rng)
		if o.faults /= 10; seed%3 == 0 {
			o.faults, o.degree = 0.15, 5
		}
		g := randomGraph(rng, o)
		opts := SimOptions{Seed: seed, Walks: 1 + rng.Uint64N(600), Depth: 1 + rng.IntN(30), CheckDeadlock: rng.IntN(2) == 0}
		var first *Result
		for _, workers := range []int{1, 2, 3, 7} {
			opts.Workers = workers
			res := simulate(t, g, opts)
			if first == nil {
				first = res
				checkSimulation(t, g, opts, res)
				verdicts[res.Verdict]++
			} else if !reflect.DeepEqual(first, res) {
				t.Fatalf("seed %d, %d workers:\ngot  %+v\nwant %+v", seed, workers, res, first)
			}
		}
	}
	t.Log(verdicts)
}

// checkSimulation checks what can be known without walking.
func checkSimulation(t *testing.T, g *graph, opts SimOptions, res *Result) {
	t.Helper()
	full := refer(g, Options{Continue: true, CheckDeadlock: opts.CheckDeadlock})
	switch res.Verdict {
	case Holds:
		t.Fatal("a simulation cannot know that")
	case Violated:
		checkBehaviour(t, g, res.Violations[0])
		checkLeastFault(t, full, res.Violations[0])
		if full.res.Verdict != Violated || res.Stop != NotStopped || len(res.Violations[0].Path) > max(opts.Depth, 1) {
			t.Fatalf("%+v", res)
		}
	default:
		if res.Stop != Sampled || len(g.init) > 0 && res.Depth > 0 && res.Walks != opts.Walks {
			t.Fatalf("%+v", res)
		}
	}
}

// checkLeastFault demands that no violation of the last step comes before the
// one that was reported, by position and state.
func checkLeastFault(t *testing.T, r *reference, v Violation) {
	t.Helper()
	last := len(v.Path) - 1
	if v.Kind == Deadlock || last == 0 {
		return
	}
	for _, s := range r.steps(v.Path[last-1].Row) {
		fails, _ := r.x.checkStates(s.row)
		for p := range r.x.properties {
			if (fails[0]|s.fails)>>p&1 == 0 {
				continue
			}
			if p < v.Property || p == v.Property && slices.Compare(s.row, v.Path[last].Row) < 0 {
				t.Fatalf("%v violates %s, before %+v", s.row, r.x.properties[p].Name, v)
			}
		}
	}
}

// TestSimulateGoesOn: later rounds walk other behaviours than the first.
func TestSimulateGoesOn(t *testing.T) {
	sys := grid{width: 1, axes: 16, side: 2, bad: func(row []uint64) bool { return row[0] == 0x11111 }}
	late := 0
	for seed := range uint64(10) {
		res := simulate(t, sys, SimOptions{Seed: seed, Walks: 5000, Depth: 6})
		if res.Verdict == Violated && res.Walks > roundWalks {
			late++
		}
	}
	if late == 0 {
		t.Error("no violation was found after the first round")
	}
}

func TestSimulateFindsFaultyInitialStates(t *testing.T) {
	sys := grid{width: 1, axes: 2, side: 3, bad: func([]uint64) bool { return true }}
	res := simulate(t, sys, SimOptions{Walks: 5})
	if res.Verdict != Violated || res.Walks != 0 || len(res.Violations[0].Path) != 1 || res.Generated != 1 {
		t.Errorf("%+v", res)
	}
}

func TestSimulateStopsAtDepthAndDeadEnd(t *testing.T) {
	sys := grid{width: 1, axes: 2, side: 3} // the longest behaviour has 5 states
	if res := simulate(t, sys, SimOptions{Walks: 9, Depth: 3}); res.Verdict != Unknown || res.Depth != 3 || res.Walks != 9 {
		t.Errorf("%+v", res)
	}
	if res := simulate(t, sys, SimOptions{Walks: 9}); res.Verdict != Unknown || res.Depth != 5 {
		t.Errorf("%+v", res)
	}
	res := simulate(t, sys, SimOptions{Walks: 9, CheckDeadlock: true})
	if res.Verdict != Violated || res.Violations[0].Kind != Deadlock || len(res.Violations[0].Path) != 5 || res.Walks != 1 {
		t.Errorf("%+v", res)
	}
}

// TestSimulateChoosesEvenly counts which of two axes the first step moves.
func TestSimulateChoosesEvenly(t *testing.T) {
	var monitor Monitor
	first := [2]int{}
	sys := grid{width: 2, axes: 2, side: 2}
	for seed := range uint64(1000) {
		sys.bad = func(row []uint64) bool { return row[0]+row[1] == 2 }
		res := simulate(t, sys, SimOptions{Seed: seed, Walks: 1, Depth: 5, Monitor: &monitor})
		first[res.Violations[0].Path[1].Label.Argument()]++
	}
	if first[0] < 430 || first[0] > 570 {
		t.Errorf("the first step moved %v", first)
	}
	if s := monitor.Snapshot(); s.Walks != 1 || s.Generated != 4 || s.Depth != 3 {
		t.Errorf("%+v", s)
	}
}

func TestSimulateOptions(t *testing.T) {
	for want, opts := range map[string]SimOptions{
		"-1 workers": {Workers: -1},
		"-3 states":  {Depth: -3},
	} {
		if _, err := Simulate(t.Context(), grid{width: 1}, opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestSimulateEndsWithShortWalks wants walks of one state to end with their
// context, too.
func TestSimulateEndsWithShortWalks(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	res, err := Simulate(ctx, grid{width: 1, axes: 2, side: 2}, SimOptions{Depth: 1, Workers: 2})
	if err != nil || res.Verdict != Unknown || res.Stop != Timeout {
		t.Fatalf("%+v, %v", res, err)
	}
}
