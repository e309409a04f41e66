package module_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"tidemark/cmd/tidemark/internal/module"
	"tidemark/explore"
	"tidemark/spec/cfg"
	"tidemark/spec/tla/eval"
)

// load reads a module M and its configuration from texts.
func load(t *testing.T, body, config string, changes module.Changes) (*module.Module, error) {
	t.Helper()
	files := map[string]string{"M.tla": "---- MODULE M ----\n" + body + "\n====\n", "M.cfg": config}
	return module.Load(module.Request{File: "M.tla", Changes: changes, ReadFile: func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}})
}

// walk counts to 5 in three ways, so that several states of a level fail.
const walk = `EXTENDS Integers, Sequences
VARIABLES x, way
Init == x = 0 /\ way \in 1..3
Next == x < 5 /\ x' = x + Step(x) /\ UNCHANGED way
InState == x # 3 \/ Head(<<>>) = way
Within == [][x # 3 \/ Head(<<>>) = way]_x
Small == x < 3
Symmetric == {}
Fits == x # 3 \/ Head(<<>>) = way
`

// The same behaviour is found for any number of workers and for both stores,
// wherever the evaluation fails.
func TestFaults(t *testing.T) {
	const always, failing = "Step(n) == 1\n", "Step(n) == IF n = 3 THEN Head(<<>>) ELSE 1\n"
	for _, c := range []struct{ name, step, config, what string }{
		{"successors", failing, "", "the steps from the last state"},
		{"invariant", always, "INVARIANT InState", "the last state"},
		{"step property", always, "PROPERTY Within", "the last step"},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := strings.Replace(walk, "Init ==", c.step+"Init ==", 1)
			m, err := load(t, body, "INIT Init NEXT Next CHECK_DEADLOCK FALSE "+c.config, module.Changes{})
			if err != nil {
				t.Fatal(err)
			}
			for _, opts := range []explore.Options{{Workers: 1}, {Workers: 4}, {Workers: 2, Store: explore.Hash}, {Workers: 2, Continue: true}} {
				g := module.Guard(m.System)
				res, err := explore.Check(t.Context(), g, opts)
				if err != nil {
					t.Fatal(err)
				}
				f := g.TakeFault(res)
				if f == nil || len(res.Violations) > 0 || res.Verdict != explore.Unknown {
					t.Fatalf("fault %v, result %+v", f, res)
				}
				var failed *eval.Error
				if !errors.As(f.Err, &failed) || !strings.Contains(failed.Message, "Head of the empty sequence") {
					t.Errorf("error %v", f.Err)
				}
				tr, err := m.Trace(f.Path)
				if err != nil {
					t.Fatal(err)
				}
				var shown []string
				for _, s := range tr.Steps {
					shown = append(shown, fmt.Sprint(s.State[0].Int(), "/", s.State[1].Int()))
				}
				want := "0/1 1/1 2/1 3/1"
				if c.what == "the last step" {
					want += " 4/1"
				}
				if got := strings.Join(shown, " "); got != want || f.What != c.what {
					t.Errorf("with %+v: %s fails after %s, want %s after %s", opts, f.What, got, c.what, want)
				}
			}
		})
	}
}

// A violation of the module's own counts, also where something else fails in
// the same state; unless what fails is listed before it.
func TestViolationBeforeFault(t *testing.T) {
	body := strings.Replace(walk, "Init ==", "Step(n) == 1\nInit ==", 1)
	var m *module.Module
	for _, c := range []struct{ invariants, violated string }{
		{"Small InState", "Small"},
		{"InState Small", ""}, // InState has no value where Small is false
	} {
		var err error
		if m, err = load(t, body, "INIT Init NEXT Next INVARIANT "+c.invariants, module.Changes{}); err != nil {
			t.Fatal(err)
		}
		g := module.Guard(m.System)
		res, err := explore.Check(t.Context(), g, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := g.TakeFault(res)
		if c.violated == "" {
			if f == nil || f.What != "the last state" || len(res.Violations) != 0 {
				t.Errorf("%s: fault %v, violations %+v", c.invariants, f, res.Violations)
			}
		} else if f != nil || len(res.Violations) != 1 || res.Violations[0].Name != c.violated {
			t.Errorf("%s: fault %v, violations %+v", c.invariants, f, res.Violations)
		}
	}
	if m.Place("Small") != "line 9, col 10 to line 9, col 14 of module M" || m.Place("None") != "" {
		t.Errorf("place %q", m.Place("Small"))
	}
}

// A constraint that can't be evaluated ends the search, with the state.
func TestConstraintFault(t *testing.T) {
	body := strings.Replace(walk, "Init ==", "Step(n) == 1\nInit ==", 1)
	for _, keyword := range []string{"CONSTRAINT", "ACTION_CONSTRAINT"} {
		m, err := load(t, body, "INIT Init NEXT Next "+keyword+" Fits", module.Changes{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = explore.Check(t.Context(), module.Guard(m.System), explore.Options{CheckDeadlock: false})
		f := module.FaultOf(err)
		if f == nil || len(f.Path) != 1 || f.What != "a constraint in this state" {
			t.Errorf("%s: error %v, fault %+v", keyword, err, f)
		}
	}
}

func TestChanges(t *testing.T) {
	const body = "CONSTANTS N, S\nVARIABLE x\nInit == x = N\nNext == x' = x\nA == TRUE\nB == TRUE\nP == [][TRUE]_x"
	const config = "CONSTANTS N = 1 S = {a} INIT Init NEXT Next PROPERTY P INVARIANT A"
	for _, c := range []struct {
		changes module.Changes
		checks  string
		n       string
	}{
		{module.Changes{}, "P A", "1"},
		{module.Changes{Set: []string{"N = 7"}}, "P A", "7"},
		{module.Changes{Invariants: []string{"B", "A"}}, "B A P", "1"},
		{module.Changes{Properties: []string{}}, "A", "1"},
		{module.Changes{Invariants: []string{}, Properties: []string{"P"}, Set: []string{`N="x"`}}, "P", `"x"`},
	} {
		m, err := load(t, body, config, c.changes)
		if err != nil {
			t.Fatal(err)
		}
		var checks []string
		for _, check := range m.Config.Checks {
			checks = append(checks, check.Text)
		}
		if got := strings.Join(checks, " "); got != c.checks {
			t.Errorf("%+v: checks %s, want %s", c.changes, got, c.checks)
		}
		if got := m.Constants()[0]; got.Name != "N" || got.Value.String() != c.n {
			t.Errorf("%+v: constant %v, want %s", c.changes, got, c.n)
		}
	}
	for _, changes := range []module.Changes{
		{Set: []string{"M=1"}}, {Set: []string{"N"}}, {Set: []string{"N=1", "N=2"}}, {Set: []string{"N=1+1"}}, {Invariants: []string{"C"}},
	} {
		_, err := load(t, body, config, changes)
		var e *cfg.Error
		if !errors.As(err, &e) || e.File != "" {
			t.Errorf("%+v: error %v, want one of the command line", changes, err)
		}
	}
}
