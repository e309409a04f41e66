package render_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore/trace"
)

// round is a trace that goes round.
func round() trace.Trace {
	const step, jump = "line 5, col 9 to line 5, col 24 of module Loop", "line 6, col 9 to line 6, col 23 of module Loop"
	at := func(x int) []trace.Value { return []trace.Value{trace.Int(x)} }
	return trace.Trace{
		Source:    trace.Source{System: "Loop", Init: "Init", Next: "Next"},
		Violation: &trace.Violation{Property: "Live", Kind: "temporal property"},
		Vars:      []string{"x"},
		Steps:     []trace.Step{{State: at(0)}, {Action: "Step", Rule: step, State: at(1)}, {Action: "Step", Rule: step, State: at(2)}},
		Loop:      &trace.Loop{State: 2, Action: "Jump", Rule: jump},
	}
}

// TestLoop wants a trace that goes round as TLC would print and write it, and a
// module in which TLC finds it.
func TestLoop(t *testing.T) {
	tlc := func(w io.Writer, t *trace.Trace) error { return render.TLC(w, t, nil) }
	tlcJSON := func(w io.Writer, t *trace.Trace) error { return render.TLCJSON(w, t, nil) }
	tla := func(w io.Writer, t *trace.Trace) error { return render.TLA(w, t, "") }
	for _, tt := range []struct {
		name  string
		write func(io.Writer, *trace.Trace) error
		want  string
	}{
		{"tlc", tlc, `Error: Temporal property Live was violated.

Error: The following behavior constitutes a counter-example:

State 1: <Initial predicate>
x = 0

State 2: <Step line 5, col 9 to line 5, col 24 of module Loop>
x = 1

State 3: <Step line 5, col 9 to line 5, col 24 of module Loop>
x = 2

Back to state 2: <Jump line 6, col 9 to line 6, col 23 of module Loop>
`},
		{"tlc-json", tlcJSON, `{"counterexample":{"action":[` +
			`[[1,{"x":0}],{"name":"Step","location":{"beginLine":5,"beginColumn":9,"endLine":5,"endColumn":24,"module":"Loop"}},[2,{"x":1}]],` +
			`[[2,{"x":1}],{"name":"Step","location":{"beginLine":5,"beginColumn":9,"endLine":5,"endColumn":24,"module":"Loop"}},[3,{"x":2}]],` +
			`[[3,{"x":2}],{"name":"Jump","location":{"beginLine":6,"beginColumn":9,"endLine":6,"endColumn":23,"module":"Loop"}},[2,{"x":1}]]],` +
			`"state":[[1,{"x":0}],[2,{"x":1}],[3,{"x":2}]]},"vars":["x"]}` + "\n"},
		{"tla", tla, `    \/ /\ TraceAt = 3 /\ TraceAt' = 2 \* Jump
       /\ x' = 1
       /\ Next

TraceSpec == TraceInit /\ [][TraceNext]_TraceVars /\ WF_TraceVars(TraceNext)
====

---- CONFIG LoopTrace ----
SPECIFICATION TraceSpec
PROPERTY Live
CHECK_DEADLOCK TRUE
====
`},
		{"mermaid", render.Mermaid, "    Note over m: back to state 2: Jump\n"},
		{"dot", render.DOT, "    3 -> 2 [label=\"back to state 2: Jump\", style=dashed]\n}\n"},
	} {
		var b bytes.Buffer
		tr := round()
		if err := tt.write(&b, &tr); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s (-want +got):\n%s", tt.name, cmp.Diff(tt.want, got))
		}
	}
}

