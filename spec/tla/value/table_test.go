package value

import (
	"sync"
	"testing"
)

// Several goroutines that intern the same values, made anew by each, agree.
func TestTableIsSharedByGoroutines(t *testing.T) {
	const workers, values = 4, 3000
	table := NewTable()
	handles := make([][]uint64, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for i := range values {
				j := int64((i + w*values/workers) % values)
				inner := Tuple(Int(j%7), String("x"))
				h, err := table.Handle(Set(inner, Tuple(Int(j+10), inner)))
				if err != nil {
					t.Error(err)
				}
				handles[w] = append(handles[w], h)
				if got := table.Value(h); len(got.Elems()) != 2 || got.Elems()[0].Kind() != KindTuple {
					t.Errorf("handle %x stands for %v", h, got)
				}
			}
		})
	}
	wait.Wait()
	for w := range workers {
		for i, h := range handles[w] {
			j := (i + w*values/workers) % values
			if want := handles[0][j]; h != want {
				t.Fatalf("value %d has handles %x and %x", j, h, want)
			}
		}
	}
	// the sets, the tuples in them, 7 inner ones and the string
	if n := table.Len(); n != 2*values+7 && n != 2*values+7+1 {
		t.Errorf("%d values in the table", n)
	}
}

// Equal parts of different values are kept once.
func TestTableSharesParts(t *testing.T) {
	table := NewTable()
	first, _ := table.Handle(Tuple(Int(1), Tuple(Int(5), Int(6))))
	second, _ := table.Handle(Tuple(Int(2), Tuple(Int(5), Int(6))))
	a, b := table.Value(first).Elems()[1], table.Value(second).Elems()[1]
	if a != b {
		t.Error("two instances of <<5, 6>>")
	}
}

// Values belong to two tables at once without confusion.
func TestTablesAreIndependent(t *testing.T) {
	first, second := NewTable(), NewTable()
	v, w := Tuple(Int(1)), Tuple(Int(2))
	for range 2 {
		h1, _ := first.Handle(v)
		g2, _ := second.Handle(w)
		h2, _ := second.Handle(v)
		if !Identical(first.Value(h1), v) || !Identical(second.Value(h2), v) || !Identical(second.Value(g2), w) {
			t.Fatal("a handle stands for another value")
		}
	}
}
