package trace

import (
	"fmt"
	"slices"
	"strconv"
)

// vars reads the names of the variables.
func (r *reader) vars(n *node, t *Trace) error {
	vars, found := n.member("vars")
	if !found {
		return &failure{at: n.at, message: "the trace has no \"vars\": expected the names of its variables"}
	}
	names, err := vars.texts("vars", "the name of a variable")
	if err != nil {
		return err
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return &failure{at: vars.items[i].at, message: fmt.Sprintf("the variable %s is named twice", name)}
		}
	}
	t.Vars = names
	return nil
}

// texts returns the elements of an array of strings.
func (n *node) texts(what, element string) (all []string, err error) {
	if err := n.expect(anArray, what); err != nil {
		return nil, err
	}
	for i := range n.items {
		if err := n.items[i].expect(aString, element); err != nil {
			return nil, err
		}
		all = append(all, n.items[i].text)
	}
	return all, nil
}

func (r *reader) steps(n *node, t *Trace) error {
	steps, err := n.states("steps")
	if err != nil {
		return err
	}
	for i := range steps.items {
		s, err := r.step(&steps.items[i], t.Vars, i == 0)
		if err != nil {
			return err
		}
		t.Steps = append(t.Steps, s)
	}
	return nil
}

// states returns a member that is an array with at least one element.
func (n *node) states(name string) (*node, error) {
	steps, found := n.member(name)
	if !found {
		return nil, &failure{at: n.at, message: fmt.Sprintf("the trace has no %q: expected an array of them", name)}
	}
	if err := steps.expect(anArray, name); err != nil {
		return nil, err
	}
	if len(steps.items) == 0 {
		return nil, &failure{at: steps.at, message: fmt.Sprintf("the trace has no %s: expected at least the initial state", name)}
	}
	return steps, nil
}

func (r *reader) step(n *node, vars []string, first bool) (Step, error) {
	var s Step
	err := n.expectMembers("a step", append([]string{"state"}, origins...)...)
	if err != nil {
		return s, err
	}
	if err = r.origin(n, &s); err != nil {
		return s, err
	}
	if first != (s.Action == "") {
		return s, &failure{at: n.at, message: "expected an action in every step but the first"}
	}
	state, found := n.member("state")
	if !found {
		return s, &failure{at: n.at, message: "the step has no \"state\""}
	}
	if err := state.expectMembers("a state", vars...); err != nil {
		return s, err
	}
	return s, r.state(state, vars, &s)
}

// origins are the members that say how a step came about.
var origins = []string{"action", "args", "rule", "violated"}

func (r *reader) origin(n *node, s *Step) (err error) {
	if s.Action, err = n.optionalText("action"); err != nil {
		return err
	}
	if m, found := n.member("args"); found {
		if s.Args, err = r.args(m, "args"); err != nil {
			return err
		}
	}
	if s.Rule, err = n.optionalText("rule"); err != nil {
		return err
	}
	m, found := n.member("violated")
	if !found {
		return nil
	}
	if err := m.expect(anArray, "violated"); err != nil {
		return err
	}
	for i := range m.items {
		v, err := r.violation(&m.items[i])
		if err != nil {
			return err
		}
		s.Violated = append(s.Violated, v)
	}
	return nil
}

// state reads the values of the variables.
func (r *reader) state(n *node, vars []string, s *Step) error {
	for _, name := range vars {
		m, found := n.member(name)
		if !found {
			return &failure{at: n.at, message: fmt.Sprintf("the state has no value for the variable %s", name)}
		}
		v, err := r.value(m)
		if err != nil {
			return err
		}
		s.State = append(s.State, v)
	}
	return nil
}

// loop reads where a trace goes back to.
func (r *reader) loop(n *node, t *Trace) error {
	if err := n.expectMembers("loop", "state", "action", "args", "rule"); err != nil {
		return err
	}
	state, found := n.member("state")
	if !found {
		return &failure{at: n.at, message: "the loop has no \"state\""}
	}
	back := Loop{}
	if back.State, _ = strconv.Atoi(state.text); state.shape != aNumber || back.State < 1 || back.State > len(t.Steps) {
		return &failure{at: state.at, message: fmt.Sprintf("expected the number of a state, from 1 to %d", len(t.Steps))}
	}
	var s Step
	err := r.origin(n, &s)
	back.Action, back.Args, back.Rule = s.Action, s.Args, s.Rule
	t.Loop = &back
	return err
}
