package invariants

import (
	"fmt"

	"tidemark/explore"
	"tidemark/model"
)

// logInvariants are about what the logs hold.
func logInvariants() []model.Property {
	return []model.Property{
		typeOK, hwAtMostISRLEO, leaderInISR, committedOnISR, committedSurvives, logMatching, ackedIsCommitted,
	}
}

var hwAtMostISRLEO = model.Property{
	Name: "HWAtMostISRLEO", Kind: explore.Invariant,
	About: model.Watermark | model.Membership | model.Logs,
	Doc:   "the high watermark is never above the log end offset of a member of the ISR",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		if s.HW == 0 {
			return model.None
		}
		return firstReplica(m, func(r int) bool { return s.ISR.Has(r) && s.LEO(r) < int(s.HW) })
	},
	Premise: func(_ *model.Model, s, _ *model.State) bool { return s.HW > 0 },
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		return fmt.Sprintf("replica %s in the ISR has LEO %d < HW %d", m.Name(r), s.LEO(r), s.HW)
	},
}

var leaderInISR = model.Property{
	Name: "LeaderInISR", Kind: explore.Invariant,
	About: model.Leading | model.Membership,
	Doc:   "a leader in charge is a member of the ISR",
	Falsifier: func(_ *model.Model, s, _ *model.State) int {
		return failIf(s.InCharge() && !s.ISR.Has(int(s.Leader)))
	},
	Premise: func(_ *model.Model, s, _ *model.State) bool { return s.InCharge() },
	Why: func(m *model.Model, s, _ *model.State, _ int) string {
		return fmt.Sprintf("leader %s is in charge of epoch %d but not in the ISR", m.Name(int(s.Leader)), s.LeaderEpoch)
	},
}

var committedOnISR = model.Property{
	Name: "CommittedOnISR", Kind: explore.Invariant,
	About: model.History | model.Membership | model.Logs,
	Reads: model.OfCommitted,
	Doc:   "every member of the ISR holds all that was committed",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		without := s.ISR & lacking(m, s, s.Committed)
		if without == 0 {
			return model.None
		}
		return firstReplica(m, without.Has)
	},
	Premise: func(_ *model.Model, s, _ *model.State) bool { return s.Committed != 0 },
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		return fmt.Sprintf("replica %s in the ISR holds %s, but %s was committed", m.Name(r), records(s.Log[r]), records(s.Committed))
	},
}

var committedSurvives = model.Property{
	Name: "CommittedSurvives", Kind: explore.Invariant,
	About: model.History | model.Logs | model.Membership | model.Leading,
	Reads: model.OfCommitted,
	Doc:   "whoever may be elected holds all that was committed",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		return electable(m, s, lacking(m, s, s.Committed))
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		return s.Committed != 0 && someReplica(m, func(r int) bool { return m.MayElect(s, r) })
	},
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		return fmt.Sprintf("%s may be elected and holds %s, but %s was committed: a committed record is lost", m.Name(r), records(s.Log[r]), records(s.Committed))
	},
}

// logMatching is Raft's property of that name: an epoch and an offset name
// one record, and what lies below it.
var logMatching = model.Property{
	Name: "LogMatching", Kind: explore.Invariant,
	About: model.Logs,
	Doc:   "two logs with entries of the same epoch at the same offset agree up to that offset",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		n := min(m.Replicas(), model.MaxReplicas)
		for a := range n {
			for b := a + 1; b < n; b++ {
				if forked(s.Log[a], s.Log[b]) {
					return a*model.MaxReplicas + b
				}
			}
		}
		return model.None
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		return someReplica(m, func(a int) bool {
			return someReplica(m, func(b int) bool { return a != b && matchedEntry(s.Log[a], s.Log[b]) != model.None })
		})
	},
	Why: func(m *model.Model, s, _ *model.State, pair int) string {
		a, b := pair/model.MaxReplicas, pair%model.MaxReplicas
		at := matchedEntry(s.Log[a], s.Log[b])
		return fmt.Sprintf("%s and %s both have an entry of epoch %d at offset %d, but %s holds %s and %s holds %s: the logs forked",
			m.Name(a), m.Name(b), s.Log[a].At(at).Epoch, at, m.Name(a), records(s.Log[a]), m.Name(b), records(s.Log[b]))
	},
}

// forked reports whether two logs differ at or below an offset at which they
// have an entry of the same epoch.
func forked(a, b model.Log) bool {
	return a != b && a != 0 && b != 0 && matchedEntry(a, b) >= a.SharedPrefix(b)
}

// matchedEntry is the last offset at which both logs have an entry of the same
// epoch, or None.
func matchedEntry(a, b model.Log) int {
	for at := min(a.Len(), b.Len()) - 1; at >= 0; at-- {
		if a.At(at).Epoch == b.At(at).Epoch {
			return at
		}
	}
	return model.None
}

