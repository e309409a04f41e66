package model

// The leader's and the followers' part: records, fetches, responses and time.
// Each action is its guard, then its effect on a copy of the state. Whether
// responses get lost or arrive twice, and whether requests time out, is looked at
// in next.go, before these actions are tried.

// TLA+: Produce(acks). R6 before the append: a refusal is no step.
func (w *worker) produce(s *State, acks int) {
	if !s.InCharge() || int(s.Produced) >= w.bounds.MaxRecords || s.LEO(int(s.Leader)) >= w.bounds.MaxRecords ||
		!w.rules.Admits(acks == acksAll, s.ISR.Len(), w.bounds.MinISR) {
		return
	}
	t := w.fork()
	leader := int(t.Leader)
	t.setProduced(t.Produced + 1)
	id := int(t.Produced)
	t.setLog(leader, t.Log[leader].Append(Record{ID: id, Epoch: int(t.LeaderEpoch)}))
	w.keep(t, leader)
	if acks == acksAll {
		w.await(t, id)
	}
	w.advanceHW(t)
	w.emit()
}

// await makes a request wait for its record. If only the append showed that the
// ISR is too small, it is refused and its record stays.
func (m *Model) await(t *successor, id int) {
	if t.ISR.Len() >= m.bounds.MinISR {
		t.setPending(t.Pending.With(id))
	} else {
		t.setRefused(t.Refused.With(id))
	}
}

// TLA+: Fetch(f). R8 and R12 say when; R1 notes it, R4 follows, and R10 chooses
// what the response carries.
func (w *worker) fetch(s *State, f int) {
	if f == int(s.Leader) || !s.Alive.Has(f) || !s.InCharge() || s.Response[f].InFlight() ||
		!w.rules.MayFetch(s.ReplicaEpoch[f] == s.LeaderEpoch, s.LEO(f), int(s.Durable[f])) {
		return
	}
	t := w.fork()
	offset, end := t.LEO(f), t.LEO(int(t.Leader))
	a := w.respond(&t.State, offset, end)
	t.setBookkeeping(f, w.rules.Fetched(t.bookkeeping(f), Request{Offset: offset, LeaderLEO: end, Sent: a.sent()}))
	w.advanceHW(t)
	a.HW = t.HW
	if a.Snapshot { // its end may depend on where the HW is now
		a.Records = a.Records.Cut(w.rules.SnapshotEnd(end, int(a.HW)))
	}
	t.setResponse(f, a)
	w.emit()
}

// respond is the leader's response to a fetch at an offset (R10), when its LEO
// is end; but for the high watermark, which the fetch may move.
func (m *Model) respond(s *State, offset, end int) Response {
	log := s.Log[s.Leader]
	a := Response{Epoch: s.LeaderEpoch, Source: s.Leader, Snapshot: true, Records: log}
	if m.rules.CatchUp(offset, end, m.bounds.Retention) {
		from := m.rules.CatchUpFrom(offset, end, m.bounds.Retention)
		a.Base, a.Snapshot = uint8(offset), false
		a.Records = log.From(from).Cut(m.fetch)
	}
	return a
}

// sent is the LEO of a follower that takes the response.
func (a *Response) sent() int { return int(a.Base) + a.Records.Len() }

// TLA+: Receive(f)
func (w *worker) receive(s *State, f int) {
	if !s.Response[f].InFlight() || !s.Alive.Has(f) {
		return
	}
	t := w.fork()
	w.deliver(t, f)
	t.setResponse(f, Response{})
	w.emit()
}

// TLA+: DropResponse(f)
func (w *worker) dropResponse(s *State, f int) {
	if !s.Response[f].InFlight() {
		return
	}
	t := w.fork()
	t.setResponse(f, Response{})
	w.emit()
}

// TLA+: DuplicateResponse(f)
func (w *worker) duplicateResponse(s *State, f int) {
	if !s.Response[f].InFlight() || !s.Alive.Has(f) {
		return
	}
	t := w.fork()
	w.deliver(t, f)
	w.emit()
}

// TLA+: Deliver(f). A follower takes the response in flight when R8 lets it
// through and it fits.
func (m *Model) deliver(t *successor, f int) {
	a := t.Response[f]
	if m.Fenced(&t.State, f) != Accepted {
		return
	}
	switch {
	case a.Snapshot:
		t.setLog(f, a.Records)
	case m.fits(&t.State, f):
		t.setLog(f, t.Log[f].Concat(a.Records))
	default:
		return
	}
	m.keep(t, f)
	t.setLocalHW(f, uint8(m.rules.FollowerHW(int(t.LocalHW[f]), int(a.HW), t.LEO(f), a.Snapshot)))
}

// fits reports whether the records in flight to f continue its log (R8).
func (m *Model) fits(s *State, f int) bool {
	a, leo := &s.Response[f], s.LEO(f)
	return m.rules.Fits(int(a.Base), leo, leo+a.Records.Len() <= m.bounds.MaxRecords)
}

