package module

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/spec/cfg"
	"tidemark/spec/tla"
	"tidemark/spec/tla/syntax"
)

// Trace returns a behaviour as a trace. Where the configuration has an ALIAS,
// the states are shown as it says; an error tells why they are not.
func (m *Module) Trace(path []explore.Step) (trace.Trace, error) {
	t := trace.Trace{
		Source: trace.Source{System: m.Spec.Name(), Configuration: m.Config.Name},
		Vars:   m.System.Variables(),
	}
	t.Source.Init, t.Source.Next = m.System.Names()
	for i, c := range m.Constants() {
		if d := m.Config.Constants[i].Override; d != nil {
			t.Source.Overrides = append(t.Source.Overrides, trace.Override{Constant: c.Name, Definition: d.Text})
		} else {
			t.Source.Constants = append(t.Source.Constants, c)
		}
	}
	for i, step := range path {
		next := trace.Step{State: m.System.State(step.Row)}
		if i > 0 {
			next.Action, next.Args = m.System.Label(step.Label)
			next.Rule = m.Place(next.Action)
		}
		t.Steps = append(t.Steps, next)
	}
	return t, m.alias(&t, path)
}

// alias replaces the states of a trace by what ALIAS makes of them.
func (m *Module) alias(t *trace.Trace, path []explore.Step) error {
	if m.Config.Alias == nil || len(path) == 0 {
		return nil
	}
	var vars []string
	var states [][]trace.Value
	for i := range path {
		var next []uint64
		if i+1 < len(path) {
			next = path[i+1].Row
		}
		names, values, err := m.System.Alias(path[i].Row, next)
		switch {
		case err != nil:
			return fmt.Errorf("ALIAS %s can't be evaluated, so the variables are shown: %w", m.Config.Alias.Text, err)
		case i == 0:
			vars = names
		case !slices.Equal(vars, names):
			return fmt.Errorf("ALIAS %s has other fields in state %d, so the variables are shown", m.Config.Alias.Text, i+1)
		}
		states = append(states, values)
	}
	t.Vars, t.Source.Alias = vars, m.Config.Alias.Text
	for i := range t.Steps {
		t.Steps[i].State = states[i]
	}
	return nil
}

// Constants returns what the configuration gives the constants, in its order.
func (m *Module) Constants() []trace.Arg {
	var all []trace.Arg
	for _, c := range m.Config.Constants {
		name := c.Name.Text
		if c.Module != nil {
			name = c.Module.Text + "!" + name
		}
		if len(c.Arguments) > 0 {
			var args []string
			for _, a := range c.Arguments {
				args = append(args, a.String())
			}
			name += "(" + strings.Join(args, ", ") + ")"
		}
		v := constantValue(c.Value)
		if c.Override != nil {
			v = trace.Model(c.Override.Text)
		}
		all = append(all, trace.Arg{Name: name, Value: v})
	}
	return all
}

func constantValue(v cfg.Value) trace.Value {
	switch v.Kind {
	case cfg.Bool:
		return trace.Bool(v.Bool)
	case cfg.Number:
		return trace.Int(v.Number)
	case cfg.String:
		return trace.String(v.Text)
	case cfg.ModelValue:
		return trace.Model(v.Text)
	}
	var elems []trace.Value
	for _, e := range v.Elements {
		elems = append(elems, constantValue(e))
	}
	return trace.Set(elems...)
}

// Place says where what a name is defined as stands, in TLC's words; nothing when it
// is not known.
func (m *Module) Place(name string) string { return place(m.Spec, name) }

func place(spec *tla.Spec, name string) string {
	d := definition(spec, name)
	if d == nil || !d.Start.IsValid() {
		return ""
	}
	text := fmt.Sprintf("line %d, col %d", d.Start.Line, d.Start.Column)
	if d.End.IsValid() {
		text += fmt.Sprintf(" to line %d, col %d", d.End.Line, d.End.Column-1) // TLC counts the last character in
	}
	return text + " of module " + d.Module
}

// definition finds A, or I!A in an instance I.
func definition(spec *tla.Spec, name string) *syntax.Decl {
	scope := spec.Scope()
	for {
		instance, rest, qualified := strings.Cut(name, "!")
		d := scope.Lookup(instance)
		for d != nil && d.Original != nil {
			d = d.Original
		}
		if !qualified || d == nil {
			return d
		}
		if d.Instance == nil || d.Instance.Target == nil {
			return nil
		}
		scope, name = d.Instance.Target, rest
	}
}
