package model_test

import "slices"

// A move is a step of the reference. Its argument counts as that of the
// model's labels: a replica, a record, or 1 for acks=all.
type move struct {
	action string
	arg    int
	to     *world
}

// A stepper collects the moves out of a world.
type stepper struct {
	*partition
	w     *world
	moves []move
}

// next returns the moves out of a world.
func (p *partition) next(w *world) []move {
	s := &stepper{partition: p, w: w}
	s.clients()
	s.fetching()
	s.time()
	s.leaving()
	s.electing()
	s.failing()
	return s.moves
}

// step adds a move when it is allowed.
func (s *stepper) step(action string, arg int, allowed bool, effect func(v *world)) {
	if allowed {
		v := s.w.clone()
		effect(v)
		s.moves = append(s.moves, move{action, arg, v})
	}
}

func (s *stepper) clients() {
	w := s.w
	for i, acks := range []string{"1", "all"} {
		offered := slices.Contains(s.Acks, acks) && w.inCharge() && w.produced < s.MaxRecords
		s.step("Produce", i, offered && (acks == "1" || w.members() >= s.MinISR), func(v *world) {
			v.produced++
			v.lead().log = append(slices.Clone(v.lead().log), entry{v.produced, v.epoch})
			if acks == "all" {
				v.pending[v.produced] = true
			}
			s.settle(v)
		})
	}
	for id := range w.pending {
		below := slices.ContainsFunc(w.lead().log[:min(w.hw, len(w.lead().log))], func(e entry) bool { return e.id == id })
		s.step("Ack", id, w.inCharge() && below && w.members() >= s.MinISR, func(v *world) {
			delete(v.pending, id)
			v.acked[id] = true
		})
		s.step("Refuse", id, w.members() < s.MinISR, func(v *world) { delete(v.pending, id) })
		s.step("TimeOut", id, s.TimeOuts, func(v *world) { delete(v.pending, id) })
	}
}

func (s *stepper) fetching() {
	for f := range s.w.nodes {
		r := &s.w.nodes[f]
		ready := f != s.w.leader && r.up && r.epoch == s.w.epoch && r.inbox == nil && (!s.strict() || r.durable == len(r.log))
		s.step("Fetch", f, ready && s.w.inCharge(), func(v *world) { s.fetch(v, f) })
		s.step("Receive", f, r.inbox != nil && r.up, func(v *world) {
			s.deliver(v, f)
			v.nodes[f].inbox = nil
		})
		s.step("DropResponse", f, s.Drop && r.inbox != nil, func(v *world) { v.nodes[f].inbox = nil })
		s.step("DuplicateResponse", f, s.Duplicate && r.inbox != nil && r.up, func(v *world) { s.deliver(v, f) })
	}
}

// fetch is R1 with now = 0 and times as ages, R4, and R10.
func (s *stepper) fetch(v *world, f int) {
	r, log := &v.nodes[f], v.lead().log
	offset, end := len(r.log), len(log)
	if offset >= end {
		r.caughtUp = 0
	} else if offset >= r.leaderLEO {
		r.caughtUp = min(r.caughtUp, r.fetched)
	}
	r.leo, r.leaderLEO, r.fetched = offset, end, 0
	s.settle(v)
	m := &packet{epoch: v.epoch, source: v.leader, hw: v.hw}
	lacking := end - offset
	switch {
	case s.Retention > 0 && lacking > 0 && lacking > s.Retention:
		m.snapshot, m.records = true, log
	case lacking <= 0:
		m.base = offset
	case s.FetchMax > 0:
		m.base, m.records = offset, log[offset:min(end, offset+s.FetchMax)]
	default:
		m.base, m.records = offset, log[offset:]
	}
	r.inbox = m
}

