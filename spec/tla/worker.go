package tla

import (
	"tidemark/explore"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/value"
)

// NewWorker returns a worker for one goroutine.
func (sys *System) NewWorker() explore.Worker {
	w := &worker{sys: sys, m: sys.prog.NewMachine()}
	if sys.group != nil {
		w.symmetry = value.NewSymmetry(sys.table, sys.group)
	}
	for _, c := range sys.checks {
		w.memos = append(w.memos, eval.NewMemo(c.pred))
	}
	w.loading = w.loadStates
	constrained := len(sys.constraints)+len(sys.actionConstraints) > 0
	symmetric := sys.group != nil || sys.view != nil
	switch {
	case constrained && symmetric:
		return &both{worker: w}
	case constrained:
		return &constrained1{w}
	case symmetric:
		return &symmetric1{w}
	}
	return w
}

// A worker expands and checks rows.
type worker struct {
	sys      *System
	m        *eval.Machine
	symmetry *value.Symmetry
	out      *explore.Successors
	row      []uint64 // that is being expanded
	label    explore.Label
	failed   error
	found    func() bool
	args     argCache
	memos    []*eval.Memo // of the properties
	loading  func()
	cur      []uint64 // of the states being checked; nil once loaded
	next     []uint64
}

// Successors solves the next-state action for each row.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	if w.found == nil {
		w.found = w.add
	}
	w.out = out
	w.sys.level.CompareAndSwap(0, 1)
	w.m.Depth = int(w.sys.level.Load())
	width := w.sys.width
	for at := 0; at < len(src); at += width {
		w.row = src[at : at+width]
		if err := w.viewless(w.row); err != nil {
			return err
		}
		w.sys.load(w.m.Cur, w.row)
		w.m.Changed()
		w.failed = nil
		err := w.m.Solve(w.sys.next, w.found)
		if err == nil {
			err = w.failed
		}
		if err != nil {
			return err
		}
		out.Close()
	}
	return nil
}

// add adds the successor that the machine has found.
func (w *worker) add() bool {
	if w.m.LabelChanged() {
		w.label = w.sys.labels.label(w.m, &w.args)
	}
	row := w.out.Extend(w.row)
	w.out.Labels = append(w.out.Labels, w.label)
	for i, v := range w.m.Next {
		if v == w.m.Cur[i] {
			continue
		}
		h, err := w.sys.handle(v, i)
		if err != nil {
			label := w.m.Label()
			w.failed = w.sys.next.Error(label, "the action "+w.sys.next.Names[label]+" gives "+err.Error())
			return false
		}
		row[i] = h
	}
	return true
}

// CheckStates evaluates the invariants.
func (w *worker) CheckStates(rows []uint64, fails []explore.Mask) error {
	width := w.sys.width
	w.m.Depth = int(w.sys.level.Load()) + 1
	for i := range fails {
		row := rows[i*width : (i+1)*width]
		w.at(row, nil)
		fails[i] = 0
		for p := range w.sys.checks {
			if w.sys.properties[p].Kind != explore.Invariant || w.sys.checks[p].start {
				continue
			}
			yes, err := w.memos[p].Holds(w.m, row, nil, w.loading)
			if err != nil {
				return err
			}
			if !yes {
				fails[i] |= 1 << p
			}
		}
		if len(w.sys.badInitial) > 0 {
			fails[i] |= w.sys.badInitial[key(row)]
		}
		if err := w.viewless(row); err != nil {
			return err
		}
	}
	return nil
}

// at notes the states that loadStates loads when they are needed.
func (w *worker) at(cur, next []uint64) { w.cur, w.next = cur, next }

func (w *worker) loadStates() {
	if w.cur != nil {
		w.sys.load(w.m.Cur, w.cur)
		w.m.Changed()
		w.cur = nil
	}
	if w.next != nil {
		w.sys.load(w.m.Next, w.next)
		w.next = nil
	}
}

// CheckSteps evaluates the step properties.
func (w *worker) CheckSteps(src []uint64, out *explore.Successors, fails []explore.Mask) error {
	defer clear(w.m.Next)
	width := w.sys.width
	at := 0
	for i, end := range out.Ends {
		row := src[i*width : (i+1)*width]
		loaded := row
		for ; at < end; at++ {
			next := out.Rows[at*width : (at+1)*width]
			fails[at] = 0
			w.at(loaded, next)
			for p := range w.sys.checks {
				if w.sys.properties[p].Kind != explore.StepProperty {
					continue
				}
				yes, err := w.memos[p].Holds(w.m, row, next, w.loading)
				if err != nil {
					return err
				}
				if !yes {
					fails[at] |= 1 << p
				}
			}
			loaded = w.cur
		}
	}
	return nil
}

