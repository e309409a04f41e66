package value

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

// What TLC says of a = b: TRUE, FALSE, or an error.
func TestEqualityIsTLCs(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"1", "1", "TRUE"},
		{"1", `"a"`, "error"},
		{"1", "TRUE", "error"},
		{"1", "m", "FALSE"},
		{"m", "{1}", "FALSE"},
		{"A_1", "1", "error"},
		{"A_1", "A_2", "FALSE"},
		{"A_1", "B_1", "error"},
		{"A_1", "m", "FALSE"},
		{"[a |-> 1]", "-1", "error"},
		{"[a |-> 1]", "m", "FALSE"},
		{"{1}", `{"a"}`, "error"},
		{"{1}", `{"a", "b"}`, "FALSE"},
		{"{}", `{"a"}`, "FALSE"},
		{"{}", "<<>>", "error"},
		{"{1, 2}", "1..2", "TRUE"},
		{"<<1, 2>>", "(1 :> 1 @@ 2 :> 2)", "TRUE"},
		{"<<1, 2>>", "(0 :> 1 @@ 2 :> 2)", "FALSE"},
		{"<<1>>", `<<"a">>`, "error"},
		{"<<1, 2>>", `<<2, "a">>`, "FALSE"},
		{`[a |-> 1]`, `("a" :> 1)`, "TRUE"},
		{`[a |-> 1, b |-> 2]`, `[b |-> 2, a |-> 1]`, "TRUE"},
		{`[a |-> 1]`, `[b |-> 1]`, "FALSE"},
		{`[a |-> 1]`, `<<1>>`, "error"},
		{`[a |-> 1]`, `<<>>`, "FALSE"},
		{`{1, "a"}`, `{1, "a"}`, "error"},
		{`"a"`, `"b"`, "FALSE"},
	} {
		for range 2 {
			equal, err := Equal(parsed(t, c.a), parsed(t, c.b))
			got := Bool(equal).String()
			if err != nil {
				got = "error"
			}
			if got != c.want {
				t.Errorf("%s = %s: %s, %v; expected %s", c.a, c.b, got, err, c.want)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

// sets are sets of the forms that have no text of their own.
func sets(t *testing.T) map[string]Value {
	must := func(v Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	fields, err := NewFields("a", "b")
	if err != nil {
		t.Fatal(err)
	}
	even := func(x Value) (bool, error) { return x.i%2 == 0, nil }
	return map[string]Value{
		"Nat":                         Nat,
		"Int":                         Integers,
		"STRING":                      Strings,
		"SUBSET Nat":                  must(Subset(Nat)),
		"Seq(Nat)":                    must(SeqSet(Nat)),
		"[Nat -> Nat]":                must(FunctionSet(Nat, Nat)),
		"[1..2 -> Nat]":               must(FunctionSet(Interval(1, 2), Nat)),
		"[a: Nat, b: Nat]":            must(fields.Set([]Value{Nat, Nat})),
		`Nat \X STRING`:               must(Product(Nat, Strings)),
		`Nat \cup {-1}`:               must(Union(Nat, Set(Int(-1)))),
		`Int \ Nat`:                   must(Difference(Integers, Nat)),
		`Int \cap Nat`:                must(Intersect(Integers, Nat)),
		"{x \\in Nat: even}":          must(Filter(Nat, even)),
		"[a: Nat, b: Nat] \\cup {-1}": must(Union(must(fields.Set([]Value{Nat, Nat})), Set(Int(-1)))),
		"UNION {Nat}":                 must(BigUnion(Set(Nat))),
		"1..2^62":                     Interval(1, 1<<62),
		"SUBSET (1..100)":             must(Subset(Interval(1, 100))),
		"Any":                         AnySet,
	}
}

func TestMembershipNeverEnumerates(t *testing.T) {
	all := sets(t)
	for _, c := range []struct{ x, set, want string }{
		{"0", "Nat", "TRUE"}, {"-1", "Nat", "FALSE"}, {`"a"`, "Nat", "error"}, {"m", "Nat", "FALSE"}, {"A_m", "Nat", "error"},
		{"-1", "Int", "TRUE"}, {`"a"`, "STRING", "TRUE"}, {"1", "STRING", "error"},
		{"{1, 2}", "SUBSET Nat", "TRUE"}, {"{-1}", "SUBSET Nat", "FALSE"}, {"1", "SUBSET Nat", "error"},
		{"<<1, 2>>", "Seq(Nat)", "TRUE"}, {"<<-1>>", "Seq(Nat)", "FALSE"}, {"[a |-> 1]", "Seq(Nat)", "error"}, {"{1}", "Seq(Nat)", "error"},
		{"<<1, 2>>", "[1..2 -> Nat]", "TRUE"}, {"<<1>>", "[1..2 -> Nat]", "FALSE"}, {"<<1, -1>>", "[1..2 -> Nat]", "FALSE"},
		{"<<1, 2>>", "[Nat -> Nat]", "FALSE"},
		{"[a |-> 1, b |-> 2]", "[a: Nat, b: Nat]", "TRUE"}, {"[a |-> 1, c |-> 2]", "[a: Nat, b: Nat]", "FALSE"},
		{"<<1>>", "[a: Nat, b: Nat]", "error"}, {"<<>>", "[a: Nat, b: Nat]", "FALSE"}, {"(0 :> 1)", `Nat \X STRING`, "FALSE"},
		{"[a |-> 1]", `Nat \X STRING`, "error"}, {"<<>>", "Seq(Nat)", "TRUE"}, {"(0 :> 1)", "Seq(Nat)", "error"},
		{"[a |-> 1]", "[a: Nat, b: Nat]", "FALSE"}, {"-1", "[a: Nat, b: Nat]", "error"},
		{`<<1, "a">>`, `Nat \X STRING`, "TRUE"}, {`<<1>>`, `Nat \X STRING`, "FALSE"},
		{"-1", `Nat \cup {-1}`, "TRUE"}, {"-2", `Nat \cup {-1}`, "FALSE"},
		{"-1", `Int \ Nat`, "TRUE"}, {"1", `Int \ Nat`, "FALSE"}, {"1", `Int \cap Nat`, "TRUE"},
		{"4", "{x \\in Nat: even}", "TRUE"}, {"3", "{x \\in Nat: even}", "FALSE"},
		{"[a |-> 1, b |-> 2]", "[a: Nat, b: Nat] \\cup {-1}", "error"}, {"-1", "[a: Nat, b: Nat] \\cup {-1}", "TRUE"},
		{"3", "UNION {Nat}", "TRUE"}, {"5", "1..2^62", "TRUE"}, {"0", "1..2^62", "FALSE"},
		{"1..50", "SUBSET (1..100)", "TRUE"}, {"{101}", "SUBSET (1..100)", "FALSE"}, {"{101}", "Any", "TRUE"},
	} {
		in, err := Member(parsed(t, c.x), all[c.set])
		got := Bool(in).String()
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%s \\in %s: %s, %v; expected %s", c.x, c.set, got, err, c.want)
		}
	}
}

// Sets that are too large end in an error before they fill the memory.
func TestHugeSets(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, s := range sets(t) {
		if _, err := Explicit(s); err == nil {
			t.Errorf("%s was made explicit", name)
		}
		if _, err := Hash(s); err == nil && !isInfinite(s) {
			t.Errorf("%s has a hash", name)
		}
	}
	pairs, _ := Product(Interval(1, 1<<20), Interval(1, 1<<20), Interval(1, 1<<20), Interval(1, 1<<20))
	if _, err := Cardinality(pairs); err == nil || !strings.Contains(err.Error(), "64 bits") {
		t.Errorf("Cardinality of 2^80 elements: %v", err)
	}
	if _, err := MapSet(Interval(1, math.MaxInt64), func(x Value) (Value, error) { return x, nil }); err == nil {
		t.Error("a set of 2^63 - 1 elements was built")
	}
	if v, err := MapSet(Interval(1, 3*MaxElements), func(x Value) (Value, error) { return Mod(x, Int(7)) }); err != nil || len(v.Elems()) != 7 {
		t.Errorf("many equal elements: %v, %v", v, err)
	}
	if _, err := MakeFunction(Interval(1, 1<<40), func(x Value) (Value, error) { return x, nil }); err == nil {
		t.Error("a function over 2^40 numbers was built")
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 2<<30 {
		t.Errorf("%d bytes allocated", grown)
	}
}

func TestLazyFunctions(t *testing.T) {
	calls := 0
	square := Lazy(Nat, func(x Value) (Value, error) { calls++; return Mul(x, x) })
	if v, err := Apply(square, Int(7)); err != nil || v != Int(49) || calls != 1 {
		t.Errorf("square[7] = %v, %v after %d calls", v, err, calls)
	}
	if _, err := Apply(square, Int(-1)); err == nil {
		t.Error("a function over Nat was applied to -1")
	}
	changed, err := Except(square, Int(7), Int(0))
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[int64]int64{7: 0, 8: 64} {
		if v, err := Apply(changed, Int(x)); err != nil || v != Int(want) {
			t.Errorf("[square EXCEPT ![7] = 0][%d] = %v, %v", x, v, err)
		}
	}
	finite := Lazy(Interval(1, 3), func(x Value) (Value, error) { return Mul(x, x) })
	if equal, err := Equal(finite, Tuple(Int(1), Int(4), Int(9))); err != nil || !equal {
		t.Errorf("[i \\in 1..3 |-> i*i] = <<1, 4, 9>>: %v, %v", equal, err)
	}
	if _, err := Normalize(square); err == nil {
		t.Error("a function over Nat is no part of a state")
	}
}

// A function has one form, whatever it was built from.
func TestOneFormForEqualFunctions(t *testing.T) {
	zero := func(Value) (Value, error) { return Int(0), nil }
	for _, c := range []struct {
		domain Value
		want   string
		kind   Kind
	}{
		{Set(Int(2), Int(1)), "<<0, 0>>", KindTuple},
		{Interval(1, 2), "<<0, 0>>", KindTuple},
		{EmptySet, "<<>>", KindTuple},
		{Set(String("b"), String("a")), "[a |-> 0, b |-> 0]", KindRecord},
		{Set(String("a b")), `("a b" :> 0)`, KindRecord},
		{Interval(0, 1), "(0 :> 0 @@ 1 :> 0)", KindFunction},
		{Set(Int(0), Int(1)), "(0 :> 0 @@ 1 :> 0)", KindFunction},
		{Set(Model("x"), Model("y")), "(x :> 0 @@ y :> 0)", KindFunction},
	} {
		f, err := MakeFunction(c.domain, zero)
		if err != nil || f.String() != c.want || f.Kind() != c.kind {
			t.Errorf("over %v: %v of kind %d, %v; expected %s", c.domain, f, f.Kind(), err, c.want)
		}
		if d, err := Domain(f); err != nil || !Identical(d, c.domain) {
			t.Errorf("DOMAIN %v = %v, %v", f, d, err)
		}
	}
}

func TestExceptOutsideTheDomainChangesNothing(t *testing.T) {
	f := parsed(t, "<<1, 2>>")
	if g, err := Except(f, Int(3), Int(9)); err != nil || g != f {
		t.Errorf("[f EXCEPT ![3] = 9] = %v, %v", g, err)
	}
	if _, err := Except(f, String("a"), Int(9)); err == nil {
		t.Error(`[f EXCEPT !["a"] = 9] of a tuple is no error`)
	}
}

func TestTypedAndMixedSets(t *testing.T) {
	s := parsed(t, `{1, "a", m}`)
	if in, err := Member(Int(1), s); err != nil || !in {
		t.Errorf("1 \\in %v: %v, %v", s, in, err)
	}
	if _, err := Member(Int(2), s); err == nil {
		t.Errorf("2 \\in %v is no error", s)
	}
	for name, f := range map[string]func() error{
		"Cardinality": func() error { _, err := Cardinality(s); return err },
		"Normalize":   func() error { _, err := Normalize(s); return err },
		"Elements":    func() error { _, err := Elements(s); return err },
		"Handle":      func() error { _, err := NewTable().Handle(Tuple(s)); return err },
	} {
		if f() == nil {
			t.Errorf("%s of %v is no error", name, s)
		}
	}
	if in, err := Member(String("x"), parsed(t, "{none, 1, 2}")); err == nil || in {
		t.Error(`"x" \in {none, 1, 2} is no error`)
	}
}

func TestWrappedLayout(t *testing.T) {
	v := parsed(t, `[log |-> <<[id |-> 1, epoch |-> 1], [id |-> 2, epoch |-> 1]>>, isr |-> {r1, r2}]`)
	const want = `[ isr |-> {r1, r2},
  log |-> << [epoch |-> 1, id |-> 1],
    [epoch |-> 1, id |-> 2] >> ]`
	if got := v.Wrapped(40); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := v.Wrapped(80); got != v.String() {
		t.Errorf("got\n%s", got)
	}
}

// Values that are nested without end are refused before the stack is full.
func TestDeepNesting(t *testing.T) {
	tuple, subset, lazy := EmptyTuple, Nat, Lazy(Nat, func(x Value) (Value, error) { return x, nil })
	var subsetErr, lazyErr error
	for range 3 * maxDepth {
		tuple = Tuple(tuple)
		if subsetErr == nil {
			subset, subsetErr = Subset(subset)
		}
		if lazyErr == nil {
			lazy, lazyErr = Except(lazy, Int(1), Int(2))
		}
	}
	if subsetErr == nil || lazyErr == nil {
		t.Errorf("SUBSET: %v, EXCEPT: %v", subsetErr, lazyErr)
	}
	if _, err := Normalize(tuple); err == nil {
		t.Error("Normalize is no error")
	}
	if _, err := Equal(tuple, Tuple(tuple)); err == nil {
		t.Error("Equal is no error")
	}
	if n := len(tuple.String()); n > 10*maxDepth {
		t.Errorf("%d bytes of text", n)
	}
}

// The largest number of elements that fits is no error, one more is.
func TestCardinalityAtItsBound(t *testing.T) {
	for _, c := range []struct {
		lo, hi int64
		want   int64 // 0 for an error
	}{
		{1, math.MaxInt64, math.MaxInt64},
		{0, math.MaxInt64, 0},
		{math.MinInt64, math.MaxInt64, 0},
		{math.MinInt64, -2, math.MaxInt64},
		{-1, math.MaxInt64 - 2, math.MaxInt64},
	} {
		got, err := Cardinality(Interval(c.lo, c.hi))
		if err == nil != (c.want > 0) || err == nil && got != Int(c.want) {
			t.Errorf("Cardinality(%d..%d) = %v, %v; want %d", c.lo, c.hi, got, err, c.want)
		}
	}
	subsets, err := Subset(Interval(1, 62))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Cardinality(subsets); err != nil || got != Int(1<<62) {
		t.Errorf("the subsets of 62 elements: %v, %v", got, err)
	}
	if subsets, err = Subset(Interval(1, 63)); err != nil {
		t.Fatal(err)
	}
	if got, err := Cardinality(subsets); err == nil {
		t.Errorf("the subsets of 63 elements: %v, expected an error", got)
	}
}

// What is not defined says so in TLA+.
func TestPowerErrors(t *testing.T) {
	for _, c := range []struct {
		base, exponent int64
		want           string
	}{{2, -1, "2^(-1) is no integer: expected an exponent of at least 0"}, {0, 0, "0^0 is not defined"}} {
		if _, err := Pow(Int(c.base), Int(c.exponent)); err == nil || err.Error() != c.want {
			t.Errorf("%d^%d: %v, want %s", c.base, c.exponent, err, c.want)
		}
	}
}

// A set that a condition selects is listed once and for all when that has become
// cheaper than asking the condition again, unless an element has an error.
func TestSelectedSetIsListedOnce(t *testing.T) {
	base, err := Subset(Interval(1, 4))
	if err != nil {
		t.Fatal(err)
	}
	for _, faulty := range []bool{false, true} {
		asked := 0
		s, err := Filter(base, func(x Value) (bool, error) {
			asked++
			if faulty && len(x.Elems()) == 4 {
				return false, errorf("an error")
			}
			return len(x.Elems()) == 2, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		first := func() Value {
			it, err := Elements(s)
			if err != nil {
				t.Fatal(err)
			}
			x, _ := it.Next()
			return x
		}
		for range 100 {
			if x := first(); !Identical(x, Set(Int(1), Int(2))) {
				t.Fatalf("the first element is %v", x)
			}
		}
		if !faulty && asked > 2*16+6 {
			t.Errorf("the condition was asked %d times", asked)
		}
	}
}
