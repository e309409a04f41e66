package spec_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec"
)

// A pin is what checking an embedded configuration gives; the words mean what
// they mean to TLC, and under symmetry the distinct states are orbits.
type pin struct {
	name                string
	symmetry            bool
	distinct, generated uint64
	depth               int
}

// holding pins the configurations that hold. TLC has the same orbits for
// elections, retention, lease and bookkeeping.
var holding = []pin{
	{"small", true, 77_418, 553_941, 28},
	{"default", true, 398_142, 2_815_106, 30},
	{"elections", true, 376_110, 1_777_208, 32},
	{"crashes", true, 320_568, 1_989_741, 31},
	{"retention", true, 103_011, 479_422, 29},
	{"lease", true, 162_957, 716_507, 30},
	{"durable", true, 97_982, 612_247, 26},
	{"bookkeeping", true, 118_270, 439_884, 27},
	{"small", false, 154_836, 1_107_880, 28},
	{"retention", false, 615_846, 2_866_482, 29},
	{"durable", false, 582_969, 3_646_788, 26},
}

// load makes the model of an embedded configuration.
func load(t *testing.T, name string) *model.Model {
	t.Helper()
	c, err := spec.Load(name, spec.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.New(c.Bounds, model.Checks{
		Properties: c.Properties, StateConstraints: c.StateConstraints, ActionConstraints: c.ActionConstraints,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func search(t *testing.T, m *model.Model, opts explore.Options) *explore.Result {
	t.Helper()
	res, err := explore.Check(t.Context(), m, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestCounts pins what the configurations that hold give. It also wants of each
// that none of its properties held vacuously and that it took every action that
// its bounds allow, and of all together that they took every action there is.
func TestCounts(t *testing.T) {
	pinned, fired := []string{"lossy"}, map[string]bool{}
	for _, want := range holding {
		pinned = append(pinned, want.name)
		m := load(t, want.name)
		res := search(t, m, explore.Options{Symmetry: want.symmetry, Workers: 2})
		if res.Verdict != explore.Holds || res.Queue != 0 {
			t.Errorf("%s: %v, with %d states on the queue", want.name, res.Verdict, res.Queue)
		}
		if got := (pin{want.name, want.symmetry, res.Distinct, res.Generated, res.Depth}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		for _, property := range res.Vacuous {
			t.Errorf("%s: %s holds vacuously", want.name, property)
		}
		possible := m.Possible()
		for i, a := range res.Actions {
			if possible[i] && a.Generated == 0 {
				t.Errorf("%s: no step took %s", want.name, a.Name)
			}
			fired[a.Name] = fired[a.Name] || a.Generated > 0
		}
	}
	for _, a := range model.Actions() {
		if !fired[a.Name] {
			t.Errorf("no configuration takes %s", a.Name)
		}
	}
	for _, name := range spec.Names() {
		if !slices.Contains(pinned, name) {
			t.Errorf("%s is not pinned", name)
		}
	}
}

// TestLossyCounts pins what the configuration that is violated gives, and wants
// the same trace for any number of workers.
func TestLossyCounts(t *testing.T) {
	m := load(t, "lossy")
	for _, want := range []pin{
		{"lossy", true, 971, 2_578, 6},
		{"lossy", false, 5_616, 14_607, 6},
	} {
		var first string
		for _, workers := range []int{1, 2, 3} {
			res := search(t, m, explore.Options{Symmetry: want.symmetry, Workers: workers})
			if got := (pin{want.name, want.symmetry, res.Distinct, res.Generated, res.Depth}); got != want {
				t.Errorf("%d workers: got %+v, want %+v", workers, got, want)
			}
			if len(res.Violations) != 1 || res.Violations[0].Name != "CommittedSurvives" || len(res.Violations[0].Path) != 6 {
				t.Fatalf("%d workers: violations %+v, want one of CommittedSurvives after 6 states", workers, res.Violations)
			}
			var text bytes.Buffer
			if err := trace.WriteJSON(&text, m.Trace(res.Violations[0].Path)); err != nil {
				t.Fatal(err)
			}
			if workers == 1 {
				first = text.String()
			}
			if d := cmp.Diff(first, text.String()); d != "" {
				t.Errorf("symmetry %t: the traces of one worker (-) and %d (+) differ:\n%s", want.symmetry, workers, d)
			}
		}
	}
}
