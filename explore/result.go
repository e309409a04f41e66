package explore

// A Verdict is the answer of a search.
type Verdict uint8

const (
	Unknown  Verdict = iota // something stopped the search before it could tell; see [Result.Stop]
	Holds                   // every reachable state and step was checked
	Violated                // a property is false; see [Result.Violations]
)

// String returns "holds", "violated" or "unknown".
func (v Verdict) String() string {
	switch v {
	case Holds:
		return "holds"
	case Violated:
		return "violated"
	}
	return "unknown"
}

// Stop is what ended a search early.
type Stop uint8

const (
	NotStopped  Stop = iota // the search ended by itself
	DepthLimit              // [Options.MaxDepth]
	StateLimit              // [Options.MaxStates]
	MemoryLimit             // [Options.MaxBytes], or 2^32 states
	Timeout                 // the context's deadline
	Interrupted             // the context was cancelled
	Sampled                 // a simulation walked as many behaviours as it was told to
)

// String says what stopped a search, in a few words.
func (s Stop) String() string {
	return [...]string{"not stopped", "depth limit", "state limit", "memory limit", "time limit", "interrupted", "sampled"}[s]
}

// A Result is what a search found out. All of it but Bytes is the same for
// any number of workers, unless Stop is Timeout or Interrupted.
type Result struct {
	Verdict    Verdict
	Stop       Stop
	Distinct   uint64 // distinct states: orbits under symmetry
	Generated  uint64 // initial states plus every successor, repeats and self-loops included
	Depth      int    // states on the longest shortest path; an initial state has depth 1
	Queue      uint64 // distinct states that were not expanded; 0 at [MemoryLimit], where only their successors were not kept
	Violations []Violation
	Actions    []ActionCount // one for each of [System.Actions]
	OutDegree  OutDegree
	Unfired    []string // actions that no step took
	Vacuous    []string // properties whose premise was never true, as far as the system knows premises
	Omission   float64  // probability that the hash store took two states for one; 0 for the exact store
	Bytes      uint64   // memory of the state store at its largest
	DiskBytes  uint64   // files of the disk store at their largest
	Retrace    *Retrace // the second search that a trace under the hash store needs
	Walks      uint64   // behaviours walked, in a simulation: if it found a violation, in the last of them; 0 walks: in an initial state
}

// A Violation is one violated property with a shortest behaviour that
// violates it: among the shortest the least, see the package comment.
type Violation struct {
	Property int // index in [System.Properties]; -1 for a deadlock
	Name     string
	Kind     Kind
	Reason   string // of a deadlock, or from an [Explainer]; empty without one
	Path     []Step // starts with an initial state; ends with the state or step at fault; empty if [Result.Stop] kept it from being found
}

// A Step is a state of a behaviour and the action that led to it.
type Step struct {
	Label Label // meaningless for the first state
	Row   []uint64
}

// ActionCount is the coverage of one action.
type ActionCount struct {
	Name      string
	Generated uint64 // successors made by it
	// Distinct counts the states that it found: of the actions that lead to a
	// state from the level before, the first in the system's order found it.
	// Only counted with [Options.Coverage].
	Distinct uint64
}

// OutDegree summarises the successors per expanded state, repeats and
// self-loops included. (TLC reports unseen successors, which depends on the
// order of the search.)
type OutDegree struct {
	Min, Max, P95 int // P95 is the 95th percentile
	Mean          float64
}

// A Retrace tells what the second search for a trace cost.
type Retrace struct {
	Distinct, Generated uint64
}
