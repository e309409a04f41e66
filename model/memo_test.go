package model

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// memoAnswer is what the tests take for the value that belongs to a tag and a row.
func memoAnswer(tag uint64, row []uint64) uint64 {
	h := tag
	for _, word := range row {
		h = scatter(h^word) + 1
	}
	return h >> 40
}

// TestMemo lets workers add entries and look for those of all, while the memo
// grows and, once it is full, starts afresh. Whoever finds an entry must get its
// value. Only a worker that is alone can rely on what it added: it may be left out
// of a larger table that another one is making.
func TestMemo(t *testing.T) {
	for _, width := range []int{1, 2, 3, 4, 7, 8} {
		for _, workers := range []int{1, 3} {
			for _, most := range []int{firstMemo, 1 << 20} {
				m := newMemo(width, most, nil)
				first := m.current.Load().findings
				hits := make([]int, workers)
				var wait sync.WaitGroup
				for i := range hits {
					wait.Go(func() { hits[i] = useMemo(t, m, uint64(i), workers == 1) })
				}
				wait.Wait()
				last := m.current.Load()
				if afresh := last.findings != first; afresh != (most == firstMemo) {
					t.Errorf("width %d: a memo of at most %d slots started afresh: %v", width, most, afresh)
				}
				if used := int(last.used.Load()); used > int(capacity(len(last.quads)>>m.span))+workers {
					t.Errorf("width %d: %d slots are used, of %d quads", width, used, len(last.quads))
				}
				if slices.Min(hits) == 0 {
					t.Errorf("width %d: nothing was ever found", width)
				}
			}
		}
	}
}

// useMemo looks for entries, adds those that it does not find, and returns how
// many it found.
func useMemo(t *testing.T, m *memo, seed uint64, alone bool) (hits int) {
	rng := rand.New(rand.NewPCG(seed, uint64(m.width)))
	all, entry := slices.Repeat([]uint64{^uint64(0)}, m.width), make([]uint64, 1+m.width)
	row := entry[1:]
	find := func(known *entries, tag uint64) uint64 {
		return known.find(tag, row, all, &narrow{all[0], all[0], all[0]})
	}
	for range 5_000 {
		tag, n := 1+rng.Uint64N(3), rng.Uint64N(600)
		for j := range row {
			row[j] = n << (8 * j)
		}
		known, value := m.current.Load(), memoAnswer(tag, row)
		head := find(known, tag)
		if head == 0 {
			entry[0] = tag | value<<tagBits
			m.keep(known, entry)
			after := m.current.Load()
			if head = find(after, tag); head == 0 && alone && after.findings == known.findings {
				t.Errorf("width %d: an entry got lost", m.width)
			}
		} else {
			hits++
		}
		if head != 0 && head != tag|value<<tagBits {
			t.Errorf("width %d: %x for %d %x", m.width, head, tag, row)
		}
	}
	return hits
}

// TestRegisters lets several workers number the same values.
func TestRegisters(t *testing.T) {
	var names register[string, int]
	f := newFindings(2, firstMemo)
	results := make([][]uint64, 4)
	var wait sync.WaitGroup
	for i := range results {
		wait.Go(func() {
			for j := range uint64(200) {
				n := names.number(string(rune('a'+j)), func(uint64) int { return int(j) })
				if names.all()[n] != int(j) {
					t.Errorf("number %d is %d", n, names.all()[n])
				}
				o := f.outcomes.number([]uint64{j, 1, 2, 3, j})
				if got := f.outcomes.allPairs()[o]; got.facts != j || got.sets[1] != j {
					t.Errorf("outcome %d is %x", o, got)
				}
				results[i] = append(results[i], n, o)
			}
		})
	}
	wait.Wait()
	for _, r := range results[1:] {
		if !slices.Equal(r, results[0]) {
			t.Error("two workers got different numbers")
		}
	}
	if len(names.all()) != 200 || len(f.outcomes.allPairs()) != 200 {
		t.Errorf("%d values, %d outcomes", len(names.all()), len(f.outcomes.allPairs()))
	}
}
