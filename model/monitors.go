package model

// Monitors are history that only properties read. Each has its update rule
// here. Refused has none: in the correct protocol a request that R6 refuses
// at admission is no step, so only a variant could record one.

// commit updates Committed: whenever the high watermark passes its length, it
// becomes the leader's log up to the high watermark as a whole, so that a
// change of what was committed shows.
func (s *State) commit() {
	if int(s.HW) > s.Committed.Len() {
		s.Committed = s.Log[s.Leader].Cut(int(s.HW))
	}
}

// acknowledge updates Acked: record p's acks=all request was answered with
// success.
func (s *State) acknowledge(p int) { s.Acked = s.Acked.With(p) }
