package spec_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
	"tidemark/spec/cfg"
)

func TestFilesAreTheFiles(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.tla", "*.cfg", "variants/*.cfg"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, paths...)
	}
	slices.Sort(files)
	if got := slices.Sorted(slices.Values(spec.Files())); !slices.Equal(got, files) {
		t.Errorf("listed %v, files %v", got, files)
	}
	spec.Names()[0] = "changed"
	if spec.Names()[0] != "small" {
		t.Error("a caller can change the names")
	}
}

// Below its comment an embedded file is what the parser would print, and it
// names every constant, for TLC has no defaults.
func TestEmbeddedFilesAreCanonical(t *testing.T) {
	names := spec.Names()
	for _, v := range model.Variants() {
		names = append(names, v.Name)
	}
	for _, name := range names {
		src, ok := spec.Source(name)
		if !ok {
			t.Fatalf("%s has no source", name)
		}
		f, err := cfg.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		if _, body, _ := strings.Cut(string(src), "\n\n"); body != f.String() {
			t.Errorf("%s is not canonical, which would be\n%s", name, f)
		}
		var given []string
		for _, c := range f.Constants {
			given = append(given, c.Name.Text)
		}
		if want := "Replicas MaxRecords MaxEpoch LagMax MinISR MaxCrashes FetchMax Retention Lease Acks Drop Duplicate TimeOuts Durability Variant"; strings.Join(given, " ") != want {
			t.Errorf("%s gives %v, want %s", name, given, want)
		}
		if s := spec.Summary(name); slices.Contains(spec.Names(), name) && !strings.HasSuffix(s, ".") || strings.HasPrefix(s, `\`) {
			t.Errorf("%s: the summary %q is no sentence", name, s)
		}
	}
}

func TestEmbeddedConfigurations(t *testing.T) {
	for _, name := range spec.Names() {
		c, err := spec.Load(name, spec.Changes{})
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != name || c.Symmetry || c.CheckDeadlock || c.Properties[0].Name != "TypeOK" {
			t.Errorf("%s: got name %s, symmetry %v, deadlocks %v, first property %s", name, c.Name, c.Symmetry, c.CheckDeadlock, c.Properties[0].Name)
		}
		if !slices.IsSortedFunc(c.Properties, func(p, q model.Property) int { return int(p.Kind) - int(q.Kind) }) {
			t.Errorf("%s: a step property comes before an invariant", name)
		}
	}
	if _, ok := spec.Source("../go.mod"); ok {
		t.Error("a path is taken for a name")
	}
	if got := spec.Summary("none"); got != "" {
		t.Errorf("the summary of nothing is %q", got)
	}
}

// Every property is checked by some embedded configuration.
func TestEveryPropertyIsListed(t *testing.T) {
	listed := map[string]bool{}
	for _, name := range spec.Names() {
		c, err := spec.Load(name, spec.Changes{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range c.Properties {
			listed[p.Name] = true
		}
	}
	for _, p := range invariants.All() {
		if !listed[p.Name] {
			t.Errorf("%s is listed nowhere", p.Name)
		}
	}
}

// What the bounds rule out is not listed: it would hold without saying anything.
func TestListedPropertiesCanMatter(t *testing.T) {
	for _, name := range spec.Names() {
		if name == "lossy" {
			continue // see TestLossyIsDurableWithAVariant
		}
		c, err := spec.Load(name, spec.Changes{})
		if err != nil {
			t.Fatal(err)
		}
		b := c.Bounds
		all := slices.Contains(b.Acks, model.AcksAll)
		needs := map[string]bool{
			"AckedIsCommitted":              all,
			"AckMeetsMinISR":                all,
			"RefusalAppendsNothing":         all,
			"LinearizableReadSeesEveryAck":  all && b.Lease > 0,
			"LinearizableReadIsCommitted":   b.Lease > 0,
			"LeaseReadIsFresh":              b.Lease > 0,
			"SnapshotCommitsOnlyAdvertised": b.FetchMax > 0 && b.Retention > 0,
			"ElectionBumpsEpochs":           b.MaxEpoch > 1,
			"OneLeaderPerEpoch":             b.MaxEpoch > 1,
			"ElectionFromISR":               b.MaxEpoch > 1,
			"TruncationKeepsCommitted":      b.MaxEpoch > 1 && b.MaxRecords > 1,
			"CommittedNeverChanges":         b.MaxRecords > 1,
		}
		for _, p := range invariants.All() {
			want, special := needs[p.Name]
			listed := slices.ContainsFunc(c.Properties, func(q model.Property) bool { return q.Name == p.Name })
			if listed != (want || !special) {
				t.Errorf("%s: %s is listed: %v", name, p.Name, listed)
			}
		}
	}
}

func TestLossyIsDurableWithAVariant(t *testing.T) {
	durable, err := spec.Load("durable", spec.Changes{Variants: []string{"count-before-fsync"}})
	if err != nil {
		t.Fatal(err)
	}
	lossy, err := spec.Load("lossy", spec.Changes{Variants: []string{"count-before-fsync"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := bounds(lossy), bounds(durable); got != want {
		t.Errorf("lossy has %s, durable with the variant %s", got, want)
	}
	const lost = "TypeOK CommittedSurvives ConsumedSurvives"
	if got := propertyNames(lossy.Properties); got != lost {
		t.Errorf("lossy checks %s, expected %s", got, lost)
	}
}

func propertyNames(properties []model.Property) string {
	var names []string
	for _, p := range properties {
		prefix := ""
		if p.Kind == explore.StepProperty {
			prefix = "[]"
		}
		names = append(names, prefix+p.Name)
	}
	return strings.Join(names, " ")
}
