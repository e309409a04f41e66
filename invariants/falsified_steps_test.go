package invariants_test

import (
	"testing"

	"tidemark/explore"
	"tidemark/model"
)

// A falsifiedStep breaks a step property: a step of the protocol, or none, from
// a reachable state, with a change to what it leads to or starts from.
type falsifiedStep struct {
	property string
	steps    []string
	step     string // empty: the change alone is the step
	change   func(s, next *model.State)
	why      string
}

// outside are steps after which r2 has record 1 but has left the ISR, and the
// leader, with r3, has committed it; r2 may join again.
var outside = []string{
	`Produce "1"`, "Fetch r2", "Fetch r3", "Receive r2", "Receive r3", "Tick", "Fetch r3", "Tick", "Receive r3",
	"ShrinkISR r2", "Fetch r2",
}

// behind are steps after which r3 has left the ISR and lacks all three records,
// so that the response in flight to it is a snapshot. The others hold two of
// them, which are committed.
var behind = []string{
	`Produce "1"`, "Fetch r2", "Receive r2", `Produce "1"`, "Fetch r2", "Receive r2", `Produce "1"`,
	"Tick", "Tick", "ShrinkISR r3", "Fetch r2", "Fetch r3",
}

var falsifiedSteps = []falsifiedStep{
	{"HWNeverDecreases", committed, "", func(_, next *model.State) { next.HW = 0 },
		"the HW went from 1 to 0"},
	{"CommittedNeverChanges", committed, "", func(_, next *model.State) { next.Committed = 0 },
		"1e1 was committed, and now nothing is"},
	{"ElectionBumpsEpochs", committed, "Elect r2", func(_, next *model.State) { next.LeaderEpoch = 1 },
		"r2 was elected, and the leader epoch went from 1 to 1, the controller epoch from 1 to 2"},
	{"ElectionBumpsEpochs", committed, "Elect r2", func(_, next *model.State) { next.ControllerEpoch = 1 },
		"r2 was elected, and the leader epoch went from 1 to 2, the controller epoch from 1 to 1"},
	{"ElectionBumpsEpochs", committed, "Receive r2", func(_, next *model.State) { next.ReplicaEpoch[1] = 0 },
		"the epoch of r2 fell from 1 to 0 without a crash"},
	{"OneLeaderPerEpoch", committed, "", func(_, next *model.State) { next.Leader = 2 },
		"r1 led epoch 1, and now r3 leads epoch 1"},
	{"FetchCounts", []string{`Produce "1"`, "Tick"}, "Fetch r2", func(_, next *model.State) { next.LastCaughtUp[1] = 0 },
		"r2 fetched at offset 0, with the leader's LEO 1 now and 0 at the previous fetch, 2 ticks or longer ago: it was last caught up 1 tick ago, but the leader noted 0 ticks"},
	{"FetchCounts", []string{"Tick", "Tick"}, "Fetch r2", func(_, next *model.State) { next.LastCaughtUp[1] = 2 },
		"r2 fetched at offset 0, with the leader's LEO 0 now and 0 at the previous fetch, 2 ticks or longer ago: it was last caught up 0 ticks ago, but the leader noted 2 ticks or longer"},
	{"NoEarlyShrink", []string{"Tick", "Tick"}, "ShrinkISR r2", func(s, _ *model.State) { s.LastCaughtUp[1] = 1 },
		"r2 was removed from the ISR although it was caught up 1 tick ago, and 1 is not > LagMax 1"},
	{"NoEarlyExpand", outside, "ExpandISR r2", func(s, _ *model.State) { s.Alive = s.Alive.Without(1) },
		"r2 joined the ISR, but it is down"},
	{"NoEarlyExpand", outside, "ExpandISR r2", func(s, _ *model.State) { s.ReplicaEpoch[1] = 0 },
		"r2 joined the ISR, but it has not adopted epoch 1"},
	{"NoEarlyExpand", outside, "ExpandISR r2", func(s, _ *model.State) { s.Log[1] = 0 },
		"r2 joined the ISR, but it has LEO 0 < HW 1"},
	{"NoEarlyExpand", outside, "ExpandISR r2", func(s, _ *model.State) { s.Log[1] = log(2) },
		"r2 joined the ISR, but it holds 2e1, but 1e1 was committed"},
	{"NoEarlyExpand", outside, "ExpandISR r2", func(s, _ *model.State) { s.LastFetch[1] = 2 },
		"r2 joined the ISR, but it has not fetched within LagMax"},
	{"ShrinkKeepsLeader", committed, "", func(_, next *model.State) { next.ISR = next.ISR.Without(0) },
		"leader r1 was removed from the ISR"},
	{"AckMeetsMinISR", committed, "Ack 1", func(s, _ *model.State) { s.ISR = 1 },
		"record 1 was acknowledged with 1 replica in the ISR, fewer than MinISR 2"},
	{"TruncationKeepsCommitted", committed, "", func(_, next *model.State) { next.Log[2] = 0 },
		"r3 held 1e1 and now holds nothing, but 1e1 was committed"},
	{"StalePacketNeverAppends", []string{`Produce "1"`, "Fetch r2"}, "Receive r2", func(s, _ *model.State) { s.Response[1] = model.Response{} },
		"r2, in epoch 1, appended from a packet that nobody sent"},
	{"StalePacketNeverAppends", []string{`Produce "1"`, "Fetch r2"}, "Receive r2", func(s, _ *model.State) { s.Response[1].Epoch = 2 },
		"r2, in epoch 1, appended from a packet of epoch 2"},
	{"StalePacketNeverAppends", []string{`Produce "1"`, "Fetch r2"}, "Receive r2", func(s, _ *model.State) { s.Response[1].Source = 2 },
		"r2, in epoch 1, appended from a packet that the leader did not send"},
	{"SnapshotCommitsOnlyAdvertised", behind, "Receive r3", func(_, next *model.State) { next.LocalHW[2] = 3 },
		"r3 installed a snapshot that advertised HW 2 and now takes 3 records for committed"},
	{"ElectionFromISR", committed, "Elect r2", func(s, _ *model.State) { s.ISR = s.ISR.Without(1) },
		"r2 was elected although it was not in the ISR"},
	{"ElectionFromISR", committed, "Elect r2", func(s, _ *model.State) { s.Alive = s.Alive.Without(1) },
		"r2 was elected although it was down"},
	{"ElectOnlyWithoutLeader", []string{"Crash r1"}, "Elect r2", func(s, _ *model.State) { s.Alive, s.ReplicaEpoch[0] = 7, 1 },
		"r1 was in charge"},
}

