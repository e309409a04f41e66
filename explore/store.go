package explore

import (
	"slices"
	"sync/atomic"
)

// A store remembers the visited states. Its table holds, for the exact store,
// the upper half of each row's hash with the row's number, and for the hash
// store the rows' fingerprints.
type store struct {
	width  int
	exact  bool
	cover  bool   // whether the table counts finders
	valued Valued // makes the fingerprints; nil: they are the rows' hashes
	rows   *segments
	table  *table
	memory meter
}

func newStore(sub *subject, opts *Options, workers int) *store {
	st := &store{width: sub.width, exact: opts.Store == Exact, cover: opts.Coverage}
	st.rows = newSegments(sub.width, &st.memory)
	maxBits := maxIndexBits
	if !st.exact {
		maxBits, st.valued = maxHashBits, sub.valued
	}
	st.table = newTable(maxBits, workers, st.cover, &st.memory)
	return st
}

// hash sets dst[i] to the hash of the i-th row.
func (st *store) hash(rows, dst []uint64) {
	switch {
	case st.exact:
		hashRows(st.width, rows, dst)
		return
	case st.valued != nil:
		st.valued.Fingerprints(rows, dst)
	default:
		hashRows(st.width, rows, dst)
	}
	for i, h := range dst {
		if h == 0 {
			dst[i] = 1 // an entry of 0 is a free slot
		}
	}
}

// lookAhead is how many rows go through the table in one go: enough for their
// cache misses to overlap, and few enough that a table that has to grow need
// not wait.
const lookAhead = 512

// An inserter adds one worker's rows to the store.
type inserter struct {
	*store
	rowWriter
	hashes   []uint64
	found    []int    // which of its rows the last add stored
	unkept   []uint64 // rows that were new to it, but that the store had no room for
	overflow bool     // whether there ever were any
	seen     [lookAhead]uint64
	sink     uint64 // keeps the look-ahead alive
}

func newInserter(st *store) *inserter {
	return &inserter{store: st, rowWriter: rowWriter{segs: st.rows}}
}

// add stores the rows that are new. It replaces in.found and in.unkept.
func (in *inserter) add(rows []uint64, labels []Label) {
	n := len(rows) / in.width
	in.hashes = slices.Grow(in.hashes[:0], n)[:n]
	in.store.hash(rows, in.hashes)
	in.found, in.unkept = in.found[:0], in.unkept[:0]
	for at := 0; at < n; at += lookAhead {
		end := min(at+lookAhead, n)
		b := batch{first: at, rows: rows[at*in.width : end*in.width], hashes: in.hashes[at:end]}
		if in.cover && labels != nil {
			b.labels = labels[at:end]
		}
		p := in.table.enter(end - at)
		var added int
		if in.exact {
			in.sink += in.touchExact(b)
			added = in.addExact(b, p.quota)
		} else {
			in.sink += in.touchHashes(b)
			added = in.addHashes(b, p.quota)
		}
		in.table.leave(p, added)
	}
	in.overflow = in.overflow || len(in.unkept) > 0
}

// A batch is some rows on their way into the table.
type batch struct {
	first        int // the number of its first row among those of the call
	rows, hashes []uint64
	labels       []Label // nil unless the table counts finders
}

// touchExact loads what addExact is going to look at: first the entries, then
// the rows they lead to. It does nothing else, but its loads do not wait for
// each other.
func (in *inserter) touchExact(b batch) uint64 {
	sum := in.touchHashes(b)
	dir, width := *in.segs.dir.Load(), in.width
	for i, e := range in.seen[:len(b.hashes)] {
		if e != 0 && (e^b.hashes[i])>>32 == 0 {
			if number := uint32(e); int(number>>segmentBits) < len(dir) {
				sum += dir[number>>segmentBits][int(number&(segmentRows-1))*width]
			}
		}
	}
	return sum
}

