package model

import (
	"cmp"
	"slices"
)

// canonical replaces a row by that of one of the states that differ from it only
// in the replicas' names: the same one for all of them.
//
// A replica refers to others only by the source of the response in flight to
// it. So replicas are sorted by what is known of them without sources, then by
// the sorted place of their source; only those that still tie, and receive from
// each other, need to be tried in every order.
func (l *layout) canonical(row []uint64) {
	var o orbit
	l.unpack(row, &o.state)
	o.read(l.replicas)
	if o.refine() {
		o.permute(l)
	}
	if o.sorted() {
		return // it is that row
	}
	t := o.renamed(&o.order)
	clear(row)
	l.pack(row, &t)
}

// An orbit is a state taken apart for sorting its replicas.
type orbit struct {
	state    State
	n        int
	replica  [MaxReplicas]uint64 // what is known of a replica, but for its log
	response [MaxReplicas]uint64 // without its source and its records
	source   [MaxReplicas]int    // -1 when nothing is in flight
	order    [MaxReplicas]int    // place → replica
	color    [MaxReplicas]int    // replica → place of the first replica that ties with it
}

func (o *orbit) read(replicas int) {
	o.n = replicas
	s := &o.state
	for r := range min(o.n, MaxReplicas) {
		o.order[r] = r
		p := packer(s.Alive>>uint(r)&1)<<1 | packer(s.ISR>>uint(r)&1)
		p.put(flag(int(s.Leader) == r), 1)
		for _, v := range [...]*Each{
			&s.ReplicaEpoch, &s.Durable, &s.LocalHW, &s.Lease,
			&s.FollowerLEO, &s.LastCaughtUp, &s.LastFetch, &s.LastFetchLeaderLEO,
		} {
			p.put(uint64(v[r]), 4)
		}
		o.replica[r] = uint64(p)
		a := &s.Response[r]
		p = packer(flag(a.Snapshot))
		p.put(uint64(a.Epoch), 4)
		p.put(uint64(a.Base), 4)
		p.put(uint64(a.HW), 4)
		o.response[r], o.source[r] = uint64(p), -1
		if a.InFlight() {
			o.source[r] = int(a.Source)
		}
	}
}

// compare orders two replicas by what does not depend on names.
func (o *orbit) compare(a, b int) int {
	switch {
	case o.replica[a] != o.replica[b]:
		return cmp.Compare(o.replica[a], o.replica[b])
	case o.state.Log[a] != o.state.Log[b]:
		return cmp.Compare(o.state.Log[a], o.state.Log[b])
	case o.response[a] != o.response[b]:
		return cmp.Compare(o.response[a], o.response[b])
	case o.state.Response[a].Records != o.state.Response[b].Records:
		return cmp.Compare(o.state.Response[a].Records, o.state.Response[b].Records)
	}
	return o.sourceColor(a) - o.sourceColor(b)
}

func (o *orbit) sourceColor(r int) int {
	if o.source[r] < 0 {
		return -1
	}
	return o.color[o.source[r]]
}

// refine sorts the replicas until their sources separate no more of them, and
// reports whether the order of those that still tie can matter.
func (o *orbit) refine() bool {
	for classes := 0; ; {
		o.sort()
		before := classes
		classes = o.recolor()
		if classes == o.n {
			return false
		}
		if classes == before {
			break
		}
	}
	for r := range o.n {
		// a source whose place is not yet settled
		if s := o.source[r]; s >= 0 && o.tied(s) {
			return true
		}
	}
	return false
}

// sort is an insertion sort of o.order, stable and fast for a few replicas.
func (o *orbit) sort() {
	for i := 1; i < o.n; i++ {
		for j := i; j > 0 && o.compare(o.order[j-1], o.order[j]) > 0; j-- {
			o.order[j-1], o.order[j] = o.order[j], o.order[j-1]
		}
	}
}

// recolor gives replicas that tie the same color and counts the colors.
func (o *orbit) recolor() int {
	var color [MaxReplicas]int
	classes := 0
	for i := range o.n {
		if i > 0 && o.compare(o.order[i-1], o.order[i]) == 0 {
			color[o.order[i]] = color[o.order[i-1]]
		} else {
			color[o.order[i]] = i
			classes++
		}
	}
	o.color = color
	return classes
}

func (o *orbit) tied(r int) bool {
	for other := range o.n {
		if other != r && o.color[other] == o.color[r] {
			return true
		}
	}
	return false
}

// permute tries every order of replicas that tie and keeps in o.order the one
// whose row is least.
func (o *orbit) permute(l *layout) {
	best, trial := o.order, o.order
	t := o.renamed(&best)
	least, candidate := l.appendRow(nil, &t), make([]uint64, l.words)
	var place func(i int)
	place = func(i int) {
		if i == o.n {
			t := o.renamed(&trial)
			clear(candidate)
			l.pack(candidate, &t)
			if slices.Compare(candidate, least) < 0 {
				copy(least, candidate)
				best = trial
			}
			return
		}
		for j := i; j < o.n && o.color[o.order[j]] == o.color[o.order[i]]; j++ {
			trial[i], trial[j] = trial[j], trial[i]
			place(i + 1)
			trial[i], trial[j] = trial[j], trial[i]
		}
	}
	place(0)
	o.order = best
}

// sorted reports whether every replica is in its place.
func (o *orbit) sorted() bool {
	for i := range o.n {
		if o.order[i] != i {
			return false
		}
	}
	return true
}

// renamed is the state with the replica at each place of an order named after
// its place.
func (o *orbit) renamed(order *[MaxReplicas]int) State {
	s, t := &o.state, o.state
	var place [MaxReplicas]int
	for i := range o.n {
		place[order[i]] = i
	}
	t.Alive, t.ISR = 0, 0
	for i := range o.n {
		r := order[i]
		t.Alive |= s.Alive >> uint(r) & 1 << uint(i)
		t.ISR |= s.ISR >> uint(r) & 1 << uint(i)
		t.Log[i], t.ReplicaEpoch[i], t.Durable[i] = s.Log[r], s.ReplicaEpoch[r], s.Durable[r]
		t.LocalHW[i], t.Lease[i] = s.LocalHW[r], s.Lease[r]
		t.FollowerLEO[i], t.LastFetchLeaderLEO[i] = s.FollowerLEO[r], s.LastFetchLeaderLEO[r]
		t.LastCaughtUp[i], t.LastFetch[i] = s.LastCaughtUp[r], s.LastFetch[r]
		t.Response[i] = s.Response[r]
		if o.source[r] >= 0 {
			t.Response[i].Source = uint8(place[o.source[r]])
		}
	}
	t.Leader = uint8(place[s.Leader])
	return t
}
