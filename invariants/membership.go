package invariants

import (
	"fmt"

	"tidemark/explore"
	"tidemark/model"
)

// membershipInvariants are about who may join, leave, send and append.
func membershipInvariants() []model.Property {
	return []model.Property{laggardCanLeave, caughtUpCanJoin, currentLeaderNeverFenced, refusalAppendsNothing}
}

// timing is what R2 and R3 go by.
const timing = model.Offsets | model.CaughtUps | model.Fetches

// laggard reports whether f is out of sync in the ISR of a leader in charge.
func laggard(m *model.Model, s *model.State, f int) bool {
	return s.ISR.Has(f) && outOfSync(m, s, f) && f != int(s.Leader) && s.InCharge()
}

var laggardCanLeave = model.Property{
	Name: "LaggardCanLeave", Kind: explore.Invariant, Local: true,
	About:    model.Membership | timing | model.Logs | model.Leading,
	Sees:     model.Membership | timing | model.Leadership,
	OfLeader: model.Logs | model.Adoption | model.Liveness,
	Doc:      "with a leader in charge, a follower in the ISR that is out of sync by R2 may be removed",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		return firstReplica(m, func(f int) bool { return laggard(m, s, f) && !m.MayShrink(s, f) })
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		return someReplica(m, func(f int) bool { return laggard(m, s, f) })
	},
	Why: func(m *model.Model, s, _ *model.State, f int) string {
		return fmt.Sprintf("%s was last caught up %s ago, more than LagMax %d, but can't be removed from the ISR", m.Name(f), age(m, s.LastCaughtUp[f]), m.Bounds().LagMax)
	},
}

func outOfSync(m *model.Model, s *model.State, f int) bool {
	return int(s.LastCaughtUp[f]) > m.Bounds().LagMax
}

// age spells an age in ticks; the oldest stands for anything older.
func age(m *model.Model, ticks uint8) string {
	if int(ticks) > m.Bounds().LagMax {
		return model.Plural(int(ticks), "tick") + " or longer"
	}
	return model.Plural(int(ticks), "tick")
}

// caughtUp reports whether f is out of the ISR of a leader in charge, and a live
// follower of its epoch that lately fetched at or above the high watermark.
func caughtUp(m *model.Model, s *model.State, f int) bool {
	return !s.ISR.Has(f) && int(s.LastFetch[f]) <= m.Bounds().LagMax && s.FollowerLEO[f] >= s.HW &&
		s.Alive.Has(f) && s.ReplicaEpoch[f] == s.LeaderEpoch && s.InCharge()
}

var caughtUpCanJoin = model.Property{
	Name: "CaughtUpCanJoin", Kind: explore.Invariant, Local: true,
	About:    model.Membership | timing | model.Logs | model.Watermark | model.Leading,
	Sees:     model.Membership | timing | model.Watermark | model.Leading,
	OfLeader: model.Logs | model.Adoption | model.Liveness | model.Offsets | model.Fetches,
	Doc:      "with a leader in charge, a live follower that fetched within LagMax at or above the high watermark may join the ISR",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		outside := s.Alive &^ s.ISR
		if outside == 0 {
			return model.None
		}
		return firstReplica(m, func(f int) bool { return outside.Has(f) && caughtUp(m, s, f) && !m.MayExpand(s, f) })
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		return someReplica(m, func(f int) bool { return caughtUp(m, s, f) })
	},
	Why: func(m *model.Model, s, _ *model.State, f int) string {
		return fmt.Sprintf("%s fetched %s ago at offset %d >= HW %d, but can't join the ISR", m.Name(f), model.Plural(int(s.LastFetch[f]), "tick"), s.FollowerLEO[f], s.HW)
	},
}

// fitting reports whether a response from the current leader is in flight to a
// live f of its epoch.
func fitting(s *model.State, f int) bool {
	a := &s.Response[f]
	return inFlight(s, f) && a.Epoch == s.LeaderEpoch && a.Source == s.Leader &&
		s.Alive.Has(f) && s.ReplicaEpoch[f] == s.LeaderEpoch
}

