package model

import (
	"math/bits"
	"slices"
)

// A layout says where the fields of a packed state lie. They come in items
// that do not straddle words: two for each replica (its state, in three parts;
// its response in flight), and two for the partition (control state; what was
// committed, and the epoch of each record id). Records are
// stored by id alone: an id's epoch is stored once, and is zero when the id
// occurs in no log, response or committed prefix, so that packing is
// injective and equal states have equal rows.
type layout struct {
	replicas, records int
	words             int

	// widths in bits; 0 where the bounds leave only one value
	offset, epoch, age, lease, durable, source, snapshot, crashes, waiting uint

	replica, response       [MaxReplicas]slot
	standing, marks, ledger [MaxReplicas]slot // the parts of replica
	control, history        slot
}

// A slot is an item's place in a row.
type slot struct {
	word  int
	shift uint
	mask  uint64 // of the item, before it is shifted
	hole  uint64 // the bits of the word that are not the item's
}

func newSlot(word int, shift, width uint) slot {
	mask := uint64(1)<<width - 1
	return slot{word, shift, mask, ^(mask << shift)}
}

func (p *slot) get(row []uint64) uint64 { return row[p.word] >> (p.shift & 63) & p.mask }

func (p *slot) set(row []uint64, item uint64) { row[p.word] = p.put(row[p.word], item) }

// put returns the slot's word with the item in it.
func (p *slot) put(word, item uint64) uint64 { return word&p.hole | item<<(p.shift&63) }

func newLayout(b Bounds) layout {
	width := func(largest int) uint { return uint(bits.Len(uint(largest))) }
	l := layout{
		replicas: len(b.Replicas),
		records:  b.MaxRecords,
		offset:   width(b.MaxRecords),
		epoch:    width(b.MaxEpoch),
		age:      width(b.LagMax + 1),
		lease:    width(b.Lease),
		source:   width(len(b.Replicas) - 1),
		crashes:  width(b.MaxCrashes),
	}
	if b.Durability == Lossy {
		l.durable = l.offset
	}
	if b.Retention > 0 {
		l.snapshot = 1
	}
	if slices.Contains(b.Acks, AcksAll) {
		l.waiting = uint(b.MaxRecords)
	}
	l.place()
	return l
}

// place assigns slots, first fit: the two items of a replica side by side
// where a word has room for both.
func (l *layout) place() {
	var used []uint
	put := func(width uint) slot {
		for w := range used {
			if used[w]+width <= 64 {
				used[w] += width
				return newSlot(w, used[w]-width, width)
			}
		}
		used = append(used, width)
		return newSlot(len(used)-1, 0, width)
	}
	n := uint(l.records)
	standing, marks, ledger := n*l.offset+3, l.epoch+l.durable+l.offset+l.lease, 2*l.offset+2*l.age
	replica := standing + marks + ledger
	response := l.epoch + l.source + 2*l.offset + l.snapshot + n*l.offset
	for r := range l.replicas {
		if replica+response <= 64 {
			both := put(replica + response)
			l.replica[r] = newSlot(both.word, both.shift, replica)
			l.response[r] = newSlot(both.word, both.shift+replica, response)
		} else {
			l.replica[r], l.response[r] = put(replica), put(response)
		}
		whole := l.replica[r]
		l.standing[r] = newSlot(whole.word, whole.shift, standing)
		l.marks[r] = newSlot(whole.word, whole.shift+standing, marks)
		l.ledger[r] = newSlot(whole.word, whole.shift+standing+marks, ledger)
	}
	l.control = put(2*l.epoch + 2*l.offset + l.crashes + 3*l.waiting)
	l.history = put(n*l.offset + n*l.epoch)
	l.words = len(used)
}

// A packer writes fields into an item, the topmost first.
type packer uint64

func (p *packer) put(v uint8, width uint) { *p = *p<<(width&63) | packer(v) }

// records writes the ids of a log.
func (p *packer) records(l Log, n int, width uint) {
	for at := 8 * uint(n); at > 0; {
		at -= 8
		p.put(uint8(l>>(at&63)&15), width)
	}
}

