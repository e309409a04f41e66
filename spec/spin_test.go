package spec_test

import (
	"context"
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tidemark/model"
)

// spinVariable names the spin to run.
const spinVariable = "TIDEMARK_SPIN"

// TestSpin compiles the port of the module in Promela, testdata/partition.pml,
// for the bounds of the pins that hold as a whole, and wants that Spin stores as
// many states as tidemark counts, and one more, and takes as many steps: the one
// more is what comes before the initial states. It runs the spin that
// TIDEMARK_SPIN names, and the C compiler gcc, and is skipped without one:
//
//	TIDEMARK_SPIN=/path/to/spin go test -run TestSpin -v ./spec
func TestSpin(t *testing.T) {
	spin := spinProgram(t)
	compared := 0
	for _, p := range pins {
		if p.violated != "" || strings.Contains(p.change, "SYMMETRY") || strings.Contains(p.change, "CONSTRAINT ") {
			continue
		}
		compared++
		t.Run(p.name(), func(t *testing.T) {
			m, _ := p.prepare(t)
			pan := newVerifier(t, spin, m.Bounds())
			for _, breadthFirst := range []bool{false, true} {
				done := pan.run(t, breadthFirst, p.distinct)
				if states, steps := pan.count(t, done), pan.steps(t, done); states != p.distinct || steps != p.generated {
					t.Errorf("breadth first %v: Spin has %d states and %d steps, want %d and %d", breadthFirst, states, steps, p.distinct, p.generated)
				}
			}
		})
	}
	if compared < 8 {
		t.Errorf("only %d pins were compared", compared)
	}
}

// spinProgram is the spin to run; without one it skips the test.
func spinProgram(t *testing.T) string {
	t.Helper()
	spin := os.Getenv(spinVariable)
	if spin == "" {
		t.Skipf("Spin is not run: no program is given; %s=/path/to/spin runs it, with the gcc of the PATH", spinVariable)
	}
	spin, err := filepath.Abs(spin)
	if err != nil {
		t.Fatal(err)
	}
	return spin
}

// A verifier is the port compiled for some bounds: once for a search that goes
// depth first, and once for one that goes breadth first.
type verifier struct{ dir string }

// compilations are the commands that make the programs, after spin -a: those that
// were fastest of the exact ones. Breadth first, scratch variables can't be
// hidden. Without its bounds checks on arrays Spin is faster.
var compilations = map[bool]string{
	false: "gcc -O2 -DSAFETY -DNOREDUCE -DNOBOUNDCHECK -o pan pan.c",
	true:  "gcc -O2 -DSAFETY -DNOREDUCE -DNOBOUNDCHECK -DBFS -o pan pan.c",
}

func newVerifier(t *testing.T, spin string, b *model.Bounds) verifier {
	t.Helper()
	v := verifier{t.TempDir()}
	source, err := filepath.Abs("testdata/partition.pml")
	if err != nil {
		t.Fatal(err)
	}
	for breadthFirst, compile := range compilations {
		dir := v.folder(breadthFirst)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		generate := append([]string{spin, "-a"}, macros(t, b)...)
		if breadthFirst {
			generate = append(generate, "-DRESET")
		}
		perform(t, dir, append(generate, source))
		perform(t, dir, strings.Fields(compile))
	}
	return v
}

func (v verifier) folder(breadthFirst bool) string {
	return filepath.Join(v.dir, fmt.Sprint("breadthfirst-", breadthFirst))
}

// run runs a verifier. Its hash table is of the size that suits a number of states.
func (v verifier) run(t *testing.T, breadthFirst bool, states uint64) *exec.Cmd {
	t.Helper()
	pan := v.command(t.Context(), breadthFirst, states)
	pan.Stdout = new(strings.Builder)
	if err := pan.Run(); err != nil {
		t.Fatalf("%v: %v\n%v", pan.Args, err, pan.Stdout)
	}
	return pan
}

// command is a verifier's, ready to run.
func (v verifier) command(ctx context.Context, breadthFirst bool, states uint64) *exec.Cmd {
	pan := exec.CommandContext(ctx, "./pan", "-E", "-m100000", fmt.Sprintf("-w%d", bits.Len64(states)))
	pan.Dir = v.folder(breadthFirst)
	return pan
}

var (
	stored = regexp.MustCompile(`(?m)^ *([0-9]+) (?:states, stored|nominal states)`)
	taken  = regexp.MustCompile(`(?m)^ *([0-9]+) transitions`)
	whole  = regexp.MustCompile(`(?m)^State-vector [0-9]+ byte, depth reached [0-9]+, errors: 0$`)
)

// count returns the states that a verifier counted, without the one that only Spin
// has.
func (v verifier) count(t *testing.T, pan *exec.Cmd) uint64 {
	t.Helper()
	text := fmt.Sprint(pan.Stdout)
	found := stored.FindStringSubmatch(text)
	if found == nil || !whole.MatchString(text) || strings.Contains(text, "max search depth too small") {
		t.Fatalf("Spin did not search everything:\n%s", text)
	}
	return number(t, found[1]) - 1
}

// steps returns the steps that it took, likewise. Of a hundred million or more it
// prints some digits only.
func (v verifier) steps(t *testing.T, pan *exec.Cmd) uint64 {
	t.Helper()
	found := taken.FindStringSubmatch(fmt.Sprint(pan.Stdout))
	if found == nil {
		t.Fatalf("Spin does not say how many steps it took:\n%v", pan.Stdout)
	}
	return number(t, found[1]) - 1
}

// macros are the bounds as the port wants them.
func macros(t *testing.T, b *model.Bounds) (flags []string) {
	t.Helper()
	flag := func(set bool) int {
		if set {
			return 1
		}
		return 0
	}
	if len(b.Replicas) > 4 || b.MaxRecords > 3 || b.MaxEpoch > 3 || b.LagMax > 2 || b.MaxCrashes > 3 || b.Lease > 3 || len(b.Variant) > 0 {
		t.Fatalf("the port has no room for these bounds: %+v", b)
	}
	for _, m := range []struct {
		name  string
		value int
	}{
		{"REPLICAS", len(b.Replicas)}, {"MAXRECORDS", b.MaxRecords}, {"MAXEPOCH", b.MaxEpoch}, {"LAGMAX", b.LagMax},
		{"MINISR", b.MinISR}, {"MAXCRASHES", b.MaxCrashes}, {"FETCHMAX", b.FetchMax}, {"RETENTION", b.Retention},
		{"LEASE", b.Lease}, {"ACKS_1", flag(slices.Contains(b.Acks, model.AcksLeader))},
		{"ACKS_ALL", flag(slices.Contains(b.Acks, model.AcksAll))}, {"DROP", flag(b.Drop)},
		{"DUPLICATE", flag(b.Duplicate)}, {"TIMEOUTS", flag(b.TimeOuts)}, {"LOSSY", flag(b.Durability == model.Lossy)},
	} {
		flags = append(flags, fmt.Sprintf("-D%s=%d", m.name, m.value))
	}
	return flags
}

// perform runs a command in a folder, which must succeed.
func perform(t *testing.T, dir string, command []string) {
	t.Helper()
	run := exec.CommandContext(t.Context(), command[0], command[1:]...)
	run.Dir = dir
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, text)
	}
}
