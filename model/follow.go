package model

import (
	"slices"

	"tidemark/explore"
)

// Successors implements explore.Worker.
//
// For each state it lists the actions worth trying, looks up their effects, and
// applies those of the actions that can be taken to the packed row.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	w.left, w.special = w.left[:0], false
	for ; len(src) > 0; src = src[w.layout.words:] {
		w.row = src[:w.layout.words]
		w.tries, w.learnt = w.tries[:0], 0
		o := w.layout.outline(w.row)
		w.expand(&o)
		w.reads = &w.readings[o.leader]
		w.follow(out, w.look())
		out.Close()
		for i := range w.learnt {
			w.effects.keep(i)
		}
	}
	return nil
}

// A hit is an action that can be taken: its number, and above it where its effect is.
type hit uint64

func newHit(number uint8, at int) hit { return hit(at)<<8 | hit(number) }

func (h hit) at() int { return int(h >> 8) }

func (h hit) label() explore.Label {
	return explore.MakeLabel(int(h/instances%16), int(h%instances))
}

// look looks up the effects of the actions to try, and returns those of the
// actions that can be taken.
func (w *worker) look() []hit {
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
		w.hits[n%numbers] = newHit(w.tries[i], at)
		n += uint(w.effects.words[at] / enabled % 2)
	}
}

// known goes on from the i-th action to try, and the n-th hit, as long as effects
// are known.
func (w *worker) known(i int, n uint) (int, uint) {
	for ; i < len(w.tries); i++ {
		number := w.tries[i]
		at, found := w.effects.find(uint64(number)+1, w.row, w.reads.masks[number%numbers])
		if !found {
			break
		}
		w.hits[n%numbers] = newHit(number, at)
		n += uint(w.effects.words[at] / enabled % 2) // a branch would be hard to predict
	}
	return i, n
}

// known2 is known for a row of two words, which is the most frequent width.
func (w *worker) known2(i int, n uint) (int, uint) {
	row := (*[2]uint64)(w.row)
	first, second, words, shift, reads := row[0], row[1], w.effects.words, w.effects.shift, w.reads
	tries := w.tries
	for ; i < len(tries); i++ {
		number := tries[i]
		mask, tag := &reads.masks2[number%numbers], uint64(number)+1
		a, b := first&mask[0], second&mask[1]
		at := int(place2(tag, a, b, shift) << 3)
		e := (*[8]uint64)(words[at : at+8])
		if e[1] != a || e[2] != b || e[0]&tagMask != tag {
			break
		}
		w.hits[n%numbers] = newHit(number, at)
		n += uint(e[0] / enabled % 2)
	}
	return i, n
}

// follow adds the successors that effects lead to.
func (w *worker) follow(out *explore.Successors, hits []hit) {
	k, n, from := len(w.row), len(hits), len(out.Labels)
	out.Rows = slices.Grow(out.Rows, k*n)[:k*(from+n)]
	out.Labels = slices.Grow(out.Labels, n)[:from+n]
	w.left = slices.Grow(w.left, n)[:from+n]
	rows := out.Rows[k*from:]
	var all uint64
	if k == 2 {
		all = w.apply2(hits, rows)
	} else {
		all = w.apply(hits, rows)
	}
	labels, left := out.Labels[from:][:n], w.left[from:][:n]
	for i, h := range hits {
		labels[i], left[i] = h.label(), uint32(w.effects.words[h.at()]>>agendaFrom)
	}
	w.special = w.special || all&matters != 0
	if all&loses != 0 {
		for i, h := range hits {
			if w.effects.words[h.at()]&loses != 0 {
				w.layout.forget(rows[k*i:][:k])
			}
		}
	}
}

// apply applies effects to the current state, and returns the facts of all of them.
func (w *worker) apply(hits []hit, rows []uint64) (all uint64) {
	k := len(w.row)
	for _, h := range hits {
		e := w.effects.words[h.at():][:1+3*k]
		for i, word := range w.row {
			rows[i] = word&^e[1+k+i] | e[1+2*k+i]
		}
		all |= e[0]
		rows = rows[k:]
	}
	return all
}

// apply2 is apply for a row of two words.
func (w *worker) apply2(hits []hit, rows []uint64) (all uint64) {
	row, words := (*[2]uint64)(w.row), w.effects.words
	first, second := row[0], row[1]
	for i, h := range hits {
		e := (*[8]uint64)(words[h.at() : h.at()+8])
		next := (*[2]uint64)(rows[2*i:])
		next[0], next[1] = first&^e[3]|e[5], second&^e[4]|e[6]
		all |= e[0]
	}
	return all
}
