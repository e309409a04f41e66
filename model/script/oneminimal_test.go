package script_test

import (
	"slices"
	"testing"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/invariants"
	"tidemark/model"
)

// behaviour reads a trace back, as a behaviour of a model that checks the
// property which the trace violates.
func behaviour(t *testing.T, tr *trace.Trace) (*model.Model, []explore.Step) {
	t.Helper()
	m, path, err := model.ReadTrace(tr, model.Checks{Properties: []model.Property{property(t, tr)}})
	if err != nil {
		t.Fatal(err)
	}
	return m, path
}

// oneMinimal leaves each step and each replica out of a trace and wants the
// property to hold, also when another replica does what the one left out did, or
// leads at first. What is not possible any more is left out as well.
func oneMinimal(t *testing.T, tr *trace.Trace) {
	t.Helper()
	m, path := behaviour(t, tr)
	labels := make([]explore.Label, 0, len(path))
	for _, step := range path[1:] {
		labels = append(labels, step.Label)
	}
	s := m.Decode(path[0].Row)
	leader := int(s.Leader)
	if !falsified(t, m, leader, labels) {
		t.Fatal("the trace does not violate its property")
	}
	for i := range labels {
		if falsified(t, m, leader, slices.Delete(slices.Clone(labels), i, i+1)) {
			t.Errorf("step %d, %s, is not needed", i+2, tr.Steps[i+1].Action)
		}
	}
	b := *m.Bounds()
	names := b.Replicas
	if len(names) <= max(2, b.MinISR) {
		return
	}
	for gone := range names {
		b.Replicas = slices.Delete(slices.Clone(names), gone, gone+1)
		less, err := model.New(b, model.Checks{Properties: []model.Property{property(t, tr)}})
		if err != nil {
			t.Fatal(err)
		}
		for instead := range names {
			renamed := renamed(m, labels, gone, instead)
			for first := range b.Replicas {
				if falsified(t, less, first, renamed) {
					t.Errorf("replica %s is not needed", names[gone])
				}
			}
		}
	}
}

func property(t *testing.T, tr *trace.Trace) model.Property {
	t.Helper()
	p, known := invariants.Lookup(tr.Violation.Property)
	if !known {
		t.Fatalf("%s is no property", tr.Violation.Property)
	}
	return p
}

// renamed are the labels without one replica, whose part another one takes;
// nobody does when they are the same.
func renamed(m *model.Model, labels []explore.Label, gone, instead int) []explore.Label {
	var out []explore.Label
	for _, l := range labels {
		r := l.Argument()
		switch l.Action() {
		case model.Produce, model.Ack, model.Refuse, model.TimeOut, model.Tick:
			out = append(out, l)
			continue
		}
		if r == gone {
			if r = instead; r == gone {
				continue
			}
		}
		if r > gone {
			r--
		}
		out = append(out, explore.MakeLabel(l.Action(), r))
	}
	return out
}

// falsified takes the steps that are possible and reports whether the model's
// property is false anywhere.
func falsified(t *testing.T, m *model.Model, leader int, labels []explore.Label) bool {
	t.Helper()
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	row := rows[leader*m.Width() : (leader+1)*m.Width()]
	w, out, fails := m.NewWorker(), explore.Successors{}, make([]explore.Mask, 1)
	broken := func() bool {
		if err := w.CheckStates(row, fails); err != nil {
			t.Fatal(err)
		}
		return fails[0] != 0
	}
	if broken() {
		return true
	}
	for _, l := range labels {
		out.Reset()
		if err := w.Successors(row, &out); err != nil {
			t.Fatal(err)
		}
		i := slices.Index(out.Labels, l)
		if i < 0 {
			continue
		}
		steps := make([]explore.Mask, out.Len())
		if err := w.CheckSteps(row, &out, steps); err != nil {
			t.Fatal(err)
		}
		row = slices.Clone(out.Rows[i*m.Width() : (i+1)*m.Width()])
		if steps[i] != 0 || broken() {
			return true
		}
	}
	return false
}