// TestUnnamedLoop wants a step back that has no name.
func TestUnnamedLoop(t *testing.T) {
	tr := round()
	tr.Loop = &trace.Loop{State: 2}
	for want, write := range map[string]func(io.Writer) error{
		"x = 2\n\nBack to state 2\n":         func(w io.Writer) error { return render.TLC(w, &tr, nil) },
		"    Note over m: back to state 2\n": func(w io.Writer) error { return render.Mermaid(w, &tr) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(b.String(), want) {
			t.Errorf("want %s, got %s", want, b.String())
		}
	}
}

// TestStuttering wants a trace after whose last state nothing happens.
func TestStuttering(t *testing.T) {
	tr := round()
	tr.Loop = &trace.Loop{State: 3}
	for want, write := range map[string]func(io.Writer) error{
		"State 4: Stuttering\n":                   func(w io.Writer) error { return render.TLC(w, &tr, nil) },
		`[[3,{"x":2}],{"name":"Step","location":`: func(w io.Writer) error { return render.TLCJSON(w, &tr, nil) },
		"/ TraceAt = 3 /\\ UNCHANGED TraceVars\n": func(w io.Writer) error { return render.TLA(w, &tr, "") },
		"stuttering: nothing happens any more\n":  func(w io.Writer) error { return render.Trace(w, tr, render.Style{}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("want %s, got %s", want, b.String())
		}
	}
}

// TestTLAForms wants the cases in which a trace becomes a module of another form.
func TestTLAForms(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		change     func(*trace.Trace)
		want       string // in the module, or in the error
		fails      bool
	}{
		{"alone", "", func(t *trace.Trace) { t.Source.Next = "" }, "VARIABLES TraceAt, x\n", false},
		{"with an alias", "", func(t *trace.Trace) { t.Source.Alias = "Short" }, "VARIABLES TraceAt, x\n", false},
		{"deadlock", "", func(t *trace.Trace) { t.Loop, t.Violation.Kind = nil, "deadlock" }, "\\/ /\\ TraceAt = 3 /\\ TraceAt' = 0 \\* there must be no such step\n       /\\ Next\n", false},
		{"model values", "", func(t *trace.Trace) { t.Steps[0].State[0] = trace.Model("node-1") }, "    /\\ x = m_node_1\n", false},
		{"declared model values", "", func(t *trace.Trace) {
			t.Source.Constants = []trace.Arg{{Name: "a1", Value: trace.Model("a1")}, {Name: "M!N", Value: trace.Int(1)}}
			t.Source.Overrides = []trace.Override{{Constant: "K", Definition: "MCK"}}
		}, "CONSTANTS\n    a1 = a1\n    N = [M] 1\n    K <- MCK\nSPECIFICATION", false},
		{"negative", "", func(t *trace.Trace) { t.Steps[0].State[0] = trace.Set(trace.Int(-1)) }, "EXTENDS Loop, Integers\n", false},
		{"file", "a/My_1.tla", func(*trace.Trace) {}, "---- MODULE My_1 ----\n", false},
		{"its own name", "Loop.tla", func(*trace.Trace) {}, "expected another name than that of the module Loop itself", true},
		{"no name", "1.tla", func(*trace.Trace) {}, "expected a file with the name of a module", true},
		{"no variable", "", func(t *trace.Trace) { t.Vars[0] = "a b" }, `"a b" can't name a variable`, true},
		{"no value", "", func(t *trace.Trace) { t.Steps[0].State[0] = trace.Model("Nat \\ {0}") }, "has no form that TLC would read", true},
	} {
		tr := round()
		tt.change(&tr)
		var b bytes.Buffer
		err := render.TLA(&b, &tr, tt.file)
		got := b.String()
		if err != nil {
			got = err.Error()
		}
		if (err != nil) != tt.fails || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestTLCWraps wants values broken into lines where TLC breaks them.
func TestTLCWraps(t *testing.T) {
	record := func(n int) trace.Value {
		return trace.Record(trace.Field{Name: "identifier", Value: trace.Int(n)}, trace.Field{Name: "epoch", Value: trace.Sequence(trace.Int(n), trace.Int(n))})
	}
	wide := trace.Function(
		trace.Pair{Key: trace.Model("r1"), Value: trace.Sequence()},
		trace.Pair{Key: trace.Model("r2"), Value: trace.Set(record(1), record(2), record(3))},
	)
	tr := trace.Trace{Vars: []string{"x", "y"}, Steps: []trace.Step{{State: []trace.Value{wide, trace.Int(1)}}}}
	var b bytes.Buffer
	if err := render.TLC(&b, &tr, nil); err != nil {
		t.Fatal(err)
	}
	want := `State 1: <Initial predicate>
/\ x = ( r1 :> <<>> @@
  r2 :>
      { [identifier |-> 1, epoch |-> <<1, 1>>],
        [identifier |-> 2, epoch |-> <<2, 2>>],
        [identifier |-> 3, epoch |-> <<3, 3>>] } )
/\ y = 1

`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
