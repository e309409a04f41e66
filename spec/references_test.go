package spec_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tidemark/spec"
)

var (
	reference  = regexp.MustCompile(`(?m)^\s*// TLA\+: (.*)$`)
	definition = regexp.MustCompile(`(?m)^([A-Z]\w*)(\(.*?\))?\s*==`)
	argument   = regexp.MustCompile(`\(.*?\)`)
)

// TestReferences wants the Go files that mirror the module to name its
// definitions, in its order, and every rule and action of it to be named.
func TestReferences(t *testing.T) {
	module, _ := spec.File("Partition.tla")
	place := map[string]int{}
	for i, m := range definition.FindAllStringSubmatch(string(module), -1) {
		place[m[1]] = i
	}
	paths, err := filepath.Glob("../model/*.go")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		last := ""
		for _, m := range reference.FindAllStringSubmatch(string(src), -1) {
			names, _, _ := strings.Cut(argument.ReplaceAllString(m[1], ""), ". ")
			for i, name := range strings.Split(strings.TrimSuffix(names, "."), ", ") {
				at, ok := place[name]
				if !ok {
					t.Errorf("%s: the module does not define %s", path, name)
				}
				if i == 0 && last != "" && at < place[last] && strings.Contains(path, "rules_") {
					t.Errorf("%s: %s comes before %s in the module", path, name, last)
				}
				if i == 0 {
					last = name
				}
				named[name] = true
			}
		}
	}
	for name, at := range place {
		rule := at >= place["Fetched"] && at <= place["LeaseAfterTick"]
		if action := at >= place["Init"] && at <= place["Next"]; (rule || action) && !named[name] {
			t.Errorf("no Go file refers to %s", name)
		}
	}
}
