package explore

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestGraphOf compares graphs of random systems with their tables, and with what a
// search counts.
func TestGraphOf(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 7))
		g := randomGraph(rng, graphOptions{states: 1 + rng.IntN(120), degree: 1 + rng.IntN(3), width: 1 + rng.IntN(3), constrained: rng.IntN(2) == 0})
		got, err := GraphOf(t.Context(), g, GraphOptions{})
		if err != nil {
			t.Fatal(err)
		}
		res, err := Check(t.Context(), g, Options{Workers: 1, Continue: true})
		if err != nil {
			t.Fatal(err)
		}
		if uint64(len(got.Rows)) != res.Distinct {
			t.Fatalf("seed %d: %d states, a search finds %d", seed, len(got.Rows), res.Distinct)
		}
		inside := func(s int) bool { return g.inside == nil || g.inside[s] }
		number := func(s int) int {
			return slices.IndexFunc(got.Rows, func(row []uint64) bool { return g.of(row) == s })
		}
		var want []Edge
		for from, row := range got.Rows {
			first := len(want)
			for _, e := range g.edges[g.of(row)] {
				edge := Edge{from, number(e.to), e.label}
				if inside(e.to) && e.admitted && !slices.Contains(want[first:], edge) {
					want = append(want, edge)
				}
			}
		}
		if !slices.Equal(want, got.Edges) {
			t.Fatalf("seed %d: edges %v, want %v", seed, got.Edges, want)
		}
		for _, s := range g.init {
			if inside(s) && !slices.Contains(got.Initial, number(s)) {
				t.Fatalf("seed %d: state %d is initial", seed, s)
			}
		}
	}
}

// TestGraphOfOrbits wants as many states as a search under symmetry counts.
func TestGraphOfOrbits(t *testing.T) {
	for seed := range uint64(40) {
		team := randomTeam(rand.New(rand.NewPCG(seed, 8)))
		got, err := GraphOf(t.Context(), team, GraphOptions{Symmetry: true})
		if err != nil {
			t.Fatal(err)
		}
		res, err := Check(t.Context(), team, Options{Workers: 1, Symmetry: true, Continue: true})
		if err != nil {
			t.Fatal(err)
		}
		if uint64(len(got.Rows)) != res.Distinct {
			t.Fatalf("seed %d: %d orbits, a search finds %d", seed, len(got.Rows), res.Distinct)
		}
	}
}

func TestGraphOfLimits(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(5, 9)), graphOptions{states: 60, degree: 2, width: 1})
	whole, err := GraphOf(t.Context(), g, GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	states, edges := len(whole.Rows), len(whole.Edges)
	if states < 10 || edges < 10 {
		t.Fatalf("%d states and %d edges are too few", states, edges)
	}
	if _, err := GraphOf(t.Context(), g, GraphOptions{MaxStates: states, MaxEdges: edges}); err != nil {
		t.Errorf("a graph that just fits: %v", err)
	}
	var size *SizeError
	if _, err := GraphOf(t.Context(), g, GraphOptions{MaxStates: states - 1}); !errors.As(err, &size) || size.What != "states" {
		t.Errorf("one state too many: %v", err)
	}
	if _, err := GraphOf(t.Context(), g, GraphOptions{MaxEdges: edges - 1}); !errors.As(err, &size) || size.What != "steps" {
		t.Errorf("one step too many: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := GraphOf(ctx, g, GraphOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
}
