package model

// A successor is a state in the making. Its State is read like any other but
// changed only through the methods below, each of which also changes the
// packed form and takes note of the aspect that differs from the state it
// started as. A part that the layout has no room for is [Optional], and stays as
// it is.
type successor struct {
	State
	row     []uint64 // the state, packed
	layout  *layout
	changed Aspects
	records bool // records came, went or moved, so that an epoch may be needed no more
}

// packEpochs packs the epochs of the records that occur anywhere in the state.
func (t *successor) packEpochs() {
	h := &t.layout.history
	h.flip(t.row, h.get(t.row)^t.layout.packHistory(&t.State, t.layout.epochsOf(&t.State)))
}

func (t *successor) setLog(r int, log Log) {
	if d := t.Log[r] ^ log; d != 0 {
		t.layout.log[r].flip(t.row, t.layout.packIDs(d))
		t.Log[r] = log
		t.changed |= Logs
		t.records = true
	}
}

func (t *successor) setResponse(f int, a Response) {
	if t.layout.advertised == 0 {
		a.HW = 0
	}
	old := &t.Response[f]
	if !old.InFlight() {
		t.changed |= Sends
	}
	t.changed |= Responses
	t.records = t.records || old.Records != a.Records
	slot := &t.layout.response[f]
	slot.flip(t.row, slot.get(t.row)^t.layout.packResponse(&a))
	*old = a
}

func (t *successor) setCommitted(log Log) {
	if t.Committed != log && t.layout.ofCommitted != 0 {
		t.Committed = log
		t.changed |= History
		t.records = true
	}
}

// set changes one of the numbers that there are for each replica.
func (t *successor) set(f *field, e *Each, r int, v uint8, aspect Aspects) {
	if d := e[r&7] ^ v; d != 0 {
		t.row[f.word] ^= uint64(d) << ((f.slot.shift + uint(r)*f.width) & 63)
		e[r&7] = v
		t.changed |= aspect
	}
}

func (t *successor) setReplicaEpoch(r int, epoch uint8) {
	t.set(&t.layout.replicaEpoch, &t.ReplicaEpoch, r, epoch, Adoption)
}

func (t *successor) setLocalHW(r int, hw uint8) {
	if t.layout.localHW.mask == 0 {
		return
	}
	t.set(&t.layout.localHW, &t.LocalHW, r, hw, LocalMarks)
}

func (t *successor) setLease(r int, ticks uint8) {
	t.set(&t.layout.lease, &t.Lease, r, ticks, Leases)
}

func (t *successor) setFollowerLEO(f int, offset uint8) {
	t.set(&t.layout.followerLEO, &t.FollowerLEO, f, offset, Ledger)
}

func (t *successor) setLastFetchLeaderLEO(f int, offset uint8) {
	t.set(&t.layout.lastFetchLeaderLEO, &t.LastFetchLeaderLEO, f, offset, Ledger)
}

func (t *successor) setLastCaughtUp(f int, age uint8) {
	t.set(&t.layout.lastCaughtUp, &t.LastCaughtUp, f, age, Ledger)
}

func (t *successor) setLastFetch(f int, age uint8) {
	t.set(&t.layout.lastFetch, &t.LastFetch, f, age, Ledger)
}

// setDurable changes what is packed only where the durable end can differ from
// the log's.
func (t *successor) setDurable(r int, records uint8) {
	if t.layout.durable.mask == 0 {
		if t.Durable[r] != records {
			t.Durable[r] = records
			t.changed |= Durability
		}
		return
	}
	t.set(&t.layout.durable, &t.Durable, r, records, Durability)
}

// setAges changes the ages of all replicas.
func (t *successor) setAges(caughtUp, fetch Each) {
	l := t.layout
	l.lastCaughtUp.flip(t.row, l.lastCaughtUp.pack(t.LastCaughtUp.word()^caughtUp.word()))
	l.lastFetch.flip(t.row, l.lastFetch.pack(t.LastFetch.word()^fetch.word()))
	t.LastCaughtUp, t.LastFetch = caughtUp, fetch
	t.changed |= Ledger
}

func (t *successor) setAlive(alive ReplicaSet) {
	t.layout.alive.flip(t.row, uint64(t.Alive^alive))
	t.Alive = alive
	t.changed |= Liveness
}

func (t *successor) setISR(isr ReplicaSet) {
	if isr != t.ISR {
		t.layout.isr.flip(t.row, uint64(t.ISR^isr))
		t.ISR = isr
		t.changed |= Membership
	}
}

// setLeader makes a replica the leader of an epoch.
func (t *successor) setLeader(r int, leaderEpoch, controllerEpoch uint8) {
	l := t.layout
	l.leader.flip(t.row, uint64(t.Leader^uint8(r)))
	l.leaderEpoch.flip(t.row, uint64(t.LeaderEpoch^leaderEpoch))
	l.controllerEpoch.flip(t.row, uint64(t.ControllerEpoch^controllerEpoch))
	t.Leader, t.LeaderEpoch, t.ControllerEpoch = uint8(r), leaderEpoch, controllerEpoch
	t.changed |= Leadership
}

func (t *successor) setHW(hw uint8) {
	if hw != t.HW {
		t.layout.hw.flip(t.row, uint64(t.HW^hw))
		t.HW = hw
		t.changed |= Watermark
	}
}

func (t *successor) setProduced(records uint8) {
	t.layout.produced.flip(t.row, uint64(t.Produced^records))
	t.Produced = records
	t.changed |= Counters
}

func (t *successor) setCrashes(crashes uint8) {
	t.layout.crashed.flip(t.row, uint64(t.Crashes^crashes))
	t.Crashes = crashes
	t.changed |= Counters
}

func (t *successor) setPending(ids RecordSet) {
	if ids != t.Pending && t.layout.waiting != 0 {
		t.layout.pending.flip(t.row, uint64(t.Pending^ids)>>1) // ids start at 1
		t.Pending = ids
		t.changed |= Answers
	}
}

func (t *successor) setAcked(ids RecordSet) {
	if t.layout.answered == 0 {
		return
	}
	t.layout.acked.flip(t.row, uint64(t.Acked^ids)>>1)
	t.Acked = ids
	t.changed |= Answers
}

func (t *successor) setRefused(ids RecordSet) {
	if t.layout.declined == 0 {
		return
	}
	t.layout.refused.flip(t.row, uint64(t.Refused^ids)>>1)
	t.Refused = ids
	t.changed |= Answers
}
