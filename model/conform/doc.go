// Package conform checks somebody else's implementation of the leader's
// bookkeeping against the rules: who is in sync, how far the high watermark is,
// when acks=all may be answered.
//
// The implementation gets commands of the script language and says after each
// what it has come to. [Check] compares that with what the model says, over all
// short sequences of commands, random longer ones, or given scripts, and makes
// the first script that shows a difference as short and simple as it can.
//
// [Test] does so for a Go type with a handful of methods, a [Leader], from a
// test. [NewProcess] starts a program in any language and speaks with it over
// standard input and output.
//
// The answers that are expected come from [script.Player] alone, so that the
// rules are those of the model. docs/conform.md has the protocol.
package conform
