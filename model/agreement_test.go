package model_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"tidemark/explore"
	"tidemark/model"
)

// A comparison is one random configuration for both sides.
type comparison struct {
	partition
	claims  []claim
	options explore.Options
}

func (c *comparison) String() string {
	var names []string
	for _, p := range c.claims {
		names = append(names, p.name)
	}
	return fmt.Sprintf("%+v; workers %d, store %d; %s", c.Bounds, c.options.Workers, c.options.Store, strings.Join(names, " "))
}

// maxCompared is how many states a comparison reaches before both sides stop
// at the end of a level.
const maxCompared = 8_000

// draw returns a random configuration. Large bounds are rarer, so that many
// spaces are searched to their end.
func draw(rng *rand.Rand) *comparison {
	some := func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) }
	rarely := func() bool { return rng.IntN(4) == 0 }
	b := model.DefaultBounds()
	b.Replicas = []string{"r1", "r2", "r3"}[:some(4, 6)/2]
	n := len(b.Replicas)
	b.MaxRecords, b.MaxEpoch, b.LagMax = min(some(1, 3), some(1, 3)), min(some(1, 3), some(1, 3)), min(some(0, 2), some(0, 2))
	b.MinISR, b.MaxCrashes = some(1, n), max(0, some(-1, 2))
	b.FetchMax, b.Retention = some(0, 2), some(0, 2)
	if n == 3 {
		b.MaxRecords, b.MaxEpoch, b.MaxCrashes = min(b.MaxRecords, 2), min(b.MaxEpoch, 2), min(b.MaxCrashes, 1)
	}
	if rarely() {
		b.Lease = some(1, 2)
	}
	b.Acks = [][]string{{"1"}, {"1"}, {"all"}, {"1", "all"}}[rng.IntN(4)]
	b.Drop, b.Duplicate = rarely(), rarely()
	b.TimeOuts = slices.Contains(b.Acks, "all") && rarely()
	if some(0, 1) == 0 {
		b.Durability = model.Lossy
		if rng.IntN(2) == 0 {
			b.Variant = []string{"count-before-fsync"}
		}
	}
	c := &comparison{partition: partition{b}, claims: trueClaims()}
	rng.Shuffle(len(c.claims), func(i, j int) { c.claims[i], c.claims[j] = c.claims[j], c.claims[i] })
	if rarely() {
		for range some(1, 2) {
			c.claims = slices.Insert(c.claims, rng.IntN(len(c.claims)+1), falseClaims()[rng.IntN(len(falseClaims()))])
		}
	}
	c.options = explore.Options{Workers: some(1, 3), MaxStates: maxCompared}
	if rarely() {
		c.options.Store = explore.Hash
	}
	return c
}

// TestEngineAgreesWithReference draws configurations and wants the same
// counts, verdict and length of the counterexample from the packed model under
// the engine and from the reference.
func TestEngineAgreesWithReference(t *testing.T) {
	const seed, configurations = 20, 200
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	results := make([]*found, configurations)
	queue := make(chan func())
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for work := range queue {
				work()
			}
		})
	}
	for i := range results {
		c := draw(rng)
		queue <- func() { results[i] = compare(t, c) }
	}
	close(queue)
	wait.Wait()
	if !t.Failed() {
		assess(t, results)
	}
}

// compare returns what the reference found.
func compare(t *testing.T, c *comparison) *found {
	want := c.search(c.claims, maxCompared, 0)
	if want.property >= 0 && want.claim.native.Falsifier == nil && len(c.Variant) == 0 {
		t.Errorf("%v: the correct protocol breaks %s", c, want.claim.name)
	}
	var checks model.Checks
	for _, p := range c.claims {
		checks.Properties = append(checks.Properties, p.property())
	}
	m, err := model.New(c.Bounds, checks)
	if err != nil {
		t.Errorf("%v: %v", c, err)
		return want
	}
	got, err := explore.Check(t.Context(), m, c.options)
	if err != nil {
		t.Errorf("%v: %v", c, err)
		return want
	}
	if g, w := summary(got), want.String(); g != w {
		t.Errorf("%v:\n got %s\nwant %s", c, g, w)
	}
	if len(got.Violations) > 0 {
		if problem := c.follow(m, got.Violations[0]); problem != "" {
			t.Errorf("%v: %s", c, problem)
		}
	}
	want.worlds = nil
	return want
}

// String leaves out what the engine does not tell.
func (r *found) String() string {
	verdict := explore.Holds
	switch {
	case r.property >= 0:
		verdict = explore.Violated
	case !r.finished:
		verdict = explore.Unknown
	}
	var actions []int
	for _, a := range model.Actions() {
		actions = append(actions, r.actions[a.Name])
	}
	return fmt.Sprintf("%v: %d distinct, %d generated %v, depth %d; property %d, length %d",
		verdict, r.distinct, r.generated, actions, r.depth, r.property, r.length)
}

// summary spells the engine's answer as the reference does.
func summary(r *explore.Result) string {
	property, length := -1, 0
	for _, v := range r.Violations {
		property, length = v.Property, len(v.Path)
	}
	var actions []uint64
	for _, a := range r.Actions {
		actions = append(actions, a.Generated)
	}
	return fmt.Sprintf("%v: %d distinct, %d generated %v, depth %d; property %d, length %d",
		r.Verdict, r.Distinct, r.Generated, actions, r.Depth, property, length)
}

// follow walks a counterexample through the reference, and says where it is no
// behaviour, or that its end violates nothing.
func (c *comparison) follow(m *model.Model, v explore.Violation) string {
	at := plain(m, v.Path[0].Row)
	from := at
	if !slices.ContainsFunc(c.start(), func(w *world) bool { return w.String() == at.String() }) {
		return "the counterexample starts in no initial state"
	}
	for i, s := range v.Path[1:] {
		from = at
		at = plain(m, s.Row)
		action := model.Actions()[s.Label.Action()].Name
		if !slices.ContainsFunc(c.next(from), func(to move) bool {
			return to.action == action && to.arg == s.Label.Argument() && to.to.String() == at.String()
		}) {
			return fmt.Sprintf("step %d of the counterexample is no step", i+1)
		}
	}
	p := c.claims[v.Property]
	if !p.step {
		from = at
	}
	if !p.broken(&c.partition, from, at) {
		return "the counterexample does not violate " + p.name
	}
	return ""
}

// assess wants configurations of all kinds, and most of them not tiny.
func assess(t *testing.T, results []*found) {
	var sizes []int
	actions := map[string]int{}
	holds, violated, byVariant, cut := 0, 0, 0, 0
	for _, r := range results {
		sizes = append(sizes, r.distinct)
		for name, n := range r.actions {
			actions[name] += n
		}
		switch {
		case r.property >= 0:
			violated++
			if r.claim.native.Falsifier == nil {
				byVariant++
			}
		case r.finished:
			holds++
		default:
			cut++
		}
	}
	slices.Sort(sizes)
	median := sizes[len(sizes)/2]
	t.Logf("%d hold, %d are violated (%d by the variant), %d were cut off at %d states; median %d states, steps %v",
		holds, violated, byVariant, cut, maxCompared, median, actions)
	if median < 1000 || holds < 50 || violated < 40 || byVariant < 4 || len(actions) < len(model.Actions()) {
		t.Error("the configurations are too small or too much alike")
	}
}
