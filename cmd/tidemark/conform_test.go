package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestConformJSONPage compares the members that checks of many kinds print with
// those that the page has.
func TestConformJSONPage(t *testing.T) {
	found, shown := map[string]bool{}, map[string]bool{}
	for _, args := range [][]string{
		{"--variant", "old-leader-stays-in-isr", "--depth", "1", "--", "lesson"},
		{"--", "lesson", "drops-leader"},
		{"--", "lesson", "crashes"},
		{"--", "lesson", "forgetful"},
		{"--answer-timeout", "200ms", "--", "lesson", "hangs"},
		{"--depth", "12", "--timeout", "100ms", "--", "lesson"},
	} {
		var document any
		if err := json.Unmarshal(printed(append([]string{"conform", "--format", "json"}, args...)...), &document); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		members(document, "", found)
	}
	for _, cells := range rows(section(t, page(t, "cli.md"), "## JSON of conform")) {
		for _, name := range strings.Split(cells[0], ", ") {
			shown[name] = true
		}
	}
	shown["finding"], shown["run"] = true, true
	for _, name := range []string{"variant", "rule", "doc", "alternative", "confirmed"} {
		shown["finding.likely[]."+name] = true // in the row of likely
	}
	same(t, "members", shown, found)
}

// TestConformInterrupt interrupts a check that would take hours: it says what it
// knows, and the program that it has started is gone.
func TestConformInterrupt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	run := exec.Command("tidemark", "conform", "--depth", "12", "--", "sh", "-c", "echo $$ > "+file+".new && mv "+file+".new "+file+" && exec lesson")
	var out strings.Builder
	run.Stdout = &out
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { run.Process.Kill() })
	defer watchdog.Stop()
	var text []byte
	for err := error(os.ErrNotExist); errors.Is(err, os.ErrNotExist) && run.ProcessState == nil; time.Sleep(time.Millisecond) {
		text, err = os.ReadFile(file)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	run.Wait()
	if code := run.ProcessState.ExitCode(); code != 20 || !strings.HasPrefix(out.String(), "tidemark: unknown: interrupted; nothing different in ") {
		t.Errorf("status %d, %s", code, &out)
	}
	program, err := os.FindProcess(pid)
	if err == nil {
		err = program.Signal(syscall.Signal(0))
	}
	if !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("the program is still there: %v", err)
	}
}
