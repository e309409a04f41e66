package module

import (
	"errors"

	"tidemark/explore"
)

// A Fault is something that can't be evaluated, with the behaviour that leads
// there.
type Fault struct {
	Err  error
	Path []explore.Step // empty when the search was ended before it was rebuilt
	What string         // what of the last state can't be evaluated
}

// TakeFault takes what is about evaluation out of a result, and returns the
// first of it; nil when all could be evaluated. Without a violation of the
// system's own properties the verdict is then unknown.
func (g *Guarded) TakeFault(res *explore.Result) *Fault {
	var fault *Fault
	var kept []explore.Violation
	for i := range res.Violations {
		v := &res.Violations[i]
		if v.Property < g.own {
			kept = append(kept, *v)
		} else if fault == nil {
			fault = g.fault(v)
		}
	}
	res.Violations = kept
	if fault != nil && len(kept) == 0 {
		res.Verdict = explore.Unknown
	}
	return fault
}

// errEarlier stands for what nobody has met in this process, since the search has
// gone on from a checkpoint.
var errEarlier = errors.New("something could not be evaluated before the search was resumed")

// fault evaluates the end of a path once more, to learn what is wrong.
func (g *Guarded) fault(v *explore.Violation) *Fault {
	f := &Fault{Err: g.first, Path: v.Path, What: "the last state"}
	if f.Err == nil {
		f.Err = errEarlier
	}
	n := len(v.Path)
	if n == 0 {
		return f
	}
	w, last := g.System.NewWorker(), v.Path[n-1].Row
	if v.Property == g.own {
		f.take(w.CheckStates(last, make([]explore.Mask, 1)))
		return f
	}
	before := v.Path[n-2].Row
	var out explore.Successors
	if err := w.Successors(before, &out); err != nil {
		f.take(err)
		f.Path, f.What = v.Path[:n-1], "the steps from the last state"
		return f
	}
	out.Reset()
	out.Add(v.Path[n-1].Label, last...)
	out.Close()
	f.take(w.CheckSteps(before, &out, make([]explore.Mask, 1)))
	f.What = "the last step"
	return f
}

func (f *Fault) take(err error) {
	if err != nil {
		f.Err = err
	}
}

// FaultOf returns the fault that an error which ended a search tells of; nil
// for one without a state.
func FaultOf(err error) *Fault {
	var at *stateError
	if !errors.As(err, &at) {
		return nil
	}
	return &Fault{Err: at.Err, Path: []explore.Step{{Row: at.Row}}, What: "a constraint in this state"}
}
