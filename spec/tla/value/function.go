package value

// Tuple returns a tuple, also called a sequence. The slice is copied.
func Tuple(elems ...Value) Value {
	if len(elems) == 0 {
		return EmptyTuple
	}
	return Value{n: allocCopy(KindTuple, elems)}
}

// newTuple makes a tuple without a copy.
func newTuple(elems []Value) Value {
	if len(elems) == 0 {
		return EmptyTuple
	}
	return Value{n: &node{kind: KindTuple, elems: elems}}
}

// domain returns the domain of an explicit function.
func (n *node) domain() Value {
	switch {
	case n.kind == KindTuple:
		return Interval(1, int64(len(n.elems)))
	case n.dom.kind == KindInterval:
		return Interval(n.dom.elems[0].i, n.dom.elems[1].i)
	}
	return Value{n: n.dom}
}

// shape decides how a function over the domain, an explicit set or interval,
// is held: the kind, and the node of the domain unless it is a tuple.
func shape(domain Value) (Kind, *node, error) {
	if domain.Kind() == KindInterval {
		lo, hi := domain.bounds()
		if intervalSize(lo, hi) > MaxElements {
			return 0, nil, tooMany("the domain of a function")
		}
		if lo == 1 {
			return KindTuple, nil, nil
		}
		return KindFunction, intervalDomain(lo, hi), nil
	}
	n := domain.n
	if n.clash {
		var c comparison
		c.inner(domain)
		return 0, nil, c.problem("compare")
	}
	if len(n.elems) == 0 {
		return KindTuple, nil, nil
	}
	first, last := n.elems[0], n.elems[len(n.elems)-1]
	switch {
	case first.n == intNode && last.n == intNode && last.i-first.i == int64(len(n.elems))-1:
		if first.i == 1 {
			return KindTuple, nil, nil
		}
		return KindFunction, intervalDomain(first.i, last.i), nil
	case first.n.kind == KindString && last.n.kind == KindString:
		return KindRecord, n, nil
	}
	return KindFunction, n, nil
}

// FunctionOf returns the function over a finite domain whose values are given
// in the order of [Elements] of the domain. The slice is copied.
func FunctionOf(domain Value, elems []Value) (Value, error) {
	domain, err := explicitDomain(domain)
	if err != nil {
		return Value{}, err
	}
	kind, dom, err := shape(domain)
	if err != nil {
		return Value{}, err
	}
	if n, _, err := Size(domain); err != nil || n != int64(len(elems)) {
		return Value{}, errorf("a function over %v: expected %d values, found %d", domain, n, len(elems))
	}
	if len(elems) == 0 {
		return EmptyTuple, nil
	}
	n := allocCopy(kind, elems)
	n.dom = dom
	return Value{n: n}, nil
}

// explicitDomain makes a set explicit, but leaves intervals.
func explicitDomain(domain Value) (Value, error) {
	if k := domain.Kind(); k == KindSet || k == KindInterval {
		return domain, nil
	}
	if !domain.Kind().IsSet() {
		return Value{}, errorf("expected a set as the domain of a function, found %s", describe(domain))
	}
	return force(domain)
}

// MakeFunction returns [x \in domain |-> f(x)] with all its values computed, in
// the domain's order.
func MakeFunction(domain Value, f func(Value) (Value, error)) (Value, error) {
	domain, err := explicitDomain(domain)
	if err != nil {
		return Value{}, err
	}
	kind, dom, err := shape(domain)
	if err != nil {
		return Value{}, err
	}
	it, err := Elements(domain)
	if err != nil {
		return Value{}, err
	}
	n := alloc(kind, it.explicitLen())
	n.dom = dom
	for i := range n.elems {
		x, _ := it.Next()
		if n.elems[i], err = f(x); err != nil {
			return Value{}, err
		}
	}
	if len(n.elems) == 0 {
		return EmptyTuple, nil
	}
	return Value{n: n}, nil
}

// Lazy returns [x \in domain |-> f(x)] with f called when a value is needed,
// always with an element of the domain. f must not depend on anything that
// changes.
func Lazy(domain Value, f func(Value) (Value, error)) Value {
	n := alloc(KindLazy, 1)
	n.elems[0] = domain
	n.depth = domain.n.depth
	n.ext = &ext{apply: f, ordinal: ordinals.Add(1)}
	return Value{n: n}
}

// Apply returns f[x].
func Apply(f, x Value) (Value, error) {
	switch f.Kind() {
	case KindTuple:
		if x.n == intNode && uint64(x.i-1) < uint64(len(f.n.elems)) {
			return f.n.elems[x.i-1], nil
		}
	case KindRecord, KindFunction:
		if x.n == nil {
			break
		}
		at, err := f.n.dom.find(x)
		if err != nil {
			return Value{}, err
		}
		if at >= 0 {
			return f.n.elems[at], nil
		}
	case KindLazy:
		return f.applyLazy(x)
	default:
		return Value{}, errorf("cannot apply %s to %v: it is not a function", describe(f), x)
	}
	return Value{}, errorf("cannot apply %s to %v, which is not in its domain", describe(f), x)
}

