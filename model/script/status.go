package script

import (
	"fmt"

	"tidemark/model"
)

// status notes what there is to see, after it has brought the rules up to date.
func (r *replayer) status() error {
	if r.script.Header.Auto {
		if err := r.upkeep(); err != nil {
			return err
		}
	}
	s := &r.s
	for f := range r.m.Replicas() {
		if s.ISR.Has(f) && f != int(s.Leader) && r.caughtUp[f] != noTime && r.now-r.caughtUp[f] <= r.limit {
			r.note("%s in sync: %s", r.m.Name(f), r.lag(f))
		}
	}
	admitted, why := r.admission()
	status := &Status{
		Leader: r.m.Name(int(s.Leader)), InCharge: s.InCharge(),
		Epoch: int(s.LeaderEpoch), ControllerEpoch: int(s.ControllerEpoch),
		ISR: s.ISR.Names(r.script.Header.Replicas), HW: int(s.HW),
		AcksAll: admitted, Admission: why,
	}
	for f := range r.m.Replicas() {
		status.Replicas = append(status.Replicas, r.replicaStatus(f))
	}
	r.at.Status = status
	return nil
}

func (r *replayer) replicaStatus(f int) ReplicaStatus {
	s := &r.s
	v := ReplicaStatus{
		Name: r.m.Name(f), Role: r.role(f), InISR: s.ISR.Has(f), Epoch: int(s.ReplicaEpoch[f]),
		LEO: s.LEO(f), AppliedHW: int(s.LocalHW[f]), Durable: int(s.Durable[f]),
		Log: logWords(s.Log[f]), Committed: logWords(s.Log[f].Cut(int(s.LocalHW[f]))),
		Lease: int(s.Lease[f]),
	}
	if f != int(s.Leader) {
		v.CatchUp, v.KnownLEO, v.CaughtUp = r.catchUp(f), int(s.FollowerLEO[f]), timeText(r.caughtUp[f])
	}
	return v
}

func (r *replayer) role(f int) string {
	s := &r.s
	switch leads := f == int(s.Leader); {
	case leads && s.InCharge():
		return "leader"
	case leads && s.Alive.Has(f):
		return "(leader)"
	case leads:
		return "dead (leader)"
	case s.Alive.Has(f):
		return "follower"
	}
	return "dead"
}

// admission is whether acks=all is admitted now, and why (R6).
func (r *replayer) admission() (admitted bool, why string) {
	s, minISR := &r.s, r.script.Header.MinISR
	if !s.InCharge() {
		return false, r.notInCharge().Text
	}
	sign := ">="
	if s.ISR.Len() < minISR {
		sign = "<"
	}
	why = fmt.Sprintf("ISR of %d %s min.insync.replicas %d", s.ISR.Len(), sign, minISR)
	return r.m.Rules().Admits(true, s.ISR.Len(), minISR), why
}

// notInCharge is the refusal of what only a leader in charge does, or nil.
func (r *replayer) notInCharge() *Refusal {
	s, name := &r.s, r.m.Name(int(r.s.Leader))
	switch {
	case s.InCharge():
		return nil
	case !s.Alive.Has(int(s.Leader)):
		return &Refusal{"", "not_in_charge", fmt.Sprintf("nobody is in charge: leader %s is dead", name)}
	}
	return &Refusal{"", "not_in_charge", fmt.Sprintf("nobody is in charge: leader %s is back, but has adopted epoch %d, not %d", name, s.ReplicaEpoch[s.Leader], s.LeaderEpoch)}
}

// lag is R2's arithmetic for f.
func (r *replayer) lag(f int) string {
	if r.caughtUp[f] == noTime {
		return "it was never caught up in this epoch"
	}
	ago := r.now - r.caughtUp[f]
	if ago > r.limit {
		return fmt.Sprintf("%d - %d = %d > %d", r.now, r.caughtUp[f], ago, r.limit)
	}
	return fmt.Sprintf("%d - %d = %d is not > %d", r.now, r.caughtUp[f], ago, r.limit)
}

// knownLEO is how far a replica is, as R4 counts it.
func (r *replayer) knownLEO(s *model.State, f int) int {
	if f == int(s.Leader) {
		return r.m.Rules().Counted(s.LEO(f), int(s.Durable[f]))
	}
	return int(s.FollowerLEO[f])
}
