package model

// The rules about what clients are told: R5, R6 and R11.

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

// WaitsEnd is R7: whether an election ends all waits, with an outcome unknown
// to their clients.
func (r Rules) WaitsEnd() bool { return !r.has(PendingSurvivesElection) }

// Admits is R6 before the append: acks=all needs an ISR of at least
// min.insync.replicas, acks=1 does not.
func (r Rules) Admits(acksAll bool, isrSize, minISR int) bool {
	return !acksAll || isrSize >= minISR || r.has(MinISRAfterAppend)
}

// StillEnough is R6 while a request waits: it can succeed only while the ISR is
// large enough, and otherwise fails.
func (r Rules) StillEnough(isrSize, minISR int) bool {
	return isrSize >= minISR || r.has(MinISRIgnoredWhileWaiting)
}

// TimeOutSucceeds is R6: whether a request that timed out is answered with
// success. Its outcome is unknown, so it must not be.
func (r Rules) TimeOutSucceeds() bool { return r.has(TimeoutAsAck) }

// ReadLevel is what a client asks of a read (R11).
type ReadLevel uint8

const (
	ReadLocal        ReadLevel = iota // any replica's whole log, which may be stale
	ReadLeader                        // the leader's whole log, records above the HW included
	ReadConsumer                      // records below the HW, at the leader
	ReadLinearizable                  // committed records only, or a refusal, at the leader
	ReadLease                         // as ReadLinearizable, at a node that believes it leads
)

// Reader is what R11 may look at, for a read at one replica.
type Reader struct {
	LEO      int
	HW       int  // as the replica knows it
	Lease    int  // how long its lease still lasts; 0 or less: expired
	IsLeader bool // the controller's current leader
	ISRSize  int  // of the controller's ISR
	MinISR   int
}

// Read is R11: how many records of the replica's log a read returns, and
// whether it is allowed at all.
func (r Rules) Read(level ReadLevel, at Reader) (records int, allowed bool) {
	below := min(at.HW, at.LEO)
	switch level {
	case ReadLocal:
		return at.LEO, true
	case ReadLeader:
		return at.LEO, at.IsLeader
	case ReadConsumer:
		if r.has(ConsumerReadsAboveHW) {
			return at.LEO, at.IsLeader
		}
		return below, at.IsLeader
	}
	leads, settled := at.IsLeader, at.LEO <= at.HW
	if r.has(LinearizableReadsAboveHW) {
		settled, below = true, at.LEO
	}
	if r.has(LeaseOutlivesLeadership) {
		leads = leads || level == ReadLease
	}
	if !leads || !settled || at.Lease <= 0 || at.ISRSize < at.MinISR {
		return 0, false
	}
	return below, true
}

// LeaseAfterTick is R11: a replica's lease after a tick. It is renewed while
// its owner is in charge and the ISR is large enough, and runs down otherwise.
func (r Rules) LeaseAfterTick(lease, full int, inCharge bool, isrSize, minISR int) int {
	if inCharge && isrSize >= minISR {
		return full
	}
	return max(0, lease-1)
}
