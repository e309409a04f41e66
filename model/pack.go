package model

// A packer writes numbers into an item, the topmost first.
type packer uint64

func (p *packer) put(v uint64, width uint) { *p = *p<<(width&63) | packer(v) }

// An unpacker reads numbers, the lowest first: that is the last one that a
// packer wrote.
type unpacker uint64

func (u *unpacker) get(width uint) uint8 {
	v := uint8(*u & (1<<(width&63) - 1))
	*u >>= width & 63
	return v
}

// An epochTable holds the epoch of each record id: that of id 1 in the lowest
// byte.
type epochTable uint64

// of is a log of records with these ids, a byte for each, with their epochs.
func (e epochTable) of(ids uint64) Log {
	l := Log(ids)
	for at := uint(4); ids != 0; at += 8 {
		l |= Log(e>>(8*(ids-1)&63)&15) << (at & 63)
		ids >>= 8
	}
	return l
}

// with adds the epochs of a log's records.
func (e epochTable) with(l Log) epochTable {
	for ; l != 0; l >>= 8 {
		e |= epochTable(l>>4&15) << (8 * (l&15 - 1) & 63)
	}
	return e
}

// epochsOf collects the epochs of all records that occur in a state.
func (l *layout) epochsOf(s *State) epochTable {
	e := epochTable(0).with(s.Committed)
	for r := range min(l.replicas, MaxReplicas) {
		e = e.with(s.Log[r]).with(s.Response[r].Records)
	}
	return e
}

// recordsOf are the ids of all records that occur in a state.
func (l *layout) recordsOf(s *State) RecordSet {
	ids := s.Committed.IDs()
	for r := range min(l.replicas, MaxReplicas) {
		ids |= s.Log[r].IDs() | s.Response[r].Records.IDs()
	}
	return ids
}

// recordsWithEpochs are the ids of all records that may occur in a row of which some bits
// are known.
func (l *layout) recordsWithEpochs(row, known []uint64) (ids RecordSet) {
	for id := uint(1); id <= uint(l.maxRecords); id++ {
		at := l.epochOf(id)
		mask := at.mask << at.shift
		if known[at.word]&mask != mask || at.get(row) != 0 {
			ids = ids.With(int(id))
		}
	}
	return ids
}

// epochOf is the place of a record's epoch.
func (l *layout) epochOf(id uint) slot {
	return slot{l.epochsOfIDs.word, l.epochsOfIDs.shift + (id-1)*l.epoch, 1<<l.epoch - 1}
}

// forget clears the epochs of records that occur nowhere in a row.
func (l *layout) forget(row []uint64) {
	for id := uint(1); id <= uint(l.maxRecords); id++ {
		if !l.occurs(row, uint64(id)) {
			at := l.epochOf(id)
			row[at.word] &^= at.mask << (at.shift & 63)
		}
	}
}

// occurs reports whether a record's id is anywhere in a row: whether it leaves
// only zeros in some place of an id, when they are compared all at once.
func (l *layout) occurs(row []uint64, id uint64) bool {
	for i, lanes := range l.lanes[:len(row)] {
		differs := row[i] ^ lanes*id
		for d, n := differs, uint(1); n < l.offset; n++ {
			differs |= d >> n
		}
		if differs&lanes != lanes {
			return true
		}
	}
	return false
}

// packIDs packs the ids of a log.
func (l *layout) packIDs(log Log) uint64 { return l.ids.pack(uint64(log) & 0x0f0f0f0f0f0f0f0f) }

func (l *layout) packResponse(a *Response) uint64 {
	if !a.InFlight() {
		return 0
	}
	p := packer(l.packIDs(a.Records))
	p.put(flag(a.Snapshot), l.snapshot)
	p.put(uint64(a.HW), l.advertised)
	p.put(uint64(a.Base), l.offset)
	p.put(uint64(a.Source), l.source)
	p.put(uint64(a.Epoch), l.epoch)
	return uint64(p)
}

func (l *layout) packControl(s *State) uint64 {
	var p packer
	// ids start at 1
	p.put(uint64(s.Refused>>1), l.declined)
	p.put(uint64(s.Acked>>1), l.answered)
	p.put(uint64(s.Pending>>1), l.waiting)
	p.put(uint64(s.Crashes), l.crashes)
	p.put(uint64(s.Produced), l.offset)
	p.put(uint64(s.HW), l.offset)
	p.put(uint64(s.ControllerEpoch), l.epoch)
	p.put(uint64(s.LeaderEpoch), l.epoch)
	p.put(uint64(s.Leader), l.source)
	p.put(uint64(s.ISR), uint(l.replicas))
	p.put(uint64(s.Alive), uint(l.replicas))
	return uint64(p)
}

func (l *layout) packHistory(s *State, epochs epochTable) uint64 {
	return l.epochs.pack(uint64(epochs))<<(l.ofCommitted&63) | l.packIDs(s.Committed)
}

// appendRow packs a whole state.
func (l *layout) appendRow(dst []uint64, s *State) []uint64 {
	at := len(dst)
	dst = append(dst, make([]uint64, l.words)...)
	l.pack(dst[at:], s)
	return dst
}

