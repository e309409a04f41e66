package script_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/model/script"
)

// simulated is the first violation that random walks through a variant's
// configuration find.
func simulated(t *testing.T, v model.VariantInfo, seed uint64) *trace.Trace {
	t.Helper()
	m := variantModel(t, v)
	res, err := explore.Simulate(context.Background(), m, explore.SimOptions{Workers: 2, Seed: seed, Walks: 1000000})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Violations) == 0 {
		t.Fatal("no walk violates anything")
	}
	tr := m.Counterexample(&res.Violations[0])
	return &tr
}

// shortest is the length of the shortest counterexample to a property within the
// bounds of a trace.
func shortest(t *testing.T, tr *trace.Trace) int {
	t.Helper()
	m, _ := behaviour(t, tr)
	res, err := explore.Check(context.Background(), m, explore.Options{Workers: 2, Symmetry: true})
	if err != nil {
		t.Fatal(err)
	}
	return len(res.Violations[0].Path)
}

// TestMinimizeSimulated minimises what random walks find for each variant. What
// is left violates the same property, each element of it is needed, and it is
// a script that replays. It reports how much longer than a shortest one it is.
func TestMinimizeSimulated(t *testing.T) {
	var excess, afterSearch []int
	for _, v := range model.Variants() {
		if v.Alternative {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			found := simulated(t, v, 1)
			m, err := script.MinimizeTrace(context.Background(), found, "")
			if err != nil {
				t.Fatal(err)
			}
			tr := minimalTrace(t, m, found)
			oneMinimal(t, tr)
			short, search, err := m.Shorten(context.Background(), 2, 1000000)
			if err != nil {
				t.Fatal(err)
			}
			shorter := minimalTrace(t, short, found)
			if search.Shorter != (len(shorter.Steps) < len(tr.Steps)) {
				t.Errorf("%+v, but it has %d states instead of %d", search, len(shorter.Steps), len(tr.Steps))
			}
			oneMinimal(t, shorter)
			replays(t, short, v.Name)
			least := shortest(t, tr)
			excess = append(excess, len(tr.Steps)-least)
			afterSearch = append(afterSearch, len(shorter.Steps)-least)
			t.Logf("%s: %d states, minimised %d, after a search %d, shortest %d", m.Property.Name, len(found.Steps), len(tr.Steps), len(shorter.Steps), least)
		})
	}
	t.Logf("median excess %d states, at most %d; after a search %d, at most %d", median(excess), slices.Max(excess), median(afterSearch), slices.Max(afterSearch))
	page, err := os.ReadFile("../../docs/minimize.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		fmt.Sprintf("each of the %d variants", len(excess)),
		fmt.Sprintf("| median excess, in states | %d | %d |", median(excess), median(afterSearch)),
		fmt.Sprintf("| largest excess, in states | %d | %d |", slices.Max(excess), slices.Max(afterSearch)),
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(page)), " "), row) {
			t.Errorf("docs/minimize.md does not say: %s", row)
		}
	}
}

func median(of []int) int {
	return slices.Sorted(slices.Values(of))[len(of)/2]
}

// minimalTrace is what is left as a trace. It must violate the same property
// within the same bounds, but for replicas that are gone.
func minimalTrace(t *testing.T, m *script.Minimal, of *trace.Trace) *trace.Trace {
	t.Helper()
	tr, err := m.Trace()
	if err != nil {
		t.Fatal(err)
	}
	if tr.Violation.Property != of.Violation.Property || tr.Violation.Reason == "" || len(tr.Steps) > len(of.Steps) {
		t.Fatalf("%+v after %d states has become %+v after %d", of.Violation, len(of.Steps), tr.Violation, len(tr.Steps))
	}
	for i, c := range tr.Source.Constants {
		if !c.Value.Equal(of.Source.Constants[i].Value) && c.Name != "Replicas" {
			t.Errorf("%s = %s has become %s", c.Name, of.Source.Constants[i].Value, c.Value)
		}
	}
	return &tr
}

// replays writes what is left as a script and replays it.
func replays(t *testing.T, m *script.Minimal, variants ...string) *script.Script {
	t.Helper()
	s, err := m.Script()
	if err != nil {
		t.Fatal(err)
	}
	r, err := script.Replay(s, variants...)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Passed() || !violates(r, m.Property.Name) {
		t.Errorf("%+v\n%s", r.Failure, s)
	}
	return s
}

// TestMinimizeNothing wants errors where nothing is violated.
func TestMinimizeNothing(t *testing.T) {
	s, err := script.Parse("calm", []byte("replicas a b\nAPPEND 1\nFETCH b\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, property := range []string{"", "TypeOK"} {
		var not *script.NotViolatedError
		if _, err := script.Minimize(context.Background(), s, property); !errors.As(err, &not) || not.Property != property {
			t.Errorf("%q: %v", property, err)
		}
	}
	if _, err := script.Minimize(context.Background(), s, "Nonsense"); err == nil {
		t.Error("a property that does not exist")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := script.Minimize(ended, s, "TypeOK"); !errors.Is(err, context.Canceled) {
		t.Errorf("without time: %v", err)
	}
	tr := simulated(t, model.Variants()[0], 1)
	tr.Violation = &trace.Violation{Kind: "deadlock"}
	if _, err := script.MinimizeTrace(context.Background(), tr, ""); err == nil {
		t.Error("a deadlock")
	}
	tr.Violation = nil
	if m, err := script.MinimizeTrace(context.Background(), tr, ""); err != nil || m.Property.Name == "" {
		t.Errorf("a trace that does not say what it violates: %v", err)
	}
	tr.Steps = tr.Steps[:2]
	var not *script.NotViolatedError
	if _, err := script.MinimizeTrace(context.Background(), tr, "FetchCounts"); !errors.As(err, &not) {
		t.Errorf("a trace that violates nothing: %v", err)
	}
}
