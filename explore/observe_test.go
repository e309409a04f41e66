package explore

import (
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"
)

func TestLevelsAndMonitor(t *testing.T) {
	sys := grid{width: 2, axes: 4, side: 4}
	for _, workers := range []int{1, 3} {
		var monitor Monitor
		var levels []Level
		opts := Options{Workers: workers, Monitor: &monitor}
		opts.OnLevel = func(l Level) {
			if s := monitor.Snapshot(); s.Distinct != l.Distinct || s.Generated != l.Generated || s.Queue != l.Queue || s.Depth != l.Depth {
				t.Errorf("the monitor shows %+v after %+v", s, l)
			}
			levels = append(levels, l)
		}
		for range 2 { // a monitor can be used again
			levels = nil
			res := check(t, sys, opts)
			first, last := levels[0], levels[len(levels)-1]
			if want := (Level{Depth: 1, Distinct: 1, Generated: 1, Queue: 1}); first != want {
				t.Errorf("the first level is %+v", first)
			}
			if want := (Level{Depth: 13, Distinct: 256, Generated: res.Generated}); last != want {
				t.Errorf("the last level is %+v", last)
			}
			if len(levels) != 14 || monitor.Snapshot().Bytes == 0 {
				t.Errorf("%d levels, monitor %+v", len(levels), monitor.Snapshot())
			}
		}
	}
}

// TestMonitorMayBeWatched reads the monitor all the time; the race detector
// has an eye on it.
func TestMonitorMayBeWatched(t *testing.T) {
	var monitor Monitor
	done := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				if s := monitor.Snapshot(); s.Queue > s.Distinct {
					t.Errorf("%+v", s)
				}
				time.Sleep(10 * time.Microsecond)
			}
		}
	})
	check(t, grid{width: 2, axes: 5, side: 5}, Options{Workers: 3, Monitor: &monitor})
	simulate(t, grid{width: 2, axes: 5, side: 5}, SimOptions{Workers: 3, Walks: 300, Monitor: &monitor})
	close(done)
	wait.Wait()
}

// A witnessed system knows a premise: that of property 1 is a state it has to
// check.
type witnessed struct {
	grid
	row uint64
}

func (w witnessed) NewWorker() Worker {
	return &witnessWorker{gridWorker: &gridWorker{w.grid}, row: w.row}
}

type witnessWorker struct {
	*gridWorker
	row  uint64
	seen Mask
}

func (w *witnessWorker) CheckStates(rows []uint64, fails []Mask) error {
	for _, row := range rows {
		if row == w.row {
			w.seen |= 2
		}
	}
	return w.gridWorker.CheckStates(rows, fails)
}

func (w *witnessWorker) Witnessed() Mask { return w.seen }

func TestVacuous(t *testing.T) {
	base := grid{width: 1, axes: 4, side: 6}
	for _, workers := range []int{1, 3} {
		for row, want := range map[uint64][]string{
			0x5555: {"Inside"},
			0x6000: {"Inside", "Upwards"},
		} {
			res := check(t, witnessed{base, row}, Options{Workers: workers})
			if !reflect.DeepEqual(res.Vacuous, want) {
				t.Errorf("row %x: %v", row, res.Vacuous)
			}
			sim := simulate(t, witnessed{base, row}, SimOptions{Workers: workers, Walks: 500})
			if !reflect.DeepEqual(sim.Vacuous, want) {
				t.Errorf("simulation, row %x: %v", row, sim.Vacuous)
			}
		}
		if res := check(t, base, Options{Workers: workers}); res.Vacuous != nil {
			t.Error(res.Vacuous)
		}
	}
}

