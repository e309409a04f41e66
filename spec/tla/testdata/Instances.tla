---- MODULE Instances ----
\* Instances: named, with parameters, with substitutions, nested, in a LET.
EXTENDS Integers
CONSTANT Max
VARIABLES count, other

Double(x) == 2 * x
I == INSTANCE Inner WITH N <- Max, Op <- Double, v <- count
P(n) == INSTANCE Inner WITH N <- n, Op <- LAMBDA x : x + n, v <- count
T == INSTANCE Inner WITH N <- 2 * Max, Op <- Double, v <- count + other

---- MODULE Deep ----
CONSTANT K
Far(x) == x + K + Max
====
D(k) == INSTANCE Deep WITH K <- k

ASSUME P(3)!Shown = 8
ASSUME P(3)!Applied(1) = 7
ASSUME P(4)!Down(2) = 4
ASSUME \A n \in 1..2 : P(n)!Down(3) = n
ASSUME D(10)!Far(1) = 11 + Max
ASSUME LET Q == INSTANCE Deep WITH K <- 5 IN Q!Far(0) = 5 + Max

Init == I!Init /\ other = 0
Next == \/ I!Step /\ UNCHANGED other
        \/ other < Max /\ other' = other + 1 /\ UNCHANGED count
Spec == Init /\ [][Next]_<<count, other>>

TypeOK == I!Small
Refined == T!Spec
====
