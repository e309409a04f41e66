package cli

import (
	"context"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/explore/checkpoint"
)

// runModule checks a TLA+ module.
func (c *check) runModule(ctx context.Context, env *Env) (exit.Status, error) {
	if err := c.checkModuleOutput(); err != nil {
		return 0, err
	}
	if err := c.refuseReduce(); err != nil {
		return 0, err
	}
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	collectLater(env, c.memory)
	noSymmetry := c.selection.flags.Changed("symmetry") && !c.symmetry
	m, err := c.module.loadModule(ctx, env, c.selection, noSymmetry)
	if err != nil {
		return 0, err
	}
	if reason := m.System.Unkept(); reason != "" && c.saving.asked() {
		return 0, exit.Usagef("leave out --checkpoint and --resume", "%s: the search can't be saved: %s", m.File, reason)
	}
	if err := c.checkModuleKinds(m); err != nil {
		return 0, err
	}
	opts, err := c.moduleOptions(env, m)
	if err != nil {
		return 0, err
	}
	if err := c.dump.module(ctx, m, opts.Symmetry); err != nil {
		return 0, err
	}
	r := newModuleRun("check", m)
	r.Checks.Postconditions = len(m.Config.Postconditions)
	r.Workers, r.Store, r.Symmetry = opts.Workers, opts.Store, m.Config.Symmetry != nil
	r.Continue, r.Coverage, r.SafetyOnly = opts.Continue, opts.Coverage, c.module.safetyOnly
	r.Limits = report.Limits{Depth: opts.MaxDepth, States: opts.MaxStates, Bytes: c.memory, Time: limit(c.timeout)}
	if err := c.question(env, r); err != nil {
		return 0, err
	}
	if !m.System.HasBehaviour() { // the assumptions were all there was
		r.NoBehaviour, r.Result = true, &explore.Result{Verdict: explore.Holds}
		return c.conclude(env, r)
	}
	if opts.Checkpoints, err = c.saving.options(func() []checkpoint.Field { return moduleIdentity(m, c.module.read) }); err != nil {
		return 0, err
	}
	guarded := module.Guard(m.System)
	search := func(ctx context.Context) (*explore.Result, error) { return stored(explore.Check(ctx, guarded, opts)) }
	if err := c.searchModule(ctx, env, r, m, attempt{0, opts.Monitor, search, c.saving.busy}); err != nil {
		return 0, err
	}
	if err := c.findModuleKinds(ctx, r, m, guarded, opts); err != nil {
		return 0, err
	}
	c.conclusions(r, m, guarded)
	c.advise(r)
	c.judgeModule(r, m)
	return c.concludeSaved(env, r)
}

// refuseReduce returns an error when a module is to be reduced.
func (c *check) refuseReduce() error {
	if !c.reduce {
		return nil
	}
	name := c.selection.flags.Name()
	return exit.Usagef("tidemark "+name+" "+quote(c.name()), "--reduce: expected a configuration of the native model, found the module %s", c.name())
}

// moduleOptions are the engine's: what the configuration asks for, and the
// flags.
func (c *check) moduleOptions(env *Env, m *module.Module) (explore.Options, error) {
	var opts explore.Options
	switch {
	case c.selection.flags.Changed("symmetry") && c.symmetry && m.Config.Symmetry == nil:
		return opts, exit.Usagef("SYMMETRY Permutations(S), named by a definition of the module", "--symmetry: expected a configuration with SYMMETRY, found none in %s", m.Config.Name)
	case m.Config.View != nil && c.workers > 1:
		return opts, exit.Usagef("--workers 1", "--workers: a search with VIEW has one worker, since it depends on the order of states; found %d", c.workers)
	}
	if m.System.HasBehaviour() {
		opts = m.System.Options()
	}
	opts.Continue, opts.Coverage = c.all, c.coverage
	opts.MaxDepth, opts.MaxStates = int(c.maxDepth), c.maxStates
	opts.MaxBytes, opts.Store, opts.DiskDir = c.memory, stores[c.store], c.diskDir
	if opts.Store == explore.Disk {
		opts.MaxBytes /= 2 // the rest is for values, which stay in memory
	}
	opts.Monitor = new(explore.Monitor)
	if opts.Workers == 0 { // otherwise the system knows
		opts.Workers = env.workers(c.workers)
	}
	return opts, nil
}

// judgeModule notes what a search that saw everything leaves open.
func (c *check) judgeModule(r *report.Run, m *module.Module) {
	res := r.Result
	if r.Fault != nil || res.Stop != explore.NotStopped {
		return
	}
	if c.vacuity != "off" && (res.Verdict == explore.Holds || r.Continue) {
		r.Unfired = res.Unfired
		if len(r.Unfired) > 0 {
			r.Warnings = append(r.Warnings, "no step ever took "+strings.Join(r.Unfired, ", "))
		}
		r.Hollow = c.vacuity == "error" && (len(r.Unfired) > 0 || r.Checks.None())
	}
	if res.Verdict != explore.Holds {
		return
	}
	failed, err := m.System.Postconditions(res.Distinct, res.Depth)
	switch {
	case err != nil:
		res.Verdict = explore.Unknown
		r.Fault = &report.Fault{Err: err, What: "a postcondition"}
	case len(failed) > 0:
		res.Verdict = explore.Violated
		r.Postconditions = failed
	case len(r.NotChecked) > 0 && !r.SafetyOnly:
		res.Verdict = explore.Unknown
	}
}
