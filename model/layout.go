package model

import (
	"math/bits"
	"slices"
)

// A layout says where the parts of a packed state lie in its row. They come in
// items that do not straddle words: one for each variable that is a small
// number for each replica, one for each log and each response in flight, one
// for the partition's own variables, and one for what was committed with the
// epoch of each record id. Records are stored by id alone: an id's epoch is
// stored once, and is zero when the id occurs in no log, response or committed
// prefix, so that packing is injective and equal states have equal rows.
type layout struct {
	replicas, maxRecords int
	words                int

	replicaEpoch, durable, localHW, lease                    field
	followerLEO, lastCaughtUp, lastFetch, lastFetchLeaderLEO field
	log, response                                            [MaxReplicas]slot
	control, history                                         slot
	// the parts of control, the lowest first
	alive, isr, leader, leaderEpoch, controllerEpoch, hw, produced, crashed, pending, acked, refused slot
	// the parts of history
	committed, epochsOfIDs slot

	ids, epochs squeeze  // of the records of a log; of the epochs of all ids
	lanes       []uint64 // the lowest bit of each place of a record's id, by word
	records     []uint64 // all bits of these places
	ofOutline   []uint64 // the bits of an outline

	// widths in bits; 0 where the bounds leave only one value
	offset, epoch, source, snapshot, crashes, ofIDs      uint
	waiting, answered, declined, advertised, ofCommitted uint
	beforeIDs                                            uint // of what a response has below its records
}

// A slot is an item's place in a row.
type slot struct {
	word  int
	shift uint
	mask  uint64 // of the item, before it is shifted
}

func (p *slot) get(row []uint64) uint64 { return row[p.word] >> (p.shift & 63) & p.mask }

// add writes the item where a row has zeros.
func (p *slot) add(row []uint64, v uint64) { row[p.word] |= v << (p.shift & 63) }

// A field is a number for each replica: an [Each], packed.
type field struct {
	slot
	squeeze
	width uint // of one number, in bits
}

func (f *field) unpack(row []uint64, e *Each) { e.setWord(f.squeeze.unpack(f.get(row))) }

func (f *field) pack(row []uint64, e *Each) { f.add(row, f.squeeze.pack(e.word())) }

// of is the place of a replica's number.
func (f *field) of(r int) slot {
	return slot{f.word, f.shiftOf(r), 1<<f.width - 1}
}

func (f *field) shiftOf(r int) uint { return f.slot.shift + uint(r)*f.width }

// newLayout lays out states within bounds, without some of their parts.
func newLayout(b Bounds, without Optional) layout {
	width := func(largest int) uint { return uint(bits.Len(uint(largest))) }
	l := layout{
		replicas:   len(b.Replicas),
		maxRecords: b.MaxRecords,
		offset:     width(b.MaxRecords),
		epoch:      width(b.MaxEpoch),
		source:     width(len(b.Replicas) - 1),
		crashes:    width(b.MaxCrashes),
	}
	l.ofIDs = uint(l.maxRecords) * l.offset
	l.ids, l.epochs = newSqueeze(l.offset), newSqueeze(l.epoch)
	if b.Retention > 0 {
		l.snapshot = 1
	}
	ids := uint(0)
	if slices.Contains(b.Acks, AcksAll) {
		ids = uint(b.MaxRecords)
	}
	l.waiting, l.answered, l.declined = without.width(OfPending, ids), without.width(OfAcked, ids), without.width(OfRefused, ids)
	l.ofCommitted = without.width(OfCommitted, l.ofIDs)
	l.advertised = without.width(OfLocalHW, l.offset)
	l.beforeIDs = l.epoch + l.source + l.offset + l.advertised + l.snapshot
	age, lease, durable := width(b.LagMax+1), without.width(OfLease, width(b.Lease)), uint(0)
	if b.Durability == Lossy {
		durable = l.offset
	}
	l.place(age, lease, durable)
	return l
}

// An item is a part of a row that needs a place.
type item struct {
	width uint
	at    *slot
}

