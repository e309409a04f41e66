package value

// op is an operator that was passed as an argument.
type op = func(args ...Value) (Value, error)

// addOp and mulOp are + and * as operators.
func addOp(args ...Value) (Value, error) { return Add(args[0], args[1]) }
func mulOp(args ...Value) (Value, error) { return Mul(args[0], args[1]) }

func itself(args ...Value) (Value, error) { return args[0], nil }

var folds = []Operator{
	{"MapThenFoldSet", []int{2, 0, 1, 1, 0}, func(a []Arg) (Value, error) {
		return foldChosen(a[0].Op, a[1].Value, a[2].Op, a[3].Op, a[4].Value)
	}},
}

// foldChosen is op(f(x1), op(f(x2), ... base)), where each x is chosen from
// what the ones before it left of s.
func foldChosen(f op, base Value, g, choose op, s Value) (Value, error) {
	s, err := finiteSet("MapThenFoldSet", s)
	if err != nil {
		return Value{}, err
	}
	order := make([]Value, 0, len(s.n.elems))
	for s.n.kind == KindSet && len(s.n.elems) > 0 {
		x, err := choose(s)
		if err != nil {
			return Value{}, err
		}
		rest, err := Difference(s, Set(x))
		if err != nil {
			return Value{}, err
		}
		if len(rest.n.elems) == len(s.n.elems) {
			return Value{}, errorf("MapThenFoldSet: %v was chosen, which is not in %v", x, s)
		}
		order, s = append(order, x), rest
	}
	return foldRight(f, order, base, g)
}

// foldRight is op(g(x1), op(g(x2), ... base)).
func foldRight(f op, elems []Value, base Value, g op) (Value, error) {
	for i := len(elems) - 1; i >= 0; i-- {
		x, err := g(elems[i])
		if err != nil {
			return Value{}, err
		}
		if base, err = f(x, base); err != nil {
			return Value{}, err
		}
	}
	return base, nil
}

// foldLeft is op(... op(op(base, x1), x2) ..., xn).
func foldLeft(f op, base Value, elems []Value) (Value, error) {
	var err error
	for _, x := range elems {
		if base, err = f(base, x); err != nil {
			return Value{}, err
		}
	}
	return base, nil
}

// foldSet is op(g(xn), ... op(g(x1), base)) over the elements of a set in their
// order. The modules leave the order to CHOOSE; this is the one of TLC.
func foldSet(operator string, f op, base Value, g op, s Value) (Value, error) {
	s, err := finiteSet(operator, s)
	if err != nil {
		return Value{}, err
	}
	return foldUp(f, s.n.elems, base, g)
}

// foldUp is op(g(xn), ... op(g(x1), base)).
func foldUp(f op, elems []Value, base Value, g op) (Value, error) {
	for _, e := range elems {
		x, err := g(e)
		if err != nil {
			return Value{}, err
		}
		if base, err = f(x, base); err != nil {
			return Value{}, err
		}
	}
	return base, nil
}

// foldFunction folds the values of f at the elements of a set.
func foldFunction(operator string, g op, base, f, s Value) (Value, error) {
	return foldSet(operator, g, base, func(x ...Value) (Value, error) { return Apply(f, x[0]) }, s)
}

var finiteSetsExt = []Operator{
	{"FoldSet", []int{2, 0, 0}, func(a []Arg) (Value, error) {
		return foldSet("FoldSet", a[0].Op, a[1].Value, itself, a[2].Value)
	}},
	{"ReduceSet", []int{2, 0, 0}, func(a []Arg) (Value, error) {
		return foldSet("ReduceSet", a[0].Op, a[2].Value, itself, a[1].Value)
	}},
	unary("SumSet", func(s Value) (Value, error) { return foldSet("SumSet", addOp, Int(0), itself, s) }),
	unary("ProductSet", func(s Value) (Value, error) { return foldSet("ProductSet", mulOp, Int(1), itself, s) }),
	{"MapThenSumSet", []int{1, 0}, func(a []Arg) (Value, error) {
		return foldSet("MapThenSumSet", addOp, Int(0), a[0].Op, a[1].Value)
	}},
	unary("FlattenSet", BigUnion),
	binary("SymDiff", func(a, b Value) (Value, error) {
		onlyA, err := Difference(a, b)
		if err != nil {
			return Value{}, err
		}
		onlyB, err := Difference(b, a)
		if err != nil {
			return Value{}, err
		}
		return Union(onlyA, onlyB)
	}),
	{"Quantify", []int{0, 1}, func(a []Arg) (Value, error) {
		s, err := Filter(a[0].Value, func(x Value) (bool, error) { return holds("Quantify", a[1].Op, x) })
		if err != nil {
			return Value{}, err
		}
		return Cardinality(s)
	}},
	binary("kSubset", kSubset),
	unary("Max", func(s Value) (Value, error) { return extreme("Max", s, 1) }),
	unary("Min", func(s Value) (Value, error) { return extreme("Min", s, -1) }),
	unary("Choices", choices),
	{"ChooseUnique", []int{0, 1}, func(a []Arg) (Value, error) { return chooseUnique(a[0].Value, a[1].Op) }},
}

// kSubset returns the subsets of s that have k elements.
func kSubset(k, s Value) (Value, error) {
	if k.n != intNode {
		return Value{}, wrongArgument("kSubset", "an integer", k)
	}
	s, err := finiteSet("kSubset", s)
	if err != nil {
		return Value{}, err
	}
	if k.i < 0 || k.i > int64(len(s.n.elems)) {
		return EmptySet, nil
	}
	g := &subsets{elems: s.n.elems, chosen: make([]int, k.i), further: true}
	for i := range g.chosen {
		g.chosen[i] = i
	}
	var out []Value
	for len(g.chosen) == int(k.i) && g.further {
		if len(out) >= MaxElements {
			return Value{}, tooMany("kSubset")
		}
		x, _, _ := g.next()
		out = append(out, x)
	}
	return newSet(out), nil
}

// extreme returns the greatest or least number of a set.
func extreme(operator string, s Value, sign int) (Value, error) {
	if s.Kind() == KindInterval {
		lo, hi := s.bounds()
		if sign > 0 {
			return Int(hi), nil
		}
		return Int(lo), nil
	}
	s, err := finiteSet(operator, s)
	if err != nil {
		return Value{}, err
	}
	if len(s.n.elems) == 0 {
		return Value{}, errorf("%s of the empty set", operator)
	}
	first, last := s.n.elems[0], s.n.elems[len(s.n.elems)-1]
	if err := twoInts(operator, first, last); err != nil {
		return Value{}, err
	}
	if sign > 0 {
		return last, nil
	}
	return first, nil
}

// choices returns every set that has one element chosen of each set in sets.
func choices(sets Value) (Value, error) {
	sets, err := finiteSet("Choices", sets)
	if err != nil {
		return Value{}, err
	}
	product, err := Product(sets.n.elems...)
	if err != nil {
		return Value{}, err
	}
	return MapSet(product, func(t Value) (Value, error) { return Set(t.n.elems...), nil })
}

func chooseUnique(s Value, test op) (Value, error) {
	found, err := Filter(s, func(x Value) (bool, error) { return holds("ChooseUnique", test, x) })
	if err != nil {
		return Value{}, err
	}
	if found, err = finiteSet("ChooseUnique", found); err != nil {
		return Value{}, err
	}
	if len(found.n.elems) != 1 {
		return Value{}, errorf("ChooseUnique: %d elements satisfy the predicate, expected one", len(found.n.elems))
	}
	return found.n.elems[0], nil
}
