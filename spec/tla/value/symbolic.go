package value

import "sync/atomic"

// ordinals numbers the closures in symbolic values, to tell them apart.
var ordinals atomic.Uint64

func symbolicSet(kind Kind, parts ...Value) (Value, error) {
	n := allocCopy(kind, parts)
	for _, part := range parts {
		n.depth = max(n.depth, part.n.depth+1)
	}
	if n.depth > maxDepth {
		return Value{}, tooDeep()
	}
	if kind == KindUnion || kind == KindCup {
		n.ext = &ext{} // a place for the list, which is expensive
	}
	return Value{n: n}, nil
}

// Subset returns SUBSET s.
func Subset(s Value) (Value, error) {
	if !s.Kind().IsSet() {
		return Value{}, wrongArgument("SUBSET", "a set", s)
	}
	return symbolicSet(KindSubset, s)
}

// FunctionSet returns [s -> t].
func FunctionSet(s, t Value) (Value, error) {
	if !s.Kind().IsSet() || !t.Kind().IsSet() {
		return Value{}, errorf("expected two sets for a set of functions, found %s and %s", describe(s), describe(t))
	}
	return symbolicSet(KindFunctionSet, s, t)
}

// Product returns s \X t for two sets, and so on for more.
func Product(sets ...Value) (Value, error) {
	for _, s := range sets {
		if !s.Kind().IsSet() {
			return Value{}, wrongArgument(`\X`, "a set", s)
		}
	}
	return symbolicSet(KindProduct, sets...)
}

// SeqSet returns Seq(s).
func SeqSet(s Value) (Value, error) {
	if !s.Kind().IsSet() {
		return Value{}, wrongArgument("Seq", "a set", s)
	}
	return symbolicSet(KindSeq, s)
}

// fewElements is how large a UNION of symbolic sets may be to be listed at once:
// membership in one that is not has to look into each of its sets.
const fewElements = 64

// BigUnion returns UNION s. It stays symbolic only where an element of s is a
// symbolic set, unless it is small.
func BigUnion(s Value) (Value, error) {
	if !s.Kind().IsSet() {
		return Value{}, wrongArgument("UNION", "a set", s)
	}
	if s.Kind() != KindSet {
		return symbolicSet(KindUnion, s)
	}
	var b Builder
	total := uint64(0)
	for _, inner := range s.n.elems {
		if !inner.Kind().IsSet() {
			return Value{}, wrongArgument("UNION", "a set of sets", s)
		}
		if !inner.isPlain() {
			n, ok := quickSize(inner)
			if !ok || n > fewElements || total+n > fewElements {
				return symbolicSet(KindUnion, s)
			}
			total += n
		}
		if err := b.addAll(inner); err != nil {
			return Value{}, err
		}
	}
	return b.Set()
}

// isPlain reports whether v is a set or an interval not too large to list.
func (v Value) isPlain() bool {
	if v.Kind() == KindInterval {
		lo, hi := v.bounds()
		return intervalSize(lo, hi) <= MaxElements
	}
	return v.Kind() == KindSet
}

func (b *Builder) addAll(s Value) error {
	it, err := Elements(s)
	if err != nil {
		return err
	}
	for x, ok := it.Next(); ok; x, ok = it.Next() {
		if err := b.Add(x); err != nil {
			return err
		}
	}
	return it.Err()
}

// Filter returns {x \in s : p(x)}: explicit if s is, else symbolic. p must not
// depend on anything that changes.
func Filter(s Value, p func(Value) (bool, error)) (Value, error) {
	if !s.Kind().IsSet() {
		return Value{}, errorf("expected a set to select from, found %s", describe(s))
	}
	if s.isPlain() {
		return filter(s, p)
	}
	set, err := symbolicSet(KindFilter, s)
	if err == nil {
		set.n.ext = &ext{holds: p, ordinal: ordinals.Add(1)}
	}
	return set, err
}

func filter(s Value, p func(Value) (bool, error)) (Value, error) {
	it, err := Elements(s)
	if err != nil {
		return Value{}, err
	}
	var few [16]Value // most results are small and need no more memory to collect
	kept, total := few[:0], 0
	for x, ok := it.Next(); ok; x, ok = it.Next() {
		total++
		yes, err := p(x)
		if err != nil {
			return Value{}, err
		}
		if yes {
			kept = append(kept, x)
		}
	}
	if it.Err() != nil {
		return Value{}, it.Err()
	}
	switch {
	case len(kept) == 0:
		return EmptySet, nil
	case len(kept) == total && s.Kind() == KindSet:
		return s, nil
	}
	return Value{n: allocCopy(KindSet, kept)}, nil
}
