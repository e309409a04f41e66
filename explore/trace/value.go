package trace

import (
	"cmp"
	"slices"
	"strings"
)

// Kind is the shape of a [Value].
type Kind uint8

// The kinds, in the order in which [Value.Compare] sorts values of different
// kinds.
const (
	BoolKind     Kind = iota
	IntKind           // a whole number of 64 bits
	StringKind        // "text"
	ModelKind         // a model value, written as its bare name
	SequenceKind      // <<a, b>>: a function over 1..n, tuples included
	RecordKind        // [f |-> a]: a function over names
	FunctionKind      // (k :> a): any other function
	SetKind           // {a, b}
)

// A Value is a TLA+ value. Equal values have one form: a set has its elements
// sorted and each of them once, and a function over 1..n is a sequence, one
// over names a record and one over nothing the empty sequence. The zero Value
// is FALSE. A Value is never changed once made.
type Value struct {
	kind  Kind
	num   int64   // of a Bool (0 or 1) or an Int
	text  string  // of a String or a Model value
	keys  []Value // domain of a Function; names of a Record, as Strings
	elems []Value // of a Set or Sequence; for each key of a Function or Record
}

// A Pair is one entry of a function.
type Pair struct{ Key, Value Value }

// A Field is one entry of a record.
type Field struct {
	Name  string
	Value Value
}

// Bool returns TRUE or FALSE.
func Bool(b bool) Value {
	if b {
		return Value{num: 1}
	}
	return Value{}
}

// Int returns a number.
func Int(n int) Value { return Value{kind: IntKind, num: int64(n)} }

// String returns a string. It should be valid UTF-8, or it can't be written
// as JSON.
func String(s string) Value { return Value{kind: StringKind, text: s} }

// Model returns the model value of that name, which should be an identifier.
func Model(name string) Value { return Value{kind: ModelKind, text: name} }

// Sequence returns a sequence, also called a tuple.
func Sequence(elems ...Value) Value {
	return Value{kind: SequenceKind, elems: slices.Clip(elems)}
}

// Set returns the set of the elements, which may come in any order and be
// repeated.
func Set(elems ...Value) Value {
	sorted := slices.SortedFunc(slices.Values(elems), Value.Compare)
	return Value{kind: SetKind, elems: slices.CompactFunc(sorted, Value.Equal)}
}

// Record returns a record. Its fields are written in the order given, which
// does not count for equality. Of fields of one name the first stays.
func Record(fields ...Field) Value {
	pairs := make([]Pair, len(fields))
	for i, f := range fields {
		pairs[i] = Pair{String(f.Name), f.Value}
	}
	return Function(pairs...)
}

// Function returns a function, in the form that its domain asks for. Of pairs
// with one key the first stays, as with @@.
func Function(pairs ...Pair) Value {
	if names(pairs) {
		return record(pairs)
	}
	sorted := slices.Clone(pairs)
	slices.SortStableFunc(sorted, func(a, b Pair) int { return a.Key.Compare(b.Key) })
	sorted = slices.CompactFunc(sorted, func(a, b Pair) bool { return a.Key.Equal(b.Key) })
	v := Value{kind: SequenceKind}
	for i, p := range sorted {
		if !p.Key.Equal(Int(i + 1)) {
			v.kind = FunctionKind
		}
		v.keys, v.elems = append(v.keys, p.Key), append(v.elems, p.Value)
	}
	if v.kind == SequenceKind {
		v.keys = nil
	}
	return v
}

// record returns the record of the pairs, whose keys are names.
func record(pairs []Pair) Value {
	v := Value{kind: RecordKind}
	seen := map[string]bool{}
	for _, p := range pairs {
		if !seen[p.Key.text] {
			seen[p.Key.text] = true
			v.keys, v.elems = append(v.keys, p.Key), append(v.elems, p.Value)
		}
	}
	return v
}

// names reports whether the keys are names of a record's fields.
func names(pairs []Pair) bool {
	for _, p := range pairs {
		if p.Key.kind != StringKind || !isName(p.Key.text) {
			return false
		}
	}
	return len(pairs) > 0
}

