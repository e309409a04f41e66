package explore

import (
	"math"
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
	st := &store{width: sub.width, exact: opts.Store != Hash, cover: opts.Coverage}
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
	ignored  uint64   // the bits of an entry that do not come from the hash

	seen  [lookAhead]uint64 // an entry for each row of a batch
	slots [lookAhead]uint64 // where it is
}

func newInserter(st *store) *inserter {
	in := &inserter{store: st, rowWriter: rowWriter{segs: st.rows}}
	if st.exact {
		in.ignored = math.MaxUint32
	}
	return in
}

// add stores the rows that are new. It replaces in.found and in.unkept.
//
// A batch goes through in steps, because short loops keep their variables in
// registers, and the cache misses within a step do not wait for each other.
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
		in.look(b.hashes)
		in.probe(b.hashes, in.ignored)
		added := in.settle(&b, in.sift(&b), p.quota)
		if b.labels != nil {
			in.noteFinders(b.labels)
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

// look loads the entries where rows with these hashes belong.
func (in *inserter) look(hashes []uint64) {
	entries, shift := in.table.entries, in.table.shift&63
	if len(entries) == 0 {
		return // never, and so a masked index needs no check
	}
	mask := uint64(len(entries) - 1)
	seen := in.seen[:len(hashes)]
	for i, h := range hashes {
		seen[i] = atomic.LoadUint64(&entries[h>>shift&mask])
	}
}

// probe goes on from there to the first entry that is free or equals the hash
// but for the ignored bits, the low ones.
func (in *inserter) probe(hashes []uint64, ignored uint64) {
	entries, shift := in.table.entries, in.table.shift&63
	if len(entries) == 0 {
		return
	}
	mask := uint64(len(entries) - 1)
	seen, slots := in.seen[:len(hashes)], in.slots[:len(hashes)]
	for i, h := range hashes {
		slot := h >> shift & mask
		d := seen[i] ^ h // which is h for a free entry
		for d > ignored && d != h {
			slot = (slot + 1) & mask
			d = atomic.LoadUint64(&entries[slot]) ^ h
		}
		seen[i], slots[i] = d^h, slot
	}
}

// sift returns the rows of b that probe has not found, by their indexes. Every
// row that an entry in seen leads to is in the directory by now.
func (in *inserter) sift(b *batch) []uint64 {
	switch {
	case !in.exact:
		return in.siftHashes(len(b.hashes))
	case in.width == 2:
		return in.siftPairs(b.rows)
	}
	dir, width := *in.segs.dir.Load(), in.width
	seen, left := in.seen[:len(b.hashes)], 0
	for i, e := range seen {
		if e == 0 || !holds(dir, uint32(e), b.rows, i*width, width) {
			seen[left] = uint64(i)
			left++
		}
	}
	return seen[:left]
}

// siftPairs is sift for rows of two words. The segment of a free entry is 0,
// which is empty.
func (in *inserter) siftPairs(rows []uint64) []uint64 {
	dir := *in.segs.dir.Load()
	seen, left := in.seen[:len(rows)/2], 0
	for i, e := range seen {
		seg, at := dir[uint32(e)>>segmentBits], int(e&(segmentRows-1))*2
		if at+1 < len(seg) && seg[at] == rows[2*i] && seg[at+1] == rows[2*i+1] {
			continue
		}
		seen[left] = uint64(i)
		left++
	}
	return seen[:left]
}

// siftHashes is sift for fingerprints.
func (in *inserter) siftHashes(n int) []uint64 {
	seen, left := in.seen[:n], 0
	for i, e := range seen {
		if e == 0 {
			seen[left] = uint64(i)
			left++
		}
	}
	return seen[:left]
}

// settle stores those of the rest that are new, at most quota of them, and says
// how many. Others occur twice in b, or were just stored by another worker.
func (in *inserter) settle(b *batch, rest []uint64, quota int) int {
	entries, width, ignored := in.table.entries, in.width, in.ignored
	if len(entries) == 0 {
		return 0
	}
	mask, before := uint64(len(entries)-1), len(in.found)
	for _, i := range rest {
		slot := in.slots[i]
		for {
			e := atomic.LoadUint64(&entries[slot&mask])
			if e == 0 {
				if in.claim(b, int(i), slot, before+quota) {
					break
				}
				continue // look at the one that came first
			}
			if e^b.hashes[i] <= ignored && (ignored == 0 ||
				holds(*in.segs.dir.Load(), uint32(e), b.rows, int(i)*width, width)) {
				break
			}
			slot = (slot + 1) & mask
		}
		in.slots[i] = slot
	}
	return len(in.found) - before
}

// claim stores the i-th row of b in a free slot, unless so many were found that
// the table is full. It returns false if another worker was faster.
func (in *inserter) claim(b *batch, i int, slot uint64, full int) bool {
	from := i * in.width
	row := b.rows[from : from+in.width : from+in.width]
	if len(in.found) == full {
		in.unkept = append(in.unkept, row...)
		return true
	}
	entry, number := b.hashes[i], in.write(row)
	if in.exact {
		entry = entry>>32<<32 | uint64(number)
	}
	if !in.table.put(slot, entry, in.table.movers > 1) {
		return false
	}
	in.commit()
	in.found = append(in.found, b.first+i)
	return true
}

// noteFinders takes note of which actions led to the rows of a batch.
func (in *inserter) noteFinders(labels []Label) {
	for i, label := range labels {
		in.table.setFinder(in.slots[i], uint32(label.Action()))
	}
}

// holds says whether the row that starts in rows at from has that number.
func holds(dir [][]uint64, number uint32, rows []uint64, from, width int) bool {
	seg := dir[number>>segmentBits]
	at := int(number&(segmentRows-1)) * width
	return equalRows(seg[at:at+width], rows[from:from+width])
}

// countFinders adds to counts which action found each of the rows, all of them
// stored. It must not run while rows are added.
func (in *inserter) countFinders(rows []uint64, counts *[256]uint64) {
	in.locate(rows, func(slot uint64) { counts[finder(in.table.finders, slot)]++ })
}

// locate calls visit with the slot of each of the rows, all of them stored. It
// must not run while rows are added.
func (in *inserter) locate(rows []uint64, visit func(slot uint64)) {
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
		visit(slot)
	}
}

