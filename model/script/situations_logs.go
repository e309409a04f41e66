package script

import "tidemark/model"

// took reports whether a response was taken, by a command that leaves it in flight
// or not, and which it was.
func (v *view) took() (*model.Response, bool) {
	if !v.did("RECEIVE") && !v.did("DUPLICATE") {
		return nil, false
	}
	return &v.s.Response[v.f], true
}

// cut is how many records a replica has lost.
func (v *view) cut() int { return v.s.LEO(v.f) - v.t.LEO(v.f) }

// aboutElections are the situations of R7.
var aboutElections = []situation{
	{"R7", "a member of the ISR is elected, and the old leader leaves it", func(v *view) bool {
		return v.did("ELECT") && v.f != int(v.s.Leader) && v.s.ISR.Has(int(v.s.Leader)) && !v.t.ISR.Has(int(v.s.Leader))
	}},
	{"R7", "who is not in the ISR is not elected", func(v *view) bool { return v.refused("ELECT", "not_in_isr") }},
	{"R7", "who is dead is not elected", func(v *view) bool { return v.refused("ELECT", "not_alive") }},
	{"R7", "who is in charge is not elected again", func(v *view) bool { return v.refused("ELECT", "in_charge") }},
	{"R7", "the last member, back from a crash, is elected again", func(v *view) bool {
		return v.did("ELECT") && v.f == int(v.s.Leader) && v.t.LeaderEpoch > v.s.LeaderEpoch
	}},
	{"R7", "a leader that is back from a crash is not in charge", func(v *view) bool {
		return v.refused("PRODUCE", "not_in_charge") && v.s.Alive.Has(int(v.s.Leader))
	}},
	{"R7", "the new leader is cut to the HW", func(v *view) bool { return v.did("ELECT") && v.cut() > 0 && v.t.LEO(v.f) > 0 }},
	{"R7", "the new leader has no more than the HW, and is not cut, although its own HW is below", func(v *view) bool {
		return v.did("ELECT") && v.cut() == 0 && v.s.LocalHW[v.f] < v.s.HW && v.s.LEO(v.f) == int(v.s.HW)
	}},
	{"R7", "requests that wait end with an election", func(v *view) bool {
		return v.did("ELECT") && v.s.Pending != 0 && v.t.Pending == 0
	}},
	{"R7", "a member that crashes leaves the ISR", func(v *view) bool { return v.did("CRASH") && v.left(v.f) }},
	{"R7", "the last member that crashes stays in the ISR", func(v *view) bool {
		return v.did("CRASH") && v.t.ISR == model.ReplicaSet(0).With(v.f)
	}},
}

// aboutLogs are the situations of R8 and R9, and what followers know of the HW.
var aboutLogs = []situation{
	{"R8", "a packet of an older epoch than the adopted one is rejected", func(v *view) bool {
		return v.refused("RECEIVE", string(model.StaleLeaderEpoch)) && v.s.Response[v.f].Records != 0
	}},
	{"R8", "a packet of the epoch that a follower has adopted is taken, although a newer one has begun", func(v *view) bool {
		a, took := v.took()
		return took && a.Epoch < v.s.LeaderEpoch && a.Records != 0
	}},
	{"R8", "a follower of an older epoch can't fetch", func(v *view) bool {
		return v.refused("FETCH", "old_epoch") && v.s.ReplicaEpoch[v.f] > 0
	}},
	{"R4", "a follower's HW is what was advertised, below its LEO", func(v *view) bool {
		a, took := v.took()
		return took && v.t.LocalHW[v.f] == a.HW && int(a.HW) < v.t.LEO(v.f)
	}},
	{"R9", "all of the log is shared: nothing is cut", func(v *view) bool {
		return v.did("FOLLOW") && v.cut() == 0 && v.t.LEO(v.f) > 0
	}},
	{"R9", "more than its own HW is shared, and stays", func(v *view) bool {
		return v.did("FOLLOW") && v.s.LocalHW[v.f] < v.s.HW && v.t.LEO(v.f) == int(v.s.HW) && v.s.ReplicaEpoch[v.f] > 0
	}},
	{"R9", "the log is longer than the leader's: the rest is cut", func(v *view) bool {
		return v.did("FOLLOW") && v.cut() > 0 && v.t.LEO(v.f) == v.end()
	}},
	{"R9", "at an offset that the leader has, too, but with another epoch: it is cut", func(v *view) bool {
		return v.did("FOLLOW") && v.cut() > 0 && v.s.LEO(v.f) <= v.end()
	}},
	{"R9", "who has adopted the epoch does not adopt it again", func(v *view) bool { return v.refused("FOLLOW", "adopted") }},
}

