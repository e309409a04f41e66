package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
)

// Pages in docs/ repeat lists that the code has, with more words. These tests
// keep them equal. TestDocumentedCommands runs the commands on the pages.

// page is the text of a page in docs/.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// printed is what a command prints, whatever its status.
func printed(args ...string) []byte {
	out, _ := exec.Command("tidemark", args...).Output()
	return out
}

// An entry is what tidemark list says of something.
type entry struct{ Name, Kind, Rules, Default, Summary string }

func list(t *testing.T, name string) []entry {
	t.Helper()
	var lists map[string]json.RawMessage
	var entries []entry
	if err := json.Unmarshal(printed("list", name, "--format", "json"), &lists); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(lists[name], &entries); err != nil {
		t.Fatal(err)
	}
	return entries
}

// same compares what a page lists with what the code has.
func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-code +page):\n%s", what, diff)
	}
}

func TestPropertiesPage(t *testing.T) {
	text := page(t, "properties.md")
	under := map[string]string{"invariant": "## Invariants", "step property": "## Step properties"}
	want := map[string][]string{}
	for _, p := range slices.Concat(list(t, "properties"), list(t, "constraints")) {
		heading, isProperty := under[p.Kind]
		if !isProperty {
			heading = "## Constraints"
		}
		want[heading] = append(want[heading], p.Name)
		described := words(section(t, text, "### "+p.Name))
		sentence := strings.ToUpper(p.Summary[:1]) + p.Summary[1:] + "."
		parts := []string{sentence, "*Why.*", "*Premise:*"}
		if !isProperty {
			parts = []string{sentence, "*Kind:* " + p.Kind + ".", "*Leaves out:*"}
		}
		for _, part := range parts {
			if !strings.Contains(described, part) {
				t.Errorf("%s: the page does not say %q", p.Name, part)
			}
		}
	}
	for heading, names := range want {
		same(t, heading, headings(section(t, text, heading), 3), names)
	}
}

func TestModelPage(t *testing.T) {
	text := page(t, "model.md")
	var constants [][]string
	for _, c := range list(t, "constants") {
		if c.Default == "" {
			c.Default = "none"
		}
		constants = append(constants, []string{c.Name, c.Default})
	}
	var shown [][]string
	for _, cells := range rows(section(t, text, "## Constants")) {
		shown = append(shown, cells[:2])
	}
	same(t, "constants", shown, constants)
	same(t, "variables", column(section(t, text, "## State"), 0), model.Variables())

	var actions, described []string
	for _, a := range list(t, "actions") {
		if a.Rules == "" {
			a.Rules = "no rule"
		}
		actions = append(actions, a.Name+", "+a.Rules)
	}
	for _, m := range regexp.MustCompile("(?m)^\\*\\*`(.*)`\\*\\*, (.*?)\\. \\*When\\*").FindAllStringSubmatch(text, -1) {
		described = append(described, m[1]+", "+m[2])
	}
	same(t, "actions", described, actions)
}

// TestConstantRanges takes the ranges that the page gives to their ends.
func TestConstantRanges(t *testing.T) {
	const src = "CONSTANTS Replicas = {r1, r2} MaxRecords = 1 MaxEpoch = 1\nSPECIFICATION Spec\n"
	span := regexp.MustCompile(`^(\d+) to (\d+)$`)
	ranges := 0
	for _, cells := range rows(section(t, page(t, "model.md"), "## Constants")) {
		ends := span.FindStringSubmatch(cells[2])
		if ends == nil {
			continue
		}
		ranges++
		low, _ := strconv.Atoi(ends[1])
		high, _ := strconv.Atoi(ends[2])
		for value, ok := range map[int]bool{low: true, high: true, low - 1: false, high + 1: false} {
			set := fmt.Sprintf("%s=%d", cells[0], value)
			if _, err := spec.Read("t.cfg", []byte(src), spec.Changes{Set: []string{set}}); (err == nil) != ok {
				t.Errorf("%s with the range %s: %v", set, cells[2], err)
			}
		}
	}
	if ranges < 5 {
		t.Errorf("found only %d ranges", ranges)
	}
}

// TestRulesPage wants R1 to R12 in their order, each with functions and
// operators that exist.
func TestRulesPage(t *testing.T) {
	text := page(t, "rules.md")
	functions := ruleFunctions(t)
	module, _ := spec.File("Partition.tla")
	number := 0
	for _, heading := range headings(text, 2) {
		if !strings.HasPrefix(heading, "R") {
			continue
		}
		number++
		if !strings.HasPrefix(heading, fmt.Sprintf("R%d ", number)) {
			t.Errorf("expected R%d, found %s", number, heading)
		}
		_, code, found := strings.Cut(section(t, text, "## "+heading), "*In code.*")
		if !found {
			t.Errorf("%s: the page does not say where it is", heading)
		}
		named, defined := 0, 0
		for _, m := range regexp.MustCompile("`(Rules\\.)?(\\w+)`").FindAllStringSubmatch(code, -1) {
			operator := regexp.MustCompile(`(?m)^` + m[2] + `(\(\w+(, \w+)*\))? *==`)
			switch {
			case m[1] != "" && !functions[m[2]]:
				t.Errorf("%s: model/ has no %s", heading, m[0])
			case m[1] == "" && !operator.Match(module):
				t.Errorf("%s: the module does not define %s", heading, m[0])
			case m[1] != "":
				named++
			default:
				defined++
			}
		}
		if named == 0 || defined == 0 {
			t.Errorf("%s: the page names %d functions and %d definitions that exist", heading, named, defined)
		}
	}
	if number != 12 {
		t.Errorf("found %d rules", number)
	}
}

