package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore/checkpoint"
)

// longVariable asks for longer checks. They take ten minutes and more:
//
//	TIDEMARK_LONG=1 go test -run TestKilled -v -timeout 2h ./cmd/tidemark
const longVariable = "TIDEMARK_LONG"

// A killing is a search whose process is killed again and again, and goes on
// from its last checkpoint each time.
type killing struct {
	args  []string
	every time.Duration // between two checkpoints
	lives float64       // how many of them one undisturbed search is worth, about
	kills int           // at least
	least time.Duration // that the undisturbed search must take
}

// TestKilledSearchesEndAlike kills searches of a second or less.
func TestKilledSearchesEndAlike(t *testing.T) {
	specs := t.TempDir()
	if out, err := exec.Command("tidemark", "export", specs).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module := filepath.Join(specs, "Partition.tla")
	for name, k := range map[string]killing{
		"holds":    {args: []string{"small", "--coverage"}, every: 20 * time.Millisecond, lives: 4, kills: 4},
		"violated": {args: []string{"small", "--variant", "no-truncation", "--store", "hash"}, every: 10 * time.Millisecond, lives: 3, kills: 3},
		"module": {args: []string{module, "--config", filepath.Join(specs, "elections.cfg"), "--set", "MaxRecords=1", "--set", "MaxEpoch=1", "--set", "MaxCrashes=1"},
			every: 20 * time.Millisecond, lives: 4, kills: 3},
	} {
		t.Run(name, func(t *testing.T) { k.run(t, uint64(len(name))) })
	}
}

// TestKilledLongSearches kills searches of at least ten seconds, twenty times and
// more each.
func TestKilledLongSearches(t *testing.T) {
	if os.Getenv(longVariable) == "" {
		t.Skipf("%s is not set", longVariable)
	}
	for name, k := range map[string]killing{
		"holds": {args: []string{"default", "--set", "MaxRecords=3"}, every: time.Second, lives: 40, kills: 20, least: 10 * time.Second},
		"violated": {args: []string{"default", "--set", "MaxRecords=3", "--symmetry", "--variant", "no-truncation", "--continue", "--coverage", "--store", "hash"},
			every: time.Second, lives: 40, kills: 20, least: 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) { k.run(t, uint64(len(name))) })
	}
}

func (k *killing) run(t *testing.T, seed uint64) {
	start := time.Now()
	want, ended := k.life(t, nil, nil)
	undisturbed := time.Since(start)
	if !ended {
		t.Fatal("the undisturbed search was killed")
	}
	if undisturbed < k.least {
		t.Fatalf("the undisturbed search took %v, expected at least %v; choose a larger one", undisturbed, k.least)
	}
	start = time.Now()
	rng := rand.New(rand.NewPCG(seed, 0))
	longest := max(time.Duration(float64(undisturbed)/k.lives*2), 50*time.Millisecond)
	var kills, writing, early, chains int
	for kills < k.kills {
		chains++
		dir := filepath.Join(t.TempDir(), "saved")
		var saved time.Time // of the last checkpoint
		for {
			v := &victim{dir: dir, delay: time.Duration(rng.Int64N(int64(longest) + 1))}
			switch rng.IntN(4) {
			case 0:
				v.writing = true
			case 1:
				v.delay /= 20
			}
			args := []string{"--checkpoint", dir, "--checkpoint-every", k.every.String(), "--workers", fmt.Sprint(1 + rng.IntN(2))}
			if _, err := os.Stat(filepath.Join(dir, "index")); err == nil {
				args = append(args, "--resume", dir)
			}
			got, ended := k.life(t, args, v)
			if ended {
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("after %d kills (-undisturbed +resumed):\n%s", kills, diff)
				}
				break
			}
			kills++
			if now := v.modified(); now == saved {
				longest += longest / 10 // reading the last checkpoint takes time, too
			} else {
				saved = now
			}
			if v.caught {
				writing++
			}
			if v.delay < longest/20 {
				early++
			}
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("the checkpoint is still there: %v", err)
		}
	}
	t.Logf("%v undisturbed; %d kills, %d of them soon after the start, %d while a checkpoint was being written; ended %d times, in %v",
		undisturbed.Round(time.Millisecond), kills, early, writing, chains, time.Since(start).Round(time.Millisecond))
	if k.least > 0 && (writing < 2 || early < 2) {
		t.Error("not every phase was met")
	}
}

