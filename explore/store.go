package explore

import (
	"math"
	"math/bits"
	"sync/atomic"

	"tidemark/explore/pairs"
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

// hash sets dst[i] to the hash of the i-th row: for the hash store its fingerprint.
func (st *store) hash(rows, dst []uint64) {
	switch {
	case st.exact:
		spreadRows(st.width, rows, dst)
		finishSpreads(dst)
		return
	case st.valued != nil:
		st.valued.Fingerprints(rows, dst)
	default:
		hashRows(st.width, rows, dst)
	}
	nonzero(dst)
}

// nonzero makes entries of hashes: one of 0 would be a free slot.
func nonzero(hashes []uint64) {
	for i, h := range hashes {
		if h == 0 {
			hashes[i] = 1
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
	found    []int    // which of its rows the last add stored
	unkept   []uint64 // rows that were new to it, but that the store had no room for
	overflow bool     // whether there ever were any
	ignored  uint64   // the bits of an entry that do not come from the hash

	recent *recent
	hashes [lookAhead]uint64 // those of a batch
	which  [lookAhead]uint32 // the rows of a batch to look up, by their indexes
	some   []uint64          // those rows
	seen   [lookAhead]uint64 // an entry for each of them
	slots  [lookAhead]uint64 // where it is
}

func newInserter(st *store) *inserter {
	in := &inserter{store: st, rowWriter: rowWriter{segs: st.rows}, recent: newRecent(st.width), some: make([]uint64, lookAhead*st.width)}
	if st.exact {
		in.ignored = math.MaxUint32
	}
	return in
}

// add stores the rows that are new, after represent has made them canonical, if
// it is not nil. It replaces in.found and in.unkept.
//
// A batch goes through in steps, because short loops keep their variables in
// registers, and the cache misses within a step do not wait for each other.
func (in *inserter) add(rows []uint64, labels []Label, represent func(rows []uint64)) {
	n := len(rows) / in.width
	in.found, in.unkept = in.found[:0], in.unkept[:0]
	for at := 0; at < n; at += lookAhead {
		end := min(at+lookAhead, n)
		b := in.batch(at, rows[at*in.width:end*in.width], represent)
		if in.cover && labels != nil {
			b.labels = labels[at:end]
		}
		p := in.table.enter(len(b.which))
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
	first  int      // the number of its first row among those of the call
	which  []uint32 // the rows to look up, by their indexes
	rows   []uint64 // those rows
	hashes []uint64
	labels []Label // of all rows; nil unless the table counts finders
}

// batch leaves out of a batch what was met lately, unless all rows are needed,
// for their finders, or not all of them were stored; and makes the rest canonical.
func (in *inserter) batch(first int, rows []uint64, represent func(rows []uint64)) batch {
	n, all := len(rows)/in.width, in.cover || in.overflow || len(in.unkept) > 0
	if all {
		for i := range n {
			in.which[i] = uint32(i)
		}
		copy(in.some, rows)
	} else {
		n = in.recent.sift(rows, &in.which, &in.hashes, in.some)
	}
	b := batch{first: first, which: in.which[:n], rows: in.some[:n*in.width], hashes: in.hashes[:n]}
	if represent != nil {
		for j, i := range b.which {
			row := rows[int(i)*in.width:][:in.width]
			represent(row)
			copyRow(b.rows[j*in.width:][:in.width], row)
		}
	}
	if in.exact && !all && represent == nil {
		finishSpreads(b.hashes)
	} else {
		in.store.hash(b.rows, b.hashes)
	}
	return b
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
// but for the ignored bits, the low ones. It looks at the second place of each
// without a branch, which would be hard to predict.
func (in *inserter) probe(hashes []uint64, ignored uint64) {
	entries, shift := in.table.entries, in.table.shift&63
	if len(entries) == 0 {
		return
	}
	mask := uint64(len(entries) - 1)
	seen, slots := in.seen[:len(hashes)], in.slots[:len(hashes)]
	for i, h := range hashes {
		slot, e := h>>shift&mask, seen[i]
		slot += other(e, h, ignored)
		e = atomic.LoadUint64(&entries[slot&mask])
		for other(e, h, ignored) != 0 {
			slot++
			e = atomic.LoadUint64(&entries[slot&mask])
		}
		seen[i], slots[i] = e, slot&mask
	}
}

// other is 1 if an entry is not free and differs from a hash by more than the
// ignored bits, and 0 otherwise.
func other(entry, hash, ignored uint64) uint64 {
	_, differs := bits.Sub64(ignored, entry^hash, 0)
	_, taken := bits.Sub64(0, entry, 0)
	return differs & taken
}

// sift returns the rows of b that probe has not found, by their places in
// b.which. Every row that an entry in seen leads to is in the directory by now.
func (in *inserter) sift(b *batch) []uint64 {
	switch {
	case !in.exact:
		return in.siftHashes(len(b.hashes))
	case in.width == 2:
		return in.siftPairs(b)
	}
	dir, width := *in.segs.dir.Load(), in.width
	seen, left := in.seen[:len(b.hashes)], 0
	for j, e := range seen {
		if e == 0 || !holds(dir, uint32(e), b.rows, j*width, width) {
			seen[left] = uint64(j)
			left++
		}
	}
	return seen[:left]
}

// siftPairs is sift for rows of two words, without branches that are hard to
// predict. A free entry leads to the row of segment 0, which is none.
func (in *inserter) siftPairs(b *batch) []uint64 {
	dir, rows := *in.segs.dir.Load(), pairs.Of(b.rows)
	seen, left := in.seen[:len(rows)], uint(0)
	rows = rows[:len(seen)]
	for j, e := range seen {
		stored := pairs.At(dir[uint32(e)>>segmentBits], uint(e%segmentRows*2))
		row := &rows[j]
		differs := (stored[0] ^ row[0]) | (stored[1] ^ row[1])
		free := (e - 1) &^ e
		in.seen[left%lookAhead] = uint64(j)
		left += uint((differs | -differs | free) >> 63)
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
	for _, j := range rest {
		slot := in.slots[j]
		for {
			e := atomic.LoadUint64(&entries[slot&mask])
			if e == 0 {
				if in.claim(b, int(j), slot, before+quota) {
					break
				}
				continue // look at the one that came first
			}
			if e^b.hashes[j] <= ignored && (ignored == 0 ||
				holds(*in.segs.dir.Load(), uint32(e), b.rows, int(j)*width, width)) {
				break
			}
			slot = (slot + 1) & mask
		}
		in.slots[j] = slot
	}
	return len(in.found) - before
}

// claim stores the j-th row of b to look up in a free slot, unless so many were
// found that the table is full. It returns false if another worker was faster.
func (in *inserter) claim(b *batch, j int, slot uint64, full int) bool {
	from := j * in.width
	row := b.rows[from : from+in.width : from+in.width]
	if len(in.found) == full {
		in.unkept = append(in.unkept, row...)
		return true
	}
	entry, number := b.hashes[j], in.write(row)
	if in.exact {
		entry = entry>>32<<32 | uint64(number)
	}
	if !in.table.put(slot, entry, in.table.movers > 1) {
		return false
	}
	in.commit()
	in.found = append(in.found, b.first+int(b.which[j]))
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
	t := in.table
	mask := uint64(len(t.entries) - 1)
	for len(rows) > 0 {
		some := rows[:min(len(rows), lookAhead*in.width)]
		rows = rows[len(some):]
		hashes := in.hashes[:len(some)/in.width]
		in.store.hash(some, hashes)
		for i, h := range hashes {
			row := some[i*in.width : (i+1)*in.width]
			slot := h >> t.shift
			for !in.matches(t.entries[slot], h, row) {
				slot = (slot + 1) & mask
			}
			visit(slot)
		}
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
