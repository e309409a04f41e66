package align_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
	"tidemark/spec/cfg"
	"tidemark/spec/tla"
)

// longVariable asks for longer checks:
//
//	TIDEMARK_LONG=1 go test -run TestAllWaysAgree -v -timeout 2h ./spec/align
const longVariable = "TIDEMARK_LONG"

// TestAllWaysAgree searches random configurations, with random variants on and
// half of them violated, in every way that there is: the native model and the
// module, with every store, states or orbits, by one and by several workers, in
// one go and stopped and resumed. What they find must be the same.
func TestAllWaysAgree(t *testing.T) {
	trials, most := uint64(6), uint64(1200)
	if os.Getenv(longVariable) != "" {
		trials, most = 100, 2500
	}
	var resumed atomic.Int64
	t.Run("trials", func(t *testing.T) {
		for seed := range trials {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(seed, 6))
				c := draw(t, rng, seed%2 == 0, most)
				c.compare(t, rng)
				resumed.Add(c.resumes)
			})
		}
	})
	if n := resumed.Load(); n < int64(2*trials) {
		t.Errorf("%d searches were resumed", n)
	} else {
		t.Logf("%d searches were resumed", n)
	}
}

// A trial is a configuration, and what is asked of it.
type trial struct {
	text     string // of a .cfg file
	all      bool   // go on after a violation
	deadlock bool
	resumes  int64 // searches that went on from a checkpoint
}

// draw draws a configuration that is violated, or is not, and that has some
// states but not too many.
func draw(t *testing.T, rng *rand.Rand, violated bool, most uint64) *trial {
	for {
		c := &trial{all: rng.IntN(3) == 0, deadlock: rng.IntN(8) == 0}
		var ok bool
		if c.text, ok = configuration(rng, c.deadlock); !ok {
			continue
		}
		m := c.native(t)
		res, err := explore.Check(t.Context(), m, explore.Options{MaxStates: most, CheckDeadlock: c.deadlock, Continue: c.all})
		if err != nil {
			t.Fatal(err)
		}
		if res.Stop == explore.NotStopped && res.Distinct > 20 && (res.Verdict == explore.Violated) == violated {
			return c
		}
	}
}

// configuration writes a configuration, which may contradict itself.
func configuration(rng *rand.Rand, deadlock bool) (string, bool) {
	b := model.Bounds{
		Replicas:   []string{"r1", "r2", "r3"}[:2+rng.IntN(4)/3],
		MaxRecords: 1 + rng.IntN(2), MaxEpoch: 1 + rng.IntN(3), LagMax: rng.IntN(2), MinISR: 1 + rng.IntN(2),
		MaxCrashes: rng.IntN(2), FetchMax: rng.IntN(2), Retention: rng.IntN(2), Lease: rng.IntN(2),
		Acks: [][]string{{"1"}, {"all"}, {"1", "all"}}[rng.IntN(3)],
		Drop: rng.IntN(2) == 0, Duplicate: rng.IntN(3) == 0, TimeOuts: rng.IntN(3) == 0,
		Durability: []string{model.Kept, model.Lossy}[rng.IntN(2)],
	}
	variants := model.Variants()
	for range rng.IntN(3) {
		if v := variants[rng.IntN(len(variants))]; !strings.Contains(strings.Join(b.Variant, " "), v.Name) {
			b.Variant = append(b.Variant, v.Name)
		}
	}
	if b.Validate() != nil {
		return "", false
	}
	var text strings.Builder
	text.WriteString("CONSTANTS\n")
	for _, c := range b.Constants() {
		fmt.Fprintf(&text, "%s = %s\n", c.Name, c.Value)
	}
	fmt.Fprintf(&text, "SPECIFICATION Spec\nCHECK_DEADLOCK %s\n", strings.ToUpper(fmt.Sprint(deadlock)))
	few := rng.IntN(2) == 0
	for _, p := range invariants.All() {
		if few && rng.IntN(4) > 0 {
			continue
		}
		keyword := "INVARIANT"
		if p.Kind == explore.StepProperty {
			keyword = "PROPERTY"
		}
		fmt.Fprintf(&text, "%s %s\n", keyword, p.Name)
	}
	return text.String(), true
}

