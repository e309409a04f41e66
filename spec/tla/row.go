package tla

import "tidemark/spec/tla/value"

// Handle returns the word that stands for a value in rows. It is an error if
// the value can't be one of a variable: what is not a value of finite size, such
// as Nat.
func (sys *System) Handle(v value.Value) (uint64, error) { return sys.table.Handle(v) }
