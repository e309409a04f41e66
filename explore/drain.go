package explore

import (
	"slices"

	"tidemark/explore/internal/runs"
)

// sorted hands out the fresh rows whose hashes are in a part of all hashes, in
// batches: by hash, then by row. Their tags are their finders.
//
// The table has nearly that order. An entry is in one stretch of used slots with
// the slot where it belongs, so the stretches are in order, and only what is in
// one has to be sorted.
func (g *gathering) sorted(p part, emit func(*runs.Batch) error) error {
	entries, shift := g.store.table.entries, g.store.table.shift
	size := uint64(len(entries))
	from, to := size*uint64(p.index)/uint64(p.of), size*uint64(p.index+1)/uint64(p.of)
	d := drain{store: g.store, emit: emit}
	// The last stretch may go on behind the part, and in the first slots of all.
	for slot := from; slot < to || entries[slot%size] != 0; slot++ {
		at := slot % size
		home := entries[at] >> shift
		around := home > at
		switch {
		case entries[at] == 0 && len(d.slots) >= drainRows:
			if err := d.flush(); err != nil {
				return err
			}
		case entries[at] != 0 && home >= from && home < to && around == (slot >= size) && !g.isOld(entries[at]):
			d.slots = append(d.slots, at)
		}
	}
	return d.flush()
}

// drainRows is how many rows are sorted together, at least.
const drainRows = 4096

// A drain takes rows out of a store.
type drain struct {
	*store
	emit  func(*runs.Batch) error
	slots []uint64 // some whole stretches, not yet handed out
	batch runs.Batch
}

// flush hands out what is in d.slots.
func (d *drain) flush() error {
	dir, b := *d.rows.dir.Load(), &d.batch
	b.Reset()
	for _, slot := range d.slots {
		number := uint32(d.table.entries[slot])
		at := int(number&(segmentRows-1)) * d.width
		b.Rows = append(b.Rows, dir[number>>segmentBits][at:at+d.width]...)
		if d.cover {
			b.Tags = append(b.Tags, byte(finder(d.table.finders, slot)))
		}
	}
	b.Hashes = slices.Grow(b.Hashes[:0], len(d.slots))[:len(d.slots)]
	d.hash(b.Rows, b.Hashes)
	d.slots = d.slots[:0]
	b.Sort()
	return d.emit(b)
}
