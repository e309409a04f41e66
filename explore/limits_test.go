package explore

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// sameWithAnyWorkers checks with several numbers of workers, and demands equal
// results.
func sameWithAnyWorkers(t *testing.T, sys System, opts Options) *Result {
	t.Helper()
	var first *Result
	for _, workers := range []int{1, 2, 3, 7} {
		opts.Workers = workers
		res := check(t, sys, opts)
		if first == nil {
			first = res
		}
		if got, want := plainResult(res), plainResult(first); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d workers, %+v:\ngot  %+v\nwant %+v", workers, opts, got, want)
		}
	}
	return first
}

func TestMemoryLimit(t *testing.T) {
	sys := grid{width: 2, axes: 6, side: 5}
	for _, store := range []StoreKind{Exact, Hash} {
		for _, coverage := range []bool{false, true} {
			var levels []Level
			opts := Options{Store: store, Coverage: coverage, OnLevel: func(l Level) { levels = append(levels, l) }}
			whole := check(t, sys, opts)
			opts.OnLevel = nil
			for bytes := uint64(1000); ; bytes += 2 * bytes {
				opts.MaxBytes = bytes
				res := sameWithAnyWorkers(t, sys, opts)
				if res.Verdict == Holds {
					if res.Distinct != whole.Distinct || bytes < 8*sys.states() {
						t.Fatalf("%+v within %d bytes", res, bytes)
					}
					break
				}
				if res.Verdict != Unknown || res.Stop != MemoryLimit || res.Queue != 0 {
					t.Fatalf("%+v within %d bytes", res, bytes)
				}
				checkCutLevel(t, res, levels)
			}
		}
	}
}

// checkCutLevel demands that a result is that of a search that stopped while
// it stored a level.
func checkCutLevel(t *testing.T, res *Result, levels []Level) {
	t.Helper()
	if res.Depth == 0 {
		return
	}
	l, next := levels[res.Depth-1], levels[res.Depth]
	if res.Distinct != l.Distinct || res.Generated != next.Generated {
		t.Fatalf("got %+v after %+v, before %+v", res, l, next)
	}
	sum := uint64(1)
	for _, a := range res.Actions {
		sum += a.Distinct
	}
	if res.Actions[0].Distinct > 0 && sum != res.Distinct {
		t.Fatalf("actions found %d states of %d", sum, res.Distinct)
	}
}

// TestMemoryLimitIsSharp demands that the formula's bound is exact: a search
// passes with what it says its states need, and fails with a byte less.
func TestMemoryLimitIsSharp(t *testing.T) {
	sys := grid{width: 2, axes: 5, side: 4}
	need := sys.states()*16 + tableBytes(sys.states(), &Options{})
	for _, workers := range []int{1, 2, 5} {
		opts := Options{Workers: workers, MaxBytes: need}
		if res := check(t, sys, opts); res.Verdict != Holds {
			t.Errorf("%d workers: %+v", workers, res)
		}
		opts.MaxBytes--
		if res := check(t, sys, opts); res.Stop != MemoryLimit || res.Distinct != sys.states()-1 {
			t.Errorf("%d workers: %+v", workers, res)
		}
	}
}

// TestMemoryLimitStillChecks demands that a violation among states that no
// longer fit is found, with its trace.
func TestMemoryLimitStillChecks(t *testing.T) {
	sys := grid{width: 2, axes: 6, side: 6}
	cut := check(t, sys, Options{MaxBytes: 200_000}).Depth
	sum := func(row []uint64) (n uint64) {
		for _, word := range row {
			for ; word > 0; word >>= 4 {
				n += word & 15
			}
		}
		return n
	}
	for _, again := range []bool{false, true} {
		sys.bad = func(row []uint64) bool { return sum(row) == uint64(cut) && row[0]&15 == 3 }
		opts := Options{MaxBytes: 200_000, Continue: again}
		res := sameWithAnyWorkers(t, sys, opts)
		if res.Verdict != Violated || len(res.Violations[0].Path) != cut+1 || res.Depth != cut {
			t.Fatalf("%+v", res)
		}
		checkBehaviour(t, sys, res.Violations[0])
		opts.MaxBytes = 0
		if whole := check(t, sys, opts); !reflect.DeepEqual(whole.Violations, res.Violations) {
			t.Fatalf("got %+v\nwant %+v", res.Violations, whole.Violations)
		}
	}
}

// TestMemoryLimitInRetrace: the second search for a trace keeps to the limit
// as well, and then the verdict stands without a path.
func TestMemoryLimitInRetrace(t *testing.T) {
	sys := grid{width: 4, axes: 6, side: 6}
	sys.bad = func(row []uint64) bool { return row[0] == 0x55 && row[1] == 0x55 }
	whole := check(t, sys, Options{Store: Hash})
	if whole.Verdict != Violated || whole.Retrace == nil || whole.Retrace.Distinct == 0 {
		t.Fatalf("%+v", whole)
	}
	res := sameWithAnyWorkers(t, sys, Options{Store: Hash, MaxBytes: 1_900_000})
	if res.Verdict != Violated || res.Stop != MemoryLimit || len(res.Violations[0].Path) > 0 {
		t.Fatalf("%+v", res)
	}
}

func TestStateAndDepthLimits(t *testing.T) {
	sys := grid{width: 1, axes: 3, side: 4} // 64 states, depth 10
	for _, test := range []struct {
		opts     Options
		verdict  Verdict
		stop     Stop
		distinct uint64
		depth    int
	}{
		{Options{MaxDepth: 1}, Unknown, DepthLimit, 1, 1},
		{Options{MaxDepth: 3}, Unknown, DepthLimit, 10, 3},
		{Options{MaxDepth: 10}, Unknown, DepthLimit, 64, 10},
		{Options{MaxDepth: 11}, Holds, NotStopped, 64, 10},
		{Options{MaxStates: 1}, Unknown, StateLimit, 1, 1},
		{Options{MaxStates: 5}, Unknown, StateLimit, 10, 3},
		{Options{MaxStates: 64}, Unknown, StateLimit, 64, 10},
		{Options{MaxStates: 65}, Holds, NotStopped, 64, 10},
	} {
		everyWay(test.opts, func(opts Options) {
			res := check(t, sys, opts)
			if res.Verdict != test.verdict || res.Stop != test.stop || res.Distinct != test.distinct || res.Depth != test.depth {
				t.Errorf("%+v: got %+v", opts, res)
			}
		})
	}
}

// TestManyWorkersAgree is for the race detector: large levels, tables that
// grow, full segments.
func TestManyWorkersAgree(t *testing.T) {
	for seed, width := range []int{1, 2, 3, 4, 6} {
		rng := rand.New(rand.NewPCG(uint64(seed), 5))
		g := randomGraph(rng, graphOptions{states: 9_000, degree: 4, width: width, faults: 0.001, constrained: seed%2 == 0})
		for _, store := range []StoreKind{Exact, Hash, Disk} {
			t.Run(fmt.Sprint(width, store), func(t *testing.T) {
				sameWithAnyWorkers(t, g, Options{Store: store, diskFiles: memoryFiles, Continue: true, Coverage: true, CheckDeadlock: true})
			})
		}
	}
}

// TestFullSegments is a search large enough for segments of full size.
func TestFullSegments(t *testing.T) {
	sys := grid{width: 2, axes: 6, side: 7}
	for _, workers := range []int{1, 3} {
		res := check(t, sys, Options{Workers: workers})
		if res.Distinct != sys.states() || res.Depth != 6*6+1 || res.Generated != 1+6*6*sys.states()/7 {
			t.Errorf("%+v", res)
		}
	}
}
