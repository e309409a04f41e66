package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// members adds the paths of an object's members. Objects whose members have
// names of their own, such as constants, are not looked into, and a trace in
// the JSON of a search is that of a file.
func members(value any, path string, all map[string]bool) {
	switch v := value.(type) {
	case map[string]any:
		for name, item := range v {
			at := strings.TrimPrefix(path+"."+name, ".")
			if path == "violations[]" { // each is like violation
				continue
			}
			all[at] = true
			if !slices.Contains([]string{"constants", "overrides", "args", "state", "trace"}, name) {
				members(item, at, all)
			}
		}
	case []any:
		for _, item := range v {
			members(item, path+"[]", all)
		}
	}
}

// TestJSONPage compares the members that searches of many kinds print with
// those that the page has, and wants the page to have all that the code names.
func TestJSONPage(t *testing.T) {
	text := page(t, "cli.md")
	dir := t.TempDir()
	constrained, file, saved := filepath.Join(dir, "c.cfg"), filepath.Join(dir, "trace.json"), filepath.Join(dir, "saved")
	src := "CONSTANTS Replicas = {r1, r2} MaxRecords = 1 MaxEpoch = 2\nSPECIFICATION Spec\n" +
		"INVARIANT LeaseReadIsFresh\nACTION_CONSTRAINT ElectOnlyWithoutLeader\nCHECK_DEADLOCK FALSE\n"
	if err := os.WriteFile(constrained, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(dir, "M.tla")
	src = "---- MODULE M ----\nEXTENDS Naturals, Sequences\nCONSTANT N\nVARIABLE x\nOne == 1\nInit == x = <<1>>\nNext == x' = Tail(x)\n" +
		"Live == <>(x = <<>>)\nNonempty == Len(x) >= N\nShort == [len |-> Len(x)]\n====\n"
	if err := os.WriteFile(module, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "M.cfg"), []byte("CONSTANT N = 1 INIT Init NEXT Next PROPERTY Live"), 0o644); err != nil {
		t.Fatal(err)
	}
	shown := "CONSTANT N <- One INIT Init NEXT Next INVARIANT Nonempty ALIAS Short"
	if err := os.WriteFile(filepath.Join(dir, "Shown.cfg"), []byte(shown), 0o644); err != nil {
		t.Fatal(err)
	}
	lossy := []string{"check", "lossy", "--set", "Replicas={r1, r2}", "--set", "MaxEpoch=1"}
	all, traces := map[string]bool{}, map[string]bool{}
	for _, args := range [][]string{
		slices.Concat(lossy, []string{"--continue", "--coverage", "--trace-out", file}),
		slices.Concat(lossy, []string{"--store", "hash"}),
		slices.Concat(lossy, []string{"--all-minimal", "2"}),
		slices.Concat(lossy, []string{"--store", "disk", "--disk-dir", t.TempDir()}),
		{"check", constrained},
		{"check", constrained, "--max-depth", "2", "--memory", "1GiB"},
		{"check", constrained, "--reduce"},
		{"check", constrained, "--max-depth", "2", "--checkpoint", saved},
		{"check", constrained, "--max-depth", "3", "--checkpoint", saved, "--resume", saved},
		{"simulate", "small", "--walks", "5", "--coverage"},
		{"check", module},
	} {
		var document any
		if err := json.Unmarshal(printed(append(args, "--format", "json")...), &document); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		members(document, "", all)
	}
	for _, args := range [][]string{
		slices.Concat(lossy, []string{"--properties"}),
		{"check", module, "--config", filepath.Join(dir, "Shown.cfg")},
	} {
		printed(append(args, "--quiet", "--trace-out", file)...)
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var document any
		if err := json.Unmarshal(written, &document); err != nil {
			t.Fatal(err)
		}
		members(document, "", traces)
	}
	for heading, found := range map[string]map[string]bool{"## JSON of check and simulate": all, "## The trace file": traces} {
		shown := map[string]bool{}
		for _, cells := range rows(section(t, text, heading)) {
			if len(cells) == 3 { // not of the table of values
				shown[cells[0]] = true
			}
		}
		same(t, heading, shown, found)
	}

	code, err := os.ReadFile("internal/report/json.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`json:\"(\\w+)").FindAllStringSubmatch(string(code), -1) {
		if !regexp.MustCompile("[`.]" + m[1] + "`").MatchString(text) {
			t.Errorf("the page does not have the member %s", m[1])
		}
	}
}

func TestListPage(t *testing.T) {
	var document map[string]any
	if err := json.Unmarshal(printed("list", "--format", "json"), &document); err != nil {
		t.Fatal(err)
	}
	shown := column(section(t, page(t, "cli.md"), "## JSON of list"), 0)
	slices.Sort(shown)
	var names []string
	for name := range document {
		names = append(names, name)
	}
	slices.Sort(names)
	same(t, "lists", shown, names)
}
