package script

import (
	"errors"
	"fmt"
	"slices"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
)

// script is the scenario as a script without EXPECT lines.
func (sc *scenario) script() *Script {
	s := &Script{Header: sc.header}
	now, wait := 0, 0
	for i := range sc.steps {
		if st := &sc.steps[i]; st.isWait() {
			wait += st.amount
			continue
		}
		s.Lines = append(s.Lines, Line{Command: sc.steps[i].at(&now, &wait)})
	}
	if wait > 0 {
		s.Lines = append(s.Lines, Line{Command: &Command{Time: now + wait, Number: -1, Verb: statusVerb}})
	}
	return s
}

// at is the command of a step with its time, when some time has passed since the
// one before it.
func (s *step) at(now, wait *int) *Command {
	c := s.of()
	if *wait > 0 {
		*now, *wait = *now+*wait, 0
		c.Time = *now
	}
	if c.Verb == "TICK" {
		*now += s.amount
	}
	return c
}

// perform performs what is left, and returns it with the ids that its records
// have now.
func (m *Minimal) perform() (*replayer, *scenario, error) {
	r, err := newReplayer(&Script{Header: m.rest.header}, m.variants)
	if err != nil {
		return nil, nil, err
	}
	r.quiet, r.properties, r.at = true, []model.Property{m.Property}, &Outcome{}
	ids := map[int]int{}
	sc := &scenario{header: m.rest.header, steps: slices.Clone(m.rest.steps)}
	for i := range sc.steps {
		s := &sc.steps[i]
		produced := int(r.s.Produced)
		if v, _ := findVerb(s.verb()); v.shape == record {
			c := *s.command
			c.Number = ids[c.Number]
			s.command = &c
		}
		if _, err := r.step(s, nil); err != nil {
			return nil, nil, err
		}
		for k := range int(r.s.Produced) - produced {
			ids[s.record+k] = produced + 1 + k
		}
	}
	if len(r.result.Violations) == 0 {
		return nil, nil, fmt.Errorf("%s is not violated any more when it is performed again", m.Property.Name)
	}
	return r, sc, nil
}

func (s *step) verb() string {
	if s.isWait() {
		return ""
	}
	return s.command.Verb
}

// Script writes what is left as a script, with an EXPECT for what a reader wants
// to know of each step, and at the end one for the violation.
func (m *Minimal) Script() (*Script, error) {
	r, sc, err := m.perform()
	if err != nil {
		return nil, err
	}
	g, err := generatorFor(m.rest.header, m.variants)
	if err != nil {
		return nil, err
	}
	g.violation = &trace.Violation{Property: m.Property.Name, Kind: m.Property.Kind.String(), Reason: r.result.Violations[0].Reason}
	g.opening()
	for i, l := range sc.script().Lines {
		if err := g.perform(l.Command, i+1); err != nil {
			return nil, err
		}
	}
	if err := g.closing(); err != nil {
		return nil, err
	}
	return g.parsed()
}

// Trace is what is left as a behaviour of the model: within the bounds of the
// trace that was minimised, or for a script those that it needs. It fails for a
// script that is no such behaviour, because it fetches from offsets, or because
// its replica.lag.time.max.ms is more than the model has ages for.
func (m *Minimal) Trace() (trace.Trace, error) {
	as, path, err := m.path()
	if err != nil {
		return trace.Trace{}, err
	}
	last := len(path) - 1
	v := &trace.Violation{Property: m.Property.Name, Kind: m.Property.Kind.String()}
	if m.Property.Kind == explore.Invariant {
		v.Reason = as.Explain(0, nil, path[last].Row)
	} else {
		v.Reason = as.Explain(0, path[last-1].Row, path[last].Row)
	}
	t := as.Trace(path)
	t.Violation = v
	if d, departs := as.Depart(path, 0); departs {
		t.Departure = &d
	}
	return t, nil
}

