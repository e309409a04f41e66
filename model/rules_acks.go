package model

// R5 and R6: what producers are told.

// A Wait is what R5 looks at: an acks=all request that waits for its record.
type Wait struct {
	ID      int // of the record
	Offset  int // of the record in the leader's log; -1 when it is not there
	HW      int
	Holders int // members of the ISR that the leader knows to hold the record
	MinISR  int
}

// Replicated is R5: whether the high watermark has passed the record of a
// waiting request.
//
// TLA+: Replicated
func (r Rules) Replicated(w Wait) bool {
	rule := w.Offset >= 0 && w.Offset < w.HW
	switch {
	case r == 0:
	case r.has(AckBeforeHW):
		return true
	case r.has(AckAtMinISR):
		return w.Holders >= w.MinISR
	case r.has(PendingSurvivesElection):
		// by the offset that the record once had, whatever is there now
		return rule || w.Offset < 0 && w.ID <= w.HW
	}
	return rule
}

// StillEnough is R6 while a request waits: it can succeed only while the ISR is
// large enough, and otherwise fails.
//
// TLA+: StillEnough, EnoughReplicas, MayAck, MayRefuse
func (r Rules) StillEnough(isrSize, minISR int) bool {
	return isrSize >= minISR || r.has(MinISRIgnoredWhileWaiting)
}

// Admits is R6 before the append: acks=all needs an ISR of at least
// min.insync.replicas, acks=1 does not.
//
// TLA+: Admits
func (r Rules) Admits(acksAll bool, isrSize, minISR int) bool {
	return !acksAll || isrSize >= minISR || r.has(MinISRAfterAppend)
}

// TimeOutSucceeds is R6: whether a request that timed out is answered with
// success. Its outcome is unknown, so it must not be.
//
// TLA+: TimeOut
func (r Rules) TimeOutSucceeds() bool { return r.has(TimeoutAsAck) }
