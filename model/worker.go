package model

import (
	"math/bits"
	"sync/atomic"

	"tidemark/explore"
)

// A worker expands and checks states for one goroutine.
//
// What an action does depends on a small part of a state. So the worker looks
// up what an action did when that part was last the same, and applies it to the
// packed row; only where nobody of its team knows does it unpack the part, take
// the action as its definition says, and judge the step. The same goes for the
// invariants of new states.
type worker struct {
	*Model
	*team
	row []uint64 // the current state, packed

	narrow  bool   // whether a row is
	outline narrow // the bits of an outline, in a narrow row

	known *entries  // what was known when the current batch began
	found *findings // what w.hits are about
	plans []*plan   // those of the states of a batch
	heads []uint64  // those of the entries for all groups of these
	ends  []uint32  // where the outcomes of each group end
	marks []mark
	hits  []uint32 // the outcomes that lead to the successors
	reads *reads   // those of the current state
	tries []uint8  // the same

	s       State // what an action reads of the current state
	t       successor
	taken   bool
	outcome []uint64
	entry   []uint64 // for the memo
	labels  [256]explore.Label

	steps       []check
	invariants  checks
	renames     bool // whether replicas may have other names when successors are checked
	special     bool // whether some outcomes matter to step properties
	unwitnessed explore.Mask
}

func newWorker(m *Model, t *team) *worker {
	k := m.layout.words
	w := &worker{
		Model: m, team: t,
		t:       *newSuccessor(&m.layout),
		outcome: make([]uint64, 1+2*k), entry: make([]uint64, 1+k),
		labels:     labels(),
		invariants: m.checksOf(explore.Invariant), steps: m.checksOf(explore.StepProperty).list,
		unwitnessed: 1<<uint(len(m.checks.Properties)) - 1,
	}
	if w.narrow = k <= narrowWords; w.narrow {
		w.outline = narrowed(m.layout.ofOutline)
	}
	return w
}

// CheckStates implements explore.Worker.
func (w *worker) CheckStates(rows []uint64, fails []explore.Mask) error {
	for i := range fails {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], &w.s)
		fails[i] = w.judge(&w.invariants, &w.s, &w.s)
	}
	return nil
}

// CheckSteps implements explore.Worker. What reads no more than the actions do
// has been judged with them.
func (w *worker) CheckSteps(src []uint64, out *explore.Successors, fails []explore.Mask) error {
	if !w.special {
		return nil
	}
	parent, agendas := 0, w.agendas.all()
	for i := range w.hits {
		for out.Ends[parent] <= i {
			parent++
		}
		a := &agendas[w.facts(i)>>agendaFrom]
		fails[i] = a.fails
		if a.apart != 0 {
			fails[i] |= w.judgeApart(a.apart, src[parent*w.layout.words:], out.Rows[i*w.layout.words:])
		}
	}
	return nil
}

// judgeApart judges a step by properties that read more of it than the action.
func (w *worker) judgeApart(which explore.Mask, from, to []uint64) explore.Mask {
	w.layout.unpack(from[:w.layout.words], &w.s)
	w.layout.unpack(to[:w.layout.words], &w.t.State)
	var some checks
	for _, c := range w.steps {
		if which&c.bit != 0 {
			some.add(c)
		}
	}
	return w.judge(&some, &w.s, &w.t.State)
}

