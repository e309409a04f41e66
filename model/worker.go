package model

import (
	"slices"

	"tidemark/explore"
)

// A worker expands and checks states for one goroutine.
//
// It unpacks a state once, applies each action to a copy of it, and packs what
// has changed into a copy of the state's row. Steps are judged there and then,
// while both states are at hand.
type worker struct {
	*Model
	out *explore.Successors
	row []uint64 // the current state, packed
	s   State    // the current state
	t   State    // what is looked at in passing
	all ReplicaSet

	next   []successor    // the successors in out
	fails  []explore.Mask // the step properties that are false of each step
	broken bool           // whether there are any

	steps, invariants judges
	unwitnessed       explore.Mask
}

func newWorker(m *Model) *worker {
	return &worker{
		Model: m, all: 1<<uint(m.Replicas()) - 1,
		steps:       newJudges(m.checks.Properties, explore.StepProperty),
		invariants:  newJudges(m.checks.Properties, explore.Invariant),
		unwitnessed: 1<<uint(len(m.checks.Properties)) - 1,
	}
}

// Successors implements explore.Worker.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	w.out, w.next, w.fails, w.broken = out, w.next[:0], w.fails[:0], false
	for ; len(src) > 0; src = src[w.layout.words:] {
		w.row = src[:w.layout.words]
		w.layout.unpack(w.row, &w.s)
		w.expand(&w.s)
		out.Close()
	}
	return nil
}

// fork returns a copy of the current state for an action to change. It must be
// emitted before the next one.
func (w *worker) fork() *successor {
	n := len(w.next)
	if n == cap(w.next) {
		w.more()
	}
	w.next = w.next[:n+1]
	t := &w.next[n]
	t.State = w.s
	t.changed, t.records = 0, false
	t.row = w.out.Extend(w.row)
	return t
}

// more makes room for further forks.
func (w *worker) more() {
	n := len(w.next)
	w.next = slices.Grow(w.next, n+64)
	for all := w.next[:cap(w.next)]; n < len(all); n++ {
		all[n].layout = &w.layout
	}
}

// emit makes the latest fork a successor of the current state, and judges the
// step.
func (w *worker) emit(action, argument int) {
	t := &w.next[len(w.next)-1]
	w.out.Labels = append(w.out.Labels, explore.MakeLabel(action, argument))
	if t.records {
		t.packEpochs()
	}
	if t.changed&Membership != 0 {
		t.changed |= memberships(&w.s, &t.State)
	}
	var fails explore.Mask
	if steps := w.steps.of(t.changed); steps.all != 0 {
		fails = w.judge(steps, &w.s, &t.State)
		w.broken = w.broken || fails != 0
	}
	w.fails = append(w.fails, fails)
}

// memberships says how the ISR changed.
func memberships(s, t *State) (changed Aspects) {
	if t.ISR&^s.ISR != 0 {
		changed |= Joins
	}
	if Removed(s, t) != 0 {
		changed |= Removals
	}
	return changed
}

// CheckStates implements explore.Worker.
func (w *worker) CheckStates(rows []uint64, fails []explore.Mask) error {
	all := w.invariants.of(Everything)
	for i := range fails {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], &w.t)
		fails[i] = w.judge(all, &w.t, &w.t)
	}
	return nil
}

// CheckSteps implements explore.Worker.
func (w *worker) CheckSteps(_ []uint64, _ *explore.Successors, fails []explore.Mask) error {
	if w.broken {
		copy(fails, w.fails)
	}
	return nil
}

// CheckFound implements explore.SuccessorChecker.
func (w *worker) CheckFound(_ []uint64, _ *explore.Successors, which []int, fails []explore.Mask) error {
	for j, i := range which {
		t := &w.next[i]
		fails[j] = w.judge(w.invariants.of(t.changed), &t.State, &t.State)
	}
	return nil
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
	for ; len(rows) > 0; rows = rows[w.layout.words:] {
		w.layout.canonical(rows[:w.layout.words])
	}
}

// A constrainedWorker is a worker with constraints.
type constrainedWorker struct{ *worker }

// AdmitStates implements explore.Constrainer.
func (w *constrainedWorker) AdmitStates(rows []uint64, admitted []bool) error {
	for i := range admitted {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], &w.t)
		admitted[i] = w.holdAll(w.checks.StateConstraints, &w.t, &w.t)
	}
	return nil
}

// AdmitSteps implements explore.Constrainer.
func (w *constrainedWorker) AdmitSteps(src []uint64, out *explore.Successors, admitted []bool) error {
	i, k := 0, w.layout.words
	for p, end := range out.Ends {
		w.layout.unpack(src[p*k:(p+1)*k], &w.s)
		for ; i < end; i++ {
			t := &w.next[i].State
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
