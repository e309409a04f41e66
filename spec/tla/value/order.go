package value

import (
	"cmp"
	"strings"
)

// comparison compares values in the total order, and remembers the first pair
// that TLC would refuse to compare.
type comparison struct {
	a, b  Value // the pair; zero if there was none
	err   error // why a value could not be made explicit
	depth int
}

func (c *comparison) clashed() bool { return c.a.n != nil }

func (c *comparison) note(a, b Value) {
	if c.a.n == nil {
		c.a, c.b = a, b
	}
}

// problem says what was wrong; doing is for example "compare".
func (c *comparison) problem(doing string) error {
	if c.err != nil {
		return c.err
	}
	return errorf("cannot %s %s and %s: their kinds differ", doing, describe(c.a), describe(c.b))
}

// Order is a total order of all values that are finite: model values, then
// booleans, integers, strings, functions and sets. Among themselves FALSE is
// before TRUE, integers are ordered by size, strings and model values by their
// bytes (TLC goes by the order in which it met them), functions by the number
// of their elements, then their domains, then their values, sets by the number
// of their elements, then the elements. It is 0 only for equal values and never
// fails. What can't be made explicit, such as Nat, comes last, by its structure.
func Order(a, b Value) int {
	var c comparison
	return c.order(a, b)
}

// Identical reports whether a and b are the same value; a comparison that TLC
// would refuse is false.
func Identical(a, b Value) bool { return a == b || Order(a, b) == 0 }

// Equal is the = of TLA+. As in TLC it is an error to compare values of
// different kinds, such as 1 and "a", unless one of them is a model value.
func Equal(a, b Value) (bool, error) {
	if a == b {
		return true, nil
	}
	if a.n == b.n && a.scalar() || a.Kind() == KindString && b.Kind() == KindString {
		return false, nil // texts are held once
	}
	var c comparison
	o := c.order(a, b)
	if c.err != nil || c.clashed() {
		return false, c.problem("check equality of")
	}
	return o == 0, nil
}

func (c *comparison) order(a, b Value) int {
	if a.n == b.n {
		if a.n != intervalNode {
			return cmp.Compare(a.i, b.i)
		}
	} else if a.Kind() != b.Kind() {
		return c.mixed(a, b)
	}
	switch a.n.kind {
	case KindString:
		return strings.Compare(a.n.ext.text, b.n.ext.text)
	case KindModel:
		return c.models(a, b)
	case KindTuple:
		return c.sequences(a.n.elems, b.n.elems)
	case KindRecord, KindFunction:
		return c.functions(a, b)
	case KindSet:
		if a.n.clash || b.n.clash {
			c.inner(a)
			c.inner(b)
		}
		return c.sequences(a.n.elems, b.n.elems)
	}
	return c.symbolic(a, b)
}

// sequences orders by length, then element by element.
func (c *comparison) sequences(a, b []Value) int {
	if len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	if c.depth > maxDepth {
		if c.err == nil {
			c.err = tooDeep()
		}
		return 0
	}
	c.depth++
	o := 0
	for i := 0; i < len(a) && o == 0; i++ {
		if a[i] != b[i] {
			o = c.order(a[i], b[i])
		}
	}
	c.depth--
	return o
}

// inner notes the elements of a set that can't be compared with each other.
func (c *comparison) inner(s Value) {
	if s.n.kind == KindSet && s.n.clash && !c.clashed() {
		for i := 1; i < len(s.n.elems); i++ {
			c.order(s.n.elems[i-1], s.n.elems[i])
		}
	}
}

func (c *comparison) models(a, b Value) int {
	if t, u := a.n.ext.mvType, b.n.ext.mvType; t != u && t != 0 && u != 0 {
		c.note(a, b)
	}
	return strings.Compare(a.n.ext.text, b.n.ext.text)
}

// functions orders functions that are no tuples.
func (c *comparison) functions(a, b Value) int {
	if a.n.dom != b.n.dom {
		if o := cmp.Compare(len(a.n.elems), len(b.n.elems)); o != 0 {
			return o
		}
		if o := c.domains(a.n.domain(), b.n.domain()); o != 0 {
			return o
		}
	}
	return c.sequences(a.n.elems, b.n.elems)
}

