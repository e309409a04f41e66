package invariants

import (
	"tidemark/explore"
	"tidemark/model"
)

var typeOK = model.Property{
	Name: "TypeOK", Kind: explore.Invariant,
	About: model.Everything,
	Doc:   "every variable has a value of its type and within its bounds",
	Parts: []model.Part{
		typed(model.Leadership|model.Membership|model.Liveness|model.Watermark|model.Production|model.Crashes|model.Answers, partitionTypes),
		typed(model.History|model.Production|model.Leadership, committedType),
		typed(model.Logs|model.Durability|model.Production|model.Leadership, logTypes),
		typed(model.Adoption|model.Leadership|model.LocalMarks|model.Leases, replicaTypes),
		locally(typed(model.Ledger, ledgerTypes)),
		locally(typed(model.Responses|model.Production|model.Leadership, responseTypes)),
	},
	Falsifier: func(m *model.Model, s, _ *model.State) int { return failIf(outOfType(m, s) != "") },
	Premise:   always,
	Why:       func(m *model.Model, s, _ *model.State, _ int) string { return outOfType(m, s) },
}

// A typing says which of some variables is out of its type, or nothing.
type typing func(m *model.Model, s *model.State) string

func typed(about model.Aspects, types typing) model.Part {
	return model.Part{About: about, Falsifier: func(m *model.Model, s, _ *model.State) int { return failIf(types(m, s) != "") }}
}

func locally(p model.Part) model.Part {
	p.Local = true
	return p
}

// outOfType says which variable is out of its type.
func outOfType(m *model.Model, s *model.State) string {
	for _, types := range [...]typing{partitionTypes, committedType, logTypes, replicaTypes, ledgerTypes, responseTypes} {
		if what := types(m, s); what != "" {
			return what
		}
	}
	return ""
}

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
	}
	return ""
}

func committedType(m *model.Model, s *model.State) string {
	if !isLog(m, s, s.Committed) {
		return "committed is not a sequence of produced records"
	}
	return ""
}

// eachReplica says what is out of its type for the first replica for which
// something is.
func eachReplica(m *model.Model, what func(r int) string) string {
	for r := range m.Replicas() {
		if text := what(r); text != "" {
			return text
		}
	}
	return ""
}

func logTypes(m *model.Model, s *model.State) string {
	return eachReplica(m, func(r int) string {
		switch {
		case !isLog(m, s, s.Log[r]):
			return "log[" + m.Name(r) + "] is not a sequence of produced records"
		case s.Durable[r] > 0 && int(s.Durable[r]) > s.LEO(r):
			return "durable[" + m.Name(r) + "] is more than the log"
		}
		return ""
	})
}

func replicaTypes(m *model.Model, s *model.State) string {
	return eachReplica(m, func(r int) string {
		switch {
		case s.ReplicaEpoch[r] > s.LeaderEpoch:
			return "replicaEpoch[" + m.Name(r) + "] is not in 0..leaderEpoch"
		case int(s.LocalHW[r]) > m.Bounds().MaxRecords:
			return "localHW[" + m.Name(r) + "] is not in 0..MaxRecords"
		case int(s.Lease[r]) > m.Bounds().Lease:
			return "lease[" + m.Name(r) + "] is not in 0..Lease"
		}
		return ""
	})
}

func ledgerTypes(m *model.Model, s *model.State) string {
	records, oldest := uint8(m.Bounds().MaxRecords), uint8(m.Bounds().LagMax+1)
	return eachReplica(m, func(r int) string {
		switch {
		case s.FollowerLEO[r] > records || s.LastFetchLeaderLEO[r] > records:
			return "followerLEO or lastFetchLeaderLEO of " + m.Name(r) + " is not in 0..MaxRecords"
		case s.LastCaughtUp[r] > oldest || s.LastFetch[r] > oldest:
			return "lastCaughtUp or lastFetch of " + m.Name(r) + " is not in 0..LagMax+1"
		}
		return ""
	})
}

func responseTypes(m *model.Model, s *model.State) string {
	return eachReplica(m, func(r int) string {
		switch {
		case inFlight(s, r) && !isResponse(m, s, &s.Response[r]):
			return "response[" + m.Name(r) + "] is no response"
		case !inFlight(s, r) && s.Response[r] != model.Response{}:
			return "response[" + m.Name(r) + "] is half a response"
		}
		return ""
	})
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
