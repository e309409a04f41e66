package model

// A successor is a state in the making. Its State is read like any other but
// changed only through the methods below, each of which also takes note of
// where a row holds what was set, and of the aspect that changed. A part that the
// layout has no room for is [Optional], and stays as it is.
type successor struct {
	State
	layout  *layout
	known   []uint64 // the bits of a row that its source was unpacked from
	written []uint64 // the bits of a row that hold what was set
	changed Aspects
}

func newSuccessor(l *layout) *successor {
	t := &successor{layout: l, known: make([]uint64, l.words), written: make([]uint64, l.words)}
	for i := range t.known {
		t.known[i] = ^uint64(0)
	}
	return t
}

// note takes note of a part that was set. What it was before is only known of
// parts that the source was unpacked from; any other may have changed.
func (t *successor) note(at slot, differs bool, aspect Aspects) {
	bits := at.mask << (at.shift & 63)
	t.written[at.word] |= bits
	if differs || bits&^t.known[at.word] != 0 {
		t.changed |= aspect
	}
}

// knowsLeader says whether who leads was known of the source.
func (t *successor) knowsLeader() bool { return t.layout.leader.get(t.known) != 0 }

func (t *successor) setLog(r int, log Log) {
	at, old := t.layout.log[r], t.Log[r]
	t.note(at, old != log, Logs)
	t.note(at, !log.HasPrefix(old), Cuts)
	t.note(at, !old.HasPrefix(log), Receipts)
	t.Log[r] = log
}

func (t *successor) setResponse(f int, a Response) {
	if t.layout.advertised == 0 {
		a.HW = 0
	}
	old := &t.Response[f]
	aspect := Responses
	if !old.InFlight() && a.InFlight() {
		aspect |= Sends
	}
	t.note(t.layout.response[f], *old != a, aspect)
	*old = a
}

func (t *successor) setCommitted(log Log) {
	if t.layout.ofCommitted == 0 {
		return
	}
	t.note(t.layout.committed, t.Committed != log, History)
	t.Committed = log
}

// set changes one of the numbers that there are for each replica.
func (t *successor) set(at slot, e *Each, r int, v uint8, aspect Aspects) {
	t.note(at, e[r] != v, aspect)
	e[r] = v
}

func (t *successor) setReplicaEpoch(r int, epoch uint8) {
	t.set(t.layout.replicaEpoch.of(r), &t.ReplicaEpoch, r, epoch, Adoption)
}

func (t *successor) setLocalHW(r int, hw uint8) {
	if t.layout.localHW.mask == 0 {
		return
	}
	aspects := LocalMarks
	if r != int(t.Leader) || !t.knowsLeader() {
		aspects |= FollowerMarks
	}
	t.set(t.layout.localHW.of(r), &t.LocalHW, r, hw, aspects)
}

func (t *successor) setLease(r int, ticks uint8) {
	t.set(t.layout.lease.of(r), &t.Lease, r, ticks, Leases)
}

func (t *successor) setFollowerLEO(f int, offset uint8) {
	t.set(t.layout.followerLEO.of(f), &t.FollowerLEO, f, offset, Offsets)
}

func (t *successor) setLastFetchLeaderLEO(f int, offset uint8) {
	t.set(t.layout.lastFetchLeaderLEO.of(f), &t.LastFetchLeaderLEO, f, offset, LeaderEnds)
}

func (t *successor) setLastCaughtUp(f int, age uint8) {
	t.set(t.layout.lastCaughtUp.of(f), &t.LastCaughtUp, f, age, CaughtUps)
}

func (t *successor) setLastFetch(f int, age uint8) {
	t.set(t.layout.lastFetch.of(f), &t.LastFetch, f, age, Fetches)
}

func (t *successor) setDurable(r int, records uint8) {
	t.set(t.layout.durableOf(r), &t.Durable, r, records, Durability)
}

func (t *successor) setAlive(r int, alive bool) {
	t.note(t.layout.aliveOf(r), t.Alive.Has(r) != alive, Liveness)
	t.Alive = t.Alive.Without(r)
	if alive {
		t.Alive = t.Alive.With(r)
	}
}

func (t *successor) setISR(isr ReplicaSet) {
	t.note(t.layout.isr, t.ISR != isr, Membership)
	t.ISR = isr
}

// setLeader makes a replica the leader of an epoch.
func (t *successor) setLeader(r int, leaderEpoch, controllerEpoch uint8) {
	l := t.layout
	t.note(l.leader, int(t.Leader) != r, Leadership)
	t.note(l.leaderEpoch, t.LeaderEpoch != leaderEpoch, Leadership)
	t.note(l.controllerEpoch, t.ControllerEpoch != controllerEpoch, Leadership)
	t.Leader, t.LeaderEpoch, t.ControllerEpoch = uint8(r), leaderEpoch, controllerEpoch
}

func (t *successor) setHW(hw uint8) {
	t.note(t.layout.hw, t.HW != hw, Watermark)
	t.HW = hw
}

func (t *successor) setProduced(records uint8) {
	t.note(t.layout.produced, t.Produced != records, Production)
	t.Produced = records
}

func (t *successor) setCrashes(crashes uint8) {
	t.note(t.layout.crashed, t.Crashes != crashes, Crashes)
	t.Crashes = crashes
}

func (t *successor) setPending(ids RecordSet) {
	if t.layout.waiting == 0 {
		return
	}
	t.note(t.layout.pending, t.Pending != ids, Answers)
	t.Pending = ids
}

func (t *successor) setAcked(ids RecordSet) {
	if t.layout.answered == 0 {
		return
	}
	t.note(t.layout.acked, t.Acked != ids, Answers)
	t.Acked = ids
}

func (t *successor) setRefused(ids RecordSet) {
	if t.layout.declined == 0 {
		return
	}
	t.note(t.layout.refused, t.Refused != ids, Answers)
	t.Refused = ids
}
