package model

import (
	"slices"
	"sync/atomic"

	"tidemark/explore"
)

// Successors implements explore.Worker.
//
// For each state it looks up the actions worth trying, then what they do, and
// applies that to the packed row. The plans of all states come first, so that
// their cache misses do not wait for each other.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	k, n := w.layout.words, out.Len()
	a := room{rows: out.Rows, labels: out.Labels, left: w.left[:0]}
	w.special = false
	w.known = w.team.known.current.Load()
	w.plans = w.plans[:0]
	for at := 0; at < len(src); at += k {
		w.plans = append(w.plans, w.plan(src[at:at+k]))
	}
	for i, p := range w.plans {
		w.row, w.tries, w.reads = src[i*k:(i+1)*k], p.tries, &w.readings[p.leader]
		if n+len(p.tries) > len(a.labels) {
			a.grow(k, n+len(p.tries))
		}
		n += w.follow(a.rows[k*n:], a.labels[n:], a.left[n-out.Len():])
		out.Ends = append(out.Ends, n)
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
	var head uint64
	if w.narrow {
		head = w.known.find3(planTag, w.outline.of(narrowed(row)))
	} else {
		head = w.known.find(planTag, row, w.layout.ofOutline)
	}
	if head == 0 {
		return w.makePlan(row)
	}
	return w.known.plans.all()[head>>tagBits]
}

// planTag is the tag of plans.
const planTag = tagMask

// makePlan makes the plan for a row.
func (w *worker) makePlan(row []uint64) *plan {
	o := w.layout.outline(row)
	w.tries = nil
	w.expand(&o)
	p := &plan{o.leader, w.tries}
	e := part(w.entry, planTag, row, w.layout.ofOutline)
	e[0] |= w.known.plans.number(p) << tagBits
	w.team.known.keep(w.known, e)
	return p
}

// follow puts down the successors of the current state, and returns how many
// there are.
func (w *worker) follow(rows []uint64, labels []explore.Label, left []uint32) int {
	var n uint
	for i := 0; ; i++ {
		if w.narrow {
			i, n = w.lookUp3(i, n)
		} else {
			i, n = w.lookUp(i, n)
		}
		if i == len(w.tries) {
			break
		}
		if taken, outcome := w.learn(w.tries[i]); taken {
			w.hits[n%instances] = uint32(outcome)
			n++
		}
	}
	var marked uint
	if len(w.row) == 2 {
		marked = w.apply2(w.hits[:n], rows, labels, left)
	} else {
		marked = w.apply(w.hits[:n], rows, labels, left)
	}
	w.finish(marked, rows)
	return int(n)
}

// lookUp looks up what the actions to try do, from the i-th on, as long as it is
// known. It returns how far it got, and how many outcomes there are in w.hits.
func (w *worker) lookUp(i int, n uint) (int, uint) {
	for ; i < len(w.tries); i++ {
		number := w.tries[i]
		head := w.known.find(uint64(number), w.row, w.reads.masks[number])
		if head == 0 {
			break
		}
		w.hits[n%instances] = uint32(head >> outcomeFrom)
		n += uint(head / enabled % 2) // a branch would be hard to predict
	}
	return i, n
}

// lookUp3 is lookUp for narrow rows. Most entries are where they are looked for
// first, which saves a call.
func (w *worker) lookUp3(i int, n uint) (int, uint) {
	row, masks, known, quads, hits := narrowed(w.row), &w.reads.narrow, w.known, w.known.quads, &w.hits
	for ; i < len(w.tries); i++ {
		number := w.tries[i]
		tag, part := uint64(number), masks[number].of(row)
		e := &quads[known.place3(tag, part)]
		head := atomic.LoadUint64(&e[0])
		if !e.isOf(head, tag, part) {
			if head = known.find3(tag, part); head == 0 {
				break
			}
		}
		hits[n%instances] = uint32(head >> outcomeFrom)
		n += uint(head / enabled % 2)
	}
	return i, n
}

// finish does what only some outcomes ask for: those of the marked hits.
func (w *worker) finish(marked uint, rows []uint64) {
	k := len(w.row)
	for _, m := range w.marks[:marked] {
		w.special = w.special || m.facts&matters != 0
		if m.facts&loses != 0 {
			w.layout.forget(rows[k*int(m.hit):][:k])
		}
	}
}

// A mark says which hit has an outcome that asks for more than bits to be set.
type mark struct {
	facts uint64
	hit   uint32
}

// apply puts down the successors with these outcomes, and marks those that ask for
// more.
func (w *worker) apply(hits []uint32, rows []uint64, labels []explore.Label, left []uint32) (marked uint) {
	k, words := len(w.row), w.known.outcomes.all()
	for i, n := range hits {
		o := words[int(n)*(1+2*k):][:1+2*k]
		for j, word := range w.row {
			rows[j] = word&o[1+j] | o[1+k+j]
		}
		rows = rows[k:]
		labels[i], left[i] = explore.Label(o[0]), uint32(o[0]>>agendaFrom)
		w.marks[marked%instances] = mark{o[0], uint32(i)}
		marked += asks(o[0])
	}
	return marked
}

// apply2 is apply for a row of two words.
func (w *worker) apply2(hits []uint32, rows []uint64, labels []explore.Label, left []uint32) (marked uint) {
	row, pairs, marks := (*[2]uint64)(w.row), w.known.outcomes.allPairs(), &w.marks
	first, second, labels, left := row[0], row[1], labels[:len(hits)], left[:len(hits)]
	for i, n := range hits {
		o := &pairs[n]
		next := rows[2*i : 2*i+2]
		next[0], next[1] = first&o.keeps[0]|o.sets[0], second&o.keeps[1]|o.sets[1]
		labels[i], left[i] = explore.Label(o.facts), uint32(o.facts>>agendaFrom)
		marks[marked%instances] = mark{o.facts, uint32(i)}
		marked += asks(o.facts)
	}
	return marked
}

// asks is 1 if an outcome with these facts asks for more than its bits to be set,
// and 0 otherwise; a branch would be hard to predict.
func asks(facts uint64) uint { return uint(facts/loses|facts/matters) & 1 }
