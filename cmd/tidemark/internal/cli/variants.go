package cli

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/kill"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/model"
	"tidemark/spec/cfg"
)

const variantsHelp = `Run the variants: search each within the configuration that shows it, and find all that is
violated there. A variant must violate a property that it names, an alternative no other, and the
protocol none within any of these configurations. With all variants, each property but TypeOK must
be violated by one.

Usage:
    tidemark variants [NAME...] [FLAGS]

Without names it runs all; tidemark list variants has the names. It prints what is violated first
and how long the trace is, then for each variant all that is violated, and the verdict on the last
line.

Search:
    --workers N           searches at a time, 1 to 256 (default: one for each processor)
    --memory SIZE         memory for all stores together, such as 512MiB or 2GiB (default: three
                          quarters of what the machine, or its cgroup, has); a search that its
                          share is too small for is done again alone
    --max-states N        end each search with the level that reaches this many distinct states
    --timeout DURATION    end all searches after a time such as 90s or 1h30m

Output:
    --format FORMAT       text (default); json: one object on standard output and nothing else
                          there; markdown: the page docs/variants.md
    --quiet               text with the verdict only, and no progress
    --progress WHEN       auto (default), always or never, as for tidemark check

Examples:
    tidemark variants
    tidemark variants shrink-at-limit elect-outside-isr
    tidemark variants --format markdown > docs/variants.md
`

// A killing is what the flags of the command variants say.
type killing struct {
	flags            *pflag.FlagSet
	workers, memory  uint64
	maxStates        uint64
	timeout          time.Duration
	format, progress string
	quiet            bool
}

func newKilling() *killing {
	flags := newFlags("variants")
	k := &killing{flags: flags, format: "text", progress: "auto"}
	flags.Var(number{&k.workers, 1, maxWorkers}, "workers", "--workers 2")
	flags.Var(memory{&k.memory}, "memory", "--memory 2GiB")
	flags.Var(number{&k.maxStates, 1, math.MaxUint64}, "max-states", "--max-states 1000000")
	flags.Var(duration{&k.timeout}, "timeout", "--timeout 90s")
	flags.Var(choice{&k.format, []string{"text", "json", "markdown"}}, "format", "--format json")
	flags.BoolVar(&k.quiet, "quiet", false, "--quiet")
	flags.Var(choice{&k.progress, []string{"auto", "always", "never"}}, "progress", "--progress never")
	return k
}

func runVariants(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	k := newKilling()
	if help, err := parse(env, k.flags, args); help || err != nil {
		return exit.OK, err
	}
	if err := checkNames(k.flags.Args()); err != nil {
		return 0, err
	}
	table, err := k.run(ctx, env)
	if err != nil {
		return 0, err
	}
	r := &report.Kills{Table: table, Limits: report.Limits{States: k.maxStates, Bytes: k.memory, Time: limit(k.timeout)}}
	switch k.format {
	case "json":
		err = report.WriteKillsJSON(env.Stdout, r)
	case "markdown":
		err = report.WriteKillsMarkdown(env.Stdout, r)
	default:
		err = report.WriteKills(env.Stdout, r, k.quiet)
	}
	return exit.OfVariants(table.Result()), err
}

// run runs the variants that the arguments name, and shows its progress.
func (k *killing) run(ctx context.Context, env *Env) (*kill.Table, error) {
	if k.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, k.timeout)
		defer cancel()
	}
	if k.memory == 0 {
		k.memory = defaultMemory(env.Root)
	}
	progress := new(kill.Progress)
	stop := showProgress(env, report.Progress{Searches: func() string { return report.Searching(progress) }}, k.progress, k.quiet)
	defer stop()
	return kill.Run(ctx, kill.Options{
		Names: k.flags.Args(), Workers: env.workers(k.workers), MaxStates: k.maxStates, MaxBytes: k.memory, Progress: progress,
	})
}

// checkNames looks at names of variants that are arguments.
func checkNames(names []string) error {
	known := model.VariantNames()
	for _, name := range names {
		if !slices.Contains(known, name) {
			hint := cfg.DidYouMean(name, known, "tidemark list variants")
			return exit.Usagef(hint, "there is no variant %s, expected one of %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}
