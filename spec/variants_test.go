package spec_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
)

// endToEnd are the properties that clients would miss: no loss, no fork, no
// false answer, no dirty or stale read.
var endToEnd = []string{
	"CommittedOnISR", "CommittedSurvives", "CommittedNeverChanges", "TruncationKeepsCommitted", "LogMatching",
	"AckedIsCommitted", "AckMeetsMinISR", "ConsumedSurvives", "LinearizableReadIsCommitted",
	"LinearizableReadSeesEveryAck", "LeaseReadIsFresh",
}

// checkVariant searches a variant's configuration for every violation.
func checkVariant(t *testing.T, name string) *explore.Result {
	t.Helper()
	m := loadModel(t, name, spec.Changes{})
	res, err := explore.Check(context.Background(), m, explore.Options{Symmetry: true, Continue: true})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestVariants wants every variant to break exactly the properties that it
// names, with traces as long as they always were; and every property but TypeOK
// to be broken by one.
func TestVariants(t *testing.T) {
	if testing.Short() {
		t.Skip("all variants take some seconds")
	}
	var got []string
	broken := map[string]bool{"TypeOK": true} // see its own test: no step leaves the types
	for _, v := range model.Variants() {
		res := checkVariant(t, v.Name)
		lengths := map[string]int{}
		for _, violation := range res.Violations {
			lengths[violation.Name] = len(violation.Path)
			broken[violation.Name] = true
		}
		row := []string{}
		for _, p := range invariants.All() {
			if n := lengths[p.Name]; n > 0 {
				row = append(row, fmt.Sprintf("%s:%d", p.Name, n))
				if !slices.Contains(v.Breaks, p.Name) {
					t.Errorf("%s breaks %s, which it does not name", v.Name, p.Name)
				}
			} else if !v.Alternative && slices.Contains(v.Breaks, p.Name) {
				t.Errorf("%s does not break %s", v.Name, p.Name)
			}
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s\t%d\t%s", v.Name, res.Distinct, strings.Join(row, " "))))
	}
	for _, p := range invariants.All() {
		if !broken[p.Name] {
			t.Errorf("no variant breaks %s", p.Name)
		}
	}
	pinned, err := os.ReadFile("testdata/variants.tsv")
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(strings.TrimSpace(string(pinned)), "\n")
	if diff := cmp.Diff(strings.Split(want, "\n"), got); diff != "" {
		t.Errorf("testdata/variants.tsv (-pinned +got):\n%s", diff)
	}
}

// TestVariantsSayWhatTheyHarm wants each variant to break something that clients
// would miss, or to say why it does not.
func TestVariantsSayWhatTheyHarm(t *testing.T) {
	for _, v := range model.Variants() {
		if v.Doc == "" || v.Effect == "" || len(v.Rule) < 2 || !v.Alternative && len(v.Breaks) == 0 {
			t.Errorf("%s is incomplete: %+v", v.Name, v)
		}
		harmless := strings.HasPrefix(v.Effect, "costs availability only") ||
			strings.HasPrefix(v.Effect, "only the answer is wrong") || strings.Contains(v.Effect, "still protects the data")
		harms := slices.ContainsFunc(v.Breaks, func(name string) bool { return slices.Contains(endToEnd, name) })
		if !v.Alternative && harms == harmless {
			t.Errorf("%s breaks %v, but its effect is: %s", v.Name, v.Breaks, v.Effect)
		}
	}
}
