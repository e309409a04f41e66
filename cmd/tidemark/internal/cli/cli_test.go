package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore/trace"
	"tidemark/model"
)

// flagSets are the flags of the commands that have some.
func flagSets() map[string]*pflag.FlagSet {
	list, export := newFlags("list"), newFlags("export")
	format(list)
	export.Bool("force", false, "--force")
	return map[string]*pflag.FlagSet{
		"check":    newCheck().selection.flags,
		"simulate": newSimulation().selection.flags,
		"list":     list,
		"export":   export,
	}
}

// TestHelpNamesFlags checks that each flag is explained and that each flag
// that is explained is there, and that each has an example for hints.
func TestHelpNamesFlags(t *testing.T) {
	explained := regexp.MustCompile(`(?m)^    --([a-z-]+)`)
	for name, flags := range flagSets() {
		c, _ := find(name)
		var want, got []string
		for _, m := range explained.FindAllStringSubmatch(c.help, -1) {
			want = append(want, m[1])
		}
		flags.VisitAll(func(f *pflag.Flag) {
			got = append(got, f.Name)
			if !strings.HasPrefix(f.Usage, "--"+f.Name) {
				t.Errorf("%s: --%s has the example %q", name, f.Name, f.Usage)
			}
		})
		slices.Sort(want)
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-help +flags):\n%s", name, d)
		}
	}
}

// TestHelpExamples checks that each command has three examples and that their
// flags, and the embedded configurations that they name, are right.
func TestHelpExamples(t *testing.T) {
	for _, c := range append(commands(), command{name: "", help: mainHelp}) {
		_, text, found := strings.Cut(c.help, "\nExamples:\n")
		if !found {
			t.Errorf("%s has no examples", c.name)
		}
		var examples []string
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "    ") {
				break
			}
			examples = append(examples, strings.TrimSpace(line))
		}
		if len(examples) != 3 {
			t.Errorf("%s has %d examples", c.name, len(examples))
		}
		for _, e := range examples {
			tryExample(t, e)
		}
		for line := range strings.Lines(c.help) {
			if len(line) > 101 {
				t.Errorf("%s: the line %q is too long", c.name, line)
			}
		}
	}
}

func tryExample(t *testing.T, example string) {
	command, _, _ := strings.Cut(example, "  #")
	command, _, _ = strings.Cut(command, " && ")
	command, _, _ = strings.Cut(command, " > ")
	words := shellWords(strings.TrimSpace(command))
	if words[0] != "tidemark" {
		t.Errorf("%s: not an example of tidemark", example)
	}
	var s *selection
	switch words[1] {
	case "check":
		s = newCheck().selection
	case "simulate":
		s = newSimulation().selection
	default:
		return
	}
	if err := s.flags.Parse(words[2:]); err != nil && !errors.Is(err, pflag.ErrHelp) {
		t.Errorf("%s: %v", example, err)
	}
	if !strings.HasSuffix(s.name(), ".cfg") {
		if _, _, err := s.load(); err != nil {
			t.Errorf("%s: %v", example, err)
		}
	}
}

// shellWords splits a command of plain and single-quoted words.
func shellWords(command string) []string {
	var words []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"small":          "small",
		"":               "''",
		`Acks={"1"}`:     `'Acks={"1"}'`,
		"it's":           `'it'\''s'`,
		"MaxRecords=2":   "MaxRecords=2",
		"$(rm -rf /)":    "'$(rm -rf /)'",
		"new\nline.cfg":  "'new\nline.cfg'",
		"dir/a-b_c.json": "dir/a-b_c.json",
	} {
		if got := quote(word); got != want {
			t.Errorf("quote(%q) = %s, want %s", word, got, want)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"1": 1, "7B": 7, "1KiB": 1024, "1KB": 1000, "512MiB": 512 << 20, "2GiB": 2 << 30, "3TB": 3e12,
		"": 0, "0": 0, "GiB": 0, "-1": 0, "1.5GiB": 0, "1iB": 0, "1G": 0, "1 GiB": 0, "16777216TiB": 0, "1GiBB": 0,
	} {
		if got, err := parseSize(text); (err != nil) != (want == 0) || err == nil && got != want {
			t.Errorf("parseSize(%q) = %d, %v", text, got, err)
		}
	}
}

