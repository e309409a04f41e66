---- MODULE Inside ----
EXTENDS Integers
VARIABLES size, low
Size == size
Grown == {n \in 0..size : n > low}
Step == size' # size /\ Grown' # Grown
====
