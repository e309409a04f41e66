---- MODULE Limits ----
\* Constraints, symmetry, overrides and what the configuration can say.
EXTENDS Integers, FiniteSets, TLC
CONSTANTS Procs, None, Weight(_), Cost(_)
VARIABLES owner, n

Nobody == CHOOSE p : p \notin Procs
Heavy(p) == 2
Init == owner = None /\ n = 0
Take(p) == owner = None /\ owner' = p /\ n' = n + Weight(p)
Give == owner # None /\ owner' = None /\ n' = n + Cost(1)
Next == Give \/ \E p \in Procs : Take(p)
Bounded == n < 12
Forward == n' # 8 \/ owner # None
Sym == Permutations(Procs)
TypeOK == owner \in Procs \cup {None} /\ n \in Nat /\ Nobody = "nobody"
Few == 0..20
Shown == owner
Alias == [who |-> owner, next |-> n + 1]
====
