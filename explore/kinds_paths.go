package explore

import (
	"context"
	"encoding/binary"
	"slices"
)

// A way is a behaviour in the graph of kinds: states, and the actions between
// them.
type way struct {
	nodes   []*kindNode
	actions []int // actions[i] leads to nodes[i+1]
}

func (w *way) clone() way { return way{slices.Clone(w.nodes), slices.Clone(w.actions)} }

// key is the way as a map's key.
func (w *way) key() string {
	var b []byte
	for i, n := range w.nodes {
		b = binary.AppendUvarint(b, uint64(n.rank))
		if i < len(w.actions) {
			b = append(b, byte(w.actions[i]))
		}
	}
	return string(b)
}

// swaps calls yield with each state that can stand instead of the i-th: the same
// two actions in the other order lead through it.
func (w *way) swaps(i int, yield func(instead *kindNode)) {
	if i < 1 || i >= len(w.actions) {
		return
	}
	before, at, after := w.nodes[i-1], w.nodes[i], w.nodes[i+1]
	first, second := before.edge(w.actions[i-1], at), at.edge(w.actions[i], after)
	for _, e := range before.out {
		if e.to == at || !second.like(&e) {
			continue
		}
		if other := e.to.edge(first.action, after); other != nil && first.like(other) {
			yield(e.to)
		}
	}
}

// like says whether two edges are of one action with the same arguments.
func (e *kindEdge) like(other *kindEdge) bool {
	return e.action == other.action && slices.ContainsFunc(e.labels, func(l Label) bool { return slices.Contains(other.labels, l) })
}

// enumerate finds a behaviour of each kind. It leaves out those of which a swap
// makes one that comes before them: the first of a kind is never left out.
func (k *kinds) enumerate(ctx context.Context) error {
	var w way
	var extend func(n *kindNode) error
	extend = func(n *kindNode) error {
		w.nodes = append(w.nodes, n)
		defer func() { w.nodes = w.nodes[:len(w.nodes)-1] }()
		before := false
		w.swaps(len(w.nodes)-2, func(instead *kindNode) {
			before = before || instead.rank < w.nodes[len(w.nodes)-2].rank
		})
		switch {
		case before:
			return nil
		case len(k.seen) >= mostBehaviours:
			k.complete = false
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case len(w.nodes) == k.opts.Length:
			return k.take(&w)
		}
		for _, e := range n.out {
			w.actions = append(w.actions, e.action)
			err := extend(e.to)
			w.actions = w.actions[:len(w.actions)-1]
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, n := range k.inOrder(0) {
		if err := extend(n); err != nil {
			return err
		}
	}
	k.behaviours = len(k.seen)
	return nil
}

// take takes the preferred one of the kind of a behaviour, unless the kind is known.
func (k *kinds) take(w *way) error {
	if k.seen[w.key()] {
		return nil
	}
	k.seen[w.key()] = true
	var best []Step
	queue := []way{w.clone()}
	for n := 0; n < len(queue); n++ {
		path, err := k.real(&queue[n])
		if err != nil {
			return err
		}
		if best == nil || k.prefer(path, best) < 0 {
			best = path
		}
		for i := range queue[n].nodes {
			queue[n].swaps(i, func(instead *kindNode) {
				other := queue[n].clone()
				other.nodes[i] = instead
				other.actions[i-1], other.actions[i] = other.actions[i], other.actions[i-1]
				at := other.key()
				if k.seen[at] {
					return
				}
				if len(queue) >= mostOfAKind {
					k.complete = false // what is left of it may be taken for another kind
					return
				}
				k.seen[at] = true
				queue = append(queue, other)
			})
		}
	}
	k.best = append(k.best, best)
	return nil
}

// prefer compares two behaviours.
func (k *kinds) prefer(a, b []Step) int {
	if k.opts.Prefer == nil {
		return 0
	}
	return k.opts.Prefer(a, b)
}

// real turns a way into a real behaviour: through the first states that its states
// stand for.
func (k *kinds) real(w *way) ([]Step, error) {
	x := k.workers[0].expander
	rows, err := x.initial()
	if err != nil {
		return nil, err
	}
	row, err := x.leastLike(rows, w.nodes[0].row, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	path := []Step{{Row: row}}
	for i, action := range w.actions {
		step, err := k.realStep(x, path[i].Row, action, w.nodes[i+1].row, i+1 == len(w.actions))
		if err != nil {
			return nil, err
		}
		path = append(path, step)
	}
	return path, nil
}

// realStep is the first step by an action to a state that target stands for. The
// last one must violate the property, if that is about steps.
func (k *kinds) realStep(x *expander, src []uint64, action int, target []uint64, last bool) (Step, error) {
	if err := x.expand(src); err != nil {
		return Step{}, err
	}
	var fails []Mask
	if last && k.properties[k.opts.Property].Kind == StepProperty {
		var err error
		if fails, err = x.checkSteps(src); err != nil {
			return Step{}, err
		}
	}
	real := slices.Clone(x.out.Rows)
	x.canonical(x.out.Rows)
	for i, label := range x.out.Labels {
		at, end := i*x.width, (i+1)*x.width
		if label.Action() == action && equalRows(x.out.Rows[at:end], target) && (fails == nil || fails[i]>>k.opts.Property&1 != 0) {
			return Step{Label: label, Row: real[at:end:end]}, nil
		}
	}
	return Step{}, errNoTrace
}
