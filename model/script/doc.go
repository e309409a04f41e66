// Package script is the scenario language: a line for each thing that happens
// to a partition, and EXPECT lines that say what must follow.
//
// [Parse] reads a script and [Script.String] writes it. [Replay] performs it
// through the model's own actions, one state after another, judges every
// property on the way, and says for each line which rule did what, with the
// numbers. [FromTrace] turns a counterexample into a script, and [Trace] a script
// into a trace. [Library] has the scripts that come with tidemark.
//
// docs/scripts.md has the grammar.
package script
