package model

// R1 to R4 and R12: who is in sync, and what counts as committed.

// Bookkeeping is what the leader keeps for a follower.
type Bookkeeping struct {
	LEO                int // offset of its latest fetch
	LastCaughtUp       int // time at which it was last known to have the leader's whole log
	LastFetch          int // time of its latest fetch
	LastFetchLeaderLEO int // the leader's own LEO at that fetch
}

// A Request is a fetch as the leader sees it.
type Request struct {
	Offset    int
	LeaderLEO int // now
	Sent      int // the LEO that the follower will have when it takes the response
	Now       int // 0 where times are kept as ages: a time is then minus its age
}

// Fetched is R1: the bookkeeping after a fetch. A follower that asks for the
// leader's LEO is caught up now; one that asks for all the leader had at its
// previous fetch was caught up then, which keeps it in sync under constant load.
//
// TLA+: Fetched
func (r Rules) Fetched(b Bookkeeping, q Request) Bookkeeping {
	reached, rule := q.Offset >= b.LastFetchLeaderLEO, b.LastCaughtUp
	if q.Offset >= q.LeaderLEO {
		rule = max(b.LastCaughtUp, q.Now)
	} else if reached {
		rule = max(b.LastCaughtUp, b.LastFetch)
	}
	caughtUp, known := rule, q.Offset
	switch {
	case r == 0:
	case r.has(CaughtUpOnAnyFetch), r.has(CaughtUpUsesNow) && reached:
		caughtUp = q.Now
	case r.has(CaughtUpNeedsEquality) && q.Offset < q.LeaderLEO:
		caughtUp = b.LastCaughtUp
	case r.has(CaughtUpGoesBack) && q.Offset < q.LeaderLEO && reached:
		caughtUp = b.LastFetch
	}
	if r.has(CountSentAsReplicated) {
		known = q.Sent
	}
	return Bookkeeping{LEO: known, LastCaughtUp: caughtUp, LastFetch: q.Now, LastFetchLeaderLEO: q.LeaderLEO}
}

// OutOfSync is R2: whether a follower has not been caught up for longer than
// lagMax. Exactly lagMax is still in sync.
//
// TLA+: OutOfSync
func (r Rules) OutOfSync(b Bookkeeping, leaderLEO, now, lagMax int) bool {
	rule := now-b.LastCaughtUp > lagMax
	switch {
	case r == 0:
	case r.has(ShrinkAtLimit):
		return now-b.LastCaughtUp >= lagMax
	case r.has(ShrinkByLagInRecords):
		return leaderLEO-b.LEO > lagMax
	case r.has(ShrinkByLastFetch):
		return now-b.LastFetch > lagMax
	case r.has(LeaderLEOIsInSync):
		return rule && b.LEO < leaderLEO
	}
	return rule
}

// MayLeave is R2: whether a member of the ISR may be removed from it. The
// leader never is. By R6 it does not matter how few remain.
//
// TLA+: MayLeave
func (r Rules) MayLeave(isLeader, outOfSync bool, isrSize, minISR int) bool {
	rule := !isLeader && outOfSync
	switch {
	case r == 0:
	case r.has(ShrinkCanDropLeader):
		return outOfSync
	case r.has(MinISRBlocksShrink):
		return rule && isrSize > minISR
	}
	return rule
}

// A Joiner is what R3 looks at: a live follower outside the ISR.
type Joiner struct {
	Bookkeeping
	OfEpoch   bool // it has adopted the leader's epoch; only a variant asks
	HW        int
	LeaderLEO int
	Now       int
	LagMax    int
}

// MayJoin is R3: whether a follower outside the ISR may join it: its LEO must
// have reached the high watermark. The leader knows the LEO of those only that
// fetched within lagMax: elections and crashes reset the time of the last fetch,
// so such a fetch is of this epoch and not older than the last restart.
//
// TLA+: MayJoin. MayExpand adds that it is alive, and outside the ISR of a leader in charge.
func (r Rules) MayJoin(f Joiner) bool {
	lately := f.Now-f.LastFetch <= f.LagMax
	rule := lately && f.LEO >= f.HW
	switch {
	case r == 0:
	case r.has(ExpandOnHeal):
		return f.OfEpoch
	case r.has(ExpandBeforeHW):
		return lately
	case r.has(ExpandAtLeaderLEO):
		return lately && f.LEO >= f.LeaderLEO
	}
	return rule
}

// Counted is R12: up to where a log counts towards the high watermark, given
// its end and its durable end.
//
// TLA+: Counted
func (r Rules) Counted(leo, durable int) int {
	if r.has(CountBeforeFsync) {
		return leo
	}
	return durable
}

// MayFetch is R12: whether a follower may fetch, that is, tell the leader that
// it has all of its log. By R8 the leader listens to followers of its epoch only.
//
// TLA+: MayFetch
func (r Rules) MayFetch(ofEpoch bool, leo, durable int) bool {
	return (ofEpoch || r.has(FetchOfAnyEpoch)) && r.Counted(leo, durable) == leo
}

// Progress is what R4 looks at: up to where each log counts, as the leader
// knows it.
type Progress struct {
	LEO    []int // by replica: what it last asked for; of the leader, what counts by R12
	ISR    ReplicaSet
	Leader int
	MinISR int
}

// lowest is the smallest LEO in a set that is not empty.
func (p *Progress) lowest(set ReplicaSet) int {
	leo := p.LEO[set.first()]
	for set &= set - 1; set != 0; set &= set - 1 {
		leo = min(leo, p.LEO[set.first()])
	}
	return leo
}

// ofMajority is the largest LEO that more than half of all replicas have reached.
//
// TLA+: ByMajority
func (p *Progress) ofMajority() (most int) {
	for _, leo := range p.LEO {
		reached := 0
		for _, other := range p.LEO {
			if other >= leo {
				reached++
			}
		}
		if 2*reached > len(p.LEO) {
			most = max(most, leo)
		}
	}
	return most
}

// HighWatermark is R4: the smallest of these in the ISR, the leader's included,
// and never less than before. It does not move over an empty ISR.
//
// TLA+: HighWatermark, Parts
func (r Rules) HighWatermark(before int, p Progress) int {
	isr := p.ISR
	switch {
	case r == 0:
	case r.has(HWOverAllReplicas):
		isr = 1<<len(p.LEO) - 1
	case r.has(HWByMajority):
		return r.raise(before, p.ofMajority(), p)
	case r.has(HWIgnoresLeader):
		isr = isr.Without(p.Leader)
	}
	if isr == 0 {
		return before
	}
	return r.raise(before, p.lowest(isr), p)
}

// raise is the high watermark when the smallest is known.
func (r Rules) raise(before, least int, p Progress) int {
	switch {
	case r == 0:
	case r.has(HWCanDecrease):
		return least
	case r.has(HWStopsBelowMinISR) && p.ISR.Len() < p.MinISR:
		return before
	}
	return max(before, least)
}

// RemovalMovesHW is R4: whether the high watermark is evaluated after somebody
// was removed from the ISR.
//
// TLA+: AdvanceWithout, ShrinkISR
func (r Rules) RemovalMovesHW() bool { return !r.has(ShrinkForgetsHW) }

// CrashMovesHW is R4: whether the high watermark is evaluated after a crash.
//
// TLA+: AdvanceWithout, Crash
func (r Rules) CrashMovesHW() bool { return !r.has(CrashForgetsHW) }