// A victim is a process that is killed after a delay or, if it is to be while a
// checkpoint is written, at the first such moment after that.
type victim struct {
	dir     string
	delay   time.Duration
	writing bool
	caught  bool // whether a checkpoint was being written
}

// modified says when the last checkpoint was written.
func (v *victim) modified() time.Time {
	info, err := os.Stat(filepath.Join(v.dir, "index"))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// life runs a search until it ends or is killed, and returns what of its result
// is the same on every run.
func (k *killing) life(t *testing.T, more []string, v *victim) (result map[string]any, ended bool) {
	run := exec.Command("tidemark", slices.Concat([]string{"check"}, k.args, []string{"--format", "json"}, more)...)
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		run.Wait()
		close(done)
	}()
	if v != nil {
		v.wait(done)
		run.Process.Kill()
	}
	<-done
	if run.ProcessState.ExitCode() < 0 {
		return nil, false
	}
	if code := run.ProcessState.ExitCode(); !slices.Contains([]int{0, 12, 13}, code) {
		t.Fatalf("status %d of %v\n%s", code, run.Args, stderr.String())
	}
	if err := json.Unmarshal(stdout.Bytes(), &result); err != nil {
		t.Fatalf("%v\n%s", err, stdout.String())
	}
	for _, varies := range []string{"run", "seconds", "workers"} {
		delete(result, varies)
	}
	return result, true
}

// wait returns when it is time to kill.
func (v *victim) wait(done <-chan struct{}) {
	select {
	case <-done:
		return
	case <-time.After(v.delay):
	}
	for patience := time.Now().Add(5 * time.Second); ; {
		for _, name := range []string{"index.new", "rest.new"} {
			_, err := os.Stat(filepath.Join(v.dir, name))
			v.caught = v.caught || err == nil
		}
		if v.caught || !v.writing || time.Now().After(patience) {
			return
		}
		select {
		case <-done:
			return
		case <-time.After(500 * time.Microsecond):
		}
	}
}

// TestInterruptedSearchGoesOn interrupts a search, and runs the command that it
// prints.
func TestInterruptedSearchGoesOn(t *testing.T) {
	dir := t.TempDir()
	run := exec.Command("tidemark", "check", "default", "--set", "MaxRecords=6", "--set", "Replicas={r1, r2, r3}", "--checkpoint", "my states")
	run.Dir = dir
	var stdout bytes.Buffer
	run.Stdout = &stdout
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	for !checkpoint.Exists(filepath.Join(dir, "my states")) {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond)
	if err := run.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	run.Wait()
	if code := run.ProcessState.ExitCode(); code != 20 {
		t.Fatalf("status %d\n%s", code, stdout.String())
	}
	_, command, found := strings.Cut(stdout.String(), "  to go on     ")
	command, _, _ = strings.Cut(command, "\n")
	if !found || !strings.Contains(command, `'Replicas={r1, r2, r3}'`) {
		t.Fatalf("no command to go on in\n%s", stdout.String())
	}
	again := exec.Command("sh", "-c", command+" --timeout 200ms")
	again.Dir = dir
	out, err := again.Output()
	if code := again.ProcessState.ExitCode(); code != 20 || !strings.Contains(string(out), " since the checkpoint and ") {
		t.Errorf("%s\nstatus %d, %v\n%s", command, code, err, out)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "my states"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".new") {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}
