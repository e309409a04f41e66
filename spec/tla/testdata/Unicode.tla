---- MODULE Unicode ----
EXTENDS Integers, Sequences
VARIABLE n
Init ≜ n = 0
Next ≜ ∧ n ≤ 2
       ∧ ∨ n' = n + 1
         ∨ ∃ k ∈ {1, 2} : n' = n + k
Spec ≜ Init ∧ □[Next]_n
Ok ≜ n ∈ Nat ∧ n ≠ 9 ∧ ⟨1, 2⟩ ∘ ⟨3⟩ = ⟨1, 2, 3⟩ ∧ (∀ x ∈ {1} ∪ {2} : ¬(x > 2)) ∧ {1} × {2} = {⟨1, 2⟩}
====
