package model

// Rules are the replication rules R1 to R12 as pure functions. The zero value
// is the correct protocol; each bit switches on one [Variant], and each rule
// is the only place where a variant of it takes effect.
//
// Offsets and log end offsets count records from 0. Times are whatever clock
// the caller has, in one unit throughout: the model passes minus an age with
// now = 0.
type Rules uint64

// With returns the rules with one more variant.
func (r Rules) With(v Variant) Rules { return r | 1<<v }

// has reports whether a variant is on.
func (r Rules) has(v Variant) bool { return r>>v&1 != 0 }

// Bookkeeping is what the leader keeps for a follower.
type Bookkeeping struct {
	LEO                int // offset of its latest fetch
	LastCaughtUp       int // time at which it was last known to have the leader's whole log
	LastFetch          int // time of its latest fetch
	LastFetchLeaderLEO int // the leader's own LEO at that fetch
}

// Fetched is R1: the bookkeeping after a fetch at an offset, when the leader's
// LEO is leaderLEO. A follower that asks for the leader's LEO is caught up now;
// one that asks for all the leader had at its previous fetch was caught up
// then, which keeps it in sync under constant load.
func (r Rules) Fetched(b Bookkeeping, offset, leaderLEO, now int) Bookkeeping {
	if offset >= leaderLEO {
		b.LastCaughtUp = max(b.LastCaughtUp, now)
	} else if offset >= b.LastFetchLeaderLEO {
		b.LastCaughtUp = max(b.LastCaughtUp, b.LastFetch)
	}
	b.LEO, b.LastFetchLeaderLEO, b.LastFetch = offset, leaderLEO, now
	return b
}

// OutOfSync is R2: whether a follower has not been caught up for longer than
// lagMax. Exactly lagMax is still in sync.
func (r Rules) OutOfSync(lastCaughtUp, now, lagMax int) bool {
	return now-lastCaughtUp > lagMax
}

// MayLeave is R2: whether a member of the ISR may be removed from it. The
// leader never is.
func (r Rules) MayLeave(isLeader, outOfSync bool) bool {
	return !isLeader && outOfSync
}

// MayJoin is R3: whether a follower outside the ISR may join it, once it has
// fetched: its LEO must have reached the high watermark.
func (r Rules) MayJoin(followerLEO, hw int) bool {
	return followerLEO >= hw
}

// Progress is what R4 looks at: how far each replica is, as the leader knows it.
type Progress struct {
	LEO    []int // by replica: what it last asked for, for the leader its own
	ISR    ReplicaSet
	Leader int
}

// HighWatermark is R4: the smallest LEO in the ISR, the leader's own included,
// and never less than before. It does not move over an empty ISR.
func (r Rules) HighWatermark(hw int, p Progress) int {
	if p.ISR == 0 {
		return hw
	}
	lowest := p.LEO[p.ISR.first()]
	for set := p.ISR & (p.ISR - 1); set != 0; set &= set - 1 {
		lowest = min(lowest, p.LEO[set.first()])
	}
	return max(hw, lowest)
}

// MayAck is R5: whether an acks=all request for the record at an offset may be
// answered with success: the high watermark has passed it, and by R6 the ISR
// is still large enough.
func (r Rules) MayAck(offset, hw, isrSize, minISR int) bool {
	return hw > offset && isrSize >= minISR
}

// Admits is R6 before the append: acks=all needs an ISR of at least
// min.insync.replicas, acks=1 does not.
func (r Rules) Admits(acksAll bool, isrSize, minISR int) bool {
	return !acksAll || isrSize >= minISR
}

// MayRefuse is R6 while a request waits: it fails when the ISR has become too
// small.
func (r Rules) MayRefuse(isrSize, minISR int) bool {
	return isrSize < minISR
}

// MayElect is R7: the controller may elect a live member of the ISR other than
// the leader in charge.
func (r Rules) MayElect(alive, inISR, inCharge bool) bool {
	return alive && inISR && !inCharge
}

// ElectionCut is R7: how many records of its log an elected leader keeps.
func (r Rules) ElectionCut(leo, hw int) int {
	return min(leo, hw)
}

// A Rejection is why R8 rejects a packet.
type Rejection string

const (
	Accepted         Rejection = ""                   // the packet is taken
	StaleLeaderEpoch Rejection = "stale_leader_epoch" // not the epoch that the receiver has adopted
	NonCurrentLeader Rejection = "non_current_leader" // not from that epoch's leader
)

// Fence is R8: whether a receiver that has adopted an epoch takes a packet of
// packetEpoch from source, when that epoch's leader is leader. The epochs of
// the records inside do not matter: they are history, not authority.
func (r Rules) Fence(packetEpoch, adopted, source, leader int) Rejection {
	switch {
	case packetEpoch != adopted:
		return StaleLeaderEpoch
	case source != leader:
		return NonCurrentLeader
	}
	return Accepted
}

// Fits is R8: whether records that start at a base offset continue a log.
func (r Rules) Fits(base, leo int) bool {
	return base == leo
}

// Truncation is what R9 may look at.
type Truncation struct {
	LEO     int // of the replica that adopts an epoch
	Shared  int // records before its log and that of the leader in charge differ, found by leader epochs
	LocalHW int // its own high watermark
	HW      int // the partition's
}

// Truncate is R9: how many records a replica keeps when it adopts an epoch.
func (r Rules) Truncate(t Truncation) int {
	return t.Shared
}

// CatchUp is R10: whether a follower that asks for an offset is served
// incrementally; otherwise it gets a snapshot. The leader retains the last
// retention records; 0 means all.
func (r Rules) CatchUp(offset, leaderLEO, retention int) (incremental bool) {
	return retention == 0 || offset >= leaderLEO || offset >= leaderLEO-retention
}

// FollowerHW is R4 and R10 on the follower's side: its high watermark after it
// has received records or a snapshot that advertise one. It never exceeds the
// log, and of a snapshot only what lies below the advertised one is committed.
func (r Rules) FollowerHW(known, advertised, leo int) int {
	return max(known, min(advertised, leo))
}

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
		return below, at.IsLeader
	}
	if !at.IsLeader || at.LEO > at.HW || at.Lease <= 0 || at.ISRSize < at.MinISR {
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

// Counted is R12: up to where a log counts towards the high watermark, given
// its end and its durable end.
func (r Rules) Counted(leo, durable int) int {
	if r.has(CountBeforeFsync) {
		return leo
	}
	return durable
}

// MayFetch is R12: whether a follower may fetch, that is, tell the leader that
// it has all of its log.
func (r Rules) MayFetch(leo, durable int) bool {
	return r.has(CountBeforeFsync) || durable >= leo
}
