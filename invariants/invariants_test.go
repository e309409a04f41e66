package invariants_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// names are the properties in the order in which they are documented.
const names = `
TypeOK HWAtMostISRLEO LeaderInISR CommittedOnISR CommittedSurvives LogMatching AckedIsCommitted
LocalHWBelowHW LocalHWWithinLog HWIsISRMinimum LaggardCanLeave CaughtUpCanJoin CurrentLeaderNeverFenced
RefusalAppendsNothing ConsumedSurvives LinearizableReadIsCommitted LinearizableReadSeesEveryAck LeaseReadIsFresh

HWNeverDecreases CommittedNeverChanges ElectionBumpsEpochs OneLeaderPerEpoch FetchCounts NoEarlyShrink NoEarlyExpand
ShrinkKeepsLeader AckMeetsMinISR TruncationKeepsCommitted StalePacketNeverAppends SnapshotCommitsOnlyAdvertised ElectionFromISR`

func TestAll(t *testing.T) {
	var got []string
	for i, p := range invariants.All() {
		got = append(got, p.Name)
		wantKind := explore.Invariant
		if i >= 18 {
			wantKind = explore.StepProperty
		}
		if p.Kind != wantKind {
			t.Errorf("%s is an %v", p.Name, p.Kind)
		}
	}
	if diff := cmp.Diff(strings.Fields(names), got); diff != "" {
		t.Errorf("properties (-want +got):\n%s", diff)
	}
}

func TestTextsAreThere(t *testing.T) {
	texts := map[string]string{}
	for _, p := range append(invariants.All(), invariants.Constraints()...) {
		for _, text := range []string{p.Name, p.Doc} {
			if other := texts[text]; text == "" || other != "" {
				t.Errorf("%q is the name or the sentence of %s and of %q", text, p.Name, other)
			}
			texts[text] = p.Name
		}
		if p.About == 0 || p.About&^model.Everything != 0 {
			t.Errorf("%s is about %b", p.Name, p.About)
		}
		if strings.HasSuffix(p.Doc, ".") {
			t.Errorf("%s: the sentence should fit into another: %q", p.Name, p.Doc)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, name := range strings.Fields(names) {
		if p, ok := invariants.Lookup(name); !ok || p.Name != name {
			t.Errorf("Lookup(%s) finds %t %s", name, ok, p.Name)
		}
	}
	for _, name := range []string{"", "typeok", "OneReplicaDown"} {
		if p, ok := invariants.Lookup(name); ok {
			t.Errorf("Lookup(%q) finds %s", name, p.Name)
		}
	}
}

// TestPremises wants every premise to be true somewhere and false somewhere.
func TestPremises(t *testing.T) {
	all := append(invariants.All(), invariants.Constraints()...)
	demanded, idle := make([]bool, len(all)), make([]bool, len(all))
	for _, change := range spaces {
		b := partition()
		b.Replicas = b.Replicas[:2]
		change(&b)
		m := newModel(t, b)
		eachStep(t, m, 10_000, func(s, next *model.State, isNew bool) {
			for i := range all {
				p := &all[i]
				from := s
				if p.Kind == explore.Invariant {
					from = next
				}
				if p.Premise(m, from, next) {
					demanded[i] = true
				} else {
					idle[i] = true
				}
			}
		})
	}
	unconditional := []string{"TypeOK", "OneResponseInFlight", "OneReplicaDown"}
	for i, p := range all {
		if !demanded[i] {
			t.Errorf("%s demands nothing of any state or step", p.Name)
		}
		if idle[i] == slices.Contains(unconditional, p.Name) {
			t.Errorf("whether %s demands nothing of some state or step is %t", p.Name, idle[i])
		}
	}
}
