package value

import "slices"

var sequencesExt = []Operator{
	unary("ToSet", rangeOf),
	unary("ToBag", func(s Value) (Value, error) {
		return bagOfAll(func(x ...Value) (Value, error) { return Apply(s, x[0]) }, bagOfIndexes(s))
	}),
	unary("SetToSeq", func(s Value) (Value, error) {
		s, err := finiteSet("SetToSeq", s)
		if err != nil {
			return Value{}, err
		}
		return newTuple(s.n.elems), nil
	}),
	unary("SetToSeqs", setToSeqs),
	{"SetToSortSeq", []int{0, 2}, func(a []Arg) (Value, error) {
		s, err := finiteSet("SetToSortSeq", a[0].Value)
		if err != nil {
			return Value{}, err
		}
		return sortSeq(s.n.elems, a[1].Op)
	}},
	unary("SetToAllKPermutations", func(s Value) (Value, error) {
		subsets, err := Subset(s)
		if err != nil {
			return Value{}, err
		}
		all, err := MapSet(subsets, setToSeqs)
		if err != nil {
			return Value{}, err
		}
		return BigUnion(all)
	}),
	binary("TupleOf", func(s, n Value) (Value, error) {
		domain, err := Range(Int(1), n)
		if err != nil {
			return Value{}, err
		}
		return FunctionSet(domain, s)
	}),
	binary("SeqOf", seqOf), binary("BoundedSeq", seqOf),
	test2("Contains", func(s, x Value) (bool, error) {
		elems, err := sequence("Contains", s)
		if err != nil {
			return false, err
		}
		at, err := index(elems, x)
		return at >= 0, err
	}),
	{"IsSorted", []int{0, 2}, func(a []Arg) (Value, error) { return isSorted(a[0].Value, a[1].Op) }},
	unary("Reverse", func(s Value) (Value, error) {
		elems, err := sequence("Reverse", s)
		reversed := slices.Clone(elems)
		slices.Reverse(reversed)
		return newTuple(reversed), err
	}),
	binary("Remove", func(s, x Value) (Value, error) {
		return selectSeq(s, func(y Value) (bool, error) {
			same, err := Equal(x, y)
			return !same, err
		})
	}),
	ternary("ReplaceAll", func(s, old, new Value) (Value, error) {
		return mapSeq("ReplaceAll", s, func(x Value) (Value, error) {
			if same, err := Equal(x, old); err != nil || same {
				return new, err
			}
			return x, nil
		})
	}),
	ternary("InsertAt", func(s, i, x Value) (Value, error) { return splice("InsertAt", s, i, 0, x) }),
	ternary("ReplaceAt", Except),
	binary("RemoveAt", func(s, i Value) (Value, error) { return splice("RemoveAt", s, i, 1) }),
	binary("RemoveFirst", func(s, x Value) (Value, error) {
		return removeFirst(s, func(y Value) (bool, error) { return Equal(y, x) })
	}),
	{"RemoveFirstMatch", []int{0, 1}, func(a []Arg) (Value, error) {
		return removeFirst(a[0].Value, func(x Value) (bool, error) { return holds("RemoveFirstMatch", a[1].Op, x) })
	}},
	binary("Cons", func(x, s Value) (Value, error) { return Concat(Tuple(x), s) }),
	binary("Snoc", func(x, s Value) (Value, error) { return Append(s, x) }),
	unary("Front", func(s Value) (Value, error) {
		n, err := Len(s)
		if err != nil {
			return Value{}, err
		}
		return subSeq(s, Int(1), Int(n.i-1))
	}),
	unary("Last", func(s Value) (Value, error) {
		n, err := Len(s)
		if err != nil {
			return Value{}, err
		}
		return Apply(s, n)
	}),
	binary("SeqMod", func(a, b Value) (Value, error) {
		r, err := Mod(a, b)
		if err == nil && r.i == 0 {
			return b, nil
		}
		return r, err
	}),
	unary("FlattenSeq", flattenSeq),
	binary("Zip", zip),
	binary("Interleave", interleave),
	search("SelectInSeq", false, false), search("SelectInSubSeq", true, false),
	search("SelectLastInSeq", false, true), search("SelectLastInSubSeq", true, true),
	{"FoldSeq", []int{2, 0, 0}, func(a []Arg) (Value, error) {
		elems, err := sequence("FoldSeq", a[2].Value)
		if err != nil {
			return Value{}, err
		}
		return foldUp(a[0].Op, elems, a[1].Value, itself)
	}},
	{"FoldLeft", []int{2, 0, 0}, func(a []Arg) (Value, error) { return foldSeqLeft(a[0].Op, a[1].Value, a[2].Value, false) }},
	{"FoldRight", []int{2, 0, 0}, func(a []Arg) (Value, error) { return foldSeqRight(a[0].Op, a[1].Value, a[2].Value, false) }},
	{"FoldLeftDomain", []int{2, 0, 0}, func(a []Arg) (Value, error) { return foldSeqLeft(a[0].Op, a[1].Value, a[2].Value, true) }},
	{"FoldRightDomain", []int{2, 0, 0}, func(a []Arg) (Value, error) { return foldSeqRight(a[0].Op, a[1].Value, a[2].Value, true) }},
}

