package script_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/model/script"
)

// simulated is the first violation that random walks through a variant's
// configuration find.
func simulated(t *testing.T, v model.VariantInfo, seed uint64) *trace.Trace {
	t.Helper()
	m := variantModel(t, v)
	res, err := explore.Simulate(context.Background(), m, explore.SimOptions{Workers: 2, Seed: seed, Walks: 1000000})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Violations) == 0 {
		t.Fatal("no walk violates anything")
	}
	tr := m.Counterexample(&res.Violations[0])
	return &tr
}

// shortest is the length of the shortest counterexample to a property within the
// bounds of a trace.
func shortest(t *testing.T, tr *trace.Trace) int {
	t.Helper()
	m, _ := behaviour(t, tr)
	res, err := explore.Check(context.Background(), m, explore.Options{Workers: 2, Symmetry: true})
	if err != nil {
		t.Fatal(err)
	}
	return len(res.Violations[0].Path)
}

// behaviour reads a trace back, as a behaviour of a model that checks the
// property which the trace violates.
func behaviour(t *testing.T, tr *trace.Trace) (*model.Model, []explore.Step) {
	t.Helper()
	m, path, err := model.ReadTrace(tr, model.Checks{Properties: []model.Property{property(t, tr)}})
	if err != nil {
		t.Fatal(err)
	}
	return m, path
}

// TestMinimizeSimulated minimises what random walks find for each variant. What
// is left violates the same property, each element of it is needed, and it is
// a script that replays. It reports how much longer than a shortest one it is.
func TestMinimizeSimulated(t *testing.T) {
	var excess, afterSearch []int
	for _, v := range model.Variants() {
		if v.Alternative {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			found := simulated(t, v, 1)
			m, err := script.MinimizeTrace(context.Background(), found, "")
			if err != nil {
				t.Fatal(err)
			}
			tr := minimalTrace(t, m, found)
			oneMinimal(t, tr)
			short, search, err := m.Shorten(context.Background(), 2, 1000000)
			if err != nil {
				t.Fatal(err)
			}
			shorter := minimalTrace(t, short, found)
			if search.Shorter != (len(shorter.Steps) < len(tr.Steps)) {
				t.Errorf("%+v, but it has %d states instead of %d", search, len(shorter.Steps), len(tr.Steps))
			}
			oneMinimal(t, shorter)
			replays(t, short, v.Name)
			least := shortest(t, tr)
			excess = append(excess, len(tr.Steps)-least)
			afterSearch = append(afterSearch, len(shorter.Steps)-least)
			t.Logf("%s: %d states, minimised %d, after a search %d, shortest %d", m.Property.Name, len(found.Steps), len(tr.Steps), len(shorter.Steps), least)
		})
	}
	t.Logf("median excess %d states, at most %d; after a search %d, at most %d", median(excess), slices.Max(excess), median(afterSearch), slices.Max(afterSearch))
	page, err := os.ReadFile("../../docs/minimize.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		fmt.Sprintf("each of the %d variants", len(excess)),
		fmt.Sprintf("| median excess, in states | %d | %d |", median(excess), median(afterSearch)),
		fmt.Sprintf("| largest excess, in states | %d | %d |", slices.Max(excess), slices.Max(afterSearch)),
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(page)), " "), row) {
			t.Errorf("docs/minimize.md does not say: %s", row)
		}
	}
}

func median(of []int) int {
	return slices.Sorted(slices.Values(of))[len(of)/2]
}

// minimalTrace is what is left as a trace. It must violate the same property
// within the same bounds, but for replicas that are gone.
func minimalTrace(t *testing.T, m *script.Minimal, of *trace.Trace) *trace.Trace {
	t.Helper()
	tr, err := m.Trace()
	if err != nil {
		t.Fatal(err)
	}
	if tr.Violation.Property != of.Violation.Property || tr.Violation.Reason == "" || len(tr.Steps) > len(of.Steps) {
		t.Fatalf("%+v after %d states has become %+v after %d", of.Violation, len(of.Steps), tr.Violation, len(tr.Steps))
	}
	for i, c := range tr.Source.Constants {
		if !c.Value.Equal(of.Source.Constants[i].Value) && c.Name != "Replicas" {
			t.Errorf("%s = %s has become %s", c.Name, of.Source.Constants[i].Value, c.Value)
		}
	}
	return &tr
}

