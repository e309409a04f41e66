package explore

// A System is a labelled transition system. A state is a row of Width words;
// equal rows are equal states. Rows travel in flat slices, Width words each.
//
// A System must be safe for concurrent use; a [Worker] belongs to one
// goroutine. A System may also implement [Teamed], [Valued], [Ender] and
// [Explainer].
type System interface {
	// Width is the number of words in a row: at least 1, fixed for a run.
	Width() int
	// Actions names the actions; a [Label] points into it.
	Actions() []string
	// Properties lists what is checked, in the order of the configuration.
	// A property's index is its bit in a [Mask], so there are at most 64.
	Properties() []Property
	// Init appends the initial rows to dst, repeats included.
	Init(dst []uint64) ([]uint64, error)
	// NewWorker returns a worker for one goroutine.
	NewWorker() Worker
}

// A Teamed system's workers can share what they learn. A search asks once for a
// team, and takes all of its workers from there; premises count as witnessed
// that any of them has seen to be true. A system that embeds a teamed one, and has
// workers of its own, needs a NewTeam of its own, too.
type Teamed interface {
	// NewTeam returns a function that returns the workers of a new team, each
	// for one goroutine.
	NewTeam() func() Worker
}

// A Worker expands and checks rows in batches, without allocating per row.
// It may also implement [SuccessorChecker], [Constrainer], [Canonicalizer]
// and [Witnesser].
//
// An error means that the system could not be evaluated; it ends the run.
type Worker interface {
	// Successors appends the successors of each row of src to out, and calls
	// out.Close after each row's last one. Their order is part of the system.
	Successors(src []uint64, out *Successors) error
	// CheckStates sets fails[i] to the invariants that are false in the i-th row.
	CheckStates(rows []uint64, fails []Mask) error
	// CheckSteps sets fails[i] to the step properties that are false for the
	// i-th successor in out. It is called at most once after a call of
	// Successors, with the same src and an unchanged out, so a worker may keep
	// what it knows of them in between.
	CheckSteps(src []uint64, out *Successors, fails []Mask) error
}

// Successors collects the successors of a batch of rows.
type Successors struct {
	Rows   []uint64 // Width words for each successor
	Labels []Label  // one for each successor
	Ends   []int    // Ends[i]: how many successors belong to the rows 0 to i of the batch
}

// Add appends one successor.
func (s *Successors) Add(label Label, row ...uint64) {
	s.Rows = append(s.Rows, row...)
	s.Labels = append(s.Labels, label)
}

// Extend appends a copy of a row and returns it, for the caller to change. It
// becomes a successor when its label is appended, too.
func (s *Successors) Extend(row []uint64) []uint64 {
	at := len(s.Rows)
	if len(row) == 2 { // the most frequent width is worth more than a call
		s.Rows = append(s.Rows, row[0], row[1])
	} else {
		s.Rows = append(s.Rows, row...)
	}
	return s.Rows[at:len(s.Rows):len(s.Rows)]
}

// Close ends the successors of one row of the batch.
func (s *Successors) Close() { s.Ends = append(s.Ends, len(s.Labels)) }

// Reset empties s and keeps its memory.
func (s *Successors) Reset() {
	s.Rows, s.Labels, s.Ends = s.Rows[:0], s.Labels[:0], s.Ends[:0]
}

// Len is the number of successors.
func (s *Successors) Len() int { return len(s.Labels) }

// A Label says which action made a successor: the action's index in its low
// eight bits; the upper ones are the system's own, for example an argument.
type Label uint32

// MakeLabel returns the label of an action, by its index in [System.Actions]
// (at most 255), with an argument below 2^24 of the system's own.
func MakeLabel(action, argument int) Label {
	return Label(argument<<8 | action&0xff)
}

// Action is the action's index in [System.Actions].
func (l Label) Action() int { return int(l & 0xff) }

// Argument is what the system put above the action.
func (l Label) Argument() int { return int(l >> 8) }

// A Mask is a set of properties: bit i stands for the property at index i of
// [System.Properties].
type Mask uint64

// A Property is a named rule that a system's workers can evaluate.
type Property struct {
	Name string
	Kind Kind
}

// Kind says what a property speaks about.
type Kind uint8

const (
	Invariant    Kind = iota // holds in every reachable state
	StepProperty             // holds of every step: [][P]_vars in TLA+
	Deadlock                 // a state without successors; only in a [Violation]
)

// String returns the kind's name as reports spell it.
func (k Kind) String() string {
	switch k {
	case Invariant:
		return "invariant"
	case StepProperty:
		return "step property"
	}
	return "deadlock"
}

// A SuccessorChecker is a [Worker] that checks states faster while it knows
// how they came about.
type SuccessorChecker interface {
	// CheckFound sets fails[j] to the invariants that are false in the
	// successor which[j] of out, ascending indexes. It is called at most once
	// after a call of Successors, with the same src, and out the same but for
	// symmetry: rows may have been replaced by their canonical forms.
	// Invariants that are false in the source of a successor, too, need not be
	// set.
	CheckFound(src []uint64, out *Successors, which []int, fails []Mask) error
}

// A Constrainer is a [Worker] with state or action constraints. As in TLC, a
// successor that a constraint excludes is generated and checked, but neither
// counted as distinct nor expanded.
type Constrainer interface {
	// AdmitStates sets admitted[i] to whether every state constraint holds in
	// the i-th row. It is called for initial rows.
	AdmitStates(rows []uint64, admitted []bool) error
	// AdmitSteps sets admitted[i] to whether the i-th successor in out meets
	// every state and action constraint. Like CheckSteps, and after it, it is
	// called at most once after Successors, with the same src and an unchanged
	// out.
	AdmitSteps(src []uint64, out *Successors, admitted []bool) error
}

// A Canonicalizer is a [Worker] of a symmetric system. Canonical replaces each
// row by the representative of its orbit: the same row for all members, and
// itself a member. The initial states, successors, properties, constraints and
// legal ends must not tell members of an orbit apart. Rows may hold states that
// constraints exclude.
type Canonicalizer interface {
	Canonical(rows []uint64)
}

// A Witnesser is a [Worker] that knows premises. Witnessed returns the
// properties whose premise was true in some state or step that this worker
// has checked so far; those of the system that stay outside every worker's
// answer held vacuously.
type Witnesser interface {
	Witnessed() Mask
}

// A Valued system orders and fingerprints its states by their values. One
// whose words are not values themselves (interned numbers, say) must be
// Valued, or results would depend on the order in which values arrived.
// Without it rows are compared word by word and fingerprinted as they are.
type Valued interface {
	// Compare is a total order: negative, zero or positive as for [cmp.Compare].
	Compare(a, b []uint64) int
	// Fingerprints sets dst[i] to a 64-bit fingerprint of the i-th row's value.
	Fingerprints(rows, dst []uint64)
}

// An Ender is a [System] that names states in which a behaviour may legally
// end. Only those without successors are asked about.
type Ender interface {
	LegalEnd(row []uint64) bool
}

// An Explainer is a [System] that says why a property is false: in the state
// dst for an invariant, of the step from src to dst for a step property. src
// is nil for an invariant.
type Explainer interface {
	Explain(property int, src, dst []uint64) string
}
