package explore

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A team is a system of interchangeable members: word 0 is shared, each other
// word is a member's own. What a member may do is drawn at random, from what
// it is, what is shared and how many others are at 0.
type team struct {
	members, locals, shared int
	moves                   map[[3]uint64][]teamMove
	start                   []uint64
	salt                    uint64
	badStates, badSteps     uint64 // one in so many is at fault; 0: none
	outside                 uint64 // one in so many is outside the constraint
	descending              bool   // canonical rows are
}

type teamMove struct {
	local, shared uint64
	action        int
}

func randomTeam(rng *rand.Rand) *team {
	t := &team{
		members: 2 + rng.IntN(3), locals: 2 + rng.IntN(4), shared: 1 + rng.IntN(4),
		moves: map[[3]uint64][]teamMove{}, salt: rng.Uint64(),
		badStates: []uint64{0, 9, 40, 300}[rng.IntN(4)],
		badSteps:  []uint64{0, 0, 100, 900}[rng.IntN(4)],
		outside:   []uint64{0, 3, 10}[rng.IntN(3)],

		descending: rng.IntN(2) == 0,
	}
	for local := range uint64(t.locals) {
		for shared := range uint64(t.shared) {
			for zeros := range uint64(t.members) {
				for range rng.IntN(3) {
					k := [3]uint64{local, shared, zeros}
					t.moves[k] = append(t.moves[k], teamMove{rng.Uint64N(uint64(t.locals)), rng.Uint64N(uint64(t.shared)), rng.IntN(2)})
				}
			}
		}
	}
	t.start = []uint64{0}
	for range t.members {
		t.start = append(t.start, rng.Uint64N(uint64(t.locals)))
	}
	return t
}

func (t *team) Width() int        { return t.members + 1 }
func (t *team) Actions() []string { return []string{"Push", "Pull"} }
func (t *team) Properties() []Property {
	return []Property{{"Step", StepProperty}, {"State", Invariant}}
}

// Init appends all arrangements of the start.
func (t *team) Init(dst []uint64) ([]uint64, error) {
	var arrange func(row []uint64, rest []uint64)
	arrange = func(row, rest []uint64) {
		if len(rest) == 0 {
			dst = append(dst, row...)
		}
		for i, local := range rest {
			arrange(append(slices.Clone(row), local), slices.Delete(slices.Clone(rest), i, i+1))
		}
	}
	arrange(t.start[:1], t.start[1:])
	return dst, nil
}

func (t *team) NewWorker() Worker { return &teamWorker{t} }

type teamWorker struct{ *team }

func (w *teamWorker) Successors(src []uint64, out *Successors) error {
	for row := range slices.Chunk(src, w.Width()) {
		for i, local := range row[1:] {
			zeros := uint64(0)
			for j, other := range row[1:] {
				if j != i && other == 0 {
					zeros++
				}
			}
			for _, m := range w.moves[[3]uint64{local, row[0], zeros}] {
				at := len(out.Rows)
				out.Add(MakeLabel(m.action, i), row...)
				out.Rows[at], out.Rows[at+1+i] = m.shared, m.local
			}
		}
		out.Close()
	}
	return nil
}

// drawn says whether the multiset of words, with a tag, is one in n.
func (w *teamWorker) drawn(n, tag uint64, words ...uint64) bool {
	sum := uint64(0)
	for _, word := range words {
		sum += mix(hashOffset ^ word)
	}
	return n > 0 && mix(w.salt^tag^mix(sum))%n == 0
}

func (w *teamWorker) CheckStates(rows []uint64, fails []Mask) error {
	for i := range fails {
		row := rows[i*w.Width() : (i+1)*w.Width()]
		fails[i] = 0
		if w.drawn(w.badStates, row[0], row[1:]...) {
			fails[i] = 2
		}
	}
	return nil
}

func (w *teamWorker) CheckSteps(src []uint64, out *Successors, fails []Mask) error {
	at := 0
	for parent, end := range out.Ends {
		from := src[parent*w.Width() : (parent+1)*w.Width()]
		for ; at < end; at++ {
			to := out.Rows[at*w.Width() : (at+1)*w.Width()]
			var pairs []uint64
			for i := range w.members {
				pairs = append(pairs, from[1+i]<<8|to[1+i])
			}
			fails[at] = 0
			if w.drawn(w.badSteps, from[0]<<8|to[0]|1<<32, pairs...) {
				fails[at] = 1
			}
		}
	}
	return nil
}

func (w *teamWorker) AdmitStates(rows []uint64, admitted []bool) error {
	for i := range admitted {
		row := rows[i*w.Width() : (i+1)*w.Width()]
		admitted[i] = !w.drawn(w.outside, 1<<40|row[0], row[1:]...)
	}
	return nil
}

func (w *teamWorker) AdmitSteps(_ []uint64, out *Successors, admitted []bool) error {
	return w.AdmitStates(out.Rows, admitted)
}

