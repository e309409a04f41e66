package script

import (
	"fmt"

	"tidemark/model"
)

// reasons are what EXPECT REFUSED can name: a reason, or a rule.
var reasons = []string{
	"NOT_ENOUGH_REPLICAS", "stale_leader_epoch", "non_current_leader",
	"unsupported_acks", "gap", "in_sync", "is_leader", "below_hw", "no_recent_fetch",
	"not_in_isr", "in_isr", "in_charge", "not_in_charge", "not_leader", "above_hw", "lease_expired",
	"hw_not_passed", "enough_replicas", "not_durable", "old_epoch", "adopted", "in_flight", "nothing_in_flight",
	"not_waiting", "not_alive", "alive", "durable", "beyond_log", "refused",
	"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12",
}

// A condition is a part of a guard: it is a refusal where it is false.
type condition struct {
	ok      bool
	refusal Refusal
}

// firstFalse is the refusal of the first condition that is false. Where all are
// true, a variant must have other ones.
func firstFalse(conditions ...condition) *Refusal {
	for _, c := range conditions {
		if !c.ok {
			return &c.refusal
		}
	}
	return &Refusal{"", "refused", "the variant does not allow it here"}
}

// whyNot says why the model does not take a step.
func (r *replayer) whyNot(action, argument int) *Refusal {
	if charge := r.notInCharge(); charge != nil && needsLeader(action) {
		return charge
	}
	switch action {
	case model.Produce:
		return firstFalse(r.enoughReplicas("nothing is appended"))
	case model.Fetch:
		return r.whyNoFetch(argument)
	case model.Receive, model.DuplicateResponse, model.DropResponse:
		return firstFalse(
			condition{r.s.Response[argument].InFlight(), Refusal{"", "nothing_in_flight", "no response to " + r.m.Name(argument) + " is in flight"}},
			r.isAlive(argument))
	case model.ShrinkISR:
		return r.whyNoShrink(argument)
	case model.ExpandISR:
		return r.whyNoExpand(argument)
	case model.Elect:
		return r.whyNoElection(argument)
	case model.BecomeFollower:
		return r.whyNoFollower(argument)
	case model.Ack, model.Refuse, model.TimeOut:
		return r.whyNoAnswer(action, argument)
	case model.Crash:
		return firstFalse(r.isAlive(argument))
	case model.Restart:
		return firstFalse(condition{!r.s.Alive.Has(argument), Refusal{"", "alive", r.m.Name(argument) + " is up"}})
	}
	return firstFalse(r.isAlive(argument), condition{int(r.s.Durable[argument]) < r.s.LEO(argument),
		Refusal{"R12", "durable", fmt.Sprintf("%s has nothing to fsync: all of its %s are durable", r.m.Name(argument), model.Plural(r.s.LEO(argument), "record"))}})
}

// needsLeader reports whether only a leader in charge does it, or answers it.
func needsLeader(action int) bool {
	switch action {
	case model.Produce, model.Fetch, model.ShrinkISR, model.ExpandISR, model.BecomeFollower, model.Ack:
		return true
	}
	return false
}

func (r *replayer) isAlive(f int) condition {
	return condition{r.s.Alive.Has(f), Refusal{"", "not_alive", r.m.Name(f) + " is dead"}}
}

// ofEpoch is whether f has adopted the current epoch.
func (r *replayer) ofEpoch(f int) condition {
	return condition{r.s.ReplicaEpoch[f] == r.s.LeaderEpoch, Refusal{"R8", "old_epoch",
		fmt.Sprintf("%s has adopted epoch %d, not %d; FOLLOW %s comes first", r.m.Name(f), r.s.ReplicaEpoch[f], r.s.LeaderEpoch, r.m.Name(f))}}
}

func (r *replayer) enoughReplicas(end string) condition {
	n, minISR := r.s.ISR.Len(), r.script.Header.MinISR
	return condition{n >= minISR, Refusal{"R6", "NOT_ENOUGH_REPLICAS", fmt.Sprintf("ISR of %d < min.insync.replicas %d: NOT_ENOUGH_REPLICAS, %s", n, minISR, end)}}
}

func (r *replayer) whyNoFetch(f int) *Refusal {
	s, name := &r.s, r.m.Name(f)
	return firstFalse(
		condition{f != int(s.Leader), Refusal{"", "is_leader", name + " is the leader, and only followers fetch"}},
		r.isAlive(f), r.ofEpoch(f),
		condition{!s.Response[f].InFlight(), Refusal{"", "in_flight", "a response to " + name + " is in flight"}},
		condition{int(s.Durable[f]) >= s.LEO(f), Refusal{"R12", "not_durable",
			fmt.Sprintf("only %d of the %s of %s are durable, and a fetch says that it has them all; FSYNC %s comes first", s.Durable[f], model.Plural(s.LEO(f), "record"), name, name)}})
}

func (r *replayer) whyNoShrink(f int) *Refusal {
	name := r.m.Name(f)
	return firstFalse(
		condition{r.s.ISR.Has(f), Refusal{"", "not_in_isr", name + " is not in the ISR"}},
		condition{f != int(r.s.Leader), Refusal{"R2", "is_leader", "the leader is never removed"}},
		condition{r.now-r.caughtUp[f] > r.limit, Refusal{"R2", "in_sync", r.lag(f) + ": " + name + " is in sync"}})
}

