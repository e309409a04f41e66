package model

// TLA+: Next. The order of the actions is the order of the module. Where a part
// of a guard is the same for many instances it is looked at here first; the
// action still states its whole guard.
func (w *worker) expand(s *outline) {
	if s.inCharge {
		for _, acks := range w.replies {
			w.try(Produce, acks)
		}
		w.tryEach(Fetch, s.alive&^s.inFlight)
	}
	w.tryEach(Receive, s.alive&s.inFlight)
	if w.bounds.Drop {
		w.tryEach(DropResponse, s.inFlight)
	}
	if w.bounds.Duplicate {
		w.tryEach(DuplicateResponse, s.alive&s.inFlight)
	}
	w.try(Tick, 0)
	w.membership(s)
	if s.waiting {
		w.requests()
	}
	w.failures(s)
}

// try lists an action as worth trying.
func (w *worker) try(action, argument int) {
	w.tries = append(w.tries, instance(action, argument))
}

// tryEach tries an action for each of some replicas.
func (w *worker) tryEach(action int, set ReplicaSet) {
	for ; set != 0; set &= set - 1 {
		w.try(action, set.first())
	}
}

// membership is who is in the ISR, who leads and who follows.
func (w *worker) membership(s *outline) {
	if s.inCharge {
		w.tryEach(ShrinkISR, s.isr)
		w.tryEach(ExpandISR, s.alive&^s.isr)
	}
	if int(s.controllerEpoch) < w.bounds.MaxEpoch {
		w.tryEach(Elect, s.alive)
	}
	if s.inCharge {
		w.tryEach(BecomeFollower, s.alive&s.behind)
	}
}

// requests are the answers to waiting acks=all requests.
func (w *worker) requests() {
	for p := 1; p <= w.bounds.MaxRecords; p++ {
		w.try(Ack, p)
	}
	for p := 1; p <= w.bounds.MaxRecords; p++ {
		w.try(Refuse, p)
	}
	if w.bounds.TimeOuts {
		for p := 1; p <= w.bounds.MaxRecords; p++ {
			w.try(TimeOut, p)
		}
	}
}

// failures are crashes, restarts and what protects from them.
func (w *worker) failures(s *outline) {
	if int(s.crashes) < w.bounds.MaxCrashes {
		w.tryEach(Crash, s.alive)
	}
	w.tryEach(Restart, (1<<uint(w.n)-1)&^s.alive)
	if w.lossy {
		w.tryEach(Fsync, s.alive)
	}
}
