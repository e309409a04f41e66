---- MODULE Relay ----
(* Runners pass a baton round.  A runner who is tired may drop it. *)
EXTENDS Integers, Sequences, FiniteSets
CONSTANTS Runners, Laps, Team
VARIABLES holder, log, tired, score
vars == <<holder, log, tired, score>>

MCLaps == 2

Init == /\ holder \in Runners
        /\ log = <<>>
        /\ tired = [r \in Runners |-> FALSE]
        /\ score = [team |-> Team, laps |-> -1, by |-> {}]
Pass(r, s) == /\ holder = r /\ s # r /\ Len(log) < Laps
              /\ holder' = s
              /\ log' = Append(log, <<r, s, [from |-> r, n |-> Len(log) + 1]>>)
              /\ tired' = [tired EXCEPT ![r] = TRUE]
              /\ score' = [score EXCEPT !.laps = @ + 1, !.by = @ \cup {r}]
Rest(r) == tired[r] /\ tired' = [tired EXCEPT ![r] = FALSE] /\ UNCHANGED <<holder, log, score>>
Next == \/ \E r, s \in Runners : Pass(r, s)
        \/ \E r \in Runners : Rest(r)
Spec == Init /\ [][Next]_vars

Fresh == \A r \in Runners : Cardinality({s \in Runners : tired[s]}) < 2 \/ ~tired[r]
Short == Len(log) < 2
NeverRests == [][\A r \in Runners : tired[r] => tired'[r]]_vars
====
