package cli

import (
	"context"
	"math"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/spec/align"
)

const alignHelp = `Lay the native model and its TLA+ module side by side. In every reachable state both must take the
same actions with the same arguments to the same states, and must agree on which properties are
true. The properties and constraints of the configuration itself do not matter.

Usage:
    tidemark align [NAME | FILE.cfg] [FLAGS]

The last line is the verdict: aligned; different, with the shortest way to the first difference; or
unknown, when a limit or an interrupt came first. Some ten thousand states take seconds, default
takes minutes.

Configuration (no argument: default):
    NAME                  an embedded one; tidemark list configurations names them
    FILE.cfg              a TLC configuration file for the module Partition
    --set NAME=VALUE      give a constant another value, in the syntax of a .cfg file (repeatable)
    --variant NAME,...    change a rule, in both; added to the constant Variant (repeatable)

Search:
    --workers N           goroutines, 1 to 256 (default: one for each processor)
    --symmetry            compare one state of each orbit only
    --max-depth N         end after the N-th level
    --max-states N        end after the level in which N states have been compared
    --memory SIZE         end before the state store would outgrow SIZE
    --timeout DURATION    end after a time such as 90s

Output:
    --format text|json    json: one object on standard output and nothing else there
    --quiet               the difference and the verdict only, and no progress
    --progress WHEN       auto (default), always or never, on standard error

Examples:
    tidemark align small --symmetry
    tidemark align hw-by-majority
    tidemark align default --max-states 100000 --format json
`

func runAlign(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("align")
	s := &selection{flags: flags}
	flags.StringArrayVar(&s.set, "set", nil, "--set MaxRecords=2")
	flags.Var(names{&s.variants}, "variant", "--variant count-before-fsync")
	o := &output{flags: flags, format: format(flags), progress: "auto"}
	flags.Var(choice{&o.progress, []string{"auto", "always", "never"}}, "progress", "--progress never")
	flags.BoolVar(&o.quiet, "quiet", false, "--quiet")
	c := &check{selection: s, output: o, store: "exact"}
	flags.Var(number{&c.workers, 1, maxWorkers}, "workers", "--workers 2")
	flags.BoolVar(&c.symmetry, "symmetry", false, "--symmetry")
	flags.Var(number{&c.maxDepth, 1, math.MaxInt32}, "max-depth", "--max-depth 10")
	flags.Var(number{&c.maxStates, 1, math.MaxUint64}, "max-states", "--max-states 1000000")
	flags.Var(memory{&c.memory}, "memory", "--memory 2GiB")
	flags.Var(duration{&c.timeout}, "timeout", "--timeout 90s")
	config, _, err := prepare(env, s, o, args)
	if config == nil {
		return exit.OK, err
	}
	opts := c.options(env, config)
	opts.CheckDeadlock = false
	r := &report.Alignment{Run: *newRun("check", config)} // a search like that of check
	r.Workers, r.Symmetry = opts.Workers, opts.Symmetry
	r.Limits = report.Limits{Depth: opts.MaxDepth, States: opts.MaxStates, Bytes: opts.MaxBytes, Time: limit(c.timeout)}
	if !o.json() && !o.quiet {
		if err := report.WriteAlignmentQuestion(env.Stdout, r); err != nil {
			return 0, err
		}
	}
	compare := func(ctx context.Context) (res *explore.Result, err error) {
		if r.Report, err = align.Check(ctx, config, opts); err != nil {
			return nil, err
		}
		return r.Report.Result, nil
	}
	if err := o.search(ctx, env, &r.Run, attempt{c.timeout, opts.Monitor, compare, neverBusy}); err != nil {
		return 0, err
	}
	if o.json() {
		return exit.OfAlignment(r.Report), report.WriteAlignmentJSON(env.Stdout, r)
	}
	return exit.OfAlignment(r.Report), report.WriteAlignment(env.Stdout, r, o.quiet, color(env))
}
