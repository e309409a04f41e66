package value

// Member returns x \in s. It goes by the structure of s and never lists the
// elements of a symbolic set other than UNION.
func Member(x, s Value) (bool, error) {
	switch s.Kind() {
	case KindSet, KindInterval:
		var at int
		var err error
		if s.n.kind == KindSet {
			at, err = s.n.find(x)
		} else {
			at, err = s.findNumber(x)
		}
		return at >= 0, err
	case KindSubset:
		if x.Kind().IsSet() {
			return SubsetEq(x, s.n.elems[0])
		}
	case KindFunctionSet:
		if x.Kind().IsFunction() {
			return inFunctionSet(x, s.n.elems[0], s.n.elems[1])
		}
	case KindRecordSet, KindProduct, KindSeq:
		if x.Kind().IsFunction() {
			return inParts(x, s)
		}
	case KindNat, KindInteger, KindReal:
		if i, ok := x.AsInt(); ok {
			return i >= 0 || s.n.kind != KindNat, nil
		}
	case KindStrings:
		if x.Kind() == KindString {
			return true, nil
		}
	case KindAny:
		return true, nil
	case KindUnion, KindCup, KindCap, KindDiff, KindFilter:
		return inCombined(x, s)
	default:
		return false, errorf("cannot check whether %v is an element of %s, which is not a set", x, describe(s))
	}
	if x.untypedModel() {
		return false, nil
	}
	return false, errorf("cannot check whether %s is an element of %v", describe(x), s)
}

func inFunctionSet(f, s, t Value) (bool, error) {
	domain, err := Domain(f)
	if err != nil {
		return false, err
	}
	if same, err := Equal(domain, s); err != nil || !same {
		return false, err
	}
	if f.Kind() == KindLazy {
		if f, err = force(f); err != nil {
			return false, err
		}
	}
	return allIn(f.n.elems, t)
}

func allIn(elems []Value, t Value) (bool, error) {
	for _, e := range elems {
		if in, err := Member(e, t); err != nil || !in {
			return false, err
		}
	}
	return true, nil
}

// inParts decides membership in a set of records, tuples or sequences.
func inParts(f, s Value) (bool, error) {
	if f.Kind() == KindLazy {
		var err error
		if f, err = force(f); err != nil {
			return false, err
		}
	}
	if ok, err := hasShapeFor(f, s); !ok {
		return false, err
	}
	if s.n.kind == KindSeq {
		return allIn(f.n.elems, s.n.elems[0])
	}
	if len(f.n.elems) != len(s.n.elems) {
		return false, nil
	}
	if s.n.kind == KindRecordSet && f.n.dom != s.n.dom && Order(Value{n: f.n.dom}, Value{n: s.n.dom}) != 0 {
		return false, nil
	}
	for i, e := range f.n.elems {
		if in, err := Member(e, s.n.elems[i]); err != nil || !in {
			return false, err
		}
	}
	return true, nil
}

// hasShapeFor reports whether an explicit function is a record or tuple, as the
// elements of s are. Where it is not, TLC often refuses to answer, and so does
// this.
func hasShapeFor(f, s Value) (bool, error) {
	want := KindTuple
	if s.n.kind == KindRecordSet {
		want = KindRecord
	}
	switch {
	case f.n.kind == want:
		return true, nil
	case len(f.n.elems) == 0:
		return false, nil
	case s.n.kind == KindProduct && f.n.kind == KindFunction && f.n.dom.elems[0].n == intNode:
		return false, nil
	}
	return false, errorf("cannot check whether %s is an element of %v", describe(f), s)
}

// inCombined decides membership in a set made of other sets.
func inCombined(x, s Value) (bool, error) {
	parts := s.n.elems
	if s.n.kind == KindUnion {
		it, err := Elements(parts[0])
		if err != nil {
			return false, err
		}
		for inner, ok := it.Next(); ok; inner, ok = it.Next() {
			if in, err := Member(x, inner); err != nil || in {
				return in, err
			}
		}
		return false, it.Err()
	}
	in, err := Member(x, parts[0])
	if err != nil {
		return false, err
	}
	switch {
	case s.n.kind == KindCup && !in, s.n.kind == KindCap && in:
		return Member(x, parts[1])
	case s.n.kind == KindDiff && in:
		out, err := Member(x, parts[1])
		return !out, err
	case s.n.kind == KindFilter && in:
		return s.n.ext.holds(x)
	}
	return in, nil
}
