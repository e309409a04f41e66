package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
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

// longVariable asks for longer checks. They take half an hour and more:
//
//	TIDEMARK_LONG=1 go test -run TestKilled -v -timeout 2h ./cmd/tidemark
const longVariable = "TIDEMARK_LONG"

// A killing is a search whose process is killed again and again, and goes on
// from its last checkpoint each time.
type killing struct {
	args   []string
	every  time.Duration // between two checkpoints
	lives  float64       // how many of them one undisturbed search is worth, about
	least  int           // kills in each of the phases
	phases []phase
	takes  time.Duration // that the undisturbed search must take, at least
}

// TestKilledSearchesEndAlike kills searches of a second or less.
func TestKilledSearchesEndAlike(t *testing.T) {
	specs := t.TempDir()
	if out, err := exec.Command("tidemark", "export", specs).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module := filepath.Join(specs, "Partition.tla")
	anywhere := []phase{searching}
	for name, k := range map[string]killing{
		"holds":    {args: []string{"small", "--coverage"}, every: 20 * time.Millisecond, lives: 4, least: 4, phases: anywhere},
		"violated": {args: []string{"small", "--variant", "no-truncation", "--store", "hash"}, every: 10 * time.Millisecond, lives: 3, least: 3, phases: anywhere},
		"disk":     {args: []string{"small", "--coverage", "--store", "disk", "--memory", "3MiB"}, every: 10 * time.Millisecond, lives: 4, least: 4, phases: anywhere},
		"module": {args: []string{module, "--config", filepath.Join(specs, "elections.cfg"), "--set", "MaxRecords=1", "--set", "MaxEpoch=1", "--set", "MaxCrashes=1"},
			every: 20 * time.Millisecond, lives: 4, least: 3, phases: anywhere},
	} {
		t.Run(name, func(t *testing.T) { k.run(t, uint64(len(name))) })
	}
}

