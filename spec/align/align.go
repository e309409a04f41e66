// Package align lays the native model and its TLA+ module side by side.
//
// It explores the native model, and in every reachable state asks both for
// their steps: the same actions with the same arguments must lead to the same
// states. Both must also agree on which invariants are true of the state and
// which step properties of each step. Where they do not, there is a shortest
// behaviour that leads there.
package align

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
	"tidemark/spec/cfg"
	"tidemark/spec/tla"
)

// A Report says what was compared.
type Report struct {
	Result      *explore.Result
	States      uint64      // in which both have the same steps
	Transitions uint64      // the steps
	Difference  *Difference // the first one found, or nil
	Complete    bool        // whether every reachable state was compared
}

// A Difference is a state in which model and module differ.
type Difference struct {
	Text  string      // what differs
	Trace trace.Trace // a shortest behaviour to the state; without steps if the initial states differ
}

// Check compares the model within a configuration's bounds with the module, as
// far as the options allow. Properties and constraints of the configuration do
// not matter: all states and steps are compared, by all properties.
func Check(ctx context.Context, c *spec.Configuration, opts explore.Options) (*Report, error) {
	p, err := newPair(c.Bounds, c.Bounds)
	if err != nil {
		return nil, err
	}
	return p.check(ctx, opts)
}

// newPair returns the model and the module, each within its bounds, with all
// properties.
func newPair(ours, theirs model.Bounds) (*pair, error) {
	native, err := model.New(ours, model.Checks{Properties: invariants.All()})
	if err != nil {
		return nil, err
	}
	module, err := newModule(theirs)
	if err != nil {
		return nil, err
	}
	return &pair{native, module}, nil
}

func (p *pair) check(ctx context.Context, opts explore.Options) (*Report, error) {
	if text, err := p.compareInitial(); text != "" || err != nil {
		return &Report{Difference: &Difference{Text: text}}, err
	}
	res, err := explore.Check(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	rep := &Report{Result: res, States: res.Distinct, Complete: res.Verdict == explore.Holds}
	rep.Transitions = res.Generated - min(res.Generated, uint64(p.Replicas()))
	if len(res.Violations) > 0 {
		v := res.Violations[0]
		rep.Difference = &Difference{v.Reason, p.Trace(v.Path)}
	}
	return rep, nil
}

// newModule returns the module within bounds, with the properties of the native
// model.
func newModule(bounds model.Bounds) (*tla.System, error) {
	read := func(name string) ([]byte, error) {
		src, ok := spec.File(name)
		if !ok {
			return nil, fmt.Errorf("there is no module %s", name)
		}
		return src, nil
	}
	module, err := tla.Load("Partition.tla", tla.Options{ReadFile: read})
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString("CONSTANTS\n")
	for _, c := range bounds.Constants() {
		fmt.Fprintf(&text, "%s = %s\n", c.Name, c.Value)
	}
	text.WriteString("SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n")
	var properties []explore.Property
	for _, p := range invariants.All() {
		properties = append(properties, explore.Property{Name: p.Name, Kind: p.Kind})
		keyword := "INVARIANT"
		if p.Kind == explore.StepProperty {
			keyword = "PROPERTY"
		}
		fmt.Fprintf(&text, "%s %s\n", keyword, p.Name)
	}
	file, err := cfg.Parse("Partition.cfg", []byte(text.String()))
	if err != nil {
		return nil, err
	}
	sys, err := module.System(file)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(sys.Properties(), properties) {
		return nil, fmt.Errorf("the module's properties are %v, the native ones %v", sys.Properties(), properties)
	}
	return sys, nil
}

// compareInitial says how the initial states differ.
func (p *pair) compareInitial() (string, error) {
	rows, err := p.Init(nil)
	if err != nil {
		return "", err
	}
	theirs, err := p.module.Init(nil)
	if err != nil {
		return "", err
	}
	b, err := newBoth(p)
	if err != nil {
		return "", err
	}
	var a, m []step
	for k := p.Width(); len(rows) > 0; rows = rows[k:] {
		s := p.Decode(rows[:k])
		row, err := b.encode.row(nil, &s)
		if err != nil {
			return "", err
		}
		a = append(a, step{action: "Init", row: row})
	}
	for k := p.module.Width(); len(theirs) > 0; theirs = theirs[k:] {
		m = append(m, step{action: "Init", row: theirs[:k]})
	}
	return p.difference(a, m), nil
}
