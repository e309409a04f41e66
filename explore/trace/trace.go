// Package trace holds behaviours in a neutral form: what a search found, as
// TLA+ values, without the system that it was found in. A [Trace] can be
// written as JSON and read again without loss.
//
// # The JSON form
//
// A trace is one object:
//
//	{
//	  "format": "tidemark-trace/1",
//	  "source": {"system": "...", "configuration": "...", "constants": {NAME: value, ...}},
//	  "violation": {"property": "...", "kind": "...", "reason": "..."},
//	  "departure": {"step": 3, "text": "..."},
//	  "judged": [NAME, ...],
//	  "vars": [NAME, ...],
//	  "steps": [{"action": "...", "args": {NAME: value, ...}, "rule": "...",
//	             "violated": [{"property": "...", "kind": "...", "reason": "..."}, ...],
//	             "state": {NAME: value, ...}}, ...],
//	  "loop": {"state": 2, "action": "...", "args": {NAME: value, ...}, "rule": "..."}
//	}
//
// What there is none of is left out; the first step has no action. source may also
// have "alias", "init", "next" and "overrides". Every state has all of vars. Values
// are
//
//	TRUE, 3, "text"         true, 3, "text"
//	the model value r1      {"#model": "r1"}
//	<<a, b>>                [a, b]
//	{a, b}                  {"#set": [a, b]}
//	[f |-> a, g |-> b]      {"f": a, "g": b}
//	(k :> a @@ l :> b)      {"#map": [[k, a], [l, b]]}
//
// which is the Informal Trace Format but for its "#bigint", with plain whole
// numbers of at most 64 bits instead, and for model values, which it can't
// tell from strings.
//
// # The Informal Trace Format
//
// [WriteITF] and [ReadITF] do the same for the format of Apalache and Quint. What it
// has no place for stands in its "#meta", so that nothing is lost on the way.
package trace

// A Trace is a behaviour: a state and the steps that follow it.
type Trace struct {
	Source    Source
	Violation *Violation // what the behaviour shows; nil when it is just one
	Departure *Departure // where it leaves the system that is correct; nil when it does not
	Judged    []string   // names of the properties that the steps were judged by; nil: they were not
	Vars      []string   // names of the variables
	Steps     []Step     // the first is the initial state
	Loop      *Loop      // how it goes on for ever; nil when it ends
}

// A Loop says that a behaviour goes back to one of its states after the last one,
// and goes on from there again and again.
type Loop struct {
	State  int    // number of the state that it goes back to, from 1; that of the last one: nothing happens any more
	Action string // of the step back; may be empty
	Args   []Arg
	Rule   string // what allowed it; may be empty
}

// Source says which system a trace is a behaviour of.
type Source struct {
	System        string // for example the module's name
	Configuration string // name or file; may be empty
	Alias         string // what the states show instead of the system's variables; empty: nothing
	Init, Next    string // the system's own definitions of its behaviour; empty: not known
	Constants     []Arg
	Overrides     []Override // constants that are definitions
}

// An Override says that a definition of the system stands for a constant.
type Override struct{ Constant, Definition string }

// A Violation says what a trace violates, in its last state or step.
type Violation struct {
	Property string
	Kind     string // "invariant", "step property" or "deadlock"
	Reason   string // may be empty
}

// A Departure says where a behaviour of a system that is wrong leaves the one that
// is right.
type Departure struct {
	// Step is the number of the first step that the right system would not take,
	// or would take to another state: that of the state which it leads to, from 1.
	// It is one more than there are states when each step is one of the right
	// system, and only what can be done or read in the last state is not.
	Step int
	Text string // what would be right, one line
}

// A Step is a state and how the behaviour came there.
type Step struct {
	Action   string      // empty for the first state
	Args     []Arg       // the action's arguments
	Rule     string      // what allowed the step, one line; may be empty
	Violated []Violation // which of [Trace.Judged] are false, in the state or of the step to it
	State    []Value     // in the order of Trace.Vars
}

// An Arg is a name with its value: an argument or a constant.
type Arg struct {
	Name  string
	Value Value
}

// Value returns the value of a variable in a step of the trace.
func (t *Trace) Value(step int, variable string) (Value, bool) {
	for i, name := range t.Vars {
		if name == variable {
			return t.Steps[step].State[i], true
		}
	}
	return Value{}, false
}
