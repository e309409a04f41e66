package model_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
	"tidemark/explore"
	"tidemark/model"
)

// canonical returns the canonical form of a state, packed.
func canonical(m *model.Model, s *model.State) []uint64 {
	row := m.Encode(s)
	m.NewWorker().(explore.Canonicalizer).Canonical(row)
	return row
}

// checkCanonical wants one form for all members of an orbit, which is one of
// them, and its own.
func checkCanonical(t *rapid.T, m *model.Model, s *model.State) {
	form := canonical(m, s)
	for range 4 {
		to := rapid.Permutation(identity(m.Replicas())).Draw(t, "renaming")
		other := rename(s, to)
		if got := canonical(m, &other); !slices.Equal(got, form) {
			t.Fatalf("%+v has form %x; renamed by %v it has form %x", s, form, to, got)
		}
	}
	representative := m.Decode(form)
	if again := canonical(m, &representative); !slices.Equal(again, form) {
		t.Fatalf("the form of the form of %+v is another: %x, then %x", s, form, again)
	}
	if m.Replicas() > 4 {
		return // too many renamings to try
	}
	if !slices.ContainsFunc(permutations(m.Replicas()), func(to []int) bool { return rename(s, to) == representative }) {
		t.Fatalf("the form of %+v is no renaming of it: %+v", s, representative)
	}
}

func identity(n int) []int {
	var all []int
	for i := range n {
		all = append(all, i)
	}
	return all
}

// TestCanonicalReachable draws states from behaviours.
func TestCanonicalReachable(t *testing.T) {
	for n := 2; n <= 5; n++ {
		b := everything()
		b.Replicas = replicas(n)
		m, err := model.New(b, model.Checks{})
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			path := behaviour(t, m, 40)
			s := m.Decode(path[len(path)-1].Row)
			checkCanonical(t, m, &s)
		})
	}
}

// TestCanonicalTies draws states in which replicas differ by little but by who
// sent them their responses, where the canonical form has most to decide.
func TestCanonicalTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "replicas")
		m, err := model.New(within(n, 1, 2), model.Checks{})
		if err != nil {
			t.Fatal(err)
		}
		s := model.State{Leader: uint8(rapid.IntRange(0, n-1).Draw(t, "leader")), LeaderEpoch: 2, ControllerEpoch: 2}
		for r := range n {
			s.Alive = s.Alive.With(r)
			if rapid.IntRange(0, 3).Draw(t, "outside the ISR") > 0 {
				s.ISR = s.ISR.With(r)
			}
			if rapid.IntRange(0, 3).Draw(t, "idle") > 0 {
				s.Response[r] = model.Response{Epoch: 1, Source: uint8(rapid.IntRange(0, n-1).Draw(t, "source"))}
			}
		}
		checkCanonical(t, m, &s)
	})
}