// TestKilledLongSearches kills searches of at least ten seconds, twenty times and
// more in each phase; of at least two seconds where the trace is what matters.
func TestKilledLongSearches(t *testing.T) {
	if os.Getenv(longVariable) == "" {
		t.Skipf("%s is not set", longVariable)
	}
	large := []string{"default", "--set", "MaxRecords=3"}
	larger := slices.Concat(large, []string{"--set", "MaxEpoch=3"})
	violated := []string{"--set", "Duplicate=TRUE", "--symmetry", "--variant", "no-truncation", "--continue", "--coverage", "--store", "hash"}
	traced := []string{"--set", "MaxCrashes=2", "--set", "Duplicate=TRUE", "--set", "Retention=1", "--set", "FetchMax=1",
		"--variant", "snapshot-of-committed-only", "--invariant", "TypeOK", "--property", "NoEarlyExpand"} // whose trace is long
	inMemory := []phase{searching, starting, restoring, saving}
	onDisk := slices.Concat(inMemory, []phase{spilling, merging})
	for name, k := range map[string]killing{
		"holds":    {args: larger, phases: inMemory, takes: 10 * time.Second},
		"violated": {args: slices.Concat(larger, violated), phases: inMemory, takes: 10 * time.Second},
		"traced":   {args: slices.Concat(large, traced, []string{"--store", "hash"}), phases: slices.Concat(inMemory, []phase{tracing})},
		"disk": {args: slices.Concat(larger, []string{"--symmetry", "--coverage", "--store", "disk", "--memory", "64MiB"}),
			phases: onDisk, takes: 10 * time.Second},
		"disk traced": {args: slices.Concat(large, traced, []string{"--store", "disk", "--memory", "64MiB"}),
			phases: slices.Concat(onDisk, []phase{tracing})},
	} {
		k.every, k.lives, k.least, k.takes = time.Second, 25, 20, max(k.takes, 2*time.Second)
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
	if undisturbed < k.takes {
		t.Fatalf("the undisturbed search took %v, expected at least %v; choose a larger one", undisturbed, k.takes)
	}
	start = time.Now()
	h := &hunt{
		killing: k, want: want, rng: rand.New(rand.NewPCG(seed, 0)), met: map[phase]int{},
		longest: max(time.Duration(float64(undisturbed)/k.lives*2), 50*time.Millisecond),
	}
	searches := 0
	for ; len(h.missing()) > 0; searches++ {
		h.search(t)
	}
	var phases []string
	for _, p := range slices.Sorted(maps.Keys(h.met)) {
		phases = append(phases, fmt.Sprintf("%s %d", p, h.met[p]))
	}
	t.Logf("%v undisturbed; %d kills: %s; ended %d times, in %v",
		undisturbed.Round(time.Millisecond), h.kills(), strings.Join(phases, ", "), searches, time.Since(start).Round(time.Millisecond))
}

// A hunt is a killing under way.
type hunt struct {
	*killing
	want    map[string]any // what the undisturbed search has found
	rng     *rand.Rand
	met     map[phase]int // kills
	longest time.Duration // that a victim lives
	reading time.Duration // about what it takes to read a checkpoint
}

func (h *hunt) kills() (n int) {
	for _, some := range h.met {
		n += some
	}
	return n
}

// search has a search killed until it ends all the same.
func (h *hunt) search(t *testing.T) {
	dir, disk := filepath.Join(t.TempDir(), "saved"), t.TempDir()
	for {
		v := &victim{watch: watch{dir: dir, disk: disk, all: slices.Contains(h.args, "--continue"), workers: 1 + h.rng.IntN(2)}}
		args := []string{"--checkpoint", dir, "--checkpoint-every", h.every.String(), "--workers", fmt.Sprint(v.workers)}
		if slices.Contains(h.args, "disk") {
			args = append(args, "--disk-dir", disk)
		}
		saved := v.modified()
		if saved != (time.Time{}) {
			args = append(args, "--resume", dir)
		}
		h.aim(v)
		got, ended := h.life(t, args, v)
		if left, err := os.ReadDir(disk); err != nil || len(left) > 0 {
			t.Fatalf("the disk store has left %v, %v", left, err)
		}
		if ended {
			if diff := cmp.Diff(h.want, got); diff != "" {
				t.Fatalf("after %d kills (-undisturbed +resumed):\n%s", h.kills(), diff)
			}
			break
		}
		h.met[v.met]++
		h.reading = max(v.reading, h.reading*9/10)
		if v.met == searching && v.delay > h.longest/2 && v.modified() == saved {
			h.longest += h.longest / 10 // it takes longer to get anywhere
		}
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the checkpoint is still there: %v", err)
	}
}

// missing lists the phases that have not met enough kills. Where there is only one,
// it is any.
func (h *hunt) missing() (missing []phase) {
	for _, p := range h.phases {
		if p.visible() && h.met[p] < h.least && (len(h.phases) > 1 || h.kills() < h.least) {
			missing = append(missing, p)
		}
	}
	return missing
}

// aim chooses when to kill: at any moment, or in a phase that is missing; never
// once none is. A search that has begun does not start again, and one that has not
// has nothing to restore.
func (h *hunt) aim(v *victim) {
	missing, begun := h.missing(), v.modified() != time.Time{}
	v.delay, v.aim = time.Duration(h.rng.Int64N(int64(h.longest)+1)), searching
	switch {
	case !begun && slices.Contains(missing, starting):
		v.aim = starting
	case len(missing) == 0:
		v.aim = never
	case h.rng.IntN(4) > 0 || len(missing) == 1:
		aim := missing[h.rng.IntN(len(missing))]
		if aim != starting && (aim != restoring || begun) {
			v.aim = aim
		}
	}
	if v.aim == restoring {
		v.delay = time.Duration(h.rng.Int64N(int64(h.reading) + 1))
	}
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
		v.pid = run.Process.Pid
		v.wait(done)
		run.Process.Kill()
	}
	<-done
	if run.ProcessState.ExitCode() < 0 {
		return nil, false
	}
	if code := run.ProcessState.ExitCode(); !slices.Contains([]int{0, 12, 13}, code) {
		t.Fatalf("status %d of %v\n%s%s", code, run.Args, stderr.String(), stdout.String())
	}
	if err := json.Unmarshal(stdout.Bytes(), &result); err != nil {
		t.Fatalf("%v\n%s", err, stdout.String())
	}
	for _, varies := range []string{"run", "seconds", "workers"} {
		delete(result, varies)
	}
	return result, true
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
