package model

// R8 to R10: what followers append, cut and install.

// A Rejection is why R8 rejects a packet.
type Rejection string

const (
	Accepted         Rejection = ""                   // the packet is taken
	StaleLeaderEpoch Rejection = "stale_leader_epoch" // not the epoch that the receiver has adopted
	NonCurrentLeader Rejection = "non_current_leader" // not from that epoch's leader
)

// A Packet is what R8 looks at.
type Packet struct {
	Epoch  int // of its sender: its authority
	Entry  int // of the first record inside, which is history; Epoch when there is none
	Source int
}

// Fence is R8: whether a receiver that has adopted an epoch takes a packet,
// when that epoch's leader is leader. The epochs of the records inside do not
// matter.
//
// TLA+: Fence, Accepts
func (r Rules) Fence(p Packet, adopted, leader int) Rejection {
	epoch := p.Epoch
	switch {
	case r == 0:
	case r.has(NoFencing):
		return Accepted
	case r.has(FenceByEntryEpoch):
		epoch = p.Entry
	}
	switch {
	case epoch != adopted && !r.has(NoEpochFencing):
		return StaleLeaderEpoch
	case p.Source != leader && !r.has(NoSourceCheck):
		return NonCurrentLeader
	}
	return Accepted
}

// Fits is R8: whether records that start at a base offset continue a log.
// room says whether the log can hold them at all.
//
// TLA+: Fits
func (r Rules) Fits(base, leo int, room bool) bool {
	if r.has(AppendWithGap) {
		return room
	}
	return base == leo
}

// Truncation is what R9 may look at.
type Truncation struct {
	LEO       int // of the replica that adopts an epoch
	Shared    int // records before its log and that of the leader in charge differ, found by leader epochs
	LocalHW   int // its own high watermark
	HW        int // the partition's
	LeaderLEO int
	OneRound  int // records of the leader of no later epoch than the replica's last one
}

// Truncate is R9: how many records a replica keeps when it adopts an epoch.
//
// TLA+: Truncate
func (r Rules) Truncate(t Truncation) int {
	rule := t.Shared
	switch {
	case r == 0:
	case r.has(TruncateToLocalHW):
		return t.LocalHW
	case r.has(TruncateToHW):
		return t.HW
	case r.has(TruncateToLeaderLEO):
		return t.LeaderLEO
	case r.has(NoTruncation):
		return t.LEO
	case r.has(TruncateOneRound):
		return t.OneRound
	}
	return rule
}

// CatchUp is R10: whether a follower that asks for an offset is served
// incrementally; otherwise it gets a snapshot. The leader retains the last
// retention records; 0 means all.
//
// TLA+: CatchUp, Retained
func (r Rules) CatchUp(offset, leaderLEO, retention int) (incremental bool) {
	return retention == 0 || offset >= leaderLEO-retention || r.has(CatchUpSkipsAhead)
}

// CatchUpFrom is R10: the offset from which a follower that asks for one is
// served incrementally: no other.
//
// TLA+: CatchUpFrom
func (r Rules) CatchUpFrom(offset, leaderLEO, retention int) int {
	if r.has(CatchUpSkipsAhead) && retention > 0 {
		return max(offset, leaderLEO-retention)
	}
	return offset
}

// SnapshotEnd is R10: how many records of the leader's log a snapshot has.
//
// TLA+: SnapshotEnd
func (r Rules) SnapshotEnd(leaderLEO, hw int) int {
	if r.has(SnapshotOfCommittedOnly) {
		return hw
	}
	return leaderLEO
}

// FollowerHW is R4 and R10 on the follower's side: its high watermark after it
// has received records or a snapshot that advertise one. It never exceeds the
// log, and of a snapshot only what lies below the advertised one is committed.
//
// TLA+: FollowerHW
func (r Rules) FollowerHW(known, advertised, leo int, snapshot bool) int {
	rule := max(known, min(advertised, leo))
	switch {
	case r == 0:
	case r.has(FollowerHWFromLEO), r.has(SnapshotCommitsAll) && snapshot && !r.has(HWBeyondLog):
		return max(known, leo)
	case r.has(HWBeyondLog):
		return max(known, advertised)
	}
	return rule
}
