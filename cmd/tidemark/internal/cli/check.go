package cli

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/explore/checkpoint"
	"tidemark/model"
	"tidemark/spec"
)

// A check is what the flags of the command check say.
type check struct {
	*selection
	*output
	saving              *saving
	dump                dump
	module              *moduleFlags
	workers, memory     uint64
	maxDepth, maxStates uint64
	timeout             time.Duration
	store, diskDir      string
	vacuity             string
	symmetry, reduce    bool
	all                 bool
	kinds               uint64 // of counterexamples to show; 0: the one that is found
}

// newCheck returns the flags of check with their defaults.
func newCheck() *check {
	flags := newFlags("check")
	c := &check{selection: selectionFlags(flags), output: outputFlags(flags), store: "exact", vacuity: "warn"}
	flags.Var(number{&c.workers, 1, maxWorkers}, "workers", "--workers 2")
	flags.BoolVar(&c.symmetry, "symmetry", false, "--symmetry")
	flags.BoolVar(&c.reduce, "reduce", false, "--reduce")
	flags.Var(choice{&c.store, []string{"exact", "hash", "disk"}}, "store", "--store hash")
	flags.StringVar(&c.diskDir, "disk-dir", "", "--disk-dir /var/tmp")
	flags.Var(memory{&c.memory}, "memory", "--memory 2GiB")
	flags.Var(number{&c.maxDepth, 1, math.MaxInt32}, "max-depth", "--max-depth 10")
	flags.Var(number{&c.maxStates, 1, math.MaxUint64}, "max-states", "--max-states 1000000")
	flags.Var(duration{&c.timeout}, "timeout", "--timeout 90s")
	flags.BoolVar(&c.all, "continue", false, "--continue")
	flags.Var(number{&c.kinds, 1, 1000}, "all-minimal", "--all-minimal 5")
	flags.Var(choice{&c.vacuity, []string{"off", "warn", "error"}}, "vacuity", "--vacuity error")
	c.dump.add(flags)
	c.saving = savingFlags(flags)
	c.module = newModuleFlags(flags)
	flags.BoolVar(&c.module.safetyOnly, "safety-only", false, "--safety-only")
	return c
}

func runCheck(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	c := newCheck()
	if help, err := begin(env, c.selection, c.output, args); help || err != nil {
		return exit.OK, err
	}
	if err := c.checkStore(env); err != nil {
		return 0, err
	}
	if err := c.checkKinds(); err != nil {
		return 0, err
	}
	if err := c.saving.check(); err != nil {
		return 0, err
	}
	if err := c.dump.check(); err != nil {
		return 0, err
	}
	if c.namesModule() {
		return c.runModule(ctx, env)
	}
	config, m, err := c.loadReduced()
	if err != nil {
		return 0, err
	}
	return c.run(ctx, env, config, m)
}

// loadReduced is loadNative for a model that leaves out what nothing reads, if
// that is asked for.
func (c *check) loadReduced() (*spec.Configuration, *model.Model, error) {
	config, m, err := c.loadNative(c.module)
	if err != nil || !c.reduce {
		return config, m, err
	}
	m, err = model.New(config.Bounds, c.checksOf(config))
	return config, m, err
}

func (c *check) run(ctx context.Context, env *Env, config *spec.Configuration, m *model.Model) (exit.Status, error) {
	opts := c.options(env, config)
	if err := c.dump.native(ctx, m, opts.Symmetry); err != nil {
		return 0, err
	}
	var err error
	if opts.Checkpoints, err = c.saving.options(func() []checkpoint.Field { return nativeIdentity(config, m) }); err != nil {
		return 0, err
	}
	r := newRun("check", config)
	r.Workers, r.Store, r.Symmetry = opts.Workers, opts.Store, opts.Symmetry
	r.Continue, r.Coverage = opts.Continue, opts.Coverage
	r.Reduced, r.Reductions = c.reduce, m.Reductions()
	r.Limits = report.Limits{Depth: opts.MaxDepth, States: opts.MaxStates, Bytes: opts.MaxBytes, Time: limit(c.timeout)}
	if err := c.question(env, r); err != nil {
		return 0, err
	}
	search := func(ctx context.Context) (*explore.Result, error) { return stored(explore.Check(ctx, m, opts)) }
	if err := c.search(ctx, env, r, attempt{c.timeout, opts.Monitor, search, neverBusy}); err != nil {
		return 0, err
	}
	if err := c.findKinds(ctx, r, m, opts, nativeKinds(m)); err != nil {
		return 0, err
	}
	if r.Traces, err = c.traces(m, config, r.Result); err != nil {
		return 0, err
	}
	c.advise(r)
	c.judge(r, m)
	return c.concludeSaved(env, r)
}

// concludeSaved concludes a search that may have checkpoints.
func (c *check) concludeSaved(env *Env, r *report.Run) (exit.Status, error) {
	c.saving.note(r, c.again)
	status, err := c.conclude(env, r)
	if err == nil {
		err = c.saving.finish(r)
	}
	return status, err
}

// options are the engine's.
func (c *check) options(env *Env, config *spec.Configuration) explore.Options {
	opts := explore.Options{
		Workers:       env.workers(c.workers),
		Symmetry:      config.Symmetry,
		CheckDeadlock: config.CheckDeadlock,
		Continue:      c.all,
		Coverage:      c.coverage,
		MaxDepth:      int(c.maxDepth),
		MaxStates:     c.maxStates,
		MaxBytes:      c.memory,
		Store:         stores[c.store],
		DiskDir:       c.diskDir,
		Monitor:       new(explore.Monitor),
	}
	if c.selection.flags.Changed("symmetry") {
		opts.Symmetry = c.symmetry
	}
	return opts
}

// judge notes what was vacuous. That is known only of a search that saw
// everything.
func (c *check) judge(r *report.Run, m *model.Model) {
	seen := r.Result.Stop == explore.NotStopped && (r.Result.Verdict == explore.Holds || r.Continue)
	if c.vacuity == "off" || !seen {
		return
	}
	possible := m.Possible()
	for i, name := range m.Actions() {
		if possible[i] && slices.Contains(r.Result.Unfired, name) {
			r.Unfired = append(r.Unfired, name)
		}
	}
	r.Vacuous = r.Result.Vacuous
	if len(r.Unfired) > 0 {
		r.Warnings = append(r.Warnings, "no step ever took "+strings.Join(r.Unfired, ", ")+", although the bounds allow it")
	}
	for _, name := range r.Vacuous {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s held vacuously: its premise was never true", name))
	}
	r.Hollow = c.vacuity == "error" && (len(r.Warnings) > 0 || r.Checks.None())
}
