---- MODULE Junctions ----
\* Bulleted lists, precedence and associativity.
EXTENDS Integers

T == TRUE
F == FALSE

Nested ==
    /\ \/ F
       \/ /\ T
          /\ T
    /\ T

\* The list ends where something stands left of its bullets.
Implied ==
  /\ T
  /\ F
  => F

InLine == /\ T /\ T
          /\ T \/ F

Spread ==
    \/ /\ 1 + 2
            = 3
       /\ \A x \in {1, 2} :
             \/ x = 1
             \/ x = 2
    \/ F

ASSUME Nested /\ Implied /\ InLine /\ Spread
ASSUME 1 + 2 * 3 = 7
ASSUME 10 - 2 - 3 = 5
ASSUME -2 + 3 = 1
ASSUME 2 ^ 3 * 2 = 16
ASSUME -5 \div 2 = -2 /\ (-5) \div 2 = -3 /\ -5 % 2 = 1
ASSUME ~F => T
ASSUME 1..2 \cup {3} = {1, 2, 3}
ASSUME {1, 2} \ {2} \subseteq {1}
ASSUME SUBSET {1} \ {{}} = {{1}}
ASSUME \b101 = 5 /\ \o17 = 15 /\ \hfF = 255
ASSUME IF F THEN F ELSE T
ASSUME (F => F) <=> T
====
