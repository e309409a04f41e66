package model

import (
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
	row    []uint64    // the current state, packed
	epochs epochTable  // its epochs
	next   []successor // the successors in out
	s      State       // the current state
	t      State       // for what is looked at in passing
	all    ReplicaSet

	invariants  checks
	effects     []effect // of each action
	unwitnessed explore.Mask
}

// A successor is a state that an action led to.
type successor struct {
	state State
	fails explore.Mask // the step properties that are false of the step to it
	kind  int          // of the step: moved, logged or both
}

// The kinds of a step, as bits.
const (
	moved  = 1 << iota // it moved the high watermark
	logged             // it changed a log

	kinds = iota * 2
)

// An effect is what the aspects that an action changes mean for a worker.
type effect struct {
	// the properties that read one of them, by the kind of the step
	steps, invariants                [kinds]checks
	standing, marks, ledger, control bool // the parts of a row where they lie
}

// A check is what is needed of a property to evaluate it.
type check struct {
	bit       explore.Mask
	falsifier func(m *Model, s, t *State) int
	premise   func(m *Model, s, t *State) bool
}

// checks are properties to evaluate together.
type checks struct {
	list []check
	all  explore.Mask
}

func (c *checks) add(i int, p *Property) {
	bit := explore.Mask(1) << uint(i)
	c.list = append(c.list, check{bit, p.Falsifier, p.Premise})
	c.all |= bit
}

// advances are the aspects that R4 changes.
const advances = Watermark | History | LocalMarks

func newWorker(m *Model) *worker {
	w := &worker{Model: m, all: 1<<uint(m.Replicas()) - 1}
	for action := range Actions() {
		w.effects = append(w.effects, m.effect(m.changes(action)))
	}
	for i := range m.checks.Properties {
		p := &m.checks.Properties[i]
		w.unwitnessed |= 1 << uint(i)
		if p.Kind == explore.Invariant {
			w.invariants.add(i, p)
		}
	}
	return w
}

func (m *Model) effect(changes Aspects) effect {
	e := effect{
		standing: changes&(Logs|Liveness|Membership|Leadership) != 0,
		marks:    changes&(Adoption|Durability|LocalMarks|Leases) != 0,
		ledger:   changes&Ledger != 0,
		control:  changes&(Leadership|Answers|Counters) != 0,
	}
	for i := range m.checks.Properties {
		p := &m.checks.Properties[i]
		affected := &e.steps
		if p.Kind == explore.Invariant {
			affected = &e.invariants
		}
		for kind := range affected {
			if p.About&within(changes, kind) != 0 {
				affected[kind].add(i, p)
			}
		}
	}
	return e
}

// within are the aspects that a step of a kind can change, of those that its
// action can.
func within(changes Aspects, kind int) Aspects {
	if kind&logged == 0 {
		changes &^= Logs
	}
	if kind&moved != 0 {
		changes |= advances
	}
	return changes
}

// changes are the aspects that a step of an action can change within the
// model's bounds.
func (m *Model) changes(action int) Aspects {
	changes := Actions()[action].Changes
	if action == Crash && !m.lossy {
		changes &^= logEnd
	}
	return changes
}

// Successors implements explore.Worker.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	w.out, w.next = out, w.next[:0]
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
		w.next = append(w.next, successor{})[:n]
	}
	t := &w.next[:n+1][n].state
	*t = w.s
	return t
}

// A touch says which replicas an action has changed; in what, its aspects say.
// The high watermark, and what R4 changes with it, emit looks after itself.
type touch struct {
	replicas  ReplicaSet // whose variables or bookkeeping changed
	responses ReplicaSet // whose response in flight changed
	records   bool       // records came into being, or their last occurrence may have gone
}

// emit packs the latest fork as a successor of the current state, and judges
// the step.
func (w *worker) emit(label explore.Label, touched touch) {
	n := len(w.next)
	w.next = w.next[:n+1]
	next, e := &w.next[n], &w.effects[label.Action()]
	row := w.out.Extend(w.row, label)
	next.kind = w.pack(&next.state, row, e, touched)
	if next.state.HW != w.s.HW {
		next.kind |= moved
		leader := int(next.state.Leader) // whose own high watermark it is
		w.layout.marks[leader].set(row, w.layout.packMarks(&next.state, leader))
		w.layout.control.set(row, w.layout.packControl(&next.state))
	}
	next.fails = w.judge(&e.steps[next.kind&(kinds-1)], &w.s, &next.state)
}

// pack packs what an action has changed into a row of the current state. It
// says whether the step is logged.
func (w *worker) pack(t *State, row []uint64, e *effect, touched touch) (kind int) {
	l := &w.layout
	for set := touched.replicas; set != 0; set &= set - 1 {
		r := set.first()
		word := &row[l.replica[r].word] // all three parts are in it
		packed := *word
		if e.standing {
			packed = l.standing[r].put(packed, l.packStanding(t, r))
			if t.Log[r] != w.s.Log[r] {
				kind = logged
			}
		}
		if e.marks {
			packed = l.marks[r].put(packed, l.packMarks(t, r))
		}
		if e.ledger {
			packed = l.ledger[r].put(packed, l.packLedger(t, r))
		}
		*word = packed
	}
	for set := touched.responses; set != 0; set &= set - 1 {
		r := set.first()
		l.response[r].set(row, l.packResponse(t, r))
	}
	if e.control {
		l.control.set(row, l.packControl(t))
	}
	epochs := w.epochs
	if touched.records {
		epochs = l.epochsOf(t)
	}
	if epochs != w.epochs || t.Committed != w.s.Committed {
		l.history.set(row, l.packHistory(t, epochs))
	}
	return kind
}

// CheckStates implements explore.Worker.
func (w *worker) CheckStates(rows []uint64, fails []explore.Mask) error {
	for i := range fails {
		w.layout.unpack(rows[i*w.layout.words:(i+1)*w.layout.words], &w.t)
		fails[i] = w.judge(&w.invariants, &w.t, &w.t)
	}
	return nil
}

// CheckSteps implements explore.Worker.
func (w *worker) CheckSteps(_ []uint64, _ *explore.Successors, fails []explore.Mask) error {
	for i := range fails {
		fails[i] = w.next[i].fails
	}
	return nil
}

// CheckFound implements explore.SuccessorChecker.
func (w *worker) CheckFound(_ []uint64, out *explore.Successors, which []int, fails []explore.Mask) error {
	for j, i := range which {
		next := &w.next[i]
		e := &w.effects[out.Labels[i].Action()]
		fails[j] = w.judge(&e.invariants[next.kind&(kinds-1)], &next.state, &next.state)
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
			t := &w.next[i].state
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
