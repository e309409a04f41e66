package explore

import "tidemark/explore/internal/runs"

// Options say how a search runs. The zero value is a search with one worker
// per available processor, an exact store and no limits, which ignores
// deadlocks.
type Options struct {
	Workers  int       // goroutines that expand states; 0: GOMAXPROCS
	Store    StoreKind // how visited states are remembered
	Symmetry bool      // search orbits instead of states; needs a [Canonicalizer]

	CheckDeadlock bool // report a state without successors that is no legal end
	Continue      bool // do not stop at the first violation; report each violated property once
	Coverage      bool // also count the distinct states that each action found first

	MaxDepth  int    // stop at this depth, in states; 0: no limit
	MaxStates uint64 // stop at the end of the level that reaches this many distinct states; 0: no limit
	// MaxBytes stops the search before the store would need more than this many
	// bytes; 0: no limit. What it needs is computed from the number of states,
	// so that any number of workers stops at the same one; each worker may have
	// a segment of 2^16 rows allocated beyond that. The level that does not fit
	// is still checked in full, but not counted. The disk store does not stop:
	// it keeps less of a level in memory.
	MaxBytes uint64
	// DiskDir is the directory in which the disk store makes its files. They are
	// gone when the search ends.
	DiskDir string

	Monitor *Monitor    // updated while the search runs; may be nil
	OnLevel func(Level) // called after each level, from the caller's goroutine; may be nil

	Checkpoints *Checkpoints // saves the search, or goes on with a saved one; may be nil

	diskFiles runs.Dir // instead of DiskDir, for tests

	_ struct{}
}

// StoreKind is a way to remember visited states.
type StoreKind uint8

const (
	// Exact keeps every state: nothing can be omitted.
	Exact StoreKind = iota
	// Hash keeps a 64-bit fingerprint of each state. Two states with one
	// fingerprint would be taken for one; [Result.Omission] says how likely
	// that is.
	Hash
	// Disk keeps every state in files, and in memory only what [Options.MaxBytes]
	// allows: nothing can be omitted, and no number of states is too large.
	Disk
)

// A Level summarises the search after a level was expanded.
type Level struct {
	Depth     int    // of the deepest states found so far; the initial ones have 1
	Distinct  uint64 // states found so far
	Generated uint64 // initial states and successors so far
	Queue     uint64 // states still to be expanded
}
