package value

// An Iter lists the elements of a set, each once, in an order that depends on
// the set alone: in the order of values, unless that would mean listing a
// symbolic set first.
//
//	it, err := value.Elements(s)
//	for x, ok := it.Next(); ok; x, ok = it.Next() { … }
//	err = it.Err()
type Iter struct {
	elems    []Value // what is left of an explicit set
	next     int64   // the rest of an interval, while more is set
	last     int64
	more     bool
	generate generator // of a symbolic set
	err      error
}

// A generator makes the elements of a symbolic set one by one.
type generator interface {
	next() (Value, bool, error)
}

// Elements returns an iterator over a set. It is an error if the set is
// infinite, or not a set.
func Elements(s Value) (Iter, error) {
	switch s.Kind() {
	case KindSet:
		if s.n.clash {
			var c comparison
			c.inner(s)
			if c.clashed() || c.err != nil {
				return Iter{}, c.problem("check equality of")
			}
		}
		return Iter{elems: s.n.elems}, nil
	case KindInterval:
		lo, hi := s.bounds()
		return Iter{next: lo, last: hi, more: true}, nil
	}
	if !s.Kind().IsSet() {
		return Iter{}, errorf("cannot enumerate %s: it is not a set", describe(s))
	}
	if s.n.ext != nil {
		if n := s.n.ext.forced.Load(); n != nil {
			return Iter{elems: n.elems}, nil
		}
		if s.n.kind == KindFilter && s.isWorn() {
			if x, err := force(s); err == nil {
				return Iter{elems: x.n.elems}, nil
			}
			s.n.ext.asked.Store(0) // an element that nobody may ask for has an error
		}
	}
	g, err := newGenerator(s)
	return Iter{generate: g}, err
}

// Listed returns the elements of a set if they are at hand in their order. The
// slice must not be changed.
func Listed(s Value) ([]Value, bool) {
	if s.Kind() != KindSet || s.n.clash {
		return nil, false
	}
	return s.n.elems, true
}

// explicitLen is how many elements are left, for explicit sets and intervals.
func (it *Iter) explicitLen() int {
	if it.more {
		return int(intervalSize(it.next, it.last))
	}
	return len(it.elems)
}

// Next returns the next element, and false after the last or at an error.
func (it *Iter) Next() (Value, bool) {
	if len(it.elems) > 0 {
		x := it.elems[0]
		it.elems = it.elems[1:]
		return x, true
	}
	if it.more {
		x := Int(it.next)
		it.more = it.next < it.last
		it.next++
		return x, true
	}
	if it.generate == nil {
		return Value{}, false
	}
	x, ok, err := it.generate.next()
	if !ok || err != nil {
		it.generate, it.err = nil, err
		return Value{}, false
	}
	return x, true
}

// Err returns why Next ended before the last element, if it did.
func (it *Iter) Err() error { return it.err }

func newGenerator(s Value) (generator, error) {
	parts := s.n.elems
	switch s.n.kind {
	case KindSubset:
		return newSubsets(parts[0])
	case KindFunctionSet:
		return newFunctions(parts[0], parts[1])
	case KindRecordSet:
		return newTuples(parts, func(elems []Value) Value {
			n := allocCopy(KindRecord, elems)
			n.dom = s.n.dom
			return Value{n: n}
		})
	case KindProduct:
		return newTuples(parts, func(elems []Value) Value { return Tuple(elems...) })
	case KindFilter:
		it, err := Elements(parts[0])
		return &selection{it, func(x Value) (bool, error) {
			s.n.ext.asked.Add(1)
			return s.n.ext.holds(x)
		}}, err
	case KindCap, KindDiff:
		return newDifference(s.n.kind, parts[0], parts[1])
	case KindCup, KindUnion:
		set, err := force(s)
		if err != nil {
			return nil, err
		}
		it, err := Elements(set)
		return &listed{it}, err
	}
	return nil, errorf("cannot enumerate the infinite set %v", s)
}

// listed is an explicit set as a generator.
type listed struct{ it Iter }

func (l *listed) next() (Value, bool, error) {
	x, ok := l.it.Next()
	return x, ok, l.it.Err()
}

// selection lists what a predicate selects.
type selection struct {
	it    Iter
	holds func(Value) (bool, error)
}

func (s *selection) next() (Value, bool, error) {
	for x, ok := s.it.Next(); ok; x, ok = s.it.Next() {
		if yes, err := s.holds(x); yes || err != nil {
			return x, yes, err
		}
	}
	return Value{}, false, s.it.Err()
}

// isWorn reports whether listing a set that a predicate selects has by now taken as
// many calls of the predicate as listing all of it would.
func (s Value) isWorn() bool {
	n, ok := quickSize(s.n.elems[0])
	return ok && n <= MaxElements && s.n.ext.asked.Load() >= n
}

func newDifference(kind Kind, s, t Value) (generator, error) {
	if infinite, err := infiniteSet(s); kind == KindCap && (infinite || err != nil) {
		s, t = t, s
	}
	it, err := Elements(s)
	return &selection{it, func(x Value) (bool, error) {
		in, err := Member(x, t)
		return in == (kind == KindCap), err
	}}, err
}
