package value

import "testing"

var (
	sinkValue Value
	sinkBool  bool
	sinkWord  uint64
)

func benchValue(b *testing.B, text string) Value {
	b.Helper()
	v, err := Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func BenchmarkApply(b *testing.B) {
	for _, c := range []struct{ name, f, x string }{
		{"tuple", "<<5, 6, 7>>", "2"},
		{"models", "(r1 :> 1 @@ r2 :> 2 @@ r3 :> 3)", "r3"},
		{"interval", "(0 :> 1 @@ 1 :> 2 @@ 2 :> 3)", "2"},
		{"pairs", "(<<1, r1>> :> 1 @@ <<1, r2>> :> 2 @@ <<2, r1>> :> 3)", "<<2, r1>>"},
	} {
		f, x := benchValue(b, c.f), benchValue(b, c.x)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkValue, _ = Apply(f, x)
			}
		})
	}
}

func BenchmarkField(b *testing.B) {
	r, name := benchValue(b, "[epoch |-> 1, id |-> 2, src |-> r1, type |-> 5]"), String("type")
	b.ReportAllocs()
	for b.Loop() {
		sinkValue, _ = Field(r, name)
	}
}

func BenchmarkMember(b *testing.B) {
	nat, _ := FunctionSet(benchValue(b, "{r1, r2, r3}"), Nat)
	for _, c := range []struct {
		name string
		x, s Value
	}{
		{"interval", Int(5), Interval(1, 9)},
		{"models", Model("r3"), benchValue(b, "{r1, r2, r3}")},
		{"records", benchValue(b, "[a |-> 2, b |-> r2]"), benchValue(b, "{[a |-> 1, b |-> r1], [a |-> 2, b |-> r2], [a |-> 3, b |-> r2]}")},
		{"functionset", benchValue(b, "(r1 :> 1 @@ r2 :> 2 @@ r3 :> 3)"), nat},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkBool, _ = Member(c.x, c.s)
			}
		})
	}
}

func BenchmarkEqual(b *testing.B) {
	x, y := benchValue(b, "[a |-> 2, b |-> <<1, 2, 3>>]"), benchValue(b, "[a |-> 2, b |-> <<1, 2, 3>>]")
	b.ReportAllocs()
	for b.Loop() {
		sinkBool, _ = Equal(x, y)
	}
}

func BenchmarkExcept(b *testing.B) {
	f := benchValue(b, "(r1 :> <<1>> @@ r2 :> <<2>> @@ r3 :> <<3>>)")
	path := []Value{Model("r2"), Int(1)}
	b.ReportAllocs()
	for b.Loop() {
		sinkValue, _ = ExceptPath(f, path, func(old Value) (Value, error) { return Add(old, Int(1)) })
	}
}

func BenchmarkSet(b *testing.B) {
	x, y, z := Int(3), Int(1), Int(2)
	b.Run("three", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkValue = Set(x, y, z)
		}
	})
	msgs, m := benchValue(b, "{[a |-> 1, b |-> r1], [a |-> 2, b |-> r2], [a |-> 3, b |-> r2]}"), benchValue(b, "[a |-> 2, b |-> r3]")
	b.Run("with", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkValue, _ = Union(msgs, Set(m))
		}
	})
	b.Run("without", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkValue, _ = Difference(msgs, Set(m))
		}
	})
}

func BenchmarkElements(b *testing.B) {
	for _, text := range []string{"1..8", "{r1, r2, r3}"} {
		s := benchValue(b, text)
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				it, _ := Elements(s)
				for x, ok := it.Next(); ok; x, ok = it.Next() {
					sinkValue = x
				}
			}
		})
	}
	s, _ := Subset(Interval(1, 4))
	b.Run("SUBSET", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			it, _ := Elements(s)
			for x, ok := it.Next(); ok; x, ok = it.Next() {
				sinkValue = x
			}
		}
	})
}

// A value that is in the table already, made anew.
func BenchmarkHandle(b *testing.B) {
	table := NewTable()
	old := benchValue(b, "(r1 :> <<[id |-> 1]>> @@ r2 :> <<>> @@ r3 :> <<>>)")
	table.Handle(old)
	path, record := []Value{Model("r2")}, benchValue(b, "<<[id |-> 2]>>")
	table.Handle(record)
	b.ReportAllocs()
	for b.Loop() {
		v, _ := ExceptPath(old, path, func(Value) (Value, error) { return record, nil })
		sinkWord, _ = table.Handle(v)
	}
}
