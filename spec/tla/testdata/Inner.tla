---- MODULE Inner ----
EXTENDS Integers
CONSTANT N, Op(_)
VARIABLE v
LOCAL Hidden == N + 1
Shown == Hidden * 2
Applied(x) == Op(x) + N
Init == v = 0
Step == v < N /\ v' = v + 1
Next == Step
Spec == Init /\ [][Next]_v
Small == v \in 0..N
RECURSIVE Down(_)
Down(k) == IF k = 0 THEN N ELSE Down(k - 1)
====
