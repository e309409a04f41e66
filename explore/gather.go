package explore

import (
	"cmp"
	"slices"
)

// A gathering is what the store in memory holds for a search on disk: fresh rows,
// found for the level being built and in no file yet, and as long as there is
// room old ones, of earlier levels. An old row that is found again need not be
// looked for in files.
type gathering struct {
	store *store
	room  uint64 // rows that the store may hold
	known uint64 // old rows
	old   []rowRange
	fresh []rowRange // as far as they were listed
	oldTo []uint32   // of each segment, the rows before this one are old
}

func (g *gathering) used() uint64 { return g.store.table.used.Load() }

// isOld says whether an entry of the table is that of an old row.
func (g *gathering) isOld(entry uint64) bool {
	segment, at := uint32(entry)>>segmentBits, uint32(entry)&(segmentRows-1)
	return int(segment) < len(g.oldTo) && at < g.oldTo[segment]
}

// list lists the fresh rows that were not listed yet.
func (g *gathering) list(workers []*worker) {
	for _, w := range workers {
		g.fresh = w.insert.seal(g.fresh)
	}
}

// full says whether there is no room for many more rows, old ones apart, which
// it forgets if that helps.
func (g *gathering) full(workers []*worker) bool {
	if g.used() < g.room-g.room/16 {
		return false
	}
	if g.used()-g.known >= g.room/2 {
		return true
	}
	g.forgetOld(workers)
	return false
}

// age makes the fresh rows old, which must be in files. Old ones are forgotten if
// a level like the last would find too little room, and so are these.
func (g *gathering) age(workers []*worker) {
	fresh := g.used() - g.known
	switch {
	case 2*fresh > g.room:
		g.forgetAll(workers)
		return
	case g.used()+fresh > g.room:
		g.forgetOld(workers)
	}
	g.list(workers)
	for _, r := range g.fresh {
		if n := int(r.segment) + 1 - len(g.oldTo); n > 0 {
			g.oldTo = append(g.oldTo, make([]uint32, n)...)
		}
		g.oldTo[r.segment] = r.to
	}
	g.old, g.fresh = append(g.old, g.fresh...), g.fresh[:0]
	g.known = g.used()
}

// forgetOld keeps the fresh rows only.
func (g *gathering) forgetOld(workers []*worker) {
	if g.known == 0 {
		return
	}
	for _, w := range workers {
		w.insert.close()
	}
	g.list(workers)
	g.store.table.retain(func(entry uint64) bool { return !g.isOld(entry) })
	fresh := segmentsOf(g.fresh)
	g.recycle(slices.DeleteFunc(segmentsOf(g.old), func(r rowRange) bool {
		return slices.ContainsFunc(fresh, func(s rowRange) bool { return s.segment == r.segment })
	}))
	g.old, g.known = g.old[:0], 0
}

// forgetAll forgets all rows.
func (g *gathering) forgetAll(workers []*worker) {
	for _, w := range workers {
		w.insert.close()
	}
	g.list(workers)
	g.store.table.clear()
	g.recycle(segmentsOf(append(g.old, g.fresh...)))
	g.old, g.fresh, g.known = g.old[:0], g.fresh[:0], 0
}

func (g *gathering) recycle(segments []rowRange) {
	for _, r := range segments {
		if int(r.segment) < len(g.oldTo) {
			g.oldTo[r.segment] = 0
		}
	}
	g.store.rows.recycle(segments)
}

// segmentsOf returns one range of each segment that ranges are in.
func segmentsOf(ranges []rowRange) []rowRange {
	segments := slices.Clone(ranges)
	slices.SortFunc(segments, func(a, b rowRange) int { return cmp.Compare(a.segment, b.segment) })
	return slices.CompactFunc(segments, func(a, b rowRange) bool { return a.segment == b.segment })
}

// clear removes all entries.
func (t *table) clear() {
	clear(t.entries)
	for i := range t.finders {
		t.finders[i] = 1<<32 - 1
	}
	t.used.Store(0)
}

// retain removes the entries that are not wanted.
func (t *table) retain(wanted func(entry uint64) bool) {
	size := uint64(len(t.entries))
	start := uint64(slices.Index(t.entries, 0)) // a table is never full
	var kept []keptEntry
	used := uint64(0)
	// A stretch of used slots is emptied as a whole, and what is wanted put back.
	for i := range size {
		slot := (start + i) % size
		if e := t.entries[slot]; e != 0 {
			if found := t.takeFinder(slot); wanted(e) {
				kept = append(kept, keptEntry{e, found})
			}
			t.entries[slot] = 0
			continue
		}
		used += uint64(len(kept))
		t.putBack(kept)
		kept = kept[:0]
	}
	used += uint64(len(kept))
	t.putBack(kept)
	t.used.Store(used)
}

// A keptEntry is an entry with its finder.
type keptEntry struct {
	entry  uint64
	finder uint32
}

// takeFinder removes the finder of a slot, if finders are counted.
func (t *table) takeFinder(slot uint64) uint32 {
	if t.finders == nil {
		return 0
	}
	f := finder(t.finders, slot)
	t.finders[slot/4] |= 0xff << (slot % 4 * 8)
	return f
}

func (t *table) putBack(kept []keptEntry) {
	mask := uint64(len(t.entries) - 1)
	for _, k := range kept {
		slot := k.entry >> t.shift
		for !t.put(slot, k.entry, false) {
			slot = (slot + 1) & mask
		}
		if t.finders != nil {
			t.setFinder(slot, k.finder)
		}
	}
}
