----------------------------- MODULE Partition -----------------------------
(***************************************************************************)
(* One replicated partition: in-sync replica set (ISR), high watermark     *)
(* (HW), log end offsets (LEO), leader epochs, elections and truncation,   *)
(* under one controller whose decisions are atomic.                        *)
(*                                                                         *)
(* Rules are named where they are applied:                                 *)
(*   R1 when a follower counts as caught up   R7  elections                *)
(*   R2 who leaves the ISR                    R8  fencing                  *)
(*   R3 who joins it                          R9  truncation               *)
(*   R4 how the HW moves                      R10 catching up              *)
(*   R5 when acks=all is answered             R11 reads                    *)
(*   R6 min.insync.replicas                   R12 durability               *)
(*                                                                         *)
(* An action is a guard, which says in which states it may be taken, and   *)
(* then an effect: x' is x after the step.  For each argument it has at    *)
(* most one successor.  What follows from new values (AdvanceHW) stands    *)
(* last, because TLC assigns them in the order of the text.                *)
(*                                                                         *)
(* Offsets count from 0: the record at offset o of a log is log[r][o + 1], *)
(* and the LEO of a log is its length.  Time is relative: now is 0, a time *)
(* is kept as its age, and ages saturate at LagMax + 1, beyond which no    *)
(* rule tells them apart.                                                  *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
    Replicas,    \* the replicas; interchangeable
    MaxRecords,  \* how many records are ever produced
    MaxEpoch,    \* how far elections may raise the controller epoch
    LagMax,      \* replica.lag.time.max.ms, in ticks
    MinISR,      \* min.insync.replicas
    MaxCrashes,  \* how many crashes there may be
    FetchMax,    \* records in a fetch response at most; 0: all
    Retention,   \* records the leader retains for fetches; 0: everything
    Lease,       \* length of a read lease in ticks; 0: no leases
    Acks,        \* what producers ask for: a subset of {"1", "all"}
    Drop,        \* may a response be lost?
    Duplicate,   \* may a response be delivered more than once?
    TimeOuts,    \* may a waiting request time out?
    Durability,  \* "kept": a crash keeps the log; "lossy": only its durable part
    Variant      \* the rules that are changed, by name; {} is the correct protocol

-----------------------------------------------------------------------------
(***************************************************************************)
(* What Variant may name.  A variant is one rule got wrong, an alternative *)
(* another way to get it right; On marks it where that rule is.  What the  *)
(* protocol itself says mostly is called rule there.  Of several in one    *)
(* IF the first whose condition holds counts.                              *)
(***************************************************************************)

Variants == {
    \* R1
    "caught-up-needs-equality", "caught-up-uses-now", "caught-up-on-any-fetch",
    "caught-up-goes-back", "count-sent-as-replicated",
    \* R2
    "shrink-at-limit", "shrink-by-lag-in-records", "shrink-by-last-fetch",
    "shrink-can-drop-leader", "min-isr-blocks-shrink",
    \* R3
    "expand-before-hw", "expand-on-heal",
    \* R4
    "hw-over-all-replicas", "hw-by-majority", "hw-ignores-leader", "hw-can-decrease",
    "shrink-forgets-hw", "crash-forgets-hw", "crash-keeps-bookkeeping",
    "hw-from-stale-follower-state", "hw-from-new-leader",
    \* R5, R6
    "ack-before-hw", "ack-at-min-isr", "pending-survives-election",
    "min-isr-after-append", "min-isr-ignored-while-waiting", "timeout-as-ack",
    \* R7
    "elect-outside-isr", "elect-truncates-to-local-hw", "elect-keeps-epoch",
    "restart-resumes-leadership",
    \* R8
    "no-epoch-fencing", "no-fencing", "fence-by-entry-epoch", "fetch-of-any-epoch",
    "append-with-gap",
    \* R9
    "truncate-to-local-hw", "truncate-to-hw", "truncate-to-leader-leo", "no-truncation",
    "truncate-one-round",  \* shows with elect-without-truncation only
    \* R10
    "catch-up-skips-ahead", "snapshot-of-committed-only", "snapshot-commits-all",
    "follower-hw-from-leo", "hw-beyond-log",
    \* R11
    "consumer-reads-above-hw", "linearizable-reads-above-hw", "lease-outlives-leadership",
    \* R12
    "count-before-fsync" }

Alternatives == {
    "leader-leo-is-in-sync",     \* R2; may break LaggardCanLeave
    "expand-at-leader-leo",      \* R3; may break CaughtUpCanJoin
    "hw-stops-below-min-isr",    \* R4; may break HWIsISRMinimum
    "crash-stays-in-isr",        \* R4
    "elect-without-truncation",  \* R7
    "old-leader-stays-in-isr",   \* R7
    "no-source-check",           \* R8
    "response-survives-crash" }  \* R8

ASSUME /\ Acks \subseteq {"1", "all"}
       /\ Durability \in {"kept", "lossy"}
       /\ Variant \subseteq Variants \cup Alternatives

On(name) == name \in Variant

-----------------------------------------------------------------------------
VARIABLES
    log,                 \* log[r]: the records [id, epoch] of r; epoch is the entry epoch
    replicaEpoch,        \* replicaEpoch[r]: the epoch r has adopted, 0 after a crash
    alive,               \* alive[r]
    durable,             \* durable[r]: how much of its log r would find again after a lossy crash
    localHW,             \* localHW[r]: the HW as r knows it; of a leader in charge, hw itself
    lease,               \* lease[r]: ticks for which r may still answer lease reads
    leader,              \* whom the controller made leader; in charge once alive in that epoch
    leaderEpoch,         \* the epoch of that election
    controllerEpoch,     \* bumped together with leaderEpoch
    isr,                 \* the in-sync replica set
    hw,                  \* the high watermark
    followerLEO,         \* the leader's book about each follower: offset of its last fetch
    lastCaughtUp,        \* the leader's book: how long ago it had the leader's whole log
    lastFetch,           \* the leader's book: how long ago it fetched
    lastFetchLeaderLEO,  \* the leader's book: the leader's own LEO at that fetch
    response,            \* response[f]: the fetch response in flight to f: {} or a set of one
    pending,             \* ids of acks=all requests that wait
    acked,               \* monitor (only properties read it): ids that were answered as replicated
    refused,             \* monitor: ids that were answered NOT_ENOUGH_REPLICAS
    committed,           \* monitor: the leader's log up to the HW when the HW last rose
    produced,            \* how many records have been produced; their ids are 1..produced
    crashes              \* how many crashes there have been

book  == <<followerLEO, lastCaughtUp, lastFetch, lastFetchLeaderLEO>>
leadership == <<leader, leaderEpoch, controllerEpoch>>
vars  == <<log, replicaEpoch, alive, durable, localHW, lease, leader, leaderEpoch,
           controllerEpoch, isr, hw, followerLEO, lastCaughtUp, lastFetch,
           lastFetchLeaderLEO, response, pending, acked, refused, committed,
           produced, crashes>>

Symmetry == Permutations(Replicas)

-----------------------------------------------------------------------------
(* Small helpers *)

Min(a, b) == IF a < b THEN a ELSE b
Max(a, b) == IF a > b THEN a ELSE b
Least(S)  == CHOOSE x \in S : \A y \in S : x <= y

First(s, n)    == SubSeq(s, 1, Min(n, Len(s)))            \* the first n elements, or all
IsPrefix(s, t) == Len(s) <= Len(t) /\ s = First(t, Len(s))
Ids(s)         == {s[i].id : i \in 1..Len(s)}
LEO(r)         == Len(log[r])

\* The length of the longest common prefix of s and t.
CommonPrefix(s, t) ==
    LET n == Min(Len(s), Len(t))
        Differ == {i \in 1..n : s[i] # t[i]}
    IN  IF Differ = {} THEN n ELSE Least(Differ) - 1

\* The same, comparing entry epochs only (what two replicas can tell each other cheaply).
CommonEpochs(s, t) ==
    LET n == Min(Len(s), Len(t))
        Differ == {i \in 1..n : s[i].epoch # t[i].epoch}
    IN  IF Differ = {} THEN n ELSE Least(Differ) - 1

Never == LagMax + 1          \* the age of what never happened, and of what is too old to matter
Older(age) == Min(age + 1, Never)

Incremental(e, l, o, s, h) ==
    [epoch |-> e, source |-> l, base |-> o, snapshot |-> FALSE, records |-> s, hw |-> h]
Snapshot(e, l, s, h) ==
    [epoch |-> e, source |-> l, base |-> 0, snapshot |-> TRUE, records |-> s, hw |-> h]

-----------------------------------------------------------------------------
(* The rules *)

\* In charge: alive and has adopted the current epoch, as leader.
InCharge == alive[leader] /\ replicaEpoch[leader] = leaderEpoch

\* R1: the leader's book after a fetch of f at offset o, when the leader's LEO is L.  A
\* fetch that reaches L is caught up now (an age: a later time is a smaller age).  One
\* that reaches what was L at the previous fetch was caught up at the time of that fetch,
\* which keeps it in sync under constant load.  sent is the LEO that f will have if it
\* takes the response.
Fetched(f, o, L, sent) ==
    LET reached == o >= lastFetchLeaderLEO[f]
        rule == IF o >= L THEN 0
                ELSE IF reached THEN Min(lastCaughtUp[f], lastFetch[f])
                ELSE lastCaughtUp[f]
        age == IF On("caught-up-on-any-fetch") THEN 0
               ELSE IF On("caught-up-uses-now") /\ reached THEN 0
               ELSE IF On("caught-up-needs-equality") /\ o < L THEN lastCaughtUp[f]
               ELSE IF On("caught-up-goes-back") /\ o < L /\ reached THEN lastFetch[f]
               ELSE rule
        known == IF On("count-sent-as-replicated") THEN sent ELSE o
    IN  /\ followerLEO' = [followerLEO EXCEPT ![f] = known]
        /\ lastCaughtUp' = [lastCaughtUp EXCEPT ![f] = age]
        /\ lastFetch' = [lastFetch EXCEPT ![f] = 0]
        /\ lastFetchLeaderLEO' = [lastFetchLeaderLEO EXCEPT ![f] = L]

\* R2: out of sync is strictly more than LagMax ago.
OutOfSync(f) ==
    LET rule == lastCaughtUp[f] > LagMax
    IN  IF On("shrink-at-limit") THEN lastCaughtUp[f] >= LagMax
        ELSE IF On("shrink-by-lag-in-records") THEN LEO(leader) > followerLEO[f] + LagMax
        ELSE IF On("shrink-by-last-fetch") THEN lastFetch[f] > LagMax
        ELSE IF On("leader-leo-is-in-sync") THEN rule /\ followerLEO[f] < LEO(leader)
        ELSE rule

\* R2: a follower that is out of sync may leave, the leader never.  R6: however few remain.
MayLeave(f) ==
    LET rule == f # leader /\ OutOfSync(f)
    IN  IF On("shrink-can-drop-leader") THEN OutOfSync(f)
        ELSE IF On("min-isr-blocks-shrink") THEN rule /\ Cardinality(isr) > MinISR
        ELSE rule

\* R3: a follower may join as soon as its LEO, as the leader knows it, is at least the HW.
\* The leader knows it of those only that fetched within LagMax: elections (FreshBook) and
\* crashes of f (Forget) reset lastFetch, so that such a fetch is of this epoch and not
\* older than the last restart of f.
MayJoin(f) ==
    LET lately == lastFetch[f] <= LagMax
        rule == lately /\ followerLEO[f] >= hw
    IN  IF On("expand-on-heal") THEN replicaEpoch[f] = leaderEpoch
        ELSE IF On("expand-before-hw") THEN lately
        ELSE IF On("expand-at-leader-leo") THEN lately /\ followerLEO[f] >= LEO(leader)
        ELSE rule

\* R12: up to where the log of r counts: only what is durable does.
Counted(r) ==
    LET rule == durable[r]
    IN  IF On("count-before-fsync") THEN LEO(r) ELSE rule

\* R12: a fetch tells the leader that f holds its whole log, so all of it must count.
\* R8: the leader listens to followers of its epoch only.
MayFetch(f) ==
    LET rule == replicaEpoch[f] = leaderEpoch
    IN  (IF On("fetch-of-any-epoch") THEN TRUE ELSE rule) /\ Counted(f) = LEO(f)

\* R4: up to where each log counts, as the leader knows it: a follower's up to its last
\* fetch, its own up to what R12 says.
KnownLEO(r)  == IF r = leader THEN Counted(r) ELSE followerLEO[r]
KnownLEOs(S) == {KnownLEO(r) : r \in S}
ByMajority   == {n \in KnownLEOs(Replicas) :
                    2 * Cardinality({r \in Replicas : KnownLEO(r) >= n}) > Cardinality(Replicas)}
\* R4: the values among which the HW is the smallest.
Parts ==
    LET rule == KnownLEOs(isr)
    IN  IF On("hw-over-all-replicas") THEN KnownLEOs(Replicas)
        ELSE IF On("hw-by-majority") THEN {n \in ByMajority : \A m \in ByMajority : m <= n}
        ELSE IF On("hw-ignores-leader") THEN KnownLEOs(isr \ {leader})
        ELSE rule

\* R4: the smallest of them after the step (Parts'), but never less than before.  An empty
\* ISR does not move it.
HighWatermark(before) ==
    LET rule == Max(before, Least(Parts'))
    IN  IF Parts' = {} THEN before
        ELSE IF On("hw-can-decrease") THEN Least(Parts')
        ELSE IF On("hw-stops-below-min-isr") /\ Cardinality(isr') < MinISR THEN before
        ELSE rule

\* R4: last in every action that can move the HW.  It is the leader who moves it, so its
\* own localHW is the HW as long as it is in charge; before and local are what the action
\* itself makes of hw and localHW.
AdvanceHW(before, local) ==
    /\ hw' = IF InCharge' THEN HighWatermark(before) ELSE before
    /\ localHW' = IF InCharge' THEN [local EXCEPT ![leader'] = hw'] ELSE local
    /\ committed' = IF InCharge' /\ hw' > Len(committed) THEN First(log'[leader'], hw')
                    ELSE committed

\* R4 in an action after which somebody has left the ISR.
AdvanceWithout(local, forgotten) ==
    IF forgotten THEN localHW' = local /\ UNCHANGED <<hw, committed>>
    ELSE AdvanceHW(hw, local)

\* R5: acks=all is answered once the HW has passed the record.
Replicated(p) ==
    LET rule == p \in Ids(First(log[leader], hw))
        members == {r \in isr : p \in Ids(First(log[leader], KnownLEO(r)))}
        lost == p \notin Ids(log[leader])
    IN  IF On("ack-before-hw") THEN TRUE
        ELSE IF On("ack-at-min-isr") THEN Cardinality(members) >= MinISR
        ELSE IF On("pending-survives-election") THEN rule \/ (lost /\ p <= hw)
        ELSE rule

\* R6: min.insync.replicas, before the append and while a request waits.
EnoughReplicas == Cardinality(isr) >= MinISR
StillEnough ==
    LET rule == EnoughReplicas
    IN  IF On("min-isr-ignored-while-waiting") THEN TRUE ELSE rule

MayAck(p)    == Replicated(p) /\ StillEnough
Admits(acks) ==
    LET rule == acks = "all" => EnoughReplicas
    IN  IF On("min-isr-after-append") THEN TRUE ELSE rule
MayRefuse    == ~StillEnough

\* R7: who may be elected, not counting the bound MaxEpoch: a live member of the ISR, but
\* not the leader in charge.
MayElect(c) ==
    LET free == alive[c] /\ ~(c = leader /\ InCharge)
        rule == free /\ c \in isr
    IN  IF On("elect-outside-isr") THEN free ELSE rule

\* R7: how many records an elected leader keeps.
ElectionCut(c) ==
    LET rule == hw
    IN  IF On("elect-truncates-to-local-hw") THEN localHW[c]
        ELSE IF On("elect-without-truncation") THEN LEO(c)
        ELSE rule
\* R7: the epoch in which it leads.
NextEpoch ==
    LET rule == leaderEpoch + 1
    IN  IF On("elect-keeps-epoch") THEN leaderEpoch ELSE rule
\* R7: the HW that it starts from: the same.
ElectionHW(c) ==
    LET rule == hw
    IN  IF On("hw-from-new-leader") THEN localHW[c] ELSE rule
\* R7: its ISR: the old leader, unless it is elected again, leaves.
ElectionISR(c) ==
    LET rule == (isr \ {leader}) \cup {c}
    IN  IF On("old-leader-stays-in-isr") THEN isr \cup {c} ELSE rule

\* R8: why f rejects the packet m.  Its epoch must be the one f has adopted, and its source
\* must lead that epoch (f can tell only when it is the current one).
Fence(f, m) ==
    LET entry == IF m.records = <<>> THEN m.epoch ELSE m.records[1].epoch
        epoch == IF On("fence-by-entry-epoch") THEN entry ELSE m.epoch
        stale == epoch # replicaEpoch[f]
        foreign == replicaEpoch[f] = leaderEpoch /\ m.source # leader
    IN  IF On("no-fencing") THEN "none"
        ELSE IF stale /\ ~On("no-epoch-fencing") THEN "stale_leader_epoch"
        ELSE IF foreign /\ ~On("no-source-check") THEN "non_current_leader"
        ELSE "none"
Accepts(f, m) == Fence(f, m) = "none"

\* R8: records must continue the log.
Fits(f, m) ==
    LET rule == m.snapshot \/ m.base = LEO(f)
    IN  IF On("append-with-gap") THEN m.snapshot \/ LEO(f) + Len(m.records) <= MaxRecords
        ELSE rule

\* R9: how many records r keeps when it adopts the epoch of the leader in charge: those
\* before their logs differ.
Truncate(r) ==
    LET rule == CommonEpochs(log[r], log[leader])
        last == IF LEO(r) = 0 THEN 0 ELSE log[r][LEO(r)].epoch
    IN  IF On("truncate-to-local-hw") THEN localHW[r]
        ELSE IF On("truncate-to-hw") THEN hw
        ELSE IF On("truncate-to-leader-leo") THEN LEO(leader)
        ELSE IF On("no-truncation") THEN LEO(r)
        ELSE IF On("truncate-one-round")
             THEN Cardinality({i \in 1..LEO(leader) : log[leader][i].epoch <= last})
        ELSE rule

\* R10: a follower at o that lacks nothing, or nothing that is no longer retained, catches up
\* incrementally, from o on; else it needs a snapshot, which is the whole log.
Retained(o, L) == Retention = 0 \/ o >= L \/ o + Retention >= L
CatchUp(o, L) ==
    LET rule == Retained(o, L)
    IN  IF On("catch-up-skips-ahead") THEN TRUE ELSE rule
CatchUpFrom(o, L) == IF Retained(o, L) THEN o ELSE L - Retention
SnapshotEnd(h) ==
    LET rule == LEO(leader)
    IN  IF On("snapshot-of-committed-only") THEN h ELSE rule

\* R4, R10: what f, whose LEO is now leo, knows of the HW after it took m.
FollowerHW(f, m, leo) ==
    LET rule == Max(localHW[f], Min(m.hw, leo))
    IN  IF On("follower-hw-from-leo") THEN Max(localHW[f], leo)
        ELSE IF On("hw-beyond-log") THEN Max(localHW[f], m.hw)
        ELSE IF On("snapshot-commits-all") /\ m.snapshot THEN Max(localHW[f], leo)
        ELSE rule

\* R11: how much a consumer may see at r, and what a linearizable read takes for committed.
ConsumerEnd(r) ==
    LET rule == localHW[r]
    IN  IF On("consumer-reads-above-hw") THEN LEO(r) ELSE rule
CommittedEnd(r) ==
    LET rule == localHW[r]
    IN  IF On("linearizable-reads-above-hw") THEN LEO(r) ELSE rule

\* R11: what a read at r returns, and whether it is answered.
ConsumerRead(r)     == First(log[r], ConsumerEnd(r))
LinearizableRead(r) == First(log[r], CommittedEnd(r))
Confirmed(r)        == LEO(r) <= CommittedEnd(r) /\ lease[r] > 0 /\ EnoughReplicas
MayReadLinearizable == Lease > 0 /\ InCharge /\ Confirmed(leader)
MayLeaseRead(r) ==
    LET rule == r = leader
    IN  /\ Lease > 0 /\ alive[r] /\ Confirmed(r)
        /\ IF On("lease-outlives-leadership") THEN TRUE ELSE rule

\* R11: a lease is renewed while its owner is in charge with enough replicas, else it runs down.
LeaseAfterTick(r) ==
    IF r = leader /\ InCharge /\ EnoughReplicas THEN Lease
    ELSE IF lease[r] > 0 THEN lease[r] - 1 ELSE 0

\* R12: a replica's log becomes s; the durable part is cut with it, and under "kept" is all of it.
SetLog(r, s) ==
    /\ log' = [log EXCEPT ![r] = s]
    /\ durable' = [durable EXCEPT ![r] = IF Durability = "kept" THEN Len(s) ELSE Min(@, Len(s))]

\* R7: the leader's book at the start of an epoch: members count as caught up now.
FreshBook(l, members) ==
    IF On("hw-from-stale-follower-state") THEN UNCHANGED book
    ELSE /\ followerLEO' = [r \in Replicas |-> 0]
         /\ lastCaughtUp' = [r \in Replicas |-> IF r \in members /\ r # l THEN 0 ELSE Never]
         /\ lastFetch' = [r \in Replicas |-> Never]
         /\ lastFetchLeaderLEO' = [r \in Replicas |-> 0]

\* What a crash makes the leader forget: its whole book if it is the one, else its entry for r.
Gone(r) ==
    LET rule == IF r = leader THEN Replicas ELSE {r}
    IN  IF On("crash-keeps-bookkeeping") /\ r # leader THEN {} ELSE rule
Forget(gone) ==
    /\ followerLEO' = [r \in Replicas |-> IF r \in gone THEN 0 ELSE followerLEO[r]]
    /\ lastCaughtUp' = [r \in Replicas |-> IF r \in gone THEN Never ELSE lastCaughtUp[r]]
    /\ lastFetch' = [r \in Replicas |-> IF r \in gone THEN Never ELSE lastFetch[r]]
    /\ lastFetchLeaderLEO' = [r \in Replicas |-> IF r \in gone THEN 0 ELSE lastFetchLeaderLEO[r]]

-----------------------------------------------------------------------------
(* Initial states: any replica leads, everybody is in sync, everything is empty. *)

Init ==
    /\ leader \in Replicas
    /\ leaderEpoch = 1
    /\ controllerEpoch = 1
    /\ isr = Replicas
    /\ hw = 0
    /\ log = [r \in Replicas |-> <<>>]
    /\ replicaEpoch = [r \in Replicas |-> 1]
    /\ alive = [r \in Replicas |-> TRUE]
    /\ durable = [r \in Replicas |-> 0]
    /\ localHW = [r \in Replicas |-> 0]
    /\ lease = [r \in Replicas |-> IF r = leader THEN Lease ELSE 0]
    /\ followerLEO = [r \in Replicas |-> 0]
    /\ lastCaughtUp = [r \in Replicas |-> IF r = leader THEN Never ELSE 0]
    /\ lastFetch = [r \in Replicas |-> Never]
    /\ lastFetchLeaderLEO = [r \in Replicas |-> 0]
    /\ response = [r \in Replicas |-> {}]
    /\ pending = {}
    /\ acked = {}
    /\ refused = {}
    /\ committed = <<>>
    /\ produced = 0
    /\ crashes = 0

-----------------------------------------------------------------------------
(* Actions *)

\* R5: acks=1 is answered at once, acks=all waits.  R6: acks=all needs enough replicas; a
\* request that is refused only after the append leaves its record behind.
Produce(acks) ==
    /\ InCharge
    /\ produced < MaxRecords /\ LEO(leader) < MaxRecords
    /\ Admits(acks)
    /\ produced' = produced + 1
    /\ SetLog(leader, Append(log[leader], [id |-> produced + 1, epoch |-> leaderEpoch]))
    /\ pending' = IF acks = "all" /\ EnoughReplicas THEN pending \cup {produced + 1} ELSE pending
    /\ refused' = IF acks = "all" /\ ~EnoughReplicas THEN refused \cup {produced + 1} ELSE refused
    /\ UNCHANGED <<replicaEpoch, alive, lease, leadership, isr, book, response, acked, crashes>>
    /\ AdvanceHW(hw, localHW)

\* R8, R12: when f may fetch.  R1: the leader notes it.  R4: the HW follows.  R10: what the
\* response carries.
Fetch(f) ==
    /\ f # leader
    /\ alive[f]
    /\ InCharge
    /\ response[f] = {}
    /\ MayFetch(f)
    /\ LET o    == LEO(f)
           L    == LEO(leader)
           from == CatchUpFrom(o, L)
           upto == IF FetchMax = 0 THEN L ELSE Min(L, from + FetchMax)
           part == SubSeq(log[leader], from + 1, upto)
       IN  /\ Fetched(f, o, L, IF CatchUp(o, L) THEN o + Len(part) ELSE L)
           /\ UNCHANGED <<log, replicaEpoch, alive, durable, lease, leadership, isr,
                          pending, acked, refused, produced, crashes>>
           /\ AdvanceHW(hw, localHW)
           /\ response' = [response EXCEPT ![f] =
                {IF CatchUp(o, L)
                 THEN Incremental(leaderEpoch, leader, o, part, hw')
                 ELSE Snapshot(leaderEpoch, leader, First(log[leader], SnapshotEnd(hw')), hw')}]

\* R8: what a response does to the follower it arrives at.
Deliver(f, m) ==
    IF Accepts(f, m) /\ Fits(f, m)
    THEN /\ SetLog(f, IF m.snapshot THEN m.records ELSE log[f] \o m.records)
         /\ localHW' = [localHW EXCEPT ![f] = FollowerHW(f, m, Len(log'[f]))]
    ELSE UNCHANGED <<log, durable, localHW>>

Receive(f) ==
    /\ alive[f]
    /\ response[f] # {}
    /\ Deliver(f, CHOOSE m \in response[f] : TRUE)
    /\ response' = [response EXCEPT ![f] = {}]
    /\ UNCHANGED <<replicaEpoch, alive, lease, leadership, isr, hw, book, pending, acked,
                   refused, committed, produced, crashes>>

\* The response is lost; what the leader wrote in its book stays.
DropResponse(f) ==
    /\ Drop
    /\ response[f] # {}
    /\ response' = [response EXCEPT ![f] = {}]
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, leadership, isr, hw,
                   book, pending, acked, refused, committed, produced, crashes>>

\* The response is received and stays in flight.
DuplicateResponse(f) ==
    /\ Duplicate
    /\ alive[f]
    /\ response[f] # {}
    /\ Deliver(f, CHOOSE m \in response[f] : TRUE)
    /\ UNCHANGED <<replicaEpoch, alive, lease, leadership, isr, hw, book, response, pending,
                   acked, refused, committed, produced, crashes>>

\* Time passes, as long as that makes a difference.
Tick ==
    /\ {r \in Replicas : \/ lastCaughtUp[r] <= LagMax
                         \/ lastFetch[r] <= LagMax
                         \/ lease[r] # LeaseAfterTick(r)} # {}
    /\ lastCaughtUp' = [r \in Replicas |-> Older(lastCaughtUp[r])]
    /\ lastFetch' = [r \in Replicas |-> Older(lastFetch[r])]
    /\ lease' = [r \in Replicas |-> LeaseAfterTick(r)]
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, leadership, isr, hw,
                   followerLEO, lastFetchLeaderLEO, response, pending, acked, refused,
                   committed, produced, crashes>>

\* R2, R6: of a member, while a leader is in charge.
MayShrink(f) == InCharge /\ f \in isr /\ MayLeave(f)

ShrinkISR(f) ==
    /\ MayShrink(f)
    /\ isr' = isr \ {f}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, lease, leadership, book,
                   response, pending, acked, refused, produced, crashes>>
    /\ AdvanceWithout(localHW, On("shrink-forgets-hw"))

\* R3: of a live follower outside the ISR, while a leader is in charge.
MayExpand(f) == InCharge /\ f \notin isr /\ alive[f] /\ MayJoin(f)

ExpandISR(f) ==
    /\ MayExpand(f)
    /\ isr' = isr \cup {f}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, lease, leadership, book,
                   response, pending, acked, refused, produced, crashes>>
    /\ AdvanceHW(hw, localHW)

\* R7: both epochs go up by one, the new leader keeps exactly its first HW records, the
\* old leader leaves the ISR, waiting requests end, and the book starts afresh.
Elect(c) ==
    /\ MayElect(c)
    /\ controllerEpoch < MaxEpoch
    /\ leader' = c
    /\ leaderEpoch' = NextEpoch
    /\ controllerEpoch' = controllerEpoch + 1
    /\ replicaEpoch' = [replicaEpoch EXCEPT ![c] = NextEpoch]
    /\ SetLog(c, First(log[c], ElectionCut(c)))
    /\ lease' = [lease EXCEPT ![c] = Lease]
    /\ isr' = ElectionISR(c)
    /\ FreshBook(c, isr')
    /\ pending' = IF On("pending-survives-election") THEN pending ELSE {}
    /\ UNCHANGED <<alive, response, acked, refused, produced, crashes>>
    /\ AdvanceHW(ElectionHW(c), [localHW EXCEPT ![c] = Min(@, Len(log'[c]))])

\* R9: adopt the epoch of the leader in charge and cut to what is shared with it.
BecomeFollower(r) ==
    /\ alive[r]
    /\ r # leader
    /\ replicaEpoch[r] < leaderEpoch
    /\ InCharge
    /\ replicaEpoch' = [replicaEpoch EXCEPT ![r] = leaderEpoch]
    /\ SetLog(r, First(log[r], Truncate(r)))
    /\ localHW' = [localHW EXCEPT ![r] = Min(@, Len(log'[r]))]
    /\ lease' = [lease EXCEPT ![r] = 0]
    /\ UNCHANGED <<alive, leadership, isr, hw, book, response, pending, acked, refused,
                   committed, produced, crashes>>

\* R5: acks=all is answered once the HW has passed the record.  R6: with enough replicas.
Ack(p) ==
    /\ p \in pending
    /\ InCharge
    /\ MayAck(p)
    /\ pending' = pending \ {p}
    /\ acked' = acked \cup {p}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, leadership, isr, hw,
                   book, response, refused, committed, produced, crashes>>

\* R6, checked again while waiting: NOT_ENOUGH_REPLICAS_AFTER_APPEND; the record stays.
Refuse(p) ==
    /\ p \in pending
    /\ MayRefuse
    /\ pending' = pending \ {p}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, leadership, isr, hw,
                   book, response, acked, refused, committed, produced, crashes>>

\* R6: the wait is over, the record stays, the client does not know.
TimeOut(p) ==
    /\ TimeOuts
    /\ p \in pending
    /\ pending' = pending \ {p}
    /\ acked' = IF On("timeout-as-ack") THEN acked \cup {p} ELSE acked
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, leadership, isr, hw,
                   book, response, refused, committed, produced, crashes>>

\* R12: what was not durable is lost.  R4: a follower that is gone no longer holds the HW back.
Crash(r) ==
    /\ alive[r]
    /\ crashes < MaxCrashes
    /\ crashes' = crashes + 1
    /\ alive' = [alive EXCEPT ![r] = FALSE]
    /\ replicaEpoch' = [replicaEpoch EXCEPT ![r] = 0]
    /\ response' = IF On("response-survives-crash") THEN response ELSE [response EXCEPT ![r] = {}]
    /\ lease' = [lease EXCEPT ![r] = 0]
    /\ SetLog(r, First(log[r], durable[r]))
    /\ isr' = IF isr = {r} \/ On("crash-stays-in-isr") THEN isr ELSE isr \ {r}
    /\ Forget(Gone(r))
    /\ pending' = IF r = leader THEN {} ELSE pending
    /\ UNCHANGED <<leadership, acked, refused, produced>>
    /\ AdvanceWithout([localHW EXCEPT ![r] = Min(@, durable[r])], On("crash-forgets-hw"))

\* R7: a restarted replica has no epoch, and leads only if it is elected again.
Restart(r) ==
    /\ ~alive[r]
    /\ alive' = [alive EXCEPT ![r] = TRUE]
    /\ replicaEpoch' = IF On("restart-resumes-leadership") /\ r = leader
                       THEN [replicaEpoch EXCEPT ![r] = leaderEpoch] ELSE replicaEpoch
    /\ UNCHANGED <<log, durable, localHW, lease, leadership, isr, hw, book,
                   response, pending, acked, refused, committed, produced, crashes>>

\* R12: the log reaches the disk.  R4: when it is the leader's.
Fsync(r) ==
    /\ Durability = "lossy"
    /\ alive[r]
    /\ durable[r] < LEO(r)
    /\ durable' = [durable EXCEPT ![r] = LEO(r)]
    /\ UNCHANGED <<log, replicaEpoch, alive, lease, leadership, isr, book, response,
                   pending, acked, refused, produced, crashes>>
    /\ IF r = leader THEN AdvanceHW(hw, localHW) ELSE UNCHANGED <<hw, localHW, committed>>

Next ==
    \/ \E acks \in Acks : Produce(acks)
    \/ \E f \in Replicas : Fetch(f)
    \/ \E f \in Replicas : Receive(f)
    \/ \E f \in Replicas : DropResponse(f)
    \/ \E f \in Replicas : DuplicateResponse(f)
    \/ Tick
    \/ \E f \in Replicas : ShrinkISR(f)
    \/ \E f \in Replicas : ExpandISR(f)
    \/ \E c \in Replicas : Elect(c)
    \/ \E r \in Replicas : BecomeFollower(r)
    \/ \E p \in 1..MaxRecords : Ack(p)
    \/ \E p \in 1..MaxRecords : Refuse(p)
    \/ \E p \in 1..MaxRecords : TimeOut(p)
    \/ \E r \in Replicas : Crash(r)
    \/ \E r \in Replicas : Restart(r)
    \/ \E r \in Replicas : Fsync(r)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* State invariants.  A property that needs a rule takes the correct one;  *)
(* only what the protocol allows (whom it may elect, who may join or       *)
(* leave, what a read returns) is asked of the variant.                    *)

IsLog(s) == \A i \in 1..Len(s) : /\ s[i].id \in 1..produced
                                 /\ s[i].epoch \in 1..leaderEpoch

TypeOK ==
    /\ leader \in Replicas
    /\ leaderEpoch \in 1..MaxEpoch
    /\ controllerEpoch \in 1..MaxEpoch
    /\ isr \subseteq Replicas
    /\ hw \in 0..MaxRecords
    /\ produced \in 0..MaxRecords
    /\ crashes \in 0..MaxCrashes
    /\ pending \subseteq 1..produced
    /\ acked \subseteq 1..produced
    /\ refused \subseteq 1..produced
    /\ IsLog(committed) /\ Len(committed) <= MaxRecords
    /\ \A r \in Replicas :
        /\ IsLog(log[r]) /\ LEO(r) <= MaxRecords
        /\ replicaEpoch[r] \in 0..leaderEpoch
        /\ alive[r] \in BOOLEAN
        /\ durable[r] \in 0..LEO(r)
        /\ Durability = "kept" => durable[r] = LEO(r)
        /\ localHW[r] \in 0..MaxRecords
        /\ lease[r] \in 0..Lease
        /\ followerLEO[r] \in 0..MaxRecords
        /\ lastCaughtUp[r] \in 0..Never
        /\ lastFetch[r] \in 0..Never
        /\ lastFetchLeaderLEO[r] \in 0..MaxRecords
        /\ Cardinality(response[r]) <= 1
        /\ \A m \in response[r] :
            /\ m.epoch \in 1..leaderEpoch
            /\ m.source \in Replicas \ {r}
            /\ m.base \in 0..MaxRecords
            /\ m.snapshot \in BOOLEAN
            /\ IsLog(m.records) /\ m.base + Len(m.records) <= MaxRecords
            /\ m.hw \in 0..MaxRecords

HWAtMostISRLEO == \A r \in isr : hw <= LEO(r)

LeaderInISR == InCharge => leader \in isr

CommittedOnISR == \A r \in isr : IsPrefix(committed, log[r])

CommittedSurvives == \A c \in Replicas : MayElect(c) => IsPrefix(committed, log[c])

LogMatching ==
    \A r, s \in Replicas :
        \A i \in 1..Min(LEO(r), LEO(s)) :
            log[r][i].epoch = log[s][i].epoch => First(log[r], i) = First(log[s], i)

AckedIsCommitted == acked \subseteq Ids(committed)

LocalHWBelowHW == \A r \in Replicas : localHW[r] <= hw

LocalHWWithinLog == \A r \in Replicas : localHW[r] <= LEO(r)

HWIsISRMinimum ==
    InCharge /\ isr # {} => \E r \in isr : hw >= IF r = leader THEN durable[r] ELSE followerLEO[r]

LaggardCanLeave ==
    InCharge => \A f \in isr \ {leader} : lastCaughtUp[f] > LagMax => MayShrink(f)

CaughtUpCanJoin ==
    InCharge => \A f \in Replicas \ isr :
        (/\ alive[f] /\ replicaEpoch[f] = leaderEpoch
         /\ lastFetch[f] <= LagMax /\ followerLEO[f] >= hw) => MayExpand(f)

CurrentLeaderNeverFenced ==
    \A f \in Replicas : \A m \in response[f] :
        (/\ m.epoch = leaderEpoch /\ m.source = leader
         /\ replicaEpoch[f] = leaderEpoch
         /\ Fits(f, m)) => Accepts(f, m)

RefusalAppendsNothing == \A r \in Replicas : refused \cap Ids(log[r]) = {}

ConsumedSurvives ==
    InCharge => \A c \in Replicas : MayElect(c) => IsPrefix(ConsumerRead(leader), log[c])

LinearizableReadIsCommitted == MayReadLinearizable => IsPrefix(LinearizableRead(leader), committed)

LinearizableReadSeesEveryAck == MayReadLinearizable => acked \subseteq Ids(LinearizableRead(leader))

LeaseReadIsFresh ==
    \A r \in Replicas : MayLeaseRead(r) => IsPrefix(committed, LinearizableRead(r))

-----------------------------------------------------------------------------
(* Step properties *)

CrashStep     == crashes' # crashes
ElectionStep  == controllerEpoch' # controllerEpoch
FetchStep(f)  == response[f] = {} /\ response'[f] # {}
AppendStep(f) ==                  \* f took records from a response
    /\ log'[f] # log[f] /\ ~IsPrefix(log'[f], log[f])
    /\ produced' = produced
InstallStep(f, m) ==              \* f took in m, and that is a snapshot
    /\ m.snapshot
    /\ log'[f] # log[f] \/ (f # leader /\ localHW'[f] # localHW[f])
    /\ ~CrashStep /\ ~ElectionStep
    /\ produced' = produced
    /\ replicaEpoch'[f] = replicaEpoch[f]

HWNeverDecreases == [][hw' >= hw]_vars

CommittedNeverChanges == [][IsPrefix(committed, committed')]_vars

ElectionBumpsEpochs ==
    [][/\ leaderEpoch' >= leaderEpoch
       /\ controllerEpoch' >= controllerEpoch
       /\ leaderEpoch' # leaderEpoch <=> controllerEpoch' # controllerEpoch
       /\ \A r \in Replicas : replicaEpoch'[r] < replicaEpoch[r] => alive[r] /\ ~alive'[r]]_vars

OneLeaderPerEpoch == [][leader' # leader => leaderEpoch' > leaderEpoch]_vars

FetchCounts ==
    [][\A f \in Replicas : FetchStep(f) =>
          LET o == LEO(f)
              L == LEO(leader)
              reached == o >= lastFetchLeaderLEO[f]
          IN  /\ o >= L => lastCaughtUp'[f] = 0
              /\ reached => lastCaughtUp'[f] <= lastFetch[f]
              /\ lastCaughtUp'[f] <= lastCaughtUp[f]
              /\ lastCaughtUp'[f] >=
                    IF o >= L THEN 0
                    ELSE Min(lastCaughtUp[f], IF reached THEN lastFetch[f] ELSE Never)]_vars

NoEarlyShrink ==
    [][\A f \in isr \ isr' : CrashStep \/ ElectionStep \/ lastCaughtUp[f] > LagMax]_vars

NoEarlyExpand ==
    [][\A f \in isr' \ isr :
          /\ alive[f]
          /\ replicaEpoch[f] = leaderEpoch
          /\ LEO(f) >= hw
          /\ IsPrefix(committed, log[f])
          /\ lastFetch[f] <= LagMax]_vars

ShrinkKeepsLeader ==
    [][(leader \in isr \ isr') => (CrashStep \/ ElectionStep)]_vars

AckMeetsMinISR == [][acked' # acked => Cardinality(isr) >= MinISR]_vars

TruncationKeepsCommitted ==
    [][~CrashStep => \A r \in Replicas :
          CommonPrefix(log'[r], committed) >= CommonPrefix(log[r], committed)]_vars

StalePacketNeverAppends ==
    [][\A f \in Replicas : AppendStep(f) => \A m \in response[f] :
          /\ m.epoch = replicaEpoch[f]
          /\ replicaEpoch[f] = leaderEpoch => m.source = leader]_vars

SnapshotCommitsOnlyAdvertised ==
    [][\A f \in Replicas : \A m \in response[f] :
          InstallStep(f, m) => localHW'[f] <= Max(localHW[f], m.hw)]_vars

ElectionFromISR == [][ElectionStep => leader' \in isr /\ alive[leader']]_vars

-----------------------------------------------------------------------------
(* What may bound a search: CONSTRAINT takes the first two, ACTION_CONSTRAINT the last. *)

OneResponseInFlight == \A f, g \in Replicas : response[f] # {} /\ response[g] # {} => f = g

OneReplicaDown == \A a, b \in Replicas : ~alive[a] /\ ~alive[b] => a = b

ElectOnlyWithoutLeader == leaderEpoch' # leaderEpoch => ~InCharge

=============================================================================
