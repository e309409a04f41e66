package spec_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
)

const (
	// jarVariable names the tla2tools.jar to run.
	jarVariable = "TIDEMARK_TLC"
	// allVariable, when it is not empty, asks for the long searches, too.
	allVariable = "TIDEMARK_TLC_ALL"
	// quick is how many states a search generates at most that is not long: some
	// twenty seconds of TLC.
	quick = 800_000
)

// TestTLC runs TLC on the embedded module with the configuration files of the
// pins, and wants that TLC, tidemark and the pin give the same answer, and that
// TLC and tidemark took every action equally often. It runs the jar that
// TIDEMARK_TLC names, on the java of the PATH, and is skipped without one. The
// long searches take an hour in all, and more than the ten minutes that go test
// allows:
//
//	TIDEMARK_TLC=/path/to/tla2tools.jar go test -run TestTLC -v ./spec
//	TIDEMARK_TLC=/path/to/tla2tools.jar TIDEMARK_TLC_ALL=1 go test -run TestTLC -v -timeout 3h ./spec
//	TIDEMARK_TLC=/path/to/tla2tools.jar TIDEMARK_TLC_ALL=1 go test -run 'TestTLC/default$' -v -timeout 1h ./spec
func TestTLC(t *testing.T) {
	jar := tlcJar(t)
	for _, p := range pins {
		t.Run(p.name(), func(t *testing.T) {
			skipLong(t, p)
			p.compare(t, jar)
		})
	}
}

// TestTLCVariants does the same with the configurations of the variants, up to
// the first violation, or beyond it where there are few states to go through:
// TLC prints a behaviour for every state at fault.
func TestTLCVariants(t *testing.T) {
	jar := tlcJar(t)
	for _, v := range model.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			p := pin{config: v.Name, change: symmetric, all: true}
			m, opts := p.prepare(t)
			p.answer = answerOf(search(t, m, opts)) // TestVariants pins it
			p.all = p.distinct <= 1000
			if p.violated == "" {
				skipLong(t, p)
			}
			p.compare(t, jar)
		})
	}
}

// skipLong skips what takes TLC long unless it was asked for.
func skipLong(t *testing.T, p pin) {
	t.Helper()
	if p.generated > quick && os.Getenv(allVariable) == "" {
		t.Skipf("this takes TLC long: it generates %d states; %s=1 asks for it", p.generated, allVariable)
	}
}

// tlcJar is the jar to run; without one it skips the test.
func tlcJar(t *testing.T) string {
	t.Helper()
	jar := os.Getenv(jarVariable)
	if jar == "" {
		t.Skipf("TLC is not run: no jar is given; %s=/path/to/tla2tools.jar runs it, on the java of the PATH, and %s=1 besides adds the long searches",
			jarVariable, allVariable)
	}
	jar, err := filepath.Abs(jar)
	if err != nil {
		t.Fatal(err)
	}
	return jar
}

// compare runs both and compares them with the pin.
func (p pin) compare(t *testing.T, jar string) {
	t.Helper()
	m, opts := p.prepare(t)
	res := search(t, m, opts)
	tlc := p.runTLC(t, jar)
	t.Logf("TLC: %v", tlc.answer)
	want, native := p.answer, answerOf(res)
	if tlc.property != "" {
		opts.Continue = true
		for _, v := range search(t, m, opts).Violations {
			// Of what is violated first TLC names what it evaluates first,
			// tidemark what the file lists first.
			if v.Name == tlc.property && len(v.Path) == native.length {
				tlc.violated = native.violated
			}
		}
	}
	if p.violated != "" && !p.all { // TLC stops inside the level, tidemark after it
		for _, a := range []*answer{&want, &native, &tlc.answer} {
			*a = answer{violated: a.violated, length: a.length}
		}
	}
	if tlc.answer != want || native != want {
		t.Errorf("TLC        %v\ntidemark   %v\nthe pin    %v", tlc.answer, native, want)
	}
	if p.violated != "" { // TLC counts a step again when it prints the behaviour
		return
	}
	var steps []string
	for _, a := range res.Actions {
		steps = append(steps, fmt.Sprint(a.Name, " ", a.Generated))
	}
	if d := cmp.Diff(tlc.steps, steps); d != "" {
		t.Errorf("the steps of each action by TLC (-) and tidemark (+) differ:\n%s", d)
	}
}

