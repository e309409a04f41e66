package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocumentedCommands runs the commands of each ```console block in the
// README and in docs/, and compares what they print with what the page shows.
// A line "..." stands for any lines; times, rates and memory are not compared.
// Then it runs those of indented blocks, of which the page shows no output:
// they must not fail.
func TestDocumentedCommands(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	shown, indented := 0, 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			if _, err := exec.LookPath("python3"); err != nil && strings.Contains(string(text), "-- python3 ") {
				t.Skip("python3 is not here")
			}
			s := &shell{dir: t.TempDir(), ran: map[string]ran{}}
			for _, block := range consoleBlocks(string(text)) {
				for _, e := range block {
					shown++
					s.check(t, e)
				}
			}
			for _, command := range indentedCommands(t, string(text)) {
				indented++
				s.try(t, command)
			}
		})
	}
	if shown < 5 || indented < 5 {
		t.Errorf("found only %d documented commands with output and %d without", shown, indented)
	}
}

// An example is a command and the lines that follow it on the page.
type example struct {
	command string
	output  []string
}

var (
	fence    = regexp.MustCompile("(?ms)^```console\n(.*?)^```")
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	indent   = regexp.MustCompile(`(?m)^(?:    |\t)[ \t]*(\S.*)$`)
	ofBinary = regexp.MustCompile(`^(\./tidemark|go run \./cmd/tidemark)( |$)`)
)

// indentedCommands are the lines of indented blocks that run tidemark.
func indentedCommands(t *testing.T, page string) []string {
	var commands []string
	for _, match := range indent.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		if ofBinary.MatchString(match[1]) {
			commands = append(commands, match[1])
		} else {
			t.Logf("not run: %s", match[1])
		}
	}
	return commands
}

func consoleBlocks(page string) [][]example {
	var blocks [][]example
	for _, match := range fence.FindAllStringSubmatch(page, -1) {
		var block []example
		for line := range strings.Lines(match[1]) {
			line = strings.TrimSuffix(line, "\n")
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				block = append(block, example{command: command})
			} else if n := len(block); n > 0 {
				block[n-1].output = append(block[n-1].output, line)
			}
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// A shell runs the commands of a page in one folder.
type shell struct {
	dir    string
	ran    map[string]ran // what each command did last
	status int            // of the latest command
}

// A ran is what a command printed and exited with.
type ran struct {
	output string
	status int
}

func (s *shell) run(t *testing.T, shown string) ran {
	t.Helper()
	command := strings.ReplaceAll(shown, "go run ./cmd/tidemark", "tidemark")
	command = strings.ReplaceAll(command, "./tidemark", "tidemark")
	run := exec.Command("sh", "-c", command)
	run.Dir = s.dir
	got, err := run.CombinedOutput()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatalf("%s: %v", shown, err)
	}
	r := ran{string(got), run.ProcessState.ExitCode()}
	s.ran[shown] = r
	return r
}

// try runs a command whose output the page does not show, unless it has run
// already: it must give an answer, be it a violation.
func (s *shell) try(t *testing.T, command string) {
	t.Helper()
	r, again := s.ran[command]
	if !again {
		r = s.run(t, command)
	}
	if !slices.Contains([]int{0, 12, 13}, r.status) || strings.Contains(r.output, "tidemark: error") {
		t.Errorf("%s: status %d\n%s", command, r.status, r.output)
	}
}

func (s *shell) check(t *testing.T, e example) {
	t.Helper()
	switch e.command {
	case "go build -o tidemark ./cmd/tidemark", "go test ./...":
		return // this is that, built and running
	case "echo $?":
		if diff := cmp.Diff(e.output, []string{fmt.Sprint(s.status)}); diff != "" {
			t.Errorf("status (-shown +got):\n%s", diff)
		}
		return
	}
	r := s.run(t, e.command)
	s.status = r.status
	lines := strings.Split(strings.TrimSuffix(progress.ReplaceAllString(r.output, ""), "\n"), "\n")
	if !matches(comparable(e.output), comparable(lines)) {
		t.Errorf("$ %s\nthe page shows (-) and the command prints (+):\n%s", e.command,
			cmp.Diff(comparable(e.output), comparable(lines)))
	}
}

var (
	progress = regexp.MustCompile(`(?m)^tidemark: progress: .*\n`)
	varying  = regexp.MustCompile(`^  (search|time|memory|omission) `)
	number   = regexp.MustCompile(`[0-9][0-9.,e-]*( [KMG]iB)?`)
)

// comparable replaces what depends on the machine.
func comparable(lines []string) []string {
	var out []string
	for _, line := range lines {
		if varying.MatchString(line) {
			line = number.ReplaceAllString(line, "N")
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return out
}

// matches compares lines with a pattern in which "..." stands for any lines.
func matches(pattern, lines []string) bool {
	if len(pattern) == 0 {
		return len(lines) == 0 || len(lines) == 1 && lines[0] == ""
	}
	if pattern[0] != "..." {
		return len(lines) > 0 && lines[0] == pattern[0] && matches(pattern[1:], lines[1:])
	}
	for i := range len(lines) + 1 {
		if matches(pattern[1:], lines[i:]) {
			return true
		}
	}
	return false
}
