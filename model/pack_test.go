package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/model"
)

// packs wants every state of the right types back from its packed form, and
// two states to have the same form only if they are the same.
func packs(t *testing.T, c chooser) {
	b := c.bounds()
	m, err := model.New(b, model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	d := newStateDrawer(c, b)
	s := d.state()
	row := m.Encode(&s)
	if len(row) != m.Width() {
		t.Fatalf("%d words instead of %d", len(row), m.Width())
	}
	if back := m.Decode(row); back != s {
		t.Fatalf("decoded (+) is not encoded (-):\n%s", cmp.Diff(s, back))
	}
	other, mixed := d.state(), s
	for _, take := range fields {
		if c(9) == 0 {
			take(&mixed, &other)
		}
	}
	if slices.Equal(row, m.Encode(&mixed)) != (s == mixed) {
		t.Fatalf("two states have the same form:\n%s", cmp.Diff(s, mixed))
	}
}

// fields copy a part of one state to another.
var fields = []func(to, from *model.State){
	func(to, from *model.State) { to.Log[1], to.Durable[1] = from.Log[1], from.Durable[1] },
	func(to, from *model.State) { to.ReplicaEpoch = from.ReplicaEpoch },
	func(to, from *model.State) { to.Alive = from.Alive },
	func(to, from *model.State) { to.LocalHW = from.LocalHW },
	func(to, from *model.State) { to.Lease = from.Lease },
	func(to, from *model.State) { to.Leader = from.Leader },
	func(to, from *model.State) { to.LeaderEpoch = from.LeaderEpoch },
	func(to, from *model.State) { to.ControllerEpoch = from.ControllerEpoch },
	func(to, from *model.State) { to.ISR = from.ISR },
	func(to, from *model.State) { to.HW = from.HW },
	func(to, from *model.State) { to.FollowerLEO = from.FollowerLEO },
	func(to, from *model.State) { to.LastCaughtUp = from.LastCaughtUp },
	func(to, from *model.State) { to.LastFetch = from.LastFetch },
	func(to, from *model.State) { to.LastFetchLeaderLEO = from.LastFetchLeaderLEO },
	func(to, from *model.State) { to.Response[0] = from.Response[0] },
	func(to, from *model.State) { to.Pending = from.Pending },
	func(to, from *model.State) { to.Acked = from.Acked },
	func(to, from *model.State) { to.Refused = from.Refused },
	func(to, from *model.State) { to.Committed = from.Committed },
	func(to, from *model.State) { to.Produced, to.Crashes = from.Produced, from.Crashes },
}

func TestPack(t *testing.T) {
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := 0; i < 5_000 && !t.Failed(); i++ {
		packs(t, func(most int) int { return rng.IntN(most + 1) })
	}
}

// FuzzPack takes a choice from each byte, and 0 after the last.
func FuzzPack(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("the tide comes in, and leaves a line where it was highest"))
	f.Fuzz(func(t *testing.T, data []byte) {
		packs(t, func(most int) int {
			if len(data) == 0 {
				return 0
			}
			choice := int(data[0]) % (most + 1)
			data = data[1:]
			return choice
		})
	})
}

// TestUnusedEpochLeavesNoTrace wants equal forms when only the epoch of a
// record that occurs nowhere differs.
func TestUnusedEpochLeavesNoTrace(t *testing.T) {
	m, err := model.New(within(2, 2, 3), model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	write := func(s model.State, id, epoch int) model.State {
		s.Log[0] = s.Log[0].Append(model.Record{ID: id, Epoch: epoch})
		s.Durable[0]++
		return s
	}
	start := model.State{Alive: 3, ISR: 3, LeaderEpoch: 3, ControllerEpoch: 3, Produced: 2}
	old, young := write(start, 1, 1), write(start, 1, 3)
	if slices.Equal(m.Encode(&old), m.Encode(&young)) {
		t.Error("the epoch of a record in a log does not show")
	}
	for _, s := range []*model.State{&old, &young} {
		back := m.Decode(m.Encode(s))
		back.Log[0], back.Durable[0] = back.Log[0].Cut(0), 0
		if !slices.Equal(m.Encode(&back), m.Encode(&start)) {
			t.Error("a record that was cut from the only log leaves a trace")
		}
	}
}

// TestWords pins how compact states are.
func TestWords(t *testing.T) {
	largest := within(7, 7, 15, func(b *model.Bounds) {
		b.LagMax, b.MaxCrashes, b.Lease, b.Retention, b.Acks, b.Durability = 14, 15, 15, 1, []string{"all"}, model.Lossy
	})
	for _, test := range []struct {
		bounds model.Bounds
		words  int
	}{
		{within(2, 1, 1), 1},
		{within(3, 1, 2), 2},
		{within(3, 2, 2, func(b *model.Bounds) { b.MaxCrashes, b.Drop = 1, true }), 2},
		{largest, 12},
	} {
		m, err := model.New(test.bounds, model.Checks{})
		if err != nil {
			t.Fatal(err)
		}
		if m.Width() != test.words {
			t.Errorf("%d words instead of %d for %+v", m.Width(), test.words, test.bounds)
		}
	}
}
