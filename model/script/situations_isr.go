package script

import "tidemark/model"

// A situation is a case that a rule tells apart from others: a branch of it, with
// what is compared on either side of the boundary.
type situation struct {
	rule  string // such as R1
	text  string
	holds func(v *view) bool
}

// aboutOne are the situations of R1 to R4 that a leader and a follower can come to.
var aboutOne = []situation{
	{"R1", "a fetch at the leader's LEO", func(v *view) bool {
		return v.did("FETCH") && v.offset() == v.end() && v.end() > 0
	}},
	{"R1", "a first fetch one below the leader's LEO", func(v *view) bool {
		return v.did("FETCH") && v.offset() == v.end()-1 && v.first()
	}},
	{"R1", "a fetch at what the leader had at the previous one", func(v *view) bool {
		return v.did("FETCH") && v.worth() == fromPrevious && v.offset() == v.seen() && v.seen() > 0
	}},
	{"R1", "a fetch above what the leader had at the previous one, below its LEO", func(v *view) bool {
		return v.did("FETCH") && v.worth() == fromPrevious && v.offset() > v.seen() && v.seen() > 0
	}},
	{"R1", "a fetch one below what the leader had at the previous one", func(v *view) bool {
		return v.did("FETCH") && v.worth() == fromNothing && v.offset() == v.seen()-1
	}},
	{"R1", "what is sent does not count: the slowest member fetches, and the HW follows its offset only", func(v *view) bool {
		return v.did("FETCH") && lowest(v.s, len(v.header.Replicas)) == v.f && v.offset() < v.end() && v.t.HW > v.s.HW
	}},
	stays(fromStart, "never fetched"), leaves(fromStart, "never fetched"),
	stays(fromLEO, "fetched at the leader's LEO"), leaves(fromLEO, "fetched at the leader's LEO"),
	stays(fromPrevious, "fetched what the leader had at the previous fetch"), leaves(fromPrevious, "fetched what the leader had at the previous fetch"),
	stays(fromFirst, "fetched for the first time, below the leader's LEO"), leaves(fromFirst, "fetched for the first time, below the leader's LEO"),
	stays(fromNothing, "fetched less than the leader had at the previous fetch"), leaves(fromNothing, "fetched less than the leader had at the previous fetch"),
	{"R2", "many records behind, but in time", func(v *view) bool {
		return v.did(statusVerb) && v.some(func(f int) bool {
			return v.stayed(f) && v.end()-known(v.s, f) > v.header.LagMax && int(v.s.LastCaughtUp[f]) < v.oldest
		})
	}},
	{"R2", "no record behind, but out of time", func(v *view) bool {
		return v.did(statusVerb) && v.some(func(f int) bool { return v.left(f) && known(v.s, f) == v.end() && v.end() > 0 })
	}},
	{"R2", "in time, although the last fetch is not", func(v *view) bool {
		return v.did(statusVerb) && v.some(func(f int) bool { return v.stayed(f) && int(v.s.LastFetch[f]) >= v.oldest })
	}},
	{"R2", "the leader stays when all others leave", func(v *view) bool {
		return v.did(statusVerb) && v.s.ISR.Len() > 1 && v.t.ISR == model.ReplicaSet(0).With(int(v.t.Leader))
	}},
	{"R3", "a fetch one below the HW: stays out", func(v *view) bool {
		return v.did("FETCH") && !v.s.ISR.Has(v.f) && !v.t.ISR.Has(v.f) && v.offset() == int(v.s.HW)-1
	}},
	{"R3", "a fetch at the leader's LEO: joins", func(v *view) bool {
		return v.did("FETCH") && v.joined(v.f) && v.offset() == v.end() && v.end() > 0
	}},
	{"R4", "a fetch of the slowest member moves the HW", func(v *view) bool {
		return v.did("FETCH") && v.t.HW > v.s.HW && v.s.ISR == v.t.ISR
	}},
	{"R4", "who is out of the ISR does not hold the HW back", func(v *view) bool {
		return v.t.HW > v.s.HW && v.s.ISR == v.t.ISR && v.some(func(f int) bool { return !v.t.ISR.Has(f) && v.t.Alive.Has(f) && known(v.t, f) < int(v.s.HW) })
	}},
	{"R4", "the leader alone: the HW is its LEO", func(v *view) bool {
		return v.did("APPEND") && v.s.ISR.Len() == 1 && v.t.HW > v.s.HW
	}},
	{"R4", "an append does not move the HW while there are others", func(v *view) bool {
		return v.did("APPEND") && v.s.ISR.Len() > 1 && int(v.s.HW) == v.end() && v.t.HW == v.s.HW
	}},
	{"R4", "a removal moves the HW", func(v *view) bool {
		return v.did(statusVerb) && v.t.HW > v.s.HW
	}},
	{"R4", "who has joined holds the HW back", func(v *view) bool {
		return v.did("APPEND") && v.some(func(f int) bool {
			return v.past.credit[f] == fromLEO && v.stayed(f) && int(v.s.HW) == v.end() && v.end() > 0
		})
	}},
}

