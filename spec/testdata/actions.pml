/*
 * The actions of the port of the module Partition, in the order of the module: a guard,
 * what the step properties demand of the step (see properties.pml), and the effect.
 */

/* AdvanceHW */
#define least(r) n = (isPart(r) && knownLEO(r) < n -> knownLEO(r) : n)
inline advanceHW() {
	if
	:: inCharge ->
		n = 3;
		all(least);
		must(risesTo(highWatermark(n)));
		hw = highWatermark(n);
		setLocalHW(leader, hw);
		if
		:: hw > len(committed) ->
			must(commits(first(log[leader], hw)));
			committed = first(log[leader], hw)
		:: else
		fi
	:: else
	fi
}

/* SetLog for a log that does not get longer, with localHW */
inline cut(r, k) {
	log[r] = first(log[r], k);
	setLocalHW(r, min(localHW(r), len(log[r])));
	setDurable(r, min(durable(r), len(log[r])))
}

/* forget the epochs of ids that occur nowhere */
inline forget() {
	n = someIds;
	epochs = epochs & (has(n, 1) * 3 | has(n, 2) * 12 | has(n, 3) * 48)
}

#define mayProduce (inCharge && produced < MAXRECORDS && len(log[leader]) < MAXRECORDS)
inline produce(ackAll) {
	produced++;
	log[leader] = log[leader] | (produced << (2 * len(log[leader])));
	epochs = epochs | (leaderEpoch << (2 * produced - 2));
	pending = pending | (ackAll << produced);
	advanceHW();
	done
}

#define mayFetch(f) (inCharge && leader != f && has(alive, f) && !head[f] && replicaEpoch(f) == leaderEpoch && counted(f) == len(log[f]))
inline fetch(f) {
	o = len(log[f]);
	last = len(log[leader]);
	must(fetches(f, ageOf(f, o, last)));
	book[f] = entry(o, last, ageOf(f, o, last), 0);
	advanceHW();
	if
	:: RETENTION == 0 || o >= last || o + RETENTION >= last ->
		head[f] = packet(leaderEpoch, leader, o, hw);
		body[f] = first(log[leader] >> (2 * o), (FETCHMAX -> FETCHMAX : 3))
	:: else ->
		head[f] = packet(leaderEpoch, leader, 0, hw);
		body[f] = log[leader] | 64
	fi;
	done
}

#define taken(f) (snapshot(f) -> records(f) : log[f] | (records(f) << (2 * len(log[f]))))
inline deliver(f) {
	if
	:: accepts(f) && fits(f) ->
		must(takes(f, taken(f)));
		log[f] = taken(f);
		setDurable(f, min(durable(f), len(log[f])));
		setLocalHW(f, followerHW(f, len(log[f])))
	:: else
	fi
}
inline dropResponse(f) {
	head[f] = 0;
	body[f] = 0;
	forget();
	done
}
inline receive(f) {
	deliver(f);
	dropResponse(f)
}
inline duplicateResponse(f) {
	deliver(f);
	forget();
	done
}

#define stillAges(r) (lastCaughtUp(r) < NEVER || lastFetch(r) < NEVER || lease(r) != leaseAfterTick(r))
#define older(r) \
	book[r] = book[r] + (lastCaughtUp(r) < NEVER -> 16 : 0) + (lastFetch(r) < NEVER -> 64 : 0); \
	setLease(r, leaseAfterTick(r))

inline shrinkISR(f) {
	must(shrinks(f));
	isr = isr & ~(1 << f);
	advanceHW();
	done
}

inline expandISR(f) {
	must(joins(f));
	isr = isr | (1 << f);
	advanceHW();
	done
}

#define fresh(r)    book[r] = (has(isr, r) && leader != r -> CAUGHTUP : UNKNOWN)
inline elect(c) {
	must(elects(c, nextEpoch));
	cut(c, hw);
	isr = (isr & ~(1 << leader)) | (1 << c);
	leader = c;
	leaderEpoch = nextEpoch;
	setReplicaEpoch(c, leaderEpoch);
	setLease(c, LEASE);
	pending = 0;
	all(fresh);
	advanceHW();
	forget();
	done
}

#define mayFollow(r) (inCharge && has(alive, r) && leader != r && replicaEpoch(r) < leaderEpoch)
inline becomeFollower(r) {
	o = truncate(r);
	must(adopts(r, leaderEpoch, o));
	setReplicaEpoch(r, leaderEpoch);
	cut(r, o);
	setLease(r, 0);
	forget();
	done
}

