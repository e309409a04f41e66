package explore

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A hooked system calls hook before each call of a worker's method.
type hooked struct {
	System
	hook func(method string) error
}

func (h hooked) Init(dst []uint64) ([]uint64, error) {
	if err := h.hook("Init"); err != nil {
		return nil, err
	}
	return h.System.Init(dst)
}

func (h hooked) NewWorker() Worker {
	return &hookedWorker{h.System.NewWorker().(*constrainedGraphWorker), h.hook}
}

type hookedWorker struct {
	*constrainedGraphWorker
	hook func(method string) error
}

func (w *hookedWorker) Successors(src []uint64, out *Successors) error {
	if err := w.hook("Successors"); err != nil {
		return err
	}
	return w.constrainedGraphWorker.Successors(src, out)
}

func (w *hookedWorker) CheckStates(rows []uint64, fails []Mask) error {
	if err := w.hook("CheckStates"); err != nil {
		return err
	}
	return w.constrainedGraphWorker.CheckStates(rows, fails)
}

func (w *hookedWorker) CheckSteps(src []uint64, out *Successors, fails []Mask) error {
	if err := w.hook("CheckSteps"); err != nil {
		return err
	}
	return w.constrainedGraphWorker.CheckSteps(src, out, fails)
}

func (w *hookedWorker) AdmitStates(rows []uint64, admitted []bool) error {
	if err := w.hook("AdmitStates"); err != nil {
		return err
	}
	return w.constrainedGraphWorker.AdmitStates(rows, admitted)
}

func (w *hookedWorker) AdmitSteps(src []uint64, out *Successors, admitted []bool) error {
	if err := w.hook("AdmitSteps"); err != nil {
		return err
	}
	return w.constrainedGraphWorker.AdmitSteps(src, out, admitted)
}

func troubledGraph() *graph {
	return randomGraph(rand.New(rand.NewPCG(1, 6)), graphOptions{states: 4000, degree: 2, width: 2, faults: 0.0006, constrained: true})
}

// settle fails the test if goroutines stay behind.
func settle(t *testing.T, before int) {
	t.Helper()
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines are left of %d", runtime.NumGoroutine(), before)
}

func TestErrorsAreReturned(t *testing.T) {
	boom := errors.New("boom")
	before := runtime.NumGoroutine()
	for _, method := range []string{"Init", "Successors", "CheckStates", "CheckSteps", "AdmitStates", "AdmitSteps"} {
		for _, workers := range []int{1, 4} {
			for _, at := range []int64{1, 2, 7} {
				var calls atomic.Int64
				sys := hooked{troubledGraph(), func(m string) error {
					if m == method && calls.Add(1) == at {
						return boom
					}
					return nil
				}}
				_, err := Check(t.Context(), sys, Options{Workers: workers, Continue: true})
				if reached := calls.Load() >= at; errors.Is(err, boom) != reached {
					t.Errorf("%s, %d workers, call %d: %v", method, workers, at, err)
				}
				calls.Store(0)
				_, err = Simulate(t.Context(), sys, SimOptions{Workers: workers, Walks: 10})
				if reached := calls.Load() >= at; errors.Is(err, boom) != reached {
					t.Errorf("simulation, %s, %d workers, call %d: %v", method, workers, at, err)
				}
			}
		}
	}
	settle(t, before)
}

func TestPanicsReachTheCaller(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 4} {
		for _, run := range []func(System) error{
			func(sys System) error {
				_, err := Check(t.Context(), sys, Options{Workers: workers})
				return err
			},
			func(sys System) error {
				_, err := Simulate(t.Context(), sys, SimOptions{Workers: workers})
				return err
			},
		} {
			var calls atomic.Int64
			sys := hooked{troubledGraph(), func(m string) error {
				if m == "Successors" && calls.Add(1) == 5 {
					panic("ouch")
				}
				return nil
			}}
			func() {
				defer func() {
					err, ok := recover().(error)
					if !ok || !strings.Contains(err.Error(), "ouch") || !strings.Contains(err.Error(), "trouble_test.go") {
						t.Errorf("%d workers: %v", workers, err)
					}
				}()
				t.Error("no panic, but ", run(sys))
			}()
		}
	}
	settle(t, before)
}

// An exiting system ends the goroutine of every worker but the first, which
// waits for that in wide levels.
type exiting struct {
	grid
	made    *atomic.Int64
	wide    *atomic.Bool
	exiting *atomic.Bool
}

func (e exiting) NewWorker() Worker {
	return &exitingWorker{&gridWorker{e.grid}, e, e.made.Add(1) == 1}
}

type exitingWorker struct {
	*gridWorker
	sys   exiting
	first bool
}

func (w *exitingWorker) Successors(src []uint64, out *Successors) error {
	if !w.first {
		w.sys.exiting.Store(true)
		runtime.Goexit()
	}
	for w.sys.wide.Load() && !w.sys.exiting.Load() {
		runtime.Gosched()
	}
	return w.gridWorker.Successors(src, out)
}

func TestExitingGoroutineIsAnError(t *testing.T) {
	sys := exiting{grid{width: 1, axes: 5, side: 5}, new(atomic.Int64), new(atomic.Bool), new(atomic.Bool)}
	_, err := Check(t.Context(), sys, Options{Workers: 3, OnLevel: func(l Level) {
		sys.wide.Store(l.Queue > 3*rowsPerWorker)
	}})
	if err == nil || !strings.Contains(err.Error(), "ended a worker's goroutine") {
		t.Error(err)
	}
}

