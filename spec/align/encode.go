package align

import (
	"fmt"
	"slices"

	"tidemark/model"
	"tidemark/spec/tla"
	"tidemark/spec/tla/value"
)

// An encoder turns states of the native model into rows of the module. It
// remembers the handle of every value of a variable, of which there are few.
type encoder struct {
	m   *model.Model
	sys *tla.System

	replicas  value.Value   // the set of them
	names     []value.Value // by number
	order     []int         // their numbers, in the order of the set
	record    *value.Fields
	response  *value.Fields
	variables []func(s *model.State) (uint64, error)
}

func newEncoder(m *model.Model, sys *tla.System) (*encoder, error) {
	e := &encoder{m: m, sys: sys}
	for r := range m.Replicas() {
		e.names = append(e.names, value.Model(m.Name(r)))
	}
	e.replicas = value.Set(e.names...)
	for _, name := range e.replicas.Elems() {
		e.order = append(e.order, slices.Index(e.names, name))
	}
	var err error
	if e.record, err = value.NewFields("epoch", "id"); err != nil {
		return nil, err
	}
	if e.response, err = value.NewFields("base", "epoch", "hw", "records", "snapshot", "source"); err != nil {
		return nil, err
	}
	all := e.all()
	for _, name := range sys.Variables() {
		v, ok := all[name]
		if !ok {
			return nil, fmt.Errorf("the module has a variable %s, which the native model has not", name)
		}
		e.variables = append(e.variables, v)
	}
	if len(all) != len(e.variables) {
		return nil, fmt.Errorf("the module has %d variables, the native model %d", len(e.variables), len(all))
	}
	return e, nil
}

// row appends the module's row for a state.
func (e *encoder) row(dst []uint64, s *model.State) ([]uint64, error) {
	for _, v := range e.variables {
		h, err := v(s)
		if err != nil {
			return nil, err
		}
		dst = append(dst, h)
	}
	return dst, nil
}

// variable is a variable of the module as a function of a part of the state,
// remembered.
func variable[P comparable](sys *tla.System, part func(s *model.State) P, make func(P) (value.Value, error)) func(*model.State) (uint64, error) {
	known := map[P]uint64{}
	return func(s *model.State) (uint64, error) {
		p := part(s)
		h, ok := known[p]
		if ok {
			return h, nil
		}
		v, err := make(p)
		if err != nil {
			return 0, err
		}
		if h, err = sys.Handle(v); err != nil {
			return 0, err
		}
		known[p] = h
		return h, nil
	}
}

// all are the variables by name.
func (e *encoder) all() map[string]func(*model.State) (uint64, error) {
	each := func(part func(s *model.State) model.Each) func(*model.State) (uint64, error) {
		return variable(e.sys, part, func(p model.Each) (value.Value, error) {
			return e.function(func(r int) (value.Value, error) { return value.Int(int64(p[r])), nil })
		})
	}
	number := func(part func(s *model.State) uint8) func(*model.State) (uint64, error) {
		return variable(e.sys, part, func(n uint8) (value.Value, error) { return value.Int(int64(n)), nil })
	}
	ids := func(part func(s *model.State) model.RecordSet) func(*model.State) (uint64, error) {
		return variable(e.sys, part, idSet)
	}
	type logs = [model.MaxReplicas]model.Log
	type responses = [model.MaxReplicas]model.Response
	return map[string]func(*model.State) (uint64, error){
		"log": variable(e.sys, func(s *model.State) logs { return s.Log }, func(l logs) (value.Value, error) {
			return e.function(func(r int) (value.Value, error) { return e.log(l[r]), nil })
		}),
		"replicaEpoch": each(func(s *model.State) model.Each { return s.ReplicaEpoch }),
		"alive": variable(e.sys, func(s *model.State) model.ReplicaSet { return s.Alive }, func(set model.ReplicaSet) (value.Value, error) {
			return e.function(func(r int) (value.Value, error) { return value.Bool(set.Has(r)), nil })
		}),
		"durable": each(func(s *model.State) model.Each { return s.Durable }),
		"localHW": each(func(s *model.State) model.Each { return s.LocalHW }),
		"lease":   each(func(s *model.State) model.Each { return s.Lease }),
		"leader": variable(e.sys, func(s *model.State) uint8 { return s.Leader }, func(r uint8) (value.Value, error) {
			return e.names[r], nil
		}),
		"leaderEpoch":     number(func(s *model.State) uint8 { return s.LeaderEpoch }),
		"controllerEpoch": number(func(s *model.State) uint8 { return s.ControllerEpoch }),
		"isr": variable(e.sys, func(s *model.State) model.ReplicaSet { return s.ISR }, func(set model.ReplicaSet) (value.Value, error) {
			var members []value.Value
			for r, name := range e.names {
				if set.Has(r) {
					members = append(members, name)
				}
			}
			return value.Set(members...), nil
		}),
		"hw":                 number(func(s *model.State) uint8 { return s.HW }),
		"followerLEO":        each(func(s *model.State) model.Each { return s.FollowerLEO }),
		"lastCaughtUp":       each(func(s *model.State) model.Each { return s.LastCaughtUp }),
		"lastFetch":          each(func(s *model.State) model.Each { return s.LastFetch }),
		"lastFetchLeaderLEO": each(func(s *model.State) model.Each { return s.LastFetchLeaderLEO }),
		"response": variable(e.sys, func(s *model.State) responses { return s.Response }, func(all responses) (value.Value, error) {
			return e.function(func(r int) (value.Value, error) { return e.inFlight(&all[r]), nil })
		}),
		"pending":   ids(func(s *model.State) model.RecordSet { return s.Pending }),
		"acked":     ids(func(s *model.State) model.RecordSet { return s.Acked }),
		"refused":   ids(func(s *model.State) model.RecordSet { return s.Refused }),
		"committed": variable(e.sys, func(s *model.State) model.Log { return s.Committed }, func(l model.Log) (value.Value, error) { return e.log(l), nil }),
		"produced":  number(func(s *model.State) uint8 { return s.Produced }),
		"crashes":   number(func(s *model.State) uint8 { return s.Crashes }),
	}
}

// function is a function over the replicas.
func (e *encoder) function(of func(r int) (value.Value, error)) (value.Value, error) {
	values := make([]value.Value, len(e.order))
	for i, r := range e.order {
		var err error
		if values[i], err = of(r); err != nil {
			return value.Value{}, err
		}
	}
	return value.FunctionOf(e.replicas, values)
}

func (e *encoder) log(l model.Log) value.Value {
	var records []value.Value
	for at := range l.Len() {
		r := l.At(at)
		records = append(records, e.record.Record([]value.Value{value.Int(int64(r.Epoch)), value.Int(int64(r.ID))}))
	}
	return value.Tuple(records...)
}

// inFlight is the set of the responses in flight to a replica: one or none.
func (e *encoder) inFlight(a *model.Response) value.Value {
	if !a.InFlight() {
		return value.EmptySet
	}
	return value.Set(e.response.Record([]value.Value{
		value.Int(int64(a.Base)), value.Int(int64(a.Epoch)), value.Int(int64(a.HW)),
		e.log(a.Records), value.Bool(a.Snapshot), e.names[a.Source],
	}))
}

func idSet(set model.RecordSet) (value.Value, error) {
	var ids []value.Value
	for id := range 16 {
		if set.Has(id) {
			ids = append(ids, value.Int(int64(id)))
		}
	}
	return value.Set(ids...), nil
}
