package model_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
)

// TestReadTrace turns behaviours into traces, and wants the same model and
// behaviour back.
func TestReadTrace(t *testing.T) {
	m, err := model.New(everything(), model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		path := behaviour(t, m, 30)
		tr := m.Trace(path)
		again, read, err := model.ReadTrace(&tr, model.Checks{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m.Bounds(), again.Bounds()); d != "" {
			t.Fatalf("bounds (-want +got):\n%s", d)
		}
		read[0].Label = path[0].Label // meaningless
		if d := cmp.Diff(path, read); d != "" {
			t.Fatalf("path (-want +got):\n%s", d)
		}
	})
}

// taking returns the behaviour of those steps, from the first initial state on.
func taking(t *testing.T, m *model.Model, labels ...explore.Label) []explore.Step {
	t.Helper()
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := []explore.Step{{Row: rows[:m.Width()]}}
	w := m.NewWorker()
	for _, label := range labels {
		var out explore.Successors
		if err := w.Successors(path[len(path)-1].Row, &out); err != nil {
			t.Fatal(err)
		}
		i := slices.Index(out.Labels, label)
		if i < 0 {
			t.Fatalf("no step %v", label)
		}
		path = append(path, explore.Step{Label: label, Row: out.Rows[i*m.Width() : (i+1)*m.Width()]})
	}
	return path
}

// TestReadTraceRefuses wants an error for each way in which a trace can be none
// of the model.
func TestReadTraceRefuses(t *testing.T) {
	m, err := model.New(everything(), model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	path := taking(t, m, explore.MakeLabel(model.Produce, 0), explore.MakeLabel(model.Fetch, 1), explore.MakeLabel(model.Tick, 0))
	set := func(step int, name string, v trace.Value) func(*trace.Trace) {
		return func(t *trace.Trace) { t.Steps[step].State[slices.Index(t.Vars, name)] = v }
	}
	constant := func(name string, v trace.Value) func(*trace.Trace) {
		return func(t *trace.Trace) {
			i := slices.IndexFunc(t.Source.Constants, func(a trace.Arg) bool { return a.Name == name })
			t.Source.Constants[i].Value = v
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*trace.Trace)
		want   string
	}{
		{"no constants", func(t *trace.Trace) { t.Source.Constants = nil }, "Replicas: expected a trace that gives this constant"},
		{"foreign constant", func(t *trace.Trace) { t.Source.Constants[3].Name = "Lag" }, "Lag: the module Partition has no such constant"},
		{"kind of constant", constant("Drop", trace.Int(1)), "Drop: this is no value"},
		{"constant out of range", constant("LagMax", trace.Int(99)), "LagMax: expected 0 to 14"},
		{"other replicas", constant("Replicas", trace.Set(trace.Model("a"), trace.Model("b"))), "step 1: its replicas are not those of the constant"},
		{"no steps", func(t *trace.Trace) { t.Steps = nil }, "the trace has no steps"},
		{"initial state", set(0, "hw", trace.Int(1)), "step 1: this is no initial state"},
		{"effect", set(1, "produced", trace.Int(2)), `step 2: Produce("1") does not lead to this state`},
		{"beyond the bounds", set(1, "produced", trace.Int(9)), "step 2: the state is outside the bounds"},
		{"impossible", func(t *trace.Trace) { t.Steps[1].Action, t.Steps[1].Args[0].Value = "Restart", trace.Model("r1") }, "step 2: the model can't take Restart(r1)"},
		{"action", func(t *trace.Trace) { t.Steps[1].Action = "Jump" }, `step 2: "Jump" is no action`},
		{"argument", func(t *trace.Trace) { t.Steps[2].Args[0].Value = trace.Int(1) }, "step 3: Fetch can't have the argument 1"},
		{"record", func(t *trace.Trace) { t.Steps[1].Action, t.Steps[1].Args[0].Value = "Ack", trace.Int(4) }, "step 2: Ack can't have the argument 4"},
		{"arguments", func(t *trace.Trace) { t.Steps[3].Args = t.Steps[2].Args }, "step 4: Tick has 1 arguments"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := m.Trace(path)
			tt.change(&tr)
			_, _, err := model.ReadTrace(&tr, model.Checks{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			var bound *model.BoundError
			if errors.As(err, &bound) != !strings.Contains(tt.want, "step") {
				t.Errorf("%T", err)
			}
		})
	}
}
