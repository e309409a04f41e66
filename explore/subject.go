package explore

import (
	"errors"
	"fmt"
	"slices"
)

// A subject is a system with what the engine keeps asking it.
type subject struct {
	System
	width      int
	actions    []string
	properties []Property
	invariants Mask
	steps      Mask
	valued     Valued // nil if rows are values
	newWorker  func() Worker
}

func newSubject(sys System) (*subject, error) {
	s := &subject{
		System:     sys,
		width:      sys.Width(),
		actions:    sys.Actions(),
		properties: sys.Properties(),
		newWorker:  sys.NewWorker,
	}
	if teamed, ok := sys.(Teamed); ok {
		s.newWorker = teamed.NewTeam()
	}
	s.valued, _ = sys.(Valued)
	switch {
	case s.width < 1:
		return nil, fmt.Errorf("explore: a row needs at least 1 word, not %d", s.width)
	case len(s.actions) > 255:
		return nil, fmt.Errorf("explore: %d actions; there may be at most 255", len(s.actions))
	case len(s.properties) > 64:
		return nil, fmt.Errorf("explore: %d properties; there may be at most 64", len(s.properties))
	}
	for i, p := range s.properties {
		switch p.Kind {
		case Invariant:
			s.invariants |= 1 << i
		case StepProperty:
			s.steps |= 1 << i
		default:
			return nil, fmt.Errorf("explore: property %s is neither an invariant nor a step property", p.Name)
		}
	}
	return s, nil
}

// compare orders states by their values.
func (s *subject) compare(a, b []uint64) int {
	if s.valued != nil {
		return s.valued.Compare(a, b)
	}
	return slices.Compare(a, b)
}

// initial returns the initial rows, repeats included.
func (s *subject) initial() ([]uint64, error) {
	rows, err := s.Init(nil)
	if err != nil {
		return nil, fmt.Errorf("initial states: %w", err)
	}
	if len(rows)%s.width != 0 {
		return nil, fmt.Errorf("explore: Init returned %d words; rows have %d", len(rows), s.width)
	}
	return rows, nil
}

// deadlocked says whether a state without successors is no legal end.
func (s *subject) deadlocked(row []uint64) bool {
	ender, ok := s.System.(Ender)
	return !ok || !ender.LegalEnd(row)
}

// An expander asks one worker of a system, and checks its answers for what
// would lead the engine astray.
type expander struct {
	*subject
	worker      Worker
	checker     SuccessorChecker    // nil if the worker is none
	constrainer Constrainer         // nil without constraints
	represent   func(rows []uint64) // makes rows canonical; nil without symmetry
	out         Successors
	admitted    []bool
	fails       []Mask
}

var errNoCanonicalizer = errors.New("explore: symmetry needs a system whose workers have canonical forms")

func newExpander(sub *subject, symmetry bool) (*expander, error) {
	x := &expander{subject: sub, worker: sub.newWorker()}
	x.checker, _ = x.worker.(SuccessorChecker)
	x.constrainer, _ = x.worker.(Constrainer)
	if symmetry {
		canonicalizer, ok := x.worker.(Canonicalizer)
		if !ok {
			return nil, errNoCanonicalizer
		}
		x.represent = canonicalizer.Canonical
	}
	return x, nil
}

// expand replaces x.out by the successors of src.
func (x *expander) expand(src []uint64) error {
	x.out.Reset()
	if err := x.worker.Successors(src, &x.out); err != nil {
		return fmt.Errorf("expanding states: %w", err)
	}
	n := x.out.Len()
	if len(x.out.Rows) != n*x.width {
		return fmt.Errorf("explore: Successors added %d words for %d labels; rows have %d", len(x.out.Rows), n, x.width)
	}
	ends := x.out.Ends
	if len(ends) != len(src)/x.width || ends[len(ends)-1] != n {
		return fmt.Errorf("explore: Successors must close each of its %d rows after its last successor", len(src)/x.width)
	}
	return nil
}

// admit says which successors of src the constraints let in. It returns nil if
// there are no constraints.
func (x *expander) admit(src []uint64) ([]bool, error) {
	if x.constrainer == nil {
		return nil, nil
	}
	n := x.out.Len()
	x.admitted = slices.Grow(x.admitted[:0], n)[:n]
	if err := x.constrainer.AdmitSteps(src, &x.out, x.admitted); err != nil {
		return nil, fmt.Errorf("evaluating constraints: %w", err)
	}
	return x.admitted, nil
}

// admitStates is admit for initial rows.
func (x *expander) admitStates(rows []uint64) ([]bool, error) {
	if x.constrainer == nil {
		return nil, nil
	}
	n := len(rows) / x.width
	x.admitted = slices.Grow(x.admitted[:0], n)[:n]
	if err := x.constrainer.AdmitStates(rows, x.admitted); err != nil {
		return nil, fmt.Errorf("evaluating constraints: %w", err)
	}
	return x.admitted, nil
}

// checkSteps returns the step properties that each successor of src violates.
func (x *expander) checkSteps(src []uint64) ([]Mask, error) {
	n := x.out.Len()
	if x.steps == 0 || n == 0 {
		return nil, nil
	}
	x.fails = slices.Grow(x.fails[:0], n)[:n]
	clear(x.fails)
	if err := x.worker.CheckSteps(src, &x.out, x.fails); err != nil {
		return nil, fmt.Errorf("checking steps: %w", err)
	}
	return x.fails, nil
}

// checkStates returns the invariants that each row violates.
func (x *expander) checkStates(rows []uint64) ([]Mask, error) {
	n := len(rows) / x.width
	if x.invariants == 0 || n == 0 {
		return nil, nil
	}
	x.fails = slices.Grow(x.fails[:0], n)[:n]
	clear(x.fails)
	if err := x.worker.CheckStates(rows, x.fails); err != nil {
		return nil, fmt.Errorf("checking states: %w", err)
	}
	return x.fails, nil
}

// checkFound is checkStates for some of the successors of src.
func (x *expander) checkFound(src []uint64, which []int) ([]Mask, error) {
	if x.invariants == 0 || len(which) == 0 {
		return nil, nil
	}
	x.fails = slices.Grow(x.fails[:0], len(which))[:len(which)]
	clear(x.fails)
	if err := x.checker.CheckFound(src, &x.out, which, x.fails); err != nil {
		return nil, fmt.Errorf("checking states: %w", err)
	}
	return x.fails, nil
}

// canonical replaces rows by their representatives, if there is symmetry.
func (x *expander) canonical(rows []uint64) {
	if x.represent != nil && len(rows) > 0 {
		x.represent(rows)
	}
}
