---- MODULE Operators ----
\* Definitions of every kind, and operators as arguments.
EXTENDS Integers, Sequences, FiniteSets

a ++ b == <<a, b>>
a \prec b == a < b
a ^+ == a + 1

Twice(F(_), x) == F(F(x))
Fold(Op(_, _), z, S) ==
    LET RECURSIVE Go(_, _)
        Go(acc, R) == IF R = {} THEN acc
                      ELSE LET x == CHOOSE x \in R : TRUE
                           IN  Go(Op(acc, x), R \ {x})
    IN  Go(z, S)

RECURSIVE Fib(_)
Fib(n) == IF n < 2 THEN n ELSE Fib(n - 1) + Fib(n - 2)

RECURSIVE Even(_), Odd(_)
Even(n) == IF n = 0 THEN TRUE ELSE Odd(n - 1)
Odd(n) == IF n = 0 THEN FALSE ELSE Even(n - 1)

RECURSIVE Each(_, _)
Each(F(_), s) == IF s = <<>> THEN <<>> ELSE <<F(Head(s))>> \o Each(F, Tail(s))

fact[n \in Nat] == IF n = 0 THEN 1 ELSE n * fact[n - 1]
square[n \in 0..5] == n * n
sum[i, j \in 0..3] == IF i = 0 THEN j ELSE 1 + sum[i - 1, j]

Plus(x, y) == x + y

\* An argument that is not needed is not evaluated.
First(x, y) == x
Guarded(s, h) == IF s = <<>> THEN 0 ELSE h

ASSUME 1 ++ 2 = <<1, 2>>
ASSUME 1 \prec 2
ASSUME 1^+ = 2
ASSUME -3 = 0 - 3 /\ 1 - -1 = 2
ASSUME Twice(LAMBDA x : x * x, 3) = 81
ASSUME LET inc(x) == x + 1 IN Twice(inc, 1) = 3
ASSUME Fold(Plus, 0, 1..10) = 55
ASSUME Fold(+, 0, 1..4) = 10
ASSUME LET k == 10 IN Fold(LAMBDA x, y : x + y * k, 0, {1, 2}) = 30
ASSUME Fib(15) = 610
ASSUME Even(10) /\ Odd(7)
ASSUME \A k \in 1..2 : Each(LAMBDA x : x + k, <<1, 2>>) = <<1 + k, 2 + k>>
ASSUME fact[10] = 3628800
ASSUME square[4] = 16 /\ DOMAIN square = 0..5
ASSUME sum[3, 2] = 5
ASSUME First(1, Head(<<>>)) = 1
ASSUME Guarded(<<>>, Head(<<>>)) = 0
====