// addExact stores the new rows of b, at most quota of them, and says how many.
func (in *inserter) addExact(b batch, quota int) int {
	entries, shift, width := in.table.entries, in.table.shift&63, in.width
	mask := uint64(len(entries) - 1)
	shared := in.table.movers > 1
	added := 0
	for i, h := range b.hashes {
		row := b.rows[i*width : (i+1)*width]
		slot := h >> shift & mask
		tag := h >> 32
		entry := uint64(0) // with the row's number, once it is written
		for {
			e := atomic.LoadUint64(&entries[slot])
			if e == 0 {
				if added == quota {
					in.unkept = append(in.unkept, row...)
					break
				}
				if entry == 0 {
					place, number := in.next()
					copyRow(place, row)
					entry = tag<<32 | uint64(number)
				}
				if shared {
					if !atomic.CompareAndSwapUint64(&entries[slot], 0, entry) {
						continue // look at the one that came first
					}
				} else {
					entries[slot] = entry
				}
				in.commit()
				in.found = append(in.found, b.first+i)
				added++
				break
			}
			if e>>32 == tag && in.holds(uint32(e), row) {
				break
			}
			slot = (slot + 1) & mask
		}
		if b.labels != nil {
			in.table.setFinder(slot, uint32(b.labels[i].Action()))
		}
	}
	return added
}

// holds says whether row has that number.
func (in *inserter) holds(number uint32, row []uint64) bool {
	seg := (*in.segs.dir.Load())[number>>segmentBits]
	at := int(number&(segmentRows-1)) * len(row)
	return equalRows(seg[at:at+len(row)], row)
}

// touchHashes loads the entries where b belongs.
func (in *inserter) touchHashes(b batch) uint64 {
	entries, shift := in.table.entries, in.table.shift&63
	mask := uint64(len(entries) - 1)
	seen := in.seen[:len(b.hashes)]
	for i, h := range b.hashes {
		seen[i] = atomic.LoadUint64(&entries[h>>shift&mask])
	}
	return 0
}

// addHashes is addExact for fingerprints. Rows are only kept for the level
// being built.
func (in *inserter) addHashes(b batch, quota int) int {
	entries, shift, width := in.table.entries, in.table.shift&63, in.width
	mask := uint64(len(entries) - 1)
	shared := in.table.movers > 1
	added := 0
	for i, h := range b.hashes {
		slot := h >> shift & mask
		for {
			e := atomic.LoadUint64(&entries[slot])
			if e == 0 {
				row := b.rows[i*width : (i+1)*width]
				if added == quota {
					in.unkept = append(in.unkept, row...)
					break
				}
				if shared {
					if !atomic.CompareAndSwapUint64(&entries[slot], 0, h) {
						continue
					}
				} else {
					entries[slot] = h
				}
				place, _ := in.next()
				copyRow(place, row)
				in.commit()
				in.found = append(in.found, b.first+i)
				added++
				break
			}
			if e == h {
				break
			}
			slot = (slot + 1) & mask
		}
		if b.labels != nil {
			in.table.setFinder(slot, uint32(b.labels[i].Action()))
		}
	}
	return added
}

// countFinders adds to counts which action found each of the rows, all of them
// stored. It must not run while rows are added.
func (in *inserter) countFinders(rows []uint64, counts *[256]uint64) {
	n := len(rows) / in.width
	in.hashes = slices.Grow(in.hashes[:0], n)[:n]
	in.store.hash(rows, in.hashes)
	t := in.table
	mask := uint64(len(t.entries) - 1)
	for i, h := range in.hashes {
		row := rows[i*in.width : (i+1)*in.width]
		slot := h >> t.shift
		for !in.matches(t.entries[slot], h, row) {
			slot = (slot + 1) & mask
		}
		counts[finder(t.finders, slot)]++
	}
}

// matches says whether an entry is that of a row with hash h.
func (in *inserter) matches(entry, h uint64, row []uint64) bool {
	if !in.exact {
		return entry == h
	}
	return entry>>32 == h>>32 && entry != 0 && in.holds(uint32(entry), row)
}

// equalRows compares two rows of one width.
func equalRows(a, b []uint64) bool {
	b = b[:len(a)]
	for i, word := range a {
		if word != b[i] {
			return false
		}
	}
	return true
}

// copyRow copies a row. For the few words of one a loop is faster than copy.
func copyRow(dst, src []uint64) {
	if len(src) > 8 {
		copy(dst, src)
		return
	}
	dst = dst[:len(src)]
	for i, word := range src {
		dst[i] = word
	}
}
