package invariants_test

import (
	"math/rand/v2"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// aspects copy the variables that each aspect stands for.
var aspects = []struct {
	aspect model.Aspects
	copy   func(to, from *model.State)
}{
	{model.Watermark, func(to, from *model.State) { to.HW = from.HW }},
	{model.History, func(to, from *model.State) { to.Committed = from.Committed }},
	{model.Leadership, func(to, from *model.State) {
		to.Leader, to.LeaderEpoch, to.ControllerEpoch = from.Leader, from.LeaderEpoch, from.ControllerEpoch
	}},
	{model.Adoption, func(to, from *model.State) { to.ReplicaEpoch = from.ReplicaEpoch }},
	{model.Membership, func(to, from *model.State) { to.ISR = from.ISR }},
	{model.Liveness, func(to, from *model.State) { to.Alive = from.Alive }},
	{model.Logs, func(to, from *model.State) { to.Log = from.Log }},
	{model.Durability, func(to, from *model.State) { to.Durable = from.Durable }},
	{model.LocalMarks, func(to, from *model.State) { to.LocalHW = from.LocalHW }},
	{model.Leases, func(to, from *model.State) { to.Lease = from.Lease }},
	{model.Offsets, func(to, from *model.State) { to.FollowerLEO = from.FollowerLEO }},
	{model.CaughtUps, func(to, from *model.State) { to.LastCaughtUp = from.LastCaughtUp }},
	{model.Fetches, func(to, from *model.State) { to.LastFetch = from.LastFetch }},
	{model.LeaderEnds, func(to, from *model.State) { to.LastFetchLeaderLEO = from.LastFetchLeaderLEO }},
	{model.Responses, func(to, from *model.State) { to.Response = from.Response }},
	{model.Sends, func(to, from *model.State) { to.Response = from.Response }},
	{model.Answers, func(to, from *model.State) {
		to.Pending, to.Acked, to.Refused = from.Pending, from.Acked, from.Refused
	}},
	{model.Production, func(to, from *model.State) { to.Produced = from.Produced }},
	{model.Crashes, func(to, from *model.State) { to.Crashes = from.Crashes }},
	// after those that they depend on: nobody joins, nobody is removed, no log loses
	// records or gets some that are not produced
	{model.Joins, func(to, from *model.State) { to.ISR &= from.ISR }},
	{model.Removals, func(to, from *model.State) { to.ISR |= model.Removed(from, to) }},
	{model.FollowerMarks, func(to, from *model.State) {
		for r := range to.LocalHW {
			if r != int(from.Leader) {
				to.LocalHW[r] = from.LocalHW[r]
			}
		}
	}},
	{model.Cuts, func(to, from *model.State) {
		keepLogs(to, from, func(old, log model.Log) bool { return log.HasPrefix(old) })
	}},
	{model.Receipts, func(to, from *model.State) {
		keepLogs(to, from, func(old, log model.Log) bool { return to.Produced != from.Produced || old.HasPrefix(log) })
	}},
}

// keepLogs copies the logs but for those whose change is all right.
func keepLogs(to, from *model.State, right func(old, log model.Log) bool) {
	for r, old := range from.Log {
		if !right(old, to.Log[r]) {
			to.Log[r] = old
		}
	}
}

func copyAspects(to, from *model.State, which model.Aspects) {
	for _, a := range aspects {
		if which&a.aspect != 0 {
			a.copy(to, from)
		}
	}
}

// TestAbout wants the answers of a property to depend on no more than what it
// says it is about. It mixes pairs of reachable states: s, and s with whatever
// the property is not about taken from t. An invariant must say the same of
// both, and a step property must demand nothing of the step between them. It
// asks under every variant, for what the model allows depends on it.
func TestAbout(t *testing.T) {
	const seed = 7
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	variants := [][]string{nil}
	for _, v := range model.Variants() {
		variants = append(variants, []string{v.Name})
	}
	for _, variant := range variants {
		b := partition()
		b.Variant, b.Durability = variant, model.Lossy
		m := newModel(t, b)
		states := sample(t, m, rng)
		tries := 5_000
		if variant != nil {
			tries = 1_000
		}
		for _, p := range append(invariants.All(), invariants.Constraints()...) {
			for range tries {
				s, other := states[rng.IntN(len(states))], states[rng.IntN(len(states))]
				mixed := other
				copyAspects(&mixed, &s, p.About)
				if problem := disagreement(m, &p, &s, &mixed); problem != "" {
					t.Errorf("variant %v: %s is about more than %b: %s:\n%+v\n%+v", variant, p.Name, p.About, problem, s, mixed)
					break
				}
			}
		}
	}
}

func disagreement(m *model.Model, p *model.Property, s, mixed *model.State) string {
	if p.Kind == explore.StepProperty {
		if p.Premise(m, s, mixed) || !p.Holds(m, s, mixed) {
			return "it demands something of a step that changes nothing of that"
		}
		return ""
	}
	if p.Premise(m, s, s) != p.Premise(m, mixed, mixed) || p.Holds(m, s, s) != p.Holds(m, mixed, mixed) {
		return "it tells two states apart that differ in nothing of that"
	}
	return ""
}

// sample returns states from random behaviours, half of them with some
// variables taken from another state, so that invariants are false of many.
// Two of three behaviours start after an acknowledgement, which is rare, or a
// refusal, which in the correct protocol is no step.
func sample(t *testing.T, m *model.Model, rng *rand.Rand) (states []model.State) {
	acked := run(t, newModel(t, partition()), after(committed, "Ack 1")...)
	initial, refused := run(t, m), acked
	refused.Refused = refused.Refused.With(1)
	starts := [][]uint64{m.Encode(&initial), m.Encode(&acked), m.Encode(&refused)}
	w, k := m.NewWorker(), m.Width()
	for i := range 200 {
		row := starts[i%len(starts)]
		for range 40 {
			var out explore.Successors
			if err := w.Successors(row, &out); err != nil {
				t.Fatal(err)
			}
			if out.Len() == 0 {
				break
			}
			row = out.Rows[rng.IntN(out.Len())*k:][:k]
			states = append(states, m.Decode(row))
		}
	}
	for i := range states {
		if i%2 == 0 {
			copyAspects(&states[i], &states[rng.IntN(len(states))], aspects[rng.IntN(len(aspects))].aspect)
		}
	}
	return states
}