var ackedIsCommitted = model.Property{
	Name: "AckedIsCommitted", Kind: explore.Invariant,
	About: model.Answers | model.History,
	Reads: model.OfAcked | model.OfCommitted,
	Doc:   "every acks=all request that was answered with success is committed",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		return firstOf(s.Acked &^ s.Committed.IDs())
	},
	Premise: func(_ *model.Model, s, _ *model.State) bool { return s.Acked != 0 },
	Why: func(_ *model.Model, s, _ *model.State, id int) string {
		return fmt.Sprintf("record %d was acknowledged with acks=all, but %s was committed", id, only(s.Committed))
	},
}

// firstOf is the least id in a set, or None.
func firstOf(ids model.RecordSet) int {
	for id := 1; ids>>id != 0; id++ {
		if ids.Has(id) {
			return id
		}
	}
	return model.None
}

// logSteps are about how the logs may change.
func logSteps() []model.Property {
	return []model.Property{truncationKeepsCommitted, stalePacketNeverAppends, snapshotCommitsOnlyAdvertised}
}

var truncationKeepsCommitted = model.Property{
	Name: "TruncationKeepsCommitted", Kind: explore.StepProperty, About: model.Cuts,
	Reads: model.OfCommitted,
	Sees:  model.Logs | model.History,
	Doc:   "but for a crash, no replica loses any of what it holds of the committed records",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		if s.Committed == 0 {
			return model.None
		}
		return firstReplica(m, func(r int) bool {
			return s.Log[r] != t.Log[r] && !crashed(s, t, r) &&
				t.Log[r].SharedPrefix(s.Committed) < s.Log[r].SharedPrefix(s.Committed)
		})
	},
	Premise: func(m *model.Model, s, t *model.State) bool {
		return s.Committed != 0 && someReplica(m, func(r int) bool {
			return s.Log[r] != t.Log[r] && !crashed(s, t, r) && !t.Log[r].HasPrefix(s.Log[r])
		})
	},
	Why: func(m *model.Model, s, t *model.State, r int) string {
		return fmt.Sprintf("%s held %s and now holds %s, but %s was committed", m.Name(r), records(s.Log[r]), records(t.Log[r]), records(s.Committed))
	},
}

// received reports whether the step changes r's log other than by an append of
// its own or a cut: it took records out of a response.
func received(s, t *model.State, r int) bool {
	return s.Log[r] != t.Log[r] && s.Produced == t.Produced && !s.Log[r].HasPrefix(t.Log[r])
}

var stalePacketNeverAppends = model.Property{
	Name: "StalePacketNeverAppends", Kind: explore.StepProperty, About: model.Receipts,
	Sees: model.Logs | model.Responses | model.Adoption | model.Leadership,
	Doc:  "what a follower appends was sent in the epoch it has adopted and, if that is the current one, by the leader",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		return firstReplica(m, func(f int) bool { return received(s, t, f) && stale(s, f) != "" })
	},
	Premise: func(m *model.Model, s, t *model.State) bool {
		return someReplica(m, func(f int) bool { return received(s, t, f) })
	},
	Why: func(m *model.Model, s, _ *model.State, f int) string {
		return fmt.Sprintf("%s, in epoch %d, appended from a packet %s", m.Name(f), s.ReplicaEpoch[f], stale(s, f))
	},
}

// stale says what is wrong with the response in flight to f, or nothing.
func stale(s *model.State, f int) string {
	a := &s.Response[f]
	switch {
	case !a.InFlight():
		return "that nobody sent"
	case a.Epoch != s.ReplicaEpoch[f]:
		return fmt.Sprintf("of epoch %d", a.Epoch)
	case s.ReplicaEpoch[f] == s.LeaderEpoch && a.Source != s.Leader:
		return "that the leader did not send"
	}
	return ""
}

// installed reports whether the step installs a snapshot at f. A leader may have
// an old one in flight to it, and learns of the high watermark otherwise.
func installed(s, t *model.State, f int) bool {
	return s.Response[f].Snapshot && t.Alive.Has(f) && s.ReplicaEpoch[f] == t.ReplicaEpoch[f] &&
		s.Produced == t.Produced && !model.Elected(s, t) &&
		(s.Log[f] != t.Log[f] || s.LocalHW[f] != t.LocalHW[f] && f != int(s.Leader))
}

var snapshotCommitsOnlyAdvertised = model.Property{
	Name: "SnapshotCommitsOnlyAdvertised", Kind: explore.StepProperty, About: model.Cuts | model.Receipts | model.FollowerMarks,
	Reads: model.OfLocalHW,
	Sees:  model.Logs | model.LocalMarks | model.Responses | model.Adoption | model.Liveness | model.Leadership,
	Doc:   "of a snapshot only what lies below the advertised high watermark counts as committed",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		return firstReplica(m, func(f int) bool {
			return installed(s, t, f) && t.LocalHW[f] > max(s.LocalHW[f], s.Response[f].HW)
		})
	},
	Premise: func(m *model.Model, s, t *model.State) bool {
		return someReplica(m, func(f int) bool { return installed(s, t, f) })
	},
	Why: func(m *model.Model, s, t *model.State, f int) string {
		return fmt.Sprintf("%s installed a snapshot that advertised HW %d and now takes %s for committed", m.Name(f), s.Response[f].HW, model.Plural(int(t.LocalHW[f]), "record"))
	},
}
