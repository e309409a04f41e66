package spec_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec"
	"tidemark/spec/cfg"
)

// A pin is a search and what it gives: to tidemark, which TestCounts holds to
// it, and to TLC, see TestTLC.
type pin struct {
	config string // an embedded configuration
	change string // statements that take the place of those of its file; "" for none
	all    bool   // go on after a violation
	answer
}

// An answer is what tidemark and TLC agree on; the words mean what they mean
// to TLC, and under symmetry states are orbits.
type answer struct {
	violated            string // what is violated: an invariant, a step property, or a deadlock; "" if all hold
	length              int    // of the counterexample, in states
	distinct, generated uint64
	depth               int
}

func holds(distinct, generated uint64, depth int) answer {
	return answer{"", 0, distinct, generated, depth}
}

func violates(kind string, length int, distinct, generated uint64) answer {
	return answer{kind, length, distinct, generated, length}
}

// symmetric makes a search one of orbits.
const symmetric = "SYMMETRY Symmetry"

// pins are the embedded configurations, as they are and under symmetry; then
// bounds that none of them has, constraints, deadlocks and violations.
var pins = []pin{
	{"small", "", false, holds(154_836, 1_107_880, 28)},
	{"small", symmetric, false, holds(77_418, 553_941, 28)},
	{"default", "", false, holds(2_381_988, 16_852_362, 30)},
	{"default", symmetric, false, holds(398_142, 2_815_106, 30)},
	{"elections", "", false, holds(2_252_898, 10_648_212, 32)},
	{"elections", symmetric, false, holds(376_110, 1_777_208, 32)},
	{"crashes", "", false, holds(1_915_374, 11_897_052, 31)},
	{"crashes", symmetric, false, holds(320_568, 1_989_741, 31)},
	{"retention", "", false, holds(615_846, 2_866_482, 29)},
	{"retention", symmetric, false, holds(103_011, 479_422, 29)},
	{"lease", "", false, holds(974_688, 4_287_315, 30)},
	{"lease", symmetric, false, holds(162_957, 716_507, 30)},
	{"durable", "", false, holds(582_969, 3_646_788, 26)},
	{"durable", symmetric, false, holds(97_982, 612_247, 26)},
	{"lossy", "", false, violates("invariant", 6, 5_616, 14_607)},
	{"lossy", symmetric, false, violates("invariant", 6, 971, 2_578)},
	{"lossy", symmetric, true, answer{"invariant", 6, 236_519, 1_655_000, 27}},
	{"bookkeeping", "", false, holds(707_064, 2_629_935, 27)},
	{"bookkeeping", symmetric, false, holds(118_270, 439_884, 27)},

	{"small", "CONSTANT MaxRecords = 1", false, holds(11_852, 72_496, 22)},
	{"default", "CONSTANT MaxRecords = 1 " + symmetric, false, holds(39_586, 273_537, 23)},
	{"elections", "CONSTANTS Replicas = {a, b, c, d} MaxRecords = 1 MaxEpoch = 1 " + symmetric, false, holds(24_453, 124_919, 22)},
	{"crashes", "CONSTANTS MaxEpoch = 2 MinISR = 1 LagMax = 0 " + symmetric, false, holds(60_003, 332_450, 23)},
	{"lease", "CONSTANTS MaxRecords = 1 Lease = 2 " + symmetric, false, holds(24_761, 107_375, 25)},
	{"crashes", "CONSTANTS MaxEpoch = 2 LagMax = 0 CONSTRAINT OneReplicaDown " + symmetric, false, holds(56_383, 315_803, 24)},
	{"default", "CONSTANTS MaxRecords = 1 Drop = FALSE CONSTRAINT OneResponseInFlight ACTION_CONSTRAINT ElectOnlyWithoutLeader", false, holds(30_114, 132_771, 22)},
	{"small", "CHECK_DEADLOCK TRUE", false, answer{"deadlock", 5, 1_718, 4_954, 6}},
	{"small", `CONSTANT Variant = {"count-before-fsync"}`, false, violates("invariant", 4, 260, 466)},
	{"small", `CONSTANT Variant = {"count-before-fsync"} PROPERTY TruncationKeepsCommitted`, false, violates("step property", 11, 32_540, 150_614)},
}

func (p pin) name() string {
	name := p.config
	if p.change != "" {
		name += ": " + p.change
	}
	if p.all {
		name += ", all violations"
	}
	return name
}