func TestReasonsAndUnfired(t *testing.T) {
	g := troubledGraph()
	for _, v := range check(t, g, Options{Continue: true}).Violations {
		n := len(v.Path)
		want := g.Explain(v.Property, nil, v.Path[n-1].Row)
		if v.Kind == StepProperty {
			want = g.Explain(v.Property, v.Path[n-2].Row, v.Path[n-1].Row)
		}
		if v.Reason != want {
			t.Errorf("got %q, want %q", v.Reason, want)
		}
	}
	if res := check(t, g, Options{}); len(res.Unfired) != 1 || res.Unfired[0] != "Never" {
		t.Error(res.Unfired)
	}
}

func TestOmission(t *testing.T) {
	sys := grid{width: 2, axes: 5, side: 4}
	res := check(t, sys, Options{Store: Hash})
	want := float64(res.Distinct) * float64(res.Generated-res.Distinct) / math.Pow(2, 64)
	if res.Omission != want {
		t.Errorf("got %g, want %g", res.Omission, want)
	}
	if res := check(t, sys, Options{}); res.Omission != 0 {
		t.Errorf("the exact store omits with probability %g", res.Omission)
	}
}

// TestCoverageSums: every state but the initial ones was found by an action.
func TestCoverageSums(t *testing.T) {
	for seed := range uint64(20) {
		g := randomGraph(rand.New(rand.NewPCG(seed, 12)), graphOptions{states: 2000, degree: 2, width: 2})
		everyWay(Options{Coverage: true}, func(opts Options) {
			res := check(t, g, opts)
			initial := map[int]bool{}
			for _, s := range g.init {
				initial[s] = true
			}
			found, generated := uint64(len(initial)), uint64(len(g.init))
			for _, a := range res.Actions {
				found += a.Distinct
				generated += a.Generated
			}
			if found != res.Distinct || generated != res.Generated {
				t.Errorf("seed %d: %d found and %d generated of %+v", seed, found, generated, res)
			}
		})
	}
}

func TestNoInitialStates(t *testing.T) {
	sys := malformed{grid: grid{width: 2, axes: 2, side: 2}, actions: []string{"A", "B"}}
	res := check(t, sys, Options{})
	if res.Verdict != Holds || res.Distinct != 0 || res.Depth != 0 || len(res.Unfired) != 2 {
		t.Errorf("%+v", res)
	}
}

// A chain is as deep as a state space can be.
type chain struct{ grid }

func (c chain) NewWorker() Worker { return chainWorker{&gridWorker{c.grid}} }

type chainWorker struct{ *gridWorker }

func (w chainWorker) Successors(src []uint64, out *Successors) error {
	for _, n := range src {
		if n < w.side {
			out.Add(0, n+1)
		}
		out.Close()
	}
	return nil
}

func TestDeepChain(t *testing.T) {
	sys := chain{grid{width: 1, axes: 1, side: 30_000}}
	sys.bad = func(row []uint64) bool { return row[0] == sys.side }
	for _, store := range []StoreKind{Exact, Hash} {
		res := check(t, sys, Options{Workers: 2, Store: store})
		if res.Verdict != Violated || res.Depth != 30_001 || len(res.Violations[0].Path) != 30_001 {
			t.Errorf("%v, depth %d", res.Verdict, res.Depth)
		}
	}
}

// A fan has one state with very many successors.
type fan struct{ grid }

func (f fan) NewWorker() Worker { return fanWorker{&gridWorker{f.grid}} }

type fanWorker struct{ *gridWorker }

func (w fanWorker) Successors(src []uint64, out *Successors) error {
	for _, n := range src {
		if n == 0 {
			for i := range w.side {
				out.Add(0, i)
			}
		}
		out.Close()
	}
	return nil
}

func TestWideFan(t *testing.T) {
	sys := fan{grid{width: 1, axes: 1, side: 300_000}}
	for _, store := range []StoreKind{Exact, Hash} {
		res := check(t, sys, Options{Workers: 2, Store: store})
		if res.Verdict != Holds || res.Distinct != sys.side || res.Generated != 1+sys.side || res.OutDegree.Max != int(sys.side) {
			t.Errorf("%+v", res)
		}
	}
}
