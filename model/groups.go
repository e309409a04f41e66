package model

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"tidemark/explore"
)

// A group is some actions that read much the same, so that it is looked up at once
// what all of them do.
type group struct {
	tag    uint64 // of its entries in a memo
	factor uint64 // its part of their hash
	narrow narrow // what they read of narrow rows
	mask   []uint64
	tries  []uint8 // their numbers
}

const (
	groupSize = 8 // actions of a group, at most

	groupTag = 1 << 9 // tags of groups are above those of views

	// The value of a group's entry is how many of its actions can be taken, a bit for
	// each of those whose outcome asks for more than its bits to be set, and the number
	// of their yield.
	countMask  = groupSize<<1 - 1
	askingFrom = tagBits + 4
	askingMask = 1<<groupSize - 1
	yieldFrom  = askingFrom + groupSize
)

// A yield is the outcomes of those actions of a group that can be taken, and then
// zeros.
type yield [groupSize]uint32

// A family is actions that read much the same, as a rule. Those of one that come
// together read little more than each of them.
type family struct{ action, argument int }

// familyOf is the family of an action, by its first one.
func familyOf(label explore.Label) family {
	switch action := label.Action(); action {
	case Fetch, Elect, BecomeFollower, Fsync:
		return family{action, label.Argument()}
	case Receive, DropResponse, DuplicateResponse:
		return family{Receive, label.Argument()}
	case Tick, ShrinkISR, ExpandISR:
		return family{Tick, 0}
	}
	return family{Produce, 0}
}

// related says whether two actions are of one family.
func (w *worker) related(one, other uint8) bool {
	return familyOf(w.labels[one]) == familyOf(w.labels[other])
}

// byFamily orders actions: families in the order in which the first of each comes.
func (w *worker) byFamily(tries []uint8) (ordered []uint8) {
	for _, first := range tries {
		if slices.Contains(ordered, first) {
			continue
		}
		for _, number := range tries {
			if w.related(first, number) {
				ordered = append(ordered, number)
			}
		}
	}
	return ordered
}

// groups makes groups of actions that are ordered by families, given the leader.
func (w *worker) groups(leader int, tries []uint8) (all []*group) {
	masks := w.readings[leader].masks
	for len(tries) > 0 {
		n, mask := 1, slices.Clone(masks[tries[0]])
		for n < len(tries) && n < groupSize && w.related(tries[0], tries[n]) && w.join(mask, masks[tries[n]]) {
			n++
		}
		all = append(all, w.group(tries[:n], mask))
		tries = tries[n:]
	}
	return all
}

// manyBits are so many that they are seldom the same in two states.
const manyBits = 64

// join adds another action's mask to that of a group, unless there would be too many
// bits: what the actions do together would have to be found out again and again.
func (w *worker) join(mask, other []uint64) bool {
	count := func(words ...uint64) (n int) {
		for _, word := range words {
			n += bits.OnesCount64(word)
		}
		return n
	}
	union := slices.Clone(mask)
	for i, word := range other {
		union[i] |= word
	}
	if count(union...) > max(manyBits, count(mask...), count(other...)) {
		return false
	}
	copy(mask, union)
	return true
}

// group returns the group of some actions, which read the bits of a mask.
func (w *worker) group(tries []uint8, mask []uint64) *group {
	key := slices.Clone(tries)
	for _, word := range mask {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	n := w.known.groups.number(string(key), func(n uint64) *group {
		g := &group{tag: groupTag + n, mask: mask, tries: tries}
		g.factor = g.tag * tagFactor
		if w.narrow {
			g.narrow = narrowed(mask)
		}
		return g
	})
	return w.known.groups.all()[n]
}

// effect returns the head of an entry for an action in the current state. It is kept
// if it may be needed for other states, too.
func (w *worker) effect(number uint8, keep bool) uint64 {
	if !keep {
		return w.learn(number)
	}
	effects := w.known.effects.current.Load()
	head := effects.find(uint64(number), w.row, w.reads.masks[number], &w.reads.narrow[number])
	if head == 0 {
		head = w.learn(number)
		w.known.effects.keep(effects, w.entry)
	}
	return head
}

// combine finds out what a group of actions does, given what they read of the
// current state, and returns the head of its entry.
func (w *worker) combine(g *group) uint64 {
	var y yield
	n, asking := 0, uint64(0)
	for _, number := range g.tries {
		if head := w.effect(number, len(g.tries) > 1); head&enabled != 0 {
			outcome := head >> outcomeFrom
			y[n] = uint32(outcome)
			if w.known.outcomes.facts(outcome)&(loses|matters) != 0 {
				asking |= 1 << n
			}
			n++
		}
	}
	e := part(w.entry, g.tag, w.row, g.mask)
	e[0] |= w.known.yields.number(y, same(y))<<yieldFrom | asking<<askingFrom | uint64(n)<<tagBits
	w.team.known.keep(w.known, e)
	return e[0]
}
