----------------------------- MODULE Partition -----------------------------
(***************************************************************************)
(* One replicated partition: in-sync replica set (ISR), high watermark     *)
(* (HW), log end offsets (LEO), leader epochs, elections and truncation,   *)
(* under one controller whose decisions are atomic.                        *)
(*                                                                         *)
(* Rules are named R1..R12 where they are applied.  In every action the    *)
(* guard comes first and the effect second, and every action has at most   *)
(* one successor for each argument.  Offsets count from 0; the LEO of a    *)
(* log is its length.  Time is relative: now is 0, a time is kept as its   *)
(* age, and ages saturate at LagMax + 1.                                   *)
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

ASSUME /\ Acks \subseteq {"1", "all"}
       /\ Durability \in {"kept", "lossy"}
       /\ Variant \subseteq {"count-before-fsync"}

VARIABLES
    log,                 \* log[r]: the records [id, epoch] of r; epoch is the entry epoch
    replicaEpoch,        \* replicaEpoch[r]: the epoch r has adopted, 0 after a crash
    alive,               \* alive[r]
    durable,             \* durable[r]: how much of its log r would find again after a lossy crash
    localHW,             \* localHW[r]: the HW as r knows it; a leader in charge knows hw itself
    lease,               \* lease[r]: ticks left of r's read lease
    leader,              \* whom the controller made leader
    leaderEpoch,         \* and in which epoch
    controllerEpoch,     \* bumped together with leaderEpoch
    isr,                 \* the in-sync replica set
    hw,                  \* the high watermark
    followerLEO,         \* the leader's book: where f asked to fetch from, last time
    lastCaughtUp,        \* the leader's book: age of lastCaughtUpTime
    lastFetch,           \* the leader's book: age of lastFetchTime
    lastFetchLeaderLEO,  \* the leader's book: its own LEO at that fetch
    response,            \* response[f]: the fetch response in flight to f, a set of at most one
    pending,             \* ids of acks=all requests that wait
    acked,               \* monitor: ids that were answered as replicated
    refused,             \* monitor: ids that were answered NOT_ENOUGH_REPLICAS
    committed,           \* monitor: the leader's log up to the HW when the HW last rose
    produced,            \* how many records have been produced; the last id given
    crashes              \* how many crashes there have been

book  == <<followerLEO, lastCaughtUp, lastFetch, lastFetchLeaderLEO>>
ballot == <<leader, leaderEpoch, controllerEpoch>>
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

\* Length of the longest prefix of s and t on whose elements Same(i) holds.
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

\* R1: what a fetch of f at offset o says about when it was last caught up
\* (an age: a later time is a smaller age).  A fetch that reaches what was the
\* leader's LEO at the previous fetch was caught up at the time of that fetch.
CaughtUpAge(f, o, L) ==
    IF o >= L THEN 0
    ELSE IF o >= lastFetchLeaderLEO[f] THEN Min(lastCaughtUp[f], lastFetch[f])
    ELSE lastCaughtUp[f]

\* R2: out of sync is strictly more than LagMax ago.
OutOfSync(f) == lastCaughtUp[f] > LagMax

\* R3: a follower joins as soon as its LEO, as the leader knows it, is at least the HW.
ReachedHW(f) == followerLEO[f] >= hw

\* R12: only durable records count, unless the page cache is taken for the disk.
Counted(r) == IF "count-before-fsync" \in Variant THEN LEO(r) ELSE durable[r]

\* R4: the smallest LEO in the ISR as the leader knows it, its own included.
KnownLEO(r) == IF r = leader THEN Counted(r) ELSE followerLEO[r]
ISRMinimum  == Least({KnownLEO(r) : r \in isr})

