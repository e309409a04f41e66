package model

// TLA+: Next. The order of the actions is the order of the module. Where a part
// of a guard is the same for many instances it is looked at here first; the
// action still states its whole guard.
func (w *worker) expand(s *State) {
	inFlight, inCharge := w.inFlight(s), s.InCharge()
	if inCharge {
		for _, acks := range w.replies {
			w.produce(s, acks)
		}
		for set := s.Alive &^ inFlight; set != 0; set &= set - 1 {
			w.fetch(s, set.first())
		}
	}
	for set := s.Alive & inFlight; set != 0; set &= set - 1 {
		w.receive(s, set.first())
	}
	if w.bounds.Drop {
		for set := inFlight; set != 0; set &= set - 1 {
			w.dropResponse(s, set.first())
		}
	}
	if w.bounds.Duplicate {
		for set := s.Alive & inFlight; set != 0; set &= set - 1 {
			w.duplicateResponse(s, set.first())
		}
	}
	w.tick(s)
	w.membership(s, inCharge)
	if s.Pending != 0 {
		w.requests(s)
	}
	w.failures(s)
}

// membership is who is in the ISR, who leads and who follows.
func (w *worker) membership(s *State, inCharge bool) {
	if inCharge {
		for set := s.ISR; set != 0; set &= set - 1 {
			w.shrinkISR(s, set.first())
		}
		for set := s.Alive &^ s.ISR; set != 0; set &= set - 1 {
			w.expandISR(s, set.first())
		}
	}
	if int(s.ControllerEpoch) < w.bounds.MaxEpoch {
		for set := s.Alive; set != 0; set &= set - 1 {
			w.elect(s, set.first())
		}
	}
	if inCharge {
		for set := s.Alive; set != 0; set &= set - 1 {
			w.becomeFollower(s, set.first())
		}
	}
}

// requests are the answers to waiting acks=all requests.
func (w *worker) requests(s *State) {
	for p := 1; p <= w.bounds.MaxRecords; p++ {
		w.ack(s, p)
	}
	for p := 1; p <= w.bounds.MaxRecords; p++ {
		w.refuse(s, p)
	}
	if w.bounds.TimeOuts {
		for p := 1; p <= w.bounds.MaxRecords; p++ {
			w.timeOut(s, p)
		}
	}
}

// failures are crashes, restarts and what protects from them.
func (w *worker) failures(s *State) {
	if int(s.Crashes) < w.bounds.MaxCrashes {
		for set := s.Alive; set != 0; set &= set - 1 {
			w.crash(s, set.first())
		}
	}
	for set := w.all &^ s.Alive; set != 0; set &= set - 1 {
		w.restart(s, set.first())
	}
	if w.lossy {
		for set := s.Alive; set != 0; set &= set - 1 {
			w.fsync(s, set.first())
		}
	}
}

// inFlight are the replicas with a response in flight to them.
func (w *worker) inFlight(s *State) ReplicaSet {
	var set ReplicaSet
	for r := range w.n {
		if s.Response[r].InFlight() {
			set |= 1 << uint(r)
		}
	}
	return set
}
