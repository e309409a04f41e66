package cli

import (
	"context"
	"errors"
	"time"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/explore/trace"
)

// grace is how long a search may take to notice that its time is over.
const grace = 2 * time.Second

// promptly runs what may not look at its context for a long time, such as the
// evaluation of one huge expression, and gives up on it when the context has
// ended, unless it is busy ending by itself, or memory runs out. A panic goes on
// in the caller.
func promptly[T any](ctx context.Context, busy func() bool, run func() (T, error)) (T, error) {
	type outcome struct {
		result T
		err    error
		panic  any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panic = recover()
			done <- o
		}()
		o.result, o.err = run()
	}()
	var o outcome
	over := make(chan struct{})
	defer close(over)
	select {
	case o = <-done:
	case <-watchMemory(over):
		o.err = &underWay{explore.MemoryLimit}
	case <-ctx.Done():
		for waiting := true; waiting; {
			select {
			case o = <-done:
				waiting = false
			case <-time.After(grace):
				waiting = busy()
				o.err = &underWay{explore.Interrupted}
				if errors.Is(ctx.Err(), context.DeadlineExceeded) {
					o.err = &underWay{explore.Timeout}
				}
			}
		}
	}
	if o.panic != nil {
		panic(o.panic)
	}
	return o.result, o.err
}

// neverBusy is for what has nothing to do at its end.
func neverBusy() bool { return false }

// An underWay says what ended a search within an evaluation.
type underWay struct{ stop explore.Stop }

// Error says what was under way.
func (e *underWay) Error() string {
	const what = "an evaluation was under way when "
	switch e.stop {
	case explore.Timeout:
		return what + "the time limit ran out"
	case explore.MemoryLimit:
		return what + "memory ran out"
	}
	return what + "it was interrupted"
}

// newModuleRun starts a report on a module.
func newModuleRun(command string, m *module.Module) *report.Run {
	r := &report.Run{
		Command:       command,
		Module:        m.File,
		Configuration: m.Config.Name,
		Constants:     m.Constants(),
		NotChecked:    m.System.NotChecked(),
		View:          m.Config.View != nil,
		Checks: report.Checks{
			Constraints: len(m.Config.Constraints) + len(m.Config.ActionConstraints),
			Assumptions: len(m.Spec.Scope().Assumes),
			Deadlock:    m.System.HasBehaviour() && (m.Config.CheckDeadlock == nil || *m.Config.CheckDeadlock),
		},
	}
	for _, unread := range m.Spec.Unread(m.Config) {
		r.Warnings = append(r.Warnings, unread.Error())
	}
	for _, p := range m.System.Properties() {
		if p.Kind == explore.Invariant {
			r.Checks.Invariants++
		} else {
			r.Checks.Steps++
		}
	}
	return r
}

// searchModule runs a search of a module, and notes what it found and what
// could not be evaluated. An error is one without a state.
func (o *output) searchModule(ctx context.Context, env *Env, r *report.Run, m *module.Module, a attempt) error {
	inner := a.run
	a.run = func(ctx context.Context) (*explore.Result, error) {
		return promptly(ctx, a.busy, func() (*explore.Result, error) { return inner(ctx) })
	}
	err := o.search(ctx, env, r, a)
	seen := a.monitor.Snapshot()
	sofar := &explore.Result{Distinct: seen.Distinct, Generated: seen.Generated, Depth: seen.Depth, Walks: seen.Walks, Queue: seen.Queue}
	if fault := module.FaultOf(err); fault != nil {
		r.Result = sofar
		noteFault(r, m, fault)
		return nil
	}
	var late *underWay
	if errors.As(err, &late) {
		r.Result, sofar.Stop = sofar, late.stop
		return nil
	}
	var told *exit.Error
	if err != nil && exit.OfError(err) == exit.Internal && !errors.As(err, &told) {
		return &exit.Error{Status: exit.Evaluation, Message: err.Error()}
	}
	return err
}

// conclusions notes the traces of what was violated or could not be evaluated.
func (o *output) conclusions(r *report.Run, m *module.Module, g *module.Guarded) {
	if fault := g.TakeFault(r.Result); fault != nil {
		noteFault(r, m, fault)
	}
	for i := range r.Result.Violations {
		v := &r.Result.Violations[i]
		switch place := m.Place(v.Name); {
		case v.Kind == explore.Deadlock:
			v.Reason = "no step leads on from the last state"
		case place != "" && v.Reason == "":
			v.Reason = "see " + place
		}
		t := moduleTrace(r, m, v.Path)
		t.Violation = &trace.Violation{Property: v.Name, Kind: v.Kind.String(), Reason: v.Reason}
		if o.shown.properties {
			if err := judge(&t, m.System, v.Path); err != nil {
				r.Warnings = append(r.Warnings, "which properties hold can't be told: "+err.Error())
			}
		}
		r.Traces = append(r.Traces, t)
	}
}

func moduleTrace(r *report.Run, m *module.Module, path []explore.Step) trace.Trace {
	t, err := m.Trace(path)
	if err != nil {
		r.Warnings = append(r.Warnings, err.Error())
	}
	return t
}

func noteFault(r *report.Run, m *module.Module, f *module.Fault) {
	r.Fault = &report.Fault{Err: f.Err, What: f.What}
	if len(f.Path) > 0 {
		t := moduleTrace(r, m, f.Path)
		t.Violation = &trace.Violation{Kind: render.EvaluationKind, Reason: f.What + " can't be evaluated: " + f.Err.Error()}
		r.Fault.Trace = &t
	}
}

// checkModuleOutput refuses what can't be made of a module's trace.
func (o *output) checkModuleOutput() error {
	if f, _ := formOf(o.traceOut); f.native {
		return exit.Usagef("--trace-out trace.json", "--trace-out: expected a file of another format, since %s is for the native model only, found %q", f.ending, o.traceOut)
	}
	return nil
}
