package value

import "slices"

// Fields are the names of a record's fields, in the order in which somebody
// wrote them.
type Fields struct {
	dom   *node
	place []int // place[i]: where the i-th name given is among the sorted ones
}

// NewFields returns the names, of which there must be at least one and no two
// the same.
func NewFields(names ...string) (*Fields, error) {
	if len(names) == 0 {
		return nil, errorf("a record needs a field")
	}
	sorted := make([]Value, len(names))
	for i, name := range names {
		sorted[i] = String(name)
	}
	f := &Fields{dom: sortedSet(sorted...), place: make([]int, len(names))}
	if len(f.dom.elems) != len(names) {
		return nil, errorf("a field is named twice in %v", Value{n: f.dom})
	}
	for i, name := range sorted {
		f.place[i] = slices.Index(f.dom.elems, name)
	}
	return f, nil
}

// Record returns the record whose fields, in the order of the names given, have
// these values. The slice, of as many values as there are names, is copied.
func (f *Fields) Record(elems []Value) Value { return f.fill(KindRecord, elems) }

// Set returns the set of the records whose fields are in these sets.
func (f *Fields) Set(sets []Value) (Value, error) {
	for i, s := range sets {
		if !s.Kind().IsSet() {
			return Value{}, errorf("field %s: expected a set, found %s", f.dom.elems[f.place[i]].Text(), describe(s))
		}
	}
	set := f.fill(KindRecordSet, sets)
	if set.n.depth > maxDepth {
		return Value{}, tooDeep()
	}
	return set, nil
}

func (f *Fields) fill(kind Kind, elems []Value) Value {
	n := alloc(kind, len(f.place))
	n.dom = f.dom
	for i, at := range f.place {
		n.elems[at] = elems[i]
		if kind == KindRecordSet {
			n.depth = max(n.depth, elems[i].n.depth+1)
		}
	}
	return Value{n: n}
}

// fromPairs returns the function that maps keys[i] to values[i]; of equal keys
// the first counts.
func fromPairs(keys, values []Value) (Value, error) {
	domain := Set(keys...)
	if err := checkComparable(domain); err != nil {
		return Value{}, err
	}
	elems := make([]Value, len(domain.n.elems))
	for i, key := range keys {
		at, err := domain.n.find(key)
		if err != nil {
			return Value{}, err
		}
		if elems[at].n == nil {
			elems[at] = values[i]
		}
	}
	return FunctionOf(domain, elems)
}
