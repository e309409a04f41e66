package spec_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
)

// loadModel returns the model of an embedded configuration, with some changes.
func loadModel(t testing.TB, name string, changes spec.Changes) *model.Model {
	t.Helper()
	c, err := spec.Load(name, changes)
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Model()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestDepartures wants each counterexample of each variant to say where it
// departs from the base protocol, under the name of the rule that the variant
// changes; and what it says to be so, by the base itself.
func TestDepartures(t *testing.T) {
	if testing.Short() {
		t.Skip("all variants take some seconds")
	}
	for _, v := range model.Variants() {
		if len(v.Breaks) == 0 {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			m := loadModel(t, v.Name, spec.Changes{})
			protocol := loadModel(t, v.Name, spec.Changes{Set: []string{"Variant={}"}})
			base := loadModel(t, v.Name, spec.Changes{Set: []string{"Variant={}"}, Variants: v.Base})
			res, err := explore.Check(context.Background(), m, explore.Options{Symmetry: true, Continue: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, violation := range res.Violations {
				d, departs := m.Depart(violation.Path, violation.Property)
				if want := firstForeign(t, base, m, violation.Path); !departs || d.Step != want {
					t.Errorf("%s: departs %v at %+v, want step %d", violation.Name, departs, d, want)
				}
				if !strings.Contains(d.Text, v.Rule+" ") || strings.Count(d.Text, v.Rule) != 1 || strings.ContainsAny(d.Text, "%\n") {
					t.Errorf("%s: does not name %s once: %s", violation.Name, v.Rule, d.Text)
				}
				if d, departs := protocol.Depart(violation.Path, violation.Property); departs {
					t.Errorf("%s: the protocol departs from itself: %+v", violation.Name, d)
				}
			}
		})
	}
}

// firstForeign is the number of the first state of a path that the base does not
// go to by the same step, or one more than there are states.
func firstForeign(t *testing.T, base, m *model.Model, path []explore.Step) int {
	t.Helper()
	width, w := base.Width(), base.NewWorker()
	for i := 1; i < len(path); i++ {
		s, want := m.Decode(path[i-1].Row), m.Decode(path[i].Row)
		var out explore.Successors
		if err := w.Successors(base.Encode(&s), &out); err != nil {
			t.Fatal(err)
		}
		at := slices.Index(out.Labels, path[i].Label)
		if at < 0 || base.Decode(out.Rows[at*width:(at+1)*width]) != want {
			return i + 1
		}
	}
	return len(path) + 1
}

// TestDepartureOfSeveral wants the variant named that makes the difference.
func TestDepartureOfSeveral(t *testing.T) {
	for _, test := range []struct {
		name  string
		other string
		ends  string
	}{
		{"shrink-at-limit", "caught-up-on-any-fetch", "(shrink-at-limit)"},
		{"consumer-reads-above-hw", "shrink-by-last-fetch", "its LEO is 1, its HW 0"},
		{"elect-keeps-epoch", "old-leader-stays-in-isr", "each election has an epoch of its own"},
	} {
		m := loadModel(t, test.name, spec.Changes{Variants: []string{test.other}})
		res, err := explore.Check(context.Background(), m, explore.Options{Symmetry: true})
		if err != nil || len(res.Violations) == 0 {
			t.Fatal(test.name, err)
		}
		v := res.Violations[0]
		if d, departs := m.Depart(v.Path, v.Property); !departs || !strings.HasSuffix(d.Text, test.ends) {
			t.Errorf("%s and %s: %v %q, expected an end %q", test.name, test.other, departs, d.Text, test.ends)
		}
	}
}
