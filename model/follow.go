package model

import (
	"slices"

	"tidemark/explore"
)

// Successors implements explore.Worker.
//
// For each state it looks up the actions worth trying, then their effects, and
// applies those of the actions that can be taken to the packed row.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	k, n := w.layout.words, out.Len()
	a := room{rows: out.Rows, labels: out.Labels, left: w.left[:0]}
	w.special = false
	for ; len(src) > 0; src = src[k:] {
		w.row = src[:k]
		p := w.plan(w.row)
		w.tries, w.reads, w.learnt = p.tries, &w.readings[p.leader], 0
		if n+len(p.tries) > len(a.labels) {
			a.grow(k, n+len(p.tries))
		}
		n += w.follow(w.look(), a.rows[k*n:], a.labels[n:], a.left[n-out.Len():])
		out.Ends = append(out.Ends, n)
		for i := range w.learnt {
			w.effects.keep(w.effects.copy(w.effects.spareAt(i)))
		}
	}
	w.left = a.left[:n-out.Len()]
	out.Rows, out.Labels = a.rows[:k*n], a.labels[:n]
	return nil
}

// A room is where successors are put.
type room struct {
	rows   []uint64
	labels []explore.Label
	left   []uint32
}

// grow makes room for at least n successors.
func (a *room) grow(width, n int) {
	n = max(2*n, 1<<10)
	a.rows = slices.Grow(a.rows, width*n)[:width*n]
	a.labels = slices.Grow(a.labels, n)[:n]
	a.left = slices.Grow(a.left, n)[:n]
}

// A plan is the actions worth trying in states of the same outline.
type plan struct {
	leader int
	tries  []uint8 // the numbers of the actions
}

// plan returns the plan for a row.
func (w *worker) plan(row []uint64) *plan {
	at, found := 0, false
	if len(row) == 2 { // the most frequent width
		a, b := row[0]&w.outline2[0], row[1]&w.outline2[1]
		at = int(w.verdicts.place2(planTag, a, b))
		e := &w.verdicts.quads[at]
		found = e[1] == a && e[2] == b && e[0]&tagMask == planTag
	} else {
		at, found = w.verdicts.find(planTag, row, w.layout.ofOutline)
	}
	if !found {
		return w.makePlan(row)
	}
	return w.plans[w.verdicts.quads[at][0]>>tagBits]
}

// planTag is the tag of plans among the verdicts.
const planTag = tagMask

// makePlan makes the plan for a row.
func (w *worker) makePlan(row []uint64) *plan {
	o := w.layout.outline(row)
	w.tries = nil
	w.expand(&o)
	p := &plan{o.leader, w.tries}
	e := part(w.verdicts.buffer, planTag, row, w.layout.ofOutline)
	e[0] |= uint64(len(w.plans)) << tagBits
	w.plans = append(w.plans, p)
	w.verdicts.keep(e)
	return p
}

// look looks up the effects of the actions to try, and returns where those of
// the actions are that can be taken.
func (w *worker) look() []uint32 {
	var n uint
	for i := 0; ; i++ {
		if len(w.row) == 2 {
			i, n = w.known2(i, n)
		} else {
			i, n = w.known(i, n)
		}
		if i == len(w.tries) {
			return w.hits[:n]
		}
		at := w.learn(w.tries[i])
		w.hits[n%instances] = uint32(at)
		n += uint(w.effects.quads[at][0] / enabled % 2)
	}
}

// known goes on from the i-th action to try, and the n-th hit, as long as effects
// are known.
func (w *worker) known(i int, n uint) (int, uint) {
	for ; i < len(w.tries); i++ {
		number := w.tries[i]
		at, found := w.effects.find(uint64(number), w.row, w.reads.masks[number])
		if !found {
			break
		}
		w.hits[n%instances] = uint32(at)
		n += uint(w.effects.quads[at][0] / enabled % 2) // a branch would be hard to predict
	}
	return i, n
}

// known2 is known for a row of two words, which is the most frequent width.
func (w *worker) known2(i int, n uint) (int, uint) {
	row := (*[2]uint64)(w.row)
	first, second, memo, quads, masks := row[0], row[1], &w.effects, w.effects.quads, &w.reads.masks2
	tries := w.tries
	for ; i < len(tries); i++ {
		number := tries[i]
		mask, tag := &masks[number], uint64(number)
		a, b := first&mask[0], second&mask[1]
		at := memo.place2(tag, a, b) * 2
		e := &quads[at]
		if e[1] != a || e[2] != b || e[0]&tagMask != tag {
			break
		}
		w.hits[n%instances] = uint32(at)
		n += uint(e[0] / enabled % 2)
	}
	return i, n
}

// follow applies effects to the current state, and returns how many there are.
func (w *worker) follow(hits []uint32, rows []uint64, labels []explore.Label, left []uint32) int {
	var all uint64
	if k := len(w.row); k == 2 {
		all = w.apply2(hits, rows, labels, left)
	} else {
		all = w.apply(hits, rows, labels, left)
	}
	if all&(loses|matters) != 0 {
		w.finish(hits, rows)
	}
	return len(hits)
}

// finish does what only some effects ask for.
func (w *worker) finish(hits []uint32, rows []uint64) {
	k, quads := len(w.row), w.effects.quads
	for i, at := range hits {
		if facts := quads[at][0]; facts&(loses|matters) != 0 {
			w.special = w.special || facts&matters != 0
			if facts&loses != 0 {
				w.layout.forget(rows[k*i:][:k])
			}
		}
	}
}

// apply puts down the successors that effects lead to, and returns the facts of
// all of them.
func (w *worker) apply(hits []uint32, rows []uint64, labels []explore.Label, left []uint32) (all uint64) {
	k := len(w.row)
	for i, at := range hits {
		for j, word := range w.row {
			rows[j] = word&w.effects.word(int(at), 1+k+j) | w.effects.word(int(at), 1+2*k+j)
		}
		rows = rows[k:]
		facts := w.effects.quads[at][0]
		labels[i], left[i] = w.labels[uint8(facts)], uint32(facts>>agendaFrom)
		all |= facts
	}
	return all
}

// apply2 is apply for a row of two words.
func (w *worker) apply2(hits []uint32, rows []uint64, labels []explore.Label, left []uint32) (all uint64) {
	row, quads := (*[2]uint64)(w.row), w.effects.quads
	first, second, labels, left := row[0], row[1], labels[:len(hits)], left[:len(hits)]
	for i, at := range hits {
		e, f := &quads[at], &quads[at+1]
		facts := e[0]
		labels[i], left[i] = w.labels[uint8(facts)], uint32(facts>>agendaFrom)
		all |= facts
		next := rows[2*i : 2*i+2]
		next[0], next[1] = first&e[3]|f[1], second&f[0]|f[2]
	}
	return all
}
