package model

// Read is what a client reads at replica r at some level (R11), and whether it
// is answered at all. ReadConsumer and ReadLinearizable are answered by the
// leader in charge only, ReadLease by any live replica that R11 lets answer.
func (m *Model) Read(s *State, level ReadLevel, r int) (Log, bool) {
	if !s.Alive.Has(r) || level != ReadLease && !(r == int(s.Leader) && s.InCharge()) {
		return 0, false
	}
	records, allowed := m.rules.Read(level, Reader{
		LEO:      s.LEO(r),
		HW:       int(s.HW),
		Lease:    int(s.Lease[r]),
		IsLeader: r == int(s.Leader),
		ISRSize:  s.ISR.Len(),
		MinISR:   m.bounds.MinISR,
	})
	if !allowed {
		return 0, false
	}
	return s.Log[r].Cut(records), true
}

// Fenced is R8's answer to the response in flight to follower f.
func (m *Model) Fenced(s *State, f int) Rejection { return m.fence(s, f) }

// Offers reports whether clients may ask for acks.
func (m *Model) Offers(acks string) bool {
	for _, a := range m.bounds.Acks {
		if a == acks {
			return true
		}
	}
	return false
}
