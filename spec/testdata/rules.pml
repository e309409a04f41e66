/*
 * What the port of the module Partition keeps, and its rules: the protocol without
 * variants. A test that wants a mistake defines one of the rules anew.
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
#define packetEpoch(f)  (head[f] & 3)
#define packetSource(f) ((head[f] >> 2) & 3)
#define packetBase(f)   ((head[f] >> 4) & 3)
#define packetHW(f)     (head[f] >> 6)
#define records(f)      (body[f] & 63)
#define snapshot(f)     (body[f] & 64)

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
#define size(s)     (has(s, 0) + has(s, 1) + has(s, 2) + has(s, 3))

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

/* the ids that occur somewhere, and perhaps 0 */
#define idsAt(r) (ids(log[r]) | ids(records(r)))
#define someIds  (union(idsAt) | ids(committed))

#define inCharge (has(alive, leader) && replicaEpoch(leader) == leaderEpoch)

/* R1: how long ago f was caught up, after a fetch at o when the leader's LEO is end */
#define ageOf(f, o, end) ((o) >= (end) -> 0 : ((o) >= lastFetchLeaderLEO(f) -> min(lastCaughtUp(f), lastFetch(f)) : lastCaughtUp(f)))

/* R2 */
#define outOfSync(f) (lastCaughtUp(f) > LAGMAX)
#define mayLeave(f)  (leader != f && outOfSync(f))
#define mayShrink(f) (inCharge && has(isr, f) && mayLeave(f))

/* R3 */
#define mayJoin(f)   (lastFetch(f) <= LAGMAX && followerLEO(f) >= hw)
#define mayExpand(f) (inCharge && !has(isr, f) && has(alive, f) && mayJoin(f))

/* R4 and R12 */
#define counted(r)  durable(r)
#define isPart(r)   has(isr, r)
#define knownLEO(r) ((r) == leader -> counted(r) : followerLEO(r))
#define highWatermark(minimum) max(hw, minimum)

/* R5 and R6 */
#define enoughReplicas (size(isr) >= MINISR)
#define stillEnough    enoughReplicas
#define replicated(p)  has(ids(first(log[leader], hw)), p)
#define mayAck(p)      (replicated(p) && stillEnough)

/* R7 */
#define mayElect(c) (has(alive, c) && has(isr, c) && !(leader == c && inCharge))
#define nextEpoch   (leaderEpoch + 1)

/* R8 */
#define accepts(f) (packetEpoch(f) == replicaEpoch(f) && (replicaEpoch(f) != leaderEpoch || packetSource(f) == leader))
#define fits(f)    (snapshot(f) || packetBase(f) == len(log[f]))

/* R9 */
#define same(r, i)  (id(log[r], i) && id(log[leader], i) && epoch(id(log[r], i)) == epoch(id(log[leader], i)))
#define truncate(r) (same(r, 0) -> (same(r, 1) -> (same(r, 2) -> 3 : 2) : 1) : 0)

/* R4 and R10: what f, whose LEO is then leo, knows of the HW after it took its response */
#define followerHW(f, leo) max(localHW(f), min(packetHW(f), leo))

/* R11 */
#define consumerEnd(r)  localHW(r)
#define committedEnd(r) localHW(r)
#define consumerRead(r)     first(log[r], consumerEnd(r))
#define linearizableRead(r) first(log[r], committedEnd(r))
#define confirmed(r)        (len(log[r]) <= committedEnd(r) && lease(r) > 0 && enoughReplicas)
#define mayReadLinearizable (LEASE > 0 && inCharge && confirmed(leader))
#define mayLeaseRead(r)     (LEASE > 0 && has(alive, r) && leader == r && confirmed(r))
#define leaseAfterTick(r)   (leader == r && inCharge && enoughReplicas -> LEASE : (lease(r) > 0 -> lease(r) - 1 : 0))