func TestFalsifiedSteps(t *testing.T) {
	m := newModel(t, partition())
	for _, test := range falsifiedSteps {
		p := lookup(t, test.property)
		if p.Kind != explore.StepProperty {
			t.Errorf("%s is no step property", p.Name)
		}
		s := run(t, m, test.steps...)
		next := s
		if test.step != "" {
			next = run(t, m, after(test.steps, test.step)...)
		}
		if got := why(m, &p, &s, &next); got != "" {
			t.Errorf("%s: before the change it is false: %s", p.Name, got)
		}
		test.change(&s, &next)
		if got := why(m, &p, &s, &next); got != test.why {
			t.Errorf("%s:\n got %q\nwant %q", p.Name, got, test.why)
		}
	}
}

// TestPermittedSteps are steps that look like violations, and are none.
func TestPermittedSteps(t *testing.T) {
	m := newModel(t, partition())
	for _, test := range []struct {
		why, property string
		steps         []string
		step          string
	}{
		{"a crash removes a follower at once", "NoEarlyShrink", committed, "Crash r2"},
		{"so does an election the old leader", "ShrinkKeepsLeader", committed, "Elect r2"},
		{"a crash takes a replica's epoch", "ElectionBumpsEpochs", committed, "Crash r2"},
		{"what was never committed may be cut", "TruncationKeepsCommitted", after(committed, `Produce "1"`, "Elect r2"), "BecomeFollower r1"},
		{"a request refused is not acknowledged", "AckMeetsMinISR", after(committed, "Crash r2", "Crash r3"), "Refuse 1"},
	} {
		p := lookup(t, test.property)
		s, next := run(t, m, test.steps...), run(t, m, after(test.steps, test.step)...)
		if got := why(m, &p, &s, &next); got != "" {
			t.Errorf("%s, but %s is false: %s", test.why, p.Name, got)
		}
	}
}
