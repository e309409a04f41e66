package model

// The ISR, elections, and the answers that depend on them.

// TLA+: ShrinkISR(f)
func (w *worker) shrinkISR(s *State, f int) {
	if !w.MayShrink(s, f) {
		return
	}
	t := w.fork()
	t.ISR = t.ISR.Without(f)
	w.advanceHW(t)
	w.emit(label(ShrinkISR, f), touch{replicas: one(f)})
}

// MayShrink is the guard of ShrinkISR(f): R2.
func (m *Model) MayShrink(s *State, f int) bool {
	return s.ISR.Has(f) && m.rules.MayLeave(f == int(s.Leader),
		m.rules.OutOfSync(-int(s.LastCaughtUp[f]), 0, m.bounds.LagMax)) && s.InCharge()
}

// TLA+: ExpandISR(f)
func (w *worker) expandISR(s *State, f int) {
	if !w.MayExpand(s, f) {
		return
	}
	t := w.fork()
	t.ISR = t.ISR.With(f)
	w.advanceHW(t)
	w.emit(label(ExpandISR, f), touch{replicas: one(f)})
}

// MayExpand is the guard of ExpandISR(f): R3, for a live follower that has
// fetched within LagMax and thus in this epoch and since its last restart.
func (m *Model) MayExpand(s *State, f int) bool {
	return int(s.LastFetch[f]) <= m.bounds.LagMax && !s.ISR.Has(f) && s.Alive.Has(f) &&
		m.rules.MayJoin(int(s.FollowerLEO[f]), int(s.HW)) && s.InCharge()
}

// TLA+: Elect(c). R7; requests that wait end with an outcome unknown to their
// clients, and R4 would not move the HW over fresh bookkeeping.
func (w *worker) elect(s *State, c int) {
	if int(s.ControllerEpoch) >= w.bounds.MaxEpoch || !w.MayElect(s, c) {
		return
	}
	t := w.fork()
	w.cut(t, c, w.rules.ElectionCut(t.LEO(c), int(t.HW)))
	if old := int(t.Leader); old != c {
		t.ISR = t.ISR.Without(old)
	}
	t.Leader = uint8(c)
	t.LeaderEpoch++
	t.ControllerEpoch++
	t.ReplicaEpoch[c] = t.LeaderEpoch
	t.Lease[c] = uint8(w.bounds.Lease)
	t.Pending = 0
	w.startEpoch(t)
	w.advanceHW(t)
	w.emit(label(Elect, c), touch{replicas: w.all, records: t.Log[c] != s.Log[c]})
}

// MayElect is the guard of Elect(c) within any number of epochs: R7.
func (m *Model) MayElect(s *State, c int) bool {
	return m.rules.MayElect(s.Alive.Has(c), s.ISR.Has(c), c == int(s.Leader) && s.InCharge())
}

// TLA+: BecomeFollower(r). R9.
func (w *worker) becomeFollower(s *State, r int) {
	if s.ReplicaEpoch[r] >= s.LeaderEpoch || r == int(s.Leader) || !s.Alive.Has(r) || !s.InCharge() {
		return
	}
	t := w.fork()
	t.ReplicaEpoch[r] = t.LeaderEpoch
	w.cut(t, r, w.rules.Truncate(Truncation{
		LEO:     t.LEO(r),
		Shared:  t.Log[r].SharedEpochs(t.Log[t.Leader]),
		LocalHW: int(t.LocalHW[r]),
		HW:      int(t.HW),
	}))
	t.Lease[r] = 0
	w.emit(label(BecomeFollower, r), touch{replicas: one(r), records: t.Log[r] != s.Log[r]})
}

// TLA+: Ack(p). R5 and R6.
func (w *worker) ack(s *State, p int) {
	if !s.Pending.Has(p) || !s.InCharge() ||
		!w.rules.MayAck(s.Log[s.Leader].offsetOf(p), int(s.HW), s.ISR.Len(), w.bounds.MinISR) {
		return
	}
	t := w.fork()
	t.Pending = t.Pending.Without(p)
	t.acknowledge(p)
	w.emit(label(Ack, p), touch{})
}

// TLA+: Refuse(p). R6 while waiting.
func (w *worker) refuse(s *State, p int) {
	if !s.Pending.Has(p) || !w.rules.MayRefuse(s.ISR.Len(), w.bounds.MinISR) {
		return
	}
	t := w.fork()
	t.Pending = t.Pending.Without(p)
	w.emit(label(Refuse, p), touch{})
}

// TLA+: TimeOut(p)
func (w *worker) timeOut(s *State, p int) {
	if !s.Pending.Has(p) {
		return
	}
	t := w.fork()
	t.Pending = t.Pending.Without(p)
	w.emit(label(TimeOut, p), touch{})
}

// TLA+: Crash(r). The controller sees a crash at once: the replica leaves the
// ISR unless it is the last member. A leader takes its bookkeeping and all
// waiting requests with it; what is known of a crashed follower is forgotten
// (KIP-903 is about brokers that came back with less than that).
func (w *worker) crash(s *State, r int) {
	if !s.Alive.Has(r) || int(s.Crashes) >= w.bounds.MaxCrashes {
		return
	}
	t := w.fork()
	t.Crashes++
	t.Alive = t.Alive.Without(r)
	t.ReplicaEpoch[r] = 0
	t.Lease[r] = 0
	t.Response[r] = Response{}
	if t.ISR != one(r) {
		t.ISR = t.ISR.Without(r)
	}
	touched := one(r)
	if r == int(t.Leader) {
		for f := range w.Replicas() {
			w.forget(t, f)
		}
		t.Pending = 0
		touched = w.all
	} else {
		w.forget(t, r)
	}
	if w.lossy {
		w.cut(t, r, int(t.Durable[r]))
	}
	w.advanceHW(t)
	w.emit(label(Crash, r), touch{replicas: touched, responses: one(r),
		records: s.Response[r].Records != 0 || t.Log[r] != s.Log[r]})
}

// TLA+: Restart(r). The replica has no epoch until it adopts one.
func (w *worker) restart(s *State, r int) {
	if s.Alive.Has(r) {
		return
	}
	t := w.fork()
	t.Alive = t.Alive.With(r)
	w.emit(label(Restart, r), touch{replicas: one(r)})
}

// TLA+: Fsync(r). R12.
func (w *worker) fsync(s *State, r int) {
	if !s.Alive.Has(r) || int(s.Durable[r]) >= s.LEO(r) {
		return
	}
	t := w.fork()
	t.Durable[r] = uint8(t.LEO(r))
	if r == int(t.Leader) {
		w.advanceHW(t)
	}
	w.emit(label(Fsync, r), touch{replicas: one(r)})
}
