package model

// The leader's and the followers' part: records, fetches, responses and time.
// Each action is its guard, then its effect on a copy of the state.

// TLA+: Produce(acks). R6 before the append: a refusal is no step.
func (w *worker) produce(s *State, acks int) {
	if !s.InCharge() || int(s.Produced) >= w.bounds.MaxRecords ||
		!w.rules.Admits(acks == 1, s.ISR.Len(), w.bounds.MinISR) {
		return
	}
	t := w.fork()
	leader := int(t.Leader)
	t.Produced++
	id := int(t.Produced)
	t.Log[leader] = t.Log[leader].Append(Record{ID: id, Epoch: int(t.LeaderEpoch)})
	w.keep(t, leader)
	if acks == 1 {
		t.Pending = t.Pending.With(id)
	}
	w.advanceHW(t)
	w.emit(label(Produce, acks), touch{replicas: one(leader), records: true})
}

// TLA+: Fetch(f). R12 says when; R1 notes it, R4 follows, and R10 chooses what
// the response carries.
func (w *worker) fetch(s *State, f int) {
	if s.ReplicaEpoch[f] != s.LeaderEpoch || f == int(s.Leader) || s.Response[f].InFlight() || !s.Alive.Has(f) ||
		!s.InCharge() || !w.rules.MayFetch(s.LEO(f), int(s.Durable[f])) {
		return
	}
	t := w.fork()
	offset, end := t.LEO(f), t.LEO(int(t.Leader))
	t.setBookkeeping(f, w.rules.Fetched(t.bookkeeping(f), offset, end, 0))
	w.advanceHW(t)
	t.Response[f] = w.respond(t, offset)
	w.emit(label(Fetch, f), touch{replicas: one(f), responses: one(f)})
}

// respond is the leader's response to a fetch at an offset (R10).
func (m *Model) respond(t *State, offset int) Response {
	log := t.Log[t.Leader]
	a := Response{Epoch: t.LeaderEpoch, Source: t.Leader, HW: t.HW}
	if m.rules.CatchUp(offset, log.Len(), m.bounds.Retention) {
		a.Base = uint8(offset)
		a.Records = log.From(offset).Cut(m.fetch)
	} else {
		a.Snapshot = true
		a.Records = log
	}
	return a
}

// TLA+: Receive(f)
func (w *worker) receive(s *State, f int) {
	if !s.Response[f].InFlight() || !s.Alive.Has(f) {
		return
	}
	t := w.fork()
	taken := w.deliver(t, f)
	t.Response[f] = Response{}
	w.emit(label(Receive, f), touch{replicas: one(f), responses: one(f), records: !taken || s.Response[f].Snapshot})
}

// TLA+: DropResponse(f)
func (w *worker) dropResponse(s *State, f int) {
	if !s.Response[f].InFlight() {
		return
	}
	t := w.fork()
	t.Response[f] = Response{}
	w.emit(label(DropResponse, f), touch{responses: one(f), records: s.Response[f].Records != 0})
}

// TLA+: DuplicateResponse(f)
func (w *worker) duplicateResponse(s *State, f int) {
	if !s.Response[f].InFlight() || !s.Alive.Has(f) {
		return
	}
	t := w.fork()
	w.deliver(t, f)
	w.emit(label(DuplicateResponse, f), touch{replicas: one(f), records: s.Response[f].Snapshot})
}

// TLA+: Deliver(f). A follower takes the response in flight when R8 lets it
// through and it fits.
func (m *Model) deliver(t *State, f int) (taken bool) {
	a := t.Response[f]
	if m.fence(t, f) != Accepted {
		return false
	}
	switch {
	case a.Snapshot:
		t.Log[f] = a.Records
	case m.rules.Fits(int(a.Base), t.LEO(f)):
		t.Log[f] = t.Log[f].Concat(a.Records)
	default:
		return false
	}
	m.keep(t, f)
	t.LocalHW[f] = uint8(m.rules.FollowerHW(int(t.LocalHW[f]), int(a.HW), t.LEO(f)))
	return true
}

