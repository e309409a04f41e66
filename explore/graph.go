package explore

import (
	"context"
	"fmt"
	"slices"
)

// A Graph is a state graph: every reachable state and step.
type Graph struct {
	Rows    [][]uint64 // the states, in the order in which a breadth-first search finds them
	Initial []int      // which of them are initial, in ascending order
	Edges   []Edge     // the steps, by their source and then in the system's order, each once
}

// An Edge is a step between states of a [Graph], by their places in it.
type Edge struct {
	From, To int
	Label    Label
}

// GraphOptions say how much of a graph is wanted.
type GraphOptions struct {
	Symmetry            bool // one state for each orbit
	MaxStates, MaxEdges int  // the largest graph that is built; 0: any
}

// A SizeError says that a state graph is larger than was asked for.
type SizeError struct {
	What string // states or steps
	Most int
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("the state graph has more than %d %s", e.Most, e.What)
}

// GraphOf builds the state graph of a system, which must be small: it is all in
// memory, and one goroutine builds it. As in a search, states that a constraint
// excludes are left out. A graph that is larger than the options allow is a
// *[SizeError].
func GraphOf(ctx context.Context, sys System, opts GraphOptions) (*Graph, error) {
	sub, err := newSubject(sys)
	if err != nil {
		return nil, err
	}
	x, err := newExpander(sub, opts.Symmetry)
	if err != nil {
		return nil, err
	}
	b := &grapher{expander: x, opts: opts, number: map[string]int{}, graph: &Graph{}}
	if err := b.start(); err != nil {
		return nil, err
	}
	for from := 0; from < len(b.graph.Rows); from++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := b.grow(from); err != nil {
			return nil, err
		}
	}
	return b.graph, nil
}

// A grapher builds a graph.
type grapher struct {
	*expander
	opts   GraphOptions
	graph  *Graph
	number map[string]int // of a state, by its row
}

// start adds the initial states.
func (b *grapher) start() error {
	rows, err := b.initial()
	if err != nil {
		return err
	}
	admitted, err := b.admitStates(rows)
	if err != nil {
		return err
	}
	b.canonical(rows)
	for i := range len(rows) / b.width {
		if admitted != nil && !admitted[i] {
			continue
		}
		n, err := b.add(rows[i*b.width : (i+1)*b.width])
		if err != nil {
			return err
		}
		if !slices.Contains(b.graph.Initial, n) {
			b.graph.Initial = append(b.graph.Initial, n)
		}
	}
	return nil
}

// grow adds the steps from a state.
func (b *grapher) grow(from int) error {
	src := b.graph.Rows[from]
	if err := b.expand(src); err != nil {
		return err
	}
	admitted, err := b.admit(src)
	if err != nil {
		return err
	}
	b.canonical(b.out.Rows)
	first := len(b.graph.Edges)
	for k, label := range b.out.Labels {
		if admitted != nil && !admitted[k] {
			continue
		}
		to, err := b.add(b.out.Rows[k*b.width : (k+1)*b.width])
		if err != nil {
			return err
		}
		edge := Edge{from, to, label}
		if slices.Contains(b.graph.Edges[first:], edge) {
			continue
		}
		if b.opts.MaxEdges > 0 && len(b.graph.Edges) == b.opts.MaxEdges {
			return &SizeError{"steps", b.opts.MaxEdges}
		}
		b.graph.Edges = append(b.graph.Edges, edge)
	}
	return nil
}

// add returns the number of a state, which is new or known.
func (b *grapher) add(row []uint64) (int, error) {
	key := fmt.Sprint(row)
	if n, known := b.number[key]; known {
		return n, nil
	}
	n := len(b.graph.Rows)
	if b.opts.MaxStates > 0 && n == b.opts.MaxStates {
		return 0, &SizeError{"states", b.opts.MaxStates}
	}
	b.number[key] = n
	b.graph.Rows = append(b.graph.Rows, slices.Clone(row))
	return n, nil
}
