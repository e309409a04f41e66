package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocumentedCommands runs the commands of each ```console block in the
// README and in docs/, and compares what they print with what the page shows.
// A line "..." stands for any lines; times, rates and memory are not compared.
func TestDocumentedCommands(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			s := &shell{dir: t.TempDir()}
			for _, block := range consoleBlocks(string(text)) {
				for _, e := range block {
					shown++
					s.check(t, e)
				}
			}
		})
	}
	if shown < 5 {
		t.Errorf("found only %d documented commands", shown)
	}
}

// An example is a command and the lines that follow it on the page.
type example struct {
	command string
	output  []string
}

var fence = regexp.MustCompile("(?ms)^```console\n(.*?)^```")

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
	status int // of the latest command
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
	command := strings.ReplaceAll(e.command, "go run ./cmd/tidemark", "tidemark")
	command = strings.ReplaceAll(command, "./tidemark", "tidemark")
	run := exec.Command("sh", "-c", command)
	run.Dir = s.dir
	got, err := run.CombinedOutput()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatalf("%s: %v", e.command, err)
	}
	s.status = run.ProcessState.ExitCode()
	lines := strings.Split(strings.TrimSuffix(progress.ReplaceAllString(string(got), ""), "\n"), "\n")
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