// TestCancelAtAnyMoment cancels at each call of the system in turn, during the
// search and while the trace is built.
func TestCancelAtAnyMoment(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, store := range []StoreKind{Exact, Hash, Disk} {
		for _, workers := range []int{1, 3} {
			opts := Options{Workers: workers, Store: store, CheckDeadlock: true, diskFiles: memoryFiles, MaxBytes: 1 << 19}
			whole := check(t, troubledGraph(), opts)
			if whole.Verdict != Violated {
				t.Fatal("the graph is not at fault")
			}
			stopped, bare := 0, 0
			for at := int64(1); ; at++ {
				ctx, cancel := context.WithCancel(t.Context())
				var calls atomic.Int64
				sys := hooked{troubledGraph(), func(string) error {
					if calls.Add(1) == at {
						cancel()
					}
					return nil
				}}
				res, err := Check(ctx, sys, opts)
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if calls.Load() < at {
					break
				}
				switch {
				case res.Verdict == Unknown && res.Stop == Interrupted:
					stopped++
				case res.Verdict == Violated && len(res.Violations[0].Path) == 0:
					bare++
					if res.Stop != Interrupted {
						t.Fatalf("%+v", res)
					}
				case res.Verdict == Violated && res.Stop == Interrupted:
					checkBehaviour(t, sys.System, res.Violations[0])
				case !reflect.DeepEqual(plainResult(res), plainResult(whole)):
					t.Fatalf("cancelled at %d: %+v", at, res)
				}
			}
			if stopped == 0 || bare == 0 {
				t.Errorf("%d searches and %d traces were stopped", stopped, bare)
			}
		}
	}
	settle(t, before)
}

func TestTimeout(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	res, err := Check(ctx, grid{width: 1, axes: 4, side: 4}, Options{})
	if err != nil || res.Verdict != Unknown || res.Stop != Timeout {
		t.Errorf("%+v, %v", res, err)
	}
	res, err = Simulate(ctx, grid{width: 1, axes: 4, side: 4}, SimOptions{})
	if err != nil || res.Verdict != Unknown || res.Stop != Timeout {
		t.Errorf("%+v, %v", res, err)
	}
}

// A malformed system answers as its fields say.
type malformed struct {
	grid
	actions []string
	props   []Property
	init    []uint64
	answer  func(out *Successors)
}

func (m malformed) Actions() []string                   { return m.actions }
func (m malformed) Properties() []Property              { return m.props }
func (m malformed) Init(dst []uint64) ([]uint64, error) { return append(dst, m.init...), nil }
func (m malformed) NewWorker() Worker                   { return malformedWorker{&gridWorker{m.grid}, m} }

type malformedWorker struct {
	*gridWorker
	m malformed
}

func (w malformedWorker) Successors(src []uint64, out *Successors) error {
	if w.m.answer != nil {
		w.m.answer(out)
		return nil
	}
	return w.gridWorker.Successors(src, out)
}

func TestMalformedSystemsAndOptions(t *testing.T) {
	good := func() malformed {
		return malformed{grid: grid{width: 2, axes: 2, side: 2}, actions: []string{"A", "B"}, init: []uint64{0, 0}}
	}
	for want, change := range map[string]func(*malformed, *Options){
		"at least 1 word":      func(m *malformed, _ *Options) { m.width = 0 },
		"at most 255":          func(m *malformed, _ *Options) { m.actions = make([]string, 256) },
		"at most 64":           func(m *malformed, _ *Options) { m.props = make([]Property, 65) },
		"neither an invariant": func(m *malformed, _ *Options) { m.props = []Property{{"P", Deadlock}} },
		"Init returned 3":      func(m *malformed, _ *Options) { m.init = make([]uint64, 3) },
		"a label has action 7": func(m *malformed, _ *Options) {
			m.answer = func(out *Successors) { out.Add(7, 0, 0); out.Close() }
		},
		"3 words for 1 labels": func(m *malformed, _ *Options) {
			m.answer = func(out *Successors) { out.Add(0, 0, 0, 0); out.Close() }
		},
		"must close": func(m *malformed, _ *Options) {
			m.answer = func(out *Successors) { out.Close(); out.Add(0, 0, 0) }
		},
		"-1 workers":         func(_ *malformed, o *Options) { o.Workers = -1 },
		"257 workers":        func(_ *malformed, o *Options) { o.Workers = 257 },
		"limited to -2":      func(_ *malformed, o *Options) { o.MaxDepth = -2 },
		"no store of kind 9": func(_ *malformed, o *Options) { o.Store = 9 },
	} {
		sys, opts := good(), Options{}
		change(&sys, &opts)
		if _, err := Check(t.Context(), sys, opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	sys := good()
	if res := check(t, sys, Options{}); res.Distinct != 4 {
		t.Errorf("%+v", res)
	}
}

// A system that gives other answers when asked again has no trace.
func TestNoTrace(t *testing.T) {
	g := troubledGraph()
	whole := check(t, g, Options{})
	var searched atomic.Bool
	calls := 0
	sys := hooked{g, func(m string) error {
		if calls++; searched.Load() {
			for i := range g.edges {
				clear(g.edges[i])
			}
		}
		return nil
	}}
	_, err := Check(t.Context(), sys, Options{Workers: 1, OnLevel: func(l Level) {
		searched.Store(l.Depth == whole.Depth)
	}})
	if err != errNoTrace {
		t.Error(err)
	}
}
