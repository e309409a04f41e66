package model

import (
	"errors"
	"fmt"
	"slices"

	"tidemark/explore"
	"tidemark/explore/trace"
)

// Variables lists the variables of the module Partition, in its order.
func Variables() []string {
	return []string{
		"log", "replicaEpoch", "alive", "durable", "localHW", "lease",
		"leader", "leaderEpoch", "controllerEpoch", "isr", "hw",
		"followerLEO", "lastCaughtUp", "lastFetch", "lastFetchLeaderLEO",
		"response", "pending", "acked", "refused", "committed", "produced", "crashes",
	}
}

// Trace returns a behaviour of the model as a trace, under the names of the
// module Partition.
func (m *Model) Trace(path []explore.Step) trace.Trace {
	t := trace.Trace{
		Source: trace.Source{System: "Partition", Constants: m.bounds.Constants()},
		Vars:   Variables(),
	}
	for i, step := range path {
		s := m.Decode(step.Row)
		next := trace.Step{State: m.Values(&s)}
		if i > 0 {
			next.Action = m.Actions()[step.Label.Action()]
			next.Args = m.arguments(step.Label)
			next.Rule = m.Rule(path[i-1].Row, step.Row, step.Label)
		}
		t.Steps = append(t.Steps, next)
	}
	return t
}

// Counterexample returns a violation that a search of the model has found as a
// trace of the whole model: the behaviour, what it violates, and where it departs
// from the protocol. The trace has no steps where the violation has no path.
func (m *Model) Counterexample(v *explore.Violation) trace.Trace {
	m, path := m.Whole(v.Path)
	t := m.Trace(path)
	t.Violation = &trace.Violation{Property: v.Name, Kind: v.Kind.String(), Reason: v.Reason}
	if d, departs := m.Depart(path, v.Property); departs {
		t.Departure = &d
	}
	return t
}

// Constants returns the bounds as the module's constants, in its order.
func (b Bounds) Constants() []trace.Arg {
	set := func(elems []string, value func(string) trace.Value) trace.Value {
		var vs []trace.Value
		for _, e := range elems {
			vs = append(vs, value(e))
		}
		return trace.Set(vs...)
	}
	return []trace.Arg{
		{Name: "Replicas", Value: set(b.Replicas, trace.Model)},
		{Name: "MaxRecords", Value: trace.Int(b.MaxRecords)},
		{Name: "MaxEpoch", Value: trace.Int(b.MaxEpoch)},
		{Name: "LagMax", Value: trace.Int(b.LagMax)},
		{Name: "MinISR", Value: trace.Int(b.MinISR)},
		{Name: "MaxCrashes", Value: trace.Int(b.MaxCrashes)},
		{Name: "FetchMax", Value: trace.Int(b.FetchMax)},
		{Name: "Retention", Value: trace.Int(b.Retention)},
		{Name: "Lease", Value: trace.Int(b.Lease)},
		{Name: "Acks", Value: set(b.Acks, trace.String)},
		{Name: "Drop", Value: trace.Bool(b.Drop)},
		{Name: "Duplicate", Value: trace.Bool(b.Duplicate)},
		{Name: "TimeOuts", Value: trace.Bool(b.TimeOuts)},
		{Name: "Durability", Value: trace.String(b.Durability)},
		{Name: "Variant", Value: set(b.Variant, trace.String)},
	}
}

// arguments returns what a label says about its action's parameter.
func (m *Model) arguments(label explore.Label) []trace.Arg {
	info := Actions()[label.Action()]
	var v trace.Value
	switch label.Action() {
	case Tick:
		return nil
	case Produce:
		v = trace.String([]string{AcksLeader, AcksAll}[label.Argument()])
	case Ack, Refuse, TimeOut:
		v = trace.Int(label.Argument())
	default:
		v = trace.Model(m.Name(label.Argument()))
	}
	return []trace.Arg{{Name: info.Parameter, Value: v}}
}