var currentLeaderNeverFenced = model.Property{
	Name: "CurrentLeaderNeverFenced", Kind: explore.Invariant, Local: true,
	About: model.Responses | model.Leading,
	Doc:   "a response in flight from the current leader to a follower of its epoch is accepted",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		return firstReplica(m, func(f int) bool { return fitting(s, f) && m.Fenced(s, f) != model.Accepted })
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		return someReplica(m, func(f int) bool { return fitting(s, f) })
	},
	Why: func(m *model.Model, s, _ *model.State, f int) string {
		return fmt.Sprintf("%s would reject a response of epoch %d from the current leader %s: %s", m.Name(f), s.LeaderEpoch, m.Name(int(s.Leader)), m.Fenced(s, f))
	},
}

var refusalAppendsNothing = model.Property{
	Name: "RefusalAppendsNothing", Kind: explore.Invariant,
	About: model.Answers | model.Logs | model.Leading | model.Membership | model.Production,
	Reads: model.OfRefused,
	Doc:   "a request answered NOT_ENOUGH_REPLICAS at admission is in no log",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		if s.Refused == 0 {
			return model.None
		}
		var held model.RecordSet
		for r := range m.Replicas() {
			held |= s.Log[r].IDs()
		}
		return firstOf(s.Refused & held)
	},
	// In the correct protocol a refusal is no step, so the premise is that
	// one is due.
	Premise: func(m *model.Model, s, _ *model.State) bool {
		return s.InCharge() && m.Offers(model.AcksAll) && s.ISR.Len() < m.Bounds().MinISR && int(s.Produced) < m.Bounds().MaxRecords
	},
	Why: func(m *model.Model, s, _ *model.State, id int) string {
		r := firstReplica(m, func(r int) bool { return s.Log[r].IDs().Has(id) })
		return fmt.Sprintf("record %d was refused with NOT_ENOUGH_REPLICAS, but %s holds %s", id, m.Name(r), records(s.Log[r]))
	},
}

// membershipSteps are about how the ISR may change, and answers that need it.
func membershipSteps() []model.Property {
	return []model.Property{fetchCounts, noEarlyShrink, noEarlyExpand, shrinkKeepsLeader, ackMeetsMinISR}
}

// fetched reports whether the step sends a response to f.
func fetched(s, t *model.State, f int) bool { return !inFlight(s, f) && inFlight(t, f) }

var fetchCounts = model.Property{
	Name: "FetchCounts", Kind: explore.StepProperty, About: model.Sends,
	Sees: model.Responses | model.Logs | model.Ledger | model.Leadership, OfLeader: model.Logs,
	Doc: "a fetch counts as R1 says: at the leader's LEO as caught up now, at its LEO of the previous fetch as caught up then, and never as anything younger",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		return firstReplica(m, func(f int) bool { return fetched(s, t, f) && t.LastCaughtUp[f] != caughtUpAge(s, f) })
	},
	Premise: func(m *model.Model, s, t *model.State) bool {
		return someReplica(m, func(f int) bool { return fetched(s, t, f) })
	},
	Why: func(m *model.Model, s, t *model.State, f int) string {
		return fmt.Sprintf("%s fetched at offset %d, with the leader's LEO %d now and %d at the previous fetch, %s ago: it was last caught up %s ago, but the leader noted %s",
			m.Name(f), s.LEO(f), s.LEO(int(s.Leader)), s.LastFetchLeaderLEO[f], age(m, s.LastFetch[f]), age(m, caughtUpAge(s, f)), age(m, t.LastCaughtUp[f]))
	},
}

// caughtUpAge is how long ago f was last caught up, after a fetch in state s.
func caughtUpAge(s *model.State, f int) uint8 {
	offset := s.LEO(f)
	switch {
	case offset >= s.LEO(int(s.Leader)):
		return 0
	case offset >= int(s.LastFetchLeaderLEO[f]):
		return min(s.LastCaughtUp[f], s.LastFetch[f])
	}
	return s.LastCaughtUp[f]
}

