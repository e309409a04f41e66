package model

import "tidemark/explore"

// TLA+: Next. The order of the actions is the order of the module.
func (w *worker) expand(s *State) {
	for _, acks := range w.replies {
		w.produce(s, acks)
	}
	n := w.Replicas()
	for f := range n {
		w.fetch(s, f)
	}
	for f := range n {
		w.receive(s, f)
	}
	if w.bounds.Drop {
		for f := range n {
			w.dropResponse(s, f)
		}
	}
	if w.bounds.Duplicate {
		for f := range n {
			w.duplicateResponse(s, f)
		}
	}
	w.tick(s)
	w.membership(s)
	w.requests(s)
	w.failures(s)
}

// membership is who is in the ISR, who leads and who follows.
func (w *worker) membership(s *State) {
	n := w.Replicas()
	for f := range n {
		w.shrinkISR(s, f)
	}
	for f := range n {
		w.expandISR(s, f)
	}
	for c := range n {
		w.elect(s, c)
	}
	for r := range n {
		w.becomeFollower(s, r)
	}
}

// requests are the answers to waiting acks=all requests.
func (w *worker) requests(s *State) {
	if s.Pending == 0 {
		return
	}
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
	n := w.Replicas()
	if w.bounds.MaxCrashes > 0 {
		for r := range n {
			w.crash(s, r)
		}
		for r := range n {
			w.restart(s, r)
		}
	}
	if w.lossy {
		for r := range n {
			w.fsync(s, r)
		}
	}
}

// one is the set of a single replica.
func one(r int) ReplicaSet { return ReplicaSet(0).With(r) }

// label names an action instance.
func label(action, argument int) explore.Label { return explore.MakeLabel(action, argument) }