func (f Value) applyLazy(x Value) (Value, error) {
	if n := f.n.ext.forced.Load(); n != nil {
		return Apply(Value{n: n}, x)
	}
	in, err := Member(x, f.n.elems[0])
	if err != nil {
		return Value{}, err
	}
	if !in {
		return Value{}, errorf("cannot apply a function to %v, which is not in its domain %v", x, f.n.elems[0])
	}
	return f.n.ext.apply(x)
}

// Field returns the field of a record, f.name, where name is a string.
func Field(f, name Value) (Value, error) {
	if f.Kind() == KindRecord {
		for i, e := range f.n.dom.elems {
			if e == name {
				return f.n.elems[i], nil
			}
		}
		return Value{}, errorf("%s has no field %s", describe(f), name.Text())
	}
	if !f.Kind().IsFunction() {
		return Value{}, errorf("cannot select field %s of %s", name.Text(), describe(f))
	}
	return Apply(f, name)
}

// Domain returns DOMAIN f.
func Domain(f Value) (Value, error) {
	switch f.Kind() {
	case KindTuple, KindRecord, KindFunction:
		return f.n.domain(), nil
	case KindLazy:
		return f.n.elems[0], nil
	}
	return Value{}, errorf("DOMAIN of %s, which is not a function", describe(f))
}

// Except returns [f EXCEPT ![x] = y]. As in TLC it is f where x is not in the
// domain of f.
func Except(f, x, y Value) (Value, error) {
	return ExceptPath(f, []Value{x}, func(Value) (Value, error) { return y, nil })
}

// ExceptPath returns [f EXCEPT ![path[0]]...[path[n-1]] = g(@)]. Where a step
// of the path is outside a domain, the function at hand is left as it is and g
// is not called.
func ExceptPath(f Value, path []Value, g func(old Value) (Value, error)) (Value, error) {
	if len(path) == 0 {
		return g(f)
	}
	switch f.Kind() {
	case KindTuple, KindRecord, KindFunction:
	case KindLazy:
		return f.exceptLazy(path, g)
	default:
		return Value{}, errorf("EXCEPT at %v of %s, which is not a function", path[0], describe(f))
	}
	at, err := f.n.position(path[0])
	if err != nil || at < 0 {
		return f, err
	}
	changed, err := ExceptPath(f.n.elems[at], path[1:], g)
	if err != nil {
		return Value{}, err
	}
	return ExceptAt(f, at, changed), nil
}

// Position returns where x is in the domain of f, as an index into f.Elems();
// -1 if it is not there, or f is not an explicit function.
func Position(f, x Value) (int, error) {
	switch f.Kind() {
	case KindTuple, KindRecord, KindFunction:
		return f.n.position(x)
	}
	return -1, nil
}

// ExceptAt returns the explicit function f with y as its value at a
// [Position].
func ExceptAt(f Value, at int, y Value) Value {
	if y == f.n.elems[at] {
		return f
	}
	n := allocCopy(f.n.kind, f.n.elems)
	n.dom = f.n.dom
	n.elems[at] = y
	return Value{n: n}
}

// position returns where x is in the domain of an explicit function, or -1.
func (n *node) position(x Value) (int, error) {
	if n.kind != KindTuple {
		return n.dom.find(x)
	}
	if len(n.elems) == 0 {
		return -1, nil
	}
	return n.domain().findNumber(x)
}

func (f Value) exceptLazy(path []Value, g func(Value) (Value, error)) (Value, error) {
	domain := f.n.elems[0]
	if infinite, err := infiniteSet(domain); err != nil {
		return Value{}, err
	} else if !infinite {
		explicit, err := force(f)
		if err != nil {
			return Value{}, err
		}
		return ExceptPath(explicit, path, g)
	}
	in, err := Member(path[0], domain)
	if err != nil || !in {
		return f, err
	}
	old, err := Apply(f, path[0])
	if err != nil {
		return Value{}, err
	}
	changed, err := ExceptPath(old, path[1:], g)
	if err != nil {
		return Value{}, err
	}
	except := Lazy(domain, func(x Value) (Value, error) {
		if same, err := Equal(x, path[0]); err != nil || same {
			return changed, err
		}
		return f.n.ext.apply(x)
	})
	if except.n.depth = f.n.depth + 1; except.n.depth > maxDepth {
		return Value{}, tooDeep()
	}
	return except, nil
}