// replays writes what is left as a script and replays it.
func replays(t *testing.T, m *script.Minimal, variants ...string) *script.Script {
	t.Helper()
	s, err := m.Script()
	if err != nil {
		t.Fatal(err)
	}
	r, err := script.Replay(s, variants...)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Passed() || !violates(r, m.Property.Name) {
		t.Errorf("%+v\n%s", r.Failure, s)
	}
	return s
}

// oneMinimal leaves each step and each replica out of a trace and wants the
// property to hold, also when another replica does what the one left out did, or
// leads at first. What is not possible any more is left out as well.
func oneMinimal(t *testing.T, tr *trace.Trace) {
	t.Helper()
	m, path := behaviour(t, tr)
	labels := make([]explore.Label, 0, len(path))
	for _, step := range path[1:] {
		labels = append(labels, step.Label)
	}
	s := m.Decode(path[0].Row)
	leader := int(s.Leader)
	if !falsified(t, m, leader, labels) {
		t.Fatal("the trace does not violate its property")
	}
	for i := range labels {
		if falsified(t, m, leader, slices.Delete(slices.Clone(labels), i, i+1)) {
			t.Errorf("step %d, %s, is not needed", i+2, tr.Steps[i+1].Action)
		}
	}
	b := *m.Bounds()
	names := b.Replicas
	if len(names) <= max(2, b.MinISR) {
		return
	}
	for gone := range names {
		b.Replicas = slices.Delete(slices.Clone(names), gone, gone+1)
		less, err := model.New(b, model.Checks{Properties: []model.Property{property(t, tr)}})
		if err != nil {
			t.Fatal(err)
		}
		for instead := range names {
			renamed := renamed(m, labels, gone, instead)
			for first := range b.Replicas {
				if falsified(t, less, first, renamed) {
					t.Errorf("replica %s is not needed", names[gone])
				}
			}
		}
	}
}

func property(t *testing.T, tr *trace.Trace) model.Property {
	t.Helper()
	p, known := invariants.Lookup(tr.Violation.Property)
	if !known {
		t.Fatalf("%s is no property", tr.Violation.Property)
	}
	return p
}

// renamed are the labels without one replica, whose part another one takes;
// nobody does when they are the same.
func renamed(m *model.Model, labels []explore.Label, gone, instead int) []explore.Label {
	var out []explore.Label
	for _, l := range labels {
		r := l.Argument()
		switch l.Action() {
		case model.Produce, model.Ack, model.Refuse, model.TimeOut, model.Tick:
			out = append(out, l)
			continue
		}
		if r == gone {
			if r = instead; r == gone {
				continue
			}
		}
		if r > gone {
			r--
		}
		out = append(out, explore.MakeLabel(l.Action(), r))
	}
	return out
}

// falsified takes the steps that are possible and reports whether the model's
// property is false anywhere.
func falsified(t *testing.T, m *model.Model, leader int, labels []explore.Label) bool {
	t.Helper()
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	row := rows[leader*m.Width() : (leader+1)*m.Width()]
	w, out, fails := m.NewWorker(), explore.Successors{}, make([]explore.Mask, 1)
	broken := func() bool {
		if err := w.CheckStates(row, fails); err != nil {
			t.Fatal(err)
		}
		return fails[0] != 0
	}
	if broken() {
		return true
	}
	for _, l := range labels {
		out.Reset()
		if err := w.Successors(row, &out); err != nil {
			t.Fatal(err)
		}
		i := slices.Index(out.Labels, l)
		if i < 0 {
			continue
		}
		steps := make([]explore.Mask, out.Len())
		if err := w.CheckSteps(row, &out, steps); err != nil {
			t.Fatal(err)
		}
		row = slices.Clone(out.Rows[i*m.Width() : (i+1)*m.Width()])
		if steps[i] != 0 || broken() {
			return true
		}
	}
	return false
}

