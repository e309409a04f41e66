package invariants_test

import (
	"math/rand/v2"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// A falsified is a state that breaks an invariant: a reachable one with a
// change that the protocol would not make.
type falsified struct {
	property string
	steps    []string
	change   func(s *model.State)
	why      string
}

var falsifiedInvariants = []falsified{
	{"HWAtMostISRLEO", committed, func(s *model.State) { s.HW = 2 },
		"replica r1 in the ISR has LEO 1 < HW 2"},
	{"HWAtMostISRLEO", committed, func(s *model.State) { s.Log[2] = 0 },
		"replica r3 in the ISR has LEO 0 < HW 1"},
	{"LeaderInISR", committed, func(s *model.State) { s.ISR = s.ISR.Without(0) },
		"leader r1 is in charge of epoch 1 but not in the ISR"},
	{"CommittedOnISR", committed, func(s *model.State) { s.Log[1] = log(2) },
		"replica r2 in the ISR holds 2e1, but 1e1 was committed"},
	{"CommittedSurvives", committed, func(s *model.State) { s.Log[2] = 0 },
		"r3 may be elected and holds nothing, but 1e1 was committed: a committed record is lost"},
	{"LogMatching", committed, func(s *model.State) { s.Log[1] = log(2) },
		"r1 and r2 both have an entry of epoch 1 at offset 0, but r1 holds 1e1 and r2 holds 2e1: the logs forked"},
	{"LogMatching", committed, func(s *model.State) { s.Log[0], s.Log[2] = log(1, 2), log(3, 2) },
		"r1 and r3 both have an entry of epoch 1 at offset 1, but r1 holds 1e1 2e1 and r3 holds 3e1 2e1: the logs forked"},
	{"AckedIsCommitted", committed, func(s *model.State) { s.Acked = s.Acked.With(2) },
		"record 2 was acknowledged with acks=all, but only 1e1 was committed"},
	{"AckedIsCommitted", committed, func(s *model.State) { s.Acked, s.Committed = s.Acked.With(2), 0 },
		"record 2 was acknowledged with acks=all, but nothing was committed"},
	{"LocalHWBelowHW", committed, func(s *model.State) { s.LocalHW[1] = 2 },
		"replica r2 has local HW 2 > HW 1"},
	{"LocalHWWithinLog", committed, func(s *model.State) { s.LocalHW[2] = 3 },
		"replica r3 has local HW 3 > its LEO 1"},
	{"HWIsISRMinimum", committed, func(s *model.State) { s.HW = 0 },
		"every member of the ISR has LEO 1 or more, as leader r1 knows it, but the HW is 0"},
	{"RefusalAppendsNothing", committed, func(s *model.State) { s.Refused = s.Refused.With(1) },
		"record 1 was refused with NOT_ENOUGH_REPLICAS, but r1 holds 1e1"},
	{"ConsumedSurvives", committed, func(s *model.State) { s.Log[1] = 0 },
		"a consumer reads 1e1 at leader r1, but r2 may be elected and holds nothing"},
	{"LinearizableReadIsCommitted", committed, func(s *model.State) { s.Committed = log(2) },
		"a linearizable read at leader r1 returns 1e1, but only 2e1 was committed"},
	{"LinearizableReadIsCommitted", committed, func(s *model.State) { s.Committed = 0 },
		"a linearizable read at leader r1 returns 1e1, but nothing was committed"},
	{"LinearizableReadSeesEveryAck", committed, func(s *model.State) { s.Acked = s.Acked.With(3) },
		"record 3 was acknowledged with acks=all, but a linearizable read at leader r1 returns 1e1"},
	{"LeaseReadIsFresh", committed, func(s *model.State) { s.Committed = log(1, 2) },
		"a lease read at r1 returns 1e1, but 1e1 2e1 was committed"},
	{"OneResponseInFlight", []string{"Fetch r2"}, func(s *model.State) { s.Response[2] = s.Response[1] },
		"the response to r3 is not the only one in flight"},
	{"OneReplicaDown", []string{"Crash r2"}, func(s *model.State) { s.Alive = s.Alive.Without(0) },
		"2 replicas are down"},
}

// theorems are the invariants that ask the model what it allows: no state
// breaks them under the correct rules, only under rules that allow less.
var theorems = []string{"LaggardCanLeave", "CaughtUpCanJoin", "CurrentLeaderNeverFenced"}

func TestFalsifiedInvariants(t *testing.T) {
	m := newModel(t, partition())
	for _, test := range falsifiedInvariants {
		test.check(t, m)
	}
}

func (test falsified) check(t *testing.T, m *model.Model) {
	t.Helper()
	p := lookup(t, test.property)
	if p.Kind != explore.Invariant {
		t.Errorf("%s is no invariant", p.Name)
	}
	s := run(t, m, test.steps...)
	if got := why(m, &p, &s, &s); got != "" {
		t.Errorf("%s: before the change it is false: %s", p.Name, got)
	}
	test.change(&s)
	if got := why(m, &p, &s, &s); got != test.why {
		t.Errorf("%s:\n got %q\nwant %q", p.Name, got, test.why)
	}
}

// TestTheorems looks for a state that breaks a theorem, among reachable states
// with variables taken from other ones.
func TestTheorems(t *testing.T) {
	m := newModel(t, partition())
	states := sample(t, m, rand.New(rand.NewPCG(11, 0)))
	for _, name := range theorems {
		p, demanded := lookup(t, name), 0
		for i := range states {
			if why := why(m, &p, &states[i], &states[i]); why != "" {
				t.Fatalf("%s is false: %s, in %+v", name, why, states[i])
			}
			if p.Premise(m, &states[i], &states[i]) {
				demanded++
			}
		}
		if demanded < 100 {
			t.Errorf("%s demanded something of only %d states", name, demanded)
		}
	}
}

// TestEveryPropertyIsFalsified wants each property and constraint in one of
// the tables, or among the theorems.
func TestEveryPropertyIsFalsified(t *testing.T) {
	tested := map[string]bool{"TypeOK": true} // see TestTypeOK
	for _, test := range falsifiedInvariants {
		tested[test.property] = true
	}
	for _, name := range theorems {
		tested[name] = true
	}
	for _, test := range falsifiedSteps {
		tested[test.property] = true
	}
	for _, p := range append(invariants.All(), invariants.Constraints()...) {
		if !tested[p.Name] {
			t.Errorf("nothing falsifies %s", p.Name)
		}
	}
}
