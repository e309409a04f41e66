package model

// TLA+: Next. The order of the actions is the order of the module; successors come
// family by family. What an outline says of a guard is looked at here first; the
// action still states its whole guard.
func (w *worker) expand(s *outline) {
	if s.inCharge {
		for _, acks := range w.replies {
			if int(s.produced) < w.bounds.MaxRecords && w.rules.Admits(acks == acksAll, s.isr.Len(), w.bounds.MinISR) {
				w.try(Produce, acks)
			}
		}
		w.tryIf(Fetch, (s.alive &^ s.inFlight).Without(s.leader), func(r int) bool {
			return w.rules.MayFetch(!s.behind.Has(r), 0, 0)
		})
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

// tryIf tries an action for those of some replicas for which a part of its guard
// holds.
func (w *worker) tryIf(action int, set ReplicaSet, may func(r int) bool) {
	for ; set != 0; set &= set - 1 {
		if r := set.first(); may(r) {
			w.try(action, r)
		}
	}
}

// membership is who is in the ISR, who leads and who follows.
func (w *worker) membership(s *outline) {
	if s.inCharge {
		w.tryIf(ShrinkISR, s.isr, func(r int) bool {
			return w.rules.MayLeave(r == s.leader, true, s.isr.Len(), w.bounds.MinISR)
		})
		w.tryEach(ExpandISR, s.alive&^s.isr)
	}
	if int(s.controllerEpoch) < w.bounds.MaxEpoch {
		w.tryIf(Elect, s.alive, func(r int) bool {
			return w.rules.MayElect(true, r == s.leader && s.inCharge, s.isr.Has(r))
		})
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
