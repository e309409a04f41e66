package value

// subsets lists the subsets of a set, small ones first, those of one size in
// the order of their elements.
type subsets struct {
	elems   []Value
	chosen  []int // indexes of the next subset, ascending
	further bool  // chosen is a subset to come
}

func newSubsets(s Value) (generator, error) {
	explicit, err := force(s)
	if err != nil {
		return nil, err
	}
	if err := checkComparable(explicit); err != nil {
		return nil, err
	}
	return &subsets{elems: explicit.n.elems, further: true}, nil
}

func (g *subsets) next() (Value, bool, error) {
	if !g.further {
		return Value{}, false, nil
	}
	set := EmptySet
	if len(g.chosen) > 0 {
		n := alloc(KindSet, len(g.chosen))
		for i, at := range g.chosen {
			n.elems[i] = g.elems[at]
		}
		set = Value{n: n}
	}
	g.further = g.advance()
	return set, true, nil
}

// advance moves to the next subset of the same size, or the first of the next.
func (g *subsets) advance() bool {
	size, n := len(g.chosen), len(g.elems)
	for i := size - 1; i >= 0; i-- {
		if g.chosen[i] < n-size+i {
			g.chosen[i]++
			for j := i + 1; j < size; j++ {
				g.chosen[j] = g.chosen[j-1] + 1
			}
			return true
		}
	}
	if size == n {
		return false
	}
	g.chosen = append(g.chosen, 0)
	for i := range g.chosen {
		g.chosen[i] = i
	}
	return true
}

// tuples lists the combinations of the elements of several sets, the last one
// changing fastest.
type tuples struct {
	sets    []Value
	its     []Iter
	current []Value
	further bool
	build   func(elems []Value) Value
}

func newTuples(sets []Value, build func([]Value) Value) (generator, error) {
	g := &tuples{sets: sets, its: make([]Iter, len(sets)), current: make([]Value, len(sets)), further: true, build: build}
	for i := range sets {
		ok, err := g.restart(i)
		if err != nil {
			return nil, err
		}
		g.further = g.further && ok
	}
	return g, nil
}

// restart takes the first element of the i-th set.
func (g *tuples) restart(i int) (ok bool, err error) {
	if g.its[i], err = Elements(g.sets[i]); err != nil {
		return false, err
	}
	g.current[i], ok = g.its[i].Next()
	return ok, g.its[i].Err()
}

func (g *tuples) next() (Value, bool, error) {
	if !g.further {
		return Value{}, false, nil
	}
	v := g.build(g.current)
	for i := len(g.sets) - 1; ; i-- {
		if i < 0 {
			g.further = false
			break
		}
		x, ok := g.its[i].Next()
		if g.its[i].Err() != nil {
			return Value{}, false, g.its[i].Err()
		}
		if ok {
			g.current[i] = x
			break
		}
		if _, err := g.restart(i); err != nil {
			return Value{}, false, err
		}
	}
	return v, true, nil
}

// newFunctions lists [s -> t].
func newFunctions(s, t Value) (generator, error) {
	domain, err := explicitDomain(s)
	if err != nil {
		return nil, err
	}
	kind, dom, err := shape(domain)
	if err != nil {
		return nil, err
	}
	it, err := Elements(domain)
	if err != nil {
		return nil, err
	}
	sets := make([]Value, it.explicitLen())
	for i := range sets {
		sets[i] = t
	}
	return newTuples(sets, func(elems []Value) Value {
		if len(elems) == 0 {
			return EmptyTuple
		}
		n := allocCopy(kind, elems)
		n.dom = dom
		return Value{n: n}
	})
}
