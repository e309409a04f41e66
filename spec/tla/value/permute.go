package value

import "slices"

// A Permutation renames model values.
type Permutation struct {
	from, to []Value // to[i] takes the place of from[i]; sorted by from
}

// NewPermutation returns the renaming that a function describes. It must map
// model values one to one to the same model values.
func NewPermutation(f Value) (Permutation, error) {
	f, err := Normalize(f)
	if err != nil {
		return Permutation{}, err
	}
	if !f.Kind().IsFunction() {
		return Permutation{}, noPermutation(f)
	}
	domain, err := force(f.n.domain())
	if err != nil {
		return Permutation{}, err
	}
	p := Permutation{from: domain.n.elems, to: f.n.elems}
	for _, v := range p.from {
		if v.Kind() != KindModel {
			return Permutation{}, noPermutation(f)
		}
	}
	if !Identical(Set(p.to...), domain) {
		return Permutation{}, noPermutation(f)
	}
	return p, nil
}

func noPermutation(v Value) error {
	return errorf("expected a set of functions that permute model values, found %s in it", describe(v))
}

// image returns what takes the place of a model value.
func (p Permutation) image(v Value) Value {
	if i := slices.Index(p.from, v); i >= 0 {
		return p.to[i]
	}
	return v
}

// isIdentity reports whether p renames nothing.
func (p Permutation) isIdentity() bool { return slices.Equal(p.from, p.to) }

// then returns the renaming by p, then by q.
func (p Permutation) then(q Permutation) Permutation {
	from := append(slices.Clone(p.from), q.from...)
	slices.SortFunc(from, Order)
	r := Permutation{from: slices.Compact(from)}
	for _, v := range r.from {
		r.to = append(r.to, q.image(p.image(v)))
	}
	return r
}

// MaxGroup is how many permutations a symmetry may have.
const MaxGroup = 50_000

// Group returns all permutations that those of a set generate, the identity
// first, the rest in an order that depends on the set alone.
func Group(set Value) ([]Permutation, error) {
	if !set.Kind().IsSet() {
		return nil, errorf("expected a set of functions that permute model values, found %s", describe(set))
	}
	it, err := Elements(set)
	if err != nil {
		return nil, err
	}
	var generators []Permutation
	from := EmptySet
	for f, ok := it.Next(); ok; f, ok = it.Next() {
		p, err := NewPermutation(f)
		if err != nil {
			return nil, err
		}
		if from, err = Union(from, Set(p.from...)); err != nil {
			return nil, err
		}
		if !p.isIdentity() {
			generators = append(generators, p)
		}
	}
	if it.Err() != nil {
		return nil, it.Err()
	}
	return closure(Permutation{from: from.n.elems, to: from.n.elems}, generators)
}

// closure multiplies with the generators until nothing new is found.
func closure(identity Permutation, generators []Permutation) ([]Permutation, error) {
	group := []Permutation{identity}
	seen := map[string]bool{Tuple(identity.to...).String(): true}
	for at := 0; at < len(group); at++ {
		for _, g := range generators {
			p := group[at].then(g)
			image := Tuple(p.to...).String()
			if seen[image] {
				continue
			}
			seen[image] = true
			if group = append(group, p); len(group) > MaxGroup {
				return nil, errorf("a symmetry of more than %d permutations", MaxGroup)
			}
		}
	}
	return group, nil
}

// Apply returns a normal value with its model values renamed.
func (p Permutation) Apply(v Value) Value {
	switch {
	case v.n.kind == KindModel:
		return p.image(v)
	case !v.mentionsModels():
		return v
	}
	return rename(v, p.Apply)
}

// rename rebuilds a normal value out of the images of its parts.
func rename(v Value, image func(Value) Value) Value {
	n := alloc(v.n.kind, len(v.n.elems))
	n.ext = v.n.ext
	for i, e := range v.n.elems {
		n.elems[i] = image(e)
	}
	if n.kind == KindSet {
		n.sort()
	}
	if v.n.dom != nil {
		n.dom = image(Value{n: v.n.dom}).n
		if (Value{n: n.dom}).mentionsModels() { // perhaps the same set in another order
			n.moveValues(v.n.dom.elems, image)
		}
	}
	n.known.Or(knownNormal)
	return Value{n: n}
}

// moveValues puts each value of a function to the new place of its argument,
// which was at the same index among keys.
func (n *node) moveValues(keys []Value, image func(Value) Value) {
	moved := make([]Value, len(keys))
	for i, key := range keys {
		at, _ := slices.BinarySearchFunc(n.dom.elems, image(key), Order)
		moved[at] = n.elems[i]
	}
	copy(n.elems, moved)
}

// mentionsModels reports whether a model value occurs in v.
func (v Value) mentionsModels() bool {
	switch v.n.kind {
	case KindModel:
		return true
	case KindBool, KindInt, KindString:
		return false
	}
	if known := v.n.known.Load(); known&knownModels != 0 {
		return known&hasModels != 0
	}
	found := v.n.dom != nil && Value{n: v.n.dom}.mentionsModels() || slices.ContainsFunc(v.n.elems, Value.mentionsModels)
	bits := knownModels
	if found {
		bits |= hasModels
	}
	v.n.known.Or(bits)
	return found
}
