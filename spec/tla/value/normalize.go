package value

// Normalize returns the value in the form that it must have in a state:
// explicit all the way down, but for infinite sets such as Nat. An error means
// that this is not possible, or would take more than [MaxElements] elements.
func Normalize(v Value) (Value, error) { return normalize(v, 0) }

func normalize(v Value, depth int) (Value, error) {
	switch v.Kind() {
	case KindNone:
		return Value{}, errorf("a value is missing")
	case KindModel, KindBool, KindInt, KindString:
		return v, nil
	}
	if v.n.known.Load()&knownNormal != 0 {
		return v, nil
	}
	x := v
	if k := v.n.kind; k == KindLazy || k > KindSet && (k <= KindProduct || k == KindSeq) {
		if isInfinite(v) {
			return normalizeInfinite(v, depth)
		}
		explicit, err := force(v)
		if err != nil {
			return Value{}, err
		}
		x = explicit
	}
	if err := checkComparable(x); err != nil {
		return Value{}, err
	}
	return normalizeParts(x, depth)
}

// normalizeParts normalises the elements, values and domain of x.
func normalizeParts(x Value, depth int) (Value, error) {
	if depth > maxDepth {
		return Value{}, tooDeep()
	}
	var err error
	dom := x.n.dom
	if dom != nil && dom.kind == KindSet && dom.known.Load()&knownNormal == 0 {
		d, err := normalize(Value{n: dom}, depth+1)
		if err != nil {
			return Value{}, err
		}
		dom = d.n
	}
	copied := x.n
	for i, e := range x.n.elems {
		if e.n == intNode || e.n == boolNode {
			continue
		}
		if e, err = normalize(e, depth+1); err != nil {
			return Value{}, err
		}
		if e != x.n.elems[i] {
			if copied == x.n {
				copied = allocCopy(x.n.kind, x.n.elems)
			}
			copied.elems[i] = e
		}
	}
	if copied == x.n && dom != x.n.dom {
		copied = allocCopy(x.n.kind, x.n.elems)
	}
	if copied != x.n {
		copied.dom, copied.ext = dom, x.n.ext
		if err := resort(copied); err != nil {
			return Value{}, err
		}
	}
	copied.known.Or(knownNormal)
	return Value{n: copied}, nil
}

// resort restores the order of a set that had new elements put in their place.
func resort(n *node) error {
	if n.kind != KindSet {
		return nil
	}
	n.sort()
	return checkComparable(Value{n: n})
}

// normalizeInfinite normalises what an infinite set is made of.
func normalizeInfinite(v Value, depth int) (Value, error) {
	if k := v.n.kind; k == KindLazy || k == KindFilter {
		return Value{}, errorf("%s is infinite and can't be a part of a state", describe(v))
	}
	return normalizeParts(v, depth)
}

// Explicit lists a finite set or function once and for all, which is worth its
// price for a constant. Sets made by structure, such as [S -> T], keep it beside
// their list, as membership goes by it; other values become explicit ones. Values
// that are explicit already are unchanged.
func Explicit(v Value) (Value, error) {
	if v.Kind() != KindLazy && v.Kind() <= KindSet {
		return v, nil
	}
	x, err := force(v)
	if err != nil {
		return Value{}, err
	}
	switch v.n.kind {
	case KindSubset, KindFunctionSet, KindRecordSet, KindProduct, KindCup, KindCap, KindDiff:
		if v.n.ext != nil {
			return v, nil // force has kept the list
		}
		n := allocCopy(v.n.kind, v.n.elems)
		n.dom, n.depth, n.ext = v.n.dom, v.n.depth, &ext{}
		n.ext.forced.Store(x.n)
		return Value{n: n}, nil
	}
	return x, nil
}

// explicit lists an interval that is known to be small enough.
func (v Value) explicit() Value {
	if v.Kind() != KindInterval {
		return v
	}
	lo, hi := v.bounds()
	n := alloc(KindSet, int(hi-lo+1))
	for i := range n.elems {
		n.elems[i] = Int(lo + int64(i))
	}
	return Value{n: n}
}

// force returns the explicit form of a set or function, and keeps it with a
// value that is expensive to list.
func force(v Value) (Value, error) {
	if k := v.Kind(); k < KindLazy || k == KindSet {
		return v, nil
	}
	if v.n.ext != nil {
		if n := v.n.ext.forced.Load(); n != nil {
			return Value{n: n}, nil
		}
	}
	x, err := list(v)
	if err == nil {
		err = checkComparable(x)
	}
	if err != nil {
		return Value{}, err
	}
	if v.n.ext != nil {
		v.n.ext.forced.Store(x.n)
	}
	return x, nil
}

func list(v Value) (Value, error) {
	switch v.n.kind {
	case KindLazy:
		return MakeFunction(v.n.elems[0], v.n.ext.apply)
	case KindInterval:
		if !v.isPlain() {
			return Value{}, tooMany(brief(v))
		}
		return v.explicit(), nil
	case KindUnion, KindCup:
		return listUnion(v)
	case KindFilter:
		return listSelected(v)
	case KindSubset, KindFunctionSet, KindRecordSet, KindProduct:
		if isInfinite(v) {
			return Value{}, errorf("cannot enumerate the infinite set %v", v)
		}
		if n, err := size(v); err != nil || n > MaxElements {
			if err == nil {
				err = tooMany(brief(v))
			}
			return Value{}, err
		}
	case KindSeq:
		if isEmpty(v.n.elems[0]) {
			return Set(EmptyTuple), nil
		}
	}
	var b Builder
	if err := b.addAll(v); err != nil {
		return Value{}, err
	}
	return b.Set()
}

func listSelected(v Value) (Value, error) {
	it, err := Elements(v.n.elems[0])
	if err != nil {
		return Value{}, err
	}
	var b Builder
	for x, ok := it.Next(); ok; x, ok = it.Next() {
		yes, err := v.n.ext.holds(x)
		if err == nil && yes {
			err = b.Add(x)
		}
		if err != nil {
			return Value{}, err
		}
	}
	if it.Err() != nil {
		return Value{}, it.Err()
	}
	return b.Set()
}

func listUnion(v Value) (Value, error) {
	var b Builder
	if v.n.kind == KindCup {
		for _, part := range v.n.elems {
			if err := b.addAll(part); err != nil {
				return Value{}, err
			}
		}
		return b.Set()
	}
	it, err := Elements(v.n.elems[0])
	if err != nil {
		return Value{}, err
	}
	for inner, ok := it.Next(); ok; inner, ok = it.Next() {
		if err := b.addAll(inner); err != nil {
			return Value{}, err
		}
	}
	if it.Err() != nil {
		return Value{}, it.Err()
	}
	return b.Set()
}
