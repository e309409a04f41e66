package align

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec/tla"
)

// A pair is the native model as a system with one invariant: that the module
// agrees about a state.
type pair struct {
	*model.Model
	module *tla.System
}

// Properties is the one invariant.
func (p *pair) Properties() []explore.Property {
	return []explore.Property{{Name: "Aligned", Kind: explore.Invariant}}
}

// NewWorker returns a worker.
func (p *pair) NewWorker() explore.Worker {
	b, err := newBoth(p)
	return &worker{b, err}
}

// NewTeam hides the native model's, whose workers compare nothing.
func (p *pair) NewTeam() func() explore.Worker { return p.NewWorker }

// Explain says what the difference in a state is.
func (p *pair) Explain(_ int, _, dst []uint64) string {
	b, err := newBoth(p)
	if err != nil {
		return err.Error()
	}
	text, err := b.compare(dst)
	if err != nil {
		return err.Error()
	}
	return text
}

// A worker is a worker of the native model that compares every state.
type worker struct {
	*both
	err error // of making it
}

// Successors implements explore.Worker.
func (w *worker) Successors(src []uint64, out *explore.Successors) error {
	if w.err != nil {
		return w.err
	}
	return w.explorer.Successors(src, out)
}

// CheckStates implements explore.Worker.
func (w *worker) CheckStates(rows []uint64, fails []explore.Mask) error {
	if w.err != nil {
		return w.err
	}
	k := w.pair.Width()
	for i := range fails {
		text, err := w.compare(rows[i*k : (i+1)*k])
		if err != nil {
			return err
		}
		if text != "" {
			fails[i] = 1
		}
	}
	return nil
}

// CheckSteps implements explore.Worker.
func (w *worker) CheckSteps([]uint64, *explore.Successors, []explore.Mask) error { return nil }

// Canonical implements explore.Canonicalizer.
func (w *worker) Canonical(rows []uint64) { w.explorer.(explore.Canonicalizer).Canonical(rows) }

// both are a worker of each side.
type both struct {
	pair     *pair
	encode   *encoder
	explorer explore.Worker // of the native model, for the search
	ours     side           // the native model, for comparing
	theirs   side           // the module
}

// A side makes the steps of one of the two systems.
type side struct {
	explore.Worker
	out    explore.Successors
	fails  []explore.Mask
	labels map[explore.Label]string
}

func newBoth(p *pair) (*both, error) {
	e, err := newEncoder(p.Model, p.module)
	if err != nil {
		return nil, err
	}
	return &both{
		pair: p, encode: e, explorer: p.Model.NewWorker(),
		ours:   side{Worker: p.Model.NewWorker(), labels: map[explore.Label]string{}},
		theirs: side{Worker: p.module.NewWorker(), labels: map[explore.Label]string{}},
	}, nil
}

// A step is a step of either side, in the module's terms.
type step struct {
	action string // with its arguments
	row    []uint64
	fails  explore.Mask
}

// compare says how the two differ in a state.
func (b *both) compare(row []uint64) (string, error) {
	s := b.pair.Decode(row)
	theirRow, err := b.encode.row(nil, &s)
	if err != nil {
		return "", err
	}
	if text, err := b.compareInvariants(row, theirRow); text != "" || err != nil {
		return text, err
	}
	ours, err := b.nativeSteps(row)
	if err != nil {
		return "", err
	}
	theirs, err := b.moduleSteps(theirRow)
	if err != nil {
		return "", err
	}
	return b.pair.difference(ours, theirs), nil
}

// compareInvariants says which of them the two judge differently.
func (b *both) compareInvariants(row, theirRow []uint64) (string, error) {
	var ours, theirs [1]explore.Mask
	if err := b.ours.CheckStates(row, ours[:]); err != nil {
		return "", err
	}
	if err := b.theirs.CheckStates(theirRow, theirs[:]); err != nil {
		return "", err
	}
	return b.pair.verdicts(ours[0], theirs[0]), nil
}

// verdicts says which properties the two judge differently.
func (p *pair) verdicts(ours, theirs explore.Mask) string {
	var all []string
	for i, property := range p.Model.Properties() {
		if ours>>i&1 != theirs>>i&1 {
			all = append(all, fmt.Sprintf("%s is %t in the module and %t natively", property.Name, theirs>>i&1 == 0, ours>>i&1 == 0))
		}
	}
	return strings.Join(all, ", ")
}

// steps makes the steps of a side from a row.
func (s *side) steps(row []uint64) error {
	s.out.Reset()
	if err := s.Successors(row, &s.out); err != nil {
		return err
	}
	n := s.out.Len()
	s.fails = slices.Grow(s.fails[:0], n)[:n]
	clear(s.fails)
	return s.CheckSteps(row, &s.out, s.fails)
}

func (b *both) nativeSteps(row []uint64) ([]step, error) {
	if err := b.ours.steps(row); err != nil {
		return nil, err
	}
	k := b.pair.Width()
	var steps []step
	for i, label := range b.ours.out.Labels {
		t := b.pair.Decode(b.ours.out.Rows[i*k : (i+1)*k])
		to, err := b.encode.row(nil, &t)
		if err != nil {
			return nil, err
		}
		action, known := b.ours.labels[label]
		if !known {
			name, argument := b.pair.Action(label)
			action = spell(name, argument)
			b.ours.labels[label] = action
		}
		steps = append(steps, step{action, to, b.ours.fails[i]})
	}
	return steps, nil
}

func (b *both) moduleSteps(row []uint64) ([]step, error) {
	if err := b.theirs.steps(row); err != nil {
		return nil, err
	}
	k := b.pair.module.Width()
	var steps []step
	for i, label := range b.theirs.out.Labels {
		action, known := b.theirs.labels[label]
		if !known {
			name, args := b.pair.module.Label(label)
			var values []string
			for _, a := range args {
				values = append(values, a.Value.String())
			}
			action = spell(name, strings.Join(values, ", "))
			b.theirs.labels[label] = action
		}
		steps = append(steps, step{action, b.theirs.out.Rows[i*k : (i+1)*k], b.theirs.fails[i]})
	}
	return steps, nil
}

func spell(action, arguments string) string {
	if arguments == "" {
		return action
	}
	return action + "(" + arguments + ")"
}

// difference says how two lists of steps differ, but for their order.
func (p *pair) difference(ours, theirs []step) string {
	order := func(a, b step) int {
		return cmp.Or(cmp.Compare(a.action, b.action), slices.Compare(a.row, b.row))
	}
	slices.SortFunc(ours, order)
	slices.SortFunc(theirs, order)
	for i := range max(len(ours), len(theirs)) {
		switch {
		case i == len(ours):
			return "only the module takes " + theirs[i].action
		case i == len(theirs):
			return "only the native model takes " + ours[i].action
		}
		a, m := ours[i], theirs[i]
		switch {
		case a.action < m.action:
			return "only the native model takes " + a.action
		case a.action > m.action:
			return "only the module takes " + m.action
		case !slices.Equal(a.row, m.row):
			return a.action + " leads elsewhere: " + p.variables(a.row, m.row)
		}
		if text := p.verdicts(a.fails, m.fails); text != "" {
			return "of the step " + a.action + ", " + text
		}
	}
	return ""
}

// variables says which variables differ.
func (p *pair) variables(ours, theirs []uint64) string {
	a, m := p.module.State(ours), p.module.State(theirs)
	var all []string
	for i, name := range p.module.Variables() {
		if ours[i] != theirs[i] {
			all = append(all, fmt.Sprintf("%s is %s in the module and %s natively", name, m[i], a[i]))
		}
	}
	return strings.Join(all, ", ")
}