// all reports whether all conditions hold in the machine's states.
func (w *worker) all(preds []*eval.Predicate) (bool, error) {
	for _, p := range preds {
		yes, err := w.m.Holds(p)
		if err != nil || !yes {
			return false, err
		}
	}
	return true, nil
}

func (w *worker) admitStates(rows []uint64, admitted []bool) error {
	width := w.sys.width
	w.m.Depth = int(w.sys.level.Load()) + 1
	for i := range admitted {
		w.sys.load(w.m.Cur, rows[i*width:(i+1)*width])
		w.m.Changed()
		yes, err := w.all(w.sys.constraints)
		if err != nil {
			return err
		}
		admitted[i] = yes
	}
	return nil
}

func (w *worker) admitSteps(src []uint64, out *explore.Successors, admitted []bool) error {
	if err := w.admitStates(out.Rows, admitted); err != nil || len(w.sys.actionConstraints) == 0 {
		return err
	}
	defer clear(w.m.Next)
	width := w.sys.width
	at := 0
	for i, end := range out.Ends {
		w.sys.load(w.m.Cur, src[i*width:(i+1)*width])
		w.m.Changed()
		for ; at < end; at++ {
			if !admitted[at] {
				continue
			}
			w.sys.load(w.m.Next, out.Rows[at*width:(at+1)*width])
			yes, err := w.all(w.sys.actionConstraints)
			if err != nil {
				return err
			}
			admitted[at] = yes
		}
	}
	return nil
}

// canonical replaces rows by their representatives: under symmetry the least
// of the orbit, under a view the first state that was found with it.
func (w *worker) canonical(rows []uint64) {
	width := w.sys.width
	for at := 0; at < len(rows); at += width {
		row := rows[at : at+width]
		if w.symmetry != nil {
			w.symmetry.Canonical(row)
		}
		if w.sys.view != nil {
			w.viewed(row)
		}
	}
}

func (w *worker) viewed(row []uint64) {
	w.sys.load(w.m.Cur, row)
	w.m.Changed()
	v, err := w.m.Value(w.sys.view)
	if err != nil {
		w.noView(row, err)
		return
	}
	h, err := w.sys.table.Handle(v)
	if err != nil {
		w.noView(row, w.sys.view.Error("VIEW gives a value that no state can have: "+err.Error()))
		return
	}
	w.sys.mu.Lock()
	defer w.sys.mu.Unlock()
	if first, ok := w.sys.views[h]; ok {
		copy(row, first)
		return
	}
	w.sys.views[h] = append([]uint64(nil), row...)
}

// noView notes why a state has no view. It stands for itself until it is checked
// or expanded.
func (w *worker) noView(row []uint64, err error) {
	w.sys.mu.Lock()
	defer w.sys.mu.Unlock()
	if w.sys.viewless == nil {
		w.sys.viewless = make(map[string]error)
	}
	w.sys.viewless[key(row)] = err
}

// viewless returns why a state has no view.
func (w *worker) viewless(row []uint64) error {
	if len(w.sys.viewless) == 0 {
		return nil
	}
	return w.sys.viewless[key(row)]
}

// The workers of systems with constraints, with symmetry or a view, and with
// both.
type (
	constrained1 struct{ *worker }
	symmetric1   struct{ *worker }
	both         struct{ *worker }
)

func (w *constrained1) AdmitStates(rows []uint64, admitted []bool) error {
	return w.admitStates(rows, admitted)
}

func (w *constrained1) AdmitSteps(src []uint64, out *explore.Successors, admitted []bool) error {
	return w.admitSteps(src, out, admitted)
}

func (w *symmetric1) Canonical(rows []uint64) { w.canonical(rows) }

func (w *both) AdmitStates(rows []uint64, admitted []bool) error {
	return w.admitStates(rows, admitted)
}

func (w *both) AdmitSteps(src []uint64, out *explore.Successors, admitted []bool) error {
	return w.admitSteps(src, out, admitted)
}

func (w *both) Canonical(rows []uint64) { w.canonical(rows) }
