// Package report says what a search was asked and what it answered, as text
// and as JSON. The text ends with the verdict; everything in the JSON but
// seconds, workers and run is the same on every run.
package report

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
)

// A Run is a search: what it was asked and, in the fields from Result on, what
// it answered.
type Run struct {
	Command       string // "check" or "simulate"
	Module        string // file of a TLA+ module; empty for the native model
	Configuration string // name or file
	Constants     []trace.Arg
	Checks        Checks
	Limits        Limits
	Workers       int
	Store         explore.StoreKind
	Symmetry      bool
	Reduced       bool              // parts of the states that nothing reads are left out:
	Reductions    []model.Reduction // these
	View          bool              // states with one VIEW count as one
	SafetyOnly    bool              // what needs liveness was not asked for
	Continue      bool              // all violated properties were asked for
	Coverage      bool              // report what each action did
	Reproduce     string            // the command that gives the same result; for a simulation only

	Kinds    *Kinds // of counterexamples to one property; nil unless they were asked for
	Result   *explore.Result
	Traces   []trace.Trace // one for each of the result's violations; without steps when it could not be rebuilt
	Warnings []string
	Unfired  []string // actions that the bounds allow and that no step took
	Vacuous  []string // properties that demanded nothing in any state or step
	Hollow   bool     // such an action or property counts as an error
	Seconds  float64
	Before   float64 // seconds that were spent before the checkpoint which the search went on from
	Resume   string  // the command that goes on from the last checkpoint; empty without one, or when nothing is left to do

	NoBehaviour    bool     // a module has assumptions only
	NotChecked     []string // properties of a module that a search can't tell
	Postconditions []string // of a module, those that are false
	Fault          *Fault
}

// Kinds are the shortest counterexamples to one property that differ in kind, of
// which the result has some.
type Kinds struct {
	Found    int
	Complete bool // there are no others
}

// A Fault is what of a module could not be evaluated.
type Fault struct {
	Err   error        // with its place
	What  string       // could not be evaluated: for example, the last state
	Trace *trace.Trace // the behaviour that leads there; nil without one
}

// Checks counts what is checked.
type Checks struct {
	Invariants, Steps, Constraints int
	Assumptions, Postconditions    int // of a module
	Deadlock                       bool
}

// None reports whether nothing at all is checked.
func (c Checks) None() bool {
	return c.Invariants+c.Steps+c.Assumptions+c.Postconditions == 0 && !c.Deadlock
}

// Limits are what may end a search early; zero values mean no limit.
type Limits struct {
	Depth  int
	States uint64
	Bytes  uint64
	Time   string // such as 1h30m
	Walks  uint64 // behaviours of a simulation
}

// Reason says why the verdict is unknown, or why a search that found a
// violation did not go on; empty when it ended by itself.
func (r *Run) Reason() string {
	switch r.Result.Stop {
	case explore.DepthLimit:
		return fmt.Sprintf("the depth limit of %s was reached", plural(uint64(r.Limits.Depth), "state"))
	case explore.StateLimit:
		return fmt.Sprintf("the limit of %s was reached", plural(r.Limits.States, "distinct state"))
	case explore.MemoryLimit:
		if r.Limits.Bytes == 0 {
			return "the store is full: it can hold no more states"
		}
		return fmt.Sprintf("the memory limit of %s was reached", size(r.Limits.Bytes))
	case explore.Timeout:
		return fmt.Sprintf("the time limit of %s ran out", r.Limits.Time)
	case explore.Interrupted:
		return "interrupted"
	case explore.Sampled:
		return "random behaviours show nothing about the others"
	}
	switch {
	case r.Fault != nil:
		return "the module can't be evaluated"
	case len(r.NotChecked) > 0 && !r.SafetyOnly && r.Result.Verdict == explore.Unknown:
		return r.notChecked()
	}
	return ""
}

// Verdict is the last line of the text.
func (r *Run) Verdict() string {
	if r.Checks.None() && r.Result.Verdict != explore.Violated {
		return r.verdict() + ", but nothing was checked"
	}
	return r.verdict()
}

