package model

// R7: who leads, in which epoch, and what an election and a crash leave. The
// actions that apply it, Elect, Crash and Restart, are in membership.go.

// MayElect is R7: the controller may elect a live member of the ISR other than
// the leader in charge; leads says that the candidate is that one.
//
// TLA+: MayElect
func (r Rules) MayElect(alive, leads, inISR bool) bool {
	free := alive && !leads
	rule := free && inISR
	if r.has(ElectOutsideISR) {
		return free
	}
	return rule
}

// ElectionCut is R7: how many records of its log an elected leader keeps.
//
// TLA+: ElectionCut
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
//
// TLA+: NextEpoch
func (r Rules) NextEpoch(epoch int) int {
	rule := epoch + 1
	if r.has(ElectKeepsEpoch) {
		return epoch
	}
	return rule
}

// ElectionHW is R7: the high watermark that an election starts from.
//
// TLA+: ElectionHW
func (r Rules) ElectionHW(hw, localHW int) int {
	rule := hw
	if r.has(HWFromNewLeader) {
		return localHW
	}
	return rule
}

// ElectionISR is R7: the ISR after the election of a candidate. The old leader,
// if it is another replica, leaves.
//
// TLA+: ElectionISR
func (r Rules) ElectionISR(isr ReplicaSet, leader, candidate int) ReplicaSet {
	rule := isr.Without(leader).With(candidate)
	if r.has(OldLeaderStaysInISR) {
		return isr.With(candidate)
	}
	return rule
}

// ElectionForgets is R7: whether the bookkeeping starts afresh in each epoch.
//
// TLA+: FreshBook
func (r Rules) ElectionForgets() bool { return !r.has(HWFromStaleFollowerState) }

// CrashForgets is R4: whether the leader forgets what it knows of a follower
// that crashed (KIP-903 is about brokers that came back with less than that).
// When it crashes itself, it forgets all in any case.
//
// TLA+: Gone
func (r Rules) CrashForgets() bool { return !r.has(CrashKeepsBookkeeping) }

// WaitsEnd is R7: whether an election ends all waits, with an outcome unknown
// to their clients.
//
// TLA+: Elect
func (r Rules) WaitsEnd() bool { return !r.has(PendingSurvivesElection) }

// CrashISR is R4: the ISR after a crash: who crashed leaves it, but for the last
// member.
//
// TLA+: Crash
func (r Rules) CrashISR(isr ReplicaSet, crashed int) ReplicaSet {
	if rest := isr.Without(crashed); rest != 0 && !r.has(CrashStaysInISR) {
		return rest
	}
	return isr
}

// CrashDropsResponse is R8: whether a response in flight to a replica is gone when
// that replica crashes.
//
// TLA+: Crash
func (r Rules) CrashDropsResponse() bool { return !r.has(ResponseSurvivesCrash) }

// RestartEpoch is R7: the epoch in which a replica is back. It has none until it
// adopts one, and leads only when it is elected again.
//
// TLA+: Restart
func (r Rules) RestartEpoch(isLeader bool, leaderEpoch int) int {
	if isLeader && r.has(RestartResumesLeadership) {
		return leaderEpoch
	}
	return 0
}
