package model

import (
	"math/bits"

	"tidemark/explore"
)

// A worker expands and checks states for one goroutine.
//
// It unpacks a state once, applies each action to a copy of it, and packs only
// what the action can have changed into a copy of the parent's row.
type worker struct {
	*Model
	out    *explore.Successors
	row    []uint64   // the parent, packed
	epochs epochTable // the parent's
	next   []State    // the successors in out, unpacked, for CheckSteps
	parent []State    // the sources of the batch
	all    ReplicaSet

	properties  []check // by the properties' indexes
	invariants  explore.Mask
	about       [aspects]explore.Mask // what reads each aspect
	stateMasks  changeMasks           // of what the invariants read
	stepMasks   changeMasks           // of what the step properties read
	unwitnessed explore.Mask
	buffer      State
}

// A check is what is needed of a property to evaluate it.
type check struct {
	falsifier func(m *Model, s, t *State) int
	premise   func(m *Model, s, t *State) bool
}

func newWorker(m *Model) *worker {
	w := &worker{Model: m, all: 1<<uint(m.Replicas()) - 1}
	var states, steps Aspects
	for i, p := range m.checks.Properties {
		bit := explore.Mask(1) << uint(i)
		w.properties = append(w.properties, check{p.Falsifier, p.Premise})
		w.unwitnessed |= bit
		if p.Kind == explore.Invariant {
			w.invariants |= bit
			states |= p.About
		} else {
			steps |= p.About
		}
		for about := p.About; about != 0; about &= about - 1 {
			w.about[bits.TrailingZeros16(uint16(about))] |= bit
		}
	}
	w.stateMasks, w.stepMasks = m.layout.changes(states), m.layout.changes(steps)
	return w
}

// Successors implements explore.Worker.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	w.out = out
	w.next, w.parent = w.next[:0], w.parent[:0]
	for ; len(src) > 0; src = src[w.layout.words:] {
		w.row = src[:w.layout.words]
		w.parent = append(w.parent, State{})
		s := &w.parent[len(w.parent)-1]
		w.epochs = w.layout.unpack(w.row, s)
		w.expand(s)
		out.Close()
	}
	return nil
}

// fork returns a copy of s for an action to change, valid until the next
// fork. It stays when it is emitted.
func (w *worker) fork(s *State) *State {
	n := len(w.next)
	if n == cap(w.next) {
		w.next = append(w.next, *s)[:n]
	}
	t := &w.next[:n+1][n]
	*t = *s
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

// emit packs the latest fork as a successor of the current row.
func (w *worker) emit(t *State, label explore.Label, touched touch) {
	l := &w.layout
	s := &w.parent[len(w.parent)-1]
	w.next = w.next[:len(w.next)+1]
	row := w.out.Extend(w.row, label)
	if t.HW != s.HW {
		touched.control = true
		touched.replicas |= one(int(t.Leader)) // whose own high watermark it is
	}
	for set := touched.replicas; set != 0; set &= set - 1 {
		r := bits.TrailingZeros8(uint8(set))
		l.replica[r].set(row, l.packReplica(t, r))
	}
	for set := touched.responses; set != 0; set &= set - 1 {
		r := bits.TrailingZeros8(uint8(set))
		l.response[r].set(row, l.packResponse(t, r))
	}
	if touched.control {
		l.control.set(row, l.packControl(t))
	}
	epochs := w.epochs
	if touched.records {
		epochs = l.epochsOf(t)
	}
	if epochs != w.epochs || t.Committed != s.Committed {
		l.history.set(row, l.packHistory(t, epochs))
	}
}

// CheckStates implements explore.Worker.
func (w *worker) CheckStates(rows []uint64, fails []explore.Mask) error {
	s := &w.buffer
	for i := range fails {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], s)
		fails[i] = w.judge(w.invariants, s, s)
	}
	return nil
}

// CheckSteps implements explore.Worker.
func (w *worker) CheckSteps(src []uint64, out *explore.Successors, fails []explore.Mask) error {
	i, k := 0, w.layout.words
	for p := range w.parent {
		row := src[p*k : (p+1)*k]
		for ; i < out.Ends[p]; i++ {
			changed := w.stepMasks.between(row, out.Rows[i*k:(i+1)*k])
			fails[i] = w.judge(w.readers(changed)&^w.invariants, &w.parent[p], &w.next[i])
		}
	}
	return nil
}

// CheckFound implements explore.SuccessorChecker.
func (w *worker) CheckFound(src []uint64, out *explore.Successors, which []int, fails []explore.Mask) error {
	p, k := 0, w.layout.words
	for j, i := range which {
		for out.Ends[p] <= i {
			p++
		}
		changed := w.stateMasks.between(src[p*k:(p+1)*k], out.Rows[i*k:(i+1)*k])
		fails[j] = w.judge(w.readers(changed)&w.invariants, &w.next[i], &w.next[i])
	}
	return nil
}

// readers are the properties that read what has changed.
func (w *worker) readers(changed Aspects) explore.Mask {
	var readers explore.Mask
	for ; changed != 0; changed &= changed - 1 {
		readers |= w.about[bits.TrailingZeros16(uint16(changed))]
	}
	return readers
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
	s := &w.buffer
	for i := range admitted {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], s)
		admitted[i] = w.holdAll(w.checks.StateConstraints, s, s)
	}
	return nil
}

// AdmitSteps implements explore.Constrainer.
func (w *constrainedWorker) AdmitSteps(_ []uint64, out *explore.Successors, admitted []bool) error {
	i := 0
	for p := range w.parent {
		for ; i < out.Ends[p]; i++ {
			s, t := &w.parent[p], &w.next[i]
			admitted[i] = w.holdAll(w.checks.StateConstraints, t, t) && w.holdAll(w.checks.ActionConstraints, s, t)
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