// Fenced is R8 for the response in flight to f. A follower that is still in an
// older epoch takes packets of that epoch, which only its leader has sent.
func (m *Model) Fenced(t *State, f int) Rejection {
	a := &t.Response[f]
	p := Packet{Epoch: int(a.Epoch), Entry: int(a.Epoch), Source: int(a.Source)}
	if a.Records != 0 {
		p.Entry = a.Records.At(0).Epoch
	}
	leader := a.Source
	if t.ReplicaEpoch[f] == t.LeaderEpoch {
		leader = t.Leader
	}
	return m.rules.Fence(p, int(t.ReplicaEpoch[f]), int(leader))
}

// TLA+: Tick. Ages saturate, so time itself needs no bound.
func (w *worker) tick(s *State) {
	oldest := uint8(w.bounds.LagMax + 1)
	caughtUp, fetch := s.LastCaughtUp.raised(w.n, oldest), s.LastFetch.raised(w.n, oldest)
	lease := w.leasesAfterTick(s)
	if caughtUp == s.LastCaughtUp && fetch == s.LastFetch && lease == s.Lease {
		return
	}
	t := w.fork()
	for r := range w.Replicas() {
		t.setLastCaughtUp(r, caughtUp[r])
		t.setLastFetch(r, fetch[r])
		t.setLease(r, lease[r])
	}
	w.emit()
}

// leasesAfterTick are the leases that a tick leaves (R11).
func (m *Model) leasesAfterTick(s *State) Each {
	lease := s.Lease
	if m.bounds.Lease > 0 {
		for r := range m.Replicas() {
			lease[r] = uint8(m.rules.LeaseAfterTick(int(lease[r]), m.bounds.Lease,
				r == int(s.Leader) && s.InCharge(), s.ISR.Len(), m.bounds.MinISR))
		}
	}
	return lease
}

// TLA+: AdvanceHW. R4, while a leader is in charge. What the leader knows of the
// high watermark is the high watermark.
func (m *Model) advanceHW(t *successor) {
	if !t.InCharge() {
		return
	}
	t.setHW(uint8(m.HighWatermark(&t.State, int(t.HW), m.rules)))
	t.setLocalHW(int(t.Leader), t.HW)
	t.commit()
}

// HighWatermark is what R4 makes of a high watermark, given what the leader
// knows of each replica, by rules that need not be the model's.
func (m *Model) HighWatermark(s *State, hw int, rules Rules) int {
	var leo [MaxReplicas]int
	for r := range m.Replicas() {
		leo[r] = knownLEO(s, r, rules)
	}
	return rules.HighWatermark(hw, Progress{leo[:m.Replicas()], s.ISR, int(s.Leader), m.bounds.MinISR})
}

// TLA+: KnownLEO(r), KnownLEOs. The LEO of a replica as the leader knows it.
func knownLEO(s *State, r int, rules Rules) int {
	if r == int(s.Leader) {
		return rules.Counted(s.LEO(r), int(s.Durable[r]))
	}
	return int(s.FollowerLEO[r])
}

// keep brings the durable image of r up to its log where nothing can be lost,
// and otherwise shortens it when the log has become shorter.
func (m *Model) keep(t *successor, r int) {
	durable := uint8(t.LEO(r))
	if m.lossy {
		durable = min(durable, t.Durable[r])
	}
	t.setDurable(r, durable)
}

// cut shortens the log of r, and what depends on its length.
func (m *Model) cut(t *successor, r, records int) {
	t.setLog(r, t.Log[r].Cut(records))
	t.setLocalHW(r, min(t.LocalHW[r], uint8(t.LEO(r))))
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

func (t *successor) setBookkeeping(f int, b Bookkeeping) {
	t.setFollowerLEO(f, uint8(b.LEO))
	t.setLastCaughtUp(f, uint8(-b.LastCaughtUp))
	t.setLastFetch(f, uint8(-b.LastFetch))
	t.setLastFetchLeaderLEO(f, uint8(b.LastFetchLeaderLEO))
}

// forget resets the leader's entry for f to that of a follower which never
// fetched, or that counts as caught up now.
func (m *Model) forget(t *successor, f int, caughtUp bool) {
	never := uint8(m.bounds.LagMax + 1)
	t.setFollowerLEO(f, 0)
	t.setLastFetchLeaderLEO(f, 0)
	t.setLastFetch(f, never)
	if caughtUp {
		never = 0
	}
	t.setLastCaughtUp(f, never)
}

// startEpoch starts the bookkeeping afresh (R7): members of the ISR count as
// caught up now.
func (m *Model) startEpoch(t *successor) {
	for r := range m.Replicas() {
		m.forget(t, r, t.ISR.Has(r) && r != int(t.Leader))
	}
}
