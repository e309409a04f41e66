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
//	  "vars": [NAME, ...],
//	  "steps": [{"action": "...", "args": {NAME: value, ...}, "rule": "...", "state": {NAME: value, ...}}, ...]
//	}
//
// source, violation and departure are left out when there is none, and so are a
// step's action, args and rule; the first step has no action. Every state has all of
// vars. Values are
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
package trace

// A Trace is a behaviour: a state and the steps that follow it.
type Trace struct {
	Source    Source
	Violation *Violation // what the behaviour shows; nil when it is just one
	Departure *Departure // where it leaves the system that is correct; nil when it does not
	Vars      []string   // names of the variables
	Steps     []Step     // the first is the initial state
}

// Source says which system a trace is a behaviour of.
type Source struct {
	System        string // for example the module's name
	Configuration string // name or file; may be empty
	Constants     []Arg
}

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
	Action string  // empty for the first state
	Args   []Arg   // the action's arguments
	Rule   string  // what allowed the step, one line; may be empty
	State  []Value // in the order of Trace.Vars
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
