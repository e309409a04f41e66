package conform_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/model/conform"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/conform.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// blocks are the fenced blocks of a language.
func blocks(text, language string) []string {
	var all []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```").FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// firsts are the first cells of a table's rows below a heading.
func firsts(t *testing.T, text, heading string) []string {
	t.Helper()
	_, rest, found := strings.Cut(text, "\n"+heading+"\n")
	if !found {
		t.Fatalf("there is no heading %s", heading)
	}
	if i := regexp.MustCompile(`(?m)^#+ `).FindStringIndex(rest); i != nil {
		rest = rest[:i[0]]
	}
	var all []string
	for _, m := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(rest, -1) {
		all = append(all, strings.ReplaceAll(m[1], "`", ""))
	}
	return all
}

// TestPage wants docs/conform.md to have the examples as they are, and all kinds,
// commands and defaults.
func TestPage(t *testing.T) {
	text := page(t)
	for _, name := range conform.Examples() {
		src, ok := conform.Example(name)
		if !ok || !slices.ContainsFunc([]string{"python", "go"}, func(l string) bool { return slices.Contains(blocks(text, l), string(src)) }) {
			t.Errorf("the page does not have %s as it is", name)
		}
		if lines := strings.Count(string(src), "\n"); lines > 61 {
			t.Errorf("%s has %d lines", name, lines)
		}
	}
	kinds := []string{
		string(conform.Different), string(conform.Malformed), string(conform.Ended), string(conform.Silent),
		string(conform.Endless), string(conform.Leftover), string(conform.Unstable),
	}
	if diff := cmp.Diff(kinds, firsts(t, text, "## What is found")); diff != "" {
		t.Errorf("kinds (-code +page):\n%s", diff)
	}
	var verbs []string
	for _, row := range firsts(t, text, "### Commands") {
		if verb := strings.Fields(row)[1]; !slices.Contains(verbs, verb) {
			verbs = append(verbs, verb)
		}
	}
	want := slices.DeleteFunc(conform.GeneratedCommands(), func(v string) bool { return v == "FOLLOW" })
	slices.Sort(want)
	slices.Sort(verbs)
	if diff := cmp.Diff(want, verbs); diff != "" {
		t.Errorf("commands (-code +page):\n%s", diff)
	}
	for _, row := range firsts(t, text, "### Fields") {
		for _, key := range strings.Split(row, ", ") {
			if !slices.Contains(conform.Fields(), key) {
				t.Errorf("%s is not a field", key)
			}
		}
	}
	for _, want := range []string{
		"| " + strings.Join(conform.DefaultFields(), ",") + " |",
		"| " + strings.Join(conform.DefaultCommands(), ",") + " |",
		fmt.Sprintf("at most %d bytes", conform.MaxLine),
		fmt.Sprintf("`--depth %d --runs %d`", conform.DefaultDepth, conform.DefaultRuns),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	leader := reflect.TypeFor[conform.Leader]()
	declared := regexp.MustCompile(`(?ms)^type Leader interface {\n(.*?)^}`).FindStringSubmatch(text)[1]
	if leader.NumMethod() != strings.Count(declared, "\n") {
		t.Errorf("a Leader has %d methods", leader.NumMethod())
	}
	for i := range leader.NumMethod() {
		if !strings.Contains(declared, "\t"+leader.Method(i).Name+"(") {
			t.Errorf("the page does not have %s", leader.Method(i).Name)
		}
	}
}

// commands start the examples, as far as their languages are here, each with the
// first text replaced by the second.
func commands(t *testing.T, python, golang [2]string) map[string][]string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range conform.Examples() {
		src, _ := conform.Example(name)
		change := golang
		if filepath.Ext(name) == ".py" {
			change = python
		}
		if name != "leader/main.go" && !strings.Contains(string(src), change[0]) {
			t.Fatalf("%s has no %q", name, change[0])
		}
		file := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(file, []byte(strings.Replace(string(src), change[0], change[1], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all := map[string][]string{}
	if _, err := exec.LookPath("python3"); err == nil {
		all["Python"] = []string{"python3", filepath.Join(dir, "leader.py")}
	}
	if _, err := exec.LookPath("go"); err == nil {
		file := filepath.Join(dir, "leader")
		if out, err := exec.Command("go", "build", "-o", file, filepath.Join(dir, "leader.go"), filepath.Join(dir, "main.go")).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		all["Go"] = []string{file}
	}
	if len(all) == 0 {
		t.Skip("neither python3 nor go is here")
	}
	return all
}

// TestExampleWithoutMax wants the examples to be caught when their high watermark
// may go back.
func TestExampleWithoutMax(t *testing.T) {
	const script = "t=0 APPEND 1\nt=0 FETCH 6 offset 1\nt=0 FETCH 6 offset 0\nEXPECT hw 1\n"
	python := [2]string{"max(self.hw, min([self.leo] + known))", "min([self.leo] + known)"}
	for language, args := range commands(t, python, [2]string{"max(l.hw, least)", "least"}) {
		f := found(t, conform.NewProcess(conform.Command{Args: args}), conform.Config{Seed: 1}, conform.Different)
		if !f.Minimal || !strings.HasSuffix(f.Script, script) || f.Expected != "hw=1" || f.Came != "hw=0" {
			t.Errorf("%s: %s", language, f)
		}
		if len(f.Likely) != 1 || f.Likely[0].Variant != "hw-can-decrease" || !f.Likely[0].Confirmed {
			t.Errorf("%s: likely %+v", language, f.Likely)
		}
		f = found(t, conform.NewProcess(conform.Command{Args: args}), conform.Config{Depth: 4}, conform.Different)
		if !strings.HasSuffix(f.Script, script) {
			t.Errorf("%s: %s", language, f)
		}
	}
}

// TestExamples wants the examples to conform, and to answer what the page shows.
func TestExamples(t *testing.T) {
	for language, args := range commands(t, [2]string{}, [2]string{}) {
		if r := check(t, conform.NewProcess(conform.Command{Args: args}), conform.Config{Depth: 3, Runs: 50}); r.Finding != nil {
			t.Errorf("%s: %s", language, r.Finding)
		}
		var sent, want []string
		for line := range strings.Lines(blocks(page(t), "text")[0]) {
			text := strings.TrimSpace(line[2:])
			if line[0] == '>' {
				sent = append(sent, text)
			} else {
				want = append(want, text)
			}
		}
		run := exec.Command(args[0], args[1:]...)
		run.Stdin = strings.NewReader(strings.Join(sent, "\n") + "\n")
		out, err := run.Output()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
			got = append(got, lines.Text())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-page +answers):\n%s", language, diff)
		}
	}
}