// Values returns the variables of a state in the order of [Variables].
func (m *Model) Values(s *State) []trace.Value {
	number := func(field *Each) trace.Value {
		return m.function(func(r int) trace.Value { return trace.Int(int(field[r])) })
	}
	return []trace.Value{
		m.function(func(r int) trace.Value { return logValue(s.Log[r]) }),
		number(&s.ReplicaEpoch),
		m.function(func(r int) trace.Value { return trace.Bool(s.Alive.Has(r)) }),
		number(&s.Durable),
		number(&s.LocalHW),
		number(&s.Lease),
		trace.Model(m.Name(int(s.Leader))),
		trace.Int(int(s.LeaderEpoch)),
		trace.Int(int(s.ControllerEpoch)),
		m.replicaSet(s.ISR),
		trace.Int(int(s.HW)),
		number(&s.FollowerLEO),
		number(&s.LastCaughtUp),
		number(&s.LastFetch),
		number(&s.LastFetchLeaderLEO),
		m.function(func(r int) trace.Value { return m.responseValue(s.Response[r]) }),
		idSet(s.Pending),
		idSet(s.Acked),
		idSet(s.Refused),
		logValue(s.Committed),
		trace.Int(int(s.Produced)),
		trace.Int(int(s.Crashes)),
	}
}

// function returns a function over the replicas.
func (m *Model) function(value func(r int) trace.Value) trace.Value {
	var pairs []trace.Pair
	for r := range m.Replicas() {
		pairs = append(pairs, trace.Pair{Key: trace.Model(m.Name(r)), Value: value(r)})
	}
	return trace.Function(pairs...)
}

func (m *Model) replicaSet(set ReplicaSet) trace.Value {
	var elems []trace.Value
	for r := range m.Replicas() {
		if set.Has(r) {
			elems = append(elems, trace.Model(m.Name(r)))
		}
	}
	return trace.Set(elems...)
}

// responseValue returns the set of the responses in flight to a follower: none
// or one. (A set, so that the module needs no value that stands for none.)
func (m *Model) responseValue(a Response) trace.Value {
	if !a.InFlight() {
		return trace.Set()
	}
	return trace.Set(trace.Record(
		trace.Field{Name: "epoch", Value: trace.Int(int(a.Epoch))},
		trace.Field{Name: "source", Value: trace.Model(m.Name(int(a.Source)))},
		trace.Field{Name: "base", Value: trace.Int(int(a.Base))},
		trace.Field{Name: "snapshot", Value: trace.Bool(a.Snapshot)},
		trace.Field{Name: "records", Value: logValue(a.Records)},
		trace.Field{Name: "hw", Value: trace.Int(int(a.HW))},
	))
}

func logValue(l Log) trace.Value {
	var records []trace.Value
	for i := range l.Len() {
		r := l.At(i)
		records = append(records, trace.Record(
			trace.Field{Name: "id", Value: trace.Int(r.ID)},
			trace.Field{Name: "epoch", Value: trace.Int(r.Epoch)},
		))
	}
	return trace.Sequence(records...)
}

func idSet(s RecordSet) trace.Value {
	var ids []trace.Value
	for id := range 16 {
		if s.Has(id) {
			ids = append(ids, trace.Int(id))
		}
	}
	return trace.Set(ids...)
}

// ReadStates reads all states of a trace, as [ReadState] does. It fails where the
// replicas are not the same throughout, and on a trace without a state.
func ReadStates(t *trace.Trace) (names []string, states []State, err error) {
	for i := range t.Steps {
		others, s, err := ReadState(t, i)
		if err != nil {
			return nil, nil, err
		}
		if i > 0 && !slices.Equal(others, names) {
			return nil, nil, fmt.Errorf("step %d: its replicas are not those of the first state", i+1)
		}
		names, states = others, append(states, s)
	}
	if len(states) == 0 {
		return nil, nil, errors.New("a trace without a state")
	}
	return names, states, nil
}

// ReadState reads a state of a trace whose variables are those of the module
// Partition. It returns the replicas' names, in whose order the state numbers
// them: that of the domain of log. It fails on a trace of another module, and
// on values that a [State] has no room for.
func ReadState(t *trace.Trace, step int) (names []string, s State, err error) {
	d := decoder{trace: t, step: step, number: map[string]int{}}
	for _, key := range d.variable("log").Domain() {
		d.number[key.Text()] = len(names)
		names = append(names, key.Text())
		d.check(key.Kind() == trace.ModelKind && len(names) <= MaxReplicas, "log")
	}
	d.check(len(names) > 0, "log")
	if d.err == nil {
		d.state(names, &s)
	}
	if d.err != nil {
		return nil, State{}, fmt.Errorf("step %d: %w", step+1, d.err)
	}
	return names, s, nil
}

// A decoder reads values into a state and keeps the first error.
type decoder struct {
	trace  *trace.Trace
	step   int
	number map[string]int // of a replica's name
	err    error
}

