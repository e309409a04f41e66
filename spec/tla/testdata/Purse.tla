---- MODULE Purse ----
\* Coins go in and out of purses. Which ones were put in is another kind of
\* behaviour, in which order is not.
EXTENDS Integers
CONSTANTS Full, Least
VARIABLES mine, yours, turns

Init == mine = 0 /\ yours = 0 /\ turns = 0

Put(coin) == mine + coin <= Full /\ mine' = mine + coin /\ turns' = turns + 1 /\ UNCHANGED yours
Give(coin) == mine >= coin /\ mine' = mine - coin /\ yours' = yours + coin /\ turns' = turns + 1
Spend == yours > 0 /\ yours' = yours - 1 /\ turns' = turns + 1 /\ UNCHANGED mine

Next == (\E coin \in 1..3 : Put(coin) \/ Give(coin)) \/ Spend

Few == turns <= 12
NotRich == [][yours' - yours < 3 \/ mine' < Least]_yours
====
