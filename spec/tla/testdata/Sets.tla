---- MODULE Sets ----
\* Sets, functions, records and what binds.
EXTENDS Integers, Sequences, FiniteSets, TLC

S == 1..3
f == [x \in S |-> x * x]
r == [a |-> 1, b |-> [c |-> <<5, 6>>]]

ASSUME {x \in S : x > 1} = {2, 3}
ASSUME {<<x, y>> \in S \X S : x = y} = {<<1, 1>>, <<2, 2>>, <<3, 3>>}
ASSUME {x + y : x \in S, y \in {10}} = {11, 12, 13}
ASSUME {x + y : <<x, y>> \in {<<1, 2>>}} = {3}
ASSUME \A x, y \in S, z \in {1} : x + y + z > 2
ASSUME \E <<x, y>> \in {<<1, 2>>, <<2, 1>>}, z \in S : x = z /\ y > x
ASSUME (CHOOSE x \in S : x > 1) = 2
ASSUME (CHOOSE <<x, y>> \in S \X S : x > y) = <<2, 1>>
ASSUME f[2] = 4 /\ DOMAIN f = S
ASSUME [x, y \in S |-> x + y][1, 2] = 3
ASSUME [f EXCEPT ![1] = 10, ![2] = @ + 1] = <<10, 5, 9>>
ASSUME [r EXCEPT !.b.c[1] = @ + 1].b.c = <<6, 6>>
ASSUME [r EXCEPT !.a = 2, !.b = @.c].b = <<5, 6>>
ASSUME [[x, y \in S |-> 0] EXCEPT ![1, 2] = 7][1, 2] = 7
ASSUME [S -> {0}] = {<<0, 0, 0>>}
ASSUME [a : {1}, b : {2, 3}] = {[a |-> 1, b |-> 2], [a |-> 1, b |-> 3]}
ASSUME Cardinality(SUBSET S) = 8
ASSUME UNION {{1}, {2, 3}} = S
ASSUME 5 \in Nat /\ -1 \in Int /\ -1 \notin Nat /\ "a" \in STRING /\ TRUE \in BOOLEAN
ASSUME <<1, 2>> \in Seq(S) /\ <<4>> \notin Seq(S)
ASSUME [x \in Nat |-> x + 1][41] = 42
ASSUME {} \in SUBSET (SUBSET (1..100))
ASSUME 1..3 \in SUBSET Nat
ASSUME (CASE 1 > 2 -> "a" [] 2 > 1 -> "b" [] OTHER -> "c") = "b"
ASSUME (CASE FALSE -> 1 [] OTHER -> 2) = 2
ASSUME LET x == 1 y == x + 1 IN y = 2
ASSUME ("a" :> 1 @@ "b" :> 2) = [a |-> 1, b |-> 2]
ASSUME \A x \in {} : x = Head(<<>>)
====
