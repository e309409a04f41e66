package value

import "slices"

// Set returns the set of the elements, which may come in any order and be
// repeated. The slice is copied. Elements that can't be compared are no error
// until somebody needs to know whether they are equal.
func Set(elems ...Value) Value {
	if len(elems) == 0 {
		return EmptySet
	}
	return Value{n: sortedSet(elems...)}
}

// sortedSet makes the node of a set out of a copy of the elements.
func sortedSet(elems ...Value) *node {
	n := allocCopy(KindSet, elems)
	n.sort()
	return n
}

// sort puts a new set's elements into order, each of them once.
func (n *node) sort() {
	var c comparison
	ascending := true
	for i := 1; i < len(n.elems) && ascending; i++ {
		ascending = c.order(n.elems[i-1], n.elems[i]) < 0
	}
	if !ascending {
		if len(n.elems) <= 16 {
			n.insertionSort(&c)
		} else {
			slices.SortFunc(n.elems, c.order)
			n.elems = slices.CompactFunc(n.elems, func(a, b Value) bool { return c.order(a, b) == 0 })
		}
	}
	n.clash = c.clashed() || c.err != nil
}

func (n *node) insertionSort(c *comparison) {
	sorted := n.elems[:1]
next:
	for _, e := range n.elems[1:] {
		at := len(sorted)
		for at > 0 {
			o := c.order(sorted[at-1], e)
			if o == 0 {
				continue next
			}
			if o < 0 {
				break
			}
			at--
		}
		sorted = slices.Insert(sorted, at, e)
	}
	n.elems = sorted
}

// newSet makes a set of elements that are in order and different, without a
// copy.
func newSet(sorted []Value) Value {
	if len(sorted) == 0 {
		return EmptySet
	}
	return Value{n: &node{kind: KindSet, elems: sorted}}
}

// A Builder collects the elements of a set. The zero Builder is empty.
type Builder struct {
	elems []Value
	next  int // size at which repeated elements are thrown out
}

// Add adds an element. It fails when the set is larger than [MaxElements].
func (b *Builder) Add(v Value) error {
	if len(b.elems) >= MaxElements && len(b.elems) >= b.next {
		set := Set(b.elems...)
		b.elems = append(b.elems[:0], set.n.elems...)
		if len(b.elems) >= MaxElements {
			return tooMany("a set")
		}
		b.next = len(b.elems) + MaxElements
	}
	b.elems = append(b.elems, v)
	return nil
}

// Set returns the set of what was added, and empties the Builder, which keeps
// its memory.
func (b *Builder) Set() (Value, error) {
	set := Set(b.elems...)
	b.Reset()
	if len(set.n.elems) > MaxElements {
		return Value{}, tooMany("a set")
	}
	return set, nil
}

// Reset empties the Builder, which keeps its memory unless it is large.
func (b *Builder) Reset() {
	if cap(b.elems) > 1<<16 {
		b.elems = nil
	}
	clear(b.elems)
	b.elems, b.next = b.elems[:0], 0
}

// MapSet returns {f(x) : x \in s}.
func MapSet(s Value, f func(Value) (Value, error)) (Value, error) {
	it, err := Elements(s)
	if err != nil {
		return Value{}, err
	}
	var b Builder
	for x, ok := it.Next(); ok; x, ok = it.Next() {
		y, err := f(x)
		if err != nil {
			return Value{}, err
		}
		if err := b.Add(y); err != nil {
			return Value{}, err
		}
	}
	if it.Err() != nil {
		return Value{}, it.Err()
	}
	return b.Set()
}

// find returns where x is in a set or interval, or -1. A comparison that TLC
// would refuse is an error.
func (n *node) find(x Value) (int, error) {
	if n.kind == KindInterval {
		return Value{n: n}.findNumber(x)
	}
	elems := n.elems
	if len(elems) == 0 {
		return -1, nil
	}
	if x.scalar() {
		if len(elems) <= 8 {
			for i, e := range elems {
				if e == x {
					return i, nil
				}
			}
			return -1, n.foreign(x)
		}
		if last := elems[len(elems)-1]; x.n == intNode && elems[0].n == intNode && last.n == intNode {
			return findInt(elems, x.i), nil
		}
	}
	return n.search(x)
}

// findInt is a binary search among numbers.
func findInt(elems []Value, i int64) int {
	lo, hi := 0, len(elems)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if elems[mid].i < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(elems) && elems[lo].i == i {
		return lo
	}
	return -1
}

// search is the binary search among elements of any kind.
func (n *node) search(x Value) (int, error) {
	var c comparison
	at, found := n.place(x, &c)
	switch {
	case found:
		return at, nil
	case c.err != nil || c.clashed():
		return -1, c.problem("check equality of")
	}
	return -1, n.foreign(x)
}

// place returns where x is in a set or would be.
func (n *node) place(x Value, c *comparison) (at int, found bool) {
	lo, hi := 0, len(n.elems)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		e := n.elems[mid]
		if e == x {
			return mid, true
		}
		switch o := c.order(e, x); {
		case o == 0:
			return mid, true
		case o < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}

// foreign returns an error if x, which is not in the set, can't even be
// compared with an element.
func (n *node) foreign(x Value) error {
	first, last := n.elems[0], n.elems[len(n.elems)-1]
	if k := x.n.kind; !n.clash && k != KindModel && k == first.n.kind && k == last.n.kind && x.scalar() {
		return nil
	}
	var c comparison
	if n.clash {
		for _, e := range n.elems {
			c.order(x, e)
		}
	} else {
		c.order(x, first)
		c.order(x, last)
	}
	if c.err != nil || c.clashed() {
		return c.problem("check equality of")
	}
	return nil
}

// findNumber returns where x is in an interval.
func (v Value) findNumber(x Value) (int, error) {
	lo, hi := v.bounds()
	if i, ok := x.AsInt(); ok {
		if i < lo || i > hi {
			return -1, nil
		}
		return int(i - lo), nil
	}
	if x.untypedModel() {
		return -1, nil
	}
	return -1, errorf("cannot check whether %s is in the interval %v", describe(x), v)
}

// untypedModel reports whether v is a model value that is comparable with all.
func (v Value) untypedModel() bool {
	return v.Kind() == KindModel && v.n.ext.mvType == 0
}