func TestDefaultMemory(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const meminfo = "MemFree: 1 kB\nMemTotal:       4194304 kB\n"
	for _, tt := range []struct {
		name string
		root fstest.MapFS
		want uint64
	}{
		{"nothing to read", fstest.MapFS{}, 0},
		{"a machine", fstest.MapFS{"proc/meminfo": file(meminfo)}, 3 << 30},
		{"a cgroup without a limit", fstest.MapFS{
			"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/a\n"), "sys/fs/cgroup/a/memory.max": file("max\n")}, 3 << 30},
		{"a cgroup", fstest.MapFS{
			"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/a/b\n"), "sys/fs/cgroup/a/memory.max": file("1073741824\n")}, 3 << 28},
		{"an old cgroup", fstest.MapFS{
			"proc/meminfo": file(meminfo), "proc/self/cgroup": file("5:cpu:/x\n4:hugetlb,memory:/a\n"),
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": file("2147483648"), "sys/fs/cgroup/memory/x/memory.limit_in_bytes": file("1")}, 3 << 29},
		{"more than there is", fstest.MapFS{
			"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("9223372036854771712\n")}, 3 << 30},
	} {
		if got := defaultMemory(tt.root); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestConstantsAreExplained(t *testing.T) {
	for _, c := range constants() {
		if c.Summary == "" {
			t.Errorf("constant %s is not explained", c.Name)
		}
	}
}

// run runs a command and returns what it printed.
func run(t *testing.T, args ...string) (status exit.Status, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = Main(context.Background(), Env{
		Args: args, Stdout: &out, Stderr: &err, Processors: 2,
		Getenv: func(string) string { return "" },
		Root:   fstest.MapFS{},
	})
	return status, out.String(), err.String()
}

// result is the JSON document as its readers know it.
type result struct {
	Schema        string            `json:"schema"`
	Command       string            `json:"command"`
	Configuration string            `json:"configuration"`
	Constants     map[string]string `json:"constants"`
	Symmetry      bool              `json:"symmetry"`
	Store         string            `json:"store"`
	Reproduce     string            `json:"reproduce"`
	Result        string            `json:"result"`
	Reason        string            `json:"reason"`
	Distinct      *uint64           `json:"distinct"`
	Generated     uint64            `json:"generated"`
	Depth         int               `json:"depth"`
	Queue         *uint64           `json:"queue"`
	Walks         *uint64           `json:"walks"`
	OutDegree     *struct {
		Min  int     `json:"min"`
		Mean float64 `json:"mean"`
		P95  int     `json:"p95"`
		Max  int     `json:"max"`
	} `json:"out_degree"`
	Omission   float64            `json:"omission_probability"`
	Violation  *resultViolation   `json:"violation"`
	Violations []*resultViolation `json:"violations"`
	Retrace    *struct {
		Distinct  uint64 `json:"distinct"`
		Generated uint64 `json:"generated"`
	} `json:"retrace"`
	Coverage []struct {
		Action    string  `json:"action"`
		Generated uint64  `json:"generated"`
		Distinct  *uint64 `json:"distinct"`
	} `json:"coverage"`
	Unfired  []string `json:"unfired"`
	Vacuous  []string `json:"vacuous"`
	Warnings []string `json:"warnings"`
	Seconds  float64  `json:"seconds"`
	Workers  int      `json:"workers"`
	Run      struct {
		Seconds       float64 `json:"seconds"`
		Workers       int     `json:"workers"`
		Bytes         uint64  `json:"bytes"`
		BytesPerState float64 `json:"bytes_per_state"`
		Rate          float64 `json:"rate"`
		MemoryLimit   uint64  `json:"memory_limit"`
	} `json:"run"`
}

type resultViolation struct {
	Property string          `json:"property"`
	Kind     string          `json:"kind"`
	Reason   string          `json:"reason"`
	Length   int             `json:"length"`
	Trace    json.RawMessage `json:"trace"`
}

// decode decodes a document and refuses members that are not known.
func decode(t *testing.T, text string) result {
	t.Helper()
	var r result
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if d.More() || !strings.HasSuffix(text, "}\n") {
		t.Errorf("more than one object: %s", text)
	}
	return r
}

// lost is a check that finds a committed record lost, among other violations.
var lost = []string{"check", "lossy", "--set", "Replicas={r1, r2}", "--set", "MinISR=1", "--invariant", "HWAtMostISRLEO,CommittedOnISR,CommittedSurvives", "--property", "TruncationKeepsCommitted"}

func TestJSON(t *testing.T) {
	small := []string{"check", "small", "--format", "json", "--set", "MaxRecords=1", "--set", "MaxEpoch=1", "--symmetry"}
	status, stdout, stderr := run(t, append(small, "--coverage")...)
	r := decode(t, stdout)
	if status != exit.OK || stderr != "" || r.Schema != "tidemark-result/1" || r.Result != "holds" || r.Reason != "" || r.Violation != nil {
		t.Errorf("status %d, %q, %+v", status, stderr, r)
	}
	if r.Distinct == nil || *r.Distinct == 0 || r.Generated < *r.Distinct || r.Depth == 0 || *r.Queue != 0 || !r.Symmetry || r.Store != "exact" {
		t.Errorf("counts: %s", stdout)
	}
	if r.Workers != 2 || r.Run.Workers != 2 || r.Seconds != r.Run.Seconds || r.Run.Bytes == 0 {
		t.Errorf("run: %s", stdout)
	}
	if len(r.Coverage) != len(model.Actions()) || r.Coverage[0].Action != "Produce" || r.Coverage[0].Distinct == nil {
		t.Errorf("coverage: %+v", r.Coverage)
	}

	status, stdout, _ = run(t, append(small, "--max-depth", "3")...)
	if r := decode(t, stdout); status != exit.Unknown || r.Result != "unknown" || r.Reason != "the depth limit of 3 states was reached" || r.Coverage != nil {
		t.Errorf("status %d, %s", status, stdout)
	}

	status, stdout, _ = run(t, "simulate", "small", "--walks", "3", "--format", "json")
	if r := decode(t, stdout); status != exit.OK || r.Result != "unknown" || *r.Walks != 3 || r.Distinct != nil || r.Reproduce != "tidemark simulate small --seed 1 --walks 3 --depth 100" {
		t.Errorf("status %d, %s", status, stdout)
	}
}

// TestJSONViolation checks that the traces are traces, and that --continue
// reports all violations with the first among them.
func TestJSONViolation(t *testing.T) {
	status, stdout, _ := run(t, slices.Concat(lost, []string{"--format", "json", "--continue", "--max-depth", "6"})...)
	r := decode(t, stdout)
	if status != exit.Invariant || r.Result != "violated" || len(r.Violations) < 2 || r.Violation == nil {
		t.Fatalf("status %d, %s", status, stdout)
	}
	if d := cmp.Diff(r.Violations[0], r.Violation); d != "" {
		t.Errorf("the violation is not the first (-first +violation):\n%s", d)
	}
	for _, v := range r.Violations {
		tr, err := trace.ReadJSON("trace", v.Trace)
		if err != nil {
			t.Fatal(err)
		}
		if len(tr.Steps) != v.Length || tr.Violation.Property != v.Property || tr.Violation.Reason != v.Reason {
			t.Errorf("%s: a trace of %d states with %+v", v.Property, len(tr.Steps), tr.Violation)
		}
	}
	if _, stdout, _ := run(t, append(lost, "--format", "json")...); decode(t, stdout).Violations != nil {
		t.Error("violations without --continue")
	}
}

// TestJSONIsDeterministic compares documents without what depends on the
// machine and the moment.
func TestJSONIsDeterministic(t *testing.T) {
	stable := func(args ...string) result {
		_, stdout, _ := run(t, append(args, "--format", "json")...)
		r := decode(t, stdout)
		r.Seconds, r.Workers = 0, 0
		r.Run.Seconds, r.Run.Workers, r.Run.Bytes, r.Run.BytesPerState, r.Run.Rate = 0, 0, 0, 0, 0
		return r
	}
	for _, args := range [][]string{
		slices.Concat(lost, []string{"--continue", "--coverage", "--symmetry"}),
		slices.Concat(lost, []string{"--store", "hash"}),
		{"simulate", "lossy", "--coverage"},
		{"simulate", "small", "--walks", "20"},
	} {
		want := stable(append(args, "--workers", "1")...)
		for _, workers := range []string{"1", "2", "3"} {
			if d := cmp.Diff(want, stable(append(args, "--workers", workers)...)); d != "" {
				t.Errorf("%v with %s workers (-want +got):\n%s", args, workers, d)
			}
		}
	}
}

// TestSymmetryHalves compares states and orbits: with two replicas one leads
// and one does not, so that each orbit has two states.
func TestSymmetryHalves(t *testing.T) {
	args := []string{"check", "small", "--set", "MaxRecords=1", "--set", "MaxEpoch=1", "--format", "json"}
	_, states, _ := run(t, args...)
	_, orbits, _ := run(t, append(args, "--symmetry")...)
	if s, o := *decode(t, states).Distinct, *decode(t, orbits).Distinct; s != 2*o {
		t.Errorf("%d states, %d orbits", s, o)
	}
}

// TestInternalError checks that a panic becomes a message.
func TestInternalError(t *testing.T) {
	var stderr bytes.Buffer
	status := Main(context.Background(), Env{Args: []string{"check", "small"}, Stdout: panicking{}, Stderr: &stderr, Root: os.DirFS("/"), Processors: 1})
	if status != exit.Internal || !strings.HasPrefix(stderr.String(), "tidemark: error: internal: out of ink\ntidemark: hint: ") {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("out of ink") }

// TestColor checks that colours need a terminal that wants them.
func TestColor(t *testing.T) {
	for _, tt := range []struct {
		terminal bool
		env      map[string]string
		want     bool
	}{
		{true, nil, true},
		{false, nil, false},
		{true, map[string]string{"NO_COLOR": "1"}, false},
		{true, map[string]string{"TERM": "dumb"}, false},
	} {
		env := Env{StdoutTerminal: tt.terminal, Getenv: func(name string) string { return tt.env[name] }}
		if got := color(&env); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
}
