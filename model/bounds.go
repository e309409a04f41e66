package model

import (
	"fmt"
	"slices"
	"strings"
)

// The largest values of the [Bounds]: those that the packed form of a state has room
// for.
const (
	MaxReplicas = 7
	MaxRecords  = 7
	MaxEpoch    = 15
	MaxLag      = 14 // an age saturates at LagMax+1
	MaxCrashes  = 15
	MaxLease    = 15
)

// Durability of a replica's log.
const (
	Kept  = "kept"  // a crash keeps the log
	Lossy = "lossy" // a crash falls back to what was fsynced
)

// The acks that a produce request may ask for.
const (
	AcksLeader = "1"   // answered after the leader's append
	AcksAll    = "all" // answered once the high watermark has passed the record
)

// Bounds are the constants of the module Partition: they make the state space
// finite and choose which of the protocol's parts take part.
type Bounds struct {
	Replicas   []string // names of the replicas: 2 to 7
	MaxRecords int      // records produced in a behaviour: 1 to 7
	MaxEpoch   int      // leader epochs, the first being 1: 1 to 15
	LagMax     int      // replica.lag.time.max.ms in ticks: 0 to 14
	MinISR     int      // min.insync.replicas: 1 to the number of replicas
	MaxCrashes int      // crashes in a behaviour: 0 to 15
	FetchMax   int      // records in a fetch response; 0: no limit
	Retention  int      // records of the tail that the leader serves incrementally; 0: everything
	Lease      int      // ticks that a leader's lease lasts: 0 to 15; 0: no leases
	Acks       []string // what produce requests ask for: AcksLeader, AcksAll or both
	Drop       bool     // fetch responses may be lost
	Duplicate  bool     // fetch responses may arrive again
	TimeOuts   bool     // a waiting acks=all request may time out
	Durability string   // Kept or Lossy
	Variant    []string // rules that are changed, by name; see [Variants]
}

// DefaultBounds returns the constants that have a default. Replicas,
// MaxRecords and MaxEpoch have none.
func DefaultBounds() Bounds {
	return Bounds{LagMax: 1, MinISR: 2, Acks: []string{AcksLeader}, Durability: Kept}
}

// A BoundError says which constant can't be used, and why.
type BoundError struct {
	Constant string // a field of Bounds
	Problem  string // what is wrong and what was expected
	Hint     string // what to write instead; may be empty
}

func (e *BoundError) Error() string { return e.Constant + ": " + e.Problem }

// Validate returns a *[BoundError] for the first constant that is out of range
// or contradicts another, and nil when a model can be made.
func (b Bounds) Validate() error {
	if n := len(b.Replicas); n < 2 || n > MaxReplicas {
		return &BoundError{"Replicas", outside(2, MaxReplicas, n, " replicas", true), "Replicas = {r1, r2, r3}"}
	}
	for i, name := range b.Replicas {
		if slices.Contains(b.Replicas[:i], name) {
			return &BoundError{"Replicas", fmt.Sprintf("%s is named twice", name), ""}
		}
	}
	if n := len(b.Replicas); b.MinISR > n {
		return &BoundError{"MinISR", fmt.Sprintf("%d is more than the %d replicas, so that acks=all could never be admitted", b.MinISR, n), fmt.Sprintf("MinISR = %d", n)}
	}
	for _, r := range []struct {
		name          string
		value, lo, hi int
	}{
		{"MaxRecords", b.MaxRecords, 1, MaxRecords},
		{"MaxEpoch", b.MaxEpoch, 1, MaxEpoch},
		{"LagMax", b.LagMax, 0, MaxLag},
		{"MinISR", b.MinISR, 1, len(b.Replicas)},
		{"MaxCrashes", b.MaxCrashes, 0, MaxCrashes},
		{"FetchMax", b.FetchMax, 0, 1 << 30},
		{"Retention", b.Retention, 0, 1 << 30},
		{"Lease", b.Lease, 0, MaxLease},
	} {
		if r.value < r.lo || r.value > r.hi {
			return &BoundError{r.name, outside(r.lo, r.hi, r.value, "", r.name != "MinISR"), fmt.Sprintf("%s = %d", r.name, min(max(r.value, r.lo), r.hi))}
		}
	}
	return b.validateChoices()
}

// outside says that a number is not within its range, and whether a state, which
// is packed into a few words, is what has no room for more.
func outside(lo, hi, found int, of string, packed bool) string {
	text := fmt.Sprintf("expected %d to %d%s, found %d", lo, hi, of, found)
	if packed && found > hi {
		text += ": a packed state has room for no more"
	}
	return text
}

// validateChoices checks the constants that are not numbers, and what they
// need from each other.
func (b Bounds) validateChoices() error {
	if len(b.Acks) == 0 {
		return &BoundError{"Acks", "expected a set of acks, found none", `Acks = {"1", "all"}`}
	}
	for _, a := range b.Acks {
		if a != AcksLeader && a != AcksAll {
			return &BoundError{"Acks", fmt.Sprintf("expected \"1\" or \"all\", found %q (none and quorum are not modelled)", a), `Acks = {"1", "all"}`}
		}
	}
	if b.Durability != Kept && b.Durability != Lossy {
		return &BoundError{"Durability", fmt.Sprintf("expected %q or %q, found %q", Kept, Lossy, b.Durability), fmt.Sprintf("Durability = %q", Kept)}
	}
	if b.TimeOuts && !slices.Contains(b.Acks, AcksAll) {
		return &BoundError{"TimeOuts", "only an acks=all request waits, and Acks does not offer it", `Acks = {"1", "all"}`}
	}
	for _, name := range b.Variant {
		v, ok := variantByName(name)
		if ok && v.Lossy && b.Durability == Kept {
			return &BoundError{"Variant", name + " changes nothing while Durability is \"kept\", where every record is durable at once", `Durability = "lossy"`}
		}
		if !ok {
			return &BoundError{"Variant", fmt.Sprintf("expected names of variants, found %q", name), "known variants: " + strings.Join(VariantNames(), ", ")}
		}
	}
	return nil
}
