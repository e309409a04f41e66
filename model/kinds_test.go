package model_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// TestFindKinds compares the kinds of shortest counterexamples with those that a
// plain enumeration finds: all shortest behaviours, of which those that a swap of
// neighbouring steps turns into each other are one kind.
func TestFindKinds(t *testing.T) {
	for _, c := range []struct {
		variant, property string
		change            func(b *model.Bounds)
	}{
		{"caught-up-uses-now", "FetchCounts", nil},
		{"shrink-by-lag-in-records", "NoEarlyShrink", func(b *model.Bounds) { b.MaxRecords = 2 }},
		{"elect-outside-isr", "CommittedSurvives", func(b *model.Bounds) { b.MaxEpoch = 3 }},
		{"hw-by-majority", "HWAtMostISRLEO", func(b *model.Bounds) { b.Replicas = append(b.Replicas, "c") }},
		{"follower-hw-from-leo", "LocalHWBelowHW", nil},
		{"consumer-reads-above-hw", "ConsumedSurvives", nil},
		{"expand-before-hw", "CommittedOnISR", nil},
		{"expand-before-hw", "HWAtMostISRLEO", func(b *model.Bounds) { b.Drop = true }},
		{"expand-on-heal", "HWAtMostISRLEO", func(b *model.Bounds) { b.Replicas, b.LagMax = append(b.Replicas, "c"), 0 }},
		{"no-truncation", "CommittedOnISR", func(b *model.Bounds) { b.MaxRecords = 2 }},
		{"append-with-gap", "LogMatching", func(b *model.Bounds) { b.MaxRecords, b.MaxEpoch, b.Duplicate = 2, 1, true }},
	} {
		t.Run(c.variant+" "+c.property, func(t *testing.T) {
			b := model.DefaultBounds()
			b.Replicas, b.MaxRecords, b.MaxEpoch, b.MinISR = []string{"a", "b"}, 1, 2, 1
			b.Variant = []string{c.variant}
			if c.change != nil {
				c.change(&b)
			}
			p, _ := invariants.Lookup(c.property)
			m, err := model.New(b, model.Checks{Properties: []model.Property{p}})
			if err != nil {
				t.Fatal(err)
			}
			res, err := explore.Check(context.Background(), m, explore.Options{Workers: 1, Symmetry: true})
			if err != nil {
				t.Fatal(err)
			}
			length := len(res.Violations[0].Path)
			var first *explore.Kinds
			for _, workers := range []int{1, 2, 5} {
				k, err := explore.FindKinds(context.Background(), m, explore.KindOptions{Length: length, Workers: workers, Symmetry: true, Prefer: m.Prefer})
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = k
				}
				if fmt.Sprint(k) != fmt.Sprint(first) {
					t.Errorf("another answer with %d workers", workers)
				}
			}
			behaviours, kinds := plainKinds(t, m, length)
			if !first.Complete || first.Behaviours > behaviours || len(first.Violations) != kinds {
				t.Errorf("%d kinds of %d behaviours (complete: %t), expected %d of %d", len(first.Violations), first.Behaviours, first.Complete, kinds, behaviours)
			}
			t.Logf("%d kinds of %d behaviours of %d states", kinds, behaviours, length)
			for i, v := range first.Violations {
				if len(v.Path) != length || v.Reason == "" {
					t.Errorf("%+v", v)
				}
				if i > 0 && m.Prefer(first.Violations[i-1].Path, v.Path) > 0 {
					t.Errorf("kind %d is shown before one that is preferred", i)
				}
				real(t, m, p, v.Path)
			}
		})
	}
}

// real wants a path to be a behaviour that violates the model's property at its
// end.
func real(t *testing.T, m *model.Model, p model.Property, path []explore.Step) {
	t.Helper()
	w, out := m.NewWorker(), explore.Successors{}
	for i := 1; i < len(path); i++ {
		out.Reset()
		if err := w.Successors(path[i-1].Row, &out); err != nil {
			t.Fatal(err)
		}
		at := slices.Index(out.Labels, path[i].Label)
		if at < 0 || !slices.Equal(out.Rows[at*m.Width():(at+1)*m.Width()], path[i].Row) {
			t.Fatalf("step %d is none of the model", i+1)
		}
	}
	last := m.Decode(path[len(path)-1].Row)
	before := m.Decode(path[len(path)-2].Row)
	if p.Kind == explore.Invariant && p.Holds(m, &last, &last) || p.Kind == explore.StepProperty && p.Holds(m, &before, &last) {
		t.Fatal("the property is not violated")
	}
}

// plainKinds enumerates all behaviours of a length that violate the property at
// their end, as sequences of actions and orbits, and joins those that differ in one
// swap.
func plainKinds(t *testing.T, m *model.Model, length int) (behaviours, kinds int) {
	t.Helper()
	w := m.NewWorker()
	var all [][]string // action and orbit in turn
	orbit := func(row []uint64) string {
		form := slices.Clone(row)
		w.(explore.Canonicalizer).Canonical(form)
		return fmt.Sprint(form)
	}
	seen := map[string]bool{}
	var extend func(row []uint64, path []string)
	extend = func(row []uint64, path []string) {
		if len(path) == 2*length-1 {
			return
		}
		var out explore.Successors
		if err := w.Successors(row, &out); err != nil {
			t.Fatal(err)
		}
		steps := make([]explore.Mask, out.Len())
		if err := w.CheckSteps(row, &out, steps); err != nil {
			t.Fatal(err)
		}
		states := make([]explore.Mask, out.Len())
		if err := w.CheckStates(out.Rows, states); err != nil {
			t.Fatal(err)
		}
		done := map[string]bool{}
		for i, l := range out.Labels {
			next := out.Rows[i*m.Width() : (i+1)*m.Width()]
			more := append(slices.Clone(path), fmt.Sprint(l.Action()), orbit(next))
			bad := steps[i]|states[i] != 0
			switch at := fmt.Sprint(more); {
			case bad && len(more) == 2*length-1 && !seen[at]:
				seen[at] = true
				all = append(all, more)
			case !bad && !done[at]:
				done[at] = true
				extend(next, more)
			}
		}
	}
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	extend(rows[:m.Width()], []string{orbit(rows[:m.Width()])})
	parent := make([]int, len(all))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	for i, a := range all {
		for j := range i {
			if swapped(a, all[j]) {
				parent[find(i)] = find(j)
			}
		}
	}
	for i := range parent {
		if find(i) == i {
			kinds++
		}
	}
	return len(all), kinds
}

// swapped reports whether two behaviours differ in one state between two actions
// that are in the other order.
func swapped(a, b []string) bool {
	for i := 2; i+1 < len(a); i += 2 {
		if a[i] != b[i] {
			return a[i-1] == b[i+1] && a[i+1] == b[i-1] && slices.Equal(a[:i-1], b[:i-1]) && slices.Equal(a[i+2:], b[i+2:])
		}
	}
	return false
}