// has says whether a row is stored, as far as the store can tell. It must not run
// while rows are added.
func (in *inserter) has(row []uint64) bool {
	var hash [1]uint64
	in.store.hash(row, hash[:])
	t := in.table
	mask := uint64(len(t.entries) - 1)
	for slot := hash[0] >> t.shift; t.entries[slot] != 0; slot = (slot + 1) & mask {
		if in.matches(t.entries[slot], hash[0], row) {
			return true
		}
	}
	return false
}

// addHashes adds fingerprints to the hash store, and says how many are new.
func (in *inserter) addHashes(hashes []uint64) int {
	added := 0
	for len(hashes) > 0 {
		some := hashes[:min(len(hashes), lookAhead)]
		p := in.table.enter(len(some))
		in.look(some)
		in.probe(some, 0)
		now := 0
		for _, i := range in.siftHashes(len(some)) {
			now += in.addHash(some[i], in.slots[i], p.quota-now)
		}
		in.table.leave(p, now)
		added += now
		hashes = hashes[len(some):]
	}
	return added
}

// addHash adds a fingerprint at the first free slot from the one given, if there
// is room, and returns 1 if it is new.
func (in *inserter) addHash(hash, slot uint64, room int) int {
	entries := in.table.entries
	for mask := uint64(len(entries) - 1); ; slot = (slot + 1) & mask {
		switch {
		case entries[slot] == hash || room == 0:
			return 0
		case in.table.put(slot, hash, false):
			return 1
		}
	}
}

// matches says whether an entry is that of a row with hash h.
func (in *inserter) matches(entry, h uint64, row []uint64) bool {
	if !in.exact {
		return entry == h
	}
	return entry>>32 == h>>32 && entry != 0 && holds(*in.segs.dir.Load(), uint32(entry), row, 0, len(row))
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
