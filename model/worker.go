package model

import (
	"math/bits"

	"tidemark/explore"
)

// A worker expands and checks states for one goroutine.
//
// It unpacks a state once, applies each action to a copy of it, and packs only
// what the action can have changed into a copy of the state's row. Steps are
// judged there and then, while both states are at hand.
type worker struct {
	*Model
	out    *explore.Successors
	row    []uint64       // the current state, packed
	epochs epochTable     // its epochs
	next   []State        // the successors in out, unpacked, for CheckFound
	moved  []bool         // whether the step to a successor moved the high watermark
	fails  []explore.Mask // the step properties that are false of the step to a successor
	s      State          // the current state
	t      State          // for what is looked at in passing
	all    ReplicaSet

	properties  []check // by the properties' indexes
	invariants  explore.Mask
	readers     []explore.Mask // what reads something that an action changes
	movedBy     explore.Mask   // what reads something that R4 changes
	unwitnessed explore.Mask
}

// A check is what is needed of a property to evaluate it.
type check struct {
	falsifier func(m *Model, s, t *State) int
	premise   func(m *Model, s, t *State) bool
}

// advances are the aspects that R4 changes.
const advances = Watermark | History | LocalMarks

func newWorker(m *Model) *worker {
	w := &worker{Model: m, all: 1<<uint(m.Replicas()) - 1, readers: make([]explore.Mask, len(Actions()))}
	for i, p := range m.checks.Properties {
		bit := explore.Mask(1) << uint(i)
		w.properties = append(w.properties, check{p.Falsifier, p.Premise})
		w.unwitnessed |= bit
		if p.Kind == explore.Invariant {
			w.invariants |= bit
		}
		if p.About&advances != 0 {
			w.movedBy |= bit
		}
		for action, info := range Actions() {
			if p.About&info.Changes != 0 {
				w.readers[action] |= bit
			}
		}
	}
	return w
}

// affected are the properties that a step of an action can make false.
func (w *worker) affected(action int, moved bool) explore.Mask {
	if moved {
		return w.readers[action] | w.movedBy
	}
	return w.readers[action]
}

// Successors implements explore.Worker.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	w.out = out
	w.next, w.moved, w.fails = w.next[:0], w.moved[:0], w.fails[:0]
	for ; len(src) > 0; src = src[w.layout.words:] {
		w.row = src[:w.layout.words]
		w.epochs = w.layout.unpack(w.row, &w.s)
		w.expand(&w.s)
		out.Close()
	}
	return nil
}

// fork returns a copy of the current state for an action to change, valid
// until the next fork. It stays when it is emitted.
func (w *worker) fork() *State {
	n := len(w.next)
	if n == cap(w.next) {
		w.next = append(w.next, w.s)[:n]
	}
	t := &w.next[:n+1][n]
	*t = w.s
	return t
}

// A touch says what an action may have changed, beside the high watermark and
// what it commits, which emit looks after itself.
type touch struct {
	replicas  ReplicaSet // whose variables or bookkeeping changed
	responses ReplicaSet // whose response in flight changed
	control   bool       // epochs, counters or requests changed
	records   bool       // records came into being, or their last occurrence may have gone
}

// emit packs the latest fork as a successor of the current state, and judges
// the step.
func (w *worker) emit(t *State, label explore.Label, touched touch) {
	w.next = w.next[:len(w.next)+1]
	moved := t.HW != w.s.HW
	if moved {
		touched.control = true
		touched.replicas |= one(int(t.Leader)) // whose own high watermark it is
	}
	w.pack(t, w.out.Extend(w.row, label), touched)
	w.moved = append(w.moved, moved)
	w.fails = append(w.fails, w.judge(w.affected(label.Action(), moved)&^w.invariants, &w.s, t))
}

// pack packs what has changed into a row of the current state.
func (w *worker) pack(t *State, row []uint64, touched touch) {
	l := &w.layout
	for set := touched.replicas; set != 0; set &= set - 1 {
		r := set.first()
		l.replica[r].set(row, l.packReplica(t, r))
	}
	for set := touched.responses; set != 0; set &= set - 1 {
		r := set.first()
		l.response[r].set(row, l.packResponse(t, r))
	}
	if touched.control {
		l.control.set(row, l.packControl(t))
	}
	epochs := w.epochs
	if touched.records {
		epochs = l.epochsOf(t)
	}
	if epochs != w.epochs || t.Committed != w.s.Committed {
		l.history.set(row, l.packHistory(t, epochs))
	}
}

// CheckStates implements explore.Worker.
func (w *worker) CheckStates(rows []uint64, fails []explore.Mask) error {
	for i := range fails {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], &w.t)
		fails[i] = w.judge(w.invariants, &w.t, &w.t)
	}
	return nil
}

// CheckSteps implements explore.Worker.
func (w *worker) CheckSteps(_ []uint64, _ *explore.Successors, fails []explore.Mask) error {
	copy(fails, w.fails)
	return nil
}

// CheckFound implements explore.SuccessorChecker.
func (w *worker) CheckFound(_ []uint64, out *explore.Successors, which []int, fails []explore.Mask) error {
	for j, i := range which {
		affected := w.affected(out.Labels[i].Action(), w.moved[i])
		fails[j] = w.judge(affected&w.invariants, &w.next[i], &w.next[i])
	}
	return nil
}

// judge evaluates properties and returns those that are false.
func (w *worker) judge(which explore.Mask, s, t *State) explore.Mask {
	var fails explore.Mask
	for ; which != 0; which &= which - 1 {
		i := bits.TrailingZeros64(uint64(which))
		c, bit := &w.properties[i], explore.Mask(1)<<uint(i)
		if c.falsifier(w.Model, s, t) != None {
			fails |= bit
		}
		if w.unwitnessed&bit != 0 && c.premise(w.Model, s, t) {
			w.unwitnessed &^= bit
		}
	}
	return fails
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
			t := &w.next[i]
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
