package model_test

import (
	"errors"
	"slices"
	"testing"

	"tidemark/explore"
	"tidemark/model"
)

func TestBoundsThatCannotBeUsed(t *testing.T) {
	for _, test := range []struct {
		change func(b *model.Bounds)
		want   string
	}{
		{func(b *model.Bounds) { b.Replicas = replicas(1) }, "Replicas: expected 2 to 7 replicas, found 1"},
		{func(b *model.Bounds) { b.Replicas = append(replicas(7), "r8") }, "Replicas: expected 2 to 7 replicas, found 8: a packed state has room for no more"},
		{func(b *model.Bounds) { b.Replicas[1] = "r1" }, "Replicas: r1 is named twice"},
		{func(b *model.Bounds) { b.MaxRecords = 0 }, "MaxRecords: expected 1 to 7, found 0"},
		{func(b *model.Bounds) { b.MaxRecords = 8 }, "MaxRecords: expected 1 to 7, found 8: a packed state has room for no more"},
		{func(b *model.Bounds) { b.MaxEpoch = 0 }, "MaxEpoch: expected 1 to 15, found 0"},
		{func(b *model.Bounds) { b.MaxEpoch = 16 }, "MaxEpoch: expected 1 to 15, found 16: a packed state has room for no more"},
		{func(b *model.Bounds) { b.LagMax = -1 }, "LagMax: expected 0 to 14, found -1"},
		{func(b *model.Bounds) { b.LagMax = 15 }, "LagMax: expected 0 to 14, found 15: a packed state has room for no more"},
		{func(b *model.Bounds) { b.MinISR = 0 }, "MinISR: expected 1 to 3, found 0"},
		{func(b *model.Bounds) { b.MinISR = 4 }, "MinISR: 4 is more than the 3 replicas, so that acks=all could never be admitted"},
		{func(b *model.Bounds) { b.MaxCrashes = 16 }, "MaxCrashes: expected 0 to 15, found 16: a packed state has room for no more"},
		{func(b *model.Bounds) { b.FetchMax = -1 }, "FetchMax: expected 0 to 1073741824, found -1"},
		{func(b *model.Bounds) { b.Retention = -1 }, "Retention: expected 0 to 1073741824, found -1"},
		{func(b *model.Bounds) { b.Lease = 16 }, "Lease: expected 0 to 15, found 16: a packed state has room for no more"},
		{func(b *model.Bounds) { b.Acks = nil }, "Acks: expected a set of acks, found none"},
		{func(b *model.Bounds) { b.Acks = []string{"1", "quorum"} }, `Acks: expected "1" or "all", found "quorum" (none and quorum are not modelled)`},
		{func(b *model.Bounds) { b.Durability = "" }, `Durability: expected "kept" or "lossy", found ""`},
		{func(b *model.Bounds) { b.TimeOuts = true }, "TimeOuts: only an acks=all request waits, and Acks does not offer it"},
		{func(b *model.Bounds) { b.Variant = []string{"hw"} }, `Variant: expected names of variants, found "hw"`},
	} {
		b := within(3, 1, 1)
		test.change(&b)
		_, err := model.New(b, model.Checks{})
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
		if !errors.As(err, new(*model.BoundError)) {
			t.Errorf("%v is no BoundError", err)
		}
	}
	if err := within(2, 1, 1).Validate(); err != nil {
		t.Error(err)
	}
}

// TestPossible wants exactly those actions that bounds allow to be taken
// somewhere within them.
func TestPossible(t *testing.T) {
	for _, b := range []model.Bounds{
		within(2, 1, 1),
		within(2, 1, 2),
		within(2, 1, 1, func(b *model.Bounds) { b.Drop, b.Duplicate = true, true }),
		within(2, 1, 1, func(b *model.Bounds) { b.MaxCrashes, b.Durability = 1, model.Lossy }),
		within(2, 1, 1, func(b *model.Bounds) { b.Acks = []string{"all"} }),
		within(2, 1, 1, func(b *model.Bounds) { b.Acks, b.MinISR = []string{"all"}, 1 }),
		within(2, 1, 2, func(b *model.Bounds) { b.Acks, b.TimeOuts = []string{"1", "all"}, true }),
	} {
		m, err := model.New(b, model.Checks{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := explore.Check(t.Context(), m, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, possible := range m.Possible() {
			if name := m.Actions()[i]; possible == slices.Contains(r.Unfired, name) {
				t.Errorf("%s is possible is %t, taken %d times in %+v", name, possible, r.Actions[i].Generated, b)
			}
		}
	}
}

// TestPropertiesSayWhatTheyAreAbout: one that did not would never be evaluated.
func TestPropertiesSayWhatTheyAreAbout(t *testing.T) {
	for about, good := range map[model.Aspects]bool{0: false, model.Logs: true, model.Everything + 1: false} {
		_, err := model.New(within(2, 1, 1), model.Checks{Properties: []model.Property{{Name: "P", About: about}}})
		if (err == nil) != good {
			t.Errorf("about %b: %v", about, err)
		}
	}
}
