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
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec"
)

// maxWorkers is the greatest number of workers that can be asked for.
const maxWorkers = 256

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

// begin reads the flags of a search. help reports that only help was wanted.
func begin(env *Env, s *selection, o *output, args []string) (help bool, err error) {
	if help, err := parse(env, s.flags, args); help || err != nil {
		return help, err
	}
	return false, o.check()
}

// prepare reads the flags of a search of the native model and, unless only help
// is wanted or something is wrong, returns the configuration and the model.
func prepare(env *Env, s *selection, o *output, args []string) (*spec.Configuration, *model.Model, error) {
	if help, err := begin(env, s, o, args); help || err != nil {
		return nil, nil, err
	}
	return s.load()
}

// loadNative returns the configuration of the native model and the model to
// search.
func (s *selection) loadNative(flags *moduleFlags) (*spec.Configuration, *model.Model, error) {
	if err := flags.refuse(); err != nil {
		return nil, nil, err
	}
	return s.load()
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
		Workers:       int(c.workers),
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
	if opts.Workers == 0 {
		opts.Workers = min(env.Processors, maxWorkers)
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

// newRun starts a report.
func newRun(command string, config *spec.Configuration) *report.Run {
	return &report.Run{
		Command:       command,
		Configuration: config.Name,
		Constants:     config.Bounds.Constants(),
		Checks: report.Checks{
			Invariants:  count(config.Properties, explore.Invariant),
			Steps:       count(config.Properties, explore.StepProperty),
			Constraints: len(config.StateConstraints) + len(config.ActionConstraints),
			Deadlock:    config.CheckDeadlock,
		},
	}
}

// limit writes a time limit without parts that are zero, and nothing when
// there is none.
func limit(d time.Duration) string {
	if d == 0 {
		return ""
	}
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// An attempt is a search that is ready to run.
type attempt struct {
	timeout time.Duration // 0: none
	monitor *explore.Monitor
	run     func(context.Context) (*explore.Result, error)
	busy    func() bool // whether it must not be given up, although its time is over
}

// search runs a search, shows its progress and notes its result and how long
// it took.
func (o *output) search(ctx context.Context, env *Env, r *report.Run, a attempt) error {
	if a.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.timeout)
		defer cancel()
	}
	stop := o.startProgress(env, a.monitor)
	defer stop()
	start := time.Now()
	result, err := a.run(ctx)
	r.Result, r.Seconds = result, time.Since(start).Seconds()
	return err
}

// traces returns the traces of the violations, without steps where the search
// was ended before one was rebuilt.
func (o *output) traces(m *model.Model, config *spec.Configuration, res *explore.Result) ([]trace.Trace, error) {
	var ts []trace.Trace
	for i := range res.Violations {
		t := m.Counterexample(&res.Violations[i])
		t.Source.Configuration = config.Name
		if o.shown.properties {
			if err := judgeNative(&t, m, res.Violations[i].Path); err != nil {
				return nil, err
			}
		}
		ts = append(ts, t)
	}
	return ts, nil
}

// conclude writes the trace and the answer, and derives the status.
func (o *output) conclude(env *Env, r *report.Run) (exit.Status, error) {
	if r.Checks.None() {
		r.Warnings = append(r.Warnings, "nothing was checked: there is no property")
	}
	shown := r.Traces
	if r.Fault != nil && r.Fault.Trace != nil && len(shown) == 0 {
		shown = []trace.Trace{*r.Fault.Trace}
	}
	stale := o.staleTrace(shown)
	r.Warnings = append(r.Warnings, stale...)
	if o.quiet && !o.json() { // where the answer has no warnings
		for _, text := range stale {
			fmt.Fprintf(env.Stderr, "tidemark: warning: %s\n", visible(text, maxMessage))
		}
		if r.Resume != "" {
			fmt.Fprintf(env.Stderr, "tidemark: hint: to go on: %s\n", r.Resume)
		}
	}
	failed := o.writeTraceOut(shown)
	err := o.answer(env, r)
	status := exit.OfSpecification(r.Result, exit.Findings{Vacuous: r.Hollow, Postcondition: len(r.Postconditions) > 0, Fault: r.Fault != nil})
	if err == nil && r.Fault != nil {
		err = r.Fault.Err
	}
	if failed != nil {
		err = failed
	}
	return status, err
}
