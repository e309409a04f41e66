package cli

import (
	"context"
	"errors"
	"path/filepath"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model/script"
)

// checkModule looks at the flags of a minimization of a module's trace.
func (m *minimization) checkModule() error {
	if filepath.Ext(m.file) != module.Extension {
		return exit.Usagef("a file's name ends in "+module.Extension, "--module: expected a TLA+ module, found %q", m.file)
	}
	if len(m.variants) > 0 {
		return exit.Usagef("leave --variant out", "--variant: expected a script or a trace of the native model, found --module %s", m.file)
	}
	if m.module.flags.Changed("config") && m.module.config == "" {
		return exit.Usagef("--config Model.cfg", "--config: expected a file, found an empty word")
	}
	if formNamed(m.form).native {
		return exit.Usagef("--format json", "--format: %s is for the native model only, found --module %s", m.form, m.file)
	}
	if err := m.checkModuleOutput(); err != nil {
		return err
	}
	return m.checkTraceOut()
}

// minimizeModule minimises a trace of a module, and looks for something shorter.
func (m *minimization) minimizeModule(ctx context.Context, env *Env, name string) (*report.Minimal, error) {
	if !isTrace(name) {
		return nil, exit.Usagef("a trace's name ends in .json or .itf.json", "%s: expected a file with a trace of module %s", name, m.file)
	}
	t, err := readTrace(name, nil)
	if err != nil {
		return nil, err
	}
	collectLater(env, defaultMemory(env.Root))
	return promptly(ctx, neverBusy, func() (*report.Minimal, error) {
		whole, err := module.Load(module.Request{
			File: m.file, Config: m.module.config, Path: m.module.path, ReadFile: readModule, Print: printer(env.Stderr),
			Changes: module.Changes{Set: m.set},
		})
		if err != nil {
			return nil, moduleError(m.file, err)
		}
		r, err := m.leaveOut(ctx, env, name, &t, whole)
		if err != nil && ctx.Err() != nil {
			return nil, &exit.Error{Status: exit.Unknown, Message: name + ": interrupted, before it was known what can be left out"}
		}
		return r, err
	})
}

// leaveOut leaves out what is not needed, and searches.
func (m *minimization) leaveOut(ctx context.Context, env *Env, name string, t *trace.Trace, whole *module.Module) (*report.Minimal, error) {
	property := m.property
	switch {
	case property != "":
	case t.Violation == nil:
		return nil, exit.Usagef("--property NAME", "%s: the trace does not say what it violates", name)
	case t.Violation.Kind != explore.Deadlock.String():
		property = t.Violation.Property
	}
	mod, err := whole.Only(property)
	if err != nil {
		return nil, err
	}
	if reason := mod.System.Unkept(); reason != "" && mod.Config.View == nil {
		return nil, exit.Usagef("", "%s: traces can't be minimised: %s", m.file, reason)
	}
	path, err := mod.Path(t)
	if err != nil {
		return nil, &exit.Error{Status: exit.Configuration, Message: name + ": " + err.Error()}
	}
	number, path, err := violated(mod.System, property, path)
	if err != nil {
		return nil, err
	}
	if path == nil {
		return nil, exit.Usagef("", "%s: %s is not violated, so there is nothing to minimise", name, named(property))
	}
	left, err := explore.MinimizePath(ctx, mod.System, number, path)
	if err != nil {
		return nil, err
	}
	r := &report.Minimal{
		File: name, Limit: m.states, Tables: true, Replays: left.Tries,
		Before: script.Size{Steps: len(t.Steps) - 1},
	}
	if m.states > 0 {
		if r.Search, err = m.shorten(ctx, env, mod, left); err != nil {
			return nil, err
		}
	}
	r.After.Steps = len(left.Path) - 1
	return r, describe(r, mod, number, left.Path)
}

func named(property string) string {
	if property == "" {
		return "absence of deadlock"
	}
	return "property " + property
}

// violated finds where a behaviour violates the one property that a system has,
// by a number of its parts, or -1 for a deadlock. Without a violation the path is nil.
func violated(sys explore.System, property string, path []explore.Step) (number int, cut []explore.Step, err error) {
	if property == "" {
		var out explore.Successors
		err := sys.NewWorker().Successors(path[len(path)-1].Row, &out)
		if out.Len() > 0 {
			path = nil
		}
		return -1, path, err
	}
	found, err := explore.Judge(sys, path)
	if err != nil {
		return 0, nil, err
	}
	for i, all := range found {
		if len(all) > 0 {
			return all[0].Property, path[:i+1], nil
		}
	}
	return 0, nil, nil
}

// shorten searches for a shorter behaviour than what is left, and puts it in its
// place. A shortest one can do without none of its steps.
func (m *minimization) shorten(ctx context.Context, env *Env, mod *module.Module, left *explore.Remainder) (*report.Search, error) {
	look := &report.Search{Unit: "state"}
	look.Within = "module " + mod.Spec.Name() + " with " + filepath.Base(mod.Config.Name)
	if len(left.Path) == 1 {
		return look, nil
	}
	opts := mod.System.Options()
	if opts.Workers == 0 {
		opts.Workers = env.workers(m.workers)
	}
	if mod.Config.Symmetry != nil {
		look.Unit = "orbit"
	}
	opts.MaxDepth, opts.MaxStates = len(left.Path)-1, m.states
	res, err := explore.Check(ctx, mod.System, opts)
	if fault := module.FaultOf(err); fault != nil {
		look.None = "not every state can be evaluated: " + fault.Err.Error()
		return look, nil
	}
	if err != nil {
		return nil, err
	}
	look.Distinct, look.Stop = res.Distinct, res.Stop
	if look.Stop == explore.DepthLimit {
		look.Stop = explore.NotStopped // what lies deeper is not shorter
	}
	if res.Verdict == explore.Violated && len(res.Violations[0].Path) > 0 {
		left.Path, look.Shorter = res.Violations[0].Path, true
	}
	return look, nil
}

// describe adds the trace that is left, and what it violates.
func describe(r *report.Minimal, mod *module.Module, number int, path []explore.Step) error {
	var err error
	if r.Trace, err = mod.Trace(path); err != nil {
		return err
	}
	r.Violation = trace.Violation{Property: explore.Deadlock.String(), Kind: explore.Deadlock.String(), Reason: "no step leads on from the last state"}
	if number >= 0 {
		found, err := explore.Judge(mod.System, path)
		if err != nil {
			return err
		}
		last := found[len(found)-1]
		if len(last) == 0 {
			return errors.New("what is left violates nothing")
		}
		v := last[0]
		r.Violation = trace.Violation{Property: v.Name, Kind: v.Kind.String(), Reason: v.Reason}
		if v.Reason == "" {
			r.Violation.Reason = "see " + mod.Place(v.Name)
		}
	}
	r.Trace.Violation = &r.Violation
	return nil
}
