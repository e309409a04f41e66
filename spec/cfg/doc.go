// Package cfg reads and writes the configuration files of TLC, the model
// checker of TLA+.
//
// [Parse] reads a whole file into a [File], with the position of everything
// that a later stage may have to complain about; [ParseValue] reads one value.
// Neither knows any module: what a name means is for the caller to find out.
//
// The grammar is TLC's. A file is a list of statements, each a keyword and
// what follows it up to the next keyword:
//
//	CONSTANT(S)           N = 3   f(1, a) = TRUE   M = [Module] {a, b}   a!b <- Def   c <- [Module] Def   ++ <- Plus
//	SPECIFICATION         one name; so are INIT, NEXT, VIEW, SYMMETRY, ALIAS
//	INVARIANT(S)          any number of names, also none; so are PROPERTY, PROPERTIES,
//	                      CONSTRAINT(S), ACTION_CONSTRAINT(S), POSTCONDITION(S)
//	CHECK_DEADLOCK        TRUE or FALSE
//
// and TLC's private _POSSIBLE (names), _PERIODIC and _RL_REWARD (one name). A
// value is a natural number, a string, TRUE, FALSE, a set of values, or a name
// that stands for a model value. Comments are \* to the end of the line and
// (* to *), which nest.
//
// Where TLC reads on and means something else than the file says, the file is
// refused: TLC takes a text that it can't split into tokens for the end of the
// file, a keyword after INIT for a name, and any token, such as the minus sign
// of a negative number, for a model value. Two more differences: a byte order
// mark is skipped, and the escapes in a string mean what they mean in a module
// (TLC keeps the backslash).
package cfg
