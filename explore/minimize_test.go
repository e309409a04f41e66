package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMinimizePath walks through random graphs until something is wrong, and wants
// what is left to be a behaviour at fault that no sequence of its actions but one is.
func TestMinimizePath(t *testing.T) {
	var before, after, kinds [3]int
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 33))
		o := shapes(rng)
		o.states, o.faults = 10+rng.IntN(60), 0.02
		g := randomGraph(rng, o)
		path, property := walkToFault(t, g, rng)
		if path == nil {
			continue
		}
		left, err := MinimizePath(t.Context(), g, property, path)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		kind := 2
		if property >= 0 {
			kind = int(g.props[property].Kind)
		}
		kinds[kind]++
		before[kind] += len(path)
		after[kind] += len(left.Path)
		steps := left.Path[1:]
		if !slices.Equal(left.Path[0].Row, path[0].Row) || len(steps) > len(path)-1 || left.Tries < 1 || !reaches(g, property, left.Path) {
			t.Fatalf("seed %d: %d states left of %d", seed, len(left.Path), len(path))
		}
		for i := range steps {
			rest := slices.Delete(slices.Clone(steps), i, i+1)
			if fails(g, property, map[int]bool{g.of(path[0].Row): true}, rest) {
				t.Fatalf("seed %d: step %d of %d can be left out", seed, i+1, len(steps))
			}
		}
	}
	t.Logf("by kind: %d behaviours, with %d states before and %d after", kinds, before, after)
	if slices.Min(kinds[:]) < 20 || after[0] >= before[0] {
		t.Error("hardly anything was minimised")
	}
}

// walkToFault walks at random until a property is violated or a deadlock is met.
func walkToFault(t *testing.T, g *graph, rng *rand.Rand) ([]Step, int) {
	s := g.init[rng.IntN(len(g.init))]
	path := []Step{{Row: g.row(nil, s)}}
	for range 60 {
		for p := range g.props {
			if g.props[p].Kind == Invariant && g.fails[s]>>p&1 != 0 {
				return path, p
			}
		}
		switch {
		case g.inside != nil && !g.inside[s]:
			return nil, 0
		case len(g.edges[s]) == 0 && !g.legal[s]:
			return path, -1
		case len(g.edges[s]) == 0:
			return nil, 0
		}
		e := g.edges[s][rng.IntN(len(g.edges[s]))]
		path = append(path, Step{e.label, g.row(nil, e.to)})
		for p := range g.props {
			if g.props[p].Kind == StepProperty && e.fails>>p&1 != 0 {
				return path, p
			}
		}
		if !e.admitted {
			return nil, 0
		}
		s = e.to
	}
	return nil, 0
}

// reaches says whether a path is one of the graph that ends with the fault.
func reaches(g *graph, property int, path []Step) bool {
	for i := 1; i < len(path); i++ {
		s, last := g.of(path[i-1].Row), i == len(path)-1
		found := slices.ContainsFunc(g.edges[s], func(e edge) bool {
			return e.label == path[i].Label && e.to == g.of(path[i].Row) &&
				(!last || property < 0 || g.props[property].Kind == Invariant || e.fails>>property&1 != 0)
		})
		if !found {
			return false
		}
	}
	s := g.of(path[len(path)-1].Row)
	if property < 0 {
		return len(g.edges[s]) == 0
	}
	return g.props[property].Kind == StepProperty || g.fails[s]>>property&1 != 0
}

// fails performs actions from states, without any economy, and says whether that
// comes upon the fault.
func fails(g *graph, property int, from map[int]bool, steps []Step) bool {
	for s := range from {
		if property < 0 && len(g.edges[s]) == 0 && !g.legal[s] || property >= 0 && g.props[property].Kind == Invariant && g.fails[s]>>property&1 != 0 {
			return true
		}
	}
	if len(steps) == 0 {
		return false
	}
	for _, same := range []bool{true, false} { // arguments
		next, done, bad := map[int]bool{}, false, false
		for s := range from {
			for _, e := range g.edges[s] {
				if e.label.Action() != steps[0].Label.Action() || same && e.label != steps[0].Label {
					continue
				}
				done = true
				inside := e.admitted && (g.inside == nil || g.inside[e.to])
				bad = bad || property >= 0 && g.props[property].Kind == StepProperty && e.fails>>property&1 != 0
				bad = bad || property >= 0 && g.props[property].Kind == Invariant && g.fails[e.to]>>property&1 != 0
				if inside {
					next[e.to] = true
				}
			}
		}
		switch {
		case bad:
			return true
		case len(next) > 0:
			return fails(g, property, next, steps[1:])
		case done:
			return fails(g, property, from, steps[1:])
		}
	}
	return fails(g, property, from, steps[1:])
}

// TestMinimizeNothing: a behaviour that violates nothing is no counterexample.
func TestMinimizeNothing(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(1, 2)), graphOptions{states: 20, degree: 2, width: 2})
	start := []Step{{Row: g.row(nil, g.init[0])}}
	for _, property := range []int{-2, 0, 1, 4} {
		if left, err := MinimizePath(t.Context(), g, property, start); err == nil {
			t.Errorf("property %d: left %v", property, fmt.Sprint(left))
		}
	}
}
