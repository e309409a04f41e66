package invariants_test

import (
	"testing"

	"tidemark/model"
)

// TestTypeOK takes a reachable state out of its types, one variable at a time.
// Such a state has no packed form, so only here is every conjunct put to use.
func TestTypeOK(t *testing.T) {
	m := newModel(t, partition())
	p := lookup(t, "TypeOK")
	base := run(t, m, committed...)
	if got := why(m, &p, &base, &base); got != "" {
		t.Fatalf("a reachable state has wrong types: %s", got)
	}
	for _, test := range []struct {
		change func(s *model.State)
		why    string
	}{
		{func(s *model.State) { s.Leader = 3 }, "leader is no replica"},
		{func(s *model.State) { s.LeaderEpoch = 0 }, "leaderEpoch is not in 1..MaxEpoch"},
		{func(s *model.State) { s.LeaderEpoch = 4 }, "leaderEpoch is not in 1..MaxEpoch"},
		{func(s *model.State) { s.ControllerEpoch = 0 }, "controllerEpoch is not in 1..MaxEpoch"},
		{func(s *model.State) { s.ControllerEpoch = 4 }, "controllerEpoch is not in 1..MaxEpoch"},
		{func(s *model.State) { s.ISR = s.ISR.With(3) }, "isr is not a set of replicas"},
		{func(s *model.State) { s.Alive = s.Alive.With(3) }, "alive names more than the replicas"},
		{func(s *model.State) { s.HW = 4 }, "hw is not in 0..MaxRecords"},
		{func(s *model.State) { s.Produced = 4 }, "produced is not in 0..MaxRecords"},
		{func(s *model.State) { s.Crashes = 3 }, "crashes is not in 0..MaxCrashes"},
		{func(s *model.State) { s.Pending = s.Pending.With(2) }, "pending, acked and refused are not sets of produced records"},
		{func(s *model.State) { s.Acked = s.Acked.With(2) }, "pending, acked and refused are not sets of produced records"},
		{func(s *model.State) { s.Refused = s.Refused.With(0) }, "pending, acked and refused are not sets of produced records"},
		{func(s *model.State) { s.Committed = log(2) }, "committed is not a sequence of produced records"},
		{func(s *model.State) { s.Log[1] = log(1, 1, 1, 1) }, "log[r2] is not a sequence of produced records"},
		{func(s *model.State) { s.Log[1] = log(2) }, "log[r2] is not a sequence of produced records"},
		{func(s *model.State) { s.Log[1] = model.Log(0).Append(model.Record{ID: 1}) }, "log[r2] is not a sequence of produced records"},
		{func(s *model.State) { s.Log[1] = model.Log(0).Append(model.Record{ID: 1, Epoch: 2}) }, "log[r2] is not a sequence of produced records"},
		{func(s *model.State) { s.ReplicaEpoch[2] = 2 }, "replicaEpoch[r3] is not in 0..leaderEpoch"},
		{func(s *model.State) { s.Durable[0] = 2 }, "durable[r1] is more than the log"},
		{func(s *model.State) { s.LocalHW[0] = 4 }, "localHW[r1] is not in 0..MaxRecords"},
		{func(s *model.State) { s.Lease[0] = 2 }, "lease[r1] is not in 0..Lease"},
		{func(s *model.State) { s.FollowerLEO[1] = 4 }, "followerLEO or lastFetchLeaderLEO of r2 is not in 0..MaxRecords"},
		{func(s *model.State) { s.LastFetchLeaderLEO[1] = 4 }, "followerLEO or lastFetchLeaderLEO of r2 is not in 0..MaxRecords"},
		{func(s *model.State) { s.LastCaughtUp[1] = 3 }, "lastCaughtUp or lastFetch of r2 is not in 0..LagMax+1"},
		{func(s *model.State) { s.LastFetch[1] = 3 }, "lastCaughtUp or lastFetch of r2 is not in 0..LagMax+1"},
		{func(s *model.State) { s.Response[1].Epoch = 2 }, "response[r2] is no response"},
		{func(s *model.State) { s.Response[1].Source = 3 }, "response[r2] is no response"},
		{func(s *model.State) { s.Response[1].Records = log(2) }, "response[r2] is no response"},
		{func(s *model.State) { s.Response[1].HW = 4 }, "response[r2] is no response"},
		{func(s *model.State) { s.Response[1].Base = 4 }, "response[r2] is no response"},
		{func(s *model.State) { s.Response[1].Epoch = 0 }, "response[r2] is half a response"},
	} {
		s := base
		test.change(&s)
		if got := why(m, &p, &s, &s); got != test.why {
			t.Errorf("got %q, want %q, of %+v", got, test.why, s)
		}
	}
}
