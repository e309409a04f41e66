package align_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
	"tidemark/spec/align"
)

// load returns an embedded configuration.
func load(t *testing.T, name string, changes spec.Changes) *spec.Configuration {
	t.Helper()
	c, err := spec.Load(name, changes)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// aligned wants model and module to agree within a configuration, as far as a
// number of states goes.
func aligned(t *testing.T, c *spec.Configuration, states uint64) {
	t.Helper()
	rep, err := align.Check(context.Background(), c, explore.Options{Symmetry: true, MaxStates: states})
	if err != nil {
		t.Fatal(err)
	}
	if d := rep.Difference; d != nil {
		t.Fatalf("after %d states: %s", len(d.Trace.Steps), d.Text)
	}
	t.Logf("%d states, %d transitions, complete: %t", rep.States, rep.Transitions, rep.Complete)
}

// TestVariants compares the module with the model under every variant and
// alternative, at the bounds at which it is killed: as many states as a second
// or so allows, and all those of its counterexample, where it departs from the
// protocol.
func TestVariants(t *testing.T) {
	for _, v := range model.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			c := load(t, v.Name, spec.Changes{})
			aligned(t, c, 2_000)
			path := counterexample(t, c)
			if len(path) == 0 && !v.Alternative {
				t.Fatal("there is no counterexample")
			}
			if text, err := align.Along(c, path); text != "" || err != nil {
				t.Errorf("along the counterexample: %s, %v", text, err)
			}
		})
	}
}

// counterexample is a shortest one, if there is any.
func counterexample(t *testing.T, c *spec.Configuration) []explore.Step {
	t.Helper()
	m, err := c.Model()
	if err != nil {
		t.Fatal(err)
	}
	res, err := explore.Check(context.Background(), m, explore.Options{MaxStates: 500_000})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Violations) == 0 {
		return nil
	}
	return res.Violations[0].Path
}

// TestCorrectProtocol compares the beginning of every embedded configuration,
// and a small space as a whole, without symmetry.
func TestCorrectProtocol(t *testing.T) {
	for _, name := range spec.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			aligned(t, load(t, name, spec.Changes{}), 3_000)
		})
	}
	small := load(t, "small", spec.Changes{Set: []string{"MaxRecords = 1", "MaxEpoch = 2"}})
	rep, err := align.Check(context.Background(), small, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Difference != nil || !rep.Complete || rep.States < 5_000 {
		t.Errorf("difference %v, complete %t, %d states", rep.Difference, rep.Complete, rep.States)
	}
}

// TestCombinations compares them with several variants on at once.
func TestCombinations(t *testing.T) {
	const seed = 5
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	combinations := [][]string{{"follower-hw-from-leo", "no-fencing"}}
	all := model.Variants()
	for range 15 {
		var names []string
		for range 2 + rng.IntN(3) {
			names = append(names, all[rng.IntN(len(all))].Name)
		}
		combinations = append(combinations, names)
	}
	for _, names := range combinations {
		t.Run(strings.Join(names, "+"), func(t *testing.T) {
			t.Parallel()
			aligned(t, load(t, "small", spec.Changes{Variants: names, Set: []string{"MaxRecords = 1"}}), 1_500)
		})
	}
}

// TestDifference wants a model that departs from the module to be found out: one
// whose variant the module is not told of.
func TestDifference(t *testing.T) {
	for _, test := range []struct{ variant, want string }{
		{"shrink-at-limit", "only the native model takes ShrinkISR("},
		{"min-isr-blocks-shrink", "LaggardCanLeave is true in the module and false natively"},
		{"caught-up-needs-equality", "lastCaughtUp is "},
		{"count-sent-as-replicated", "hw is 0 in the module and 1 natively"},
		{"elect-outside-isr", "CommittedSurvives is true in the module and false natively"},
		{"consumer-reads-above-hw", "ConsumedSurvives is true in the module and false natively"},
	} {
		t.Run(test.variant, func(t *testing.T) {
			c := load(t, test.variant, spec.Changes{})
			text, states, err := align.WithoutVariants(context.Background(), c, explore.Options{Symmetry: true})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text, test.want) || states < 2 {
				t.Errorf("after %d states: %q, want %q", states, text, test.want)
			}
		})
	}
}
