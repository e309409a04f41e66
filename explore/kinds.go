package explore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// KindOptions say which shortest behaviours to look for.
type KindOptions struct {
	Property int    // its index in [System.Properties]
	Length   int    // states of a shortest behaviour that violates it, which [Check] has found
	Workers  int    // goroutines; 0: GOMAXPROCS
	Symmetry bool   // behaviours that only differ in the names of what is symmetric are of one kind
	MaxBytes uint64 // of the states that are kept; 0: no limit
	// Prefer compares two behaviours: negative when the first is to be shown
	// before the second. nil: the order of the system decides.
	Prefer func(a, b []Step) int

	_ struct{}
}

// Kinds are shortest behaviours that violate a property, one of each kind.
type Kinds struct {
	Violations []Violation // the preferred ones first
	Behaviours int         // that were told apart, those of one kind included
	Complete   bool        // there are no other kinds
}

// The most that is enumerated. More would be of no use to anybody who reads
// counterexamples.
const (
	mostBehaviours = 20000
	mostOfAKind    = 1000 // that are compared with each other
)

// FindKinds finds shortest behaviours that violate a property and differ in kind.
// Two are of one kind when neighbouring steps can be swapped, one pair after the
// other, until one has become the other, where a pair of steps can be swapped if the
// same actions with the same arguments in the other order lead to the same state.
// Under symmetry states that only differ in names are the same, and so are arguments,
// which may be names.
//
// It searches once more, up to the length of the behaviours, and keeps the states of
// that search in memory. The result is the same for any number of workers.
func FindKinds(ctx context.Context, sys System, opts KindOptions) (*Kinds, error) {
	if opts.Length < 1 || opts.Property < 0 || opts.Property >= len(sys.Properties()) {
		return nil, fmt.Errorf("explore: there is no property %d that behaviours of %d states violate", opts.Property, opts.Length)
	}
	s, err := newSearch(sys, Options{Workers: opts.Workers, Symmetry: opts.Symmetry, MaxBytes: opts.MaxBytes, MaxDepth: max(opts.Length-1, 1)})
	if err != nil {
		return nil, err
	}
	s.plan.bare = true
	stop, err := s.run(ctx)
	switch {
	case err != nil:
		return nil, err
	case stop == MemoryLimit:
		return nil, errors.New("explore: there is no memory for the states of another search")
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	k := &kinds{search: s, opts: opts, seen: map[string]bool{}, complete: true}
	if err := k.build(ctx); err != nil {
		return nil, err
	}
	if err := k.enumerate(ctx); err != nil {
		return nil, err
	}
	slices.SortStableFunc(k.best, func(a, b []Step) int { return k.prefer(a, b) })
	result := &Kinds{Behaviours: k.behaviours, Complete: k.complete}
	for _, path := range k.best {
		result.Violations = append(result.Violations, k.pathViolation(opts.Property, path))
	}
	return result, nil
}

// kinds is the graph of all shortest behaviours that violate a property, and what
// was found in it.
type kinds struct {
	*search
	opts   KindOptions
	levels []map[string]*kindNode // the states from which the violation is reached in time

	seen       map[string]bool // behaviours, of the kinds that were found
	best       [][]Step        // one of each kind
	behaviours int
	complete   bool
}

// A kindNode is a state on such a behaviour.
type kindNode struct {
	row  []uint64
	rank int // among those of its level, in the system's order
	out  []kindEdge
}

// A kindEdge is a step from a state to one of the next level, by an action.
type kindEdge struct {
	action int
	to     *kindNode
	labels []Label // with the arguments that lead there; under symmetry, none
}

// edge returns the edge of an action to a state, nil if there is none.
func (n *kindNode) edge(action int, to *kindNode) *kindEdge {
	for i := range n.out {
		if e := &n.out[i]; e.action == action && e.to == to {
			return e
		}
	}
	return nil
}

// add adds a step.
func (n *kindNode) add(label Label, to *kindNode) {
	e := n.edge(label.Action(), to)
	if e == nil {
		n.out = append(n.out, kindEdge{action: label.Action(), to: to})
		e = &n.out[len(n.out)-1]
	}
	if !slices.Contains(e.labels, label) {
		e.labels = append(e.labels, label)
	}
}

// rowKey is a row as a map's key.
func rowKey(row []uint64) string {
	b := make([]byte, 0, 8*len(row))
	for _, word := range row {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	return string(b)
}

// node returns the node of a state in a level.
func (k *kinds) node(level int, row []uint64) *kindNode {
	at := rowKey(row)
	n := k.levels[level][at]
	if n == nil {
		n = &kindNode{row: slices.Clone(row)}
		k.levels[level][at] = n
	}
	return n
}

// build makes the graph, from the last step backwards. The states of a shortest
// behaviour are each in the level of its place: else there would be a shorter one.
func (k *kinds) build(ctx context.Context) error {
	for range k.opts.Length {
		k.levels = append(k.levels, map[string]*kindNode{})
	}
	if k.opts.Length == 1 {
		return k.search.levels.sweep(ctx, 0, k.workers[:1], func(w *worker, src []uint64) error {
			fails, err := w.checkStates(src)
			for i := range fails {
				if fails[i]>>k.opts.Property&1 != 0 {
					k.node(0, src[i*k.width:(i+1)*k.width])
				}
			}
			return err
		})
	}
	for level := k.opts.Length - 2; level >= 0; level-- {
		steps := make([][]kindStep, len(k.workers))
		err := k.search.levels.sweep(ctx, level, k.workers, func(w *worker, src []uint64) error {
			found, err := k.leading(w, level, src)
			i := slices.Index(k.workers, w)
			steps[i] = append(steps[i], found...)
			return err
		})
		if err == errStopped {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
		for _, s := range slices.Concat(steps...) {
			k.node(level, s.from).add(s.label, k.node(level+1, s.to))
		}
	}
	k.sort()
	return nil
}

// A kindStep is a step that leads on to the violation, or is it.
type kindStep struct {
	from, to []uint64
	label    Label
}

// leading are the steps from some states of a level that lead on.
func (k *kinds) leading(w *worker, level int, src []uint64) (found []kindStep, err error) {
	if err := w.expand(src); err != nil {
		return nil, err
	}
	w.adapt(len(src) / w.width)
	leads, err := k.judge(w, level, src)
	if err != nil {
		return nil, err
	}
	parent := 0
	for i, label := range w.out.Labels {
		for w.out.Ends[parent] <= i {
			parent++
		}
		if k.opts.Symmetry {
			label = MakeLabel(label.Action(), 0)
		}
		if row := w.out.Rows[i*w.width : (i+1)*w.width]; leads(i, row) {
			found = append(found, kindStep{slices.Clone(src[parent*w.width : (parent+1)*w.width]), slices.Clone(row), label})
		}
	}
	return found, nil
}

// judge says which successors, which it brings into canonical form, lead on.
func (k *kinds) judge(w *worker, level int, src []uint64) (func(i int, row []uint64) bool, error) {
	if level < k.opts.Length-2 {
		admitted, err := w.admit(src)
		w.canonical(w.out.Rows)
		return func(i int, row []uint64) bool {
			return (admitted == nil || admitted[i]) && k.levels[level+1][rowKey(row)] != nil
		}, err
	}
	check := w.checkSteps
	if k.properties[k.opts.Property].Kind == Invariant {
		check = func([]uint64) ([]Mask, error) { return w.checkStates(w.out.Rows) }
	}
	fails, err := check(src)
	fails = slices.Clone(fails)
	w.canonical(w.out.Rows)
	return func(i int, _ []uint64) bool { return len(fails) > 0 && fails[i]>>k.opts.Property&1 != 0 }, err
}

// sort brings everything into the system's order.
func (k *kinds) sort() {
	for i := range k.levels {
		for rank, n := range k.inOrder(i) {
			n.rank = rank
		}
	}
	for _, level := range k.levels {
		for _, n := range level {
			slices.SortFunc(n.out, func(a, b kindEdge) int {
				if c := a.action - b.action; c != 0 {
					return c
				}
				return a.to.rank - b.to.rank
			})
		}
	}
}

// inOrder lists the nodes of a level.
func (k *kinds) inOrder(level int) []*kindNode {
	var all []*kindNode
	for _, n := range k.levels[level] {
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b *kindNode) int { return k.compare(a.row, b.row) })
	return all
}