// fence is R8 for the response in flight to f. A follower that is still in an
// older epoch takes packets of that epoch, which only its leader has sent.
func (m *Model) fence(t *State, f int) Rejection {
	a := t.Response[f]
	leader := a.Source
	if t.ReplicaEpoch[f] == t.LeaderEpoch {
		leader = t.Leader
	}
	return m.rules.Fence(int(a.Epoch), int(t.ReplicaEpoch[f]), int(a.Source), int(leader))
}

// TLA+: Tick. Ages saturate, so time itself needs no bound.
func (w *worker) tick(s *State) {
	t := w.fork()
	oldest := uint8(w.bounds.LagMax + 1)
	for r := range w.Replicas() {
		t.LastCaughtUp[r] = min(t.LastCaughtUp[r]+1, oldest)
		t.LastFetch[r] = min(t.LastFetch[r]+1, oldest)
		t.Lease[r] = uint8(w.rules.LeaseAfterTick(int(t.Lease[r]), w.bounds.Lease,
			r == int(t.Leader) && t.InCharge(), t.ISR.Len(), w.bounds.MinISR))
	}
	if t.LastCaughtUp == s.LastCaughtUp && t.LastFetch == s.LastFetch && t.Lease == s.Lease {
		return
	}
	w.emit(label(Tick, 0), touch{replicas: w.all})
}

// advanceHW is R4, while a leader is in charge. What the leader knows of the
// high watermark is the high watermark.
func (m *Model) advanceHW(t *State) {
	if !t.InCharge() {
		return
	}
	var parts [MaxReplicas]Part
	t.HW = uint8(m.rules.HighWatermark(int(t.HW), m.Parts(t, m.rules, &parts)))
	t.LocalHW[t.Leader] = t.HW
	t.commit()
}

// Parts collects what R4 looks at: what the leader knows of each replica.
func (m *Model) Parts(t *State, rules Rules, buffer *[MaxReplicas]Part) []Part {
	for r := range m.Replicas() {
		leo := int(t.FollowerLEO[r])
		if r == int(t.Leader) {
			leo = rules.Counted(t.LEO(r), int(t.Durable[r]))
		}
		buffer[r] = Part{leo, t.ISR.Has(r), r == int(t.Leader)}
	}
	return buffer[:m.Replicas()]
}

// keep brings the durable image of r up to its log where nothing can be lost,
// and otherwise shortens it when the log has become shorter.
func (m *Model) keep(t *State, r int) {
	if m.lossy {
		t.Durable[r] = min(t.Durable[r], uint8(t.LEO(r)))
	} else {
		t.Durable[r] = uint8(t.LEO(r))
	}
}

// cut shortens the log of r, and what depends on its length.
func (m *Model) cut(t *State, r, records int) {
	t.Log[r] = t.Log[r].Cut(records)
	t.LocalHW[r] = min(t.LocalHW[r], uint8(t.LEO(r)))
	m.keep(t, r)
}

// bookkeeping is the leader's entry for f, with times as R1 wants them.
func (s *State) bookkeeping(f int) Bookkeeping {
	return Bookkeeping{
		LEO:                int(s.FollowerLEO[f]),
		LastCaughtUp:       -int(s.LastCaughtUp[f]),
		LastFetch:          -int(s.LastFetch[f]),
		LastFetchLeaderLEO: int(s.LastFetchLeaderLEO[f]),
	}
}

func (s *State) setBookkeeping(f int, b Bookkeeping) {
	s.FollowerLEO[f] = uint8(b.LEO)
	s.LastCaughtUp[f] = uint8(-b.LastCaughtUp)
	s.LastFetch[f] = uint8(-b.LastFetch)
	s.LastFetchLeaderLEO[f] = uint8(b.LastFetchLeaderLEO)
}

// forget resets the leader's entry for f to that of a follower which never
// fetched.
func (m *Model) forget(t *State, f int) {
	never := uint8(m.bounds.LagMax + 1)
	t.FollowerLEO[f], t.LastFetchLeaderLEO[f] = 0, 0
	t.LastCaughtUp[f], t.LastFetch[f] = never, never
}

// startEpoch starts the bookkeeping afresh (R7): members of the ISR count as
// caught up now.
func (m *Model) startEpoch(t *State) {
	for r := range m.Replicas() {
		m.forget(t, r)
		if t.ISR.Has(r) && r != int(t.Leader) {
			t.LastCaughtUp[r] = 0
		}
	}
}
