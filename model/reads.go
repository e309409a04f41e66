package model

import "slices"

// Read is what a client reads at replica r at some level (R11), and whether it
// is answered at all. Only a live replica answers; ReadLeader, ReadConsumer
// and ReadLinearizable go to the leader in charge, ReadLease to whoever R11
// lets answer.
func (m *Model) Read(s *State, level ReadLevel, r int) (Log, bool) {
	if !s.Alive.Has(r) || level != ReadLocal && level != ReadLease && !(r == int(s.Leader) && s.InCharge()) {
		return 0, false
	}
	records, allowed := m.rules.Read(level, Reader{
		LEO:      s.LEO(r),
		HW:       int(s.LocalHW[r]),
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

// Offers reports whether clients may ask for acks.
func (m *Model) Offers(acks string) bool {
	return slices.Contains(m.bounds.Acks, acks)
}