// check notes that a variable has not the form that the module gives it.
func (d *decoder) check(ok bool, variable string) {
	if !ok && d.err == nil {
		d.err = fmt.Errorf("variable %s is not one of the module Partition, or its value is too large", variable)
	}
}

func (d *decoder) variable(name string) trace.Value {
	v, found := d.trace.Value(d.step, name)
	d.check(found, name)
	return v
}

func (d *decoder) state(names []string, s *State) {
	for r, name := range names {
		at := func(variable string) trace.Value {
			v, found := d.variable(variable).Apply(trace.Model(name))
			d.check(found, variable)
			return v
		}
		s.Log[r] = d.log(at("log"), "log")
		s.ReplicaEpoch[r] = d.small(at("replicaEpoch"), "replicaEpoch")
		if at("alive").Bool() {
			s.Alive = s.Alive.With(r)
		}
		s.Durable[r] = d.small(at("durable"), "durable")
		s.LocalHW[r] = d.small(at("localHW"), "localHW")
		s.Lease[r] = d.small(at("lease"), "lease")
		s.FollowerLEO[r] = d.small(at("followerLEO"), "followerLEO")
		s.LastCaughtUp[r] = d.small(at("lastCaughtUp"), "lastCaughtUp")
		s.LastFetch[r] = d.small(at("lastFetch"), "lastFetch")
		s.LastFetchLeaderLEO[r] = d.small(at("lastFetchLeaderLEO"), "lastFetchLeaderLEO")
		s.Response[r] = d.response(at("response"))
	}
	s.Leader = d.replica(d.variable("leader"), "leader")
	for _, member := range d.elems("isr") {
		s.ISR = s.ISR.With(int(d.replica(member, "isr")))
	}
	s.LeaderEpoch = d.small(d.variable("leaderEpoch"), "leaderEpoch")
	s.ControllerEpoch = d.small(d.variable("controllerEpoch"), "controllerEpoch")
	s.HW = d.small(d.variable("hw"), "hw")
	s.Pending, s.Acked, s.Refused = d.ids("pending"), d.ids("acked"), d.ids("refused")
	s.Committed = d.log(d.variable("committed"), "committed")
	s.Produced = d.small(d.variable("produced"), "produced")
	s.Crashes = d.small(d.variable("crashes"), "crashes")
}

func (d *decoder) small(v trace.Value, variable string) uint8 {
	d.check(v.Kind() == trace.IntKind && v.Int() >= 0 && v.Int() <= 15, variable)
	return uint8(v.Int() & 15)
}

func (d *decoder) replica(v trace.Value, variable string) uint8 {
	r, found := d.number[v.Text()]
	d.check(found && v.Kind() == trace.ModelKind, variable)
	return uint8(r)
}

func (d *decoder) elems(variable string) []trace.Value {
	v := d.variable(variable)
	d.check(v.Kind() == trace.SetKind, variable)
	return v.Elems()
}

func (d *decoder) ids(variable string) (s RecordSet) {
	for _, id := range d.elems(variable) {
		s = s.With(int(d.small(id, variable)))
	}
	return s
}

func (d *decoder) field(record trace.Value, name, variable string) trace.Value {
	v, found := record.Field(name)
	d.check(found, variable)
	return v
}

func (d *decoder) log(v trace.Value, variable string) (l Log) {
	d.check(v.Kind() == trace.SequenceKind && len(v.Elems()) <= 8, variable)
	for _, e := range v.Elems() {
		r := Record{int(d.small(d.field(e, "id", variable), variable)), int(d.small(d.field(e, "epoch", variable), variable))}
		d.check(r.ID > 0, variable)
		l = l.Append(r)
	}
	return l
}

func (d *decoder) response(v trace.Value) Response {
	d.check(v.Kind() == trace.SetKind && len(v.Elems()) <= 1, "response")
	if len(v.Elems()) == 0 {
		return Response{}
	}
	at := func(field string) trace.Value { return d.field(v.Elems()[0], field, "response") }
	a := Response{
		Records:  d.log(at("records"), "response"),
		Epoch:    d.small(at("epoch"), "response"),
		Source:   d.replica(at("source"), "response"),
		Base:     d.small(at("base"), "response"),
		HW:       d.small(at("hw"), "response"),
		Snapshot: at("snapshot").Bool(),
	}
	d.check(a.Epoch > 0, "response")
	return a
}