inline ack(p) {
	must(answers);
	pending = pending & ~(1 << p);
	acked = acked | (1 << p)
}

#define unknown(r) book[r] = UNKNOWN
inline crash(r) {
	crashes++;
	alive = alive & ~(1 << r);
	setReplicaEpoch(r, 0);
	setLease(r, 0);
	head[r] = 0;
	body[r] = 0;
	isr = (isr == 1 << r -> isr : isr & ~(1 << r));
	if
	:: leader == r -> all(unknown); pending = 0
	:: else -> unknown(r)
	fi;
#if LOSSY
	cut(r, durable(r));
#endif
	advanceHW();
	forget();
	done
}

inline fsync(r) {
	setDurable(r, len(log[r]));
	if
	:: leader == r -> advanceHW()
	:: else
	fi;
	done
}

/* Init, once the leader is chosen */
#define atFirst(r) setReplicaEpoch(r, 1); fresh(r)
inline start(l) {
	leader = l;
	leaderEpoch = 1;
	isr = (1 << REPLICAS) - 1;
	alive = isr;
	all(atFirst);
	setLease(l, LEASE)
}

#if REPLICAS == 2
#define forReplicas(actions) actions(0) actions(1)
#elif REPLICAS == 3
#define forReplicas(actions) actions(0) actions(1) actions(2)
#else
#define forReplicas(actions) actions(0) actions(1) actions(2) actions(3)
#endif
#if MAXRECORDS == 1
#define forRecords(actions) actions(1)
#elif MAXRECORDS == 2
#define forRecords(actions) actions(1) actions(2)
#else
#define forRecords(actions) actions(1) actions(2) actions(3)
#endif

#define STARTS(r) :: d_step { start(r) }

#define MESSAGES(f) \
	:: d_step { mayFetch(f) -> fetch(f) } \
	:: d_step { has(alive, f) && head[f] -> receive(f) }
#if DROP
#define LOSSES(f) :: d_step { head[f] != 0 -> dropResponse(f) }
#else
#define LOSSES(f)
#endif
#if DUPLICATE
#define COPIES(f) :: d_step { has(alive, f) && head[f] -> duplicateResponse(f) }
#else
#define COPIES(f)
#endif
#define MEMBERS(f) \
	:: d_step { mayShrink(f) -> shrinkISR(f) } \
	:: d_step { mayExpand(f) -> expandISR(f) }
#if MAXEPOCH > 1
#define LEADERS(r) :: d_step { leaderEpoch < MAXEPOCH && mayElect(r) -> elect(r) }
#else
#define LEADERS(r)
#endif
#if MAXEPOCH > 1 || MAXCRASHES > 0
#define FOLLOWERS(r) :: d_step { mayFollow(r) -> becomeFollower(r) }
#else
#define FOLLOWERS(r)
#endif
#if TIMEOUTS
#define TIMEOUT(p) :: d_step { has(pending, p) -> pending = pending & ~(1 << p) }
#else
#define TIMEOUT(p)
#endif
#define REQUESTS(p) \
	:: d_step { has(pending, p) && inCharge && mayAck(p) -> ack(p) } \
	:: d_step { has(pending, p) && !stillEnough -> pending = pending & ~(1 << p) } \
	TIMEOUT(p)
#if MAXCRASHES > 0
#define CRASHES(r) \
	:: d_step { has(alive, r) && crashes < MAXCRASHES -> crash(r) } \
	:: d_step { !has(alive, r) -> alive = alive | (1 << r) }
#else
#define CRASHES(r)
#endif
#if LOSSY
#define FSYNCS(r) :: d_step { has(alive, r) && durable(r) < len(log[r]) -> fsync(r) }
#else
#define FSYNCS(r)
#endif

active proctype partition() {
	if
	forReplicas(STARTS)
	fi;
end:	do
#if ACKS_1
	:: d_step { mayProduce -> produce(0) }
#endif
#if ACKS_ALL
	:: d_step { mayProduce && enoughReplicas -> produce(1) }
#endif
	forReplicas(MESSAGES)
	forReplicas(LOSSES)
	forReplicas(COPIES)
	:: d_step { any(stillAges) -> all(older) }
	forReplicas(MEMBERS)
	forReplicas(LEADERS)
	forReplicas(FOLLOWERS)
#if ACKS_ALL
	forRecords(REQUESTS)
#endif
	forReplicas(CRASHES)
	forReplicas(FSYNCS)
#if CHECKED
	:: d_step { !invariants -> assert(false) }
#endif
	od
}
