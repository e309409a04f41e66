package model

import "tidemark/explore"

// A footprint says which parts of a state an action reads, its guard, and the
// rules and their variants included, and which it may set. Its effect is the
// same in all states that agree in what it reads, so that it need not be
// computed for each of them.
type footprint struct {
	partition Aspects // of the partition's own variables
	own       Aspects // of the replica that is its argument
	leader    Aspects // of the leader
	all       Aspects // of every replica
	sets      Aspects // of the partition and its own replica; see alters
	leads     Aspects // likewise, of the leader
}

// partitionWide are the aspects that do not belong to single replicas.
const partitionWide = Watermark | History | Leadership | Membership | Answers | Production | Crashes | Joins | Removals

func (f footprint) and(g footprint) footprint {
	return footprint{f.partition | g.partition, f.own | g.own, f.leader | g.leader, f.all | g.all, f.sets | g.sets, f.leads | g.leads}
}

// alters are the aspects that the action may set, as a rule: properties of steps that
// set others are judged apart.
func (f footprint) alters() Aspects { return f.sets | f.leads }

// reading is f with what a step property reads: of the replicas that the action
// alters, and what it needs of the leader.
func (f footprint) reading(p *Property) footprint {
	own := p.Sees &^ partitionWide
	f.partition |= p.Sees & partitionWide
	if p.About&f.sets != 0 {
		f.own |= own
	}
	if p.About&f.leads != 0 {
		f.leader |= own
	}
	f.leader |= p.OfLeader
	return f
}

// inCharge is what InCharge reads.
var inCharge = footprint{partition: Leadership, leader: Adoption | Liveness}

// advance is the footprint of AdvanceHW.
var advance = inCharge.and(footprint{
	partition: Watermark | History | Membership, leader: Logs | Durability | LocalMarks, all: Offsets,
	sets: Watermark | History, leads: LocalMarks,
})

// elsewhere is what tells that most records which a response holds occur elsewhere,
// too, so that few steps are suspected of losing one: the leader's log.
var elsewhere = footprint{partition: Leadership, leader: Logs}

// delivery is the footprint of Deliver. Only a snapshot replaces what a log holds.
func (m *Model) delivery() footprint {
	f := elsewhere.and(footprint{
		partition: Leadership, own: Responses | Adoption | Liveness | Logs | Durability | LocalMarks,
		sets: Logs | Receipts | Durability | LocalMarks | FollowerMarks,
	})
	if m.layout.snapshot > 0 {
		f.sets |= Cuts
	}
	return f
}

// footprint is that of an action within the model's bounds and rules.
func (m *Model) footprint(action int) footprint {
	switch action {
	case Produce:
		return advance.and(footprint{partition: Production | Answers, sets: Production | Answers, leads: Logs | Durability})
	case Fetch:
		return advance.and(footprint{own: Liveness | Logs | Durability | Adoption | Responses | Ledger, sets: Responses | Sends | Ledger})
	case Receive:
		return m.delivery().and(footprint{sets: Responses})
	case DropResponse:
		return elsewhere.and(footprint{own: Responses, sets: Responses})
	case DuplicateResponse:
		return m.delivery()
	case Tick:
		tick := footprint{all: CaughtUps | Fetches, sets: CaughtUps | Fetches | Leases}
		if m.bounds.Lease > 0 {
			tick = tick.and(inCharge).and(footprint{partition: Membership, all: Leases})
		}
		return tick
	case ShrinkISR:
		return advance.and(footprint{own: CaughtUps | Fetches, sets: Membership | Removals})
	case ExpandISR:
		return advance.and(footprint{own: Liveness | Adoption | Fetches, sets: Membership | Joins})
	case Elect:
		return m.electFootprint()
	case BecomeFollower:
		return inCharge.and(m.adoptFootprint()).and(footprint{
			partition: Watermark, own: Liveness | Adoption | Logs | LocalMarks | Durability, leader: Logs,
			sets: Logs | Cuts | LocalMarks | FollowerMarks | Durability | Leases,
		})
	case Ack:
		return inCharge.and(footprint{
			partition: Answers | Membership | Watermark, leader: Logs | Durability, all: Offsets, sets: Answers,
		})
	case Refuse, TimeOut:
		return footprint{partition: Answers | Membership, sets: Answers}
	case Crash:
		return m.crashFootprint()
	case Restart:
		return footprint{partition: Leadership, own: Liveness, sets: Liveness | Adoption}
	}
	return advance.and(footprint{own: Liveness | Logs | Durability, sets: Durability}) // Fsync
}