// An unpacker reads fields, the lowest first: that is the last one that a
// packer wrote.
type unpacker uint64

func (u *unpacker) get(width uint) uint8 {
	v := uint8(*u & (1<<(width&63) - 1))
	*u >>= width & 63
	return v
}

// records reads a log, with the epochs of its ids.
func (u *unpacker) records(n int, width uint, epochs epochTable) Log {
	var l Log
	ids, mask := uint64(*u), uint64(1)<<(width&63)-1
	*u >>= uint(n) * width & 63
	for at := uint(0); n > 0; n-- {
		l |= Log(epochs.entry(ids&mask)) << (at & 63)
		ids >>= width & 63
		at += 8
	}
	return l
}

// An epochTable holds the epoch of each record id in a nibble.
type epochTable uint64

// entry is the record with an id as a byte of a [Log]; 0 for id 0.
func (e epochTable) entry(id uint64) uint64 {
	return uint64(e)>>(4*id&63)&15<<4 | id
}

// with adds the epochs of a log's records.
func (e epochTable) with(l Log) epochTable {
	for ; l != 0; l >>= 8 {
		e |= epochTable(l>>4&15) << (4 * (l & 15) & 63)
	}
	return e
}

// epochsOf collects the epochs of all records that occur in a state.
func (l *layout) epochsOf(s *State) epochTable {
	e := epochTable(0).with(s.Committed)
	for r := range l.replicas {
		e = e.with(s.Log[r]).with(s.Response[r].Records)
	}
	return e
}

// packStanding packs whether r is the leader, in the ISR and alive, and its log.
func (l *layout) packStanding(s *State, r int) uint64 {
	var p packer
	if int(s.Leader) == r {
		p = 1
	}
	p.put(uint8(s.ISR)>>uint(r&7)&1, 1)
	p.put(uint8(s.Alive)>>uint(r&7)&1, 1)
	p.records(s.Log[r], l.records, l.offset)
	return uint64(p)
}

// packMarks packs how far r is: its lease, high watermark, durable end, epoch.
func (l *layout) packMarks(s *State, r int) uint64 {
	p := packer(s.Lease[r])
	p.put(s.LocalHW[r], l.offset)
	if l.durable != 0 {
		p.put(s.Durable[r], l.durable)
	}
	p.put(s.ReplicaEpoch[r], l.epoch)
	return uint64(p)
}

// packLedger packs the leader's entry for r.
func (l *layout) packLedger(s *State, r int) uint64 {
	p := packer(s.LastFetch[r])
	p.put(s.LastCaughtUp[r], l.age)
	p.put(s.LastFetchLeaderLEO[r], l.offset)
	p.put(s.FollowerLEO[r], l.offset)
	return uint64(p)
}

func (l *layout) packResponse(s *State, r int) uint64 {
	a := &s.Response[r]
	if !a.InFlight() {
		return 0
	}
	var p packer
	p.records(a.Records, l.records, l.offset)
	if l.snapshot != 0 {
		snapshot := uint8(0)
		if a.Snapshot {
			snapshot = 1
		}
		p.put(snapshot, 1)
	}
	p.put(a.HW, l.offset)
	p.put(a.Base, l.offset)
	p.put(a.Source, l.source)
	p.put(a.Epoch, l.epoch)
	return uint64(p)
}

func (l *layout) packControl(s *State) uint64 {
	var p packer
	if l.waiting != 0 {
		// ids start at 1
		p.put(uint8(s.Refused>>1), l.waiting)
		p.put(uint8(s.Acked>>1), l.waiting)
		p.put(uint8(s.Pending>>1), l.waiting)
	}
	p.put(s.Crashes, l.crashes)
	p.put(s.Produced, l.offset)
	p.put(s.HW, l.offset)
	p.put(s.ControllerEpoch, l.epoch)
	p.put(s.LeaderEpoch, l.epoch)
	return uint64(p)
}

func (l *layout) packHistory(s *State, epochs epochTable) uint64 {
	var p packer
	for at := 4 * uint(l.records); at > 0; at -= 4 {
		p.put(uint8(epochs>>(at&63)&15), l.epoch)
	}
	p.records(s.Committed, l.records, l.offset)
	return uint64(p)
}

