// Package syntax reads TLA+ modules: it splits a text into tokens, builds the
// tree of a module and finds out what each name in it means.
//
// [Parse] reads one module with the modules nested in it; [ParseExpr] reads an
// expression alone. Operators have the precedence ranges of the language, so
// that "a /\ b \/ c" is an error and "a + b - c" is not; lists of bulleted
// conjuncts and disjuncts are read by their columns. Proofs are read over.
// What stands before a module's first line and after its last one is ignored,
// and so are comments, PlusCal algorithms among them.
//
// Errors are values of type [Errors]: as many as one run can find, each with
// its position and what was expected. No input makes the package panic, and
// nesting is limited by [MaxDepth].
package syntax
