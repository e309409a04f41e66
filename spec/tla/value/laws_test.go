package value

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOrderIsTotalAndAgreesWithHashAndText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := explicitValue(2)
		a, b, c := g.Draw(t, "a"), g.Draw(t, "b"), g.Draw(t, "c")
		ab := Order(a, b)
		if ab != -Order(b, a) {
			t.Fatalf("Order(%v, %v) = %d, the other way %d", a, b, ab, Order(b, a))
		}
		if ab <= 0 && Order(b, c) <= 0 && Order(a, c) > 0 {
			t.Fatalf("%v <= %v <= %v, but not the first and the last", a, b, c)
		}
		h, err := Hash(a)
		k, otherErr := Hash(b)
		if err != nil || otherErr != nil {
			return // a set with elements that can't be compared
		}
		a, _ = Normalize(a)
		b, _ = Normalize(b)
		if same := a.String() == b.String(); same != (ab == 0) {
			t.Fatalf("%v and %v: order %d", a, b, ab)
		}
		if ab == 0 && h != k {
			t.Fatalf("%v: hashes %x and %x", a, h, k)
		}
		if equal, err := Equal(a, b); err == nil && equal != (ab == 0) {
			t.Fatalf("%v and %v: order %d, equal %v", a, b, ab, equal)
		}
	})
}

func TestTextIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := explicitValue(3).Draw(t, "v")
		for _, text := range []string{v.String(), v.Wrapped(20)} {
			back, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if Order(back, v) != 0 {
				t.Fatalf("%s was read as %v", text, back)
			}
		}
	})
}

// A set of any form behaves like the list of its elements.
func TestSymbolicSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := symbolicSetOf(1).Draw(t, "s")
		elems := elementsOf(t, s)
		explicit := Set(elems...)
		if n, finite, err := Size(s); n != int64(len(elems)) || !finite || err != nil {
			t.Fatalf("Size(%v) = %d, %v, %v; expected %d", s, n, finite, err, len(elems))
		}
		if !slices.IsSortedFunc(elems, Order) || len(explicit.Elems()) != len(elems) {
			t.Fatalf("%v is enumerated as %v", s, elems)
		}
		if equal, err := Equal(s, explicit); !equal || err != nil {
			t.Fatalf("%v = %v: %v, %v", s, explicit, equal, err)
		}
		h, _ := Hash(s)
		if k, _ := Hash(explicit); h != k {
			t.Fatalf("hashes of %v and %v differ", s, explicit)
		}
		other := symbolicSetOf(1).Draw(t, "other")
		if got, want := Order(s, other), Order(explicit, Set(elementsOf(t, other)...)); got != want {
			t.Fatalf("order of %v and %v: %d, expected %d", s, other, got, want)
		}
		checkMembership(t, s, elems, other)
	})
}

// checkMembership compares Member with a look into the list.
func checkMembership(t *rapid.T, s Value, elems []Value, other Value) {
	for _, x := range append(elementsOf(t, other), elems...) {
		in, err := Member(x, s)
		want := slices.ContainsFunc(elems, func(e Value) bool { return Identical(e, x) })
		if err == nil && in != want || err != nil && want {
			t.Fatalf("%v \\in %v: %v, %v", x, s, in, err)
		}
	}
}

func TestSetAlgebraAgreesWithLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Value { return Int(int64(rapid.IntRange(0, 24).Draw(t, "i"))) }), 0, 20)
		a, b := Set(numbers.Draw(t, "a")...), Set(numbers.Draw(t, "b")...)
		if rapid.Bool().Draw(t, "interval") {
			b = Interval(3, int64(rapid.IntRange(0, 20).Draw(t, "hi")))
		}
		keep := func(rule func(inA, inB bool) bool) Value {
			var kept []Value
			for i := range int64(25) {
				x, _ := Member(Int(i), a)
				y, _ := Member(Int(i), b)
				if rule(x, y) {
					kept = append(kept, Int(i))
				}
			}
			return Set(kept...)
		}
		for _, c := range []struct {
			name string
			op   func(a, b Value) (Value, error)
			rule func(inA, inB bool) bool
		}{
			{"union", Union, func(x, y bool) bool { return x || y }},
			{"intersection", Intersect, func(x, y bool) bool { return x && y }},
			{"difference", Difference, func(x, y bool) bool { return x && !y }},
		} {
			got, err := c.op(a, b)
			if want := keep(c.rule); err != nil || !Identical(got, want) {
				t.Fatalf("%s of %v and %v: %v, %v; expected %v", c.name, a, b, got, err, want)
			}
		}
		d, _ := Difference(a, b)
		if sub, err := SubsetEq(a, b); err != nil || sub != Identical(d, EmptySet) {
			t.Fatalf("%v \\subseteq %v: %v, %v", a, b, sub, err)
		}
	})
}

func TestExceptChangesOneValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		domain := Set(rapid.SliceOfN(scalar(), 1, 12).Draw(t, "domain")...)
		if checkComparable(domain) != nil {
			return
		}
		f, err := MakeFunction(domain, func(x Value) (Value, error) { return Tuple(x, x), nil })
		if err != nil {
			t.Fatal(err)
		}
		at := rapid.SampledFrom(domain.Elems()).Draw(t, "at")
		g, err := ExceptPath(f, []Value{at, Int(2)}, func(old Value) (Value, error) { return Tuple(old), nil })
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range domain.Elems() {
			want := Tuple(x, x)
			if x == at {
				want = Tuple(x, Tuple(x))
			}
			if got, err := Apply(g, x); err != nil || !Identical(got, want) {
				t.Fatalf("%v[%v] = %v, %v", g, x, got, err)
			}
		}
		if d, err := Domain(g); err != nil || !Identical(d, domain) {
			t.Fatalf("DOMAIN %v = %v, %v", g, d, err)
		}
	})
}

func TestHandlesStandForValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := NewTable()
		values := rapid.SliceOfN(explicitValue(2), 2, 12).Draw(t, "values")
		handles := map[uint64]Value{}
		for _, v := range values {
			h, err := table.Handle(v)
			if err != nil {
				continue
			}
			if h == 0 {
				t.Fatalf("the handle of %v is 0", v)
			}
			if !Identical(table.Value(h), v) {
				t.Fatalf("%v came back as %v", v, table.Value(h))
			}
			for other, w := range handles {
				if (other == h) != Identical(v, w) {
					t.Fatalf("%v and %v have handles %x and %x", v, w, h, other)
				}
			}
			handles[h] = v
		}
	})
}

func TestPermutationsFormAGroup(t *testing.T) {
	swap, cycle := parsed(t, "(m1 :> m2 @@ m2 :> m1)"), parsed(t, "(m1 :> m2 @@ m2 :> m3 @@ m3 :> m1)")
	group, err := Group(Set(swap, cycle))
	if err != nil || len(group) != 6 {
		t.Fatalf("%d permutations, %v; expected 6", len(group), err)
	}
	rapid.Check(t, func(t *rapid.T) {
		v, err := Normalize(explicitValue(3).Draw(t, "v"))
		if err != nil {
			return
		}
		p, q := rapid.SampledFrom(group).Draw(t, "p"), rapid.SampledFrom(group).Draw(t, "q")
		if got, want := p.then(q).Apply(v), q.Apply(p.Apply(v)); !Identical(got, want) {
			t.Fatalf("%v: %v in one go, %v in two", v, got, want)
		}
		w, err := Normalize(explicitValue(3).Draw(t, "w"))
		if err != nil {
			return
		}
		table := NewTable()
		symmetry := NewSymmetry(table, group)
		row := func(vs ...Value) (row []uint64) {
			for _, v := range vs {
				row = append(row, must(table.Handle(v)))
			}
			return row
		}
		original, moved := row(v, w), row(p.Apply(v), p.Apply(w))
		symmetry.Canonical(original)
		symmetry.Canonical(moved)
		if !slices.Equal(original, moved) {
			t.Fatalf("%v, %v: canonical forms of two members differ", v, w)
		}
		least := row(v, w)
		for _, p := range group {
			if other := row(p.Apply(v), p.Apply(w)); rowOrder(table, other, least) < 0 {
				least = other
			}
		}
		if !slices.Equal(original, least) {
			t.Fatalf("%v, %v: the canonical form is not the least", v, w)
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// rowOrder orders rows of handles by their values.
func rowOrder(t *Table, a, b []uint64) int {
	return slices.CompareFunc(a, b, func(x, y uint64) int { return Order(t.Value(x), t.Value(y)) })
}