// ruleFunctions are the methods of model.Rules.
func ruleFunctions(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("../../model/*.go")
	if err != nil {
		t.Fatal(err)
	}
	functions := map[string]bool{}
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func \(r Rules\) ([A-Z]\w*)\(`).FindAllStringSubmatch(string(code), -1) {
			functions[m[1]] = true
		}
	}
	return functions
}

// commandsInHelp are the commands that the help lists.
func commandsInHelp() (commands []string) {
	_, help, _ := strings.Cut(string(printed("help")), "Commands:\n")
	help, _, _ = strings.Cut(help, "\n\n")
	for _, m := range regexp.MustCompile(`(?m)^    (\w+) `).FindAllStringSubmatch(help, -1) {
		commands = append(commands, m[1])
	}
	return commands
}

func TestCommandsPage(t *testing.T) {
	text := page(t, "cli.md")
	flag := regexp.MustCompile(`(?m)^    (--[a-z-]+( \S+)?)( |$)`)
	common := column(section(t, text, "## check and simulate"), 0)
	commands := commandsInHelp()
	for _, name := range commands {
		var flags []string
		for _, m := range flag.FindAllStringSubmatch(string(printed("help", name)), -1) {
			flags = append(flags, m[1])
		}
		shown := column(section(t, text, "## "+name), 0)
		if name == "check" || name == "simulate" {
			shown = slices.Concat(common, shown)
		}
		slices.Sort(flags)
		slices.Sort(shown)
		same(t, "flags of "+name, shown, flags)
	}
	help := string(printed("help", "render"))
	for _, cells := range rows(section(t, page(t, "traces.md"), "## Formats")) {
		if !strings.Contains(help, cells[0]) || !strings.Contains(help, " "+cells[1]) {
			t.Errorf("the help of render does not name the format %s and its ending %s", cells[0], cells[1])
		}
	}

	var shown []string
	for _, usage := range column(section(t, text, "## Commands"), 0) {
		shown = append(shown, strings.Fields(usage)[1])
	}
	same(t, "commands", shown, commands)

	var statuses [][]string
	for _, m := range regexp.MustCompile(`(?m)^    (\d+) +(.*)$`).FindAllStringSubmatch(string(printed("help")), -1) {
		statuses = append(statuses, m[1:])
	}
	same(t, "exit statuses", rows(section(t, text, "## Exit status")), statuses)
}

// TestConfigurationKeywords wants the keywords of the grammar accepted, and
// those that the page says are refused, refused by name.
func TestConfigurationKeywords(t *testing.T) {
	text := section(t, page(t, "cli.md"), "## Configuration files")
	grammar, refusals, found := strings.Cut(text, "refused by name")
	if !found {
		t.Fatal("the page does not say what is refused")
	}
	read := func(statement string) error {
		src := statement + "\nCONSTANTS Replicas = {r1, r2} MaxRecords = 1 MaxEpoch = 1\n"
		if !strings.HasPrefix(statement, "SPECIFICATION") && !strings.HasPrefix(statement, "INIT") {
			src += "SPECIFICATION Spec"
		}
		_, err := spec.Read("t.cfg", []byte(src), spec.Changes{})
		return err
	}
	keyword := regexp.MustCompile(`"([A-Z_]{4,})"( "(\w+)")?`)
	accepted := 0
	for _, m := range keyword.FindAllStringSubmatch(grammar, -1) {
		statement := m[1] + " " + m[3]
		switch m[1] {
		case "TRUE", "FALSE", "NEXT":
			continue
		case "INIT":
			statement += " NEXT Next"
		case "CHECK_DEADLOCK":
			statement += "FALSE"
		}
		accepted++
		if err := read(statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
	refused := regexp.MustCompile("`([A-Z_]{4,})`").FindAllStringSubmatch(refusals, -1)
	if accepted < 10 || len(refused) < 4 {
		t.Errorf("found %d keywords that are accepted, and %d that are not", accepted, len(refused))
	}
	for _, m := range refused {
		if err := read(m[1] + " x"); err == nil || !strings.Contains(err.Error(), "can't use "+m[1]) {
			t.Errorf("%s: %v", m[1], err)
		}
	}
}

// TestEveryPropertyIsJudged wants each property named with some rule, or it
// would not be known what it is there for.
func TestEveryPropertyIsJudged(t *testing.T) {
	text := page(t, "rules.md")
	for _, p := range invariants.All() {
		if p.Name != "TypeOK" && !strings.Contains(text, "["+p.Name+"](properties.md#") {
			t.Errorf("no rule names %s", p.Name)
		}
	}
}
