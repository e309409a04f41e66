---- MODULE Faults ----
\* Something for each way in which a run can fail.
EXTENDS Integers, TLC
VARIABLE x
Init == x = 0
Next == x < 3 /\ x' = x + 1
Spec == Init /\ [][Next]_x
Below2 == x < 2
Alternates == [][x' # x + 1 \/ x # 1]_x
StartsAt1 == x = 1
Fine == Assert(x < 2, "too far")
Odd == \A y \in {x} : y = "a"
Always == [](x < 3)
Primed == x'
Quotient == 1 \div x
Turned == {x}
Numbers == {1, 2}
Anything == TRUE
Stay == x < 2
Huge == x' = SUBSET (1..40)
Endless == [][Next]_x
====
