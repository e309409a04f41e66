//go:build linux

package spec_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tidemark/model"
	"tidemark/spec"
)

// compareVariable asks for TestCompare, and says how often each program runs.
const compareVariable = "TIDEMARK_COMPARE"

// compared are the configurations that TestCompare runs, by the number of states:
// embedded ones, and some with a change.
var compared = []string{
	"small", "retention", "bookkeeping", "lease", "crashes", "elections", "default",
	"default MaxEpoch=3", "default MaxRecords=3", "default MaxRecords=3 MaxEpoch=3",
}

// TestCompare runs tidemark, a naive search, Spin and TLC on the same configurations,
// wants the same number of distinct states of all, and prints what each takes, as
// docs/performance.md has it: the run that took the least CPU time of each. Every run
// is a process of its own. Without TIDEMARK_SPIN or TIDEMARK_TLC it leaves out Spin or
// TLC; TLC takes long, so it runs the small ones only unless TIDEMARK_TLC_ALL is set.
//
//	TIDEMARK_COMPARE=3 TIDEMARK_SPIN=/path/to/spin TIDEMARK_TLC=/path/to/tla2tools.jar go test -run TestCompare -v -timeout 3h ./spec
//	TIDEMARK_COMPARE=1 TIDEMARK_SPIN=/path/to/spin go test -run 'TestCompare/default$' -v ./spec
func TestCompare(t *testing.T) {
	runs, err := strconv.Atoi(os.Getenv(compareVariable))
	if err != nil || runs < 1 {
		t.Skipf("nothing is compared: this takes minutes; %s=3 asks for it, three runs of each, with %s=/path/to/spin and %s=/path/to/tla2tools.jar besides",
			compareVariable, spinVariable, jarVariable)
	}
	tidemark := filepath.Join(t.TempDir(), "tidemark")
	perform(t, "..", []string{"go", "build", "-o", tidemark, "./cmd/tidemark"})
	for _, configuration := range compared {
		t.Run(configuration, func(t *testing.T) {
			c := &comparison{configuration: configuration, runs: runs, tidemark: tidemark}
			c.compare(t)
			t.Logf("\n%s", c.table())
		})
	}
}

// A comparison is of one configuration.
type comparison struct {
	configuration, tidemark string
	runs                    int
	results                 []cost
	distinct                uint64
}

// A program searches the configuration of a comparison.
type program struct {
	name    string
	checked bool // it checks the properties of the configuration
	command func() *exec.Cmd
	count   func(*exec.Cmd) uint64 // distinct states, from what it printed
}

func (p *program) String() string {
	if p.checked {
		return p.name + ", with properties"
	}
	return p.name + ", without properties"
}

// A cost is what a program took.
type cost struct {
	*program
	cpu, wall time.Duration
	memory    uint64 // the greatest, in bytes
}

