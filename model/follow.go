package model

import (
	"math/bits"
	"slices"

	"tidemark/explore"
	"tidemark/explore/pairs"
)

// Successors implements explore.Worker.
//
// For each state it looks up the groups of actions worth trying, then what they
// do, and applies that to the packed row. Each of these is done for all states
// before the next, for short loops keep their variables in registers, and the cache
// misses within one do not wait for each other.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	w.known = w.team.known.current.Load()
	most := w.ask(src)
	w.hits = slices.Grow(w.hits[:0], most+groupSize)[:most+groupSize]
	n, from, k := w.collect(), out.Len(), w.layout.words
	w.hits, w.found = w.hits[:n], w.known.findings
	out.Rows = slices.Grow(out.Rows, k*n)[:k*(from+n)]
	out.Labels = slices.Grow(out.Labels, n)[:from+n]
	w.close(out, from)
	rows, labels, ends := out.Rows[k*from:], out.Labels[from:], out.Ends[len(out.Ends)-len(w.plans):]
	if k == 2 {
		w.followPairs(pairs.Of(src), pairs.Of(rows), labels, ends, from)
	} else {
		w.follow(src, rows, labels, ends, from)
	}
	w.finish(rows)
	return nil
}

// ask makes plans for the rows and sets w.heads to those of the entries for all their
// groups. It returns how many successors there are at most.
func (w *worker) ask(src []uint64) (most int) {
	k, asked := w.layout.words, 0
	w.plans = w.plans[:0]
	for at := 0; at < len(src); at += k {
		p := w.plan(src[at : at+k])
		w.plans = append(w.plans, p)
		most += p.most
		asked += len(p.groups)
	}
	w.heads = slices.Grow(w.heads[:0], asked)[:asked]
	w.ends = slices.Grow(w.ends[:0], asked)[:asked]
	w.marks = slices.Grow(w.marks[:0], asked+1)[:asked+1]
	all, heads := w.narrow, w.heads
	for i, p := range w.plans {
		if w.narrow {
			all = w.known.look(p.groups, narrowed(src[i*k:][:k]), heads) && all
			heads = heads[len(p.groups):]
		}
	}
	if !all {
		w.settle(src)
	}
	return most
}

// settle finds the heads that are missing: all of them, if rows are not narrow.
func (w *worker) settle(src []uint64) {
	k, heads := w.layout.words, w.heads
	for i, p := range w.plans {
		w.row, w.reads = src[i*k:][:k], &w.readings[p.leader]
		for j, g := range p.groups {
			if w.narrow && heads[j] != 0 {
				continue
			}
			if heads[j] = w.known.find(g.tag, w.row, g.mask, &g.narrow); heads[j] == 0 {
				heads[j] = w.combine(g)
			}
		}
		heads = heads[len(p.groups):]
	}
}

// collect sets w.hits to the outcomes that w.heads lead to, w.ends to where those of
// each end, and w.marks to those that ask for more than bits to be set. It returns how
// many outcomes there are.
func (w *worker) collect() int {
	yields, hits, n, marked := w.known.yields.all(), w.hits, uint(0), 0
	ends, marks := w.ends[:len(w.heads)], w.marks
	for i, head := range w.heads {
		*pairs.Eight(hits, n) = yields[head>>yieldFrom]
		asking := uint32(head >> askingFrom & askingMask)
		marks[marked] = mark{uint32(n), asking}
		marked += int((asking + askingMask) >> groupSize) // a branch would be hard to predict
		n += uint(head >> tagBits & countMask)
		ends[i] = uint32(n)
	}
	w.marks = marks[:marked]
	return int(n)
}

// A mark says which outcomes, from one on, ask for more than bits to be set.
type mark struct{ first, asking uint32 }

// close appends where the successors of each row end, after so many others.
func (w *worker) close(out *explore.Successors, from int) {
	asked, end := 0, 0
	for _, p := range w.plans {
		if asked += len(p.groups); asked > 0 {
			end = int(w.ends[asked-1])
		}
		out.Ends = append(out.Ends, from+end)
	}
}

// follow puts down the successors; where those of each row end counts others before.
func (w *worker) follow(src, rows []uint64, labels []explore.Label, ends []int, others int) {
	k, at, words := w.layout.words, 0, w.found.outcomes.all()
	for i, end := range ends {
		row := src[i*k:][:k]
		for end -= others; at < end; at++ {
			o := words[int(w.hits[at])*(1+2*k):][:1+2*k]
			for j, word := range row {
				rows[at*k+j] = word&o[1+j] | o[1+k+j]
			}
			labels[at] = explore.Label(o[0])
		}
	}
}

// followPairs is follow for rows of two words.
func (w *worker) followPairs(src, rows [][2]uint64, labels []explore.Label, ends []int, others int) {
	outcomes, hits, at := w.found.outcomes.allPairs(), w.hits, 0
	for i, end := range ends {
		first, second := src[i][0], src[i][1]
		for end -= others; at < end; at++ {
			o, to := &outcomes[hits[at]], &rows[at]
			to[0], to[1] = first&o.keeps[0]|o.sets[0], second&o.keeps[1]|o.sets[1]
			labels[at] = explore.Label(o.facts)
		}
	}
}

// finish does what only the marked outcomes ask for.
func (w *worker) finish(rows []uint64) {
	k := w.layout.words
	w.special = false
	for _, m := range w.marks {
		for set := m.asking; set != 0; set &= set - 1 {
			at := int(m.first) + bits.TrailingZeros32(set)
			facts := w.facts(at)
			w.special = w.special || facts&matters != 0
			if facts&loses != 0 {
				w.layout.forget(rows[k*at:][:k])
			}
		}
	}
}

// facts are those of the outcome that led to a successor.
func (w *worker) facts(successor int) uint64 {
	return w.found.outcomes.facts(uint64(w.hits[successor]))
}
