package model_test

import (
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// TestConstraints compares searches with a constraint on states and one on
// steps with a search of the reference that neither counts nor expands what
// they exclude.
func TestConstraints(t *testing.T) {
	constraints := map[string]model.Property{}
	for _, c := range invariants.Constraints() {
		constraints[c.Name] = c
	}
	oneInFlight := func(w, _ *world) bool {
		n := 0
		for _, r := range w.nodes {
			if r.inbox != nil {
				n++
			}
		}
		return n <= 1
	}
	oneDown := func(w, _ *world) bool {
		n := 0
		for _, r := range w.nodes {
			if !r.up {
				n++
			}
		}
		return n <= 1
	}
	orderly := func(w, from *world) bool { return w.epoch == from.epoch || !from.inCharge() }
	for _, test := range []struct {
		name   string
		bounds model.Bounds
		checks model.Checks
		admit  func(w, from *world) bool
	}{
		{"OneResponseInFlight", within(3, 1, 1), model.Checks{StateConstraints: []model.Property{constraints["OneResponseInFlight"]}}, oneInFlight},
		{"OneReplicaDown", within(2, 1, 2, func(b *model.Bounds) { b.MaxCrashes = 2 }),
			model.Checks{StateConstraints: []model.Property{constraints["OneReplicaDown"]}}, oneDown},
		{"ElectOnlyWithoutLeader", within(2, 1, 3, func(b *model.Bounds) { b.MaxCrashes = 2 }),
			model.Checks{ActionConstraints: []model.Property{constraints["ElectOnlyWithoutLeader"]}}, orderly},
		{"two at once", within(2, 1, 3, func(b *model.Bounds) { b.MaxCrashes = 2 }), model.Checks{
			StateConstraints:  []model.Property{constraints["OneReplicaDown"]},
			ActionConstraints: []model.Property{constraints["ElectOnlyWithoutLeader"]},
		}, func(w, from *world) bool { return oneDown(w, from) && orderly(w, from) }},
	} {
		m, err := model.New(test.bounds, test.checks)
		if err != nil {
			t.Fatal(err)
		}
		r, err := explore.Check(t.Context(), m, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		distinct, generated, excluded := searchAdmitted(&partition{test.bounds}, test.admit)
		if int(r.Distinct) != distinct || int(r.Generated) != generated {
			t.Errorf("%s: %d distinct, %d generated; want %d, %d", test.name, r.Distinct, r.Generated, distinct, generated)
		}
		if excluded == 0 {
			t.Errorf("%s excludes nothing", test.name)
		}
	}
}

// searchAdmitted searches the worlds that admit lets in.
func searchAdmitted(p *partition, admit func(w, from *world) bool) (distinct, generated, excluded int) {
	seen := map[string]bool{}
	queue := p.start()
	for _, w := range queue {
		seen[w.String()] = true
	}
	generated = len(queue)
	for len(queue) > 0 {
		w := queue[0]
		queue = queue[1:]
		for _, m := range p.next(w) {
			generated++
			if !admit(m.to, w) {
				excluded++
			} else if k := m.to.String(); !seen[k] {
				seen[k] = true
				queue = append(queue, m.to)
			}
		}
	}
	return len(seen), generated, excluded
}
