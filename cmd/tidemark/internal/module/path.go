package module

import (
	"fmt"
	"slices"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/spec/cfg"
)

// Path finds the behaviour of the module that a trace shows. Of the steps that
// lead to the same state it takes the one by the action that the trace names. An
// error says where there is none.
func (m *Module) Path(t *trace.Trace) ([]explore.Step, error) {
	if err := m.shows(t); err != nil {
		return nil, err
	}
	width := m.System.Width()
	rows, err := m.System.Init(nil)
	if err != nil {
		return nil, err
	}
	var path []explore.Step
	for row := range slices.Chunk(rows, width) {
		if m.isState(t, 0, row) {
			path = append(path, explore.Step{Row: row})
			break
		}
	}
	if path == nil {
		return nil, fmt.Errorf("state 1 is no initial state of module %s with %s", m.Spec.Name(), m.Config.Name)
	}
	worker := m.System.NewWorker()
	for i := 1; i < len(t.Steps); i++ {
		var out explore.Successors
		if err := worker.Successors(path[i-1].Row, &out); err != nil {
			return nil, err
		}
		step, found := m.step(t, i, &out)
		if !found {
			return nil, fmt.Errorf("state %d is none that a step of module %s leads to from state %d, with %s", i+1, m.Spec.Name(), i, m.Config.Name)
		}
		path = append(path, step)
	}
	return path, nil
}

// step is the successor that the i-th step of a trace leads to.
func (m *Module) step(t *trace.Trace, i int, out *explore.Successors) (step explore.Step, found bool) {
	width, best := m.System.Width(), -1
	for k, label := range out.Labels {
		row := out.Rows[k*width : (k+1)*width]
		if !m.isState(t, i, row) {
			continue
		}
		fits := 0
		if name, args := m.System.Label(label); name == t.Steps[i].Action {
			fits = 1
			if slices.EqualFunc(args, t.Steps[i].Args, func(a, b trace.Arg) bool { return a.Name == b.Name && same(a.Value, b.Value) }) {
				fits = 2
			}
		}
		if fits > best {
			best, step = fits, explore.Step{Label: label, Row: slices.Clone(row)}
		}
	}
	return step, best >= 0
}

// isState reports whether a row is the i-th state of a trace.
func (m *Module) isState(t *trace.Trace, i int, row []uint64) bool {
	state := m.System.State(row)
	for v, name := range m.System.Variables() {
		if shown, ok := t.Value(i, name); !ok || !same(shown, state[v]) {
			return false
		}
	}
	return true
}

// same reports whether two values are equal, where other tools write model values
// as strings.
func same(a, b trace.Value) bool { return a.Equal(b) || untyped(a).Equal(untyped(b)) }

// untyped returns a value with strings for the model values in it.
func untyped(v trace.Value) trace.Value {
	var elems []trace.Value
	for _, e := range v.Elems() {
		elems = append(elems, untyped(e))
	}
	switch v.Kind() {
	case trace.ModelKind:
		return trace.String(v.Text())
	case trace.SetKind:
		return trace.Set(elems...)
	case trace.SequenceKind:
		return trace.Sequence(elems...)
	case trace.RecordKind, trace.FunctionKind:
		var pairs []trace.Pair
		for i, key := range v.Domain() {
			pairs = append(pairs, trace.Pair{Key: untyped(key), Value: elems[i]})
		}
		return trace.Function(pairs...)
	}
	return v
}

// shows says why a trace can't be one of the module's as it is configured.
func (m *Module) shows(t *trace.Trace) error {
	switch {
	case t.Source.System != "" && t.Source.System != m.Spec.Name():
		return fmt.Errorf("expected a trace of module %s, found one of %s", m.Spec.Name(), t.Source.System)
	case t.Source.Alias != "":
		return fmt.Errorf("expected a trace whose states are the variables, found one that shows ALIAS %s; without ALIAS it can be read", t.Source.Alias)
	case t.Loop != nil:
		return fmt.Errorf("expected a trace that ends, found one that goes on for ever")
	case len(t.Steps) == 0:
		return fmt.Errorf("expected a trace with states, found none")
	}
	own := m.Constants()
	for _, c := range t.Source.Constants {
		i := slices.IndexFunc(own, func(o trace.Arg) bool { return o.Name == c.Name })
		if i >= 0 && !same(own[i].Value, c.Value) {
			return fmt.Errorf("the constant %s is %s in the trace and %s with %s: --set '%s=%s'", c.Name, c.Value, own[i].Value, m.Config.Name, c.Name, c.Value)
		}
	}
	return nil
}

// Only returns the module with a single one of the properties that its
// configuration lists, and states that show their variables; with none, its
// deadlocks are looked for.
func (m *Module) Only(property string) (*Module, error) {
	only, deadlock := *m.Config, property == ""
	only.CheckDeadlock = &deadlock
	only.Checks, only.Postconditions, only.Alias = nil, nil, nil
	var names []string
	for _, c := range m.Config.Checks {
		names = append(names, c.Text)
		if c.Text == property {
			only.Checks = append(only.Checks, c)
		}
	}
	if !deadlock && len(only.Checks) == 0 {
		return nil, &cfg.Error{
			Message: fmt.Sprintf("expected a property that %s lists, found %s", m.Config.Name, property),
			Hint:    cfg.DidYouMean(property, names, ""),
		}
	}
	sys, err := m.Spec.System(&only)
	if err != nil {
		return nil, err
	}
	return &Module{File: m.File, Spec: m.Spec, Config: &only, System: sys}, nil
}
