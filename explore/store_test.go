package explore

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestHashRowsEqualsHashRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for width := 1; width < 9; width++ {
		rows := make([]uint64, 50*width)
		for i := range rows {
			rows[i] = rng.Uint64() >> rng.IntN(64)
		}
		dst := make([]uint64, 50)
		hashRows(width, rows, dst)
		for i, h := range dst {
			if want := hashRow(rows[i*width : (i+1)*width]); h != want {
				t.Fatalf("width %d: got %x, want %x", width, h, want)
			}
		}
	}
}

// TestHashSpreads puts rows that differ little into buckets by the top bits of
// their hashes, as the table does, and by the low ones, and demands what
// chance would give: a sum of squares near its mean.
func TestHashSpreads(t *testing.T) {
	const buckets, n = 1 << 10, 1 << 16
	for width := 1; width <= 5; width++ {
		for word := range width {
			for _, shift := range []int{0, 7, 31, 32, 48} {
				var top, low, quick, tag [buckets]float64
				row := make([]uint64, width)
				for i := range uint64(n) {
					row[word] = bits.RotateLeft64(i, shift)
					h := hashRow(row)
					top[h>>54]++
					low[h%buckets]++
					spread := []uint64{spreadOf(row)}
					finishSpreads(spread)
					quick[spread[0]>>54]++
					tag[spread[0]>>32%buckets]++
				}
				for name, counts := range map[string][]float64{"top": top[:], "low": low[:], "top of the quick": quick[:], "tag of the quick": tag[:]} {
					sum := 0.0
					for _, c := range counts {
						sum += (c - n/buckets) * (c - n/buckets) / (n / buckets)
					}
					// Chi squared with 1023 degrees of freedom: 45 is the deviation.
					if sum > 1023+6*46 {
						t.Errorf("width %d, word %d, shifted by %d, %s bits: %.0f", width, word, shift, name, sum)
					}
				}
			}
		}
	}
}

// TestHashAvalanches flips each bit of a row and demands that about half of
// the hash's bits flip, upper and lower half alike.
func TestHashAvalanches(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 10))
	for width := 1; width <= 4; width++ {
		for bit := range 64 * width {
			var upper, lower int
			for range 200 {
				row := make([]uint64, width)
				for i := range row {
					row[i] = rng.Uint64()
				}
				h := hashRow(row)
				row[bit/64] ^= 1 << (bit % 64)
				d := h ^ hashRow(row)
				upper += bits.OnesCount32(uint32(d >> 32))
				lower += bits.OnesCount32(uint32(d))
			}
			for _, n := range []int{upper, lower} {
				if mean := float64(n) / 200; mean < 12 || mean > 20 {
					t.Errorf("width %d, bit %d: %.1f of 32 bits flip", width, bit, mean)
				}
			}
		}
	}
}

func TestHashOfZeroRows(t *testing.T) {
	seen := map[uint64]bool{}
	for width := 1; width < 20; width++ {
		h := hashRow(make([]uint64, width))
		if h == 0 || seen[h] {
			t.Errorf("%d zeros have the hash %x", width, h)
		}
		seen[h] = true
	}
}

// TestTableGrows fills a table by one and by several users and looks for every
// entry at its place.
func TestTableGrows(t *testing.T) {
	for _, movers := range []int{1, 3} {
		var memory meter
		table := newTable(maxHashBits, movers, true, &memory)
		table.setLimit(1 << 40)
		rng := rand.New(rand.NewPCG(uint64(movers), 11))
		var all []uint64
		for range 200 {
			p := table.enter(700)
			for range 700 {
				e := rng.Uint64() | 1
				if len(all)%1000 == 0 {
					e |= 0xfffff << 44 // crowd the end, so that probing wraps around
				}
				slot := e >> table.shift
				for !table.put(slot, e, movers > 1) {
					slot = (slot + 1) & uint64(len(table.entries)-1)
				}
				table.setFinder(slot, uint32(len(all)%200))
				all = append(all, e)
			}
			table.leave(p, 700)
		}
		if n := table.used.Load(); n != uint64(len(all)) || n > tableRoom(table.bits, maxHashBits) {
			t.Fatalf("%d entries in use of %d, room for %d", n, len(all), tableRoom(table.bits, maxHashBits))
		}
		if got, want := memory.now.Load(), uint64(len(table.entries))*9; got != want {
			t.Errorf("%d bytes in use, want %d", got, want)
		}
		for i, e := range all {
			slot := e >> table.shift
			for table.entries[slot] != e || finder(table.finders, slot) != uint32(i%200) {
				if table.entries[slot] == 0 {
					t.Fatalf("entry %x got lost", e)
				}
				slot = (slot + 1) & uint64(len(table.entries)-1)
			}
		}
	}
}

func TestTableLimit(t *testing.T) {
	for _, movers := range []int{1, 2} {
		var memory meter
		table := newTable(maxIndexBits, movers, false, &memory)
		table.setLimit(1000)
		p := table.enter(900)
		if p.quota != 900 || p.exclusive {
			t.Fatal(p)
		}
		table.leave(p, 600)
		if p = table.enter(500); p.quota != 400 {
			t.Fatal(p)
		}
		table.leave(p, 400)
		if p = table.enter(500); p.quota != 0 || p.exclusive {
			t.Fatal(p)
		}
		table.leave(p, 0)
		table.setLimit(100_000)
		if p = table.enter(50_000); p.quota != 50_000 || len(table.entries) < 51_000*8/5 {
			t.Fatal(p, len(table.entries))
		}
		table.leave(p, 0)
	}
}

