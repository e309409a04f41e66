package model_test

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
)

// behaviour draws a behaviour of at most the given number of states.
func behaviour(t *rapid.T, m *model.Model, states int) []explore.Step {
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	width := m.Width()
	first := rapid.IntRange(0, len(rows)/width-1).Draw(t, "initial state")
	path := []explore.Step{{Row: rows[first*width:][:width]}}
	w := m.NewWorker()
	for range states - 1 {
		var out explore.Successors
		if err := w.Successors(path[len(path)-1].Row, &out); err != nil {
			t.Fatal(err)
		}
		if out.Len() == 0 {
			break
		}
		i := rapid.IntRange(0, out.Len()-1).Draw(t, "successor")
		path = append(path, explore.Step{Label: out.Labels[i], Row: slices.Clone(out.Rows[i*width:][:width])})
	}
	return path
}

// everything are bounds under which each action can happen.
func everything() model.Bounds {
	b := model.DefaultBounds()
	b.Replicas = []string{"r1", "r2", "r3"}
	b.MaxRecords, b.MaxEpoch, b.MaxCrashes = 3, 3, 2
	b.FetchMax, b.Retention, b.Lease = 1, 2, 2
	b.Acks = []string{model.AcksLeader, model.AcksAll}
	b.Drop, b.Duplicate, b.TimeOuts = true, true, true
	b.Durability = model.Lossy
	return b
}

// TestTraceRoundTrip turns behaviours into traces, writes and reads them, and
// wants the same states back.
func TestTraceRoundTrip(t *testing.T) {
	m, err := model.New(everything(), model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		path := behaviour(t, m, 30)
		var file bytes.Buffer
		if err := trace.WriteJSON(&file, m.Trace(path)); err != nil {
			t.Fatal(err)
		}
		tr, err := trace.ReadJSON("t.json", file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if len(tr.Steps) != len(path) {
			t.Fatalf("%d steps of %d", len(tr.Steps), len(path))
		}
		for i, step := range path {
			names, s, err := model.ReadState(&tr, i)
			if err != nil {
				t.Fatal(err)
			}
			if want := m.Decode(step.Row); s != want || !slices.Equal(names, m.Bounds().Replicas) {
				t.Fatalf("step %d: got %+v of %s, want %+v", i+1, s, names, want)
			}
		}
	})
}

func TestReadStateOfAnotherModule(t *testing.T) {
	m, err := model.New(everything(), model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := m.Init(nil)
	good := m.Trace([]explore.Step{{Row: rows[:m.Width()]}})
	if _, _, err := model.ReadState(&good, 0); err != nil {
		t.Fatal(err)
	}
	for i, name := range good.Vars {
		bad := good
		bad.Steps = slices.Clone(good.Steps)
		bad.Steps[0].State = slices.Clone(good.Steps[0].State)
		bad.Steps[0].State[i] = trace.String("something else")
		if name == "alive" {
			continue // anything but TRUE is FALSE
		}
		if _, _, err := model.ReadState(&bad, 0); err == nil {
			t.Errorf("%s may have any value", name)
		}
	}
	other := trace.Trace{Vars: []string{"x"}, Steps: []trace.Step{{State: []trace.Value{trace.Int(1)}}}}
	if _, _, err := model.ReadState(&other, 0); err == nil {
		t.Error("a trace of another module was read")
	}
}
