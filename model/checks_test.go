package model_test

import (
	"fmt"
	"slices"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// initially are invariants that are false wherever one variable, the only one
// that each is about, differs from 0, nobody and nothing.
func initially() (ps []model.Property) {
	var zero model.Each
	for _, v := range []struct {
		name    string
		about   model.Aspects
		changed func(s *model.State) bool
	}{
		{"hw", model.Watermark, func(s *model.State) bool { return s.HW != 0 }},
		{"committed", model.History, func(s *model.State) bool { return s.Committed != 0 }},
		{"leader", model.Leadership, func(s *model.State) bool { return s.Leader != 0 }},
		{"leaderEpoch", model.Leadership, func(s *model.State) bool { return s.LeaderEpoch != 1 }},
		{"replicaEpoch", model.Adoption, func(s *model.State) bool { return s.ReplicaEpoch[0] != 1 }},
		{"isr", model.Membership, func(s *model.State) bool { return !s.ISR.Has(1) }},
		{"alive", model.Liveness, func(s *model.State) bool { return !s.Alive.Has(0) }},
		{"log", model.Logs, func(s *model.State) bool { return s.Log[1] != 0 }},
		{"durable", model.Durability, func(s *model.State) bool { return s.Durable != zero }},
		{"localHW", model.LocalMarks, func(s *model.State) bool { return s.LocalHW[1] != 0 }},
		{"lease", model.Leases, func(s *model.State) bool { return s.Lease[0] != 0 }},
		{"followerLEO", model.Offsets, func(s *model.State) bool { return s.FollowerLEO[1] != 0 }},
		{"lastCaughtUp", model.CaughtUps, func(s *model.State) bool { return s.LastCaughtUp[0] != 0 }},
		{"response", model.Responses, func(s *model.State) bool { return s.Response[1].InFlight() }},
		{"acked", model.Answers, func(s *model.State) bool { return s.Acked != 0 }},
		{"produced", model.Production, func(s *model.State) bool { return s.Produced != 0 }},
		{"crashes", model.Crashes, func(s *model.State) bool { return s.Crashes != 0 }},
	} {
		p := whether(func(_ *model.Model, s, _ *model.State) bool { return v.changed(s) })
		p.Name, p.About = v.name, v.about
		p.Premise = func(*model.Model, *model.State, *model.State) bool { return true }
		ps = append(ps, p)
	}
	return ps
}

// TestChecksOfSuccessors wants a worker that looks only at what has changed, and
// only once at what is the same, to say the same of a successor as one that
// looks at everything, as far as the properties held before: under every variant,
// so that properties are false. Properties that treat all replicas alike must be said
// the same of when the successors have become canonical.
func TestChecksOfSuccessors(t *testing.T) {
	three := within(3, 2, 2, func(b *model.Bounds) { b.MaxCrashes, b.Acks = 1, []string{"all"} })
	states := 1_000
	if testing.Short() {
		states = 200
	}
	for _, b := range []model.Bounds{everything(), three} {
		compareChecks(t, b, append(invariants.All(), initially()...), false, 10*states)
		compareChecks(t, b, invariants.All(), true, 10*states)
		for _, v := range model.Variants() {
			b.Variant = []string{v.Name}
			if v.Lossy {
				b.Durability = model.Lossy
			}
			compareChecks(t, b, invariants.All(), true, states)
		}
	}
	// A leader outside the ISR is one more replica that might join it, by what the
	// leader keeps of itself.
	two := within(2, 1, 1, func(b *model.Bounds) { b.Variant = []string{"shrink-can-drop-leader", "expand-at-leader-leo"} })
	compareChecks(t, two, invariants.All(), true, states)
}

// compareChecks does so for so many states and, if the properties treat all replicas
// alike, canonical successors.
func compareChecks(t *testing.T, b model.Bounds, properties []model.Property, alike bool, states int) {
	m, err := model.New(b, model.Checks{Properties: properties})
	if err != nil {
		t.Fatal(err)
	}
	k := m.Width()
	w := m.NewWorker()
	queue, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	renaming := m.NewWorker()
	seen := map[string]bool{}
	for at := 0; at < len(queue) && len(seen) < states; at += k {
		src := queue[at : at+k]
		before := make([]explore.Mask, 1)
		var out explore.Successors
		if err := w.CheckStates(src, before); err != nil {
			t.Fatal(err)
		}
		if err := w.Successors(src, &out); err != nil {
			t.Fatal(err)
		}
		checked, steps := checkFound(t, w, src, &out), make([]explore.Mask, out.Len())
		if err := w.CheckSteps(src, &out, steps); err != nil {
			t.Fatal(err)
		}
		s := m.Decode(src)
		for i := range out.Len() {
			row := slices.Clone(out.Rows[i*k : (i+1)*k])
			next := m.Decode(row)
			states, moves := judge(m, properties, &s, &next)
			if got := checked[i] &^ before[0]; got != states&^before[0] || steps[i] != moves {
				name, argument := m.Action(out.Labels[i])
				t.Fatalf("%v: %s %s: invariants %b and step properties %b are false, want %b and %b, from\n%+v to\n%+v",
					b.Variant, name, argument, got, steps[i], states&^before[0], moves, s, next)
			}
			if key := fmt.Sprint(row); !seen[key] {
				seen[key] = true
				queue = append(queue, row...)
			}
		}
		if !alike {
			continue
		}
		for i, fails := range checkRenamed(t, renaming, src) {
			if (fails^checked[i])&^before[0] != 0 {
				s, next := m.Decode(src), m.Decode(out.Rows[i*k:])
				t.Fatalf("%v: invariants %b are false, but %b of the canonical form, from\n%+v to\n%+v", b.Variant, checked[i], fails, s, next)
			}
		}
	}
}

// checkRenamed asks about every successor as if its canonical form were new.
func checkRenamed(t *testing.T, w explore.Worker, src []uint64) []explore.Mask {
	var out explore.Successors
	if err := w.Successors(src, &out); err != nil {
		t.Fatal(err)
	}
	w.(explore.Canonicalizer).Canonical(out.Rows)
	return checkFound(t, w, src, &out)
}

// checkFound asks about every successor as if it were new.
func checkFound(t *testing.T, w explore.Worker, src []uint64, out *explore.Successors) []explore.Mask {
	var which []int
	for i := range out.Len() {
		which = append(which, i)
	}
	fails := make([]explore.Mask, out.Len())
	checker := w.(interface {
		CheckFound(src []uint64, out *explore.Successors, which []int, fails []explore.Mask) error
	})
	if err := checker.CheckFound(src, out, which, fails); err != nil {
		t.Fatal(err)
	}
	return fails
}

// judge asks every property.
func judge(m *model.Model, properties []model.Property, s, next *model.State) (states, steps explore.Mask) {
	for i, p := range properties {
		switch {
		case p.Kind == explore.Invariant && !p.Holds(m, next, next):
			states |= 1 << i
		case p.Kind == explore.StepProperty && !p.Holds(m, s, next):
			steps |= 1 << i
		}
	}
	return states, steps
}
