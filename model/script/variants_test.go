package script_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/model/script"
	"tidemark/spec"
)

// variantModel is the model of a variant's own configuration.
func variantModel(t *testing.T, v model.VariantInfo) *model.Model {
	t.Helper()
	c, err := spec.Load(v.Name, spec.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Model()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// counterexamples are shortest traces for what a variant breaks within its
// configuration: for what it breaks first, or with Continue for all of it.
func counterexamples(t *testing.T, v model.VariantInfo, opts explore.Options) (found []trace.Trace) {
	t.Helper()
	m := variantModel(t, v)
	opts.Workers, opts.Symmetry = 2, true
	res, err := explore.Check(t.Context(), m, opts)
	if err != nil {
		t.Fatal(err)
	}
	for i := range res.Violations {
		found = append(found, m.Counterexample(&res.Violations[i]))
	}
	return found
}

// TestEveryVariantAsScript turns counterexamples of every variant into scripts.
// Under the variant each gets to the same violation. Without it, it stops at
// the step that departs, and names the rule.
func TestEveryVariantAsScript(t *testing.T) {
	for _, v := range model.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			found := counterexamples(t, v, explore.Options{Continue: !testing.Short()})
			if len(found) == 0 {
				if v.Alternative {
					t.Skip("it is correct")
				}
				t.Fatal("nothing is violated within its configuration")
			}
			for _, tr := range found {
				t.Run(tr.Violation.Property, func(t *testing.T) { roundTrip(t, v, &tr) })
			}
		})
	}
}

func roundTrip(t *testing.T, v model.VariantInfo, tr *trace.Trace) {
	s, err := script.FromTrace(tr)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Header.Variants, v.Base) {
		t.Errorf("its header has the variants %v, its base is %v", s.Header.Variants, v.Base)
	}
	with, err := script.Replay(s, v.Name)
	if err != nil {
		t.Fatal(err)
	}
	if !with.Passed() || !violates(with, tr.Violation.Property) {
		t.Fatalf("under the variant: %+v\n%s", with.Failure, s)
	}
	without, err := script.Replay(s)
	if err != nil {
		t.Fatal(err)
	}
	f := without.Failure
	if f == nil {
		t.Fatalf("it passes without the variant:\n%s", s)
	}
	if tr.Departure == nil {
		t.Fatal("the model does not know where it departs")
	}
	if got, want := performed(s, f.Row), tr.Departure.Step-1; got != want {
		t.Errorf("without the variant it stops at step %d, not %d (%s): %s\n%s", got, want, tr.Departure.Text, f.Message, s)
	}
	if !strings.Contains(f.Message+f.After, v.Rule) {
		t.Errorf("%s is not named: %s; after %s\n%s", v.Rule, f.Message, f.After, s)
	}
	if len(without.Violations) > 0 {
		t.Errorf("without the variant %+v", without.Violations)
	}
}

func violates(r *script.Result, property string) bool {
	return slices.ContainsFunc(r.Violations, func(v script.Violation) bool { return v.Property == property })
}

// performed counts the commands down to a row.
func performed(s *script.Script, row int) int {
	n := 0
	for _, l := range s.Lines {
		if l.Command != nil && l.Command.Verb != "EXPECT" && l.Row <= row {
			n++
		}
	}
	return n
}

// TestReplayFollowsTheModel performs behaviours of the correct protocol, in all
// its parts: each must get to the states that the model went through, which is
// what FromTrace makes sure of.
func TestReplayFollowsTheModel(t *testing.T) {
	c, err := spec.Load("small", spec.Changes{Set: []string{"Replicas={r1, r2, r3}", "MaxEpoch=4", "MaxRecords=4", "LagMax=2"}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.New(c.Bounds, model.Checks{Properties: []model.Property{never}})
	if err != nil {
		t.Fatal(err)
	}
	walks := 0
	for seed := range uint64(40) {
		res, err := explore.Simulate(context.Background(), m, explore.SimOptions{Workers: 1, Seed: seed, Walks: 100, Depth: 60})
		if err != nil {
			t.Fatal(err)
		}
		for _, violation := range res.Violations {
			walks++
			tr := m.Trace(violation.Path)
			s, err := script.FromTrace(&tr)
			if err != nil {
				t.Fatal(err)
			}
			r, err := script.Replay(s)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Passed() {
				t.Fatalf("seed %d: %+v\n%s", seed, r.Failure, s)
			}
		}
	}
	if walks < 30 {
		t.Errorf("only %d walks got far enough", walks)
	}
}

// never ends a walk after some steps, of which one is an election.
var never = model.Property{
	Name: "Never", Kind: explore.Invariant, About: model.Everything,
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		if s.Crashes > 0 && s.LeaderEpoch > 2 && s.HW > 1 {
			return 0
		}
		return model.None
	},
	Premise: func(*model.Model, *model.State, *model.State) bool { return true },
	Why:     func(*model.Model, *model.State, *model.State, int) string { return "" },
}

// TestFromForeignTrace wants errors, not scripts, for what is no counterexample
// of the model.
func TestFromForeignTrace(t *testing.T) {
	v := model.Variants()[0]
	good := counterexamples(t, v, explore.Options{})[0]
	for name, spoil := range map[string]func(tr *trace.Trace){
		"no constants":   func(tr *trace.Trace) { tr.Source.Constants = nil },
		"unknown action": func(tr *trace.Trace) { tr.Steps[1].Action = "Jump" },
		"no arguments":   func(tr *trace.Trace) { tr.Steps[1].Action, tr.Steps[1].Args = "Fetch", nil },
		"other variables": func(tr *trace.Trace) {
			tr.Vars = []string{"x"}
			tr.Steps = []trace.Step{{State: []trace.Value{trace.Int(1)}}}
		},
		"other property": func(tr *trace.Trace) { tr.Violation.Property = "TypeOK" },
	} {
		tr := good
		tr.Steps = slices.Clone(good.Steps)
		violation := *good.Violation
		tr.Violation = &violation
		spoil(&tr)
		if s, err := script.FromTrace(&tr); err == nil {
			t.Errorf("%s:\n%s", name, s)
		}
	}
	if diff := cmp.Diff(good.Violation, counterexamples(t, v, explore.Options{})[0].Violation); diff != "" {
		t.Errorf("spoiled for good:\n%s", diff)
	}
}
