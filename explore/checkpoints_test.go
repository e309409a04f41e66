package explore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tidemark/explore/checkpoint"
)

// Keep implements Keeper: a piece has values, eight bytes each.
func (g *internedGraph) Keep(since []uint64, add func([]byte) error) ([]uint64, error) {
	from := uint64(0)
	if len(since) > 0 {
		from = since[0]
	}
	for _, v := range g.values[from:] {
		if err := add(binary.LittleEndian.AppendUint64(nil, v)); err != nil {
			return nil, err
		}
	}
	return []uint64{uint64(len(g.values))}, nil
}

// Restore implements Keeper.
func (g *internedGraph) Restore(pieces [][]byte) ([]uint64, error) {
	if len(g.values) > 0 {
		return nil, errors.New("there are values already")
	}
	for _, piece := range pieces {
		g.intern(binary.LittleEndian.Uint64(piece))
	}
	return []uint64{uint64(len(g.values))}, nil
}

// Unkept implements Keeper.
func (g *internedGraph) Unkept() string { return "" }

// at returns a channel that asks for a checkpoint at once.
func at() <-chan time.Time {
	c := make(chan time.Time, 1)
	c <- time.Time{}
	return c
}

// A relay is a search that is stopped again and again, and goes on from a
// checkpoint each time with another number of workers.
type relay struct {
	t       *testing.T
	rng     *rand.Rand
	sys     func() System // each process has its own
	opts    Options
	stops   int
	stages  int // searches that were made
	resumed int
}

// run returns the result of the last search.
func (r *relay) run() *Result {
	from := ""
	for {
		r.stages++
		to := from
		if from == "" || r.rng.IntN(4) == 0 {
			to = r.t.TempDir()
		}
		res, kept := r.stage(from, to)
		_, err := os.Stat(filepath.Join(kept, "index"))
		if r.stages > r.stops || err != nil { // it has ended before there was one
			return res
		}
		from = kept
	}
}

// stage searches on from a checkpoint, and returns a directory with one to go on
// from: that of the search, which was interrupted, or a copy of what was in it at
// a moment when the process might have been killed.
func (r *relay) stage(from, to string) (*Result, string) {
	ctx, cancel := context.WithCancel(r.t.Context())
	defer cancel()
	opts := r.opts
	opts.Workers = 1 + r.rng.IntN(4)
	last, kill := r.stages > r.stops, r.rng.IntN(2) == 0
	countdown, kept := 1+r.rng.IntN(6), to
	opts.Checkpoints = &Checkpoints{
		From: from, To: to,
		Identity: []checkpoint.Field{{Name: "graph", Value: "random"}},
		Due: func() <-chan time.Time {
			if r.rng.IntN(3) == 0 {
				return nil // not before the end
			}
			return at()
		},
		Resumed: func(Level, time.Duration) { r.resumed++ },
		Saved: func(_ Level, err error) {
			if err != nil {
				r.t.Error(err)
			}
			if countdown--; countdown != 0 || last {
				return
			}
			if kill {
				kept = r.t.TempDir()
				copyFiles(r.t, to, kept)
			}
			cancel()
		},
	}
	if r.rng.IntN(8) == 0 {
		opts.Checkpoints.Due = nil
	}
	res, err := Check(ctx, r.sys(), opts)
	if err != nil {
		r.t.Fatal(err)
	}
	onlyCheckpoint(r.t, to)
	return res, kept
}

