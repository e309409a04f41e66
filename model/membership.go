package model

// The ISR, elections, and the answers that depend on them.

// TLA+: ShrinkISR(f)
func (w *worker) shrinkISR(s *State, f int) {
	if !w.MayShrink(s, f) {
		return
	}
	t := w.fork()
	t.setISR(t.ISR.Without(f))
	if w.rules.RemovalMovesHW() {
		w.advanceHW(t)
	}
	w.emit()
}

// MayShrink is the guard of ShrinkISR(f): R2.
//
// TLA+: MayShrink(f)
func (m *Model) MayShrink(s *State, f int) bool {
	return s.ISR.Has(f) && m.rules.MayLeave(f == int(s.Leader),
		m.rules.OutOfSync(s.bookkeeping(f), s.LEO(int(s.Leader)), 0, m.bounds.LagMax),
		s.ISR.Len(), m.bounds.MinISR) && s.InCharge()
}

// TLA+: ExpandISR(f)
func (w *worker) expandISR(s *State, f int) {
	if !w.MayExpand(s, f) {
		return
	}
	t := w.fork()
	t.setISR(t.ISR.With(f))
	w.advanceHW(t)
	w.emit()
}

// MayExpand is the guard of ExpandISR(f): R3, for a live follower.
//
// TLA+: MayExpand(f)
func (m *Model) MayExpand(s *State, f int) bool {
	return !s.ISR.Has(f) && s.Alive.Has(f) && m.rules.MayJoin(Joiner{
		Bookkeeping: s.bookkeeping(f),
		OfEpoch:     s.ReplicaEpoch[f] == s.LeaderEpoch,
		HW:          int(s.HW),
		LeaderLEO:   s.LEO(int(s.Leader)),
		LagMax:      m.bounds.LagMax,
	}) && s.InCharge()
}

// TLA+: Elect(c). R7; requests that wait end with an outcome unknown to their
// clients, and R4 would not move the HW over fresh bookkeeping.
func (w *worker) elect(s *State, c int) {
	if int(s.ControllerEpoch) >= w.bounds.MaxEpoch || !w.MayElect(s, c) {
		return
	}
	t := w.fork()
	t.setHW(uint8(w.rules.ElectionHW(int(t.HW), int(t.LocalHW[c]))))
	w.cut(t, c, w.rules.ElectionCut(t.LEO(c), int(s.HW), int(t.LocalHW[c])))
	t.setISR(w.rules.ElectionISR(t.ISR, int(t.Leader), c))
	t.setLeader(c, uint8(w.rules.NextEpoch(int(t.LeaderEpoch))), t.ControllerEpoch+1)
	w.adopt(t, c, t.LeaderEpoch)
	t.setLease(c, uint8(w.bounds.Lease))
	if w.rules.WaitsEnd() {
		t.setPending(0)
	}
	if w.rules.ElectionForgets() {
		w.startEpoch(t)
	}
	w.advanceHW(t)
	w.emit()
}

// MayElect is the guard of Elect(c) within any number of epochs: R7.
//
// TLA+: MayElect(c)
func (m *Model) MayElect(s *State, c int) bool {
	return m.rules.MayElect(s.Alive.Has(c), c == int(s.Leader) && s.InCharge(), s.ISR.Has(c))
}

// TLA+: BecomeFollower(r). R9.
func (w *worker) becomeFollower(s *State, r int) {
	if s.ReplicaEpoch[r] >= s.LeaderEpoch || r == int(s.Leader) || !s.Alive.Has(r) || !s.InCharge() {
		return
	}
	t := w.fork()
	leader := t.Log[t.Leader]
	w.adopt(t, r, t.LeaderEpoch)
	w.cut(t, r, w.rules.Truncate(Truncation{
		LEO:       t.LEO(r),
		Shared:    t.Log[r].SharedEpochs(leader),
		LocalHW:   int(t.LocalHW[r]),
		HW:        int(t.HW),
		LeaderLEO: leader.Len(),
		OneRound:  leader.upToEpoch(t.Log[r].lastEpoch()),
	}))
	t.setLease(r, 0)
	w.emit()
}

// TLA+: Ack(p). R5 and R6.
func (w *worker) ack(s *State, p int) {
	if !s.Pending.Has(p) || !s.InCharge() || !w.rules.StillEnough(s.ISR.Len(), w.bounds.MinISR) ||
		!w.rules.Replicated(w.wait(s, p)) {
		return
	}
	t := w.fork()
	t.setPending(t.Pending.Without(p))
	t.acknowledge(p)
	w.emit()
}

// wait is the request that waits for record p.
func (m *Model) wait(s *State, p int) Wait {
	q := Wait{ID: p, Offset: s.Log[s.Leader].offsetOf(p), HW: int(s.HW), MinISR: m.bounds.MinISR}
	for set := s.ISR; set != 0; set &= set - 1 {
		if q.Offset >= 0 && knownLEO(s, set.first(), m.rules) > q.Offset {
			q.Holders++
		}
	}
	return q
}

// TLA+: Refuse(p). R6 while waiting.
func (w *worker) refuse(s *State, p int) {
	if !s.Pending.Has(p) || w.rules.StillEnough(s.ISR.Len(), w.bounds.MinISR) {
		return
	}
	t := w.fork()
	t.setPending(t.Pending.Without(p))
	w.emit()
}

// TLA+: TimeOut(p)
func (w *worker) timeOut(s *State, p int) {
	if !s.Pending.Has(p) {
		return
	}
	t := w.fork()
	t.setPending(t.Pending.Without(p))
	if w.rules.TimeOutSucceeds() {
		t.acknowledge(p)
	}
	w.emit()
}

// TLA+: Crash(r). The controller sees a crash at once: the replica leaves the
// ISR unless it is the last member. A leader takes its bookkeeping and all
// waiting requests with it; what is known of a crashed follower is forgotten.
func (w *worker) crash(s *State, r int) {
	if !s.Alive.Has(r) || int(s.Crashes) >= w.bounds.MaxCrashes {
		return
	}
	t := w.fork()
	t.setCrashes(t.Crashes + 1)
	t.setAlive(r, false)
	t.setReplicaEpoch(r, 0)
	t.setLease(r, 0)
	if w.rules.CrashDropsResponse() {
		t.setResponse(r, Response{})
	}
	t.setISR(w.rules.CrashISR(t.ISR, r))
	if r == int(t.Leader) {
		for f := range w.Replicas() {
			w.forget(t, f, false)
		}
		t.setPending(0)
	} else if w.rules.CrashForgets() {
		w.forget(t, r, false)
	}
	if w.lossy {
		w.cut(t, r, int(t.Durable[r]))
	}
	if w.rules.CrashMovesHW() {
		w.advanceHW(t)
	}
	w.emit()
}

// TLA+: Restart(r). R7: the replica has no epoch until it adopts one.
func (w *worker) restart(s *State, r int) {
	if s.Alive.Has(r) {
		return
	}
	t := w.fork()
	t.setAlive(r, true)
	t.setReplicaEpoch(r, uint8(w.rules.RestartEpoch(r == int(t.Leader), int(t.LeaderEpoch))))
	w.emit()
}

// TLA+: Fsync(r). R12.
func (w *worker) fsync(s *State, r int) {
	if !s.Alive.Has(r) || int(s.Durable[r]) >= s.LEO(r) {
		return
	}
	t := w.fork()
	t.setDurable(r, uint8(t.LEO(r)))
	if r == int(t.Leader) {
		w.advanceHW(t)
	}
	w.emit()
}
