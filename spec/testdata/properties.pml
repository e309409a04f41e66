/*
 * The properties of the module Partition, for its port. With CHECKED those are checked
 * whose macro, which has the name of the property, is 1; a property takes the correct
 * rules, except for what the protocol allows.
 *
 * Invariants together are the guard of one more option of the loop, which can be taken
 * where one is false. So they are evaluated once for each state, when it is expanded,
 * not for each step to it, and cost no state, no step and no byte. Asserted in every
 * step they take Spin 1.4 times as long; in a never claim, in a process of their own or
 * as a function in C they are no faster.
 *
 * Step properties are evaluated in those actions only that can make them false, before
 * the effect, of what it will be: so that nothing of the old state must be kept. Where
 * one restates the rule that the action follows, the C compiler drops it.
 */

#if REPLICAS == 2
#define each(f)     (f(0) && f(1))
#define eachPair(f) f(0, 1)
#elif REPLICAS == 3
#define each(f)     (f(0) && f(1) && f(2))
#define eachPair(f) (f(0, 1) && f(0, 2) && f(1, 2))
#else
#define each(f)     (f(0) && f(1) && f(2) && f(3))
#define eachPair(f) (f(0, 1) && f(0, 2) && f(0, 3) && f(1, 2) && f(1, 3) && f(2, 3))
#endif

#define isPrefix(s, l) (first(l, len(s)) == (s))

/* TypeOK, as far as the widths of the variables leave it open */
#define producedIds  ((2 << produced) - 1)
#define isLog(l)     ((l) < 1 << (2 * MAXRECORDS))
#define hasEpoch(p)  (p > MAXRECORDS || !has(someIds, p) || (epoch(p) >= 1 && epoch(p) <= leaderEpoch))
#define isPacket(r) \
	(packetEpoch(r) >= 1 && packetEpoch(r) <= leaderEpoch && packetSource(r) != r && packetSource(r) < REPLICAS && \
	packetBase(r) + len(records(r)) <= MAXRECORDS && packetHW(r) <= MAXRECORDS)
#define replicaOK(r) \
	(isLog(log[r]) && replicaEpoch(r) <= leaderEpoch && durable(r) <= len(log[r]) && localHW(r) <= MAXRECORDS && lease(r) <= LEASE && \
	followerLEO(r) <= MAXRECORDS && lastFetchLeaderLEO(r) <= MAXRECORDS && lastCaughtUp(r) <= NEVER && lastFetch(r) <= NEVER && \
	(head[r] == 0 || isPacket(r)))
#define typeOK \
	(leader < REPLICAS && leaderEpoch >= 1 && leaderEpoch <= MAXEPOCH && isr < 1 << REPLICAS && alive < 1 << REPLICAS && \
	hw <= MAXRECORDS && produced <= MAXRECORDS && crashes <= MAXCRASHES && isLog(committed) && \
	((someIds | pending | acked) & ~producedIds) == 0 && hasEpoch(1) && hasEpoch(2) && hasEpoch(3) && each(replicaOK))

#define reachesHW(r)    (!has(isr, r) || hw <= len(log[r]))
#define holdsIfISR(r)   (!has(isr, r) || isPrefix(committed, log[r]))
#define holdsIfElect(c) (!mayElect(c) || isPrefix(committed, log[c]))
#define forkAt(r, s, i) \
	(i < MAXRECORDS && id(log[r], i) && id(log[s], i) && epoch(id(log[r], i)) == epoch(id(log[s], i)) && \
	first(log[r], i + 1) != first(log[s], i + 1))
#define match(r, s)     (log[r] == log[s] || !(forkAt(r, s, 0) || forkAt(r, s, 1) || forkAt(r, s, 2)))
#define belowHW(r)      (localHW(r) <= hw)
#define withinLog(r)    (localHW(r) <= len(log[r]))
#define holdsBack(r)    (has(isr, r) && hw >= ((r) == leader -> durable(r) : followerLEO(r)))
#define canLeave(f)     (!(has(isr, f) && leader != f && lastCaughtUp(f) > LAGMAX) || mayShrink(f))
#define isBack(f)       (!has(isr, f) && has(alive, f) && replicaEpoch(f) == leaderEpoch && lastFetch(f) <= LAGMAX && followerLEO(f) >= hw)
#define canJoin(f)      (!isBack(f) || mayExpand(f))
#define isFromLeader(f) (head[f] && packetEpoch(f) == leaderEpoch && packetSource(f) == leader && replicaEpoch(f) == leaderEpoch && fits(f))
#define notFenced(f)    (!isFromLeader(f) || accepts(f))
#define holdsRead(c)    (!mayElect(c) || isPrefix(consumerRead(leader), log[c]))
#define isFresh(r)      (!mayLeaseRead(r) || isPrefix(committed, linearizableRead(r)))

