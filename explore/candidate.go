package explore

import (
	"math/bits"
	"slices"
)

// A candidate is the least violation of one property seen so far. Its states
// are representatives under symmetry.
type candidate struct {
	length int      // of the trace, in states; 0: no violation
	state  []uint64 // at fault, or that the step at fault leads to
	pred   []uint64 // where the step at fault starts; empty for states
}

// candidates has one for each property, and the last one for deadlocks.
type candidates struct {
	sub *subject
	of  []candidate
}

func newCandidates(sub *subject) candidates {
	return candidates{sub, make([]candidate, len(sub.properties)+1)}
}

// deadlock is the position of deadlocks: after all properties.
func (c *candidates) deadlock() int { return len(c.of) - 1 }

// offer takes note of a violation, unless a lesser one is known, which has the
// same length: once a level has found one, the next ones do not look for it. It
// copies the rows.
func (c *candidates) offer(position int, v candidate) {
	known := &c.of[position]
	if known.length > 0 && !c.less(&v, known) {
		return
	}
	known.length = v.length
	known.state = append(known.state[:0], v.state...)
	known.pred = append(known.pred[:0], v.pred...)
}

// offerAll is offer for each of a set of properties.
func (c *candidates) offerAll(set Mask, v candidate) {
	for ; set != 0; set &= set - 1 {
		c.offer(set.first(), v)
	}
}

// less orders violations of one property and one length.
func (c *candidates) less(a, b *candidate) bool {
	if order := c.sub.compare(a.state, b.state); order != 0 {
		return order < 0
	}
	return len(a.pred) > 0 && len(b.pred) > 0 && c.sub.compare(a.pred, b.pred) < 0
}

// merge moves the candidates of other into c.
func (c *candidates) merge(other *candidates) {
	for i := range other.of {
		if v := &other.of[i]; v.length > 0 {
			c.offer(i, *v)
			v.length = 0
		}
	}
}

// any says whether there is a candidate.
func (c *candidates) any() bool { return c.first() >= 0 }

// open returns the properties without a candidate.
func (c *candidates) open() Mask {
	var set Mask
	for i := range c.of[:c.deadlock()] {
		if c.of[i].length == 0 {
			set |= 1 << i
		}
	}
	return set
}

// first returns the first position with a candidate; -1 if there is none.
func (c *candidates) first() int {
	return slices.IndexFunc(c.of, func(v candidate) bool { return v.length > 0 })
}

// first returns the least property of a set that is not empty.
func (m Mask) first() int { return bits.TrailingZeros64(uint64(m)) }
