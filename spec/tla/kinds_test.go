package tla_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/spec/tla"
)

// TestKinds compares the kinds of shortest counterexamples to a module's property
// with those that a plain enumeration finds.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name  string
		kinds int
	}{{"Lock.cfg", 9}, {"Purse.cfg", 4}} {
		sys, _, err := configured(t, c.name)
		if err != nil {
			t.Fatal(err)
		}
		first := kindsOf(t, sys)
		behaviours, kinds := plainKinds(t, sys, len(first.Violations[0].Path))
		if !first.Complete || len(first.Violations) != kinds || kinds != c.kinds || behaviours <= kinds {
			t.Errorf("%s: %d kinds (complete: %t), expected %d: %d of %d behaviours", c.name, len(first.Violations), first.Complete, c.kinds, kinds, behaviours)
		}
	}
}

// TestSymmetricKinds: of the nine kinds in the module Lock, three each differ only
// in which two of the three processes are in it, and two each in which is first.
func TestSymmetricKinds(t *testing.T) {
	sys, _, err := configured(t, "LockSymmetric.cfg")
	if err != nil {
		t.Fatal(err)
	}
	if k := kindsOf(t, sys); len(k.Violations) != 2 || !k.Complete {
		t.Errorf("%d kinds, complete: %t", len(k.Violations), k.Complete)
	}
}

// kindsOf finds the kinds, the same with any number of workers.
func kindsOf(t *testing.T, sys *tla.System) *explore.Kinds {
	t.Helper()
	opts := sys.Options()
	res, err := explore.Check(t.Context(), sys, opts)
	if err != nil {
		t.Fatal(err)
	}
	var first *explore.Kinds
	var shown string
	for _, workers := range []int{1, 2, 5} {
		k, err := explore.FindKinds(t.Context(), sys, explore.KindOptions{Length: len(res.Violations[0].Path), Workers: workers, Symmetry: opts.Symmetry})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, v := range k.Violations {
			for _, step := range v.Path {
				text += label(sys, step.Label) + fmt.Sprint(sys.State(step.Row))
			}
		}
		if first == nil {
			first, shown = k, text
		} else if text != shown {
			t.Errorf("another answer with %d workers:\n%s\nexpected\n%s", workers, text, shown)
		}
	}
	return first
}

// label is an action with its arguments.
func label(sys *tla.System, l explore.Label) string {
	name, args := sys.Label(l)
	return fmt.Sprint(name, args)
}

// plainKinds enumerates all behaviours of a length that violate the first property
// at their end, and joins those that differ in one swap of the same actions with
// the same arguments, or in arguments only.
func plainKinds(t *testing.T, sys *tla.System, length int) (behaviours, kinds int) {
	t.Helper()
	w := sys.NewWorker()
	var all [][]string // state, action, state, ...
	var extend func(row []uint64, path []string)
	extend = func(row []uint64, path []string) {
		var out explore.Successors
		if err := w.Successors(row, &out); err != nil {
			t.Fatal(err)
		}
		fails, more := make([]explore.Mask, out.Len()), make([]explore.Mask, out.Len())
		if err := w.CheckSteps(row, &out, fails); err != nil {
			t.Fatal(err)
		}
		if err := w.CheckStates(out.Rows, more); err != nil {
			t.Fatal(err)
		}
		for i, l := range out.Labels {
			next := out.Rows[i*sys.Width() : (i+1)*sys.Width()]
			longer := append(slices.Clone(path), label(sys, l), fmt.Sprint(sys.State(next)))
			switch bad := fails[i]|more[i] != 0; {
			case bad && len(longer) == 2*length-1:
				all = append(all, longer)
			case !bad && len(longer) < 2*length-1:
				extend(next, longer)
			}
		}
	}
	rows, err := sys.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	for row := range slices.Chunk(rows, sys.Width()) {
		extend(row, []string{fmt.Sprint(sys.State(row))})
	}
	of := make([]int, len(all))
	for i := range all {
		of[i] = i
		kinds++
		for j := range i {
			if of[i] != of[j] && (swapped(all[i], all[j]) || renamed(all[i], all[j])) {
				kinds--
				old := of[i]
				for k := range i + 1 {
					if of[k] == old {
						of[k] = of[j]
					}
				}
			}
		}
	}
	return len(all), kinds
}

// swapped says whether two behaviours differ in one swap of steps.
func swapped(a, b []string) bool {
	for i := 2; i+2 < len(a); i += 2 {
		if a[i] != b[i] {
			return a[i-1] == b[i+1] && a[i+1] == b[i-1] && slices.Equal(a[:i-1], b[:i-1]) && slices.Equal(a[i+2:], b[i+2:])
		}
	}
	return false
}

// renamed says whether two behaviours differ in the arguments of actions only.
func renamed(a, b []string) bool {
	for i := range a {
		x, y := a[i], b[i]
		if i%2 == 1 {
			x, _, _ = strings.Cut(x, "[")
			y, _, _ = strings.Cut(y, "[")
		}
		if x != y {
			return false
		}
	}
	return true
}
