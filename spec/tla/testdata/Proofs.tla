Text before the module is ignored.
---- MODULE Proofs ----
\* Proofs are skipped, names of facts and parts of definitions are not.
EXTENDS Integers, TLAPS
CONSTANT C
VARIABLE x
ASSUME CFact == C \in Nat /\ C < 10
Init == x = 0
Next == x' = (x + 1) % 3
Inv == /\ x \in 0..2
       /\ x < C
Spec == Init /\ [][Next]_x

THEOREM Safe == Spec => []Inv
<1>1. Init => Inv
  BY CFact DEF Init, Inv
<1>2. Inv /\ [Next]_x => Inv'
  <2>1. CASE x = 0
    BY <2>1, CFact DEF Inv
  <2>. DEFINE y == x + 1
  <2>2. ASSUME NEW z \in Int, z > 0 PROVE z + 1 > 1
    OBVIOUS
  <2>. QED
    BY <2>1, <2>2 DEF Inv, Next
<1>. QED BY <1>1, <1>2, PTL DEF Spec

LEMMA ASSUME NEW S, S # {} PROVE \E e \in S : TRUE
PROOF OMITTED

First == Inv!1
Second == Inv!2
Whole == Inv!:
ASSUME CFact!2
====
Text after it as well.
