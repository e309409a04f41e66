package value

// tlc are the operators of the module TLC that are functions of their
// arguments. What prints, reads the clock or remembers is the evaluator's.
var tlc = []Operator{
	binary(":>", MapsTo), binary("@@", Override),
	unary("Permutations", permutations),
	unary("ToString", toString),
	unary("RandomElement", randomElement),
	constant("Any", AnySet),
	unary("TLCEval", tlcEval),
	binary("Assert", assert),
	{"SortSeq", []int{0, 2}, func(a []Arg) (Value, error) {
		elems, err := sequence("SortSeq", a[0].Value)
		if err != nil {
			return Value{}, err
		}
		return sortSeq(elems, a[1].Op)
	}},
}

var tlcExt = []Operator{
	binary("AssertEq", func(a, b Value) (Value, error) {
		same, err := Equal(a, b)
		return Bool(same), err
	}),
	unary("TLCModelValue", func(name Value) (Value, error) {
		if name.Kind() != KindString {
			return Value{}, wrongArgument("TLCModelValue", "a string", name)
		}
		return Model(name.Text()), nil
	}),
	unary("TLCFP", func(v Value) (Value, error) {
		h, err := Hash(v)
		return Int(int64(int32(h))), err
	}),
}

// MapsTo returns x :> y, the function that maps only x, to y.
func MapsTo(x, y Value) (Value, error) { return FunctionOf(Set(x), []Value{y}) }

// Override returns f @@ g: what f maps, and what only g maps.
func Override(f, g Value) (Value, error) {
	for _, x := range []Value{f, g} {
		if !x.Kind().IsFunction() {
			return Value{}, wrongArgument("@@", "a function", x)
		}
	}
	f, err := force(f)
	if err != nil {
		return Value{}, err
	}
	if g, err = force(g); err != nil {
		return Value{}, err
	}
	switch {
	case len(g.n.elems) == 0 || f.n.dom != nil && f.n.dom == g.n.dom:
		return f, nil
	case len(f.n.elems) == 0:
		return g, nil
	}
	domain, err := Union(f.n.domain(), g.n.domain())
	if err != nil {
		return Value{}, err
	}
	return MakeFunction(domain, func(x Value) (Value, error) {
		at, err := f.n.position(x)
		if err != nil {
			return Value{}, err
		}
		if at >= 0 {
			return f.n.elems[at], nil
		}
		return Apply(g, x)
	})
}

// permutations returns the set of the functions that permute a finite set.
func permutations(s Value) (Value, error) {
	s, err := finiteSet("Permutations", s)
	if err != nil {
		return Value{}, err
	}
	all, err := arrangements(s.n.elems)
	if err != nil {
		return Value{}, err
	}
	var b Builder
	for _, elems := range all {
		f, err := FunctionOf(s, elems)
		if err != nil {
			return Value{}, err
		}
		if err := b.Add(f); err != nil {
			return Value{}, err
		}
	}
	return b.Set()
}

// finiteSet returns the explicit form of a set.
func finiteSet(operator string, s Value) (Value, error) {
	if !s.Kind().IsSet() {
		return Value{}, wrongArgument(operator, "a finite set", s)
	}
	s, err := force(s)
	if err != nil {
		return Value{}, err
	}
	return s, checkComparable(s)
}

// arrangements returns every order of the elements.
func arrangements(elems []Value) ([][]Value, error) {
	all := [][]Value{nil}
	for range elems {
		if len(all)*len(elems) > MaxElements {
			return nil, tooMany("a set of permutations")
		}
		var longer [][]Value
		for _, prefix := range all {
			for _, e := range elems {
				if !containsSame(prefix, e) {
					longer = append(longer, append(prefix[:len(prefix):len(prefix)], e))
				}
			}
		}
		all = longer
	}
	return all, nil
}

func containsSame(elems []Value, x Value) bool {
	for _, e := range elems {
		if e == x {
			return true
		}
	}
	return false
}

// toString returns the text of a value.
func toString(v Value) (Value, error) {
	if v.Kind() > KindLazy || v.Kind() == KindLazy {
		if explicit, err := Normalize(v); err == nil {
			v = explicit
		}
	}
	p := printer{limit: maxText}
	if p.value(v); p.full() {
		return Value{}, errorf("ToString: a string would have more than %d bytes", maxText)
	}
	return String(p.String()), nil
}

// tlcEval makes a value explicit if it is finite.
func tlcEval(v Value) (Value, error) {
	if isInfinite(v) {
		return v, nil
	}
	return force(v)
}

// assert is TRUE, or an error with the message out.
func assert(condition, out Value) (Value, error) {
	b, ok := condition.AsBool()
	switch {
	case !ok:
		return Value{}, wrongArgument("Assert", "TRUE or FALSE", condition)
	case b:
		return True, nil
	case out.Kind() == KindString:
		return Value{}, errorf("assertion failed: %s", out.Text())
	}
	return Value{}, errorf("assertion failed: %v", out)
}
