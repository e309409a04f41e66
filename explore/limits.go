package explore

import "sort"

// What a store needs is judged by a formula of the counts, not by what was
// allocated: only so do all numbers of workers stop at the same state.

// storeLimit returns how many states a store may hold when its levels so far
// have distinct states, the last of them frontier.
func storeLimit(sub *subject, opts *Options, distinct, frontier uint64) uint64 {
	limit := uint64(maxRows)
	switch opts.Store {
	case Disk:
		return limit // it is emptied in time
	case Hash:
		limit = distinct + maxRows - frontier
	}
	if opts.MaxBytes == 0 {
		return limit
	}
	need := func(states uint64) uint64 {
		rows := states
		if opts.Store == Hash {
			rows = frontier + states - distinct
		}
		return rows*uint64(sub.width)*8 + tableBytes(states, opts)
	}
	// The first number of states, from distinct on, that needs too much.
	more := limit - distinct
	first := uint64(sort.Search(int(more), func(i int) bool {
		return need(distinct+uint64(i)+1) > opts.MaxBytes
	}))
	return distinct + first
}

// StoreBytes is the memory that a store needs for so many distinct states of width
// words, kept of which are in the last two levels: all that a hash store keeps the
// rows of. Of a disk store it is the least that is of use; its files take more the
// longer runs there are to be merged, up to about twice the rows themselves.
func StoreBytes(kind StoreKind, width int, states, kept uint64) uint64 {
	opts := &Options{Store: kind}
	row := uint64(width) * 8
	switch kind {
	case Hash:
		return min(kept, states)*row + leaptBytes(states, opts)
	case Disk:
		return min(kept, states)*row + tableBytes(min(kept, states), opts)
	}
	return states*row + leaptBytes(states, opts)
}

// tableBytes is what a table needs that may hold so many entries and no more.
func tableBytes(states uint64, opts *Options) uint64 {
	return opts.bytesOf(slotsFor(states, opts.tableBits()))
}

// leaptBytes is what a table needs for so many entries that may hold many more, and so
// grows by leaps.
func leaptBytes(states uint64, opts *Options) uint64 {
	width := slotsFor(states, opts.tableBits())
	if width < leapBits && (width-minTableBits)%2 != 0 {
		width++
	}
	return opts.bytesOf(width)
}

// tableBits is log2 of how many slots a table may have.
func (o *Options) tableBits() int {
	if o.Store == Hash {
		return maxHashBits
	}
	return maxIndexBits
}

// bytesOf are those of a table of 2^width slots: while it grows, the old one is there as
// well, of half the size at most.
func (o *Options) bytesOf(width int) uint64 {
	perSlot := uint64(8)
	if o.Coverage {
		perSlot = 9
	}
	bytes := perSlot << width
	if width > minTableBits {
		bytes += bytes / 2
	}
	return bytes
}