// domains orders two domains of one size, sets or intervals.
func (c *comparison) domains(a, b Value) int {
	if a.Kind() == KindInterval && b.Kind() == KindInterval {
		lo, _ := a.bounds()
		other, _ := b.bounds()
		return cmp.Compare(lo, other)
	}
	return c.order(a, b)
}

// mixed orders values of different kinds.
func (c *comparison) mixed(a, b Value) int {
	k, l := a.Kind(), b.Kind()
	switch j := k.class(); {
	case j != l.class():
		if !a.untypedModel() && !b.untypedModel() {
			c.note(a, b)
		}
		return cmp.Compare(j, l.class())
	case j == classFunction && k != KindLazy && l != KindLazy:
		if o := cmp.Compare(len(a.n.elems), len(b.n.elems)); o != 0 {
			return o
		}
		return c.domains(a.n.domain(), b.n.domain())
	}
	return c.symbolic(a, b)
}

// symbolic orders values of which at least one is not explicit.
func (c *comparison) symbolic(a, b Value) int {
	if a.Kind() == b.Kind() && c.sameParts(a, b) {
		return 0
	}
	if a.Kind() == KindInterval && b.Kind() == KindInterval {
		return c.intervals(a, b)
	}
	if n, ok := quickSize(a); ok {
		if m, ok := quickSize(b); ok {
			if n != m {
				return cmp.Compare(n, m)
			}
			return c.lockstep(a, b)
		}
	}
	x, err := force(a)
	y, otherErr := force(b)
	if err == nil && otherErr == nil {
		return c.order(x, y)
	}
	if isInfinite(a) || isInfinite(b) {
		return c.infinite(a, b)
	}
	if c.err == nil {
		if c.err = err; err == nil {
			c.err = otherErr
		}
	}
	return c.structural(a, b)
}

// lockstep orders sets of one size whose elements are enumerated in order.
func (c *comparison) lockstep(a, b Value) int {
	x, err := Elements(a)
	y, otherErr := Elements(b)
	for err == nil && otherErr == nil {
		e, more := x.Next()
		f, _ := y.Next()
		if !more {
			err, otherErr = x.Err(), y.Err()
			break
		}
		if f.n == nil {
			otherErr = y.Err()
			break
		}
		if o := c.order(e, f); o != 0 {
			return o
		}
	}
	if c.err == nil {
		if c.err = err; err == nil {
			c.err = otherErr
		}
	}
	return 0
}

func (c *comparison) intervals(a, b Value) int {
	lo, hi := a.bounds()
	otherLo, otherHi := b.bounds()
	return cmp.Or(cmp.Compare(intervalSize(lo, hi), intervalSize(otherLo, otherHi)), cmp.Compare(lo, otherLo))
}

// infinite orders sets of which at least one is infinite, after finite ones.
func (c *comparison) infinite(a, b Value) int {
	if x, y := isInfinite(a), isInfinite(b); x != y {
		if x {
			return 1
		}
		return -1
	}
	return c.structural(a, b)
}

// structural orders symbolic values by what they are made of.
func (c *comparison) structural(a, b Value) int {
	if o := cmp.Compare(a.Kind(), b.Kind()); o != 0 {
		return o
	}
	if o := c.sequences(a.n.elems, b.n.elems); o != 0 {
		return o
	}
	if a.n.dom != b.n.dom && a.n.dom != nil && b.n.dom != nil {
		if o := c.order(a.n.domain(), b.n.domain()); o != 0 {
			return o
		}
	}
	if a.n.ext != nil && b.n.ext != nil {
		return cmp.Compare(a.n.ext.ordinal, b.n.ext.ordinal)
	}
	return 0
}

// sameParts reports whether symbolic values of one kind are made of the same
// parts, by a comparison that leaves no trace in c.
func (c *comparison) sameParts(a, b Value) bool {
	if a.n == b.n {
		return a.i == b.i
	}
	if a.n.kind == KindLazy || a.n.kind == KindFilter {
		return false
	}
	parts := comparison{depth: c.depth}
	return parts.structural(a, b) == 0 && parts.err == nil
}