func copyFiles(t *testing.T, from, to string) {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// onlyCheckpoint fails when something incomplete is left behind.
func onlyCheckpoint(t *testing.T, dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".new") {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}

// TestResumedSearchesEndAlike compares searches that were stopped with one that
// was not.
func TestResumedSearchesEndAlike(t *testing.T) {
	const shards, seeds = 8, 10
	for shard := range uint64(shards) {
		t.Run("", func(t *testing.T) {
			t.Parallel() // the time goes into waiting for the disk
			resumed := 0
			for seed := shard; seed < shards*seeds; seed += shards {
				resumed += testRelay(t, seed)
			}
			if resumed < seeds {
				t.Errorf("%d searches were resumed", resumed)
			}
		})
	}
}

// testRelay returns how many searches were resumed.
func testRelay(t *testing.T, seed uint64) int {
	rng := rand.New(rand.NewPCG(seed, 20))
	var sys func() System
	opts := Options{
		Store:         StoreKind(rng.IntN(3)),
		CheckDeadlock: rng.IntN(2) == 0,
		Continue:      rng.IntN(2) == 0,
		Coverage:      rng.IntN(2) == 0,
	}
	if opts.Store == Disk {
		opts.diskFiles, opts.MaxBytes = memoryFiles, uint64(rng.IntN(2))<<15
	}
	switch g := randomGraph(rng, shapes(rng)); rng.IntN(3) {
	case 0:
		sys = func() System { return g }
	case 1:
		sys = func() System { return interned(g) }
	default:
		team := randomTeam(rng)
		sys, opts.Symmetry = func() System { return team }, true
	}
	want := check(t, sys(), opts)
	r := &relay{t: t, rng: rng, sys: sys, opts: opts, stops: 1 + rng.IntN(6)}
	got := r.run()
	if g, w := plainResult(got), plainResult(want); !sameResult(&g, &w, sys()) || got.Omission != want.Omission {
		t.Fatalf("seed %d, %+v\ngot  %+v\nwant %+v", seed, opts, g, w)
	}
	return r.resumed
}

// sameResult compares results; rows of interned values differ from process to
// process, so of those only reasons, which tell of values, are compared.
func sameResult(got, want *Result, sys System) bool {
	if _, ok := sys.(*internedGraph); ok {
		for _, res := range []*Result{got, want} {
			vs := append([]Violation(nil), res.Violations...)
			for i, v := range vs {
				path := append([]Step(nil), v.Path...)
				for j := range path {
					path[j].Row = nil
				}
				vs[i].Path = path
			}
			res.Violations = vs
		}
	}
	return reflect.DeepEqual(got, want)
}

// TestResumeAfterLimits lifts a limit that has stopped a search.
func TestResumeAfterLimits(t *testing.T) {
	sys := grid{width: 2, axes: 4, side: 9}
	for _, store := range []StoreKind{Exact, Hash, Disk} {
		want := check(t, sys, Options{Store: store, Coverage: true, diskFiles: memoryFiles})
		for _, limited := range []Options{
			{MaxDepth: 9},
			{MaxStates: 1500},
			{MaxBytes: 200_000},
			{MaxBytes: 120_000},
		} {
			if store == Disk && limited.MaxBytes > 0 {
				continue // which does not stop it
			}
			limited.Store, limited.Coverage, limited.diskFiles = store, true, memoryFiles
			dir := t.TempDir()
			limited.Checkpoints = &Checkpoints{To: dir}
			if res := check(t, sys, limited); res.Verdict != Unknown {
				t.Fatalf("%+v: %+v", limited, res)
			}
			got := check(t, sys, Options{Store: store, Coverage: true, diskFiles: memoryFiles, Workers: 3, Checkpoints: &Checkpoints{From: dir}})
			if g, w := plainResult(got), plainResult(want); !reflect.DeepEqual(g, w) {
				t.Errorf("%v after %+v:\ngot  %+v\nwant %+v", store, limited, g, w)
			}
		}
	}
}

// TestResumeHonoursLimits refuses limits that lie behind the checkpoint, and
// stops at the others where any search does.
func TestResumeHonoursLimits(t *testing.T) {
	sys := grid{width: 2, axes: 4, side: 9}
	for _, store := range []StoreKind{Exact, Hash} {
		dir := t.TempDir()
		check(t, sys, Options{Store: store, MaxDepth: 9, Checkpoints: &Checkpoints{To: dir}})
		for _, opts := range []Options{{MaxDepth: 8}, {MaxStates: 100}, {MaxBytes: 1000}} {
			opts.Store, opts.Checkpoints = store, &Checkpoints{From: dir}
			if _, err := Check(t.Context(), sys, opts); err == nil {
				t.Errorf("%+v was accepted", opts)
			}
		}
		for _, opts := range []Options{{MaxDepth: 9}, {MaxDepth: 12}, {MaxStates: 3000}, {MaxBytes: 400_000}} {
			opts.Store = store
			want := check(t, sys, opts)
			opts.Checkpoints = &Checkpoints{From: dir}
			if g, w := plainResult(check(t, sys, opts)), plainResult(want); !reflect.DeepEqual(g, w) {
				t.Errorf("%+v:\ngot  %+v\nwant %+v", opts, g, w)
			}
		}
	}
}

// TestVacuousAfterResume keeps premises that were true before the checkpoint.
func TestVacuousAfterResume(t *testing.T) {
	base := grid{width: 1, axes: 4, side: 6}
	for row := uint64(0); row < base.states(); row += 97 {
		want := check(t, witnessed{base, row}, Options{})
		dir := t.TempDir()
		check(t, witnessed{base, row}, Options{MaxDepth: 9, Checkpoints: &Checkpoints{To: dir}})
		got := check(t, witnessed{base, row}, Options{Checkpoints: &Checkpoints{From: dir}})
		if !reflect.DeepEqual(got.Vacuous, want.Vacuous) {
			t.Errorf("row %d: got %v, want %v", row, got.Vacuous, want.Vacuous)
		}
	}
}

// TestCancelSaved cancels at many calls of the system in turn, between which
// checkpoints are written: nothing incomplete is left behind, and what is there
// goes on to the whole result.
func TestCancelSaved(t *testing.T) {
	before := runtime.NumGoroutine()
	stopped := 0
	for _, opts := range []Options{{Workers: 1}, {Workers: 3, Store: Hash}, {Workers: 2, Store: Disk, diskFiles: memoryFiles, MaxBytes: 1 << 15}} {
		opts.CheckDeadlock = true
		whole := check(t, troubledGraph(), opts)
		for cancelled, call := true, int64(1); cancelled; call += 2 {
			ctx, cancel := context.WithCancel(t.Context())
			var calls atomic.Int64
			sys := hooked{troubledGraph(), func(string) error {
				if calls.Add(1) == call {
					cancel()
				}
				return nil
			}}
			dir := t.TempDir()
			opts.Checkpoints = &Checkpoints{To: dir, Due: at}
			if _, err := Check(ctx, sys, opts); err != nil {
				t.Fatal(err)
			}
			cancelled = ctx.Err() != nil
			cancel()
			onlyCheckpoint(t, dir)
			if !cancelled || !checkpoint.Exists(dir) {
				continue
			}
			stopped++
			opts.Checkpoints = &Checkpoints{From: dir}
			if g, w := plainResult(check(t, troubledGraph(), opts)), plainResult(whole); !reflect.DeepEqual(g, w) {
				t.Fatalf("cancelled at %d:\ngot  %+v\nwant %+v", call, g, w)
			}
		}
	}
	if stopped < 5 {
		t.Errorf("%d searches were stopped", stopped)
	}
	settle(t, before)
}

// TestFailedSaving goes on without checkpoints when one can't be written.
func TestFailedSaving(t *testing.T) {
	dir := t.TempDir()
	saves, failed := 0, 0
	opts := Options{Checkpoints: &Checkpoints{To: dir, Due: at, Saved: func(_ Level, err error) {
		if err != nil {
			failed++
			return
		}
		saves++
		// The next part can't get its name any more.
		if err := os.Mkdir(filepath.Join(dir, fmt.Sprintf("part-%08d", saves+1)), 0o777); err != nil {
			t.Error(err)
		}
	}}}
	sys := grid{width: 1, axes: 4, side: 6}
	got := check(t, sys, opts)
	if g, w := plainResult(got), plainResult(check(t, sys, Options{})); !reflect.DeepEqual(g, w) {
		t.Errorf("got  %+v\nwant %+v", g, w)
	}
	if saves != 1 || failed != 1 {
		t.Errorf("%d checkpoints and %d failures", saves, failed)
	}
	onlyCheckpoint(t, dir)
	if g, w := plainResult(check(t, sys, Options{Checkpoints: &Checkpoints{From: dir}})), plainResult(got); !reflect.DeepEqual(g, w) {
		t.Errorf("resumed:\ngot  %+v\nwant %+v", g, w)
	}
}

// TestUnsavable refuses what can't be saved.
func TestUnsavable(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		sys  System
		opts Options
	}{
		"no Keeper":     {valuedGrid{grid{width: 1, axes: 4, side: 6}}, Options{Checkpoints: &Checkpoints{To: t.TempDir()}}},
		"no directory":  {grid{width: 1, axes: 4, side: 6}, Options{Checkpoints: &Checkpoints{To: filepath.Join(full, "file")}}},
		"no checkpoint": {grid{width: 1, axes: 4, side: 6}, Options{Checkpoints: &Checkpoints{From: full}}},
	} {
		if res, err := Check(t.Context(), tt.sys, tt.opts); err == nil {
			t.Errorf("%s: %+v", name, res)
		}
	}
}

// A valuedGrid claims that its words are no values.
type valuedGrid struct{ grid }

func (valuedGrid) Compare(a, b []uint64) int       { return 0 }
func (valuedGrid) Fingerprints(rows, dst []uint64) {}