func (r *replayer) whyNoExpand(f int) *Refusal {
	s, name := &r.s, r.m.Name(f)
	lately := fmt.Sprintf("%s fetched last at %s, and %d - %d = %d > %d", name, timeText(r.fetched[f]), r.now, r.fetched[f], r.now-r.fetched[f], r.limit)
	if r.fetched[f] == noTime {
		lately = name + " has not fetched in this epoch, or since it is back"
	}
	return firstFalse(
		condition{!s.ISR.Has(f), Refusal{"", "in_isr", name + " is in the ISR"}},
		r.isAlive(f),
		condition{r.now-r.fetched[f] <= r.limit, Refusal{"R3", "no_recent_fetch", lately}},
		condition{s.FollowerLEO[f] >= s.HW, Refusal{"R3", "below_hw", fmt.Sprintf("LEO(%s) %s", name, compared(int(s.FollowerLEO[f]), "HW", int(s.HW)))}})
}

func (r *replayer) whyNoElection(f int) *Refusal {
	name := r.m.Name(f)
	return firstFalse(
		condition{r.s.Alive.Has(f), Refusal{"R7", "not_alive", name + " is dead"}},
		condition{r.s.ISR.Has(f), Refusal{"R7", "not_in_isr", fmt.Sprintf("%s is not in the ISR {%s}", name, tokens(r.s.ISR.Names(r.script.Header.Replicas)))}},
		condition{f != int(r.s.Leader) || !r.s.InCharge(), Refusal{"R7", "in_charge", name + " is in charge already"}})
}

func (r *replayer) whyNoFollower(f int) *Refusal {
	s, name := &r.s, r.m.Name(f)
	return firstFalse(
		condition{f != int(s.Leader), Refusal{"", "is_leader", name + " is the leader"}},
		r.isAlive(f),
		condition{s.ReplicaEpoch[f] < s.LeaderEpoch, Refusal{"R9", "adopted", fmt.Sprintf("%s has adopted epoch %d already", name, s.LeaderEpoch)}})
}

// whyNoAnswer is R5 and R6 for a request that waits for record p.
func (r *replayer) whyNoAnswer(action, p int) *Refusal {
	s, minISR := &r.s, r.script.Header.MinISR
	waits := condition{s.Pending.Has(p), Refusal{"", "not_waiting", fmt.Sprintf("no acks=all request waits for record %d", p)}}
	switch action {
	case model.TimeOut:
		return firstFalse(waits)
	case model.Refuse:
		return firstFalse(waits, condition{s.ISR.Len() < minISR, Refusal{"R6", "enough_replicas",
			fmt.Sprintf("ISR of %d >= min.insync.replicas %d", s.ISR.Len(), minISR)}})
	}
	offset := 0
	for log := s.Log[s.Leader]; offset < log.Len() && log.At(offset).ID != p; {
		offset++
	}
	return firstFalse(waits,
		condition{int(s.HW) > offset, Refusal{"R5", "hw_not_passed", fmt.Sprintf("HW %d is not > offset %d", s.HW, offset)}},
		r.enoughReplicas("after the append"))
}

// isStep reports whether what is refused is a packet: that is a step all the
// same, for the packet is gone.
func (r *Refusal) isStep() bool {
	return r.Reason == string(model.StaleLeaderEpoch) || r.Reason == string(model.NonCurrentLeader) || r.Reason == misfitReason
}

const misfitReason = "gap"

// rejection is R8's answer to a packet: a step, but none that appends anything.
func (r *replayer) rejection(action, f int) *Refusal {
	if action != model.Receive && action != model.DuplicateResponse {
		return nil
	}
	a := &r.s.Response[f]
	if !a.InFlight() || !r.s.Alive.Has(f) {
		return nil
	}
	switch reason := r.m.Fenced(&r.s, f); reason {
	case model.Accepted:
	case model.StaleLeaderEpoch:
		return &Refusal{"R8", string(reason), fmt.Sprintf("%s: a packet of epoch %d, and %s has adopted epoch %d", reason, a.Epoch, r.m.Name(f), r.s.ReplicaEpoch[f])}
	default:
		return &Refusal{"R8", string(reason), fmt.Sprintf("%s: a packet from %s, and %s leads epoch %d", reason, r.m.Name(int(a.Source)), r.m.Name(int(r.s.Leader)), r.s.LeaderEpoch)}
	}
	return nil
}

// misfit is R8's answer to a packet that the fence has let through but whose
// records do not continue the log, so that nothing came of it.
func (r *replayer) misfit(before *model.State, f int) *Refusal {
	a, leo := &before.Response[f], before.LEO(f)
	if a.Snapshot || int(a.Base) == leo || before.Log[f] != r.s.Log[f] || before.LocalHW[f] != r.s.LocalHW[f] {
		return nil
	}
	return &Refusal{"R8", misfitReason, fmt.Sprintf("the packet starts at offset %d, and the LEO of %s is %d: dropped", a.Base, r.m.Name(f), leo)}
}

// whyNoRead is R11's refusal.
func (r *replayer) whyNoRead(level model.ReadLevel, f int) *Refusal {
	s, name := &r.s, r.m.Name(f)
	if charge := r.notInCharge(); charge != nil && level != model.ReadLocal && level != model.ReadLease {
		return charge
	}
	n, minISR := s.ISR.Len(), r.script.Header.MinISR
	return firstFalse(
		r.isAlive(f),
		condition{f == int(s.Leader), Refusal{"R11", "not_leader", fmt.Sprintf("%s is not the controller's leader: %s is", name, r.m.Name(int(s.Leader)))}},
		condition{s.LEO(f) <= int(s.LocalHW[f]), Refusal{"R11", "above_hw", fmt.Sprintf("LEO %d > HW %d: something is not committed", s.LEO(f), s.LocalHW[f])}},
		condition{s.Lease[f] > 0, Refusal{"R11", "lease_expired", "the lease of " + name + " has expired"}},
		condition{n >= minISR, Refusal{"R11", "NOT_ENOUGH_REPLICAS", fmt.Sprintf("ISR of %d < min.insync.replicas %d", n, minISR)}})
}