// An output is what TLC printed.
type output struct {
	answer
	property string   // the first that is violated
	steps    []string // how often TLC took each action, as "Name count", in the order of the module
}

// folder returns a folder with the files of a pin: what TLC is given.
func (p pin) folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	module, _ := spec.File("Partition.tla")
	for name, text := range map[string][]byte{"Partition.tla": module, "Partition.cfg": p.source(t)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runTLC runs TLC with one worker in a folder with the files of a pin.
func (p pin) runTLC(t *testing.T, jar string) output {
	t.Helper()
	dir := p.folder(t)
	args := []string{"-XX:+UseSerialGC", "-cp", jar, "tlc2.TLC",
		"-workers", "1", "-coverage", "9999", "-nowarning", "-noGenerateSpecTE", "-metadir", "states"}
	if p.all {
		args = append(args, "-continue")
	}
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok { // leave no TLC behind
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-5*time.Second))
		defer cancel()
	}
	tlc := exec.CommandContext(ctx, "java", append(args, "-config", "Partition.cfg", "Partition.tla")...)
	tlc.Dir = dir
	text, err := tlc.CombinedOutput()
	if ctx.Err() != nil {
		t.Fatalf("TLC has not finished when the test's time is over; -timeout 3h gives it more")
	}
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	return p.read(t, string(text), tlc.ProcessState.ExitCode())
}

var (
	totals   = regexp.MustCompile(`(?m)^([0-9]+) states generated, ([0-9]+) distinct states found, [0-9]+ states left on queue\.$`)
	deepest  = regexp.MustCompile(`(?m)^The depth of the complete state graph search is ([0-9]+)\.$`)
	step     = regexp.MustCompile(`(?m)^<(\w+) line [^>\n]*>: [0-9]+:([0-9]+)$`)
	violated = regexp.MustCompile(`(?m)^Error: (Invariant|Action property|Deadlock) (\w+)`)
	numbered = regexp.MustCompile(`(?m)^State ([0-9]+): `)
)

// kinds are what TLC says that is violated.
var kinds = map[string]explore.Kind{"Invariant": explore.Invariant, "Action property": explore.StepProperty, "Deadlock": explore.Deadlock}

// read reads what TLC printed.
func (p pin) read(t *testing.T, text string, status int) output {
	t.Helper()
	total, depth := totals.FindStringSubmatch(text), deepest.FindStringSubmatch(text)
	if total == nil || depth == nil {
		t.Fatalf("TLC did not finish, status %d:\n%.3000s", status, text)
	}
	out := output{answer: holds(number(t, total[2]), number(t, total[1]), int(number(t, depth[1])))}
	if v := violated.FindStringSubmatchIndex(text); v != nil {
		out.violated, out.property = kinds[text[v[2]:v[3]]].String(), text[v[4]:v[5]]
		out.length = behaviour(t, text[v[1]:])
	}
	want := map[string]int{"": 0, "deadlock": 11, "invariant": 12, "step property": 13}[out.violated]
	if p.all { // TLC says that no error has been found
		want = 0
	}
	if status != want {
		t.Fatalf("TLC exits with %d, want %d:\n%.3000s", status, want, text)
	}
	for _, s := range step.FindAllStringSubmatch(text, -1) {
		if slices.ContainsFunc(model.Actions(), func(a model.ActionInfo) bool { return a.Name == s[1] }) {
			out.steps = append(out.steps, s[1]+" "+s[2])
		}
	}
	return out
}

// behaviour is the length of the counterexample that a text begins with.
func behaviour(t *testing.T, text string) int {
	t.Helper()
	if next := violated.FindStringIndex(text); next != nil {
		text = text[:next[0]]
	}
	states := numbered.FindAllStringSubmatch(text, -1)
	if len(states) == 0 {
		return 1 // an initial state is shown without a number
	}
	return int(number(t, states[len(states)-1][1]))
}

func number(t *testing.T, digits string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
