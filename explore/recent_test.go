package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRecent wants every row that is left out to have been met before, no row
// left out when it is met for the first time, and a row that comes again at once
// to be left out; rows of zeros, which the empty places hold, like all others.
func TestRecent(t *testing.T) {
	for width := 1; width <= 6; width++ {
		r := newRecent(width)
		rng := rand.New(rand.NewPCG(uint64(width), 1))
		met := map[string]bool{}
		var which [lookAhead]uint32
		var hashes [lookAhead]uint64
		some := make([]uint64, lookAhead*width)
		again := 0
		for range 200 {
			var rows []uint64
			for range 1 + rng.IntN(lookAhead/2) {
				row := make([]uint64, width)
				row[rng.IntN(width)] = rng.Uint64N(20_000)
				rows = append(rows, row...)
				if rng.IntN(10) == 0 {
					rows = append(rows, row...)
				}
			}
			n := min(len(rows)/width, lookAhead)
			rows = rows[:n*width]
			kept := which[:r.sift(rows, &which, &hashes, some)]
			for i := range n {
				row := rows[i*width : (i+1)*width]
				at := slices.Index(kept, uint32(i))
				switch key := fmt.Sprint(row); {
				case at < 0 && !met[key]:
					t.Fatalf("width %d: %v is left out, and was never met", width, row)
				case at < 0:
					again++
				case hashes[at] != spreadOf(row):
					t.Fatalf("width %d: the hash of row %d is not where the row is", width, i)
				case i > 0 && slices.Equal(row, rows[(i-1)*width:i*width]):
					t.Fatalf("width %d: %v is met twice in a row", width, row)
				default:
					met[key] = true
				}
			}
		}
		if again == 0 {
			t.Errorf("width %d: nothing was left out", width)
		}
		if zero := fmt.Sprint(make([]uint64, width)); !met[zero] {
			t.Errorf("width %d: no row of zeros was met", width)
		}
	}
}

// spreadOf is the spread of a row of any width.
func spreadOf(row []uint64) uint64 {
	var h [1]uint64
	spreadRows(len(row), row, h[:])
	return h[0]
}

// TestRecentLeavesOutWhatIsStored wants rows that were met, and only those, to be left
// out.
func TestRecentLeavesOutWhatIsStored(t *testing.T) {
	for width := 1; width <= 5; width++ {
		r := newRecent(width)
		rows := make([]uint64, 3*width)
		rows[0], rows[width] = 7, 8
		r.met(rows[:2*width])
		var which [lookAhead]uint32
		var hashes [lookAhead]uint64
		if n := r.sift(rows, &which, &hashes, make([]uint64, lookAhead*width)); n != 1 || which[0] != 2 {
			t.Errorf("width %d: %d rows were not met, the first is %d", width, n, which[0])
		}
	}
}
