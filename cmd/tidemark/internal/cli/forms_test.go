package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/model/script"
	"tidemark/spec"
)

// A sample is a trace with what it takes to check it again.
type sample struct {
	name  string
	trace trace.Trace
	files map[string][]byte // the module that it is of
}

// variantSamples are the counterexamples of the variants.
func variantSamples(t *testing.T) (all []sample) {
	t.Helper()
	partition, _ := spec.File("Partition.tla")
	for _, v := range model.Variants() {
		if v.Alternative {
			continue
		}
		c, err := spec.Load(v.Name, spec.Changes{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := c.Model()
		if err != nil {
			t.Fatal(err)
		}
		res, err := explore.Check(t.Context(), m, explore.Options{Workers: 2, Symmetry: true, MaxStates: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Violations) == 0 {
			t.Fatalf("%s is not violated", v.Name)
		}
		o := &output{shown: shown{properties: true}}
		ts, err := o.traces(m, c, res)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sample{v.Name, ts[0], map[string][]byte{"Partition.tla": partition}})
	}
	return all
}

// moduleSample is a counterexample of a module.
func moduleSample(t *testing.T) sample {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{"Relay.tla", "Relay.cfg"} {
		src, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = src
	}
	m, res := searched(t, files, "Relay")
	tr, err := m.Trace(res.Violations[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	v := res.Violations[0]
	tr.Violation = &trace.Violation{Property: v.Name, Kind: v.Kind.String(), Reason: v.Reason}
	return sample{"Relay", tr, files}
}

// searched checks a module with the configuration beside it.
func searched(t *testing.T, files map[string][]byte, name string) (*module.Module, *explore.Result) {
	t.Helper()
	m, err := module.Load(module.Request{File: name + ".tla", ReadFile: func(name string) ([]byte, error) {
		if src, found := files[name]; found {
			return src, nil
		}
		return nil, fs.ErrNotExist
	}})
	if err != nil {
		t.Fatalf("%v\n%s", err, files[name+".tla"])
	}
	res, err := explore.Check(t.Context(), m.System, m.System.Options())
	if err != nil {
		t.Fatal(err)
	}
	return m, res
}

// checks are those of the formats that are not drawn.
var checks = map[string]func(t *testing.T, s *sample, text []byte){
	"text":     checkText,
	"script":   checkScript,
	"json":     checkReadBack,
	"itf":      checkReadBack,
	"tlc":      checkTLC,
	"tlc-json": checkTLCJSON,
	"tla":      checkTLA,
	"shiviz":   checkShiViz,
	"mermaid":  checkMermaid,
	"dot":      checkDOT,
	"svg":      func(t *testing.T, _ *sample, text []byte) { startsWith(t, text, "<svg ") },
	"html":     func(t *testing.T, _ *sample, text []byte) { startsWith(t, text, "<!DOCTYPE html>") },
}

func startsWith(t *testing.T, text []byte, what string) {
	if !bytes.HasPrefix(text, []byte(what)) {
		t.Errorf("it starts with %.20q", text)
	}
}

// TestEveryFormat writes the counterexample of every variant, and of a module, in every
// format, and checks each as far as its reader would.
func TestEveryFormat(t *testing.T) {
	samples := append(variantSamples(t), moduleSample(t))
	for _, f := range forms() {
		t.Run(f.name, func(t *testing.T) {
			for i := range samples {
				s := &samples[i]
				t.Run(s.name, func(t *testing.T) {
					var b bytes.Buffer
					err := f.write(&b, &s.trace, manner{file: "dir/Counterexample" + f.ending})
					if f.native && s.name == "Relay" {
						if err == nil {
							t.Error("a trace of a module was written as if it were one of the model")
						}
						return
					}
					if err != nil {
						t.Fatal(err)
					}
					checks[f.name](t, s, b.Bytes())
				})
			}
		})
	}
}

func checkText(t *testing.T, s *sample, text []byte) {
	for i := range s.trace.Steps {
		if !bytes.Contains(text, fmt.Appendf(nil, "\nState %d: ", i+1)) {
			t.Errorf("there is no state %d", i+1)
		}
	}
	if !bytes.Contains(text, []byte("violated: "+s.trace.Violation.Property)) {
		t.Errorf("it does not say what is violated")
	}
}

func checkScript(t *testing.T, s *sample, text []byte) {
	parsed, err := script.Parse("c.script", text)
	if err != nil {
		t.Fatal(err)
	}
	res, err := script.Replay(parsed, s.name)
	if err != nil {
		t.Fatal(err)
	}
	if res.Failure != nil || !slices.ContainsFunc(res.Violations, func(v script.Violation) bool { return v.Property == s.trace.Violation.Property }) {
		t.Errorf("%+v", res.Failure)
	}
}

func checkReadBack(t *testing.T, s *sample, text []byte) {
	again, err := trace.Read("c.json", text)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(s.trace, again); d != "" {
		t.Errorf("(-written +read):\n%s", d)
	}
}

var tlcState = regexp.MustCompile(`(?m)^State (\d+): <(Initial predicate|\w+.* line \d+, col \d+ to line \d+, col \d+ of module \w+)>$`)

func checkTLC(t *testing.T, s *sample, text []byte) {
	found := tlcState.FindAllSubmatch(text, -1)
	if len(found) != len(s.trace.Steps) {
		t.Errorf("%d states, want %d", len(found), len(s.trace.Steps))
	}
	for line := range strings.Lines(string(text)) {
		if len(line) > 130 {
			t.Errorf("a long line: %s", line)
		}
	}
	if want := "Error: The behavior up to this point is:\nState 1: <Initial predicate>\n/\\ "; !bytes.Contains(text, []byte(want)) {
		t.Errorf("want %s", want)
	}
}

func checkTLCJSON(t *testing.T, s *sample, text []byte) {
	var d struct {
		Counterexample struct {
			Action [][3]json.RawMessage
			State  [][2]json.RawMessage
		}
		Vars []string
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	n := len(s.trace.Steps)
	if len(d.Counterexample.State) != n || len(d.Counterexample.Action) != n-1 || !slices.Equal(d.Vars, s.trace.Vars) {
		t.Errorf("%d states and %d actions for %d states", len(d.Counterexample.State), len(d.Counterexample.Action), n)
	}
	for i, edge := range d.Counterexample.Action {
		var action struct {
			Name       string
			Location   map[string]any
			Parameters []string
		}
		if err := json.Unmarshal(edge[1], &action); err != nil {
			t.Fatal(err)
		}
		if step := s.trace.Steps[i+1]; action.Name != step.Action || len(action.Location) != 5 || len(action.Parameters) != len(step.Args) {
			t.Errorf("action %d is %s", i+1, edge[1])
		}
	}
}

// checkTLA checks the module with our own front end: as TLC does, it must come to the
// same violation after as many states.
func checkTLA(t *testing.T, s *sample, text []byte) {
	src, config, found := bytes.Cut(text, []byte("---- CONFIG Counterexample ----\n"))
	if !found {
		t.Fatal("there is no configuration")
	}
	files := map[string][]byte{"Counterexample.tla": src, "Counterexample.cfg": bytes.TrimSuffix(config, []byte("====\n"))}
	for name, src := range s.files {
		files[name] = src
	}
	_, res := searched(t, files, "Counterexample")
	if len(res.Violations) != 1 || res.Violations[0].Name != s.trace.Violation.Property || len(res.Violations[0].Path) != len(s.trace.Steps) {
		t.Errorf("%+v, want %s after %d states", res.Violations, s.trace.Violation.Property, len(s.trace.Steps))
	}
}

// TestTLAOfNoBehaviour wants a deadlock, and before the last state, for a trace that is
// no behaviour of its module.
func TestTLAOfNoBehaviour(t *testing.T) {
	s := moduleSample(t)
	last := &s.trace.Steps[len(s.trace.Steps)-1]
	log, _ := s.trace.Value(len(s.trace.Steps)-1, "log")
	last.State[slices.Index(s.trace.Vars, "log")] = trace.Sequence(append(slices.Clone(log.Elems()), trace.Int(7))...)
	var b bytes.Buffer
	if err := render.TLA(&b, &s.trace, "Counterexample.tla"); err != nil {
		t.Fatal(err)
	}
	src, config, _ := bytes.Cut(b.Bytes(), []byte("---- CONFIG Counterexample ----\n"))
	s.files["Counterexample.tla"], s.files["Counterexample.cfg"] = src, bytes.TrimSuffix(config, []byte("====\n"))
	_, res := searched(t, s.files, "Counterexample")
	if len(res.Violations) != 1 || res.Violations[0].Kind != explore.Deadlock || len(res.Violations[0].Path) != len(s.trace.Steps)-1 {
		t.Errorf("%+v", res.Violations)
	}
}

// checkShiViz reads the file by its own regular expression, and holds its clocks to
// what vector clocks are.
func checkShiViz(t *testing.T, s *sample, text []byte) {
	pattern, rest, _ := strings.Cut(string(text), "\n\n")
	events := regexp.MustCompile(pattern).FindAllStringSubmatch(rest, -1)
	read := regexp.MustCompile(pattern)
	group := func(e []string, name string) string { return e[read.SubexpIndex(name)] }
	whole := ""
	seen := map[string]int{}
	var clocks []map[string]int
	var hosts, actions []string
	var numbers []int
	steps := map[int]bool{}
	for _, e := range events {
		whole += e[0] + "\n"
		host, clock := group(e, "host"), map[string]int{}
		if err := json.Unmarshal([]byte(group(e, "clock")), &clock); err != nil {
			t.Fatal(err)
		}
		if seen[host]++; clock[host] != seen[host] {
			t.Errorf("event %d of %s has the clock %v", seen[host], host, clock)
		}
		for other, n := range clock { // it can know only of what has happened
			if n < 1 || n > seen[other] {
				t.Errorf("%s knows of event %d of %s, which has had %d", host, n, other, seen[other])
			}
		}
		clocks, hosts = append(clocks, clock), append(hosts, host)
		actions = append(actions, group(e, "action"))
		number, _, _ := strings.Cut(group(e, "event"), ":")
		n, err := strconv.Atoi(number)
		if err != nil || n < 2 || n > len(s.trace.Steps) || !strings.HasPrefix(group(e, "action"), s.trace.Steps[n-1].Action) {
			t.Errorf("%s is no step of the trace", e[0])
		}
		steps[n] = true
		numbers = append(numbers, n)
	}
	checkHeard(t, numbers, hosts, actions, clocks)
	if whole != rest {
		t.Error("there is more in the file than events")
	}
	for i := range s.trace.Steps {
		if action := s.trace.Steps[i].Action; i > 0 && !steps[i+1] && action != "DropResponse" && action != "Tick" {
			t.Errorf("step %d, %s, has no event", i+1, action)
		}
	}
	for i := range clocks {
		for j := range clocks {
			before, after := clocks[j][hosts[i]] >= clocks[i][hosts[i]], clocks[i][hosts[j]] >= clocks[j][hosts[j]]
			if i != j && before && after {
				t.Errorf("events %d and %d happened before each other", i+1, j+1)
			}
			if i < j && after {
				t.Errorf("event %d happened before event %d", j+1, i+1)
			}
			if before && i != j { // then all that the first knew is known to the second
				for host, n := range clocks[i] {
					if clocks[j][host] < n {
						t.Errorf("event %d knows less of %s than event %d before it", j+1, host, i+1)
					}
				}
			}
		}
	}
}

// checkHeard wants who hears of something to know it: both hosts of a step, save of a
// tick; who receives, the response that was sent last; who follows, the election.
func checkHeard(t *testing.T, numbers []int, hosts, actions []string, clocks []map[string]int) {
	sent, elected := map[string]int{}, -1
	for j, action := range actions {
		name, who, _ := strings.Cut(strings.TrimSuffix(action, ")"), "(")
		second := j > 0 && numbers[j] == numbers[j-1]
		of := -1
		switch {
		case name == "Tick":
		case second:
			of = j - 1
		case name == "Receive", name == "DuplicateResponse":
			of = sent[who]
		case name == "BecomeFollower":
			of = elected
		}
		if of >= 0 && clocks[j][hosts[of]] < clocks[of][hosts[of]] {
			t.Errorf("event %d, %s at %s, has not heard of event %d, %s at %s", j+1, action, hosts[j], of+1, actions[of], hosts[of])
		}
		switch {
		case name == "Fetch" && second:
			sent[who] = j
		case name == "Elect" && second:
			elected = j
		}
	}
}

var mermaidLine = regexp.MustCompile(`^(sequenceDiagram|    participant \w+ as .+|    Note over \w+(,\w+)?: .+|    \w+(->>|-->>|--x)\w+: .+)$`)

func checkMermaid(t *testing.T, s *sample, text []byte) {
	known := regexp.MustCompile(`(?m)^    participant (\w+) as`)
	var participants []string
	for _, m := range known.FindAllSubmatch(text, -1) {
		participants = append(participants, string(m[1]))
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if !mermaidLine.MatchString(line) || strings.Contains(entities.ReplaceAllString(line, ""), ";") {
			t.Errorf("no line of a sequence diagram: %s", line)
		}
		if m := regexp.MustCompile(`^    (\w+)(->>|-->>|--x)(\w+):`).FindStringSubmatch(line); m != nil && (!slices.Contains(participants, m[1]) || !slices.Contains(participants, m[3])) {
			t.Errorf("no participant: %s", line)
		}
	}
	for i := range s.trace.Steps[1:] {
		if !bytes.Contains(text, fmt.Appendf(nil, ": %d. %s", i+2, s.trace.Steps[i+1].Action)) {
			t.Errorf("step %d is missing", i+2)
		}
	}
}

var entities = regexp.MustCompile(`#\w+;`)

var dotLine = regexp.MustCompile(`^(digraph trace \{|    (node|edge) \[[^"]*\]|    \d+( -> \d+)? \[label="([^"\\]|\\.)*"(, \w+=("[^"]*"|\w+))*\]|\})$`)

func checkDOT(t *testing.T, s *sample, text []byte) {
	nodes, edges := 0, 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if !dotLine.MatchString(line) {
			t.Errorf("no line of a graph: %s", line)
		}
		if strings.Contains(line, " -> ") && regexp.MustCompile(`^    \d+ -> `).MatchString(line) {
			edges++
		} else if strings.Contains(line, "[label=") {
			nodes++
		}
	}
	if nodes != len(s.trace.Steps) || edges != nodes-1 {
		t.Errorf("%d nodes and %d edges for %d states", nodes, edges, len(s.trace.Steps))
	}
}

// FuzzForms writes whatever can be read in every format: each must either be written
// or refused.
func FuzzForms(f *testing.F) {
	for _, name := range []string{"Relay.json", "early.json", "loop.json"} {
		src, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		tr, err := trace.Read("f.json", src)
		if err != nil || len(src) > 1<<16 {
			return
		}
		written := 0
		for _, form := range forms() {
			var b bytes.Buffer
			if err := form.write(&b, &tr, manner{style: render.Style{Diff: len(src)%2 == 0, Properties: true}}); err == nil {
				written++
			}
		}
		if written < 3 {
			t.Errorf("%d formats", written)
		}
		judgeRead("f.json", &tr)
	})
}
