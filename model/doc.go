// Package model is the native replication model: one partition, one in-process
// controller whose decisions are atomic, and two to seven replicas that follow
// the rules R1 to R12.
//
// [Rules] holds each rule as a small pure function. [State] is a state, with
// the variables of the TLA+ module Partition under the same names.
// replication.go and membership.go say how it changes, each action with its
// guard first and its effect second, and next.go in which order. A [Model]
// packs states into a few words and is an explore.System.
package model
