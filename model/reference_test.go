package model_test

import (
	"slices"
	"strconv"

	"tidemark/model"
)

// The reference is the partition once more, as plainly as it can be said:
// slices, maps and pointers, a state printed as its key. It shares the bounds
// with the model, and nothing else.

type entry struct{ id, epoch int }

type packet struct {
	epoch, source, base, hw int
	snapshot                bool
	records                 []entry
}

type node struct {
	log                            []entry
	up                             bool
	epoch, durable, localHW, lease int
	inbox                          *packet

	// what the leader and the controller have noted about it
	member                            bool
	leo, caughtUp, fetched, leaderLEO int // two LEOs and two ages
}

type world struct {
	nodes                              []node
	leader, epoch, controllerEpoch, hw int
	pending, acked                     map[int]bool
	committed                          []entry
	produced, crashes                  int

	level int // of a search that found it: no part of its key
}

type partition struct{ model.Bounds }

// start returns the initial worlds, one for each leader.
func (p *partition) start() (ws []*world) {
	for leader := range p.Replicas {
		w := &world{leader: leader, epoch: 1, controllerEpoch: 1, pending: map[int]bool{}, acked: map[int]bool{}}
		for range p.Replicas {
			w.nodes = append(w.nodes, node{up: true, epoch: 1, member: true})
		}
		w.nodes[leader].lease = p.Lease
		p.freshBookkeeping(w)
		ws = append(ws, w)
	}
	return ws
}

func (w *world) clone() *world {
	v := *w
	v.nodes = slices.Clone(w.nodes)
	v.pending, v.acked = map[int]bool{}, map[int]bool{}
	for id := range w.pending {
		v.pending[id] = true
	}
	for id := range w.acked {
		v.acked[id] = true
	}
	return &v
}

func (w *world) lead() *node { return &w.nodes[w.leader] }

func (w *world) inCharge() bool { return w.lead().up && w.lead().epoch == w.epoch }

func (w *world) members() (n int) {
	for _, r := range w.nodes {
		if r.member {
			n++
		}
	}
	return n
}

// forget is an entry of the bookkeeping that says nothing.
func (p *partition) forget(r *node) {
	r.leo, r.leaderLEO, r.caughtUp, r.fetched = 0, 0, p.LagMax+1, p.LagMax+1
}

func (p *partition) freshBookkeeping(w *world) {
	for i := range w.nodes {
		r := &w.nodes[i]
		p.forget(r)
		if r.member && i != w.leader {
			r.caughtUp = 0
		}
	}
}

func (p *partition) lossy() bool { return p.Durability == "lossy" }

// strict is R12 as it should be: only what is fsynced counts.
func (p *partition) strict() bool {
	return p.lossy() && !slices.Contains(p.Variant, "count-before-fsync")
}

// settle is R4, and the image on disk where every write reaches it at once.
func (p *partition) settle(w *world) {
	p.sync(w)
	if !w.inCharge() {
		return
	}
	lowest := -1
	for i, r := range w.nodes {
		known := r.leo
		if i == w.leader {
			known = len(r.log)
			if p.strict() {
				known = r.durable
			}
		}
		if r.member && (lowest < 0 || known < lowest) {
			lowest = known
		}
	}
	w.hw = max(w.hw, lowest)
	w.lead().localHW = w.hw
	if w.hw > len(w.committed) {
		w.committed = slices.Clone(w.lead().log[:w.hw])
	}
}

func (p *partition) sync(w *world) {
	for i := range w.nodes {
		r := &w.nodes[i]
		if p.lossy() {
			r.durable = min(r.durable, len(r.log))
		} else {
			r.durable = len(r.log)
		}
	}
}

func (r *node) cutTo(n int) {
	r.log = r.log[:min(n, len(r.log)):min(n, len(r.log))]
	r.localHW = min(r.localHW, len(r.log))
}

// String is the key of a world: everything in it, in a fixed order.
func (w *world) String() string {
	k := key(make([]byte, 0, 256))
	k.put(w.leader, w.epoch, w.controllerEpoch, w.hw, w.produced, w.crashes)
	k.entries(w.committed)
	for id := 1; id <= w.produced; id++ {
		k.flags(w.pending[id], w.acked[id])
	}
	for i := range w.nodes {
		r := &w.nodes[i]
		k = append(k, '\n')
		k.flags(r.up, r.member)
		k.put(r.epoch, r.durable, r.localHW, r.lease, r.leo, r.caughtUp, r.fetched, r.leaderLEO)
		k.entries(r.log)
		if m := r.inbox; m != nil {
			k = append(k, '@')
			k.put(m.epoch, m.source, m.base, m.hw)
			k.flags(m.snapshot)
			k.entries(m.records)
		}
	}
	return string(k)
}

type key []byte

func (k *key) put(vs ...int) {
	for _, v := range vs {
		*k = append(strconv.AppendInt(*k, int64(v), 10), ' ')
	}
}

func (k *key) flags(vs ...bool) {
	for _, v := range vs {
		if v {
			*k = append(*k, '+')
		} else {
			*k = append(*k, '-')
		}
	}
}

func (k *key) entries(log []entry) {
	for _, e := range log {
		k.put(e.id)
		*k = append(*k, 'e')
		k.put(e.epoch)
	}
	*k = append(*k, '|')
}
