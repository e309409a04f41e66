package spec_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
)

// A finding is what a reduced search must have in common with the whole one.
type finding struct {
	verdict  explore.Verdict
	violated []string // with the length of the trace
	vacuous  []string
}

// find searches some bounds for violations of properties: up to the first one,
// or for all of them.
func find(t *testing.T, b model.Bounds, checks model.Checks, opts explore.Options) (*model.Model, *explore.Result, finding) {
	t.Helper()
	m, err := model.New(b, checks)
	if err != nil {
		t.Fatal(err)
	}
	opts.CheckDeadlock = checks.Deadlock
	res := search(t, m, opts)
	f := finding{verdict: res.Verdict}
	for _, v := range res.Violations {
		f.violated = append(f.violated, fmt.Sprintf("%s:%d", v.Name, len(v.Path)))
	}
	if res.Verdict == explore.Holds {
		f.vacuous = res.Vacuous
	}
	return m, res, f
}

// compareReduced wants the reduced search to find what the whole one does, and
// its traces to be behaviours of the whole model with the same violations.
func compareReduced(t *testing.T, b model.Bounds, checks model.Checks, opts explore.Options) (whole, reduced uint64) {
	t.Helper()
	_, all, want := find(t, b, checks, opts)
	checks.Reduce = true
	m, res, got := find(t, b, checks, opts)
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(finding{})); diff != "" {
		t.Errorf("%v: without %v (-whole +reduced):\n%s", b.Variant, m.Reductions(), diff)
	}
	if all.Distinct < res.Distinct {
		t.Errorf("%v: %d states become %d", b.Variant, all.Distinct, res.Distinct)
	}
	for _, v := range res.Violations {
		wantLifted(t, m, &v)
	}
	return all.Distinct, res.Distinct
}

// wantLifted wants a violation's trace to be one of the whole model.
func wantLifted(t *testing.T, m *model.Model, v *explore.Violation) {
	t.Helper()
	m, path := m.Whole(v.Path)
	if v.Property < 0 || len(path) != len(v.Path) {
		return
	}
	p, _ := invariants.Lookup(v.Name)
	last := m.Decode(path[len(path)-1].Row)
	before := last
	if p.Kind == explore.StepProperty {
		before = m.Decode(path[len(path)-2].Row)
	}
	if p.Holds(m, &before, &last) {
		t.Errorf("%s is not false at the end of the whole model's behaviour", v.Name)
	}
}

// TestReducedVariants compares the searches of the variants' configurations, for
// all of their properties together and for each that the variant breaks alone,
// which leaves most to be left out.
func TestReducedVariants(t *testing.T) {
	var whole, reduced uint64
	for _, v := range model.Variants() {
		c, err := spec.Load(v.Name, spec.Changes{})
		if err != nil {
			t.Fatal(err)
		}
		add := func(checks model.Checks, opts explore.Options) {
			a, b := compareReduced(t, c.Bounds, checks, opts)
			whole, reduced = whole+a, reduced+b
		}
		if !v.Alternative {
			add(model.Checks{Properties: c.Properties}, explore.Options{})
		}
		for _, p := range c.Properties {
			if slices.Contains(v.Breaks, p.Name) {
				add(model.Checks{Properties: []model.Property{p}}, explore.Options{Symmetry: true})
			}
		}
	}
	if reduced*10 > whole*9 {
		t.Errorf("%d states become %d: hardly anything is left out", whole, reduced)
	}
}

// TestReducedProtocol compares searches that find nothing, with and without
// deadlocks, for each property alone and for none.
func TestReducedProtocol(t *testing.T) {
	c, err := spec.Load("small", spec.Changes{Set: []string{"MaxRecords=1"}})
	if err != nil {
		t.Fatal(err)
	}
	three, err := spec.Load("elections", spec.Changes{Set: []string{"MaxRecords=1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []model.Bounds{c.Bounds, three.Bounds} {
		compareReduced(t, b, model.Checks{Deadlock: true}, explore.Options{})
		for _, p := range invariants.All() {
			opts := explore.Options{Symmetry: true, Continue: true}
			compareReduced(t, b, model.Checks{Properties: []model.Property{p}}, opts)
		}
	}
	whole, reduced := compareReduced(t, c.Bounds, model.Checks{}, explore.Options{})
	if whole != 11_852 || reduced >= whole/3 {
		t.Errorf("%d states become %d", whole, reduced)
	}
}

// TestReductions pins what is left out.
func TestReductions(t *testing.T) {
	for _, test := range []struct {
		config, property string
		deadlock         bool
		want             string
	}{
		{"small", "CommittedSurvives", false, "acked refused pending localHW lease stale responses"},
		{"small", "AckedIsCommitted", false, "refused localHW lease stale responses"},
		{"small", "LeaseReadIsFresh", false, "acked refused pending stale responses"},
		{"small", "LogMatching", true, "acked refused committed localHW stale responses"},
		{"small", "TypeOK", false, "acked refused committed pending localHW lease stale responses"},
		{"bookkeeping", "FetchCounts", false, "committed localHW"},
		{"truncate-to-local-hw", "LogMatching", false, "committed stale responses"},
		{"no-epoch-fencing", "LogMatching", false, "committed localHW"},
	} {
		c, err := spec.Load(test.config, spec.Changes{})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := invariants.Lookup(test.property)
		m, err := model.New(c.Bounds, model.Checks{Properties: []model.Property{p}, Reduce: true, Deadlock: test.deadlock})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, r := range m.Reductions() {
			if i > 0 {
				got += " "
			}
			got += r.Name
		}
		if got != test.want {
			t.Errorf("%s, %s: without %s, want without %s", test.config, test.property, got, test.want)
		}
	}
}
