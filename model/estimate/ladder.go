package estimate

import (
	"slices"

	"tidemark/model"
)

// A ladder is a bound, or some that go together, from its least value up to the
// one that is asked about. Rung 0 is the least.
type ladder struct {
	name  string
	rungs int // above rung 0
	// bend is the c of [lattice.climb] while only one rung is known: what it was
	// for the smallest bounds.
	bend float64
	set  func(b *model.Bounds, rung int)
}

// numbers is a ladder of numbers.
func numbers(name string, bend float64, from, to int, field func(*model.Bounds) *int) ladder {
	return ladder{name, to - from, bend, func(b *model.Bounds, rung int) { *field(b) = from + rung }}
}

// switches is a ladder of two rungs: off and on.
func switches(name string, on bool, set func(b *model.Bounds, on bool)) ladder {
	rungs := 0
	if on {
		rungs = 1
	}
	return ladder{name, rungs, 1, func(b *model.Bounds, rung int) { set(b, rung > 0) }}
}

// ladders are those of some bounds that have more than one rung, when there are
// at least some replicas. FetchMax, Retention and MinISR stay as they are, but
// for a MinISR that there are not enough replicas for.
func ladders(b *model.Bounds, replicas int) []ladder {
	all := []ladder{
		{"Replicas", len(b.Replicas) - replicas, 6, func(c *model.Bounds, rung int) {
			c.Replicas = b.Replicas[:replicas+rung]
			c.MinISR = min(b.MinISR, replicas+rung)
		}},
		numbers("MaxRecords", 1.5, 1, b.MaxRecords, func(b *model.Bounds) *int { return &b.MaxRecords }),
		numbers("MaxEpoch", 0, 1, b.MaxEpoch, func(b *model.Bounds) *int { return &b.MaxEpoch }),
		numbers("LagMax", 1.7, 0, b.LagMax, func(b *model.Bounds) *int { return &b.LagMax }),
		numbers("MaxCrashes", 0, 0, b.MaxCrashes, func(b *model.Bounds) *int { return &b.MaxCrashes }),
		numbers("Lease", 1, 0, b.Lease, func(b *model.Bounds) *int { return &b.Lease }),
		acks(b),
		switches("Drop", b.Drop, func(b *model.Bounds, on bool) { b.Drop = on }),
		switches("Duplicate", b.Duplicate, func(b *model.Bounds, on bool) { b.Duplicate = on }),
		durability(b),
	}
	return slices.DeleteFunc(all, func(l ladder) bool { return l.rungs == 0 })
}

// acks goes from acks=1 to what is asked for, and on to requests that time out.
func acks(b *model.Bounds) ladder {
	l := ladder{name: "Acks", bend: 1}
	if slices.Contains(b.Acks, model.AcksAll) {
		l.rungs = 1
	}
	if b.TimeOuts {
		l.rungs = 2
	}
	asked := b.Acks
	l.set = func(b *model.Bounds, rung int) {
		b.Acks, b.TimeOuts = []string{model.AcksLeader}, rung == 2
		if rung > 0 {
			b.Acks = asked
		}
	}
	return l
}

// durability goes from kept to lossy, unless a variant needs the latter.
func durability(b *model.Bounds) ladder {
	kept := *b
	kept.Durability = model.Kept
	lossy := b.Durability == model.Lossy && kept.Validate() == nil
	return switches("Durability", lossy, func(c *model.Bounds, on bool) {
		if c.Durability = model.Kept; on || !lossy {
			c.Durability = b.Durability
		}
	})
}
