package model_test

import (
	"fmt"
	"testing"

	"tidemark/explore"
	"tidemark/model"
)

// replicas are n names.
func replicas(n int) []string {
	return []string{"r1", "r2", "r3", "r4", "r5", "r6", "r7"}[:n]
}

// within returns the default bounds for some replicas, records and epochs,
// with changes.
func within(n, records, epochs int, changes ...func(b *model.Bounds)) model.Bounds {
	b := model.DefaultBounds()
	b.Replicas, b.MaxRecords, b.MaxEpoch = replicas(n), records, epochs
	for _, change := range changes {
		change(&b)
	}
	return b
}

// orbits are bounds whose states can be renamed in every way. A depth of 0 is
// the whole space.
var orbits = []struct {
	name   string
	depth  int
	bounds model.Bounds
}{
	{"two replicas", 0, within(2, 2, 3)},
	{"two replicas and everything", 12, within(2, 2, 2, func(b *model.Bounds) {
		b.MaxCrashes, b.FetchMax, b.Retention, b.Lease = 1, 1, 1, 1
		b.Acks = []string{"1", "all"}
		b.Drop, b.Duplicate, b.TimeOuts, b.Durability = true, true, true, model.Lossy
	})},
	{"three replicas, one epoch", 0, within(3, 1, 1, func(b *model.Bounds) { b.Drop = true })},
	{"three replicas, stale packets", 10, within(3, 1, 3, func(b *model.Bounds) { b.LagMax = 0 })},
	{"three replicas, crashes", 8, within(3, 2, 2, func(b *model.Bounds) { b.MaxCrashes, b.Lease = 1, 1 })},
	{"four replicas, one epoch", 8, within(4, 2, 1, func(b *model.Bounds) { b.LagMax = 0 })},
	{"four replicas, stale packets", 7, within(4, 1, 2, func(b *model.Bounds) { b.LagMax = 0 })},
}

// TestSymmetricCountsAreOrbitCounts wants as many states under symmetry as the
// reference has orbits, counted by trying every renaming of every state.
func TestSymmetricCountsAreOrbitCounts(t *testing.T) {
	for _, test := range orbits {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := partition{test.bounds}
			all := p.search(nil, 0, test.depth)
			want := countOrbits(&p, all)
			m, err := model.New(test.bounds, model.Checks{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := explore.Check(t.Context(), m, explore.Options{Symmetry: true, MaxDepth: test.depth})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d states in %d orbits", all.distinct, r.Distinct)
			if got := fmt.Sprint(r.Distinct, r.Generated, r.Depth); got != want {
				t.Errorf("orbits, generated and depth are %s, want %s", got, want)
			}
		})
	}
}

// countOrbits returns the numbers of orbits, of initial states and of what is
// generated from one state of each orbit, and the depth.
func countOrbits(p *partition, all *found) string {
	renamings := permutations(len(p.Replicas))
	orbits := map[string]bool{}
	generated := len(p.start())
	for _, w := range all.worlds {
		least := w.String()
		for _, to := range renamings {
			least = min(least, w.rename(to).String())
		}
		if orbits[least] {
			continue
		}
		orbits[least] = true
		if all.finished || w.level < all.depth {
			generated += len(p.next(w))
		}
	}
	return fmt.Sprint(len(orbits), generated, all.depth)
}

// TestSymmetricVerdicts wants the same verdict and length of the counterexample
// with and without symmetry, and a counterexample that is a behaviour.
func TestSymmetricVerdicts(t *testing.T) {
	bounds := []model.Bounds{
		within(2, 2, 2, func(b *model.Bounds) { b.Acks = []string{"all"} }),
		within(3, 1, 2, func(b *model.Bounds) { b.LagMax, b.MaxCrashes = 0, 1 }),
		within(3, 2, 1, func(b *model.Bounds) {
			b.MaxCrashes, b.Durability, b.Variant = 1, model.Lossy, []string{"count-before-fsync"}
		}),
	}
	violated := 0
	for _, b := range bounds {
		for _, property := range append(falseClaims(), trueClaims()...) {
			c := comparison{partition: partition{b}, claims: []claim{property}}
			m, err := model.New(b, model.Checks{Properties: []model.Property{property.property()}})
			if err != nil {
				t.Fatal(err)
			}
			var answers []string
			for _, symmetry := range []bool{false, true} {
				r, err := explore.Check(t.Context(), m, explore.Options{Symmetry: symmetry, MaxDepth: 10})
				if err != nil {
					t.Fatal(err)
				}
				length := 0
				for _, v := range r.Violations {
					violated++
					length = len(v.Path)
					if problem := c.follow(m, v); problem != "" {
						t.Errorf("%s, symmetry %t: %s", property.name, symmetry, problem)
					}
				}
				answers = append(answers, fmt.Sprintf("%v, %d states long", r.Verdict == explore.Violated, length))
			}
			if answers[0] != answers[1] {
				t.Errorf("%s in %+v: violated %s; under symmetry %s", property.name, b, answers[0], answers[1])
			}
		}
	}
	t.Logf("%d violations", violated)
	if violated < 30 {
		t.Error("too few violations to compare")
	}
}
