package cli

import (
	"bytes"
	"context"
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
		"conform":  newConformance().flags,
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
	case "conform":
		if err := newConformance().flags.Parse(words[2:]); err != nil {
			t.Errorf("%s: %v", example, err)
		}
		return
	default:
		return
	}
	if err := s.flags.Parse(words[2:]); err != nil && !errors.Is(err, pflag.ErrHelp) {
		t.Errorf("%s: %v", example, err)
	}
	if !strings.HasSuffix(s.name(), ".cfg") && !s.namesModule() {
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

// TestInternalError checks that a panic becomes a message of one line, without
// the stack that a worker's panic comes with.
func TestInternalError(t *testing.T) {
	const want = "tidemark: error: internal: out of ink\ntidemark: hint: this is a mistake in tidemark, not in its input; please report it with the command that shows it\n"
	var stderr bytes.Buffer
	status := Main(context.Background(), Env{Args: []string{"check", "small"}, Stdout: panicking{}, Stderr: &stderr, Getenv: os.Getenv, Root: os.DirFS("/"), Processors: 1})
	if status != exit.Internal || stderr.String() != want {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("out of ink\n\ngoroutine 7 [running]:") }

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

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain, größer":      "plain, größer",
		"a\x1b[2J\nb\r\x7f":  `a\x1b[2J\nb\r\x7f`,
		"\xff\u202e\u00a0":   `\xff\u202e\u00a0`,
		`C:\x "quoted"`:      `C:\x "quoted"`,
		"0123456789abcdefgh": "01234 ... defgh",
	} {
		most := 16
		if strings.HasPrefix(text, "0") {
			most = 10
		}
		if got := visible(text, most); got != want {
			t.Errorf("visible(%q) = %s, want %s", text, got, want)
		}
	}
}