// aboutOldRecords and aboutReturn are those that take more steps than others.
var (
	aboutOldRecords = []situation{
		{"R8", "records of an old epoch are taken from the new leader", func(v *view) bool {
			a, took := v.took()
			return took && a.Records != 0 && a.Records.At(0).Epoch < int(a.Epoch)
		}},
	}
	aboutReturn = []situation{
		{"R9", "more than the HW is shared, and stays", func(v *view) bool {
			return v.did("FOLLOW") && v.cut() == 0 && v.t.LEO(v.f) > int(v.s.HW)
		}},
	}
)

// aboutBatches are those in which not all is sent at once, or something twice.
var aboutBatches = []situation{
	{"R8", "a packet that does not continue the log is dropped", func(v *view) bool {
		return v.refused("RECEIVE", misfitReason) && v.s.Response[v.f].Records != 0
	}},
	{"R4", "a follower's HW goes no further than its log", func(v *view) bool {
		a, took := v.took()
		return took && int(a.HW) > v.t.LEO(v.f) && int(v.t.LocalHW[v.f]) == v.t.LEO(v.f)
	}},
	{"R10", "no more records than a response holds are sent", func(v *view) bool {
		return v.did("FETCH") && v.header.FetchMax > 0 && !v.t.Response[v.f].Snapshot && v.offset()+v.t.Response[v.f].Records.Len() < v.end()
	}},
}

// aboutCatchUp are the situations of R10.
var aboutCatchUp = []situation{
	{"R10", "the next record is the first one retained: it is sent", func(v *view) bool {
		return v.did("FETCH") && v.header.Retention > 0 && v.offset() == v.end()-v.header.Retention && v.offset() > 0 && !v.t.Response[v.f].Snapshot
	}},
	{"R10", "the next record is one before that: a snapshot is sent", func(v *view) bool {
		return v.did("FETCH") && v.offset() == v.end()-v.header.Retention-1 && v.t.Response[v.f].Snapshot && v.t.HW > 0
	}},
	{"R10", "a snapshot is installed, and counts as committed below the advertised HW only", func(v *view) bool {
		a, took := v.took()
		return took && a.Snapshot && v.t.LocalHW[v.f] == a.HW && a.HW > 0 && int(a.HW) < v.t.LEO(v.f)
	}},
}

