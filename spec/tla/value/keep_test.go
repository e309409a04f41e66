package value

import (
	"testing"

	"pgregory.net/rapid"
)

// keepAll returns what Keep writes, in as many goes as there are batches of
// values, and the handles of the values.
func keepAll(t *rapid.T, table *Table, batches [][]Value) (pieces [][]byte, handles []uint64, mark []uint64) {
	for _, batch := range batches {
		for _, v := range batch {
			h, err := table.Handle(v)
			if err != nil {
				continue // elements that can't be compared
			}
			handles = append(handles, h)
		}
		var err error
		mark, err = table.Keep(mark, func(piece []byte) error {
			pieces = append(pieces, piece)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return pieces, handles, mark
}

func TestRestoredHandlesMeanTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		infinite, _ := SeqSet(Nat)
		functions, _ := FunctionSet(Set(Int(1), Int(4)), Nat)
		fields, _ := NewFields("b", "a")
		records, _ := fields.Set([]Value{Nat, Booleans})
		one := rapid.OneOf(explicitValue(3), symbolicSetOf(2), rapid.SampledFrom([]Value{
			Nat, Integers, Strings, infinite, functions, records, Int(1 << 62), Int(-1 << 63), Tuple(infinite, Int(1<<62)),
		}))
		table := NewTable()
		pieces, handles, mark := keepAll(t, table, rapid.SliceOfN(rapid.SliceOfN(one, 0, 6), 1, 4).Draw(t, "batches"))
		again := NewTable()
		restored, err := again.Restore(pieces)
		if err != nil {
			t.Fatal(err)
		}
		if again.Len() != table.Len() || len(restored) != len(mark) {
			t.Fatalf("%d values with mark %v, want %d with %v", again.Len(), restored, table.Len(), mark)
		}
		for i := range mark {
			if restored[i] != mark[i] {
				t.Fatalf("mark %v, want %v", restored, mark)
			}
		}
		for _, h := range handles {
			want := table.Value(h)
			if got := again.Value(h); Order(got, want) != 0 || got.String() != want.String() || got.Kind() != want.Kind() {
				t.Fatalf("handle %d is %v, want %v", h, got, want)
			}
			if got, err := again.Handle(want); got != h || err != nil {
				t.Fatalf("%v has handle %d, %v, want %d", want, got, err, h)
			}
		}
	})
}

func TestRestoreNeedsAnEmptyTable(t *testing.T) {
	table := NewTable()
	if _, err := table.Handle(Tuple(Int(1))); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Restore(nil); err == nil {
		t.Error("a table with a value was filled")
	}
}

// FuzzRestore reads any bytes as values.
func FuzzRestore(f *testing.F) {
	table := NewTable()
	for _, v := range scalars {
		if _, err := table.Handle(Tuple(v, Set(v), Tuple(v))); err != nil {
			f.Fatal(err)
		}
	}
	if _, err := table.Keep(nil, func(piece []byte) error { f.Add(piece); return nil }); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, piece []byte) {
		table := NewTable()
		mark, err := table.Restore([][]byte{piece})
		if err != nil {
			return
		}
		again := NewTable()
		var pieces [][]byte
		if _, err := table.Keep(nil, func(p []byte) error { pieces = append(pieces, p); return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := again.Restore(pieces); err != nil || again.Len() != table.Len() {
			t.Fatalf("%v of mark %v: %d values became %d, %v", piece, mark, table.Len(), again.Len(), err)
		}
	})
}