// adoptFootprint is the footprint of adopting an epoch.
func (m *Model) adoptFootprint() footprint {
	adopt := footprint{sets: Adoption}
	if m.without&OfStale != 0 {
		adopt.own, adopt.sets = Responses, Adoption|Responses
	}
	return adopt
}

// electFootprint does without the bookkeeping, which an election resets before
// R4 reads it.
func (m *Model) electFootprint() footprint {
	elect := inCharge.and(m.adoptFootprint()).and(footprint{
		partition: Watermark | History | Membership, own: Liveness | Logs | LocalMarks | Durability,
		sets: Leadership | Membership | Watermark | History | Logs | Cuts | LocalMarks | FollowerMarks | Durability | Leases | Answers | Ledger,
	})
	if !m.rules.ElectionForgets() {
		elect.all |= Offsets
	}
	return elect
}

func (m *Model) crashFootprint() footprint {
	crash := advance.and(footprint{
		partition: Crashes, own: Liveness,
		sets: Crashes | Liveness | Adoption | Leases | Responses | Membership | Ledger | Answers,
	})
	if m.lossy {
		crash = crash.and(footprint{own: Logs | LocalMarks | Durability, sets: Logs | Cuts | LocalMarks | FollowerMarks | Durability})
	}
	return crash
}

// complete is an action's footprint with what the step properties read that are
// about what it sets. Invariants are looked up by views of their own.
func (m *Model) complete(action int) footprint {
	f := m.footprint(action)
	for i := range m.checks.Properties {
		if p := &m.checks.Properties[i]; p.Kind == explore.StepProperty && p.About&f.alters() != 0 {
			f = f.reading(p)
		}
	}
	return f
}

// mask adds to a mask the bits of a row that hold aspects of the partition, or
// those of a replica.
func (l *layout) mask(mask []uint64, a Aspects, r int) {
	add := func(which Aspects, slots ...slot) {
		if a&which != 0 {
			for _, p := range slots {
				p.add(mask, p.mask)
			}
		}
	}
	if r < 0 {
		add(Watermark, l.hw)
		add(History, l.history)
		add(Leadership|Removals, l.leader, l.leaderEpoch, l.controllerEpoch)
		add(Membership|Joins|Removals, l.isr)
		add(Removals, l.alive)
		add(Answers, l.pending, l.acked, l.refused)
		add(Production, l.produced)
		add(Crashes, l.crashed)
		return
	}
	add(Liveness, l.aliveOf(r))
	add(Adoption, l.replicaEpoch.of(r))
	add(Logs|Cuts|Receipts, l.log[r], l.epochsOfIDs)
	add(Durability, l.durableOf(r))
	add(LocalMarks|FollowerMarks, l.localHW.of(r))
	add(Leases, l.lease.of(r))
	add(Offsets, l.followerLEO.of(r))
	add(CaughtUps, l.lastCaughtUp.of(r))
	add(Fetches, l.lastFetch.of(r))
	add(LeaderEnds, l.lastFetchLeaderLEO.of(r))
	add(Responses|Sends, l.response[r], l.epochsOfIDs)
}

// maskOf is the mask of aspects of the partition and all replicas.
func (l *layout) maskOf(a Aspects) []uint64 {
	mask := make([]uint64, l.words)
	for r := range l.replicas + 1 {
		l.mask(mask, a, r-1)
	}
	return mask
}

// maskFor is the mask of a footprint, given the action's replica, if it has
// one, and the leader.
func (l *layout) maskFor(f footprint, own, leader int) []uint64 {
	mask := l.maskOf(f.partition&partitionWide | f.all)
	if own >= 0 {
		l.mask(mask, f.own, own)
	}
	if f.leader != 0 { // who it is, then, too
		l.mask(mask, f.leader, leader)
		l.leader.add(mask, l.leader.mask)
	}
	return mask
}
