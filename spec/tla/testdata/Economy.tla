---- MODULE Economy ----
\* What is evaluated less often than it is written: definitions as long as the
\* variables that they read are the same, in either state, sets that a condition
\* selects, and guards that assign nothing.
EXTENDS Integers, Sequences, FiniteSets
VARIABLES x, y
vars == <<x, y>>
Pairs == {p \in (0..x) \X (0..x) : p[1] < p[2]}
Chains == {R \in SUBSET Pairs : \A p, q \in R : p # q => p[1] # q[1]}
Most == Cardinality(Pairs) + Cardinality(Chains)
Init == x = 0 /\ y = 0
Choose == /\ x' \in 0..3
          /\ y' \in 0..4
          /\ Most' > y'
          /\ \E R \in Chains' : Cardinality(R) >= y' - 1
Guarded == /\ \A i \in 1..2 : x = i => (IF y > 1 THEN x < 2 ELSE LET z == x + y IN z + z < 6)
           /\ (y = 0 => x < 3)
           /\ (x > 0 \/ y < 3)
           /\ x' = x
           /\ y' = (y + 1) % 5
           /\ \A i \in 0..1 : (x + i # 1 \/ y < 9)
Next == Choose \/ Guarded
Inside == INSTANCE Inside WITH size <- Cardinality(Chains) + x, low <- x
Small == Most < 50
Steps == [][Inside!Step]_(Inside!Size)
Quiet == [][Head(<<>>) = x]_(IF TRUE THEN 7 ELSE x)
====