// path is the behaviour, and the model that it is one of.
func (m *Minimal) path() (*model.Model, []explore.Step, error) {
	r, sc, err := m.perform()
	if err != nil {
		return nil, nil, err
	}
	for i := range sc.steps {
		if s := &sc.steps[i]; s.verb() == "FETCH" && s.command.Number >= 0 {
			return nil, nil, errors.New("a fetch from an offset is no step of the module Partition, so this is no behaviour of it; it can be written as a script")
		}
	}
	if sc.header.LagMax > exactLimit {
		return nil, nil, fmt.Errorf("replica.lag.time.max.ms %d is more than the %d ticks that the module's LagMax can be, so this is no behaviour of it; it can be written as a script", sc.header.LagMax, exactLimit)
	}
	as, err := model.New(m.boundsFor(r), model.Checks{Properties: []model.Property{m.Property}})
	if err != nil {
		return nil, nil, err
	}
	path, err := follow(as, r.taken)
	if err != nil {
		return nil, nil, err
	}
	for i := range path {
		s, t := as.Decode(path[max(i-1, 0)].Row), as.Decode(path[i].Row)
		if m.Property.Kind == explore.Invariant {
			s = t
		}
		if (i > 0 || m.Property.Kind == explore.Invariant) && !m.Property.Holds(as, &s, &t) {
			return as, path[:i+1], nil
		}
	}
	return nil, nil, fmt.Errorf("%s is not violated within the bounds", m.Property.Name)
}

// boundsFor are the bounds of what a replayer has performed: those of the trace
// that it comes from, or of a script those that it needs.
func (m *Minimal) boundsFor(r *replayer) model.Bounds {
	h := &m.rest.header
	b := h.bounds(slices.Concat(h.Variants, m.variants))
	if m.bounds != nil {
		b = *m.bounds
		b.Replicas = h.Replicas
		return b
	}
	return needed(b, r)
}

// needed are the least bounds within which a replayer's steps are possible.
func needed(b model.Bounds, r *replayer) model.Bounds {
	took := func(actions ...int) bool {
		return slices.ContainsFunc(r.taken, func(l explore.Label) bool { return slices.Contains(actions, l.Action()) })
	}
	b.MaxRecords = max(int(r.s.Produced), 1)
	for f := range r.m.Replicas() {
		b.MaxRecords = max(b.MaxRecords, r.s.LEO(f)) // appended twice, under a variant
	}
	b.MaxEpoch, b.MaxCrashes = max(int(r.s.ControllerEpoch), 1), int(r.s.Crashes)
	b.Drop, b.Duplicate = took(model.DropResponse), took(model.DuplicateResponse)
	b.TimeOuts = took(model.TimeOut)
	b.Acks = []string{model.AcksLeader}
	if slices.ContainsFunc(r.taken, func(l explore.Label) bool { return l.Action() == model.Produce && l.Argument() == 1 }) {
		b.Acks = append(b.Acks, model.AcksAll)
	}
	return b
}

// follow is the behaviour that starts where the first replica leads and takes
// steps with these labels.
func follow(m *model.Model, labels []explore.Label) ([]explore.Step, error) {
	rows, err := m.Init(nil)
	if err != nil {
		return nil, err
	}
	path := []explore.Step{{Row: rows[:m.Width()]}}
	worker, out := m.NewWorker(), explore.Successors{}
	for i, label := range labels {
		out.Reset()
		if err := worker.Successors(path[i].Row, &out); err != nil {
			return nil, err
		}
		at := slices.Index(out.Labels, label)
		if at < 0 {
			name, argument := m.Action(label)
			return nil, fmt.Errorf("step %d, %s %s, is not possible within the bounds", i+2, name, argument)
		}
		path = append(path, explore.Step{Label: label, Row: slices.Clone(out.Rows[at*m.Width() : (at+1)*m.Width()])})
	}
	return path, nil
}