// appendRow packs a whole state.
func (l *layout) appendRow(dst []uint64, s *State) []uint64 {
	at := len(dst)
	dst = append(dst, make([]uint64, l.words)...)
	row := dst[at:]
	for r := range l.replicas {
		l.standing[r].set(row, l.packStanding(s, r))
		l.marks[r].set(row, l.packMarks(s, r))
		l.ledger[r].set(row, l.packLedger(s, r))
		l.response[r].set(row, l.packResponse(s, r))
	}
	l.control.set(row, l.packControl(s))
	l.history.set(row, l.packHistory(s, l.epochsOf(s)))
	return dst
}

// unpack sets s, the zero state or another one of the model, to the state of
// a row.
func (l *layout) unpack(row []uint64, s *State) epochTable {
	u := unpacker(l.history.get(row))
	ids := u
	u >>= uint(l.records) * l.offset & 63
	var epochs epochTable
	for at := uint(4); at <= 4*uint(l.records); at += 4 {
		epochs |= epochTable(u.get(l.epoch)) << (at & 63)
	}
	s.Committed = ids.records(l.records, l.offset, epochs)
	l.unpackControl(unpacker(l.control.get(row)), s)
	l.unpackReplicas(row, s, epochs)
	for r := range s.Response {
		if r == l.replicas {
			break
		}
		if item := l.response[r].get(row); item != 0 {
			l.unpackResponse(unpacker(item), &s.Response[r], epochs)
		} else {
			s.Response[r] = Response{}
		}
	}
	return epochs
}

func (l *layout) unpackControl(u unpacker, s *State) {
	s.LeaderEpoch = u.get(l.epoch)
	s.ControllerEpoch = u.get(l.epoch)
	s.HW = u.get(l.offset)
	s.Produced = u.get(l.offset)
	s.Crashes = u.get(l.crashes)
	if l.waiting != 0 {
		s.Pending = RecordSet(u.get(l.waiting)) << 1
		s.Acked = RecordSet(u.get(l.waiting)) << 1
		s.Refused = RecordSet(u.get(l.waiting)) << 1
	}
}

func (l *layout) unpackReplicas(row []uint64, s *State, epochs epochTable) {
	// the widths that come up often, in registers
	offset, age := l.offset&63, l.age&63
	offsets, ages := uint64(1)<<offset-1, uint64(1)<<age-1
	var alive, isr, leader uint8
	for r := range s.Log {
		if r == l.replicas {
			break
		}
		u := unpacker(l.replica[r].get(row))
		log := u.records(l.records, offset, epochs)
		s.Log[r] = log
		flags := uint8(u & 7)
		u >>= 3
		alive |= flags & 1 << r
		isr |= flags >> 1 & 1 << r
		leader |= flags >> 2 * uint8(r)
		s.ReplicaEpoch[r] = u.get(l.epoch)
		if l.durable != 0 {
			s.Durable[r] = u.get(l.durable)
		} else {
			s.Durable[r] = uint8(log.Len())
		}
		s.LocalHW[r] = uint8(uint64(u) & offsets)
		u >>= offset
		s.Lease[r] = u.get(l.lease)
		s.FollowerLEO[r] = uint8(uint64(u) & offsets)
		u >>= offset
		s.LastFetchLeaderLEO[r] = uint8(uint64(u) & offsets)
		u >>= offset
		s.LastCaughtUp[r] = uint8(uint64(u) & ages)
		u >>= age
		s.LastFetch[r] = uint8(uint64(u) & ages)
	}
	s.Alive, s.ISR, s.Leader = ReplicaSet(alive), ReplicaSet(isr), leader
}

func (l *layout) unpackResponse(u unpacker, a *Response, epochs epochTable) {
	a.Epoch = u.get(l.epoch)
	a.Source = u.get(l.source)
	a.Base = u.get(l.offset)
	a.HW = u.get(l.offset)
	if l.snapshot != 0 {
		a.Snapshot = u.get(1) != 0
	}
	a.Records = u.records(l.records, l.offset, epochs)
}