// TestMinimizeScript minimises scripts as people write them: with real times,
// fetches from offsets, and rules that are applied by themselves.
func TestMinimizeScript(t *testing.T) {
	for name, c := range map[string]struct {
		script, property string
		variants         []string
		want             string // commands that are left
	}{
		"the lesson": {`
replicas 5 6 7
replica.lag.time.max.ms 500
t=0 APPEND 4
t=100 FETCH 6 offset 4
t=120 FETCH 7 offset 2
t=130 STATUS
t=400 FETCH 6 offset 4
t=550 STATUS
t=600 FETCH 7 offset 3
t=601 STATUS`, "NoEarlyExpand", []string{"expand-before-hw"}, `
APPEND 1
t=501 STATUS
FETCH 7 offset 0`},
		"exactly at the limit": {`
replicas a b c
replica.lag.time.max.ms 500
isr manual
t=0 APPEND 1
t=10 REPLICATE b
t=20 REPLICATE b
t=400 PRODUCE acks=1
t=515 TICK 5
SHRINK b
SHRINK c`, "", []string{"shrink-at-limit"}, `
t=495 TICK 5
SHRINK b`},
		"ids follow the records": {`
replicas a b
replica.lag.time.max.ms 3
min.insync.replicas 1
isr manual
PRODUCE acks=1
APPEND 2
PRODUCE acks=all
STATUS
ACK 4
EXPECT VIOLATED AckedIsCommitted`, "", []string{"ack-before-hw"}, `
PRODUCE acks=all
ACK 1`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := script.Parse(name, []byte(strings.TrimSpace(c.script)))
			if err != nil {
				t.Fatal(err)
			}
			m, err := script.Minimize(context.Background(), s, c.property, c.variants...)
			if err != nil {
				t.Fatal(err)
			}
			less := replays(t, m, c.variants...)
			var commands []string
			for _, l := range less.Lines {
				if l.Command != nil && l.Command.Verb != "EXPECT" {
					commands = append(commands, l.Command.String())
				}
			}
			if got := strings.Join(commands, "\n"); got != strings.TrimSpace(c.want) {
				t.Errorf("got\n%s\nwant%s\nfrom\n%s", got, c.want, less)
			}
		})
	}
}