// CheckFound implements explore.SuccessorChecker.
func (w *worker) CheckFound(_ []uint64, out *explore.Successors, which []int, fails []explore.Mask) error {
	k, leader, agendas := w.layout.words, w.layout.leader, w.agendas.all()
	w.known = w.team.known.current.Load()
	for j, i := range which {
		row := out.Rows[i*k : (i+1)*k]
		views := w.views[leader.get(row)]
		set := agendas[w.facts(i)>>agendaFrom].views
		if w.renames {
			set = w.withKin(set)
		}
		if !w.narrow {
			for ; set != 0; set &= set - 1 {
				v := &views[bits.TrailingZeros64(set)]
				fails[j] |= w.verdict(v, row, w.known.findWide(v.tag, row, v.mask))
			}
			continue
		}
		for part := narrowed(row); set != 0; set &= set - 1 {
			v := &views[bits.TrailingZeros64(set)]
			key := part.and(&v.narrow)
			at, e := w.known.first(v.factor, key)
			if head := atomic.LoadUint64(&e[0]); head>>tagBits != 0 || !e.isOf(head, v.tag, key) {
				fails[j] |= w.verdict(v, row, w.known.seek(v.tag, key, at))
			}
		}
	}
	return nil
}

// viewTag is the tag of the first view.
const viewTag = 1

// verdict are the invariants that are false in a view of a row, given the head of its
// entry, or 0.
func (w *worker) verdict(v *view, row []uint64, head uint64) explore.Mask {
	if head == 0 {
		return w.consider(v, row)
	}
	return w.falsified.all()[head>>tagBits]
}

// consider finds out which invariants are false in a view of a row.
func (w *worker) consider(v *view, row []uint64) explore.Mask {
	e := part(w.entry, v.tag, row, v.mask)
	w.layout.unpack(e[1:], &w.s)
	fails := w.judge(v.checks, &w.s, &w.s)
	e[0] |= w.falsified.number(fails, same(fails)) << tagBits
	w.team.known.keep(w.known, e)
	return fails
}

// judge evaluates properties and returns those that are false.
func (w *worker) judge(which *checks, s, t *State) explore.Mask {
	var fails explore.Mask
	for i := range which.list {
		if c := &which.list[i]; c.falsifier(w.Model, s, t) != None {
			fails |= c.bit
		}
	}
	if which.all&w.unwitnessed != 0 {
		w.witness(which, s, t)
	}
	return fails
}

// witness takes note of premises that are true for the first time.
func (w *worker) witness(which *checks, s, t *State) {
	for i := range which.list {
		if c := &which.list[i]; w.unwitnessed&c.bit != 0 && c.premise(w.Model, s, t) {
			w.unwitnessed &^= c.bit
		}
	}
}

// Witnessed implements explore.Witnesser.
func (w *worker) Witnessed() explore.Mask {
	all := explore.Mask(1)<<uint(len(w.checks.Properties)) - 1
	return all &^ w.unwitnessed
}

// Canonical implements explore.Canonicalizer.
func (w *worker) Canonical(rows []uint64) {
	w.renames = true
	for ; len(rows) > 0; rows = rows[w.layout.words:] {
		w.layout.canonical(rows[:w.layout.words])
	}
}

// A constrainedWorker is a worker with constraints.
type constrainedWorker struct{ *worker }

// AdmitStates implements explore.Constrainer.
func (w *constrainedWorker) AdmitStates(rows []uint64, admitted []bool) error {
	for i := range admitted {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], &w.s)
		admitted[i] = w.holdAll(w.checks.StateConstraints, &w.s, &w.s)
	}
	return nil
}

// AdmitSteps implements explore.Constrainer.
func (w *constrainedWorker) AdmitSteps(src []uint64, out *explore.Successors, admitted []bool) error {
	i, k := 0, w.layout.words
	for p, end := range out.Ends {
		w.layout.unpack(src[p*k:(p+1)*k], &w.s)
		for ; i < end; i++ {
			t := &w.t.State
			w.layout.unpack(out.Rows[i*k:(i+1)*k], t)
			admitted[i] = w.holdAll(w.checks.StateConstraints, t, t) && w.holdAll(w.checks.ActionConstraints, &w.s, t)
		}
	}
	return nil
}

func (w *constrainedWorker) holdAll(ps []Property, s, t *State) bool {
	for i := range ps {
		if !ps[i].Holds(w.Model, s, t) {
			return false
		}
	}
	return true
}
