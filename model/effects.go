package model

import "tidemark/explore"

const (
	// arguments is how many an action may have: replicas, ids of records, and acks.
	arguments = 8
	// instances is how many instances of actions there may be.
	instances = 16 * arguments
)

// instance is the number of an instance of an action, from 1: its tag in a memo.
func instance(action, argument int) uint8 { return uint8(action*arguments + argument + 1) }

// enabled is the bit of an entry's head that says that the action can be taken;
// the number of its outcome is above it.
const (
	enabled     = 1 << tagBits
	outcomeFrom = tagBits + 1
)

// The facts of an outcome are a label, these, and the number of an agenda.
const (
	loses      = 1 << (32 + iota) // a record may occur nowhere any more
	matters                       // step properties are false, or remain to be judged
	agendaFrom = 32 + iota
)

// reads are what actions read of a row, given the leader, and the step properties
// that read no more than that; by the numbers of instances.
type reads struct {
	masks  [256][]uint64
	narrow [256]narrow // the same, of narrow rows
	covers [256]explore.Mask
	own    [256]ReplicaSet // the replica that is an action's argument, if one is
	alters [256][]uint64   // what actions set of replicas, as a rule
}

// allReads are the reads of all actions, by the leader.
func (m *Model) allReads() []reads {
	all := make([]reads, m.n)
	for leader := range all {
		for action, info := range Actions() {
			f := m.complete(action)
			for argument := range arguments {
				own, r, i := -1, &all[leader], instance(action, argument)
				if info.OfReplica() && argument < m.n {
					own, r.own[i] = argument, 1<<argument
				}
				r.masks[i] = m.layout.maskFor(f, own, leader)
				if m.layout.words <= narrowWords {
					r.narrow[i] = narrowed(r.masks[i])
				}
				r.covers[i] = m.covered(f)
				r.alters[i] = m.layout.maskFor(footprint{own: f.sets &^ partitionWide, leader: f.leads}, own, leader)
			}
		}
	}
	return all
}

// allOfSteps is the mask of what step properties are about, but for the partition's own
// variables.
func (m *Model) allOfSteps() []uint64 {
	var about Aspects
	for _, p := range m.checks.Properties {
		if p.Kind == explore.StepProperty {
			about |= p.About
		}
	}
	return m.layout.maskOf(about &^ partitionWide)
}

// labels are those of all instances, by their numbers.
func labels() (all [256]explore.Label) {
	for action := range Actions() {
		for argument := range arguments {
			all[instance(action, argument)] = explore.MakeLabel(action, argument)
		}
	}
	return all
}

// covered are the step properties that read no more than a complete footprint, unless
// the action sets more than it does as a rule.
func (m *Model) covered(f footprint) (all explore.Mask) {
	for i, p := range m.checks.Properties {
		if p.Kind == explore.StepProperty && p.Sees != 0 && p.About&f.alters() != 0 {
			all |= 1 << i
		}
	}
	return all
}

// learn finds out what an action does, given what it reads of the current
// state, and makes an entry of it, whose head it returns.
func (w *worker) learn(number uint8) uint64 {
	mask, label := w.reads.masks[number], w.labels[number]
	e := part(w.entry, uint64(number), w.row, mask)
	w.layout.unpack(e[1:], &w.s)
	w.t.known, w.taken = mask, false
	w.take(label.Action(), label.Argument())
	if w.taken {
		w.describe(e[1:], number)
		e[0] |= enabled | w.known.outcomes.number(w.outcome)<<outcomeFrom
	}
	return e[0]
}

// take tries an action on what is known of the current state.
func (w *worker) take(action, argument int) {
	s := &w.s
	switch action {
	case Produce:
		w.produce(s, argument)
	case Fetch:
		w.fetch(s, argument)
	case Receive:
		w.receive(s, argument)
	case DropResponse:
		w.dropResponse(s, argument)
	case DuplicateResponse:
		w.duplicateResponse(s, argument)
	case Tick:
		w.tick(s)
	case ShrinkISR:
		w.shrinkISR(s, argument)
	case ExpandISR:
		w.expandISR(s, argument)
	case Elect:
		w.elect(s, argument)
	case BecomeFollower:
		w.becomeFollower(s, argument)
	case Ack:
		w.ack(s, argument)
	case Refuse:
		w.refuse(s, argument)
	case TimeOut:
		w.timeOut(s, argument)
	case Crash:
		w.crash(s, argument)
	case Restart:
		w.restart(s, argument)
	case Fsync:
		w.fsync(s, argument)
	}
}

