package value

// Union returns s \cup t.
func Union(s, t Value) (Value, error) {
	if err := twoSets(`\cup`, s, t); err != nil {
		return Value{}, err
	}
	switch {
	case s == t || t == EmptySet:
		return s, nil
	case s == EmptySet:
		return t, nil
	case !s.isPlain() && t.isPlain():
		// The explicit part comes first in TLC, which decides whether
		// [n |-> 1] \in [n: 0..9] \cup {-1} is an error (it is).
		return symbolicSet(KindCup, t, s)
	case !s.isPlain() || !t.isPlain():
		return symbolicSet(KindCup, s, t)
	}
	s, t = s.explicit(), t.explicit()
	if len(t.n.elems) == 1 {
		return s.with(t.n.elems[0])
	}
	if len(s.n.elems) == 1 {
		return t.with(s.n.elems[0])
	}
	return merge(s, t, true, true, true)
}

// with returns an explicit set with one element more.
func (s Value) with(x Value) (Value, error) {
	var c comparison
	lo, found := s.n.place(x, &c)
	if found {
		return s, nil
	}
	if c.clashed() || c.err != nil {
		return Value{}, c.problem("check equality of")
	}
	if len(s.n.elems) >= MaxElements {
		return Value{}, tooMany("a set")
	}
	n := alloc(KindSet, len(s.n.elems)+1)
	copy(n.elems, s.n.elems[:lo])
	n.elems[lo] = x
	copy(n.elems[lo+1:], s.n.elems[lo:])
	n.clash = s.n.clash
	return Value{n: n}, nil
}

// merge runs through two explicit sets at once and keeps what is only in s, in
// both, and only in t, as told.
func merge(s, t Value, onlyS, both, onlyT bool) (Value, error) {
	var c comparison
	a, b := s.n.elems, t.n.elems
	most := len(b)
	switch {
	case onlyS && onlyT:
		most += len(a)
	case onlyS || len(a) < len(b):
		most = len(a)
	}
	out := make([]Value, 0, most)
	for len(a) > 0 && len(b) > 0 {
		o := c.order(a[0], b[0])
		if o < 0 && onlyS || o == 0 && both {
			out = append(out, a[0])
		} else if o > 0 && onlyT {
			out = append(out, b[0])
		}
		if o <= 0 {
			a = a[1:]
		}
		if o >= 0 {
			b = b[1:]
		}
	}
	if onlyS {
		out = append(out, a...)
	}
	if onlyT {
		out = append(out, b...)
	}
	if c.clashed() || c.err != nil {
		return Value{}, c.problem("check equality of")
	}
	if len(out) > MaxElements {
		return Value{}, tooMany("a set")
	}
	set := newSet(out)
	if len(out) > 0 {
		set.n.clash = s.n.clash || t.n.clash
	}
	return set, nil
}

// Intersect returns s \cap t.
func Intersect(s, t Value) (Value, error) {
	if err := twoSets(`\cap`, s, t); err != nil {
		return Value{}, err
	}
	switch {
	case s == t || s == EmptySet:
		return s, nil
	case t == EmptySet:
		return t, nil
	case s.isPlain():
		return s.keep(t, true)
	case t.isPlain():
		return t.keep(s, true)
	}
	return symbolicSet(KindCap, s, t)
}

// Difference returns s \ t.
func Difference(s, t Value) (Value, error) {
	if err := twoSets(`\`, s, t); err != nil {
		return Value{}, err
	}
	switch {
	case s == t:
		return EmptySet, nil
	case t == EmptySet || s == EmptySet:
		return s, nil
	case s.Kind() == KindSet && t.Kind() == KindSet && len(t.n.elems) == 1:
		return s.without(t.n.elems[0])
	case s.isPlain():
		return s.keep(t, false)
	}
	return symbolicSet(KindDiff, s, t)
}

// without returns an explicit set with one element less.
func (s Value) without(x Value) (Value, error) {
	at, err := s.n.find(x)
	if err != nil || at < 0 {
		return s, err
	}
	if len(s.n.elems) == 1 {
		return EmptySet, nil
	}
	n := alloc(KindSet, len(s.n.elems)-1)
	copy(n.elems, s.n.elems[:at])
	copy(n.elems[at:], s.n.elems[at+1:])
	if s.n.clash {
		n.sort()
	}
	return Value{n: n}, nil
}

// keep returns the elements of an explicit set or interval that are in t, or
// those that are not.
func (s Value) keep(t Value, inside bool) (Value, error) {
	if s.Kind() == KindSet && t.Kind() == KindSet && len(s.n.elems) > 8 && len(t.n.elems) > 8 {
		if inside {
			return merge(s, t, false, true, false)
		}
		return merge(s, t, true, false, false)
	}
	return filter(s, func(x Value) (bool, error) {
		in, err := Member(x, t)
		return in == inside, err
	})
}

func twoSets(operator string, s, t Value) error {
	if !s.Kind().IsSet() {
		return wrongArgument(operator, "a set", s)
	}
	if !t.Kind().IsSet() {
		return wrongArgument(operator, "a set", t)
	}
	return nil
}

// SubsetEq returns s \subseteq t; only s has its elements listed, and not even
// s where its structure tells.
func SubsetEq(s, t Value) (bool, error) {
	if err := twoSets(`\subseteq`, s, t); err != nil {
		return false, err
	}
	if s == t || t.Kind() == KindAny {
		return true, nil
	}
	if yes, known, err := subsetByStructure(s, t); known || err != nil {
		return yes, err
	}
	it, err := Elements(s)
	if err != nil {
		return false, err
	}
	for x, ok := it.Next(); ok; x, ok = it.Next() {
		if in, err := Member(x, t); err != nil || !in {
			return false, err
		}
	}
	return true, it.Err()
}

// subsetByStructure decides s \subseteq t where the elements of s need not or
// can't be listed.
func subsetByStructure(s, t Value) (yes, known bool, err error) {
	k, l := s.Kind(), t.Kind()
	numbers := func(k Kind) bool { return k == KindNat || k == KindInteger || k == KindReal }
	switch {
	case numbers(k) && numbers(l):
		return k <= l, true, nil
	case k == KindStrings && l == KindStrings:
		return true, true, nil
	case k == KindInterval && numbers(l):
		lo, _ := s.bounds()
		return lo >= 0 || l != KindNat, true, nil
	case k == KindInterval && l == KindInterval:
		lo, hi := s.bounds()
		otherLo, otherHi := t.bounds()
		return otherLo <= lo && hi <= otherHi, true, nil
	case k == KindSeq && l == KindSeq, k == KindSubset && l == KindSubset:
		yes, err := SubsetEq(s.n.elems[0], t.n.elems[0])
		return yes, true, err
	}
	return false, false, nil
}
