// Package value holds the values of TLA+ with the meaning that TLC gives them:
// booleans, integers, strings, model values, sets and functions, and the
// operators of the standard modules over them.
//
// A [Value] is small and passed by value; it is never changed once made, so it
// may be shared between goroutines. Tuples and records are functions: a
// function over 1..n is the same value as a tuple, one over strings the same
// as a record. Sets such as SUBSET S, [S -> T] or Nat stay symbolic until their
// elements are asked for, and membership is decided by their structure.
//
// What TLC reports as an error (comparing 1 with "a", applying a function
// outside its domain, a set too large to build) is an error here, of type
// *[Error]. Nothing in the package panics on a value.
//
// Everything that can be seen of a value (its order, hash and text) depends on
// the value alone: neither on addresses nor on the order in which values were
// made.
package value