func (w *teamWorker) Canonical(rows []uint64) {
	for row := range slices.Chunk(rows, w.Width()) {
		slices.Sort(row[1:])
		if w.descending {
			slices.Reverse(row[1:])
		}
	}
}

// checkBehaviour fails the test unless the path is a behaviour of the system
// that ends as the violation says.
func checkBehaviour(t *testing.T, sys System, v Violation) {
	t.Helper()
	r := refer(sys, Options{MaxDepth: 1})
	init, _ := sys.Init(nil)
	if !slices.ContainsFunc(r.rowsOf(init), func(row []uint64) bool { return slices.Equal(row, v.Path[0].Row) }) {
		t.Fatal("the path does not start with an initial state:", v.Path)
	}
	last := len(v.Path) - 1
	for i := range last {
		ok := false
		for _, s := range r.steps(v.Path[i].Row) {
			fits := slices.Equal(s.row, v.Path[i+1].Row) && s.label == v.Path[i+1].Label
			if i+1 == last && v.Kind == StepProperty {
				fits = fits && s.fails>>v.Property&1 == 1
			} else if i+1 < last || v.Kind == Deadlock {
				fits = fits && s.admitted
			}
			ok = ok || fits
		}
		if !ok {
			t.Fatalf("no step leads from %v to %v", v.Path[i], v.Path[i+1])
		}
	}
	switch v.Kind {
	case Invariant:
		if fails, _ := r.x.checkStates(v.Path[last].Row); fails[0]>>v.Property&1 == 0 {
			t.Fatal("the path ends in a state that is not at fault")
		}
	case Deadlock:
		if len(r.steps(v.Path[last].Row)) > 0 {
			t.Fatal("the path ends in a state with successors")
		}
	}
}

// checkLeast demands that no lesser initial state starts the path's orbits.
func checkLeast(t *testing.T, r *reference, v Violation) {
	t.Helper()
	init, _ := r.x.initial()
	for _, row := range r.rowsOf(init) {
		if slices.Equal(r.form(row), r.form(v.Path[0].Row)) && slices.Compare(row, v.Path[0].Row) < 0 {
			t.Fatalf("the path starts in %v, not in %v", v.Path[0].Row, row)
		}
	}
}

func TestSymmetryAgreesWithReference(t *testing.T) {
	verdicts := map[Verdict]int{}
	for seed := range uint64(250) {
		rng := rand.New(rand.NewPCG(seed, 3))
		sys := randomTeam(rng)
		opts := Options{Symmetry: true, CheckDeadlock: rng.IntN(2) == 0, Continue: rng.IntN(2) == 0, Coverage: true}
		want := refer(sys, opts)
		verdicts[want.res.Verdict]++
		everyWay(opts, func(opts Options) {
			res := check(t, sys, opts)
			for i, v := range res.Violations {
				checkBehaviour(t, sys, v)
				checkLeast(t, want, v)
				// The reference has representatives and their labels.
				for j := range v.Path {
					res.Violations[i].Path[j].Row = want.form(v.Path[j].Row)
					res.Violations[i].Path[j].Label = want.res.Violations[i].Path[j].Label
				}
			}
			if diff := diffResult(res, want); diff != "" {
				t.Fatalf("seed %d, %+v:\n%s", seed, opts, diff)
			}
		})
	}
	t.Log(verdicts)
}

// TestSymmetryCountsOrbits compares a search with symmetry to one without.
func TestSymmetryCountsOrbits(t *testing.T) {
	for seed := range uint64(100) {
		sys := randomTeam(rand.New(rand.NewPCG(seed, 4)))
		for _, again := range []bool{false, true} {
			opts := Options{Continue: again, CheckDeadlock: true}
			full := refer(sys, opts)
			opts.Symmetry = true
			res := check(t, sys, opts)
			orbits := map[string]bool{}
			for _, level := range full.levels {
				for _, row := range level {
					w := teamWorker{sys}
					w.Canonical(row)
					orbits[key(row)] = true
				}
			}
			// Without Continue both stop at the end of the same level.
			if int(res.Distinct) != len(orbits) || res.Verdict != full.res.Verdict || res.Depth != full.res.Depth {
				t.Fatalf("seed %d: got %d orbits, %v, depth %d; want %d, %v, %d", seed,
					res.Distinct, res.Verdict, res.Depth, len(orbits), full.res.Verdict, full.res.Depth)
			}
			for i, v := range res.Violations {
				w := full.res.Violations[i]
				if v.Name != w.Name || len(v.Path) != len(w.Path) {
					t.Fatalf("seed %d: got %s after %d states, want %s after %d", seed, v.Name, len(v.Path), w.Name, len(w.Path))
				}
			}
		}
	}
}

func TestSymmetryNeedsCanonicalForms(t *testing.T) {
	if _, err := Check(t.Context(), grid{width: 1, axes: 2, side: 2}, Options{Symmetry: true}); err != errNoCanonicalizer {
		t.Fatal(err)
	}
}
