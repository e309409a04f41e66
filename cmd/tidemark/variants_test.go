package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVariantsPage wants docs/variants.md to be what the command writes.
func TestVariantsPage(t *testing.T) {
	if testing.Short() {
		t.Skip("all variants take some seconds")
	}
	got := strings.Split(string(printed("variants", "--format", "markdown")), "\n")
	if diff := cmp.Diff(strings.Split(page(t, "variants.md"), "\n"), got); diff != "" {
		t.Errorf("./tidemark variants --format markdown > docs/variants.md writes it anew (-page +got):\n%s", diff)
	}
}

// TestVariantsJSONPage compares the members that the command prints with those
// that the page has.
func TestVariantsJSONPage(t *testing.T) {
	found := map[string]bool{}
	for _, args := range [][]string{
		{"variants", "truncate-to-local-hw", "response-survives-crash", "truncate-one-round", "--format", "json", "--max-states", "20000"},
		{"variants", "no-source-check", "--format", "json", "--max-states", "9"},
	} {
		var document any
		if err := json.Unmarshal(printed(args...), &document); err != nil {
			t.Fatal(err)
		}
		members(document, "", found)
	}
	for name := range found {
		if strings.HasPrefix(name, "protocol[].") || strings.HasPrefix(name, "variants[].lengths.") {
			delete(found, name) // like alternatives, and by the names of properties
		}
	}
	found["problems"] = true // there are none
	shown := map[string]bool{}
	for _, cells := range rows(section(t, page(t, "cli.md"), "## JSON of variants")) {
		shown[cells[0]] = true
	}
	same(t, "members", shown, found)
}
