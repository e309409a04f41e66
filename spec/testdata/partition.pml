/*
 * The module Partition, in Promela: the protocol without variants, for the tests
 * that compare counts and speed with Spin's. Actions and variables have the names
 * and the order that they have in the module.
 *
 * pan stores as many states as tidemark and TLC count, and one more: the state
 * before the initial ones. For that
 *   - an action is one d_step, so that no state in the middle of it counts;
 *   - scratch variables are hidden, or with -DRESET set back at the end of a step
 *     (a breadth-first search does not know hidden variables);
 *   - records are named by id, and an id that occurs nowhere has epoch 0;
 *   - what has one value in the protocol is left out: controllerEpoch, which equals
 *     leaderEpoch, refused, which stays empty, and durable unless LOSSY.
 * There are no properties: they would only slow Spin down.
 *
 * So that a state takes few bytes, what belongs to a replica is packed into five of
 * them, two bits a number. That is the limit of the bounds, which are macros:
 *   REPLICAS 2..4, MAXRECORDS 1..3, MAXEPOCH 1..3, LAGMAX 0..2, MINISR, MAXCRASHES 0..3,
 *   FETCHMAX and RETENTION (0: no limit), LEASE 0..3,
 *   ACKS_1, ACKS_ALL, DROP, DUPLICATE, TIMEOUTS, LOSSY (0 or 1)
 */

#define NEVER (LAGMAX + 1)

/* log[r], and the records in flight: ids from the lowest bits on, 0 after the last */
byte log[REPLICAS];

/* replicaEpoch, localHW, durable and lease of r */
byte own[REPLICAS];
#define replicaEpoch(r) (own[r] & 3)
#define localHW(r)      ((own[r] >> 2) & 3)
#define kept(r)         ((own[r] >> 4) & 3)
#define lease(r)        (own[r] >> 6)
#define setReplicaEpoch(r, v) own[r] = (own[r] & 252) | (v)
#define setLocalHW(r, v)      own[r] = (own[r] & 243) | ((v) << 2)
#define setLease(r, v)        own[r] = (own[r] & 63) | ((v) << 6)
#if LOSSY
#define durable(r)       kept(r)
#define setDurable(r, v) own[r] = (own[r] & 207) | ((v) << 4)
#else
#define durable(r)       len(log[r])
#define setDurable(r, v) skip
#endif

/* the leader's book: followerLEO, lastFetchLeaderLEO, lastCaughtUp, lastFetch */
byte book[REPLICAS];
#define followerLEO(r)        (book[r] & 3)
#define lastFetchLeaderLEO(r) ((book[r] >> 2) & 3)
#define lastCaughtUp(r)       ((book[r] >> 4) & 3)
#define lastFetch(r)          (book[r] >> 6)
#define entry(leo, end, caughtUp, fetch) ((leo) | ((end) << 2) | ((caughtUp) << 4) | ((fetch) << 6))
#define UNKNOWN  entry(0, 0, NEVER, NEVER)
#define CAUGHTUP entry(0, 0, 0, NEVER)

/* response[f]: epoch (0: none), source, base and hw; the records, and whether it is a snapshot */
byte head[REPLICAS];
byte body[REPLICAS];
#define packet(e, l, o, h) ((e) | ((l) << 2) | ((o) << 4) | ((h) << 6))
#define records(f)  (body[f] & 63)
#define snapshot(f) (body[f] & 64)

unsigned alive : 4, isr : 4, leader : 2, leaderEpoch : 2, hw : 2, produced : 2, crashes : 2;
unsigned pending : 4, acked : 4;     /* by id; bit 0 stays 0 */
unsigned epochs : 6, committed : 6;  /* the epoch of each id; a log */

#ifdef RESET
byte o, last, n;
#define done o = 0; last = 0; n = 0
#else
hidden byte o, last, n;
#define done skip
#endif

#define has(set, i) (((set) >> (i)) & 1)
#define len(l)      (((l) != 0) + ((l) > 3) + ((l) > 15))
#define first(l, k) ((l) & ((1 << (2 * (k))) - 1))
#define id(l, i)    (((l) >> (2 * (i))) & 3)
#define ids(l)      ((1 << id(l, 0)) | (1 << id(l, 1)) | (1 << id(l, 2)))
#define epoch(p)    ((epochs >> (2 * (p) - 2)) & 3)
#define min(a, b)   ((a) < (b) -> (a) : (b))
#define max(a, b)   ((a) > (b) -> (a) : (b))

#define size(s)        (has(s, 0) + has(s, 1) + has(s, 2) + has(s, 3))
#define enoughReplicas (size(isr) >= MINISR)
#define inCharge       (has(alive, leader) && replicaEpoch(leader) == leaderEpoch)
#define knownLEO(r)    ((r) == leader -> durable(r) : followerLEO(r))
#define least(r)       n = (has(isr, r) && knownLEO(r) < n -> knownLEO(r) : n)