func (c *trial) native(t *testing.T) *model.Model {
	config, err := spec.Read("trial.cfg", []byte(c.text), spec.Changes{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, c.text)
	}
	m, err := config.Model()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (c *trial) module(t *testing.T, symmetric bool) *tla.System {
	text := c.text
	if symmetric {
		text += "SYMMETRY Symmetry\n"
	}
	read := func(name string) ([]byte, error) {
		src, ok := spec.File(name)
		if !ok {
			return nil, os.ErrNotExist
		}
		return src, nil
	}
	module, err := tla.Load("Partition.tla", tla.Options{ReadFile: read})
	if err != nil {
		t.Fatal(err)
	}
	file, err := cfg.Parse("trial.cfg", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sys, err := module.System(file)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// A way is a way to search a trial.
type way struct {
	module, symmetric bool
	store             explore.StoreKind
	workers           int
	resumed           bool
}

// ways are all of them, but for those of the module that would only take time.
func ways() []way {
	var all []way
	for _, symmetric := range []bool{false, true} {
		for _, store := range []explore.StoreKind{explore.Exact, explore.Hash, explore.Disk} {
			for _, workers := range []int{1, 2, 7} {
				all = append(all, way{symmetric: symmetric, store: store, workers: workers})
			}
			all = append(all, way{symmetric: symmetric, store: store, resumed: true}, way{module: true, symmetric: symmetric, store: store, resumed: true})
		}
		all = append(all,
			way{module: true, symmetric: symmetric, store: explore.Exact, workers: 1},
			way{module: true, symmetric: symmetric, store: explore.Hash, workers: 7},
			way{module: true, symmetric: symmetric, store: explore.Disk, workers: 2})
	}
	return all
}

// A finding is what a search has found.
type finding struct {
	Verdict                    explore.Verdict
	Violations                 []string // with the lengths of the traces
	Distinct, Generated, Queue uint64
	Depth                      int
	OutDegree                  explore.OutDegree
	Actions                    map[string]uint64
	Found                      map[string]uint64 // by action, first
	Traces                     []string          // with the reasons
}

// compare searches a trial in all ways.
func (c *trial) compare(t *testing.T, rng *rand.Rand) {
	first := map[way]*finding{} // by module and symmetric
	for _, w := range ways() {
		got := c.search(t, rng, w)
		kind := way{module: w.module, symmetric: w.symmetric}
		if first[kind] == nil {
			first[kind] = got
			continue
		}
		if diff := cmp.Diff(first[kind], got); diff != "" {
			t.Fatalf("%+v (-first +this):\n%s\n%s", w, diff, c.text)
		}
	}
	for _, symmetric := range []bool{false, true} {
		ours, theirs := *first[way{symmetric: symmetric}], *first[way{module: true, symmetric: symmetric}]
		// States have another order, so which of the shortest traces is the
		// least may differ.
		ours.Traces, theirs.Traces = nil, nil
		if diff := cmp.Diff(ours, theirs); diff != "" {
			t.Errorf("symmetric %t (-native +module):\n%s\n%s", symmetric, diff, c.text)
		}
	}
	c.compareOrbits(t, first[way{}], first[way{symmetric: true}])
}

// compareOrbits wants the search of orbits to find the same as that of states,
// and as many orbits as the states have.
func (c *trial) compareOrbits(t *testing.T, states, orbits *finding) {
	if states.Verdict != orbits.Verdict || states.Depth != orbits.Depth || !cmp.Equal(states.Violations, orbits.Violations) {
		t.Errorf("states: %v, depth %d, %v; orbits: %v, depth %d, %v\n%s", states.Verdict, states.Depth, states.Violations,
			orbits.Verdict, orbits.Depth, orbits.Violations, c.text)
	}
	m := c.native(t)
	w := m.NewWorker()
	seen, forms := map[string]bool{}, map[string]bool{}
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	for depth := 1; depth <= states.Depth; depth++ {
		var level []uint64
		for at := 0; at < len(rows); at += m.Width() {
			row := append([]uint64(nil), rows[at:at+m.Width()]...)
			if key := fmt.Sprint(row); !seen[key] {
				seen[key] = true
				level = append(level, row...)
				w.(explore.Canonicalizer).Canonical(row)
				forms[fmt.Sprint(row)] = true
			}
		}
		var out explore.Successors
		if err := w.Successors(level, &out); err != nil {
			t.Fatal(err)
		}
		rows = out.Rows
	}
	if uint64(len(seen)) != states.Distinct || uint64(len(forms)) != orbits.Distinct {
		t.Errorf("%d states and %d orbits, found %d and %d\n%s", len(seen), len(forms), states.Distinct, orbits.Distinct, c.text)
	}
}

// search searches a trial in a way.
func (c *trial) search(t *testing.T, rng *rand.Rand, w way) *finding {
	opts := explore.Options{
		Store: w.store, Workers: w.workers, Symmetry: w.symmetric,
		CheckDeadlock: c.deadlock, Continue: c.all, Coverage: true,
	}
	if w.store == explore.Disk {
		opts.DiskDir = t.TempDir()
	}
	if w.resumed {
		return c.resumed(t, rng, w, opts)
	}
	_, f := c.stage(t, t.Context(), w, opts)
	return f
}

// stage searches a trial in a process of its own, so to speak.
func (c *trial) stage(t *testing.T, ctx context.Context, w way, opts explore.Options) (explore.Stop, *finding) {
	if w.module {
		sys := c.module(t, w.symmetric)
		opts.OnLevel = sys.Options().OnLevel
		return c.find(t, ctx, sys, opts, func(s explore.Step) string {
			action, args := "", ""
			if s.Label != 0 {
				name, values := sys.Label(s.Label)
				action, args = name, fmt.Sprint(values)
			}
			return fmt.Sprint(action, args, sys.Values(s.Row))
		})
	}
	m := c.native(t)
	return c.find(t, ctx, m, opts, func(s explore.Step) string { return fmt.Sprint(s.Label, s.Row) })
}

// resumed searches a trial with stops.
func (c *trial) resumed(t *testing.T, rng *rand.Rand, w way, opts explore.Options) *finding {
	dir := t.TempDir()
	from := ""
	for stops := 1 + rng.IntN(3); ; stops-- {
		ctx, cancel := context.WithCancel(t.Context())
		countdown := 1 + rng.IntN(5)
		opts.Workers = 1 + rng.IntN(3)
		opts.Checkpoints = &explore.Checkpoints{From: from, To: dir,
			Due: func() <-chan time.Time { return time.After(time.Duration(rng.IntN(2_000_000))) },
			Saved: func(_ explore.Level, err error) {
				if err != nil {
					t.Error(err)
				}
				if countdown--; countdown == 0 && stops > 0 {
					cancel()
				}
			}}
		stop, f := c.stage(t, ctx, w, opts)
		cancel()
		if stop == explore.NotStopped {
			return f
		}
		from = dir
		c.resumes++
	}
}

// find searches a system and sums up what was found.
func (c *trial) find(t *testing.T, ctx context.Context, sys explore.System, opts explore.Options, show func(explore.Step) string) (explore.Stop, *finding) {
	t.Helper()
	res, err := explore.Check(ctx, sys, opts)
	if err != nil {
		t.Fatalf("%+v: %v\n%s", opts, err, c.text)
	}
	f := &finding{
		Verdict: res.Verdict, Distinct: res.Distinct, Generated: res.Generated, Queue: res.Queue, Depth: res.Depth, OutDegree: res.OutDegree,
		Actions: map[string]uint64{}, Found: map[string]uint64{},
	}
	for _, a := range res.Actions {
		f.Actions[a.Name], f.Found[a.Name] = a.Generated, a.Distinct
	}
	for _, v := range res.Violations {
		f.Violations = append(f.Violations, fmt.Sprintf("%s (%v): %d", v.Name, v.Kind, len(v.Path)))
		trace := v.Reason
		for _, s := range v.Path {
			trace += "\n" + show(s)
		}
		f.Traces = append(f.Traces, trace)
	}
	return res.Stop, f
}