func (r *Run) verdict() string {
	res := r.Result
	switch {
	case res.Verdict == explore.Violated:
		return "tidemark: violated: " + r.violated()
	case res.Stop == explore.Sampled:
		return fmt.Sprintf("tidemark: unknown: nothing violated in %s", r.extent())
	case res.Verdict != explore.Holds:
		return fmt.Sprintf("tidemark: unknown: %s; nothing violated in %s", r.Reason(), r.extent())
	case r.NoBehaviour:
		return fmt.Sprintf("tidemark: holds: %s; there is no behaviour to search", plural(uint64(r.Checks.Assumptions), "assumption"))
	case r.Hollow && !r.Checks.None():
		return fmt.Sprintf("tidemark: holds: %s, but vacuous: %s", r.extent(), strings.Join(slices.Concat(r.Unfired, r.Vacuous), ", "))
	}
	return "tidemark: holds: " + r.extent() + r.leftOut()
}

// extent says how far the search came.
func (r *Run) extent() string {
	res := r.Result
	if r.Command == "simulate" {
		return fmt.Sprintf("%s, %s, depth %s", plural(res.Walks, "random behaviour"), plural(res.Generated, "state"), group(uint64(res.Depth)))
	}
	text := fmt.Sprintf("%s, depth %s", plural(res.Distinct, "distinct "+r.unit()), group(uint64(res.Depth)))
	switch {
	case res.Queue > 0:
		text += fmt.Sprintf(", %s on the queue", group(res.Queue))
	case !r.queueKnown():
		text += ", " + notKept
	}
	if res.Omission > 0 {
		text += fmt.Sprintf(", probability of an omission %s", probability(res.Omission))
	}
	return text
}

// notKept says instead of a queue that there would have been more to search.
const notKept = "the next level was checked but not kept"

// queueKnown reports whether the queue's length says how much was left: a
// search that runs out of memory drops the level that it was making.
func (r *Run) queueKnown() bool {
	return r.Result.Stop != explore.MemoryLimit || r.Result.Queue > 0
}

// unit is what distinct counts.
func (r *Run) unit() string {
	if r.Symmetry {
		return "orbit"
	}
	return "state"
}

func (r *Run) violated() string {
	vs := r.Result.Violations
	var text string
	shown := len(vs)
	if r.Kinds != nil {
		shown = min(shown, 1)
	}
	switch shown {
	case 0:
		if len(r.Postconditions) > 0 {
			return strings.Join(r.Postconditions, ", ") + " (" + postcondition + ") after the search"
		}
		return "what is violated could not be told"
	case 1:
		text = name(&vs[0])
		if n := len(vs[0].Path); n > 0 {
			text += " after " + plural(uint64(n), "state")
		}
		if r.Command == "simulate" && r.Result.Walks > 0 {
			text += fmt.Sprintf(" of behaviour %s", group(r.Result.Walks))
		}
		text += r.inKinds()
		if vs[0].Reason != "" {
			text += ": " + vs[0].Reason
		}
	default:
		var names []string
		for i := range vs {
			names = append(names, vs[i].Name)
		}
		text = fmt.Sprintf("%d properties: %s", len(vs), strings.Join(names, ", "))
	}
	if reason := r.Reason(); reason != "" {
		text += "; " + reason
	}
	return text
}

// inKinds says in how many ways a property is violated.
func (r *Run) inKinds() string {
	if r.Kinds == nil {
		return ""
	}
	text := ", in one kind"
	if r.Kinds.Found > 1 {
		text = fmt.Sprintf(", in %d kinds", r.Kinds.Found)
	}
	if !r.Kinds.Complete {
		text += ", or more"
	}
	if n := len(r.Result.Violations); n < r.Kinds.Found {
		text += fmt.Sprintf(" (%d are shown)", n)
	}
	return text
}

// name names a violated property with its kind.
func name(v *explore.Violation) string {
	if v.Kind == explore.Deadlock {
		return "deadlock"
	}
	return fmt.Sprintf("%s (%s)", v.Name, v.Kind)
}