#if REPLICAS == 2
#define all(f) f(0); f(1)
#define any(f) (f(0) || f(1))
#define union(f) (f(0) | f(1))
#elif REPLICAS == 3
#define all(f) f(0); f(1); f(2)
#define any(f) (f(0) || f(1) || f(2))
#define union(f) (f(0) | f(1) | f(2))
#else
#define all(f) f(0); f(1); f(2); f(3)
#define any(f) (f(0) || f(1) || f(2) || f(3))
#define union(f) (f(0) | f(1) | f(2) | f(3))
#endif

/* AdvanceHW */
inline advanceHW() {
	if
	:: inCharge ->
		n = 3;
		all(least);
		hw = max(hw, n);
		setLocalHW(leader, hw);
		if
		:: hw > len(committed) -> committed = first(log[leader], hw)
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
#define idsAt(r) (ids(log[r]) | ids(records(r)))
inline forget() {
	n = union(idsAt) | ids(committed);
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

#define mayFetch(f) (inCharge && leader != f && has(alive, f) && !head[f] && replicaEpoch(f) == leaderEpoch && durable(f) == len(log[f]))
inline fetch(f) {
	o = len(log[f]);
	last = len(log[leader]);
	book[f] = entry(o, last, (o >= last -> 0 : (o >= lastFetchLeaderLEO(f) -> min(lastCaughtUp(f), lastFetch(f)) : lastCaughtUp(f))), 0);
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

#define accepts(f) ((head[f] & 3) == replicaEpoch(f) && (replicaEpoch(f) != leaderEpoch || ((head[f] >> 2) & 3) == leader))
#define fits(f)    (snapshot(f) || ((head[f] >> 4) & 3) == len(log[f]))
inline deliver(f) {
	if
	:: accepts(f) && fits(f) ->
		log[f] = (snapshot(f) -> records(f) : log[f] | (records(f) << (2 * len(log[f]))));
		setDurable(f, min(durable(f), len(log[f])));
		setLocalHW(f, max(localHW(f), min(head[f] >> 6, len(log[f]))))
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

#define leaseAfterTick(r) (leader == r && inCharge && enoughReplicas -> LEASE : (lease(r) > 0 -> lease(r) - 1 : 0))
#define stillAges(r)      (lastCaughtUp(r) < NEVER || lastFetch(r) < NEVER || lease(r) != leaseAfterTick(r))
#define older(r) \
	book[r] = book[r] + (lastCaughtUp(r) < NEVER -> 16 : 0) + (lastFetch(r) < NEVER -> 64 : 0); \
	setLease(r, leaseAfterTick(r))

#define mayShrink(f) (inCharge && has(isr, f) && leader != f && lastCaughtUp(f) > LAGMAX)
inline shrinkISR(f) {
	isr = isr & ~(1 << f);
	advanceHW();
	done
}

#define mayExpand(f) (inCharge && !has(isr, f) && has(alive, f) && lastFetch(f) <= LAGMAX && followerLEO(f) >= hw)
inline expandISR(f) {
	isr = isr | (1 << f);
	advanceHW();
	done
}

#define mayElect(c) (leaderEpoch < MAXEPOCH && has(alive, c) && has(isr, c) && !(leader == c && inCharge))
#define fresh(r)    book[r] = (has(isr, r) && leader != r -> CAUGHTUP : UNKNOWN)
inline elect(c) {
	cut(c, hw);
	isr = (isr & ~(1 << leader)) | (1 << c);
	leader = c;
	leaderEpoch++;
	setReplicaEpoch(c, leaderEpoch);
	setLease(c, LEASE);
	pending = 0;
	all(fresh);
	advanceHW();
	forget();
	done
}

#define mayFollow(r) (inCharge && has(alive, r) && leader != r && replicaEpoch(r) < leaderEpoch)
#define same(r, i)   (id(log[r], i) && id(log[leader], i) && epoch(id(log[r], i)) == epoch(id(log[leader], i)))
inline becomeFollower(r) {
	setReplicaEpoch(r, leaderEpoch);
	o = (same(r, 0) -> (same(r, 1) -> (same(r, 2) -> 3 : 2) : 1) : 0);
	cut(r, o);
	setLease(r, 0);
	forget();
	done
}

#define mayAck(p) (has(pending, p) && inCharge && enoughReplicas && has(ids(first(log[leader], hw)), p))
inline ack(p) {
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
#define LEADERS(r) :: d_step { mayElect(r) -> elect(r) }
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
	:: d_step { mayAck(p) -> ack(p) } \
	:: d_step { has(pending, p) && !enoughReplicas -> pending = pending & ~(1 << p) } \
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
	od
}
