package script

import (
	"context"
	"fmt"
	"slices"

	"tidemark/model"
)

// A TooLargeError says that a graph has more states than was allowed.
type TooLargeError struct{ States int }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("there are more than %d states: expected smaller bounds", e.States)
}

// longestTransitions is after how many commands a script that covers transitions
// ends.
const longestTransitions = 40

// An edge is a step from one state to another.
type edge struct {
	to      int32
	c       *Command
	covered bool
}

// A graph is what a tour has seen: the steps from each state.
type graph struct {
	*tour
	out [][]edge
}

// CoverTransitions writes scripts that together take every step between the states
// within the bounds. The error is a *[TooLargeError] when there are more states.
func CoverTransitions(ctx context.Context, b *model.Bounds, states int) ([]Generated, error) {
	w, err := worldOf(b)
	if err != nil {
		return nil, err
	}
	w.allNames, w.maxSpots = true, states
	g, err := graphOf(ctx, w)
	if err != nil {
		return nil, err
	}
	var scripts []Generated
	for {
		commands, covered := g.wander()
		if covered == 0 {
			return scripts, nil
		}
		text := model.Plural(covered, "transition")
		s, err := w.write(commands, text)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, Generated{s, []string{text}})
	}
}

func graphOf(ctx context.Context, w *world) (*graph, error) {
	t, err := newTour(w)
	if err != nil {
		return nil, err
	}
	g := &graph{tour: t}
	err = t.run(ctx, func(from, to int32, v *view) error {
		for int(from) >= len(g.out) {
			g.out = append(g.out, nil)
		}
		if v.steps() {
			g.out[from] = append(g.out[from], edge{to: to, c: v.c})
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case t.cut:
		return nil, &TooLargeError{w.maxSpots}
	}
	for len(g.out) < len(t.spots) {
		g.out = append(g.out, nil)
	}
	return g, nil
}

// wander goes from the start to the nearest step that is not covered, from there
// to the next, and so on. It returns the commands, and how many steps were not
// covered.
func (g *graph) wander() (commands []*Command, covered int) {
	at := int32(0)
	for len(commands) < longestTransitions {
		way := g.nearest(at)
		if way == nil {
			break
		}
		for _, e := range way {
			if !e.covered {
				e.covered = true
				covered++
			}
			commands = append(commands, e.c)
			at = e.to
		}
	}
	return commands, covered
}

// nearest is a shortest way from a state that ends with a step which is not
// covered; nil when there is none.
func (g *graph) nearest(from int32) []*edge {
	type visit struct {
		at, before int   // the state, and the number of the visit before
		by         *edge // from there; nil at the start
	}
	seen := map[int32]bool{from: true}
	visits := []visit{{int(from), -1, nil}}
	for n := 0; n < len(visits); n++ {
		edges := g.out[visits[n].at]
		for i := range edges {
			e := &edges[i]
			if !e.covered {
				way := []*edge{e}
				for v := visits[n]; v.by != nil; v = visits[v.before] {
					way = append(way, v.by)
				}
				slices.Reverse(way)
				return way
			}
			if !seen[e.to] {
				seen[e.to] = true
				visits = append(visits, visit{int(e.to), n, e})
			}
		}
	}
	return nil
}
