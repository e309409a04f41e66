package model

// The rules about what logs hold and who decides it: R7 to R10 and R12.

// MayElect is R7: the controller may elect a live member of the ISR other than
// the leader in charge.
func (r Rules) MayElect(alive, inISR, inCharge bool) bool {
	return alive && !inCharge && (inISR || r.has(ElectOutsideISR))
}

// ElectionCut is R7: how many records of its log an elected leader keeps.
func (r Rules) ElectionCut(leo, hw, localHW int) int {
	rule := min(leo, hw)
	switch {
	case r == 0:
	case r.has(ElectTruncatesToLocalHW):
		return min(leo, localHW)
	case r.has(ElectWithoutTruncation):
		return leo
	}
	return rule
}

// NextEpoch is R7: the leader epoch after an election.
func (r Rules) NextEpoch(epoch int) int {
	if r.has(ElectKeepsEpoch) {
		return epoch
	}
	return epoch + 1
}

// ElectionHW is R7: the high watermark that an election starts from.
func (r Rules) ElectionHW(hw, localHW int) int {
	if r.has(HWFromNewLeader) {
		return localHW
	}
	return hw
}

// ElectionISR is R7: the ISR after the election of a candidate. The old leader,
// if it is another replica, leaves.
func (r Rules) ElectionISR(isr ReplicaSet, leader, candidate int) ReplicaSet {
	if !r.has(OldLeaderStaysInISR) {
		isr = isr.Without(leader)
	}
	return isr.With(candidate)
}

// ElectionForgets is R7: whether the bookkeeping starts afresh in each epoch.
func (r Rules) ElectionForgets() bool { return !r.has(HWFromStaleFollowerState) }

// CrashForgets is R4: whether the leader forgets what it knows of a follower
// that crashed (KIP-903 is about brokers that came back with less than that).
func (r Rules) CrashForgets() bool { return !r.has(CrashKeepsBookkeeping) }

// CrashMovesHW is R4: whether the high watermark is evaluated after a crash.
func (r Rules) CrashMovesHW() bool { return !r.has(CrashForgetsHW) }

// CrashISR is the ISR after a crash: who crashed leaves it, but for the last
// member.
func (r Rules) CrashISR(isr ReplicaSet, crashed int) ReplicaSet {
	if rest := isr.Without(crashed); rest != 0 && !r.has(CrashStaysInISR) {
		return rest
	}
	return isr
}

// CrashDropsResponse reports whether a response in flight to a replica is gone
// when that replica crashes.
func (r Rules) CrashDropsResponse() bool { return !r.has(ResponseSurvivesCrash) }

// RestartEpoch is R7: the epoch in which a replica is back. It has none until it
// adopts one, and leads only when it is elected again.
func (r Rules) RestartEpoch(isLeader bool, leaderEpoch int) int {
	if isLeader && r.has(RestartResumesLeadership) {
		return leaderEpoch
	}
	return 0
}

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
func (r Rules) CatchUp(offset, leaderLEO, retention int) (incremental bool) {
	return retention == 0 || offset >= leaderLEO-retention || r.has(CatchUpSkipsAhead)
}

// CatchUpFrom is R10: the offset from which a follower that asks for one is
// served incrementally: no other.
func (r Rules) CatchUpFrom(offset, leaderLEO, retention int) int {
	if r.has(CatchUpSkipsAhead) && retention > 0 {
		return max(offset, leaderLEO-retention)
	}
	return offset
}

// SnapshotEnd is R10: how many records of the leader's log a snapshot has.
func (r Rules) SnapshotEnd(leaderLEO, hw int) int {
	if r.has(SnapshotOfCommittedOnly) {
		return hw
	}
	return leaderLEO
}

// FollowerHW is R4 and R10 on the follower's side: its high watermark after it
// has received records or a snapshot that advertise one. It never exceeds the
// log, and of a snapshot only what lies below the advertised one is committed.
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

// Counted is R12: up to where a log counts towards the high watermark, given
// its end and its durable end.
func (r Rules) Counted(leo, durable int) int {
	if r.has(CountBeforeFsync) {
		return leo
	}
	return durable
}

// MayFetch is R12: whether a follower may fetch, that is, tell the leader that
// it has all of its log. By R8 the leader listens to followers of its epoch only.
func (r Rules) MayFetch(ofEpoch bool, leo, durable int) bool {
	return (ofEpoch || r.has(FetchOfAnyEpoch)) && r.Counted(leo, durable) >= leo
}
