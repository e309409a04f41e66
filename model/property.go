package model

import "tidemark/explore"

// None is the answer of a property that holds.
const None = -1

// A Property is a named rule about the states or the steps of a model. For an
// invariant its functions get the same state twice.
type Property struct {
	Name string
	Kind explore.Kind
	Doc  string // one sentence
	// About are the aspects that the property reads of a state: at least one.
	// An invariant that holds in s also holds in t when no step from s to t
	// changes any of them; for a step property they are those without a change
	// of which no step can make it false, or its premise true.
	About Aspects
	// Reads are the optional parts of a state that its functions read; what they
	// read of others in reachable states follows from the rest of the state.
	Reads Optional
	// Sees are the aspects that a step property reads of the partition, and of
	// the replicas of which the step changes what it is about, or whether they are
	// in the ISR; others it may only compare with what they were. Where it does not
	// say, it is judged with more effort. An invariant reads them of the partition and
	// of every replica, a local one of its own: all that it is about, where it
	// does not say.
	Sees Aspects
	// OfLeader are the aspects that it reads of the leader besides.
	OfLeader Aspects
	// Local invariants say the same of each replica, and read of others only what is
	// OfLeader; a replica of which nothing is known, all zero, meets them, and so does
	// the leader where it is known by no more than that, unless they are false of it.
	Local bool
	// Parts make a conjunction of an invariant that is about much, of which
	// each part is about less. Its premise must always be true.
	Parts []Part
	// Falsifier returns what makes the property false, in s for an invariant
	// or of the step from s to t for a step property: a replica, a record id,
	// or 0 where there is nothing to choose from. It returns None when the
	// property holds.
	Falsifier func(m *Model, s, t *State) int
	// Premise reports whether the property demands anything of s, or of the
	// step: one whose premise is never true holds vacuously.
	Premise func(m *Model, s, t *State) bool
	// Why names the conjunct that is false for a falsifier.
	Why func(m *Model, s, t *State, falsifier int) string
}

// Holds evaluates the property.
func (p *Property) Holds(m *Model, s, t *State) bool { return p.Falsifier(m, s, t) == None }

// A Part of an invariant has these of its own.
type Part struct {
	About, Sees, OfLeader Aspects
	Local                 bool
	Falsifier             func(m *Model, s, t *State) int
}

// Aspects are parts of a state, as a set of bits.
type Aspects uint32

// The aspects, by the variables that they stand for.
const (
	Watermark     Aspects = 1 << iota // HW
	History                           // Committed
	Leadership                        // Leader, LeaderEpoch, ControllerEpoch
	Adoption                          // ReplicaEpoch
	Membership                        // ISR
	Liveness                          // Alive
	Logs                              // Log
	Cuts                              // Log, where one loses records, or has them replaced
	Receipts                          // Log, where one gets records and none is produced
	Durability                        // Durable
	LocalMarks                        // LocalHW
	FollowerMarks                     // LocalHW, of one that does not lead
	Leases                            // Lease
	Offsets                           // FollowerLEO
	CaughtUps                         // LastCaughtUp
	Fetches                           // LastFetch
	LeaderEnds                        // LastFetchLeaderLEO
	Responses                         // Response
	Sends                             // Response, where there was none
	Answers                           // Pending, Acked, Refused
	Production                        // Produced
	Crashes                           // Crashes
	Joins                             // ISR, where a replica joins it
	Removals                          // ISR, where one leaves it that neither crashed nor was deposed

	aspects = iota
)

// Everything is all aspects.
const Everything Aspects = 1<<aspects - 1

// Leading are the aspects that say who is in charge, and who may be elected.
const Leading = Leadership | Adoption | Liveness

// Ledger is what the leader keeps for its followers.
const Ledger = Offsets | CaughtUps | Fetches | LeaderEnds
