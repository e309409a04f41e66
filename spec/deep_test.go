package spec_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
)

// longVariable asks for longer checks. This one takes a few minutes:
//
//	TIDEMARK_LONG=1 go test -run TestDeepCounterexample -v ./spec
const longVariable = "TIDEMARK_LONG"

// TestDeepCounterexample searches 14.8 million states for a violation that is in
// the last three levels only, in memory and in files with a sixth of that memory, by
// one worker and by two. All must find the same, the whole trace included.
func TestDeepCounterexample(t *testing.T) {
	if os.Getenv(longVariable) == "" {
		t.Skipf("%s is not set", longVariable)
	}
	c, err := spec.Load("default", spec.Changes{Set: []string{"MaxRecords=3"}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.New(c.Bounds, model.Checks{Properties: append(c.Properties, late())})
	if err != nil {
		t.Fatal(err)
	}
	search := func(opts explore.Options) *explore.Result {
		start := time.Now()
		res, err := explore.Check(t.Context(), m, opts)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("store %d, %d workers: %s, %d distinct, %d generated, depth %d, %d MiB in memory, %d MiB in files, %v",
			opts.Store, opts.Workers, res.Verdict, res.Distinct, res.Generated, res.Depth, res.Bytes>>20, res.DiskBytes>>20, time.Since(start).Round(time.Second))
		return res
	}
	want := search(explore.Options{Workers: 1})
	if len(want.Violations) != 1 || want.Violations[0].Name != "Late" || len(want.Violations[0].Path) != 32 || want.Distinct < 14_800_000 {
		t.Fatalf("found %+v", want.Violations)
	}
	for _, opts := range []explore.Options{
		{Workers: 2},
		{Workers: 1, Store: explore.Disk, DiskDir: t.TempDir(), MaxBytes: want.Bytes / 6},
		{Workers: 2, Store: explore.Disk, DiskDir: t.TempDir(), MaxBytes: want.Bytes / 6},
	} {
		got := search(opts)
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(explore.Result{}, "Bytes", "DiskBytes"), cmpopts.IgnoreUnexported(explore.Violation{}, explore.Step{})); diff != "" {
			t.Errorf("store %d, %d workers (-one worker, in memory, +this):\n%s", opts.Store, opts.Workers, diff)
		}
		if opts.Store == explore.Disk && got.Bytes > want.Bytes/6 {
			t.Errorf("%d workers took %d bytes of memory, expected at most %d", opts.Workers, got.Bytes, want.Bytes/6)
		}
	}
}

// late is an invariant that is false only after nearly everything has happened that
// can: all three records are committed, the last one in the second epoch; of the
// followers one has fetched all of them but is not in the ISR, the other has the
// first one; and a response of the deposed leader is still on its way.
func late() model.Property {
	const log = model.Log(0x231211) // 1e1 2e1 3e2
	happened := func(s *model.State) bool {
		leader := int(s.Leader)
		if s.Log[leader] != log || !s.InCharge() || s.HW != 3 || s.ISR != model.ReplicaSet(0).With(leader) || s.Crashes > 0 {
			return false
		}
		ahead, behind := (leader+1)%3, (leader+2)%3
		if s.LEO(ahead) < s.LEO(behind) {
			ahead, behind = behind, ahead
		}
		return s.LEO(ahead) == 3 && s.FollowerLEO[ahead] == 3 && s.LocalHW[ahead] == 2 && s.LastCaughtUp[ahead] == 1 && s.LastFetch[ahead] == 1 &&
			s.LEO(behind) == 1 && s.FollowerLEO[behind] == 1 && s.LocalHW[behind] == 1 && s.LastFetchLeaderLEO[behind] == 3 &&
			s.Response[leader] == model.Response{Epoch: 1, Source: uint8(ahead), Base: 2, HW: 1}
	}
	return model.Property{
		Name: "Late", Kind: explore.Invariant, About: model.Everything,
		Doc: "Not everything happens.",
		Falsifier: func(_ *model.Model, s, _ *model.State) int {
			if happened(s) {
				return 0
			}
			return model.None
		},
		Premise: func(*model.Model, *model.State, *model.State) bool { return true },
		Why:     func(*model.Model, *model.State, *model.State, int) string { return "everything has happened" },
	}
}