// source is the configuration file of a pin: the embedded one to the letter if
// nothing changes.
func (p pin) source(t *testing.T) []byte {
	t.Helper()
	src, ok := spec.Source(p.config)
	if !ok {
		t.Fatalf("there is no configuration %s", p.config)
	}
	if p.change == "" {
		return src
	}
	f, change := parse(t, string(src)), parse(t, p.change)
	for _, c := range change.Constants {
		i := slices.IndexFunc(f.Constants, func(d cfg.Constant) bool { return d.Name.Text == c.Name.Text })
		f.Constants[i] = c // a file gives every constant
	}
	if change.Checks != nil {
		f.Checks = change.Checks
	}
	if change.CheckDeadlock != nil {
		f.CheckDeadlock = change.CheckDeadlock
	}
	f.Symmetry = change.Symmetry
	f.Constraints, f.ActionConstraints = change.Constraints, change.ActionConstraints
	return []byte(f.String())
}

func parse(t *testing.T, src string) *cfg.File {
	t.Helper()
	f, err := cfg.Parse("", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// prepare returns the model of a pin and how to search it.
func (p pin) prepare(t *testing.T) (*model.Model, explore.Options) {
	t.Helper()
	c, err := spec.Read("", p.source(t), spec.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Model()
	if err != nil {
		t.Fatal(err)
	}
	return m, explore.Options{Workers: 2, Symmetry: c.Symmetry, CheckDeadlock: c.CheckDeadlock, Continue: p.all}
}

func search(t *testing.T, m *model.Model, opts explore.Options) *explore.Result {
	t.Helper()
	res, err := explore.Check(t.Context(), m, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func answerOf(res *explore.Result) answer {
	a := holds(res.Distinct, res.Generated, res.Depth)
	if len(res.Violations) > 0 {
		a.violated, a.length = res.Violations[0].Kind.String(), len(res.Violations[0].Path)
	}
	return a
}

// TestCounts pins what searches give. Of the embedded configurations that hold
// it also wants that none of their properties held vacuously and that they took
// every action that their bounds allow, and of all together that they took
// every action there is.
func TestCounts(t *testing.T) {
	fired := map[string]bool{}
	for _, p := range pins {
		t.Run(p.name(), func(t *testing.T) {
			m, opts := p.prepare(t)
			res := search(t, m, opts)
			if got := answerOf(res); got != p.answer {
				t.Errorf("got %v, want %v", got, p.answer)
			}
			if want := explore.Holds; p.violated == "" && (res.Verdict != want || res.Queue != 0) {
				t.Errorf("%v, with %d states on the queue; want that it holds", res.Verdict, res.Queue)
			}
			if p.violated == "" && (p.change == "" || p.change == symmetric) {
				wantNothingHollow(t, m, res)
			}
			for _, a := range res.Actions {
				fired[a.Name] = fired[a.Name] || a.Generated > 0
			}
		})
	}
	for _, a := range model.Actions() {
		if !fired[a.Name] {
			t.Errorf("no configuration takes %s", a.Name)
		}
	}
}

func wantNothingHollow(t *testing.T, m *model.Model, res *explore.Result) {
	t.Helper()
	for _, property := range res.Vacuous {
		t.Errorf("%s holds vacuously", property)
	}
	possible := m.Possible()
	for i, a := range res.Actions {
		if possible[i] && a.Generated == 0 {
			t.Errorf("no step took %s", a.Name)
		}
	}
}

// TestEveryConfigurationIsPinned wants a pin of each embedded configuration,
// with and without symmetry.
func TestEveryConfigurationIsPinned(t *testing.T) {
	for _, name := range spec.Names() {
		for _, change := range []string{"", symmetric} {
			if !slices.ContainsFunc(pins, func(p pin) bool { return p.config == name && p.change == change }) {
				t.Errorf("%s with %q is not pinned", name, change)
			}
		}
	}
}

// TestLossyTraces wants the same counterexample for any number of workers.
func TestLossyTraces(t *testing.T) {
	for _, p := range pins {
		if p.config != "lossy" || p.all {
			continue
		}
		m, opts := p.prepare(t)
		var first string
		for _, opts.Workers = range []int{1, 2, 3} {
			res := search(t, m, opts)
			if got := answerOf(res); got != p.answer {
				t.Errorf("%s, %d workers: got %v, want %v", p.name(), opts.Workers, got, p.answer)
			}
			if len(res.Violations) != 1 || res.Violations[0].Name != "CommittedSurvives" {
				t.Fatalf("%s, %d workers: violations %+v, want one of CommittedSurvives", p.name(), opts.Workers, res.Violations)
			}
			var text bytes.Buffer
			if err := trace.WriteJSON(&text, m.Trace(res.Violations[0].Path)); err != nil {
				t.Fatal(err)
			}
			if opts.Workers == 1 {
				first = text.String()
			}
			if d := cmp.Diff(first, text.String()); d != "" {
				t.Errorf("%s: the traces of one worker (-) and %d (+) differ:\n%s", p.name(), opts.Workers, d)
			}
		}
	}
}
