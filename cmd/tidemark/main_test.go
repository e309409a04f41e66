package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"tidemark/model/conform/examples/lesson"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tidemark": main, "lesson": teach})
}

// teach is an implementation that conform is tried out on; its argument is what is
// wrong with it.
func teach() {
	wrong := strings.Join(os.Args[1:], " ")
	os.Exit(lesson.Serve(wrong, os.Stdin, os.Stdout, os.Stderr))
}

// TestScripts runs the scripts in testdata. Besides testscript's own commands
// they have
//
//	status N command args...   the command must exit with status N
//	fill FILE N TEXT           write TEXT to FILE, N times
//	empty DIR                  nothing is in DIR
//	counts                     the counts in the last output, without what depends on time or machine
//	damage HOW FILE NEW        write FILE to NEW, but damaged: cut, longer, flip or version
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": status,
			"fill":   fill,
			"counts": counts,
			"empty":  empty,
			"damage": damage,
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("unknown condition " + cond)
		},
	})
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exited *exec.ExitError
	if errors.As(err, &exited) {
		got = exited.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s: status %d, want %d\nstderr: %s", strings.Join(args[1:], " "), got, want, ts.ReadFile("stderr"))
	}
}

func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: fill FILE N TEXT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2], n)), 0o644))
}

// empty wants a directory to be empty.
func empty(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: empty DIR")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(entries) > 0 {
		ts.Fatalf("%s: %v", args[0], entries)
	}
}

// counts writes those lines of the last output that are the same on every run
// to the file counts, or compares them with it when it is there.
func counts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: counts")
	}
	var kept strings.Builder
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		fields := strings.Fields(line)
		if len(fields) > 0 && !strings.Contains(" search time memory disk omission trace ", " "+fields[0]+" ") {
			kept.WriteString(line)
		}
	}
	file := ts.MkAbs("counts")
	want, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		ts.Check(os.WriteFile(file, []byte(kept.String()), 0o644))
		return
	}
	ts.Check(err)
	if kept.String() != string(want) {
		ts.Fatalf("got\n%s\nwant\n%s", kept.String(), want)
	}
}

// damage writes a file of a checkpoint with something wrong.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: damage HOW FILE NEW")
	}
	b := []byte(ts.ReadFile(args[1]))
	switch args[0] {
	case "cut":
		b = b[:len(b)/2]
	case "longer":
		b = append(b, 0)
	case "flip":
		b[len(b)/2] ^= 1
	case "version":
		b[8] = 2
	default:
		ts.Fatalf("unknown damage %s", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), b, 0o644))
}

// TestInterrupt ends a search that would take hours, and wants what it knows
// and status 20.
func TestInterrupt(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) { interrupt(t, signal) })
	}
	t.Run("files", func(t *testing.T) {
		dir := t.TempDir()
		interrupt(t, os.Interrupt, "--store", "disk", "--disk-dir", dir, "--memory", "1MiB")
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

func interrupt(t *testing.T, signal os.Signal, flags ...string) {
	args := []string{"check", "default", "--set", "MaxRecords=6", "--set", "MaxEpoch=9"}
	run := exec.Command("tidemark", append(args, flags...)...)
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { run.Process.Kill() })
	defer watchdog.Stop()
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n') // from here on there is a handler
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil {
		t.Fatal(err)
	}
	run.Wait()
	if code := run.ProcessState.ExitCode(); code != 20 {
		t.Errorf("status %d, want 20", code)
	}
	all := strings.Split(strings.TrimSpace(first+string(rest)), "\n")
	if last := all[len(all)-1]; !strings.HasPrefix(last, "tidemark: unknown: interrupted; nothing violated in ") {
		t.Errorf("last line: %s", last)
	}
}
