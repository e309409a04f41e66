package value

import (
	"testing"

	"pgregory.net/rapid"
)

// scalars are few, so that equal values are drawn often.
var scalars = []Value{
	True, False, Int(-1), Int(0), Int(1), Int(2), Int(3), Int(1 << 40),
	String(""), String("a"), String("b"), String("not a name"), String("\"\\\n"),
	Model("m1"), Model("m2"), Model("m3"),
}

func scalar() *rapid.Generator[Value] { return rapid.SampledFrom(scalars) }

// explicitValue draws a value of any kind that is explicit.
func explicitValue(depth int) *rapid.Generator[Value] {
	if depth == 0 {
		return scalar()
	}
	return rapid.Custom(func(t *rapid.T) Value {
		parts := rapid.SliceOfN(explicitValue(depth-1), 0, 4)
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return scalar().Draw(t, "scalar")
		case 1:
			return Set(parts.Draw(t, "elements")...)
		case 2:
			return Tuple(parts.Draw(t, "elements")...)
		case 3:
			return draw(t, "record", []string{"x", "y", "z"}, depth)
		case 4:
			return Interval(0, int64(rapid.IntRange(-1, 3).Draw(t, "hi")))
		}
		f, err := fromPairs(draws(t, parts, depth))
		if err != nil {
			return EmptyTuple
		}
		return f
	})
}

func draws(t *rapid.T, keys *rapid.Generator[[]Value], depth int) (k, v []Value) {
	k = keys.Draw(t, "keys")
	for range k {
		v = append(v, explicitValue(depth-1).Draw(t, "value"))
	}
	return k, v
}

func draw(t *rapid.T, label string, names []string, depth int) Value {
	names = names[:rapid.IntRange(1, len(names)).Draw(t, label)]
	fields, err := NewFields(names...)
	if err != nil {
		t.Fatal(err)
	}
	var elems []Value
	for range names {
		elems = append(elems, explicitValue(depth-1).Draw(t, "field"))
	}
	return fields.Record(elems)
}

// symbolicSetOf draws a finite set in any form, its elements all numbers or all
// sets and functions of numbers.
func symbolicSetOf(depth int) *rapid.Generator[Value] {
	return rapid.Custom(func(t *rapid.T) Value {
		if depth == 0 {
			return Interval(int64(rapid.IntRange(0, 2).Draw(t, "lo")), int64(rapid.IntRange(-1, 2).Draw(t, "hi")))
		}
		a := symbolicSetOf(0).Draw(t, "a")
		b := symbolicSetOf(0).Draw(t, "b")
		var s Value
		var err error
		switch rapid.IntRange(0, 10).Draw(t, "kind") {
		case 0:
			s, err = Subset(a)
		case 1:
			s, err = FunctionSet(a, b)
		case 2:
			s, err = Product(a, b)
		case 3:
			f, _ := NewFields("y", "x")
			s, err = f.Set([]Value{a, b})
		case 4:
			inner, _ := Subset(a)
			s, err = BigUnion(inner)
		case 5:
			s, err = Intersect(Nat, symbolicSetOf(0).Draw(t, "c"))
		case 6:
			s, err = Set(Int(1), Int(3), Int(2)), nil
		case 7, 8, 9, 10:
			return combined(t, depth)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

// combined draws a set made of two sets of subsets.
func combined(t *rapid.T, depth int) Value {
	a, _ := Subset(symbolicSetOf(0).Draw(t, "a"))
	b, _ := Subset(symbolicSetOf(0).Draw(t, "b"))
	var s Value
	var err error
	switch rapid.IntRange(0, 3).Draw(t, "operator") {
	case 0:
		s, err = Union(a, b)
	case 1:
		s, err = Intersect(a, b)
	case 2:
		s, err = Difference(a, b)
	case 3:
		s, err = Filter(a, func(x Value) (bool, error) { return Member(Int(1), x) })
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// elementsOf returns the elements of a set as they are enumerated.
func elementsOf(t *rapid.T, s Value) []Value {
	it, err := Elements(s)
	if err != nil {
		t.Fatal(err)
	}
	var out []Value
	for x, ok := it.Next(); ok; x, ok = it.Next() {
		out = append(out, x)
	}
	if it.Err() != nil {
		t.Fatal(it.Err())
	}
	return out
}

// parsed reads a value that a test is written with.
func parsed(t *testing.T, text string) Value {
	t.Helper()
	v, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
