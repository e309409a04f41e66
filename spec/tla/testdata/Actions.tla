---- MODULE Actions ----
\* Every way to write an action.
EXTENDS Integers, Sequences, FiniteSets
CONSTANT Max
VARIABLES x, y, s, q

pair == <<x, y>>
vars == <<pair, s, q>>

Init == /\ x \in 0..1
        /\ y = IF x = 0 THEN 5 ELSE 6
        /\ \/ s = {}
           \/ s \in {{1}, {2}}
        /\ q = <<>>

Set(v, e) == v' = e
Both(A, B) == A /\ B

Plain == x < Max /\ x' = x + 1 /\ UNCHANGED <<y, s, q>>
Through == x > 1 /\ Set(x, 0) /\ UNCHANGED <<y, s, q>>
FromSet == y > 4 /\ y' \in {1, y - 4} /\ UNCHANGED <<x, s, q>>
Subset == s = {1} /\ s' \subseteq {1, 2} /\ UNCHANGED <<pair, q>>
Choice == IF x = 1 THEN y' = 3 /\ UNCHANGED <<x, s, q>>
          ELSE FALSE
Cases == CASE y = 3 -> y' = 2 /\ UNCHANGED <<x, s, q>>
           [] y = 2 -> Both(y' = 1, UNCHANGED <<x, s, q>>)
           [] OTHER -> FALSE
Bound(k) == LET next == Append(q, k) IN
            /\ Len(q) < 2
            /\ q' = next
            /\ UNCHANGED <<pair, s>>
\* A disjunction before the assignments gives a successor for each way.
Twofold == /\ x = 1 \/ y = 6
           /\ x = 1 => y = 6
           /\ UNCHANGED vars
Every == /\ q = <<1, 2>>
         /\ \A i \in 1..2 : IF i = 1 THEN x' = 0 ELSE y' = i
         /\ UNCHANGED s
         /\ q' = <<>>
RECURSIVE Fill(_)
Fill(n) == IF n = 0 THEN x' = 1 ELSE Fill(n - 1)
Deep == /\ q = <<2, 1>>
        /\ Fill(3)
        /\ UNCHANGED <<y, s>>
        /\ q' = <<1>>
Boxed == [x = 0 /\ x' = 1 /\ UNCHANGED <<y, s>>]_<<x, y, s>> /\ q = <<1>> /\ q' = q

Next == \/ Plain \/ Through \/ FromSet \/ Subset \/ Choice \/ Cases
        \/ \E k \in 1..2 : Bound(k)
        \/ Twofold \/ Every \/ Deep \/ Boxed

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

TypeOK == x \in 0..Max /\ y \in 1..6 /\ s \subseteq {1, 2} /\ Len(q) <= 2
CanGo == ENABLED Next
Enabled == (ENABLED Plain) <=> (x < Max)
Grows == [][Len(q') > Len(q) \/ q' = q \/ q' \in {<<>>, <<1>>}]_q
Live == []<>(q = <<>>)
====
