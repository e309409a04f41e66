package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/model"
	"tidemark/model/estimate"
	"tidemark/spec"
)

const estimateHelp = `Say in seconds how many states a configuration has, and what memory and time check would need.

Usage:
    tidemark estimate [NAME | FILE.cfg | FILE.tla] [FLAGS]

Of the native model, smaller bounds are searched to the end, and what each bound multiplies the
states by carries on from there. Of a TLA+ module, the first levels are searched, and how they grow
carries on. The answer is a range, and the same on every run; only the time depends on the machine.
` + configurationHelp + `
Estimate:
    --symmetry            count orbits, as check --symmetry does
    --reduce              of the model that check --reduce searches
    --max-states N        search up to N states for it, 100000 or more (default 500000); more make
                          it surer
    --workers N           goroutines that search, 1 to 256 (default: one for each processor)
    --format text|json    json: one object on standard output and nothing else there

Examples:
    tidemark estimate default --set MaxRecords=4
    tidemark estimate elections --set MaxEpoch=5 --symmetry
    tidemark estimate Paxos.tla --config small.cfg --format json
`

// An estimation is what the flags of the command estimate say.
type estimation struct {
	*check
	states uint64
}

func newEstimation() *estimation {
	flags := newFlags("estimate")
	c := &check{selection: selectionFlags(flags), output: &output{flags: flags, progress: "never"}, store: "exact"}
	e := &estimation{check: c, states: 500_000}
	flags.BoolVar(&c.symmetry, "symmetry", false, "--symmetry")
	flags.BoolVar(&c.reduce, "reduce", false, "--reduce")
	flags.Var(number{&e.states, estimate.LeastStates, math.MaxUint32}, "max-states", "--max-states 1000000")
	flags.Var(number{&c.workers, 1, maxWorkers}, "workers", "--workers 2")
	c.module = newModuleFlags(flags)
	c.format = format(flags)
	return e
}

func runEstimate(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	e := newEstimation()
	if help, err := parse(env, e.selection.flags, args); help || err != nil {
		return exit.OK, err
	}
	e.memory = defaultMemory(env.Root)
	run := e.native
	if e.namesModule() {
		run = e.ofModule
	}
	r, err := run(ctx, env)
	if err != nil {
		if ctx.Err() != nil {
			err = &exit.Error{Status: exit.Unknown, Message: "interrupted before there was an estimate"}
		}
		return 0, err
	}
	r.Memory = e.memory
	if e.json() {
		return exit.OK, report.WriteEstimateJSON(env.Stdout, r)
	}
	return exit.OK, report.WriteEstimate(env.Stdout, r)
}

// native estimates a configuration of the native model.
func (e *estimation) native(ctx context.Context, env *Env) (*report.Estimate, error) {
	config, m, err := e.loadReduced()
	if err != nil {
		return nil, err
	}
	opts := e.options(env, config)
	checks := e.checksOf(config)
	start := time.Now()
	found, err := estimate.Estimate(ctx, config.Bounds, checks, estimate.Options{States: e.states, Workers: opts.Workers})
	if err != nil {
		return nil, err
	}
	r := e.newReport(newRun("estimate", config), time.Since(start), m.Width())
	r.Workers, r.Symmetry = opts.Workers, opts.Symmetry
	r.Reduced, r.Reductions = e.reduce, m.Reductions()
	r.Exact, r.Violated = found.Exact, found.Violated
	low, high := found.States(r.Symmetry)
	r.Distinct, r.HasUpper = [2]uint64{uint64(math.Round(low)), uint64(math.Round(high))}, true
	r.OutDegree = found.Generated / found.Distinct
	r.Expanded = found.Expanded
	r.Method = fmt.Sprintf("%d smaller bounds, up to %d orbits", found.Searches, found.Largest)
	if found.Exact {
		r.Method = "the configuration itself"
	}
	return r, nil
}

func (e *estimation) newReport(run *report.Run, took time.Duration, width int) *report.Estimate {
	run.Seconds = took.Seconds()
	return &report.Estimate{Run: run, Width: width}
}

// checksOf are the checks of the model that would be searched.
func (c *check) checksOf(config *spec.Configuration) model.Checks {
	checks := config.Checks()
	checks.Reduce, checks.Deadlock = c.reduce, config.CheckDeadlock
	return checks
}

// ofModule estimates a TLA+ module by its first levels.
func (e *estimation) ofModule(ctx context.Context, env *Env) (*report.Estimate, error) {
	if err := e.refuseReduce(); err != nil {
		return nil, err
	}
	collectLater(env, e.memory)
	m, err := e.module.loadModule(ctx, env, e.selection, e.selection.flags.Changed("symmetry") && !e.symmetry)
	if err != nil {
		return nil, err
	}
	opts, err := e.moduleOptions(env, m)
	if err != nil {
		return nil, err
	}
	if !m.System.HasBehaviour() {
		return nil, &exit.Error{Status: exit.Configuration, Message: m.File + ": expected a behaviour to search, found assumptions only"}
	}
	opts.Continue, opts.MaxStates = true, e.states
	run := newModuleRun("estimate", m)
	run.Workers, run.Symmetry = opts.Workers, m.Config.Symmetry != nil
	guarded := module.Guard(m.System)
	search := func(ctx context.Context) (*explore.Result, error) { return explore.Check(ctx, guarded, opts) }
	if err := e.searchModule(ctx, env, run, m, attempt{monitor: opts.Monitor, run: search, busy: neverBusy}); err != nil {
		return nil, err
	}
	e.conclusions(run, m, guarded)
	if run.Fault != nil {
		return nil, run.Fault.Err
	}
	return e.fromLevels(run, guarded.Width(), opts.Monitor.Snapshot().Forecast)
}

// fromLevels makes of a search that may have been ended early what it says of the
// whole.
func (e *estimation) fromLevels(run *report.Run, width int, f explore.Forecast) (*report.Estimate, error) {
	res := run.Result
	r := e.newReport(run, time.Duration(run.Seconds*float64(time.Second)), width)
	r.Method = fmt.Sprintf("the first %d levels, %d states", res.Depth, res.Distinct)
	r.Expanded = res.Generated
	r.OutDegree = float64(res.Generated) / float64(max(res.Distinct-res.Queue, 1))
	if len(res.Violations) > 0 {
		r.Violated = res.Violations[0].Name
	}
	switch {
	case res.Stop == explore.NotStopped:
		r.Exact, r.HasUpper, r.Distinct = true, true, [2]uint64{res.Distinct, res.Distinct}
		r.Method = "the module itself"
	case res.Stop != explore.StateLimit:
		return nil, errors.New(run.Reason())
	case f.High > 0:
		r.HasUpper, r.Distinct, r.LevelError = true, [2]uint64{f.Low, f.High}, f.Error
	default:
		r.Distinct[0] = res.Distinct
	}
	return r, nil
}
