package model

import (
	"fmt"
	"slices"

	"tidemark/explore"
	"tidemark/explore/trace"
)

// ReadTrace turns a trace of the module Partition back into what it is a trace of:
// the model with the trace's constants and these checks, and its behaviour. Each step
// must be one of the model, so that whatever is made of it is about real behaviours.
// A constant that can't be used is a *[BoundError].
func ReadTrace(t *trace.Trace, checks Checks) (*Model, []explore.Step, error) {
	b, err := ReadBounds(t)
	if err != nil {
		return nil, nil, err
	}
	m, err := New(b, checks)
	if err != nil {
		return nil, nil, err
	}
	var path []explore.Step
	for i := range t.Steps {
		step, err := m.readStep(t, i)
		if err != nil {
			return nil, nil, err
		}
		if err := m.follows(path, &step); err != nil {
			return nil, nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		path = append(path, step)
	}
	if len(path) == 0 {
		return nil, nil, fmt.Errorf("the trace has no steps")
	}
	return m, path, nil
}

// readStep reads a step on its own.
func (m *Model) readStep(t *trace.Trace, i int) (step explore.Step, err error) {
	names, s, err := ReadState(t, i)
	if err != nil {
		return step, err
	}
	if !slices.Equal(names, m.bounds.Replicas) {
		return step, fmt.Errorf("step %d: its replicas are not those of the constant Replicas", i+1)
	}
	if i > 0 {
		if step.Label, err = m.Label(&t.Steps[i]); err != nil {
			return step, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	step.Row = m.Encode(&s)
	if m.Decode(step.Row) != s {
		return step, fmt.Errorf("step %d: the state is outside the bounds that the constants give", i+1)
	}
	return step, nil
}

// follows reports what is wrong with a step after a path.
func (m *Model) follows(path []explore.Step, step *explore.Step) error {
	if len(path) == 0 {
		rows, err := m.Init(nil)
		for row := range slices.Chunk(rows, m.Width()) {
			if slices.Equal(row, step.Row) {
				return nil
			}
		}
		if err == nil {
			err = fmt.Errorf("this is no initial state of the model")
		}
		return err
	}
	before := m.Decode(path[len(path)-1].Row)
	after, possible := m.After(&before, step.Label)
	name, argument := m.Action(step.Label)
	switch {
	case !possible:
		return fmt.Errorf("the model can't take %s in the state before", call(name, argument))
	case after != m.Decode(step.Row):
		return fmt.Errorf("%s does not lead to this state in the model", call(name, argument))
	}
	return nil
}

// Label returns the label of a trace's step, which must be an action of the model
// with an argument that it can have.
func (m *Model) Label(step *trace.Step) (explore.Label, error) {
	action, known := ActionNamed(step.Action)
	if !known {
		return 0, fmt.Errorf("%q is no action of the module Partition", step.Action)
	}
	if action == Tick && len(step.Args) == 0 {
		return explore.MakeLabel(action, 0), nil
	}
	if action == Tick || len(step.Args) != 1 {
		return 0, fmt.Errorf("%s has %d arguments, which is not what the module Partition gives it", step.Action, len(step.Args))
	}
	argument, value := -1, step.Args[0].Value
	switch action {
	case Produce:
		argument = slices.IndexFunc([]string{AcksLeader, AcksAll}, func(acks string) bool { return value.Equal(trace.String(acks)) })
	case Ack, Refuse, TimeOut:
		if value.Kind() == trace.IntKind && value.Int() >= 1 && value.Int() <= m.bounds.MaxRecords {
			argument = value.Int()
		}
	default:
		argument = slices.IndexFunc(m.bounds.Replicas, func(name string) bool { return value.Equal(trace.Model(name)) })
	}
	if argument < 0 {
		return 0, fmt.Errorf("%s can't have the argument %s", step.Action, value)
	}
	return explore.MakeLabel(action, argument), nil
}

// ReadBounds reads the constants of a trace, which must be those of the module
// Partition; what has a default may be missing. An error about a value is a
// *[BoundError].
func ReadBounds(t *trace.Trace) (Bounds, error) {
	b := DefaultBounds()
	r := boundsReader{found: map[string]bool{}}
	for _, c := range t.Source.Constants {
		r.found[c.Name] = true
		r.read(&b, c.Name, c.Value)
	}
	for _, name := range []string{"Replicas", "MaxRecords", "MaxEpoch"} {
		if r.err == nil && !r.found[name] {
			r.err = &BoundError{name, "expected a trace that gives this constant of the module Partition, found none", ""}
		}
	}
	if r.err != nil {
		return b, r.err
	}
	return b, b.Validate()
}

// A boundsReader reads constants, and keeps the first error.
type boundsReader struct {
	found map[string]bool
	err   error
}

func (r *boundsReader) read(b *Bounds, name string, v trace.Value) {
	numbers := map[string]*int{
		"MaxRecords": &b.MaxRecords, "MaxEpoch": &b.MaxEpoch, "LagMax": &b.LagMax, "MinISR": &b.MinISR,
		"MaxCrashes": &b.MaxCrashes, "FetchMax": &b.FetchMax, "Retention": &b.Retention, "Lease": &b.Lease,
	}
	truths := map[string]*bool{"Drop": &b.Drop, "Duplicate": &b.Duplicate, "TimeOuts": &b.TimeOuts}
	if number, is := numbers[name]; is {
		r.expect(name, v, trace.IntKind)
		*number = v.Int()
		return
	}
	if truth, is := truths[name]; is {
		r.expect(name, v, trace.BoolKind)
		*truth = v.Bool()
		return
	}
	switch name {
	case "Replicas":
		b.Replicas = r.texts(name, v, trace.ModelKind)
	case "Acks":
		b.Acks = r.texts(name, v, trace.StringKind)
		slices.Sort(b.Acks)
	case "Variant":
		b.Variant = r.texts(name, v, trace.StringKind)
	case "Durability":
		r.expect(name, v, trace.StringKind)
		b.Durability = v.Text()
	default:
		r.fail(name, "the module Partition has no such constant")
	}
}

func (r *boundsReader) texts(name string, v trace.Value, kind trace.Kind) (all []string) {
	r.expect(name, v, trace.SetKind)
	for _, e := range v.Elems() {
		r.expect(name, e, kind)
		all = append(all, e.Text())
	}
	return all
}

func (r *boundsReader) expect(name string, v trace.Value, kind trace.Kind) {
	if v.Kind() != kind {
		r.fail(name, "this is no value that the module Partition gives it: "+v.String())
	}
}

func (r *boundsReader) fail(name, problem string) {
	if r.err == nil {
		r.err = &BoundError{Constant: name, Problem: problem}
	}
}