func TestRoomOfTables(t *testing.T) {
	if got := tableRoom(maxIndexBits, maxIndexBits); got != maxRows {
		t.Errorf("the largest table takes %d entries, want %d", got, maxRows)
	}
	for _, n := range []uint64{0, 1, 1280, 1281, 2560, 2561, 1 << 30, maxRows} {
		width := slotsFor(n, maxIndexBits)
		if tableRoom(width, maxIndexBits) < n || width > minTableBits && tableRoom(width-1, maxIndexBits) >= n {
			t.Errorf("a table for %d entries has 2^%d slots", n, width)
		}
	}
}

// TestSegments writes rows through two writers, level by level, and reads them
// back.
func TestSegments(t *testing.T) {
	const width = 3
	var memory meter
	segs := newSegments(width, &memory)
	writers := []*rowWriter{{segs: segs}, {segs: segs}}
	numbers := map[uint32]bool{}
	var next uint64
	for level, rows := range []int{1, 0, 300, 5000, 100_000, 90_000} {
		first := next
		var fresh []uint64
		for range rows {
			w := writers[next%2]
			number := w.write([]uint64{7777, 7777, 7777}) // a row that lost its race is written over
			again := w.write([]uint64{next, next * 2, next * 3})
			if number != again || number == 0 || numbers[number] {
				t.Fatal("row number", number, again)
			}
			numbers[number] = true
			w.commit()
			next++
			if next%777 == 0 {
				for _, r := range w.fresh() {
					fresh = append(fresh, segs.rows(r)...)
				}
			}
		}
		var ranges []rowRange
		for _, w := range writers {
			for _, r := range w.fresh() {
				fresh = append(fresh, segs.rows(r)...)
			}
			ranges = w.seal(ranges)
		}
		var sealed []uint64
		for _, r := range ranges {
			sealed = append(sealed, segs.rows(r)...)
		}
		for _, got := range [][]uint64{fresh, sealed} {
			var ids []uint64
			for row := range slices.Chunk(got, width) {
				if row[1] != row[0]*2 || row[2] != row[0]*3 {
					t.Fatal("a row was damaged:", row)
				}
				ids = append(ids, row[0])
			}
			slices.Sort(ids)
			if len(ids) != rows || rows > 0 && (ids[0] != first || ids[rows-1] != next-1) || len(slices.Compact(ids)) != rows {
				t.Fatalf("level %d has %d rows, want %d", level, len(ids), rows)
			}
		}
	}
	if got := memory.now.Load(); got < next*width*8 || got > 2*next*width*8 {
		t.Errorf("%d rows take %d bytes", next, got)
	}
}

// TestSegmentsAreRecycled: the hash store needs rows for two levels at a time,
// however many there are.
func TestSegmentsAreRecycled(t *testing.T) {
	s, err := newSearch(grid{width: 1, axes: 5, side: 9}, Options{Store: Hash, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(*s.store.rows.dir.Load()); s.depth != 41 || n > 8 {
		t.Errorf("%d segments for %d levels", n, s.depth)
	}
}

// rowWith is the row of one word that has a hash in the exact store.
func rowWith(h uint64) uint64 {
	inverse := func(n uint64) uint64 {
		x := n // right in the three lowest bits; each step doubles them
		for range 5 {
			x *= 2 - n*x
		}
		return x
	}
	spread := h * inverse(hashOffset)
	spread ^= spread >> 32
	return spread * inverse(hashFirst)
}

// TestEqualTagsAreToldApart stores rows whose hashes have one upper half: they
// share a place in the table and a tag, and only differ as rows.
func TestEqualTagsAreToldApart(t *testing.T) {
	const n = 2000
	var rows []uint64
	for i := range uint64(n) {
		h := uint64(0xabcdef12)<<32 | i
		row := rowWith(h)
		spread := []uint64{spreadOf([]uint64{row})}
		if finishSpreads(spread); spread[0] != h {
			t.Fatalf("the row for %x has the hash %x", h, spread[0])
		}
		rows = append(rows, row)
	}
	for _, workers := range []int{1, 2} {
		s, err := newSearch(grid{width: 1, axes: 2, side: 2}, Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		s.prepare()
		in := s.workers[0].insert
		for _, want := range []int{n, 0} {
			if in.add(rows, nil, nil); len(in.found) != want {
				t.Errorf("%d workers: %d rows were new, want %d", workers, len(in.found), want)
			}
		}
	}
}

func TestRowHelpers(t *testing.T) {
	for width := 1; width < 12; width++ {
		a := make([]uint64, width)
		for i := range a {
			a[i] = uint64(i * i)
		}
		b := make([]uint64, width)
		copyRow(b, a)
		if !equalRows(a, b) {
			t.Error(width)
		}
		for i := range b {
			b[i]++
			if equalRows(a, b) {
				t.Error(width, i)
			}
			b[i]--
		}
	}
}

// TestExpandingDoesNotAllocate measures a worker that goes over a level again:
// its buffers have their size, so there is nothing to allocate.
func TestExpandingDoesNotAllocate(t *testing.T) {
	for _, width := range []int{1, 2, 5} {
		for _, store := range []StoreKind{Exact, Hash} {
			t.Run(fmt.Sprint(width, store), func(t *testing.T) {
				s, err := newSearch(grid{width: width, axes: 4, side: 6}, Options{Workers: 1, Store: store, MaxDepth: 8})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := s.run(t.Context()); err != nil {
					t.Fatal(err)
				}
				src := s.store.rows.rows(s.levels.(*memoryLevels).last()[0])
				n := testing.AllocsPerRun(10, func() {
					if err := s.workers[0].expandChunk(src); err != nil {
						t.Fatal(err)
					}
				})
				if n > 0 {
					t.Errorf("%v allocations", n)
				}
			})
		}
	}
}
