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

	"tidemark/invariants"
	"tidemark/model"
)

// spinVariable names the spin to run.
const spinVariable = "TIDEMARK_SPIN"

// TestSpin compiles the port of the module in Promela, testdata/partition.pml,
// for the pins that hold as a whole, with their properties and without, and wants
// that Spin finds no error, stores as many states as tidemark counts, and one more,
// and takes as many steps: the one more is what comes before the initial states. It
// runs the spin that TIDEMARK_SPIN names, and the C compiler gcc, and is skipped
// without one:
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
			for _, properties := range [][]string{nil, checkedNames(m)} {
				for _, breadthFirst := range []bool{false, true} {
					pan := port{m.Bounds(), properties, ""}.compile(t, spin, breadthFirst)
					done := pan.run(t, p.distinct)
					if states, steps := pan.count(t, done), pan.steps(t, done); states != p.distinct || steps != p.generated {
						t.Errorf("breadth first %v, %d properties: Spin has %d states and %d steps, want %d and %d",
							breadthFirst, len(properties), states, steps, p.distinct, p.generated)
					}
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

// A port is the module in Promela for some bounds.
type port struct {
	bounds     *model.Bounds
	properties []string // what is checked, by the names of the properties
	rule       string   // a rule of rules.pml, defined anew; "" for the protocol as it is
}

// checkedNames are the names of the properties that a model checks.
func checkedNames(m *model.Model) (names []string) {
	for _, p := range m.Properties() {
		names = append(names, p.Name)
	}
	return names
}

// A verifier is the program that searches a port, in a folder.
type verifier struct{ dir string }

// compilation is the command that makes it after spin -a: that which was fastest of
// the exact ones. Breadth first, scratch variables can't be hidden. Without its
// bounds checks on arrays Spin is faster.
const compilation = "gcc -O2 -DSAFETY -DNOREDUCE -DNOBOUNDCHECK -o pan pan.c"

func (p port) compile(t *testing.T, spin string, breadthFirst bool) verifier {
	t.Helper()
	v := verifier{t.TempDir()}
	generate, compile := append([]string{spin, "-a"}, p.macros(t)...), strings.Fields(compilation)
	if breadthFirst {
		generate, compile = append(generate, "-DRESET"), append(compile, "-DBFS")
	}
	perform(t, v.dir, append(generate, p.source(t, v.dir)))
	perform(t, v.dir, compile)
	return v
}

// source is the file of the port: one of its own, in a folder, if a rule is defined
// anew.
func (p port) source(t *testing.T, dir string) string {
	t.Helper()
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	if p.rule == "" {
		return filepath.Join(testdata, "partition.pml")
	}
	text := ""
	for _, part := range []string{"rules", "properties", "actions"} {
		text += fmt.Sprintf("#include %q\n", filepath.Join(testdata, part+".pml"))
		if part == "rules" {
			name := strings.FieldsFunc(p.rule, func(r rune) bool { return r == '(' || r == ' ' })[0]
			text += fmt.Sprintf("#undef %s\n#define %s\n", name, p.rule)
		}
	}
	file := filepath.Join(dir, "mistaken.pml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// run runs a verifier. Its hash table is of the size that suits a number of states.
func (v verifier) run(t *testing.T, states uint64) *exec.Cmd {
	t.Helper()
	pan := v.command(t.Context(), states)
	pan.Stdout = new(strings.Builder)
	if err := pan.Run(); err != nil {
		t.Fatalf("%v: %v\n%v", pan.Args, err, pan.Stdout)
	}
	return pan
}

// command is a verifier's, ready to run.
func (v verifier) command(ctx context.Context, states uint64) *exec.Cmd {
	pan := exec.CommandContext(ctx, "./pan", "-E", "-m100000", fmt.Sprintf("-w%d", bits.Len64(states)))
	pan.Dir = v.dir
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

// macros are the bounds and the properties as the port wants them.
func (p port) macros(t *testing.T) (flags []string) {
	t.Helper()
	flag := func(set bool) int {
		if set {
			return 1
		}
		return 0
	}
	b := p.bounds
	if len(b.Replicas) > 4 || b.MaxRecords > 3 || b.MaxEpoch > 3 || b.LagMax > 2 || b.MaxCrashes > 3 || b.Lease > 3 || len(b.Variant) > 0 && p.rule == "" {
		t.Fatalf("the port has no room for these bounds: %+v", b)
	}
	type macro struct {
		name  string
		value int
	}
	all := []macro{
		{"REPLICAS", len(b.Replicas)}, {"MAXRECORDS", b.MaxRecords}, {"MAXEPOCH", b.MaxEpoch}, {"LAGMAX", b.LagMax},
		{"MINISR", b.MinISR}, {"MAXCRASHES", b.MaxCrashes}, {"FETCHMAX", b.FetchMax}, {"RETENTION", b.Retention},
		{"LEASE", b.Lease}, {"ACKS_1", flag(slices.Contains(b.Acks, model.AcksLeader))},
		{"ACKS_ALL", flag(slices.Contains(b.Acks, model.AcksAll))}, {"DROP", flag(b.Drop)},
		{"DUPLICATE", flag(b.Duplicate)}, {"TIMEOUTS", flag(b.TimeOuts)}, {"LOSSY", flag(b.Durability == model.Lossy)},
		{"CHECKED", flag(len(p.properties) > 0)},
	}
	for _, q := range invariants.All() {
		all = append(all, macro{q.Name, flag(slices.Contains(p.properties, q.Name))})
	}
	for _, m := range all {
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
