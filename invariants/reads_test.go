package invariants_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// TestReads wants a property to say the same of a reachable state, or of a step,
// without the optional parts that it says it does not read; under every variant,
// for what the model allows depends on it.
func TestReads(t *testing.T) {
	const seed = 11
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	variants := [][]string{nil}
	for _, v := range model.Variants() {
		variants = append(variants, []string{v.Name})
	}
	read := map[string]model.Optional{}
	for _, variant := range variants {
		b := partition()
		b.Variant, b.Durability = variant, model.Lossy
		m := newModel(t, b)
		parts, walks := optionalParts, 12
		switch {
		case variant == nil:
			walks = 200
		case slices.Contains(unfenced, variant[0]):
			parts = parts[:len(parts)-1]
		}
		for _, step := range randomSteps(t, m, rng, walks) {
			for _, p := range append(invariants.All(), invariants.Constraints()...) {
				s, next := &step[0], &step[1]
				if p.Kind == explore.Invariant {
					s = next
				}
				for _, part := range parts {
					if read[p.Name]&part == 0 && !sameWithout(m, &p, s, next, part) {
						read[p.Name] |= part
						if p.Reads&part == 0 {
							t.Fatalf("variant %v: %s reads part %b, which it does not say, of\n%+v\n%+v", variant, p.Name, part, *s, *next)
						}
					}
				}
			}
		}
	}
	for _, p := range invariants.All() {
		if got := read[p.Name]; got != p.Reads {
			t.Errorf("%s says that it reads %b, but only %b ever made a difference", p.Name, p.Reads, got)
		}
	}
}

// unfenced are the variants that take what is in a stale response.
var unfenced = []string{"no-fencing", "no-epoch-fencing", "fence-by-entry-epoch"}

// optionalParts are the parts that can be cleared in a state, the stale responses last.
var optionalParts = []model.Optional{model.OfAcked, model.OfRefused, model.OfCommitted, model.OfPending, model.OfLocalHW, model.OfLease, model.OfStale}

// sameWithout reports whether a property and its premise have the same answers
// without a part.
func sameWithout(m *model.Model, p *model.Property, s, next *model.State, part model.Optional) bool {
	from, to := without(*s, part), without(*next, part)
	if from == *s && to == *next {
		return true
	}
	return p.Holds(m, s, next) == p.Holds(m, &from, &to) && p.Premise(m, s, next) == p.Premise(m, &from, &to)
}

func without(s model.State, part model.Optional) model.State {
	switch part {
	case model.OfAcked:
		s.Acked = 0
	case model.OfRefused:
		s.Refused = 0
	case model.OfCommitted:
		s.Committed = 0
	case model.OfPending:
		s.Pending = 0
	case model.OfLocalHW:
		s.LocalHW = model.Each{}
		for f := range s.Response {
			s.Response[f].HW = 0
		}
	case model.OfLease:
		s.Lease = model.Each{}
	case model.OfStale:
		for f, a := range s.Response {
			if a.InFlight() && a.Epoch < s.ReplicaEpoch[f] {
				s.Response[f] = model.Response{Epoch: 1, Source: uint8(f)}
			}
		}
	}
	return s
}

// randomSteps returns the steps of random behaviours, some of which start after
// an acknowledgement, which is rare.
func randomSteps(t *testing.T, m *model.Model, rng *rand.Rand, walks int) (steps [][2]model.State) {
	acked := run(t, newModel(t, partition()), after(committed, "Ack 1")...)
	initial := run(t, m)
	starts := [][]uint64{m.Encode(&initial), m.Encode(&acked)}
	w, k := m.NewWorker(), m.Width()
	for i := range walks {
		row := starts[i%len(starts)]
		for range 50 {
			var out explore.Successors
			if err := w.Successors(row, &out); err != nil {
				t.Fatal(err)
			}
			if out.Len() == 0 {
				break
			}
			next := out.Rows[rng.IntN(out.Len())*k:][:k]
			steps = append(steps, [2]model.State{m.Decode(row), m.Decode(next)})
			row = next
		}
	}
	return steps
}