// fork returns a copy of what is known of the current state for an action to
// change.
func (w *worker) fork() *successor {
	t := &w.t
	t.State, t.changed = w.s, 0
	clear(t.written)
	return t
}

// emit says that the action can be taken, and led to the latest fork.
func (w *worker) emit() { w.taken = true }

// describe sets w.outcome to what an action has done to what it knew of a row.
func (w *worker) describe(row []uint64, number uint8) {
	t, l, label, covered := &w.t, &w.layout, w.labels[number], w.reads.covers[number]
	if w.s.Produced != t.Produced { // then what is appended is no receipt
		t.changed &^= Receipts
	}
	if t.changed&Membership != 0 {
		t.changed |= memberships(&w.s, &t.State)
	}
	keeps, sets := w.outcome[1:1+l.words], w.outcome[1+l.words:]
	clear(sets)
	l.pack(sets, &t.State)
	before, after, views := l.recordsOf(&w.s), l.recordsOf(&t.State), uint64(0)
	stray := w.movesOthers(number)
	for i, written := range t.written {
		unknown := written &^ t.known[i]
		if unknown&l.records[i] != 0 { // what was there may have been any record
			before |= l.recordsWithEpochs(row, t.known)
		}
		changed := unknown | (row[i]^sets[i])&written
		stray = stray || changed&w.ofSteps[i]&^w.reads.alters[number][i] != 0
		views |= w.viewsOf(i, changed)
		keeps[i] = ^written
		if i == l.history.word { // epochs only come; those without a record go when all is known
			written |= l.epochsOfIDs.mask << l.epochsOfIDs.shift
		}
		sets[i] &= written
	}
	if t.changed&Leadership != 0 { // another replica's views
		views = 1<<len(w.views[0]) - 1
	}
	if stray {
		covered = 0
	}
	a := agenda{views: views}
	a.fails, a.apart = w.judgeCovered(covered)
	facts := uint64(label) | w.agendas.number(a, same(a))<<agendaFrom
	if before&^after != 0 {
		facts |= loses
	}
	if a.apart|a.fails != 0 {
		facts |= matters
	}
	w.outcome[0] = facts
}

// judgeCovered judges what an action has done by the step properties that are about it,
// if they are covered; the others remain to be judged apart.
func (w *worker) judgeCovered(covered explore.Mask) (fails, apart explore.Mask) {
	var judged checks
	for _, c := range w.steps {
		switch {
		case c.about&w.t.changed == 0:
		case covered&c.bit == 0:
			apart |= c.bit
		default:
			judged.add(c)
		}
	}
	return w.judge(&judged, &w.s, &w.t.State), apart
}

// movesOthers says whether an action puts another replica than its own into the ISR, or
// out of it.
func (w *worker) movesOthers(number uint8) bool {
	return w.t.changed&(Joins|Removals) != 0 && (w.s.ISR^w.t.ISR)&^w.reads.own[number] != 0
}

// viewsOf are the views of bits of a word: given the current state's leader, if
// the action knows it.
func (w *worker) viewsOf(word int, bits uint64) (set uint64) {
	for leader, views := range w.views {
		if leader != int(w.s.Leader) && w.t.knowsLeader() {
			continue
		}
		for i, v := range views {
			if v.mask[word]&bits != 0 {
				set |= 1 << i
			}
		}
	}
	return set
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

// An agenda is what follows from a step for its new state.
type agenda struct {
	views uint64       // of invariants, by their places: those of what the step changed
	apart explore.Mask // step properties that read more than the action, and remain to be judged
	fails explore.Mask // those that are false
}
