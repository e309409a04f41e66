package module

import (
	"slices"
	"sync"

	"tidemark/explore"
	"tidemark/spec/tla"
)

// A Guarded system turns what can't be evaluated into violations of two
// properties of its own, which come after all others. So the search finishes
// the level, whatever its workers met first, and rebuilds a shortest behaviour
// that ends where the evaluation fails: the same on every run.
//
// A state whose successors can't be evaluated is given a step to itself, which
// violates the second property.
type Guarded struct {
	*tla.System
	properties []explore.Property
	own        int // the number of the system's properties

	mu    sync.Mutex
	first error // that was met
}

// maxProperties is how many properties the engine takes.
const maxProperties = 64

// Guard returns the system guarded.
func Guard(sys *tla.System) *Guarded {
	g := &Guarded{System: sys, properties: sys.Properties()}
	g.own = len(g.properties)
	if g.own+2 <= maxProperties { // otherwise an error just ends the search
		g.properties = append(g.properties,
			explore.Property{Name: "evaluation of states", Kind: explore.Invariant},
			explore.Property{Name: "evaluation of steps", Kind: explore.StepProperty})
	}
	return g
}

// Properties lists the system's properties, and the two about evaluation.
func (g *Guarded) Properties() []explore.Property { return slices.Clone(g.properties) }

// Explain says why a property is false, if the system knows.
func (g *Guarded) Explain(property int, src, dst []uint64) string {
	if e, ok := any(g.System).(explore.Explainer); ok && property < g.own {
		return e.Explain(property, src, dst)
	}
	return ""
}

// NewWorker returns a worker for one goroutine.
func (g *Guarded) NewWorker() explore.Worker {
	inner := g.System.NewWorker()
	if len(g.properties) == g.own {
		return inner
	}
	w := &guard{Worker: inner, sys: g, width: g.Width(), states: 1 << g.own, steps: 1 << (g.own + 1)}
	w.quiet = !slices.ContainsFunc(g.properties[:g.own], func(p explore.Property) bool { return p.Kind == explore.StepProperty })
	constrainer, constrained := inner.(explore.Constrainer)
	canonicalizer, canonical := inner.(explore.Canonicalizer)
	switch {
	case constrained && canonical:
		return &constrainedCanonical{constrainedGuard{w, constrainer}, canonicalizer}
	case constrained:
		return &constrainedGuard{w, constrainer}
	case canonical:
		return &canonicalGuard{w, canonicalizer}
	}
	return w
}

// met takes note of an error.
func (g *Guarded) met(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.first == nil {
		g.first = err
	}
}

// A guard is a worker that survives its errors.
type guard struct {
	explore.Worker
	sys           *Guarded
	width         int
	states, steps explore.Mask
	quiet         bool  // the system has no step property
	loops         []int // successors of the last batch that stand for an error
	one           explore.Successors
}

// Successors expands row by row when the batch fails.
func (w *guard) Successors(src []uint64, out *explore.Successors) error {
	w.loops = w.loops[:0]
	rows, labels, ends := len(out.Rows), len(out.Labels), len(out.Ends)
	if w.Worker.Successors(src, out) == nil {
		return nil
	}
	out.Rows, out.Labels, out.Ends = out.Rows[:rows], out.Labels[:labels], out.Ends[:ends]
	for row := range slices.Chunk(src, w.width) {
		rows, labels, ends = len(out.Rows), len(out.Labels), len(out.Ends)
		err := w.Worker.Successors(row, out)
		if err == nil {
			continue
		}
		w.sys.met(err)
		out.Rows, out.Labels, out.Ends = out.Rows[:rows], out.Labels[:labels], out.Ends[:ends]
		w.loops = append(w.loops, labels)
		out.Add(explore.MakeLabel(0, 0), row...)
		out.Close()
	}
	return nil
}

// CheckStates checks row by row when the batch fails.
func (w *guard) CheckStates(rows []uint64, fails []explore.Mask) error {
	if w.Worker.CheckStates(rows, fails) == nil {
		return nil
	}
	for i := range fails {
		if err := w.Worker.CheckStates(rows[i*w.width:(i+1)*w.width], fails[i:i+1]); err != nil {
			w.sys.met(err)
			fails[i] |= w.states
		}
	}
	return nil
}

// CheckSteps checks step by step when the batch fails.
func (w *guard) CheckSteps(src []uint64, out *explore.Successors, fails []explore.Mask) error {
	if len(w.loops) == 0 {
		if w.quiet {
			clear(fails)
			return nil
		}
		if w.Worker.CheckSteps(src, out, fails) == nil {
			return nil
		}
	}
	w.each(src, out, func(row []uint64, k int) {
		if slices.Contains(w.loops, k) {
			fails[k] = w.steps
			return
		}
		if err := w.Worker.CheckSteps(row, &w.one, fails[k:k+1]); err != nil {
			w.sys.met(err)
			fails[k] |= w.steps
		}
	})
	return nil
}

// each calls visit for each successor with the row that it comes from, and with
// the successor alone in w.one.
func (w *guard) each(src []uint64, out *explore.Successors, visit func(row []uint64, k int)) {
	parent := 0
	for k := range out.Labels {
		for out.Ends[parent] <= k {
			parent++
		}
		w.one.Reset()
		w.one.Add(out.Labels[k], out.Rows[k*w.width:(k+1)*w.width]...)
		w.one.Close()
		visit(src[parent*w.width:(parent+1)*w.width], k)
	}
}

// The workers of systems with constraints, with symmetry or a view, and with
// both.
type (
	constrainedGuard struct {
		*guard
		constrainer explore.Constrainer
	}
	canonicalGuard struct {
		*guard
		explore.Canonicalizer
	}
	constrainedCanonical struct {
		constrainedGuard
		explore.Canonicalizer
	}
)

// AdmitStates asks the constraints. Which of the states an error is about is
// found out one by one.
func (w *constrainedGuard) AdmitStates(rows []uint64, admitted []bool) error {
	err := w.constrainer.AdmitStates(rows, admitted)
	if err == nil {
		return nil
	}
	for row := range slices.Chunk(rows, w.width) {
		if err := w.constrainer.AdmitStates(row, make([]bool, 1)); err != nil {
			return &stateError{err, slices.Clone(row)}
		}
	}
	return err
}

// AdmitSteps does the same for steps.
func (w *constrainedGuard) AdmitSteps(src []uint64, out *explore.Successors, admitted []bool) error {
	err := w.constrainer.AdmitSteps(src, out, admitted)
	if err == nil {
		return nil
	}
	var found error
	w.each(src, out, func(row []uint64, _ int) {
		if found != nil {
			return
		}
		if err := w.constrainer.AdmitSteps(row, &w.one, make([]bool, 1)); err != nil {
			found = &stateError{err, slices.Clone(w.one.Rows)}
		}
	})
	if found == nil {
		found = err
	}
	return found
}

// A stateError is an error in the evaluation of a constraint, with the state
// that it was asked about.
type stateError struct {
	Err error
	Row []uint64
}

// Error returns the error's text.
func (e *stateError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *stateError) Unwrap() error { return e.Err }