// pack packs a whole state into a row of zeros.
func (l *layout) pack(row []uint64, s *State) {
	for r := range min(l.replicas, MaxReplicas) {
		l.log[r].add(row, l.packIDs(s.Log[r]))
		l.response[r].add(row, l.packResponse(&s.Response[r]))
	}
	l.replicaEpoch.pack(row, &s.ReplicaEpoch)
	l.localHW.pack(row, &s.LocalHW)
	l.durable.pack(row, &s.Durable)
	l.lease.pack(row, &s.Lease)
	l.followerLEO.pack(row, &s.FollowerLEO)
	l.lastCaughtUp.pack(row, &s.LastCaughtUp)
	l.lastFetch.pack(row, &s.LastFetch)
	l.lastFetchLeaderLEO.pack(row, &s.LastFetchLeaderLEO)
	l.control.add(row, l.packControl(s))
	l.history.add(row, l.packHistory(s, l.epochsOf(s)))
}

// flag is a condition as a number.
func flag(set bool) uint64 {
	if set {
		return 1
	}
	return 0
}

// unpack sets s, the zero state or another one of the model, to the state of
// a row, and returns the epochs of its records.
func (l *layout) unpack(row []uint64, s *State) epochTable {
	history := l.history.get(row)
	epochs := epochTable(l.epochs.unpack(history >> (l.ofCommitted & 63)))
	s.Committed = epochs.of(l.ids.unpack(history & (1<<(l.ofCommitted&63) - 1)))
	l.unpackControl(unpacker(l.control.get(row)), s)
	l.replicaEpoch.unpack(row, &s.ReplicaEpoch)
	l.localHW.unpack(row, &s.LocalHW)
	l.lease.unpack(row, &s.Lease)
	l.followerLEO.unpack(row, &s.FollowerLEO)
	l.lastCaughtUp.unpack(row, &s.LastCaughtUp)
	l.lastFetch.unpack(row, &s.LastFetch)
	l.lastFetchLeaderLEO.unpack(row, &s.LastFetchLeaderLEO)
	for r := range min(l.replicas, MaxReplicas) {
		s.Log[r] = epochs.of(l.ids.unpack(l.log[r].get(row)))
		if l.durable.mask == 0 {
			s.Durable[r] = uint8(s.Log[r].Len())
		}
		if packed := l.response[r].get(row); packed != 0 {
			l.unpackResponse(unpacker(packed), &s.Response[r], epochs)
		} else {
			s.Response[r] = Response{}
		}
	}
	if l.durable.mask != 0 {
		l.durable.unpack(row, &s.Durable)
	}
	return epochs
}

// An outline is what of a state says which actions are worth trying.
type outline struct {
	leader                       int
	alive, isr, inFlight, behind ReplicaSet // behind are those that have not adopted the leader's epoch
	inCharge                     bool       // the leader
	controllerEpoch              uint8
	produced, crashes            uint8
	waiting                      bool // whether a request waits
}

// outline reads the outline of a row.
func (l *layout) outline(row []uint64) (o outline) {
	u, n := unpacker(l.control.get(row)), uint(l.replicas)
	o.alive, o.isr, o.leader = ReplicaSet(u.get(n)), ReplicaSet(u.get(n)), int(u.get(l.source))
	epoch := uint64(u.get(l.epoch))
	o.controllerEpoch = u.get(l.epoch)
	u.get(l.offset) // the high watermark
	o.produced = u.get(l.offset)
	o.crashes = u.get(l.crashes)
	o.waiting = u.get(l.waiting) != 0
	epochs := l.replicaEpoch.get(row)
	for r := range min(l.replicas, MaxReplicas) {
		bit := ReplicaSet(1) << uint(r)
		if epochs&(1<<(l.epoch&63)-1) != epoch {
			o.behind |= bit
		}
		epochs >>= l.epoch & 63
		if l.response[r].get(row) != 0 {
			o.inFlight |= bit
		}
	}
	o.inCharge = (o.alive &^ o.behind).Has(o.leader)
	return o
}

func (l *layout) unpackControl(u unpacker, s *State) {
	s.Alive = ReplicaSet(u.get(uint(l.replicas)))
	s.ISR = ReplicaSet(u.get(uint(l.replicas)))
	s.Leader = u.get(l.source)
	s.LeaderEpoch = u.get(l.epoch)
	s.ControllerEpoch = u.get(l.epoch)
	s.HW = u.get(l.offset)
	s.Produced = u.get(l.offset)
	s.Crashes = u.get(l.crashes)
	s.Pending = RecordSet(u.get(l.waiting)) << 1
	s.Acked = RecordSet(u.get(l.answered)) << 1
	s.Refused = RecordSet(u.get(l.declined)) << 1
}

func (l *layout) unpackResponse(u unpacker, a *Response, epochs epochTable) {
	a.Epoch = u.get(l.epoch)
	a.Source = u.get(l.source)
	a.Base = u.get(l.offset)
	a.HW = u.get(l.advertised)
	a.Snapshot = u.get(l.snapshot) != 0
	a.Records = epochs.of(l.ids.unpack(uint64(u)))
}