// isName reports whether s is a TLA+ identifier: letters, digits and
// underscores, at least one of them a letter.
func isName(s string) bool {
	letter := false
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			letter = true
		case c != '_' && (c < '0' || c > '9'):
			return false
		}
	}
	return letter
}

// Kind returns the value's shape.
func (v Value) Kind() Kind { return v.kind }

// Bool reports whether v is TRUE.
func (v Value) Bool() bool { return v.kind == BoolKind && v.num != 0 }

// Int returns the number; 0 for a value that is none.
func (v Value) Int() int {
	if v.kind != IntKind {
		return 0
	}
	return int(v.num)
}

// Text returns a string's text or a model value's name; "" for other values.
func (v Value) Text() string { return v.text }

// Elems returns the elements of a sequence in its order or of a set sorted,
// and what a record or function maps to, in the order of [Value.Domain]. The
// slice must not be changed.
func (v Value) Elems() []Value { return v.elems }

// Domain returns the keys of a function or record, in the order in which it is
// written. The slice must not be changed.
func (v Value) Domain() []Value {
	if v.kind != SequenceKind {
		return v.keys
	}
	keys := make([]Value, len(v.elems))
	for i := range keys {
		keys[i] = Int(i + 1)
	}
	return keys
}

// Apply returns what a sequence, record or function maps the key to.
func (v Value) Apply(key Value) (Value, bool) {
	if v.kind == SequenceKind {
		if key.kind == IntKind && key.num >= 1 && key.num <= int64(len(v.elems)) {
			return v.elems[key.num-1], true
		}
		return Value{}, false
	}
	if v.kind == FunctionKind { // whose keys are sorted
		i, found := slices.BinarySearchFunc(v.keys, key, Value.Compare)
		if !found {
			return Value{}, false
		}
		return v.elems[i], true
	}
	for i, k := range v.keys {
		if k.Equal(key) {
			return v.elems[i], true
		}
	}
	return Value{}, false
}

// Field returns a field of a record.
func (v Value) Field(name string) (Value, bool) { return v.Apply(String(name)) }

// Equal reports whether the values are the same.
func (v Value) Equal(w Value) bool { return v.Compare(w) == 0 }

// Compare is a total order of all values: by kind, then FALSE before TRUE,
// numbers by size, strings and model values by their bytes, everything else by
// the number of elements, the keys and the elements.
func (v Value) Compare(w Value) int {
	if c := cmp.Compare(v.kind, w.kind); c != 0 {
		return c
	}
	if c := cmp.Or(cmp.Compare(v.num, w.num), strings.Compare(v.text, w.text), cmp.Compare(len(v.elems), len(w.elems))); c != 0 {
		return c
	}
	if v.kind == RecordKind {
		v, w = v.sortedByName(), w.sortedByName()
	}
	if c := slices.CompareFunc(v.keys, w.keys, Value.Compare); c != 0 {
		return c
	}
	return slices.CompareFunc(v.elems, w.elems, Value.Compare)
}

// sortedByName returns a record with its fields in the order of their names.
func (v Value) sortedByName() Value {
	if slices.IsSortedFunc(v.keys, Value.Compare) {
		return v
	}
	order := make([]int, len(v.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return v.keys[i].Compare(v.keys[j]) })
	sorted := Value{kind: RecordKind}
	for _, i := range order {
		sorted.keys, sorted.elems = append(sorted.keys, v.keys[i]), append(sorted.elems, v.elems[i])
	}
	return sorted
}

// Renamed returns the value with other names for the model values in it.
func (v Value) Renamed(name func(string) string) Value {
	switch v.kind {
	case ModelKind:
		return Model(name(v.text))
	case SequenceKind, SetKind:
		elems := make([]Value, len(v.elems))
		for i, e := range v.elems {
			elems[i] = e.Renamed(name)
		}
		if v.kind == SetKind {
			return Set(elems...)
		}
		return Sequence(elems...)
	case RecordKind, FunctionKind:
		pairs := make([]Pair, len(v.elems))
		for i, e := range v.elems {
			pairs[i] = Pair{v.keys[i].Renamed(name), e.Renamed(name)}
		}
		return Function(pairs...)
	}
	return v
}
