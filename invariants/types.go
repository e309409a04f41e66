package invariants

import (
	"tidemark/explore"
	"tidemark/model"
)

var typeOK = model.Property{
	Name: "TypeOK", Kind: explore.Invariant,
	About: model.Everything,
	Doc:   "every variable has a value of its type and within its bounds",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		return failIf(partitionTypes(m, s) != "" || replicaTypes(m, s) != "")
	},
	Premise: always,
	Why: func(m *model.Model, s, _ *model.State, _ int) string {
		if what := partitionTypes(m, s); what != "" {
			return what
		}
		return replicaTypes(m, s)
	},
}

// partitionTypes says which variable of the partition is out of its type.
func partitionTypes(m *model.Model, s *model.State) string {
	b := m.Bounds()
	everyone := model.ReplicaSet(1)<<uint(m.Replicas()) - 1
	produced := model.RecordSet(2)<<s.Produced - 2 // ids 1 to produced
	switch {
	case int(s.Leader) >= m.Replicas():
		return "leader is no replica"
	case s.LeaderEpoch < 1 || int(s.LeaderEpoch) > b.MaxEpoch:
		return "leaderEpoch is not in 1..MaxEpoch"
	case s.ControllerEpoch < 1 || int(s.ControllerEpoch) > b.MaxEpoch:
		return "controllerEpoch is not in 1..MaxEpoch"
	case s.ISR&^everyone != 0:
		return "isr is not a set of replicas"
	case s.Alive&^everyone != 0:
		return "alive names more than the replicas"
	case int(s.HW) > b.MaxRecords:
		return "hw is not in 0..MaxRecords"
	case int(s.Produced) > b.MaxRecords:
		return "produced is not in 0..MaxRecords"
	case int(s.Crashes) > b.MaxCrashes:
		return "crashes is not in 0..MaxCrashes"
	case (s.Pending|s.Acked|s.Refused)&^produced != 0:
		return "pending, acked and refused are not sets of produced records"
	case !isLog(m, s, s.Committed):
		return "committed is not a sequence of produced records"
	}
	return ""
}

// replicaTypes says which variable of a replica is out of its type.
func replicaTypes(m *model.Model, s *model.State) string {
	b := m.Bounds()
	records, oldest, lease := uint8(b.MaxRecords), uint8(b.LagMax+1), uint8(b.Lease)
	for r := range min(m.Replicas(), model.MaxReplicas) {
		switch {
		case !isLog(m, s, s.Log[r]):
			return "log[" + m.Name(r) + "] is not a sequence of produced records"
		case s.ReplicaEpoch[r] > s.LeaderEpoch:
			return "replicaEpoch[" + m.Name(r) + "] is not in 0..leaderEpoch"
		case s.Durable[r] > 0 && int(s.Durable[r]) > s.LEO(r):
			return "durable[" + m.Name(r) + "] is more than the log"
		case s.LocalHW[r] > records:
			return "localHW[" + m.Name(r) + "] is not in 0..MaxRecords"
		case s.Lease[r] > lease:
			return "lease[" + m.Name(r) + "] is not in 0..Lease"
		case s.FollowerLEO[r] > records || s.LastFetchLeaderLEO[r] > records:
			return "followerLEO or lastFetchLeaderLEO of " + m.Name(r) + " is not in 0..MaxRecords"
		case s.LastCaughtUp[r] > oldest || s.LastFetch[r] > oldest:
			return "lastCaughtUp or lastFetch of " + m.Name(r) + " is not in 0..LagMax+1"
		case inFlight(s, r) && !isResponse(m, s, &s.Response[r]):
			return "response[" + m.Name(r) + "] is no response"
		case !inFlight(s, r) && s.Response[r] != model.Response{}:
			return "response[" + m.Name(r) + "] is half a response"
		}
	}
	return ""
}

func isResponse(m *model.Model, s *model.State, a *model.Response) bool {
	return a.Epoch <= s.LeaderEpoch && int(a.Source) < m.Replicas() && isLog(m, s, a.Records) &&
		int(a.HW) <= m.Bounds().MaxRecords && int(a.Base)+a.Records.Len() <= m.Bounds().MaxRecords
}

// isLog reports whether a log holds produced records of epochs so far.
func isLog(m *model.Model, s *model.State, l model.Log) bool {
	if l == 0 {
		return true
	}
	records := l.Len()
	for at := range records {
		if r := l.At(at); r.ID < 1 || r.ID > int(s.Produced) || r.Epoch < 1 || r.Epoch > int(s.LeaderEpoch) {
			return false
		}
	}
	return records <= m.Bounds().MaxRecords
}