// bagOfIndexes returns the bag of the indexes of a sequence; for other values
// a function that has none.
func bagOfIndexes(s Value) Value {
	elems, err := sequence("ToBag", s)
	if err != nil {
		return EmptyTuple
	}
	ones := make([]Value, len(elems))
	for i := range ones {
		ones[i] = Int(1)
	}
	return newTuple(ones)
}

func mapSeq(operator string, s Value, f func(Value) (Value, error)) (Value, error) {
	elems, err := sequence(operator, s)
	if err != nil {
		return Value{}, err
	}
	out := make([]Value, len(elems))
	for i, e := range elems {
		if out[i], err = f(e); err != nil {
			return Value{}, err
		}
	}
	return newTuple(out), nil
}

func setToSeqs(s Value) (Value, error) {
	s, err := finiteSet("SetToSeqs", s)
	if err != nil {
		return Value{}, err
	}
	all, err := arrangements(s.n.elems)
	if err != nil {
		return Value{}, err
	}
	var b Builder
	for _, elems := range all {
		if err := b.Add(Tuple(elems...)); err != nil {
			return Value{}, err
		}
	}
	return b.Set()
}

// seqOf returns the sequences over s that have at most n elements.
func seqOf(s, n Value) (Value, error) {
	if n.n != intNode {
		return Value{}, wrongArgument("SeqOf", "an integer", n)
	}
	if n.i > MaxElements {
		return Value{}, tooMany("a sequence")
	}
	var parts []Value
	for i := int64(0); i <= n.i; i++ {
		part, err := FunctionSet(Interval(1, i), s)
		if err != nil {
			return Value{}, err
		}
		parts = append(parts, part)
	}
	return symbolicSet(KindUnion, newSet(parts))
}

func isSorted(s Value, precedes op) (Value, error) {
	elems, err := sequence("IsSorted", s)
	if err != nil {
		return Value{}, err
	}
	for i := range elems {
		for j := i + 1; j < len(elems); j++ {
			if yes, err := holds("IsSorted", precedes, elems[i], elems[j]); err != nil || !yes {
				return False, err
			}
		}
	}
	return True, nil
}

// splice replaces `remove` elements from index i on by others.
func splice(operator string, s, i Value, remove int, insert ...Value) (Value, error) {
	elems, err := sequence(operator, s)
	if err != nil {
		return Value{}, err
	}
	if i.n != intNode || i.i < 1 || i.i > int64(len(elems)+1-remove) {
		return Value{}, errorf("%s: %v is no index of %v", operator, i, s)
	}
	return newTuple(slices.Replace(slices.Clone(elems), int(i.i-1), int(i.i-1)+remove, insert...)), nil
}

func removeFirst(s Value, test func(Value) (bool, error)) (Value, error) {
	elems, err := sequence("RemoveFirst", s)
	if err != nil {
		return Value{}, err
	}
	for i, e := range elems {
		yes, err := test(e)
		if err != nil {
			return Value{}, err
		}
		if yes {
			return newTuple(slices.Delete(slices.Clone(elems), i, i+1)), nil
		}
	}
	return s, nil
}

func flattenSeq(s Value) (Value, error) {
	elems, err := sequence("FlattenSeq", s)
	if err != nil || len(elems) == 0 {
		return EmptyTuple, err
	}
	return foldLeft(func(a ...Value) (Value, error) { return Concat(a[0], a[1]) }, elems[0], elems[1:])
}

func zip(s, t Value) (Value, error) {
	a, err := sequence("Zip", s)
	if err != nil {
		return Value{}, err
	}
	b, err := sequence("Zip", t)
	if err != nil {
		return Value{}, err
	}
	out := make([]Value, min(len(a), len(b)))
	for i := range out {
		out[i] = Tuple(a[i], b[i])
	}
	return newTuple(out), nil
}

func interleave(s, t Value) (Value, error) {
	a, err := sequence("Interleave", s)
	if err != nil {
		return Value{}, err
	}
	b, err := sequence("Interleave", t)
	switch {
	case err != nil:
		return Value{}, err
	case len(a) != len(b):
		return Value{}, errorf("Interleave: %v and %v differ in length", s, t)
	case len(a) == 0:
		return Tuple(EmptyTuple, EmptyTuple), nil
	}
	var out []Value
	for i := range a {
		out = append(out, Tuple(a[i]), Tuple(b[i]))
	}
	return newTuple(out), nil
}
