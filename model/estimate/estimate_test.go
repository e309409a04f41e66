package estimate_test

import (
	"strings"
	"testing"

	"tidemark/model"
	"tidemark/model/estimate"
	"tidemark/spec"
)

// A known is a configuration with changes, and its orbits as a search counted them.
type known struct {
	changes string // the name, and what is set
	orbits  float64
}

var counted = []known{
	{"small", 77_418},
	{"default", 398_142},
	{"elections", 376_110},
	{"crashes", 320_568},
	{"retention", 103_011},
	{"lease", 162_957},
	{"durable", 97_982},
	{"lossy", 236_519},
	{"bookkeeping", 118_270},
	{"small MaxRecords=1", 5_926},
	{"elections Replicas={a,b} MaxRecords=1 MaxEpoch=2", 291},
	{"elections Replicas={a,b} MaxEpoch=5 MaxRecords=3", 25_938},
	{"bookkeeping Replicas={a,b,c,d} MaxRecords=1 LagMax=1", 24_453},
	{"elections MaxRecords=1 MaxEpoch=5", 178_448},
	{"elections Replicas={a,b,c,d} MaxRecords=1 MaxEpoch=2", 273_180},
	{"lease Lease=2 LagMax=2", 378_791},
	{"bookkeeping MaxRecords=4", 403_653},
	{"small MaxRecords=3", 663_680},
	{"default LagMax=2", 759_534},
	{"elections MaxCrashes=1", 925_334},
	{"bookkeeping Replicas={a,b,c,d} MaxRecords=2", 1_024_327},
	{"retention MaxEpoch=2", 1_048_162},
	{"bookkeeping MaxRecords=5", 1_139_619},
	{"default MaxEpoch=3", 1_234_770},
	{"durable MaxRecords=2", 1_315_789},
	{"small MaxRecords=3 MaxEpoch=3", 1_366_150},
	{"lease MaxEpoch=3 MaxCrashes=1", 1_383_065},
	{"crashes MaxRecords=2 MaxEpoch=2", 1_907_440},
	{"default MaxRecords=3", 2_478_300},
	{"retention MaxEpoch=3", 3_341_511},
	{"durable MaxEpoch=3 MaxRecords=2", 3_863_394},
	{"crashes MaxRecords=2", 5_647_135},
	{"default MaxEpoch=3 MaxRecords=3", 8_036_039},
}

func bounds(t *testing.T, changes string) model.Bounds {
	t.Helper()
	words := strings.Fields(changes)
	c, err := spec.Load(words[0], spec.Changes{Set: words[1:]})
	if err != nil {
		t.Fatal(err)
	}
	return c.Bounds
}

func estimated(t *testing.T, b model.Bounds, opts estimate.Options) *estimate.Result {
	t.Helper()
	r, err := estimate.Estimate(t.Context(), b, model.Checks{}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestKnown wants estimates that took few searches to be right within what they
// say, and not to say so by being vague. With -v it prints how far off they are.
func TestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("this takes some ten seconds")
	}
	for _, budget := range []uint64{estimate.LeastStates, 500_000} {
		for i, k := range counted {
			if budget > estimate.LeastStates && i%3 > 0 && !testing.Verbose() {
				continue // they take longer
			}
			r := estimated(t, bounds(t, k.changes), estimate.Options{States: budget, Workers: 1})
			t.Logf("%7d  %-55s %9.0f  estimate %9.0f, %.2f times  exact %v  within %.2f, %d searches up to %d orbits",
				budget, k.changes, k.orbits, r.Distinct, r.Distinct/k.orbits, r.Exact, r.High/r.Distinct, r.Searches, r.Largest)
			switch {
			case k.orbits < r.Low*0.9999 || k.orbits > r.High*1.0001:
				t.Errorf("%s: %.0f to %.0f orbits, but there are %.0f", k.changes, r.Low, r.High, k.orbits)
			case r.High > 9*r.Low:
				t.Errorf("%s: %.0f to %.0f orbits says too little", k.changes, r.Low, r.High)
			case r.Exact && r.Low != r.High:
				t.Errorf("%s: %.0f to %.0f orbits were counted", k.changes, r.Low, r.High)
			case r.Searched > budget+budget/2:
				t.Errorf("%s: %d orbits were searched, with %d allowed", k.changes, r.Searched, budget)
			}
		}
	}
}

// TestStates wants states to be estimated from orbits.
func TestStates(t *testing.T) {
	for _, k := range []known{
		{"default", 2_381_988}, {"small", 154_836}, {"elections", 2_252_898}, {"bookkeeping", 707_064},
		{"bookkeeping Replicas={a,b,c,d} MaxRecords=1 LagMax=1", 546_080},
	} {
		r := estimated(t, bounds(t, k.changes), estimate.Options{States: estimate.LeastStates})
		low, high := r.States(false)
		if k.orbits < low || k.orbits > high {
			t.Errorf("%s: %.0f to %.0f states, but there are %.0f", k.changes, low, high, k.orbits)
		}
	}
}

// TestSame wants the same answer for any number of workers.
func TestSame(t *testing.T) {
	b := bounds(t, "crashes")
	first := estimated(t, b, estimate.Options{States: estimate.LeastStates, Workers: 1})
	for _, workers := range []int{2, 3} {
		if r := estimated(t, b, estimate.Options{States: estimate.LeastStates, Workers: workers}); *r != *first {
			t.Errorf("with %d workers %+v, with one %+v", workers, *r, *first)
		}
	}
}

// TestHuge wants an answer where nothing near can be searched, which grows with
// the bounds.
func TestHuge(t *testing.T) {
	before := 0.0
	for _, changes := range []string{
		"default MaxRecords=5", "default MaxRecords=7 MaxEpoch=9", "default MaxRecords=7 MaxEpoch=15 MaxCrashes=15 LagMax=14",
		"default Replicas={a,b,c,d,e,f,g} MaxRecords=7 MaxEpoch=15 MaxCrashes=15 LagMax=14",
	} {
		r := estimated(t, bounds(t, changes), estimate.Options{States: estimate.LeastStates})
		if r.Exact || r.Distinct < 3*before {
			t.Errorf("%s: %.3g orbits, and %.3g with the smaller bounds before", changes, r.Distinct, before)
		}
		before = r.Distinct
	}
}

// TestVariants wants the searches to go on beyond a violation, and to tell of it.
func TestVariants(t *testing.T) {
	c, err := spec.Load("lossy", spec.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := estimate.Estimate(t.Context(), c.Bounds, model.Checks{Properties: c.Properties}, estimate.Options{States: estimate.LeastStates})
	if err != nil {
		t.Fatal(err)
	}
	if r.Violated != "CommittedSurvives" || r.Low > 236_519 || r.High < 236_519 {
		t.Errorf("%+v", r)
	}
}

func TestErrors(t *testing.T) {
	b := bounds(t, "small")
	if _, err := estimate.Estimate(t.Context(), b, model.Checks{}, estimate.Options{States: estimate.LeastStates - 1}); err == nil {
		t.Error("fewer states are enough")
	}
	b.MaxRecords = 8
	if _, err := estimate.Estimate(t.Context(), b, model.Checks{}, estimate.Options{States: estimate.LeastStates}); err == nil {
		t.Error("8 records are possible")
	}
}
