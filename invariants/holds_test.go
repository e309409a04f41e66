package invariants_test

import (
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// spaces are bounds whose spaces are searched to their end. Together they have
// every action and make every premise true.
var spaces = map[string]func(b *model.Bounds){
	"everything at once": func(b *model.Bounds) {
		b.MaxCrashes, b.MaxRecords, b.MaxEpoch, b.Retention, b.Durability = 1, 2, 2, 1, model.Lossy
	},
	"crashes": func(b *model.Bounds) {
		b.Replicas, b.MaxRecords, b.MaxEpoch, b.Lease = []string{"r1", "r2", "r3"}, 1, 2, 0
		b.LagMax, b.Acks, b.TimeOuts, b.Drop, b.Duplicate = 0, []string{"1"}, false, false, false
	},
	"lossy crashes": func(b *model.Bounds) {
		b.MaxRecords, b.MaxEpoch, b.Lease, b.Durability, b.LagMax = 1, 3, 0, model.Lossy, 0
		b.Duplicate, b.TimeOuts = false, false
	},
	"snapshots and elections": func(b *model.Bounds) {
		b.LagMax, b.Lease, b.Acks, b.TimeOuts, b.Duplicate, b.MinISR = 0, 0, []string{"1"}, false, false, 1
		b.MaxCrashes, b.Retention, b.MaxEpoch = 0, 1, 3
	},
	"one epoch": func(b *model.Bounds) {
		b.Replicas, b.MaxEpoch, b.MaxCrashes, b.Lease = []string{"r1", "r2", "r3"}, 1, 0, 0
		b.Acks, b.TimeOuts, b.Drop, b.Duplicate = []string{"1"}, false, false, false
	},
}

func TestAllHold(t *testing.T) {
	vacuous := map[string]int{}
	for name, change := range spaces {
		b := partition()
		b.Replicas = b.Replicas[:2]
		change(&b)
		m := newModel(t, b, invariants.All()...)
		r, err := explore.Check(t.Context(), m, explore.Options{Symmetry: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d orbits, vacuous %v", name, r.Distinct, r.Vacuous)
		for _, v := range r.Violations {
			t.Errorf("%s: %s is violated: %s", name, v.Name, v.Reason)
		}
		for _, property := range r.Vacuous {
			vacuous[property]++
		}
	}
	for property, n := range vacuous {
		if n == len(spaces) {
			t.Errorf("%s demands nothing in any of the spaces", property)
		}
	}
}
