package model

// R11: what reads return.

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
//
// TLA+: ConsumerEnd, CommittedEnd, ConsumerRead, LinearizableRead, Confirmed, MayReadLinearizable, MayLeaseRead
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
//
// TLA+: LeaseAfterTick
func (r Rules) LeaseAfterTick(lease, full int, inCharge bool, isrSize, minISR int) int {
	if inCharge && isrSize >= minISR {
		return full
	}
	return max(0, lease-1)
}