// TestMinimizeNothing wants errors where nothing is violated.
func TestMinimizeNothing(t *testing.T) {
	s, err := script.Parse("calm", []byte("replicas a b\nAPPEND 1\nFETCH b\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, property := range []string{"", "TypeOK"} {
		var not *script.NotViolatedError
		if _, err := script.Minimize(context.Background(), s, property); !errors.As(err, &not) || not.Property != property {
			t.Errorf("%q: %v", property, err)
		}
	}
	if _, err := script.Minimize(context.Background(), s, "Nonsense"); err == nil {
		t.Error("a property that does not exist")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := script.Minimize(ended, s, "TypeOK"); !errors.Is(err, context.Canceled) {
		t.Errorf("without time: %v", err)
	}
	tr := simulated(t, model.Variants()[0], 1)
	tr.Violation = &trace.Violation{Kind: "deadlock"}
	if _, err := script.MinimizeTrace(context.Background(), tr, ""); err == nil {
		t.Error("a deadlock")
	}
	tr.Violation = nil
	if m, err := script.MinimizeTrace(context.Background(), tr, ""); err != nil || m.Property.Name == "" {
		t.Errorf("a trace that does not say what it violates: %v", err)
	}
	tr.Steps = tr.Steps[:2]
	var not *script.NotViolatedError
	if _, err := script.MinimizeTrace(context.Background(), tr, "FetchCounts"); !errors.As(err, &not) {
		t.Errorf("a trace that violates nothing: %v", err)
	}
}

// TestMinimizeLibrary minimises the scripts that come with tidemark under each
// variant that makes one violate something, and takes each command, and each unit
// of time, out of what is left.
func TestMinimizeLibrary(t *testing.T) {
	minimised := 0
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		s, err := script.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range model.Variants() {
			r, err := script.Replay(s, v.Name)
			if err != nil || len(r.Violations) == 0 {
				continue
			}
			minimised++
			m, err := script.Minimize(context.Background(), s, "", v.Name)
			if err != nil {
				t.Fatalf("%s under %s: %v", name, v.Name, err)
			}
			least := replays(t, m, v.Name) // it may end with an attempt, below the violation
			left := withoutExpectations(least)
			if !violatedBy(t, left, m.Property.Name, v.Name) {
				t.Fatalf("%s under %s: %s needs its EXPECT lines", name, v.Name, left)
			}
			settings := len(left) - commands(least)
			for i, l := range left[:settings+m.After.Steps] {
				if i < settings {
					continue
				}
				if less := slices.Delete(slices.Clone(left), i, i+1); violatedBy(t, less, m.Property.Name, v.Name) {
					t.Errorf("%s under %s: %s is not needed in\n%s", name, v.Name, l, strings.Join(left, "\n"))
				}
				if less := earlier(left, i); less != nil && violatedBy(t, less, m.Property.Name, v.Name) {
					t.Errorf("%s under %s: a unit of time before %s is not needed in\n%s", name, v.Name, l, strings.Join(left, "\n"))
				}
			}
		}
	}
	if minimised < 30 {
		t.Errorf("only %d scripts were minimised", minimised)
	}
}

// withoutExpectations are the settings and commands of a script.
func withoutExpectations(s *script.Script) (lines []string) {
	for _, l := range s.Lines {
		if l.Setting != nil || l.Command != nil && l.Command.Verb != "EXPECT" {
			lines = append(lines, l.String())
		}
	}
	return lines
}

// earlier are the lines with a unit of time less before the i-th; nil when no time
// passes there.
func earlier(lines []string, i int) (out []string) {
	less := slices.Clone(lines)
	for at := i; at < len(lines); at++ {
		var now int
		if _, err := fmt.Sscanf(lines[at], "t=%d ", &now); err != nil {
			if at == i {
				return nil
			}
			continue
		}
		_, rest, _ := strings.Cut(lines[at], " ")
		less[at] = fmt.Sprintf("t=%d %s", now-1, rest)
	}
	return less
}

// violatedBy reports whether lines violate a property, when those that the rules
// refuse are left out.
func violatedBy(t *testing.T, lines []string, property string, variants ...string) bool {
	t.Helper()
	for {
		s, err := script.Parse("less", []byte(strings.Join(lines, "\n")))
		if err != nil {
			return false // times that go back
		}
		r, err := script.Replay(s, variants...)
		if err != nil {
			t.Fatal(err)
		}
		if violates(r, property) {
			return true
		}
		if r.Failure == nil {
			return false
		}
		lines = slices.Delete(slices.Clone(lines), r.Failure.Row-1, r.Failure.Row)
	}
}

// TestMinimizeRandomScripts minimises random scripts, which do all kinds of things
// that the rules refuse. What is left replays, is no larger, and can't be minimised
// any further.
func TestMinimizeRandomScripts(t *testing.T) {
	minimised := 0
	rapid.Check(t, func(t *rapid.T) {
		all, pauses := drawScript(t)
		limit, unit := rapid.IntRange(0, 3).Draw(t, "limit"), rapid.SampledFrom([]int{1, 100}).Draw(t, "unit")
		settings := rapid.SampledFrom([]string{"", "isr manual\n", "min.insync.replicas 2\nanswers auto\n", "lease 1\n"}).Draw(t, "settings")
		v := rapid.SampledFrom([]string{
			"consumer-reads-above-hw", "shrink-can-drop-leader", "shrink-by-last-fetch", "caught-up-uses-now", "elect-outside-isr", "ack-before-hw",
			"crash-forgets-hw", "hw-by-majority", "expand-on-heal", "elect-keeps-epoch", "no-truncation", "restart-resumes-leadership",
		}).Draw(t, "variant")
		r := performAll(t, written(settings, limit, unit, all, pauses), v)
		if len(r.Violations) == 0 {
			return
		}
		minimised++
		s, err := script.Parse("s.script", []byte(written(settings, limit, unit, all, pauses)))
		if err != nil {
			t.Fatal(err)
		}
		m, err := script.Minimize(context.Background(), s, r.Violations[0].Property, v)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := m.After, m.Before; a.Steps > b.Steps || a.Records > b.Records || a.Time > b.Time || a.Replicas > b.Replicas {
			t.Fatalf("%+v has become %+v", b, a)
		}
		least, err := m.Script()
		if err != nil {
			t.Fatal(err)
		}
		if r, err := script.Replay(least, v); err != nil || !r.Passed() {
			t.Fatalf("%v %+v\n%s", err, r.Failure, least)
		}
		again, err := script.Minimize(context.Background(), least, m.Property.Name, v)
		if err != nil {
			t.Fatal(err)
		}
		if again.After != m.After {
			t.Fatalf("%+v has become %+v in\n%s", m.After, again.After, least)
		}
		if tr, err := m.Trace(); err == nil && tr.Violation.Property != m.Property.Name {
			t.Fatalf("its trace violates %s", tr.Violation.Property)
		} else if err != nil && limit*unit <= 14 {
			t.Fatal(err)
		}
	})
	if minimised == 0 {
		t.Error("no script violated anything")
	}
}
