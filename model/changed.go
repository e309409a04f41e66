package model

// A changeMask has the bits of a word that an aspect occupies.
type changeMask struct {
	bits   uint64
	aspect Aspects
}

// changeMasks are masks for each word of a row.
type changeMasks [][]changeMask

// between returns the aspects in which two rows differ.
func (c changeMasks) between(a, b []uint64) Aspects {
	var changed Aspects
	for w, masks := range c {
		diff := a[w] ^ b[w]
		if diff == 0 {
			continue
		}
		for _, m := range masks {
			if diff&m.bits != 0 {
				changed |= m.aspect
			}
		}
	}
	return changed
}

// changes returns the masks of some aspects. It works them out by packing: the
// bits of an aspect are those that are set when all of its variables' are.
func (l *layout) changes(of Aspects) changeMasks {
	masks := make(changeMasks, l.words)
	for i := range aspects {
		aspect := Aspects(1) << i
		if of&aspect == 0 {
			continue
		}
		for w, bits := range l.filled(aspect) {
			if bits != 0 {
				masks[w] = append(masks[w], changeMask{bits, aspect})
			}
		}
	}
	return masks
}

// filled is a row in which exactly the bits of an aspect are set.
func (l *layout) filled(aspect Aspects) []uint64 {
	row := make([]uint64, l.words)
	s := State{Leader: MaxReplicas} // no replica
	l.fillPartition(&s, aspect)
	for r := range l.replicas {
		l.fillReplica(&s, r, aspect)
	}
	for r := range l.replicas {
		if aspect == Leadership {
			s.Leader = uint8(r)
		}
		l.replica[r].set(row, l.packReplica(&s, r))
		if aspect == Responses {
			l.response[r].set(row, l.response[r].mask)
		}
	}
	l.control.set(row, l.packControl(&s))
	l.history.set(row, l.packHistory(&s, 0))
	return row
}

// ones is a value with all bits of a width set.
func ones(width uint) uint8 { return 1<<width - 1 }

// ids is a log with all bits of its ids set; the epochs lie elsewhere.
func (l *layout) ids() Log {
	var log Log
	for i := range l.records {
		log |= Log(ones(l.offset)) << (8 * i)
	}
	return log
}

func (l *layout) fillPartition(s *State, aspect Aspects) {
	switch aspect {
	case Watermark:
		s.HW = ones(l.offset)
	case History:
		s.Committed = l.ids()
	case Leadership:
		s.LeaderEpoch, s.ControllerEpoch = ones(l.epoch), ones(l.epoch)
	case Membership:
		s.ISR = ReplicaSet(ones(uint(l.replicas)))
	case Liveness:
		s.Alive = ReplicaSet(ones(uint(l.replicas)))
	case Answers:
		all := RecordSet(ones(l.waiting)) << 1
		s.Pending, s.Acked, s.Refused = all, all, all
	case Counters:
		s.Produced, s.Crashes = ones(l.offset), ones(l.crashes)
	}
}

func (l *layout) fillReplica(s *State, r int, aspect Aspects) {
	switch aspect {
	case Adoption:
		s.ReplicaEpoch[r] = ones(l.epoch)
	case Logs:
		s.Log[r] = l.ids()
	case Durability:
		s.Durable[r] = ones(l.durable)
		if l.durable == 0 { // it is the length of the log
			s.Log[r] = l.ids()
		}
	case LocalMarks:
		s.LocalHW[r] = ones(l.offset)
	case Leases:
		s.Lease[r] = ones(l.lease)
	case Ledger:
		s.FollowerLEO[r], s.LastFetchLeaderLEO[r] = ones(l.offset), ones(l.offset)
		s.LastCaughtUp[r], s.LastFetch[r] = ones(l.age), ones(l.age)
	}
}