/* RefusalAppendsNothing is left out: refused stays empty. */
#define invariants ( \
	(!TypeOK                       || typeOK) && \
	(!HWAtMostISRLEO               || each(reachesHW)) && \
	(!LeaderInISR                  || !inCharge || has(isr, leader)) && \
	(!CommittedOnISR               || each(holdsIfISR)) && \
	(!CommittedSurvives            || each(holdsIfElect)) && \
	(!LogMatching                  || eachPair(match)) && \
	(!AckedIsCommitted             || (acked & ~ids(committed)) == 0) && \
	(!LocalHWBelowHW               || each(belowHW)) && \
	(!LocalHWWithinLog             || each(withinLog)) && \
	(!HWIsISRMinimum               || !inCharge || isr == 0 || any(holdsBack)) && \
	(!LaggardCanLeave              || !inCharge || each(canLeave)) && \
	(!CaughtUpCanJoin              || !inCharge || each(canJoin)) && \
	(!CurrentLeaderNeverFenced     || each(notFenced)) && \
	(!ConsumedSurvives             || !inCharge || each(holdsRead)) && \
	(!LinearizableReadIsCommitted  || !mayReadLinearizable || isPrefix(linearizableRead(leader), committed)) && \
	(!LinearizableReadSeesEveryAck || !mayReadLinearizable || (acked & ~ids(linearizableRead(leader))) == 0) && \
	(!LeaseReadIsFresh             || each(isFresh)))

#if CHECKED
#define must(e) if :: !(e) -> assert(false) :: else fi
#else
#define must(e) skip
#endif

#define agree(s, l, i)     (id(s, i) && id(s, i) == id(l, i))
#define commonPrefix(s, l) (agree(s, l, 0) -> (agree(s, l, 1) -> (agree(s, l, 2) -> 3 : 2) : 1) : 0)

/* AdvanceHW: nothing else changes the HW or committed */
#define risesTo(new) (!HWNeverDecreases || (new) >= hw)
#define commits(new) (!CommittedNeverChanges || isPrefix(committed, new))

/* Fetch: nothing else sends a response */
#define correctAge(f)   (o >= last -> 0 : (o >= lastFetchLeaderLEO(f) -> min(lastCaughtUp(f), lastFetch(f)) : lastCaughtUp(f)))
#define fetches(f, age) (!FetchCounts || (age) == correctAge(f))

/* ShrinkISR: a crash or an election may remove whom it likes, nothing else removes anybody */
#define shrinks(f) ((!NoEarlyShrink || lastCaughtUp(f) > LAGMAX) && (!ShrinkKeepsLeader || leader != f))

/* ExpandISR, and an election of somebody who is no member: nobody else joins */
#define joins(f) \
	(!NoEarlyExpand || (has(alive, f) && replicaEpoch(f) == leaderEpoch && len(log[f]) >= hw && \
	isPrefix(committed, log[f]) && lastFetch(f) <= LAGMAX))

/* cuts and snapshots, but for crashes: a log that only gets longer keeps what it has */
#define keepsCommitted(r, new) (!TruncationKeepsCommitted || commonPrefix(new, committed) >= commonPrefix(log[r], committed))

/* Receive and DuplicateResponse: nothing else takes records out of a response */
#define isFrom(f) (packetEpoch(f) == replicaEpoch(f) && (replicaEpoch(f) != leaderEpoch || packetSource(f) == leader))
#define advertised(f, new) (followerHW(f, len(new)) <= max(localHW(f), packetHW(f)))
#define takes(f, new) \
	((!StalePacketNeverAppends      || isFrom(f) || isPrefix(new, log[f])) && \
	(!SnapshotCommitsOnlyAdvertised || !snapshot(f) || (leader == f && (new) == log[f]) || advertised(f, new)) && \
	(!snapshot(f) || keepsCommitted(f, new)))

/* Elect and BecomeFollower: but for crashes, nothing else changes epochs, or cuts a log */
#define elects(c, new) \
	((!ElectionBumpsEpochs || ((new) > leaderEpoch && (new) >= replicaEpoch(c))) && \
	(!OneLeaderPerEpoch    || leader == c || (new) > leaderEpoch) && \
	(!ElectionFromISR      || (has(isr, c) && has(alive, c))) && \
	(has(isr, c) || joins(c)) && keepsCommitted(c, first(log[c], hw)))
#define adopts(r, new, keeps) \
	((!ElectionBumpsEpochs || (new) >= replicaEpoch(r)) && keepsCommitted(r, first(log[r], keeps)))

/* Ack: nothing else answers with success */
#define answers (!AckMeetsMinISR || enoughReplicas)