func (c *comparison) compare(t *testing.T) {
	words := strings.Fields(c.configuration)
	args := []string{"check", words[0], "--format", "json", "--vacuity", "off"}
	for _, change := range words[1:] {
		args = append(args, "--set", change)
	}
	count := func(p *exec.Cmd) uint64 {
		var document struct{ Distinct uint64 }
		if err := json.Unmarshal(p.Stdout.(*bytes.Buffer).Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		return document.Distinct
	}
	for _, run := range []struct {
		name    string
		checked bool
		more    []string
	}{
		{"tidemark, 1 worker", true, []string{"--workers", "1"}},
		{"tidemark, 1 worker", false, []string{"--workers", "1", "--invariant", "", "--property", ""}},
		{"tidemark, 2 workers", true, []string{"--workers", "2"}},
	} {
		c.measure(t, program{run.name, run.checked, func() *exec.Cmd {
			return exec.Command(c.tidemark, slices.Concat(args, run.more)...)
		}, count})
	}
	c.measure(t, program{"naive search in Go", false, func() *exec.Cmd {
		p := exec.Command(os.Args[0])
		p.Env = append(os.Environ(), naiveVariable+"="+c.configuration)
		return p
	}, func(p *exec.Cmd) uint64 { return number(t, strings.TrimSpace(fmt.Sprint(p.Stdout))) }})
	c.compareSpin(t)
	c.compareTLC(t, words)
}

// measure runs a program some times, and keeps the cheapest run.
func (c *comparison) measure(t *testing.T, program program) {
	t.Helper()
	best := cost{program: &program, cpu: 1 << 62}
	for range c.runs {
		p := program.command()
		p.Stdout = new(bytes.Buffer)
		start := time.Now()
		if err := p.Run(); err != nil {
			t.Fatalf("%v: %v\n%v", &program, err, p.Stdout)
		}
		wall := time.Since(start)
		switch n := program.count(p); {
		case c.distinct == 0:
			c.distinct = n
		case c.distinct != n:
			t.Errorf("%v: %d distinct states, others have %d", &program, n, c.distinct)
		}
		usage := p.ProcessState.SysUsage().(*syscall.Rusage)
		if cpu := p.ProcessState.UserTime() + p.ProcessState.SystemTime(); cpu < best.cpu {
			best.cpu, best.wall, best.memory = cpu, wall, uint64(usage.Maxrss)<<10
		}
	}
	c.results = append(c.results, best)
	t.Logf("%v: %.2f s CPU, %.2f s, %d MiB", &program, best.cpu.Seconds(), best.wall.Seconds(), best.memory>>20)
}

func (c *comparison) compareSpin(t *testing.T) {
	spin := os.Getenv(spinVariable)
	if spin == "" {
		return
	}
	words := strings.Fields(c.configuration)
	m := loadModel(t, words[0], spec.Changes{Set: words[1:]})
	for _, breadthFirst := range []bool{false, true} {
		name := "Spin, depth first"
		if breadthFirst {
			name = "Spin, breadth first"
		}
		for _, properties := range [][]string{checkedNames(m), nil} {
			pan := port{m.Bounds(), properties, ""}.compile(t, spin, breadthFirst)
			c.measure(t, program{name, properties != nil,
				func() *exec.Cmd { return pan.command(t.Context(), c.distinct) },
				func(p *exec.Cmd) uint64 { return pan.count(t, p) }})
		}
	}
}

func (c *comparison) compareTLC(t *testing.T, words []string) {
	const affordable = 200_000
	if os.Getenv(jarVariable) == "" || c.distinct > affordable && os.Getenv(allVariable) == "" {
		return
	}
	jar := tlcJar(t)
	var constants []string
	for _, change := range words[1:] {
		constants = append(constants, strings.Replace(change, "=", " = ", 1))
	}
	p := pin{config: words[0]}
	if len(constants) > 0 {
		p.change = "CONSTANTS " + strings.Join(constants, " ")
	}
	count := func(tlc *exec.Cmd) uint64 {
		total := totals.FindStringSubmatch(fmt.Sprint(tlc.Stdout))
		if total == nil {
			t.Fatalf("TLC did not finish:\n%v", tlc.Stdout)
		}
		return number(t, total[2])
	}
	c.measure(t, program{"TLC, 1 worker", true, func() *exec.Cmd { return p.tlc(t.Context(), t, jar) }, count})
}

// tlc is TLC with one worker, as one would run it, on the files of a pin.
func (p pin) tlc(ctx context.Context, t *testing.T, jar string) *exec.Cmd {
	t.Helper()
	dir := p.folder(t)
	tlc := exec.CommandContext(ctx, "java", "-XX:+UseSerialGC", "-cp", jar, "tlc2.TLC", "-workers", "1",
		"-noGenerateSpecTE", "-metadir", "states", "-config", "Partition.cfg", "Partition.tla")
	tlc.Dir = dir
	return tlc
}

// table is the comparison in Markdown. Ratios are to tidemark with one worker, with
// properties or without them like the other.
func (c *comparison) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s, %d distinct states | CPU, s | of tidemark's | wall, s | memory, MiB | bytes a state |\n|---|---|---|---|---|---|\n", c.configuration, c.distinct)
	for _, r := range c.results {
		like := c.results[slices.IndexFunc(c.results, func(o cost) bool { return o.checked == r.checked })]
		fmt.Fprintf(&b, "| %v | %.2f | %.1f | %.2f | %d | %d |\n", r.program, r.cpu.Seconds(),
			r.cpu.Seconds()/like.cpu.Seconds(), r.wall.Seconds(), r.memory>>20, r.memory/c.distinct)
	}
	return b.String()
}

// naiveVariable makes the test binary a program that searches the configuration
// that it names naively, for TestCompare, which wants a process of its own.
const naiveVariable = "TIDEMARK_NAIVE"

func TestMain(m *testing.M) {
	if configuration := os.Getenv(naiveVariable); configuration != "" {
		os.Exit(naiveProgram(configuration))
	}
	os.Exit(m.Run())
}

// naiveProgram prints how many states a naive search finds.
func naiveProgram(configuration string) int {
	words := strings.Fields(configuration)
	c, err := spec.Load(words[0], spec.Changes{Set: words[1:]})
	if err != nil {
		return 1
	}
	m, err := model.New(c.Bounds, model.Checks{})
	if err != nil || m.Width() > len(key{}) {
		return 1
	}
	distinct, _ := searchNaively(m)
	fmt.Println(distinct)
	return 0
}
