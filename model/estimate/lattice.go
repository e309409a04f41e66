package estimate

import "math"

// A point is a rung of each ladder.
type point []int

func (p point) key() string {
	k := make([]byte, len(p))
	for i, rung := range p {
		k[i] = byte(rung)
	}
	return string(k)
}

// order is how many ladders are above rung 0.
func (p point) order() (n int) {
	for _, rung := range p {
		if rung > 0 {
			n++
		}
	}
	return n
}

// height is the sum of the rungs.
func (p point) height() (n int) {
	for _, rung := range p {
		n += rung
	}
	return n
}

// at is p with another rung of a ladder.
func (p point) at(ladder, rung int) point {
	q := append(point(nil), p...)
	q[ladder] = rung
	return q
}

// below reports whether no rung of p is above that of q.
func (p point) below(q point) bool {
	for i := range p {
		if p[i] > q[i] {
			return false
		}
	}
	return true
}

// support is which ladders are above rung 0, as a set of bits.
func (p point) support() (set uint) {
	for i, rung := range p {
		if rung > 0 {
			set |= 1 << i
		}
	}
	return set
}

// A sample is what was counted at a point.
type sample struct {
	at      point
	value   float64 // the logarithm of the count, so that a factor is a difference
	surplus float64 // what the ladders of its support add to it together, beyond what fewer of them, and lower rungs, do
}

// A lattice is a function of points that is known at some of them: at each, and at
// all that are below it.
//
// A function is the sum of the surpluses of all points below. Most of it is in those
// with a small support: if each ladder multiplied the states by a factor of its own,
// whatever the others, surpluses of larger supports would be 0. Where a surplus is
// not known, it is taken from the highest point below with the same support, scaled
// as the ladders go on by themselves; it is 0 where nothing of that support is known.
type lattice struct {
	ladders []ladder
	known   map[string]*sample
	list    []*sample // in the order in which they became known
}

func newLattice(ladders []ladder) *lattice {
	return &lattice{ladders: ladders, known: map[string]*sample{}}
}

func (l *lattice) knows(p point) bool { return l.known[p.key()] != nil }

// add makes a value known.
func (l *lattice) add(p point, value float64) {
	s := &sample{at: p, value: value, surplus: value}
	for _, other := range l.list {
		if other.at.below(p) {
			s.surplus -= other.surplus
		}
	}
	l.known[p.key()] = s
	l.list = append(l.list, s)
}

// predict is the value at a point, known or not.
func (l *lattice) predict(p point) float64 {
	if s := l.known[p.key()]; s != nil {
		return s.value
	}
	total := 0.0
	supports := map[uint]bool{}
	for _, s := range l.list {
		if u := s.at.support(); s.at.below(p) && !supports[u] {
			supports[u] = true
			total += l.sum(p, u, make(point, len(p)), 0)
		}
	}
	return total
}

// sum is the sum of the surpluses of the points below p with a support, where the
// ladders before one are as in q.
func (l *lattice) sum(p point, support uint, q point, ladder int) (total float64) {
	switch {
	case ladder == len(p):
		return l.surplus(q)
	case support>>ladder&1 == 0:
		return l.sum(p, support, q, ladder+1)
	}
	for rung := 1; rung <= p[ladder]; rung++ {
		q[ladder] = rung
		total += l.sum(p, support, q, ladder+1)
	}
	q[ladder] = 0
	return total
}

// surplus is that of a point, known or not.
func (l *lattice) surplus(p point) float64 {
	if s := l.known[p.key()]; s != nil {
		return s.surplus
	}
	var nearest *sample
	for _, s := range l.list {
		if s.at.support() == p.support() && s.at.below(p) && (nearest == nil || s.at.height() > nearest.at.height()) {
			nearest = s
		}
	}
	if nearest == nil {
		return 0
	}
	scaled := nearest.surplus
	for i, rung := range p {
		if from := nearest.at[i]; rung > from {
			scaled *= l.climb(i, from, rung)
		}
	}
	return scaled
}

// alone is the surplus of a rung of one ladder by itself; 0 where it is not known.
func (l *lattice) alone(ladder, rung int) float64 {
	if s := l.known[make(point, len(l.ladders)).at(ladder, rung).key()]; s != nil && rung > 0 {
		return s.surplus
	}
	return 0
}

// climb is by what factor the surplus of a ladder by itself changes from one rung
// to a higher one. Counts grow like powers of a bound, so beyond the rungs that are
// known it goes on as the logarithm of (rung + c + 1) / (rung + c) does, with c from
// the last two that are known.
func (l *lattice) climb(ladder, from, to int) float64 {
	last := to
	for last > 1 && l.alone(ladder, last) <= 0 {
		last--
	}
	c := l.ladders[ladder].bend
	if before := l.alone(ladder, last-1); before > 0 {
		c = shift(last-1, l.alone(ladder, last)/before)
	}
	factor := logStep(to, c) / logStep(max(from, last), c)
	if a, b := l.alone(ladder, from), l.alone(ladder, last); last > from && a > 0 {
		factor *= b / a
	}
	return factor
}

func logStep(rung int, c float64) float64 { return math.Log1p(1 / (float64(rung) + c)) }

// shift is the c for which logStep changes by a factor from a rung to the next.
func shift(rung int, factor float64) float64 {
	low, high := -0.5, 50.0
	for range 60 {
		middle := (low + high) / 2
		if logStep(rung+1, middle)/logStep(rung, middle) < factor {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