\* R4: evaluated on the new values, last in every action that can move it.  It is the
\* leader who moves the HW, so its own localHW is the HW as long as it is in charge;
\* local is what the action itself makes of localHW.
AdvanceHW(local) ==
    /\ hw' = IF InCharge' THEN Max(hw, ISRMinimum') ELSE hw
    /\ localHW' = IF InCharge' THEN [local EXCEPT ![leader'] = hw'] ELSE local
    /\ committed' = IF hw' > Len(committed) THEN SubSeq(log'[leader'], 1, hw') ELSE committed

\* R6: min.insync.replicas.
EnoughReplicas == Cardinality(isr) >= MinISR

\* R7: who may be elected, the epoch budget apart: a live member, not the leader in charge.
Electable(c) == c \in isr /\ alive[c] /\ ~(c = leader /\ InCharge)

\* R8: the packet's epoch is the one f has adopted, and its source leads that epoch
\* (f can tell only when it is the current one).
Accepts(f, m) ==
    /\ m.epoch = replicaEpoch[f]
    /\ replicaEpoch[f] = leaderEpoch => m.source = leader
Fits(f, m) == m.snapshot \/ m.base = LEO(f)

\* R9: how much of its log r shares with the leader in charge.
SharedWithLeader(r) == CommonEpochs(log[r], log[leader])

\* R10: a follower that lacks something no longer retained needs a snapshot.
NeedsSnapshot(o, L) == Retention > 0 /\ o < L /\ o + Retention < L

\* R11: what may be read where.
ConsumerRead     == First(log[leader], hw)
LinearizableRead == First(log[leader], hw)
MayReadLinearizable ==
    /\ Lease > 0 /\ InCharge
    /\ LEO(leader) = hw /\ lease[leader] > 0 /\ EnoughReplicas
MayLeaseRead(r) == r = leader /\ MayReadLinearizable

\* R12: a replica's log becomes s; the durable part is cut with it, and under "kept" is all of it.
SetLog(r, s) ==
    /\ log' = [log EXCEPT ![r] = s]
    /\ durable' = [durable EXCEPT ![r] = IF Durability = "kept" THEN Len(s) ELSE Min(@, Len(s))]

\* The leader's book at the start of an epoch: members count as caught up now.
FreshBook(l, members) ==
    /\ followerLEO' = [r \in Replicas |-> 0]
    /\ lastCaughtUp' = [r \in Replicas |-> IF r \in members /\ r # l THEN 0 ELSE Never]
    /\ lastFetch' = [r \in Replicas |-> Never]
    /\ lastFetchLeaderLEO' = [r \in Replicas |-> 0]

\* The leader's book when nothing is known any more about the replicas in gone.
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

\* R5: acks=1 is answered at once, acks=all waits.  R6: acks=all needs enough replicas.
Produce(acks) ==
    /\ InCharge
    /\ produced < MaxRecords
    /\ acks = "all" => EnoughReplicas
    /\ produced' = produced + 1
    /\ SetLog(leader, Append(log[leader], [id |-> produced + 1, epoch |-> leaderEpoch]))
    /\ pending' = IF acks = "all" THEN pending \cup {produced + 1} ELSE pending
    /\ UNCHANGED <<replicaEpoch, alive, lease, ballot, isr, book, response,
                   acked, refused, crashes>>
    /\ AdvanceHW(localHW)

\* R1, R4, R10; R12: a follower fetches only when all of its log counts.
Fetch(f) ==
    /\ f # leader
    /\ alive[f]
    /\ replicaEpoch[f] = leaderEpoch
    /\ Counted(f) = LEO(f)
    /\ InCharge
    /\ response[f] = {}
    /\ followerLEO' = [followerLEO EXCEPT ![f] = LEO(f)]
    /\ lastCaughtUp' = [lastCaughtUp EXCEPT ![f] = CaughtUpAge(f, LEO(f), LEO(leader))]
    /\ lastFetch' = [lastFetch EXCEPT ![f] = 0]
    /\ lastFetchLeaderLEO' = [lastFetchLeaderLEO EXCEPT ![f] = LEO(leader)]
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, lease, ballot, isr,
                   pending, acked, refused, produced, crashes>>
    /\ AdvanceHW(localHW)
    /\ LET o    == LEO(f)
           L    == LEO(leader)
           upto == IF FetchMax = 0 THEN L ELSE Min(L, o + FetchMax)
       IN  response' = [response EXCEPT ![f] =
               {IF NeedsSnapshot(o, L)
                THEN Snapshot(leaderEpoch, leader, log[leader], hw')
                ELSE Incremental(leaderEpoch, leader, o, SubSeq(log[leader], o + 1, upto), hw')}]

\* R8: what a response does to the follower it arrives at.
Deliver(f, m) ==
    IF Accepts(f, m) /\ Fits(f, m)
    THEN /\ SetLog(f, IF m.snapshot THEN m.records ELSE log[f] \o m.records)
         /\ localHW' = [localHW EXCEPT ![f] = Max(@, Min(m.hw, Len(log'[f])))]
    ELSE UNCHANGED <<log, durable, localHW>>

Receive(f) ==
    /\ alive[f]
    /\ response[f] # {}
    /\ Deliver(f, CHOOSE m \in response[f] : TRUE)
    /\ response' = [response EXCEPT ![f] = {}]
    /\ UNCHANGED <<replicaEpoch, alive, lease, ballot, isr, hw, book, pending, acked,
                   refused, committed, produced, crashes>>

\* The response is lost; what the leader wrote in its book stays.
DropResponse(f) ==
    /\ Drop
    /\ response[f] # {}
    /\ response' = [response EXCEPT ![f] = {}]
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, ballot, isr, hw,
                   book, pending, acked, refused, committed, produced, crashes>>

\* The response is received and stays in flight.
DuplicateResponse(f) ==
    /\ Duplicate
    /\ alive[f]
    /\ response[f] # {}
    /\ Deliver(f, CHOOSE m \in response[f] : TRUE)
    /\ UNCHANGED <<replicaEpoch, alive, lease, ballot, isr, hw, book, response, pending,
                   acked, refused, committed, produced, crashes>>

\* R11: a lease is renewed while its owner is in charge with enough replicas, else it runs down.
LeaseAfterTick(r) ==
    IF r = leader /\ InCharge /\ EnoughReplicas THEN Lease
    ELSE IF lease[r] > 0 THEN lease[r] - 1 ELSE 0

\* Time passes, as long as that makes a difference.
Tick ==
    /\ {r \in Replicas : \/ lastCaughtUp[r] <= LagMax
                         \/ lastFetch[r] <= LagMax
                         \/ lease[r] # LeaseAfterTick(r)} # {}
    /\ lastCaughtUp' = [r \in Replicas |-> Older(lastCaughtUp[r])]
    /\ lastFetch' = [r \in Replicas |-> Older(lastFetch[r])]
    /\ lease' = [r \in Replicas |-> LeaseAfterTick(r)]
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, ballot, isr, hw,
                   followerLEO, lastFetchLeaderLEO, response, pending, acked, refused,
                   committed, produced, crashes>>

\* R2: a follower that is out of sync may be removed, the leader never.
MayShrink(f) == InCharge /\ f \in isr /\ f # leader /\ OutOfSync(f)

ShrinkISR(f) ==
    /\ MayShrink(f)
    /\ isr' = isr \ {f}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, lease, ballot, book,
                   response, pending, acked, refused, produced, crashes>>
    /\ AdvanceHW(localHW)

\* R3: who has fetched lately in this epoch and has reached the HW may join.
MayExpand(f) ==
    InCharge /\ f \notin isr /\ alive[f] /\ ReachedHW(f) /\ lastFetch[f] <= LagMax

ExpandISR(f) ==
    /\ MayExpand(f)
    /\ isr' = isr \cup {f}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, lease, ballot, book,
                   response, pending, acked, refused, produced, crashes>>
    /\ AdvanceHW(localHW)

\* R7: both epochs go up by one, the new leader keeps exactly its first HW records,
\* the old leader leaves the ISR, and the book starts afresh.
Elect(c) ==
    /\ Electable(c)
    /\ controllerEpoch < MaxEpoch
    /\ leader' = c
    /\ leaderEpoch' = leaderEpoch + 1
    /\ controllerEpoch' = controllerEpoch + 1
    /\ replicaEpoch' = [replicaEpoch EXCEPT ![c] = leaderEpoch + 1]
    /\ SetLog(c, First(log[c], hw))
    /\ lease' = [lease EXCEPT ![c] = Lease]
    /\ isr' = IF c = leader THEN isr ELSE isr \ {leader}
    /\ FreshBook(c, isr')
    /\ pending' = {}
    /\ UNCHANGED <<alive, response, acked, refused, produced, crashes>>
    /\ AdvanceHW([localHW EXCEPT ![c] = Min(@, Len(log'[c]))])

\* R9: adopt the epoch of the leader in charge and cut to what is shared with it.
BecomeFollower(r) ==
    /\ alive[r]
    /\ r # leader
    /\ replicaEpoch[r] < leaderEpoch
    /\ InCharge
    /\ replicaEpoch' = [replicaEpoch EXCEPT ![r] = leaderEpoch]
    /\ SetLog(r, First(log[r], SharedWithLeader(r)))
    /\ localHW' = [localHW EXCEPT ![r] = Min(@, Len(log'[r]))]
    /\ lease' = [lease EXCEPT ![r] = 0]
    /\ UNCHANGED <<alive, ballot, isr, hw, book, response, pending, acked, refused,
                   committed, produced, crashes>>

\* R5: acks=all is answered once the HW has passed the record.  R6: with enough replicas.
Ack(p) ==
    /\ p \in pending
    /\ InCharge
    /\ p \in Ids(First(log[leader], hw))
    /\ EnoughReplicas
    /\ pending' = pending \ {p}
    /\ acked' = acked \cup {p}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, ballot, isr, hw,
                   book, response, refused, committed, produced, crashes>>

\* R6, checked again while waiting: NOT_ENOUGH_REPLICAS_AFTER_APPEND; the record stays.
Refuse(p) ==
    /\ p \in pending
    /\ ~EnoughReplicas
    /\ pending' = pending \ {p}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, ballot, isr, hw,
                   book, response, acked, refused, committed, produced, crashes>>

\* R6: the wait is over, the record stays, the client does not know.
TimeOut(p) ==
    /\ TimeOuts
    /\ p \in pending
    /\ pending' = pending \ {p}
    /\ UNCHANGED <<log, replicaEpoch, alive, durable, localHW, lease, ballot, isr, hw,
                   book, response, acked, refused, committed, produced, crashes>>

\* R12: what was not durable is lost.  R4: a follower that is gone no longer holds the HW back.
Crash(r) ==
    /\ alive[r]
    /\ crashes < MaxCrashes
    /\ crashes' = crashes + 1
    /\ alive' = [alive EXCEPT ![r] = FALSE]
    /\ replicaEpoch' = [replicaEpoch EXCEPT ![r] = 0]
    /\ response' = [response EXCEPT ![r] = {}]
    /\ lease' = [lease EXCEPT ![r] = 0]
    /\ SetLog(r, First(log[r], durable[r]))
    /\ isr' = IF isr = {r} THEN isr ELSE isr \ {r}
    /\ Forget(IF r = leader THEN Replicas ELSE {r})
    /\ pending' = IF r = leader THEN {} ELSE pending
    /\ UNCHANGED <<ballot, acked, refused, produced>>
    /\ AdvanceHW([localHW EXCEPT ![r] = Min(@, durable[r])])

Restart(r) ==
    /\ ~alive[r]
    /\ alive' = [alive EXCEPT ![r] = TRUE]
    /\ UNCHANGED <<log, replicaEpoch, durable, localHW, lease, ballot, isr, hw, book,
                   response, pending, acked, refused, committed, produced, crashes>>

\* R12: the log reaches the disk.  R4: when it is the leader's.
Fsync(r) ==
    /\ Durability = "lossy"
    /\ alive[r]
    /\ durable[r] < LEO(r)
    /\ durable' = [durable EXCEPT ![r] = LEO(r)]
    /\ UNCHANGED <<log, replicaEpoch, alive, lease, ballot, isr, book, response,
                   pending, acked, refused, produced, crashes>>
    /\ AdvanceHW(localHW)

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
(* State invariants *)

IsLog(s) == \A i \in 1..Len(s) : /\ s[i].id \in 1..produced
                                 /\ s[i].epoch \in 1..leaderEpoch

TypeOK ==
    /\ leader \in Replicas
    /\ leaderEpoch \in 1..MaxEpoch
    /\ controllerEpoch \in 1..MaxEpoch
    /\ isr \subseteq Replicas /\ isr # {}
    /\ hw \in 0..MaxRecords
    /\ produced \in 0..MaxRecords
    /\ crashes \in 0..MaxCrashes
    /\ pending \subseteq 1..produced
    /\ acked \subseteq 1..produced
    /\ refused \subseteq 1..produced
    /\ IsLog(committed) /\ Len(committed) = hw
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

CommittedSurvives == \A c \in Replicas : Electable(c) => IsPrefix(committed, log[c])

LogMatching ==
    \A r, s \in Replicas :
        \A i \in 1..Min(LEO(r), LEO(s)) :
            log[r][i].epoch = log[s][i].epoch => First(log[r], i) = First(log[s], i)

AckedIsCommitted == acked \subseteq Ids(committed)

LocalHWBelowHW == \A r \in Replicas : localHW[r] <= hw

LocalHWWithinLog == \A r \in Replicas : localHW[r] <= LEO(r)

HWIsISRMinimum == InCharge => hw >= ISRMinimum

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
    InCharge => \A c \in Replicas : Electable(c) => IsPrefix(ConsumerRead, log[c])

LinearizableReadIsCommitted == MayReadLinearizable => IsPrefix(LinearizableRead, committed)

LinearizableReadSeesEveryAck == MayReadLinearizable => acked \subseteq Ids(LinearizableRead)

LeaseReadIsFresh ==
    \A r \in Replicas : MayLeaseRead(r) => IsPrefix(committed, First(log[r], hw))

-----------------------------------------------------------------------------
(* Step properties *)

CrashStep     == crashes' # crashes
ElectionStep  == controllerEpoch' # controllerEpoch
FetchStep(f)  == response[f] = {} /\ response'[f] # {}
ReceiveStep(f) ==                 \* f took something in from a response
    /\ response[f] # {}
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
    [][\A f \in Replicas : ReceiveStep(f) => \A m \in response[f] :
          /\ m.epoch = replicaEpoch[f]
          /\ replicaEpoch[f] = leaderEpoch => m.source = leader]_vars

SnapshotCommitsOnlyAdvertised ==
    [][\A f \in Replicas : ReceiveStep(f) => \A m \in response[f] :
          m.snapshot => localHW'[f] <= Max(localHW[f], m.hw)]_vars

ElectionFromISR == [][ElectionStep => leader' \in isr /\ alive[leader']]_vars

-----------------------------------------------------------------------------
(* What may bound a search: CONSTRAINT takes the first two, ACTION_CONSTRAINT the last. *)

OneResponseInFlight == \A f, g \in Replicas : response[f] # {} /\ response[g] # {} => f = g

OneReplicaDown == \A a, b \in Replicas : ~alive[a] /\ ~alive[b] => a = b

ElectOnlyWithoutLeader == leaderEpoch' # leaderEpoch => ~InCharge

=============================================================================
