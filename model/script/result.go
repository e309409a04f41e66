package script

import "tidemark/explore"

// A Result is what a replay did.
type Result struct {
	File         string
	Variants     []string // rules that were changed
	Outcomes     []Outcome
	Violations   []Violation // each property once, where it was violated first
	Expectations int         // EXPECT lines that were met
	Failure      *Failure    // what ended the replay early; nil when nothing did
	// Expects says that the script has an EXPECT VIOLATED: then a violation is
	// no surprise.
	Expects bool
}

// Passed reports whether the script ran to its end, and nothing was violated,
// or the script expects a violation. The step that violates a property often
// violates others as well, so they need not all be named.
func (r *Result) Passed() bool {
	return r.Failure == nil && (r.Expects || len(r.Violations) == 0)
}

// An Outcome is what became of one line with a command.
type Outcome struct {
	Row, Column int
	Time        int    // when it happened
	Command     string // without its time
	Expectation bool   // it is an EXPECT
	Notes       []string
	Refusal     *Refusal
	Status      *Status
	Violations  []Violation // first violated here
}

// A Refusal says which rule did not allow a command.
type Refusal struct {
	Rule   string // such as R2; empty when it is no rule but the state of things
	Reason string // one word
	Text   string // with the numbers
}

// String is the text with its rule in front.
func (r *Refusal) String() string {
	if r.Rule == "" {
		return r.Text
	}
	return r.Rule + ": " + r.Text
}

// A Violation is a property that is false, and why.
type Violation struct {
	Property string
	Kind     explore.Kind
	Reason   string
	Row      int // of the line that led to it
}

// A Failure ends a replay.
type Failure struct {
	Refused     bool // the rules refused a command; otherwise an EXPECT failed
	Row, Column int
	Command     string
	Message     string // what, and what was expected
	After       string // for an EXPECT: the command above it, with the rules that it met
}

// A Status is what there is to see at some moment.
type Status struct {
	Leader          string
	InCharge        bool
	Epoch           int // leader epoch
	ControllerEpoch int
	ISR             []string
	HW              int
	AcksAll         bool   // whether acks=all is admitted now
	Admission       string // why, or why not
	Replicas        []ReplicaStatus
}

// A ReplicaStatus is what there is to see at a replica.
type ReplicaStatus struct {
	Name      string
	Role      string // leader, follower or dead; the leader in brackets while it is not in charge
	InISR     bool
	Epoch     int // that it has adopted
	LEO       int
	AppliedHW int // the high watermark as it knows it
	Durable   int // how much of its log a lossy crash keeps
	Log       []string
	Committed []string // the records below its own high watermark
	CatchUp   string   // incremental or full; empty for the leader
	Lease     int
	KnownLEO  int    // what the leader knows of it
	CaughtUp  string // when it was last caught up, as the leader knows it
}
