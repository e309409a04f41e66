package spec_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/spec"
)

// mistakes are variants as the port has them, one rule defined anew, and the
// configurations that show them. They violate every property that the port has but
// TypeOK, which no variant violates.
var mistakes = []struct{ config, rule string }{
	{"caught-up-on-any-fetch", "ageOf(f, o, end) 0"},
	{"shrink-at-limit", "outOfSync(f) (lastCaughtUp(f) >= LAGMAX)"},
	{"shrink-can-drop-leader", "mayLeave(f) outOfSync(f)"},
	{"min-isr-blocks-shrink", "mayLeave(f) (leader != f && outOfSync(f) && size(isr) > MINISR)"},
	{"expand-before-hw", "mayJoin(f) (lastFetch(f) <= LAGMAX)"},
	{"expand-at-leader-leo", "mayJoin(f) (lastFetch(f) <= LAGMAX && followerLEO(f) >= len(log[leader]))"},
	{"hw-over-all-replicas", "isPart(r) true"},
	{"hw-can-decrease", "highWatermark(minimum) minimum"},
	{"ack-before-hw", "replicated(p) true"},
	{"min-isr-ignored-while-waiting", "stillEnough true"},
	{"elect-outside-isr", "mayElect(c) (has(alive, c) && !(leader == c && inCharge))"},
	{"elect-keeps-epoch", "nextEpoch leaderEpoch"},
	{"no-fencing", "accepts(f) true"},
	{"fence-by-entry-epoch", "accepts(f) ((records(f) -> epoch(id(body[f], 0)) : packetEpoch(f)) == replicaEpoch(f) && (replicaEpoch(f) != leaderEpoch || packetSource(f) == leader))"},
	{"append-with-gap", "fits(f) (snapshot(f) || len(log[f]) + len(records(f)) <= MAXRECORDS)"},
	{"truncate-to-local-hw", "truncate(r) localHW(r)"},
	{"snapshot-commits-all", "followerHW(f, leo) max(localHW(f), (snapshot(f) -> leo : min(packetHW(f), leo)))"},
	{"consumer-reads-above-hw", "consumerEnd(r) len(log[r])"},
	{"linearizable-reads-above-hw", "committedEnd(r) len(log[r])"},
	{"lease-outlives-leadership", "mayLeaseRead(r) (LEASE > 0 && has(alive, r) && confirmed(r))"},
	{"count-before-fsync", "counted(r) len(log[r])"},
	{"lossy", "counted(r) len(log[r])"},
}

// TestSpinFindsMistakes makes a mistake in the port, and wants Spin to find each
// property violated that the variant violates, one at a time, breadth first, after
// as many states as tidemark.
//
//	TIDEMARK_SPIN=/path/to/spin go test -run TestSpinFindsMistakes -v ./spec
func TestSpinFindsMistakes(t *testing.T) {
	spin := spinProgram(t)
	made := 0
	found := []string{"TypeOK", "RefusalAppendsNothing"} // the port leaves out what the latter reads
	for _, mistake := range mistakes {
		t.Run(mistake.config, func(t *testing.T) {
			made++
			bounds, res := loadModel(t, mistake.config, spec.Changes{}).Bounds(), checkVariant(t, mistake.config)
			for _, violated := range res.Violations {
				found = append(found, violated.Name)
				pan := port{bounds, []string{violated.Name}, mistake.rule}.compile(t, spin, true)
				if got, want := pan.violation(t, violated.Kind), uint64(len(violated.Path)); got != want {
					t.Errorf("%s: Spin's counterexample has %d states, want %d", violated.Name, got, want)
				}
			}
		})
	}
	for _, p := range invariants.All() {
		if made == len(mistakes) && !slices.Contains(found, p.Name) {
			t.Errorf("no mistake violates %s", p.Name)
		}
	}
}

var atDepth = regexp.MustCompile(`assertion violated .*\(at depth ([0-9]+)\)`)

// violation is the number of states of the counterexample that a verifier finds, 0
// if it finds none. Its depth is the number of steps to the state that it was about
// to leave, that to the initial state included: for a step property the last but one.
func (v verifier) violation(t *testing.T, kind explore.Kind) uint64 {
	t.Helper()
	found := atDepth.FindStringSubmatch(fmt.Sprint(v.run(t, 1<<20).Stdout))
	if found == nil {
		return 0
	}
	states := number(t, found[1])
	if kind == explore.StepProperty {
		states++
	}
	return states
}
