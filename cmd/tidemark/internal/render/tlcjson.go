package render

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"tidemark/explore/trace"
)

// TLCJSON writes a trace as TLC's -dumpTrace json does. That form tells neither sets
// from sequences nor numbers from strings where they are keys.
func TLCJSON(w io.Writer, t *trace.Trace, place Place) error {
	d := tlcDocument{Vars: slices.Clone(t.Vars)}
	d.Counterexample.Action, d.Counterexample.State = []tlcEdge{}, []tlcNode{}
	for i := range t.Steps {
		d.Counterexample.State = append(d.Counterexample.State, tlcNode{i + 1, t})
		if i > 0 {
			d.Counterexample.Action = append(d.Counterexample.Action, tlcEdge{t, i, i + 1, &t.Steps[i], place})
		}
	}
	if l := t.Loop; l != nil {
		back := trace.Step{Action: l.Action, Args: l.Args, Rule: l.Rule}
		if l.Action == "" { // TLC repeats the last one's name
			last := t.Steps[len(t.Steps)-1]
			back.Action, back.Args, back.Rule = last.Action, last.Args, last.Rule
		}
		d.Counterexample.Action = append(d.Counterexample.Action, tlcEdge{t, len(t.Steps), l.State, &back, place})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(d)
}

type tlcDocument struct {
	Counterexample struct {
		Action []tlcEdge `json:"action"`
		State  []tlcNode `json:"state"`
	} `json:"counterexample"`
	Vars []string `json:"vars"`
}

// A tlcNode is a state with its number.
type tlcNode struct {
	number int
	trace  *trace.Trace
}

// MarshalJSON writes [n, {variable: value, ...}].
func (n tlcNode) MarshalJSON() ([]byte, error) {
	members := make([]jsonMember, len(n.trace.Vars))
	for i, name := range n.trace.Vars {
		members[i] = jsonMember{name, lossy(n.trace.Steps[n.number-1].State[i])}
	}
	return json.Marshal([]any{n.number, jsonObject(members)})
}

// A tlcEdge is a step from one state to another.
type tlcEdge struct {
	trace    *trace.Trace
	from, to int
	step     *trace.Step
	place    Place
}

// MarshalJSON writes [node, action, node].
func (e tlcEdge) MarshalJSON() ([]byte, error) {
	action := []jsonMember{{"name", e.step.Action}}
	if at := locationOf(placeOf(e.step, e.place)); at != nil {
		action = append(action, jsonMember{"location", at})
	}
	if len(e.step.Args) > 0 {
		context, names := jsonObject{}, []string{}
		for _, a := range e.step.Args {
			context, names = append(context, jsonMember{a.Name, lossy(a.Value)}), append(names, a.Name)
		}
		action = append(action, jsonMember{"context", context}, jsonMember{"parameters", names})
	}
	return json.Marshal([]any{tlcNode{e.from, e.trace}, jsonObject(action), tlcNode{e.to, e.trace}})
}

// A jsonObject is written with its members in their order.
type jsonObject []jsonMember

type jsonMember struct {
	name  string
	value any
}

// MarshalJSON writes the members.
func (o jsonObject) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// lossy is a value as TLC's module Json has it.
func lossy(v trace.Value) any {
	switch v.Kind() {
	case trace.BoolKind:
		return v.Bool()
	case trace.IntKind:
		return json.Number(strconv.Itoa(v.Int()))
	case trace.SequenceKind, trace.SetKind:
		all := make([]any, len(v.Elems()))
		for i, e := range v.Elems() {
			all[i] = lossy(e)
		}
		return all
	case trace.RecordKind, trace.FunctionKind:
		members := make(jsonObject, len(v.Elems()))
		for i, e := range v.Elems() {
			key := v.Domain()[i]
			text := key.Text()
			if text == "" {
				text = key.String()
			}
			members[i] = jsonMember{text, lossy(e)}
		}
		return members
	}
	return v.Text()
}
