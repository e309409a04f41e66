package model

import (
	"cmp"
	"math/bits"

	"tidemark/explore"
)

// Prefer compares two behaviours that show the same: negative when a is easier to
// follow. That is the one with fewer replicas that do anything, then the one with
// fewer switches between them, then the one with smaller numbers: of replicas in
// the order of the constant, of records, and acks=1 before acks=all.
func (m *Model) Prefer(a, b []explore.Step) int {
	x, y := m.effort(a), m.effort(b)
	return cmp.Or(cmp.Compare(x.replicas, y.replicas), cmp.Compare(x.switches, y.switches), cmp.Compare(x.numbers, y.numbers))
}

// effort is what it takes to follow a behaviour.
type effort struct{ replicas, switches, numbers int }

func (m *Model) effort(path []explore.Step) (e effort) {
	var acting ReplicaSet
	before := None
	for i := 1; i < len(path); i++ {
		l := path[i].Label
		e.numbers += l.Argument()
		s := m.Decode(path[i-1].Row)
		actor := l.Argument()
		switch l.Action() {
		case Tick:
			continue
		case Produce, Ack, Refuse, TimeOut:
			actor = int(s.Leader)
		}
		acting = acting.With(actor)
		if before != None && before != actor {
			e.switches++
		}
		before = actor
	}
	e.replicas = bits.OnesCount8(uint8(acting))
	return e
}
