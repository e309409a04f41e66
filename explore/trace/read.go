package trace

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Error says where and why a file is not a trace.
type Error struct {
	File         string
	Line, Column int    // from 1, columns in bytes
	Message      string // what, and what was expected
	Hint         string // what to write instead; may be empty
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// ReadJSON reads a trace from its JSON form; file is its name in messages. An
// error is an *[Error].
func ReadJSON(file string, src []byte) (Trace, error) {
	root, err := parse(src)
	if err == nil {
		var t Trace
		if t, err = readTrace(&root); err == nil {
			return t, nil
		}
	}
	f := err.(*failure)
	before := src[:f.at]
	return Trace{}, &Error{
		File:    file,
		Line:    1 + bytes.Count(before, []byte("\n")),
		Column:  f.at - bytes.LastIndexByte(before, '\n'),
		Message: f.message,
		Hint:    f.hint,
	}
}

// expect returns an error unless the node has the shape.
func (n *node) expect(shape, what string) error {
	if n.shape == shape {
		return nil
	}
	return &failure{at: n.at, message: fmt.Sprintf("expected %s for %s, found %s", shape, what, n.shape)}
}

// expectMembers returns an error unless the node is an object whose members
// are all known.
func (n *node) expectMembers(what string, known ...string) error {
	if err := n.expect(anObject, what); err != nil {
		return err
	}
	for i := range n.names {
		if name := &n.names[i]; !slices.Contains(known, name.text) {
			return &failure{at: name.at, message: fmt.Sprintf("%q is no part of %s: expected %s", name.text, what, strings.Join(known, ", "))}
		}
	}
	return nil
}

// text returns a member that is a string, and "" when it is not there.
func (n *node) optionalText(name string) (string, error) {
	m, found := n.member(name)
	if !found {
		return "", nil
	}
	return m.text, m.expect(aString, name)
}

func readTrace(n *node) (Trace, error) {
	var t Trace
	if err := n.expect(anObject, "a trace"); err != nil {
		return t, err
	}
	if err := readFormat(n); err != nil {
		return t, err
	}
	if err := n.expectMembers("a trace", "format", "source", "violation", "departure", "vars", "steps"); err != nil {
		return t, err
	}
	if m, found := n.member("source"); found {
		if err := readSource(m, &t.Source); err != nil {
			return t, err
		}
	}
	if m, found := n.member("violation"); found {
		if err := readViolation(m, &t); err != nil {
			return t, err
		}
	}
	if err := readSteps(n, &t); err != nil {
		return t, err
	}
	if m, found := n.member("departure"); found {
		return t, readDeparture(m, &t)
	}
	return t, nil
}

func readFormat(n *node) error {
	hint := fmt.Sprintf("\"format\": %q", Format)
	format, found := n.member("format")
	if !found {
		return &failure{n.at, "this is no trace: it has no \"format\"", hint}
	}
	if format.shape != aString || format.text != Format {
		return &failure{format.at, "this format of traces is not known", hint}
	}
	return nil
}

func readSource(n *node, s *Source) error {
	err := n.expectMembers("source", "system", "configuration", "constants")
	if err != nil {
		return err
	}
	if s.System, err = n.optionalText("system"); err != nil {
		return err
	}
	if s.Configuration, err = n.optionalText("configuration"); err != nil {
		return err
	}
	if m, found := n.member("constants"); found {
		s.Constants, err = readArgs(m, "constants")
	}
	return err
}

func readViolation(n *node, t *Trace) error {
	err := n.expectMembers("violation", "property", "kind", "reason")
	if err != nil {
		return err
	}
	v := &Violation{}
	if v.Property, err = n.optionalText("property"); err != nil {
		return err
	}
	if v.Kind, err = n.optionalText("kind"); err != nil {
		return err
	}
	if v.Reason, err = n.optionalText("reason"); err != nil {
		return err
	}
	t.Violation = v
	return nil
}

// readDeparture reads where a trace whose steps have been read departs.
func readDeparture(n *node, t *Trace) error {
	if err := n.expectMembers("departure", "step", "text"); err != nil {
		return err
	}
	step, found := n.member("step")
	if !found {
		return &failure{at: n.at, message: "the departure has no \"step\""}
	}
	d := &Departure{}
	if d.Step, _ = strconv.Atoi(step.text); step.shape != aNumber || d.Step < 2 || d.Step > len(t.Steps)+1 {
		return &failure{at: step.at, message: fmt.Sprintf("expected a number from 2 to %d for step, one more than there are steps", len(t.Steps)+1)}
	}
	var err error
	d.Text, err = n.optionalText("text")
	t.Departure = d
	return err
}

func readSteps(n *node, t *Trace) error {
	vars, found := n.member("vars")
	if !found {
		return &failure{at: n.at, message: "the trace has no \"vars\": expected the names of its variables"}
	}
	if err := vars.expect(anArray, "vars"); err != nil {
		return err
	}
	for i := range vars.items {
		name := &vars.items[i]
		if err := name.expect(aString, "the name of a variable"); err != nil {
			return err
		}
		if slices.Contains(t.Vars, name.text) {
			return &failure{at: name.at, message: fmt.Sprintf("the variable %s is named twice", name.text)}
		}
		t.Vars = append(t.Vars, name.text)
	}
	steps, found := n.member("steps")
	if !found {
		return &failure{at: n.at, message: "the trace has no \"steps\": expected an array of them"}
	}
	if err := steps.expect(anArray, "steps"); err != nil {
		return err
	}
	if len(steps.items) == 0 {
		return &failure{at: steps.at, message: "the trace has no steps: expected at least the initial state"}
	}
	for i := range steps.items {
		s, err := readStep(&steps.items[i], t.Vars, i == 0)
		if err != nil {
			return err
		}
		t.Steps = append(t.Steps, s)
	}
	return nil
}

func readStep(n *node, vars []string, first bool) (Step, error) {
	var s Step
	err := n.expectMembers("a step", "action", "args", "rule", "state")
	if err != nil {
		return s, err
	}
	if s.Action, err = n.optionalText("action"); err != nil {
		return s, err
	}
	if first != (s.Action == "") {
		return s, &failure{at: n.at, message: "expected an action in every step but the first"}
	}
	if m, found := n.member("args"); found {
		if s.Args, err = readArgs(m, "args"); err != nil {
			return s, err
		}
	}
	if s.Rule, err = n.optionalText("rule"); err != nil {
		return s, err
	}
	state, found := n.member("state")
	if !found {
		return s, &failure{at: n.at, message: "the step has no \"state\""}
	}
	if err := state.expectMembers("a state", vars...); err != nil {
		return s, err
	}
	for _, name := range vars {
		m, found := state.member(name)
		if !found {
			return s, &failure{at: state.at, message: fmt.Sprintf("the state has no value for the variable %s", name)}
		}
		v, err := readValue(m)
		if err != nil {
			return s, err
		}
		s.State = append(s.State, v)
	}
	return s, nil
}

func readArgs(n *node, what string) ([]Arg, error) {
	if err := n.expect(anObject, what); err != nil {
		return nil, err
	}
	var args []Arg
	for i := range n.items {
		v, err := readValue(&n.items[i])
		if err != nil {
			return nil, err
		}
		args = append(args, Arg{n.names[i].text, v})
	}
	return args, nil
}

func readValue(n *node) (Value, error) {
	switch n.shape {
	case aTruth:
		return Bool(n.text == "true"), nil
	case aString:
		return String(n.text), nil
	case aNumber:
		i, err := strconv.ParseInt(n.text, 10, 64)
		if err != nil {
			return Value{}, &failure{at: n.at, message: fmt.Sprintf("expected a whole number of at most 64 bits, found %.30s", n.text)}
		}
		return Value{kind: IntKind, num: i}, nil
	case anArray:
		elems, err := readValues(n)
		return Sequence(elems...), err
	case anObject:
		if len(n.names) == 1 && strings.HasPrefix(n.names[0].text, "#") {
			return readTagged(n.names[0], &n.items[0])
		}
		return readRecord(n)
	}
	return Value{}, &failure{at: n.at, message: "expected a value, found " + n.shape}
}

func readValues(n *node) ([]Value, error) {
	elems := make([]Value, len(n.items))
	for i := range n.items {
		var err error
		if elems[i], err = readValue(&n.items[i]); err != nil {
			return nil, err
		}
	}
	return elems, nil
}

func readRecord(n *node) (Value, error) {
	fields := make([]Field, len(n.items))
	for i := range n.items {
		name := &n.names[i]
		if !isName(name.text) {
			return Value{}, &failure{at: name.at, message: fmt.Sprintf("%q can't name a field of a record: expected an identifier", name.text)}
		}
		v, err := readValue(&n.items[i])
		if err != nil {
			return Value{}, err
		}
		fields[i] = Field{name.text, v}
	}
	return Record(fields...), nil
}

// readTagged reads a value that JSON has no form of its own for.
func readTagged(tag node, n *node) (Value, error) {
	switch tag.text {
	case "#model":
		if n.shape == aString && isName(n.text) {
			return Model(n.text), nil
		}
		return Value{}, &failure{at: n.at, message: "expected the name of a model value: an identifier"}
	case "#set":
		return readSet(n)
	case "#map":
		return readMap(n)
	}
	return Value{}, &failure{at: tag.at, message: fmt.Sprintf("%q is no kind of value: expected #model, #set or #map", tag.text)}
}

func readSet(n *node) (Value, error) {
	if err := n.expect(anArray, "a set"); err != nil {
		return Value{}, err
	}
	elems, err := readValues(n)
	if err != nil {
		return Value{}, err
	}
	set := Set(elems...)
	if len(set.elems) < len(elems) {
		return Value{}, &failure{at: n.at, message: "the set has an element twice"}
	}
	return set, nil
}

func readMap(n *node) (Value, error) {
	if err := n.expect(anArray, "a function"); err != nil {
		return Value{}, err
	}
	pairs := make([]Pair, len(n.items))
	for i := range n.items {
		item := &n.items[i]
		if item.shape != anArray || len(item.items) != 2 {
			return Value{}, &failure{at: item.at, message: "expected an array of a key and a value"}
		}
		pair, err := readValues(item)
		if err != nil {
			return Value{}, err
		}
		pairs[i] = Pair{pair[0], pair[1]}
	}
	f := Function(pairs...)
	if len(f.elems) < len(pairs) {
		return Value{}, &failure{at: n.at, message: "the function has a key twice"}
	}
	return f, nil
}