// aboutReads are the situations of R11.
var aboutReads = []situation{
	{"R11", "LOCAL is answered with what a follower has", func(v *view) bool {
		return v.did("READ") && v.c.Word == "LOCAL" && v.f != int(v.s.Leader) && v.s.LEO(v.f) < v.end()
	}},
	{"R11", "LEADER shows what is above the HW", func(v *view) bool {
		return v.did("READ") && v.c.Word == "LEADER" && v.end() > int(v.s.HW)
	}},
	{"R11", "CONSUMER does not", func(v *view) bool {
		return v.did("READ") && v.c.Word == "CONSUMER" && v.end() > int(v.s.HW)
	}},
	{"R11", "LINEARIZABLE is answered when nothing is above the HW", func(v *view) bool {
		return v.did("READ") && v.c.Word == "LINEARIZABLE" && v.end() > 0
	}},
	{"R11", "LINEARIZABLE is refused while something is above the HW", func(v *view) bool {
		return v.refused("READ", "above_hw") && v.c.Word == "LINEARIZABLE"
	}},
	{"R11", "LINEARIZABLE is refused when the lease has expired", func(v *view) bool {
		return v.refused("READ", "lease_expired") && v.c.Word == "LINEARIZABLE"
	}},
	{"R11", "LINEARIZABLE is refused with too small an ISR", func(v *view) bool {
		return v.refused("READ", "NOT_ENOUGH_REPLICAS") && v.c.Word == "LINEARIZABLE"
	}},
	{"R11", "a leader that was replaced has a lease, and is refused all the same", func(v *view) bool {
		return v.refused("READ", "not_leader") && v.c.Word == "LEASE" && v.s.Lease[v.f] > 0 &&
			v.s.ISR.Len() >= v.header.MinISR && v.s.LEO(v.f) == int(v.s.LocalHW[v.f])
	}},
	{"R11", "a tick renews the lease of a leader in charge", func(v *view) bool {
		return v.did("TICK") && v.s.InCharge() && v.t.Lease[v.t.Leader] == v.s.Lease[v.s.Leader] && v.s.Lease[v.s.Leader] > 0
	}},
	{"R11", "a lease runs down with too small an ISR", func(v *view) bool {
		return v.did("TICK") && v.s.InCharge() && v.t.Lease[v.t.Leader] < v.s.Lease[v.s.Leader]
	}},
}

// aboutDurability are the situations of R12.
var aboutDurability = []situation{
	{"R12", "the leader's log counts up to what is durable", func(v *view) bool {
		return v.did("PRODUCE") && v.header.Lossy && v.s.ISR.Len() == 1 && v.t.HW == v.s.HW
	}},
	{"R12", "an fsync of the leader moves the HW", func(v *view) bool { return v.did("FSYNC") && v.t.HW > v.s.HW }},
	{"R12", "who has more than is durable can't fetch", func(v *view) bool { return v.refused("FETCH", "not_durable") }},
	{"R12", "a crash loses what is not durable", func(v *view) bool { return v.did("CRASH") && v.cut() > 0 }},
	{"R12", "a crash keeps what is durable", func(v *view) bool {
		return v.did("CRASH") && v.header.Lossy && v.cut() == 0 && v.t.LEO(v.f) > 0
	}},
}

// aboutCommands are those situations of R2, R3, R5 and R6 in which it takes a
// command to apply them.
var aboutCommands = []situation{
	{"R2", "who was caught up exactly replica.lag.time.max.ms ago can't be removed", func(v *view) bool {
		return v.refused("SHRINK", "in_sync") && int(v.s.LastCaughtUp[v.f]) == v.oldest-1
	}},
	{"R2", "who was caught up longer ago can be removed", func(v *view) bool { return v.did("SHRINK") }},
	{"R2", "the leader can't be removed", func(v *view) bool { return v.refused("SHRINK", "is_leader") }},
	{"R3", "one below the HW nobody can be added", func(v *view) bool {
		return v.refused("EXPAND", "below_hw") && known(v.s, v.f) == int(v.s.HW)-1
	}},
	{"R3", "who has reached the HW can be added", func(v *view) bool { return v.did("EXPAND") && v.s.HW > 0 }},
	{"R3", "who has not fetched lately can't be added", func(v *view) bool {
		return v.refused("EXPAND", "no_recent_fetch") && v.s.Alive.Has(v.f) && v.s.ReplicaEpoch[v.f] == v.s.LeaderEpoch
	}},
	{"R5", "success can't be answered while the HW is at the record", func(v *view) bool {
		return v.refused("ACK", "hw_not_passed") && offsetOf(v.s, v.c.Number) == int(v.s.HW)
	}},
	{"R5", "success can be answered when the HW has passed it", func(v *view) bool { return v.did("ACK") }},
	{"R6", "failure can't be answered with enough in the ISR", func(v *view) bool { return v.refused("REFUSE", "enough_replicas") }},
	{"R6", "failure can be answered with too few, and success can't", func(v *view) bool { return v.did("REFUSE") }},
}