// place gives every item its slot: words are filled as far as they can be, one after
// the other.
func (l *layout) place(age, lease, durable uint) {
	n := uint(l.replicas)
	items := []item{
		{2*l.epoch + 2*l.offset + l.crashes + l.waiting + l.answered + l.declined + l.source + 2*n, &l.control},
		{l.ofCommitted + uint(l.maxRecords)*l.epoch, &l.history},
	}
	for _, v := range []struct {
		f     *field
		width uint
	}{
		{&l.replicaEpoch, l.epoch}, {&l.durable, durable}, {&l.localHW, l.advertised}, {&l.lease, lease},
		{&l.followerLEO, l.offset}, {&l.lastCaughtUp, age}, {&l.lastFetch, age}, {&l.lastFetchLeaderLEO, l.offset},
	} {
		v.f.squeeze, v.f.width = newSqueeze(v.width), v.width
		items = append(items, item{n * v.width, &v.f.slot})
	}
	for r := range l.replicas {
		items = append(items, item{l.ofIDs, &l.log[r]},
			item{l.beforeIDs + l.ofIDs, &l.response[r]})
	}
	slices.SortStableFunc(items, func(a, b item) int { return int(b.width) - int(a.width) })
	for l.words = 0; len(items) > 0; l.words++ {
		shift, rest := uint(0), items[:0:0]
		chosen := fill(items)
		for i, it := range items {
			if chosen[i] {
				*it.at = slot{l.words, shift, 1<<it.width - 1}
				shift += it.width
			} else {
				rest = append(rest, it)
			}
		}
		items = rest
	}
	l.placeControl()
	l.placeRecords()
	l.ofOutline = l.maskOf(Leadership | Membership | Liveness | Adoption)
	for _, p := range []slot{l.produced, l.crashed, l.pending} {
		p.add(l.ofOutline, p.mask)
	}
	for r := range l.replicas { // a response is in flight if its epoch is not 0
		p := l.response[r]
		p.add(l.ofOutline, 1<<l.epoch-1)
	}
}

// fill chooses the items that together fill a word best; of equal choices it takes the
// one with the first items.
func fill(items []item) []bool {
	const bits = 64
	// best[i][room] is how much of the room the items from the i-th on can fill.
	best := make([][bits + 1]uint, len(items)+1)
	for i := len(items) - 1; i >= 0; i-- {
		for room := range uint(bits + 1) {
			best[i][room] = best[i+1][room]
			if w := items[i].width; w <= room {
				best[i][room] = max(best[i][room], w+best[i+1][room-w])
			}
		}
	}
	chosen, room := make([]bool, len(items)), uint(bits)
	for i, it := range items {
		if it.width <= room && it.width+best[i+1][room-it.width] == best[i][room] {
			chosen[i] = true
			room -= it.width
		}
	}
	return chosen
}

// placeRecords places the parts of history, and finds where ids of records are.
func (l *layout) placeRecords() {
	h := l.history
	l.committed = slot{h.word, h.shift, 1<<l.ofCommitted - 1}
	l.epochsOfIDs = slot{h.word, h.shift + l.ofCommitted, h.mask >> l.ofCommitted}
	l.lanes, l.records = make([]uint64, l.words), make([]uint64, l.words)
	log := func(word int, shift uint) {
		for i := range uint(l.maxRecords) {
			l.lanes[word] |= 1 << (shift + i*l.offset)
			l.records[word] |= (1<<l.offset - 1) << (shift + i*l.offset)
		}
	}
	if l.ofCommitted != 0 {
		log(h.word, h.shift)
	}
	for r := range l.replicas {
		log(l.log[r].word, l.log[r].shift)
		log(l.response[r].word, l.response[r].shift+l.beforeIDs)
	}
}

// durableOf is the place of a replica's durable end: that of its log, where
// everything is durable.
func (l *layout) durableOf(r int) slot {
	if l.durable.mask == 0 {
		return l.log[r]
	}
	return l.durable.of(r)
}

// aliveOf is the place of the bit that says whether a replica is alive.
func (l *layout) aliveOf(r int) slot { return slot{l.alive.word, l.alive.shift + uint(r), 1} }

// placeControl places the parts of control.
func (l *layout) placeControl() {
	at := l.control.shift
	for _, part := range l.controlParts() {
		*part.at = slot{l.control.word, at, 1<<part.width - 1}
		at += part.width
	}
}

func (l *layout) controlParts() []item {
	n := uint(l.replicas)
	return []item{
		{n, &l.alive}, {n, &l.isr}, {l.source, &l.leader}, {l.epoch, &l.leaderEpoch}, {l.epoch, &l.controllerEpoch},
		{l.offset, &l.hw}, {l.offset, &l.produced}, {l.crashes, &l.crashed},
		{l.waiting, &l.pending}, {l.answered, &l.acked}, {l.declined, &l.refused},
	}
}