var noEarlyShrink = model.Property{
	Name: "NoEarlyShrink", Kind: explore.StepProperty, About: model.Removals,
	Sees: model.Membership | model.Liveness | model.Leadership | model.CaughtUps,
	Doc:  "whoever is removed from the ISR, other than by a crash or an election, was not caught up for longer than LagMax",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		out := model.Removed(s, t)
		if out == 0 {
			return model.None
		}
		return firstReplica(m, func(r int) bool { return out.Has(r) && !outOfSync(m, s, r) })
	},
	Premise: func(_ *model.Model, s, t *model.State) bool { return model.Removed(s, t) != 0 },
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		return fmt.Sprintf("%s was removed from the ISR although it was caught up %s ago, and %d is not > LagMax %d", m.Name(r), model.Plural(int(s.LastCaughtUp[r]), "tick"), s.LastCaughtUp[r], m.Bounds().LagMax)
	},
}

// early says what r lacks to join the ISR, or nothing.
func early(m *model.Model, s *model.State, r int) string {
	switch {
	case !s.Alive.Has(r):
		return "is down"
	case s.ReplicaEpoch[r] != s.LeaderEpoch:
		return fmt.Sprintf("has not adopted epoch %d", s.LeaderEpoch)
	case s.LEO(r) < int(s.HW):
		return fmt.Sprintf("has LEO %d < HW %d", s.LEO(r), s.HW)
	case !s.Log[r].HasPrefix(s.Committed):
		return fmt.Sprintf("holds %s, but %s was committed", records(s.Log[r]), records(s.Committed))
	case int(s.LastFetch[r]) > m.Bounds().LagMax:
		return "has not fetched within LagMax"
	}
	return ""
}

var noEarlyExpand = model.Property{
	Name: "NoEarlyExpand", Kind: explore.StepProperty, About: model.Joins,
	Reads: model.OfCommitted,
	Sees:  model.Membership | model.Liveness | model.Adoption | model.Leadership | model.Logs | model.Watermark | model.History | model.Fetches,
	Doc:   "whoever joins the ISR is alive, of the epoch, holds all that was committed, has reached the high watermark and fetched within LagMax",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		joined := t.ISR &^ s.ISR
		if joined == 0 {
			return model.None
		}
		return firstReplica(m, func(r int) bool { return joined.Has(r) && early(m, s, r) != "" })
	},
	Premise: func(_ *model.Model, s, t *model.State) bool { return t.ISR&^s.ISR != 0 },
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		return fmt.Sprintf("%s joined the ISR, but it %s", m.Name(r), early(m, s, r))
	},
}

var shrinkKeepsLeader = model.Property{
	Name: "ShrinkKeepsLeader", Kind: explore.StepProperty, About: model.Removals,
	Sees: model.Membership | model.Liveness | model.Leadership,
	Doc:  "the leader is never removed from the ISR, other than by a crash or an election",
	Falsifier: func(_ *model.Model, s, t *model.State) int {
		return failIf(model.Removed(s, t).Has(int(s.Leader)))
	},
	Premise: func(_ *model.Model, s, t *model.State) bool { return model.Removed(s, t) != 0 },
	Why: func(m *model.Model, s, _ *model.State, _ int) string {
		return fmt.Sprintf("leader %s was removed from the ISR", m.Name(int(s.Leader)))
	},
}

var ackMeetsMinISR = model.Property{
	Name: "AckMeetsMinISR", Kind: explore.StepProperty, About: model.Answers,
	Reads: model.OfAcked,
	Sees:  model.Answers | model.Membership,
	Doc:   "an acks=all request succeeds only while the ISR has MinISR members",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		if acked := t.Acked &^ s.Acked; acked != 0 && s.ISR.Len() < m.Bounds().MinISR {
			return firstOf(acked)
		}
		return model.None
	},
	Premise: func(_ *model.Model, s, t *model.State) bool { return t.Acked&^s.Acked != 0 },
	Why: func(m *model.Model, s, _ *model.State, id int) string {
		return fmt.Sprintf("record %d was acknowledged with %s in the ISR, fewer than MinISR %d", id, model.Plural(s.ISR.Len(), "replica"), m.Bounds().MinISR)
	},
}
