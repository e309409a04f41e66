package explore

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"tidemark/explore/internal/runs"
)

// plainResult is what must not depend on how a search ran.
func plainResult(res *Result) Result {
	r := *res
	r.Bytes, r.DiskBytes, r.Omission, r.Retrace = 0, 0, 0, nil
	return r
}

// diffResult compares a result with the reference's.
func diffResult(got *Result, want *reference) string {
	g, w := plainResult(got), plainResult(&want.res)
	g.Violations, w.Violations = nil, nil
	if !reflect.DeepEqual(g, w) {
		return fmt.Sprintf("got  %+v\nwant %+v", g, w)
	}
	if len(got.Violations) != len(want.res.Violations) {
		return fmt.Sprintf("got %d violations, want %d", len(got.Violations), len(want.res.Violations))
	}
	for i, v := range got.Violations {
		v.Reason = ""
		if w := want.res.Violations[i]; !reflect.DeepEqual(v, w) {
			return fmt.Sprintf("got  %+v\nwant %+v", v, w)
		}
	}
	return ""
}

func check(t *testing.T, sys System, opts Options) *Result {
	t.Helper()
	res, err := Check(context.Background(), sys, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// everyWay calls test with every number of workers, store and Continue.
func everyWay(opts Options, test func(Options)) {
	for _, workers := range []int{1, 2, 3, 7} {
		for _, store := range []StoreKind{Exact, Hash, Disk} {
			opts.Workers, opts.Store, opts.diskFiles = workers, store, memoryFiles
			opts.MaxBytes = 0
			if store == Disk && workers > 2 {
				opts.MaxBytes = 1 << 15 // the disk store works with any memory
			}
			test(opts)
		}
	}
}

// shapes are the graphs that the engine is compared with the reference on.
func shapes(rng *rand.Rand) graphOptions {
	o := graphOptions{
		states:      1 + rng.IntN(60),
		degree:      1 + rng.IntN(3),
		width:       1 + rng.IntN(6),
		faults:      []float64{0, 0, 0.01, 0.05, 0.2}[rng.IntN(5)],
		constrained: rng.IntN(2) == 0,
	}
	if rng.IntN(16) == 0 {
		o.states = 3000 + rng.IntN(3000)
		o.faults /= 50
	}
	return o
}

func TestCheckAgreesWithReference(t *testing.T) {
	verdicts := map[Verdict]int{}
	for seed := range uint64(240) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := randomGraph(rng, shapes(rng))
		for _, opts := range []Options{
			{CheckDeadlock: rng.IntN(2) == 0, Coverage: true},
			{CheckDeadlock: rng.IntN(2) == 0, Continue: true, MaxDepth: rng.IntN(2) * rng.IntN(12), MaxStates: uint64(rng.IntN(2) * rng.IntN(40))},
		} {
			want := refer(g, opts)
			verdicts[want.res.Verdict]++
			everyWay(opts, func(opts Options) {
				if diff := diffResult(check(t, g, opts), want); diff != "" {
					t.Fatalf("seed %d, %+v:\n%s", seed, opts, diff)
				}
			})
		}
	}
	t.Log(verdicts)
}

func TestInterningOrderDoesNotMatter(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		o := shapes(rng)
		o.width = 2 + rng.IntN(3)
		g := randomGraph(rng, o)
		opts := Options{CheckDeadlock: true, Continue: true, Coverage: true}
		want := refer(g, opts)
		everyWay(opts, func(opts Options) {
			sys := interned(g)
			for range rng.IntN(5) {
				sys.intern(uint64(rng.IntN(g.base))) // another order
			}
			res := check(t, sys, opts)
			for i := range res.Violations {
				for j, step := range res.Violations[i].Path {
					res.Violations[i].Path[j].Row = sys.valueOf(step.Row)
				}
			}
			if diff := diffResult(res, want); diff != "" {
				t.Fatalf("seed %d, %+v:\n%s", seed, opts, diff)
			}
		})
	}
}

// memoryFile is a file of the disk store that is none.
type memoryFile struct{ data []byte }

func memoryFiles() (runs.File, error) { return new(memoryFile), nil }

func (f *memoryFile) ReadAt(b []byte, at int64) (int, error) {
	if at > int64(len(f.data)) {
		return 0, io.EOF
	}
	n := copy(b, f.data[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memoryFile) WriteAt(b []byte, at int64) (int, error) {
	if grow := int(at) + len(b) - len(f.data); grow > 0 {
		f.data = append(f.data, make([]byte, grow)...)
	}
	return copy(f.data[at:], b), nil
}

func (f *memoryFile) Truncate(size int64) error {
	f.data = f.data[:size]
	return nil
}

func (f *memoryFile) Close() error { return nil }
