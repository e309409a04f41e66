package script

import (
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
	r.quiet, r.properties, r.at, r.recorder = true, []model.Property{m.Property}, &Outcome{}, newRecorder()
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

// Reason says why the property is false at the end.
func (m *Minimal) Reason() string {
	r, _, err := m.perform()
	if err != nil {
		return err.Error()
	}
	return r.result.Violations[0].Reason
}

// Trace is what is left as a trace of the model: within the bounds of the trace
// that was minimised, or for a script within those that it needs. One of a script
// that fetches from offsets, or whose replica.lag.time.max.ms is more than the
// model has ages for, is that of [Trace].
func (m *Minimal) Trace() (trace.Trace, error) {
	as, path, err := m.path()
	if _, none := err.(*noBehaviour); none {
		s, err := m.Script()
		if err != nil {
			return trace.Trace{}, err
		}
		return Trace(s, m.variants...)
	}
	if err != nil {
		return trace.Trace{}, err
	}
	last := len(path) - 1
	v := explore.Violation{Name: m.Property.Name, Kind: m.Property.Kind, Path: path}
	if v.Kind == explore.Invariant {
		v.Reason = as.Explain(0, nil, path[last].Row)
	} else {
		v.Reason = as.Explain(0, path[last-1].Row, path[last].Row)
	}
	return as.Counterexample(&v), nil
}

// noBehaviour says why something is no behaviour of the module Partition.
type noBehaviour struct{ why string }

func (e *noBehaviour) Error() string { return e.why }

// path is the behaviour, and the model that it is one of. The error is a
// *noBehaviour for a script that is none.
func (m *Minimal) path() (*model.Model, []explore.Step, error) {
	r, sc, err := m.perform()
	if err != nil {
		return nil, nil, err
	}
	for i := range sc.steps {
		if s := &sc.steps[i]; s.verb() == "FETCH" && s.command.Number >= 0 {
			return nil, nil, &noBehaviour{"a fetch from an offset is no step of the module Partition"}
		}
	}
	if sc.header.LagMax > exactLimit {
		return nil, nil, &noBehaviour{fmt.Sprintf("replica.lag.time.max.ms %d is more than the module's LagMax can be, %d", sc.header.LagMax, exactLimit)}
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
	if m.bounds != nil {
		b := *m.bounds
		b.Replicas = h.Replicas
		return b
	}
	return r.recorder.bounds(h, r.result.Variants, h.LagMax)
}

// follow is the behaviour that starts where the first replica leads and takes
// steps with these labels.
func follow(m *model.Model, labels []explore.Label) ([]explore.Step, error) {
	rows, err := m.Init(nil)
	if err != nil {
		return nil, err
	}
	path := []explore.Step{{Row: rows[:m.Width()]}}
	s := m.Decode(path[0].Row)
	for i, label := range labels {
		t, possible := m.After(&s, label)
		if !possible {
			return nil, fmt.Errorf("step %d, %s, is not possible within the bounds", i+2, m.Call(label))
		}
		path = append(path, explore.Step{Label: label, Row: m.Encode(&t)})
		s = t
	}
	return path, nil
}
