---- MODULE Lock ----
\* A lock that looks before it takes: two processes may see that it is free.
EXTENDS FiniteSets, Integers, TLC
CONSTANT Process
VARIABLES at, holders

Init == at = [p \in Process |-> "idle"] /\ holders = {}

Try(p) == at[p] = "idle" /\ at' = [at EXCEPT ![p] = "trying"] /\ UNCHANGED holders
Look(p) == at[p] = "trying" /\ holders = {} /\ at' = [at EXCEPT ![p] = "entering"] /\ UNCHANGED holders
Force(p) == at[p] = "trying" /\ holders # {} /\ at' = [at EXCEPT ![p] = "entering"] /\ UNCHANGED holders
Enter(p) == at[p] = "entering" /\ at' = [at EXCEPT ![p] = "in"] /\ holders' = holders \union {p}
Leave(p) == at[p] = "in" /\ at' = [at EXCEPT ![p] = "idle"] /\ holders' = holders \ {p}

Next == \E p \in Process : Try(p) \/ Look(p) \/ Force(p) \/ Enter(p) \/ Leave(p)

Mutex == Cardinality(holders) <= 1
Names == Permutations(Process)
====