// deliver is R8, and what a follower does with what it lets in.
func (s *stepper) deliver(v *world, f int) {
	r := &v.nodes[f]
	m := r.inbox
	if m.epoch != r.epoch || r.epoch == v.epoch && m.source != v.leader {
		return
	}
	if m.snapshot {
		r.log = m.records
	} else if m.base == len(r.log) {
		r.log = append(slices.Clone(r.log), m.records...)
	} else {
		return
	}
	r.localHW = max(r.localHW, min(m.hw, len(r.log)))
	s.sync(v)
}

func (s *stepper) time() {
	v := s.w.clone()
	moved := false
	older := func(age *int) {
		if *age <= s.LagMax {
			*age++
			moved = true
		}
	}
	for i := range v.nodes {
		r := &v.nodes[i]
		older(&r.caughtUp)
		older(&r.fetched)
		lease := max(0, r.lease-1)
		if i == s.w.leader && s.w.inCharge() && s.w.members() >= s.MinISR {
			lease = s.Lease
		}
		moved = moved || lease != r.lease
		r.lease = lease
	}
	if moved {
		s.moves = append(s.moves, move{"Tick", 0, v})
	}
}

// leaving is leaving and joining the ISR.
func (s *stepper) leaving() {
	w := s.w
	for f := range w.nodes {
		r := &w.nodes[f]
		s.step("ShrinkISR", f, w.inCharge() && r.member && f != w.leader && r.caughtUp > s.LagMax, func(v *world) {
			v.nodes[f].member = false
			s.settle(v)
		})
		s.step("ExpandISR", f, w.inCharge() && !r.member && r.up && r.leo >= w.hw && r.fetched <= s.LagMax, func(v *world) {
			v.nodes[f].member = true
			s.settle(v)
		})
	}
}

func (s *stepper) electing() {
	w := s.w
	for c := range w.nodes {
		r := &w.nodes[c]
		deposes := !(c == w.leader && w.inCharge())
		s.step("Elect", c, r.up && r.member && deposes && w.controllerEpoch < s.MaxEpoch, func(v *world) {
			v.epoch++
			v.controllerEpoch++
			if v.leader != c {
				v.lead().member = false
			}
			v.leader = c
			v.lead().epoch = v.epoch
			v.lead().cutTo(v.hw)
			v.lead().lease = s.Lease
			v.pending = map[int]bool{}
			s.freshBookkeeping(v)
			s.settle(v)
		})
		s.step("BecomeFollower", c, r.up && c != w.leader && r.epoch < w.epoch && w.inCharge(), func(v *world) {
			mine, theirs, shared := v.nodes[c].log, v.lead().log, 0
			for shared < len(mine) && shared < len(theirs) && mine[shared].epoch == theirs[shared].epoch {
				shared++
			}
			v.nodes[c].epoch = v.epoch
			v.nodes[c].cutTo(shared)
			v.nodes[c].lease = 0
			s.sync(v)
		})
	}
}

func (s *stepper) failing() {
	for i := range s.w.nodes {
		r := &s.w.nodes[i]
		s.step("Crash", i, r.up && s.w.crashes < s.MaxCrashes, func(v *world) { s.crash(v, i) })
		s.step("Restart", i, !r.up, func(v *world) { v.nodes[i].up = true })
		s.step("Fsync", i, s.lossy() && r.up && r.durable < len(r.log), func(v *world) {
			v.nodes[i].durable = len(v.nodes[i].log)
			if i == v.leader {
				s.settle(v)
			}
		})
	}
}

func (s *stepper) crash(v *world, i int) {
	r := &v.nodes[i]
	v.crashes++
	r.up, r.epoch, r.lease, r.inbox = false, 0, 0, nil
	if v.members() > 1 {
		r.member = false
	}
	s.forget(r)
	if i == v.leader {
		for other := range v.nodes {
			s.forget(&v.nodes[other])
		}
		v.pending = map[int]bool{}
	}
	if s.lossy() {
		r.cutTo(r.durable)
	}
	s.settle(v)
}