// aboutTwo are those that take a second follower.
var aboutTwo = []situation{
	{"R3", "a fetch at the HW, below the leader's LEO: joins", func(v *view) bool {
		return v.did("FETCH") && v.joined(v.f) && v.offset() == int(v.s.HW) && v.offset() < v.end() && v.s.HW > 0
	}},
	{"R2", "two leave at once", func(v *view) bool {
		return v.did(statusVerb) && (v.s.ISR&^v.t.ISR).Len() == 2
	}},
	{"R3", "a fetch above the HW, below the leader's LEO: joins", func(v *view) bool {
		return v.did("FETCH") && v.joined(v.f) && v.offset() > int(v.s.HW) && v.offset() < v.end()
	}},
	{"R4", "most replicas have a record that a member of the ISR has not: the HW waits", func(v *view) bool {
		return v.did("FETCH") && v.offset() == v.end() && v.t.HW == v.s.HW && v.some(func(f int) bool {
			return f != v.f && v.stayed(f) && known(v.t, f) == int(v.t.HW) && int(v.t.HW) < v.end()
		})
	}},
	{"R4", "a removal does not move the HW: another member has as little", func(v *view) bool {
		return v.did(statusVerb) && v.s.ISR != v.t.ISR && v.t.HW == v.s.HW && int(v.s.HW) < v.end()
	}},
}

// aboutFailures are those with crashes and elections.
var aboutFailures = []situation{
	{"R7", "the bookkeeping starts afresh: what was known of a follower does not count", func(v *view) bool {
		return v.did("APPEND") && v.s.LeaderEpoch > 1 && v.some(func(f int) bool {
			return v.member(f) && v.s.LEO(f) > int(v.s.HW) && known(v.s, f) == 0
		})
	}},
	{"R3", "back from a crash, but without a fetch since: stays out", func(v *view) bool {
		return v.did(statusVerb) && v.some(func(f int) bool {
			return v.past.crashed.Has(f) && v.t.Alive.Has(f) && v.t.ReplicaEpoch[f] == v.t.LeaderEpoch && !v.t.ISR.Has(f)
		})
	}},
	{"R4", "a crash of the slowest member moves the HW", func(v *view) bool {
		return v.did("CRASH") && v.f != int(v.s.Leader) && v.t.HW > v.s.HW
	}},
	{"R4", "a crash of the leader leaves the HW", func(v *view) bool {
		return v.did("CRASH") && v.f == int(v.s.Leader) && v.s.HW > 0
	}},
	{"R4", "an election keeps the HW, although nothing is known of the followers", func(v *view) bool {
		return v.did("ELECT") && v.s.HW > 0 && v.t.ISR.Len() > 1 && v.t.HW == v.s.HW
	}},
}

// stays and leaves are R2 on either side of its limit, for a member whose latest
// fetch was worth something by R1: that shows how much.
func stays(c credit, what string) situation {
	return situation{"R2", what + ", and caught up exactly replica.lag.time.max.ms ago: stays", func(v *view) bool {
		return v.did(statusVerb) && v.some(func(f int) bool {
			return v.stayed(f) && v.past.credit[f] == c && int(v.s.LastCaughtUp[f]) == v.oldest-1 && int(known(v.s, f)) < v.end()
		})
	}}
}

func leaves(c credit, what string) situation {
	return situation{"R2", what + ", and caught up longer ago: leaves", func(v *view) bool {
		return v.did(statusVerb) && v.some(func(f int) bool {
			return v.left(f) && v.past.credit[f] == c && (c == fromStart || int(v.s.LastFetch[f]) < v.oldest || c == fromLEO)
		})
	}}
}
