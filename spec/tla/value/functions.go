package value

var functions = []Operator{
	binary("Restrict", restrict),
	{"RestrictDomain", []int{0, 1}, func(a []Arg) (Value, error) { return restrictWhere(a[0].Value, a[1].Op, false) }},
	{"RestrictValues", []int{0, 1}, func(a []Arg) (Value, error) { return restrictWhere(a[0].Value, a[1].Op, true) }},
	test2("IsRestriction", isRestriction),
	unary("Range", rangeOf),
	{"Pointwise", []int{0, 0, 2}, func(a []Arg) (Value, error) {
		domain, err := Domain(a[0].Value)
		if err != nil {
			return Value{}, err
		}
		return MakeFunction(domain, func(x Value) (Value, error) {
			u, err := Apply(a[0].Value, x)
			if err != nil {
				return Value{}, err
			}
			v, err := Apply(a[1].Value, x)
			if err != nil {
				return Value{}, err
			}
			return a[2].Op(u, v)
		})
	}},
	ternary("Inverse", inverse),
	unary("AntiFunction", func(f Value) (Value, error) {
		domain, err := Domain(f)
		if err != nil {
			return Value{}, err
		}
		values, err := rangeOf(f)
		if err != nil {
			return Value{}, err
		}
		return inverse(f, domain, values)
	}),
	test1("IsInjective", isInjective),
	mappings("Injection", true, false), mappings("Surjection", false, true), mappings("Bijection", true, true),
	existence("ExistsInjection", func(n, m int64) bool { return n <= m }),
	existence("ExistsSurjection", func(n, m int64) bool { return n >= m && (m > 0 || n == 0) }),
	existence("ExistsBijection", func(n, m int64) bool { return n == m }),
	{"FoldFunction", []int{2, 0, 0}, func(a []Arg) (Value, error) {
		domain, err := Domain(a[2].Value)
		if err != nil {
			return Value{}, err
		}
		return foldFunction("FoldFunction", a[0].Op, a[1].Value, a[2].Value, domain)
	}},
	{"FoldFunctionOnSet", []int{2, 0, 0, 0}, func(a []Arg) (Value, error) {
		return foldFunction("FoldFunctionOnSet", a[0].Op, a[1].Value, a[2].Value, a[3].Value)
	}},
	unary("SumFunction", func(f Value) (Value, error) {
		domain, err := Domain(f)
		if err != nil {
			return Value{}, err
		}
		return foldFunction("SumFunction", addOp, Int(0), f, domain)
	}),
	binary("SumFunctionOnSet", func(f, s Value) (Value, error) {
		return foldFunction("SumFunctionOnSet", addOp, Int(0), f, s)
	}),
}

// restrict returns [x \in s |-> f[x]].
func restrict(f, s Value) (Value, error) {
	return MakeFunction(s, func(x Value) (Value, error) { return Apply(f, x) })
}

// restrictWhere keeps the arguments of f that pass a test, or those whose
// values do.
func restrictWhere(f Value, test op, byValue bool) (Value, error) {
	domain, err := Domain(f)
	if err != nil {
		return Value{}, err
	}
	kept, err := Filter(domain, func(x Value) (bool, error) {
		if byValue {
			var err error
			if x, err = Apply(f, x); err != nil {
				return false, err
			}
		}
		return holds("Restrict", test, x)
	})
	if err != nil {
		return Value{}, err
	}
	return restrict(f, kept)
}

func isRestriction(narrow, wide Value) (bool, error) {
	small, err := Domain(narrow)
	if err != nil {
		return false, err
	}
	large, err := Domain(wide)
	if err != nil {
		return false, err
	}
	if sub, err := SubsetEq(small, large); err != nil || !sub {
		return false, err
	}
	restricted, err := restrict(wide, small)
	if err != nil {
		return false, err
	}
	return Equal(narrow, restricted)
}

// rangeOf returns the set of the values of a function.
func rangeOf(f Value) (Value, error) {
	f, err := explicitFunction("Range", f)
	if err != nil {
		return Value{}, err
	}
	return Set(f.n.elems...), nil
}

func explicitFunction(operator string, f Value) (Value, error) {
	if !f.Kind().IsFunction() {
		return Value{}, wrongArgument(operator, "a function", f)
	}
	return force(f)
}

// inverse maps each element of t to the first of s that f maps to it, and to
// the first of s at all where f maps nothing to it.
func inverse(f, s, t Value) (Value, error) {
	values, err := rangeOf(f)
	if err != nil {
		return Value{}, err
	}
	return MakeFunction(t, func(y Value) (Value, error) {
		reached, err := Member(y, values)
		if err != nil {
			return Value{}, err
		}
		it, err := Elements(s)
		if err != nil {
			return Value{}, err
		}
		for x, ok := it.Next(); ok; x, ok = it.Next() {
			if !reached {
				return x, nil
			}
			at, err := Apply(f, x)
			if err != nil {
				return Value{}, err
			}
			if same, err := Equal(at, y); err != nil || same {
				return x, err
			}
		}
		return Value{}, errorf("Inverse: no element of %v is mapped to %v", s, y)
	})
}

func isInjective(f Value) (bool, error) {
	f, err := explicitFunction("IsInjective", f)
	if err != nil {
		return false, err
	}
	values, err := rangeOf(f)
	if err != nil {
		return false, err
	}
	return len(values.n.elems) == len(f.n.elems), checkComparable(values)
}

// mappings makes the operator for the injections, surjections or bijections of
// s to t.
func mappings(name string, injective, surjective bool) Operator {
	return binary(name, func(s, t Value) (Value, error) {
		all, err := FunctionSet(s, t)
		if err != nil {
			return Value{}, err
		}
		return Filter(all, func(f Value) (bool, error) {
			if injective {
				if yes, err := isInjective(f); err != nil || !yes {
					return false, err
				}
			}
			if !surjective {
				return true, nil
			}
			values, err := rangeOf(f)
			if err != nil {
				return false, err
			}
			return SubsetEq(t, values)
		})
	})
}

// existence makes the operator that tells by the sizes of two finite sets
// whether there is a mapping.
func existence(name string, possible func(n, m int64) bool) Operator {
	return test2(name, func(s, t Value) (bool, error) {
		n, err := Cardinality(s)
		if err != nil {
			return false, err
		}
		m, err := Cardinality(t)
		return possible(n.i, m.i), err
	})
}
