// Package eval evaluates TLA+: it compiles the expressions of resolved modules
// to trees of small nodes over numbered slots, and solves initial predicates
// and next-state actions from left to right, as TLC does.
//
// A [Program] is a module with its constants bound. It compiles predicates,
// actions and values; a [Machine] runs what was compiled, one goroutine each.
// Definitions are expanded where they are used, unless they are recursive or
// very large; what depends on no variable is computed once.
//
// What can't be evaluated is an [*Error], with the place in the module and the
// definitions that led there. Recursion and memory are bounded.
package eval
