package invariants_test

import (
	"fmt"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// partition is where the tests' states come from: three replicas, of which r1
// leads at first, and every feature but lossy crashes.
func partition() model.Bounds {
	b := model.DefaultBounds()
	b.Replicas = []string{"r1", "r2", "r3"}
	b.MaxRecords, b.MaxEpoch, b.MaxCrashes = 3, 3, 2
	b.FetchMax, b.Retention, b.Lease = 1, 2, 1
	b.Acks = []string{model.AcksLeader, model.AcksAll}
	b.Drop, b.Duplicate, b.TimeOuts = true, true, true
	return b
}

func newModel(t testing.TB, b model.Bounds, properties ...model.Property) *model.Model {
	t.Helper()
	m, err := model.New(b, model.Checks{Properties: properties})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run returns the state after some steps, each an action and its argument.
func run(t testing.TB, m *model.Model, steps ...string) model.State {
	t.Helper()
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	k := m.Width()
	row := rows[:k]
	w := m.NewWorker()
	for _, step := range steps {
		var out explore.Successors
		if err := w.Successors(row, &out); err != nil {
			t.Fatal(err)
		}
		row = nil
		for i := range out.Len() {
			name, argument := m.Action(out.Labels[i])
			if name+" "+argument == step || argument == "" && name == step {
				row = out.Rows[i*k:][:k]
			}
		}
		if row == nil {
			t.Fatalf("%s is not possible", step)
		}
	}
	return m.Decode(row)
}

// committed are steps after which all three replicas hold record 1, which is
// committed, and two responses are in flight that tell the followers so.
var committed = []string{
	`Produce "all"`, "Fetch r2", "Receive r2", "Fetch r3", "Receive r3", "Fetch r2", "Fetch r3",
}

// after appends steps.
func after(steps []string, more ...string) []string {
	return append(append([]string(nil), steps...), more...)
}

// log has the given ids, all of epoch 1.
func log(ids ...int) (l model.Log) {
	for _, id := range ids {
		l = l.Append(model.Record{ID: id, Epoch: 1})
	}
	return l
}

// lookup returns a property or a constraint.
func lookup(t testing.TB, name string) model.Property {
	t.Helper()
	if p, ok := invariants.Lookup(name); ok {
		return p
	}
	for _, p := range invariants.Constraints() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no property %s", name)
	return model.Property{}
}

// why says why a property is false of a step, or of a state given twice, and
// is empty where it holds.
func why(m *model.Model, p *model.Property, s, next *model.State) string {
	falsifier := p.Falsifier(m, s, next)
	if falsifier == model.None {
		return ""
	}
	return p.Why(m, s, next, falsifier)
}

// eachStep calls visit for the steps from up to a number of reachable states,
// in breadth-first order; a state that is new is reported as well.
func eachStep(t testing.TB, m *model.Model, states int, visit func(s, next *model.State, isNew bool)) {
	t.Helper()
	k := m.Width()
	queue, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := m.NewWorker()
	seen := map[string]bool{}
	for at := 0; at < len(queue) && at < states*k; at += k {
		var out explore.Successors
		if err := w.Successors(queue[at:at+k], &out); err != nil {
			t.Fatal(err)
		}
		s := m.Decode(queue[at : at+k])
		for i := range out.Len() {
			row := out.Rows[i*k : (i+1)*k]
			next := m.Decode(row)
			key := fmt.Sprint(row)
			visit(&s, &next, !seen[key])
			if !seen[key] {
				seen[key] = true
				queue = append(queue, row...)
			}
		}
	}
}
