// Package explore checks labelled transition systems by explicit-state search.
//
// A [System] names its states by rows of 64-bit words and hands out workers
// that expand many rows at a time. [Check] enumerates every reachable state
// breadth first, evaluates the system's properties on the way and returns a
// [Result] whose verdict is one of holds, violated and unknown. [Simulate]
// walks random behaviours instead.
//
// Verdict, counts, depth and counterexample do not depend on the number of
// workers: the level in which the first violation appears is finished, then
// the least violation is reported, by trace length, position of the property,
// state and predecessor in the order of the states' values.
//
// A system made of plain Go values needs no rows: see [Plain].
package explore
