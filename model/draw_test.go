package model_test

import (
	"slices"

	"tidemark/model"
)

// A chooser chooses a number from 0 to most.
type chooser func(most int) int

// bounds chooses bounds, often the largest ones.
func (c chooser) bounds() model.Bounds {
	number := func(lo, hi int) int { return []int{lo, hi, lo + c(hi-lo)}[c(2)] }
	b := within(number(2, 7), number(1, 7), number(1, 15))
	b.LagMax, b.MaxCrashes, b.Lease = number(0, 14), number(0, 15), number(0, 15)
	b.FetchMax, b.Retention = c(2), c(2)
	b.Acks = [][]string{{"1"}, {"all"}, {"1", "all"}}[c(2)]
	b.Drop, b.Duplicate = c(1) == 1, c(1) == 1
	b.Durability = []string{model.Kept, model.Lossy}[c(1)]
	return b
}

// A stateDrawer draws states of the types that bounds give the variables. They
// need not be reachable, but an id has the same epoch wherever it occurs.
type stateDrawer struct {
	upTo   chooser
	b      model.Bounds
	epochs []int // of each id
}

func newStateDrawer(c chooser, b model.Bounds) *stateDrawer {
	d := &stateDrawer{upTo: c, b: b, epochs: []int{0}}
	for range b.MaxRecords {
		d.epochs = append(d.epochs, c(b.MaxEpoch-1)+1)
	}
	return d
}

func (d *stateDrawer) small(most int) uint8 { return uint8(d.upTo(most)) }

func (d *stateDrawer) log() (l model.Log) {
	for range d.upTo(d.b.MaxRecords) {
		id := d.upTo(d.b.MaxRecords-1) + 1
		l = l.Append(model.Record{ID: id, Epoch: d.epochs[id]})
	}
	return l
}

func (d *stateDrawer) ids() (s model.RecordSet) {
	if !slices.Contains(d.b.Acks, model.AcksAll) {
		return 0
	}
	for id := 1; id <= d.b.MaxRecords; id++ {
		if d.upTo(1) == 1 {
			s = s.With(id)
		}
	}
	return s
}

func (d *stateDrawer) state() model.State {
	b := d.b
	s := model.State{
		Leader: d.small(len(b.Replicas) - 1), LeaderEpoch: d.small(b.MaxEpoch), ControllerEpoch: d.small(b.MaxEpoch),
		HW: d.small(b.MaxRecords), Produced: d.small(b.MaxRecords), Crashes: d.small(b.MaxCrashes),
		Committed: d.log(), Pending: d.ids(), Acked: d.ids(), Refused: d.ids(),
	}
	for r := range b.Replicas {
		d.replica(&s, r)
	}
	return s
}

func (d *stateDrawer) replica(s *model.State, r int) {
	b := d.b
	s.Log[r] = d.log()
	s.ReplicaEpoch[r] = d.small(b.MaxEpoch)
	if d.upTo(1) == 1 {
		s.Alive = s.Alive.With(r)
	}
	if d.upTo(1) == 1 {
		s.ISR = s.ISR.With(r)
	}
	s.Durable[r] = uint8(s.LEO(r))
	if b.Durability == model.Lossy {
		s.Durable[r] = d.small(b.MaxRecords)
	}
	s.LocalHW[r], s.Lease[r] = d.small(b.MaxRecords), d.small(b.Lease)
	s.FollowerLEO[r], s.LastFetchLeaderLEO[r] = d.small(b.MaxRecords), d.small(b.MaxRecords)
	s.LastCaughtUp[r], s.LastFetch[r] = d.small(b.LagMax+1), d.small(b.LagMax+1)
	if d.upTo(1) == 1 {
		s.Response[r] = model.Response{
			Records: d.log(), Epoch: d.small(b.MaxEpoch-1) + 1, Source: d.small(len(b.Replicas) - 1),
			Base: d.small(b.MaxRecords), HW: d.small(b.MaxRecords), Snapshot: b.Retention > 0 && d.upTo(1) == 1,
		}
	}
}

// rename returns the state with replica r called to[r].
func rename(s *model.State, to []int) model.State {
	t := *s
	t.Alive, t.ISR, t.Leader = 0, 0, uint8(to[s.Leader])
	for r, name := range to {
		t.Log[name], t.ReplicaEpoch[name], t.Durable[name] = s.Log[r], s.ReplicaEpoch[r], s.Durable[r]
		t.LocalHW[name], t.Lease[name] = s.LocalHW[r], s.Lease[r]
		t.FollowerLEO[name], t.LastFetchLeaderLEO[name] = s.FollowerLEO[r], s.LastFetchLeaderLEO[r]
		t.LastCaughtUp[name], t.LastFetch[name] = s.LastCaughtUp[r], s.LastFetch[r]
		t.Response[name] = s.Response[r]
		if s.Response[r].InFlight() {
			t.Response[name].Source = uint8(to[s.Response[r].Source])
		}
		if s.Alive.Has(r) {
			t.Alive = t.Alive.With(name)
		}
		if s.ISR.Has(r) {
			t.ISR = t.ISR.With(name)
		}
	}
	return t
}
