package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/model"
	"tidemark/model/conform"
	"tidemark/model/script"
)

const conformHelp = `Check somebody's implementation of the leader's bookkeeping, in any language: who is in sync, how
far the high watermark is, when acks=all may be answered. The program is started, gets scripts on
its standard input, a command in each line, and answers each line with a line, which is compared
with what the rules say. The first script that shows a difference is made as short as it can be.
docs/conform.md has the protocol, and small examples.

Usage:
    tidemark conform [FLAGS] -- COMMAND [ARGUMENTS]

The last line is the verdict: conforms; different; malformed, ended, silent or endless, when there
was no answer; leftover or unstable, when the same script comes out differently; or unknown, when a
limit or an interrupt came first. Nothing that the program started is left running.

Scripts (without any of --depth, --runs and --script: --depth 3 --runs 500):
    --depth N             every script of up to N commands, 1 to 12, about a small partition
    --runs N              random scripts, about partitions of 2 to 4 replicas
    --seed N              what they depend on (default 1)
    --length N            their commands, 1 to 1000 (default 40)
    --script SCRIPT       a file, or a script that comes with tidemark (repeatable)
    --replicas NAME,...   the replicas of generated scripts; the first leads
    --lag N               their replica.lag.time.max.ms
    --min-isr N           their min.insync.replicas
    --records N           records that they may append, 1 to 7

Implementation:
    --fields FIELD,...    compare these fields, instead of those that it declares (repeatable)
    --commands VERB,...   send these commands, instead of those that it declares (repeatable)
    --variant NAME,...    it follows an alternative of the rules that is correct, too (repeatable)
    --restart             start it anew for each script
    --answer-timeout T    how long an answer may take (default 3s)

Output:
    --timeout DURATION    end after a time such as 90s
    --script-out FILE     write the script that shows a difference to a file
    --format text|json    json: one object on standard output and nothing else there
    --progress WHEN       auto (default), always or never, as for tidemark check

Examples:
    tidemark conform -- python3 leader.py
    tidemark conform --runs 10000 --seed 7 --fields hw,isr -- ./leader
    tidemark conform --script worked-trace --variant expand-at-leader-leo -- java Leader
`

// A conformance is what the flags of the command conform say.
type conformance struct {
	flags          *pflag.FlagSet
	format         *string
	config         conform.Config
	command        conform.Command
	scripts        []string
	scriptOut      string
	progress       string
	timeout        time.Duration
	depth, runs    uint64
	length, lag    uint64
	minISR, record uint64
}

func newConformance() *conformance {
	flags := newFlags("conform")
	flags.SetInterspersed(false)
	c := &conformance{flags: flags, format: format(flags), progress: "auto"}
	c.config.Seed = 1
	flags.Var(number{&c.depth, 1, conform.MaxDepth}, "depth", "--depth 4")
	flags.Var(number{&c.runs, 1, math.MaxInt32}, "runs", "--runs 1000")
	flags.Var(number{&c.config.Seed, 0, math.MaxUint64}, "seed", "--seed 7")
	flags.Var(number{&c.length, 1, conform.MaxLength}, "length", "--length 30")
	flags.Var(names{&c.scripts}, "script", "--script worked-trace")
	flags.Var(names{&c.config.Partition.Replicas}, "replicas", "--replicas 5,6,7")
	flags.Var(number{&c.lag, 1, conform.MaxLag}, "lag", "--lag 500")
	flags.Var(number{&c.minISR, 1, model.MaxReplicas}, "min-isr", "--min-isr 2")
	flags.Var(number{&c.record, 1, conform.MaxRecords}, "records", "--records 3")
	flags.Var(names{&c.config.Fields}, "fields", "--fields leo,hw,isr")
	flags.Var(names{&c.config.Commands}, "commands", "--commands APPEND,FETCH,STATUS")
	flags.Var(names{&c.config.Variants}, "variant", "--variant expand-at-leader-leo")
	flags.BoolVar(&c.command.Fresh, "restart", false, "--restart")
	flags.Var(duration{&c.config.AnswerTimeout}, "answer-timeout", "--answer-timeout 2s")
	flags.Var(duration{&c.timeout}, "timeout", "--timeout 90s")
	flags.Var(choice{&c.progress, []string{"auto", "always", "never"}}, "progress", "--progress never")
	flags.StringVar(&c.scriptOut, "script-out", "", "--script-out different.script")
	return c
}

func runConform(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	c := newConformance()
	if help, err := parse(env, c.flags, args); help || err != nil {
		return exit.OK, err
	}
	if err := c.prepare(); err != nil {
		return 0, err
	}
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.timeout, fmt.Errorf("time limit %s", c.timeout))
		defer cancel()
	}
	began := time.Now()
	c.config.Progress = new(conform.Progress)
	stop := showProgress(env, report.Progress{Searches: func() string { return report.Conforming(c.config.Progress) }}, c.progress, false)
	res, err := conform.Check(ctx, conform.NewProcess(c.command), c.config)
	stop()
	stopped := err != nil && errors.Is(err, context.Cause(ctx))
	if err != nil && !stopped {
		return 0, cantConform(err)
	}
	r := &report.Conformance{Command: c.command.Args, Config: &c.config, Report: res, Seconds: time.Since(began).Seconds()}
	if stopped {
		r.Stopped = "interrupted"
		if c.timeout > 0 && !errors.Is(err, context.Canceled) {
			r.Stopped = err.Error()
		}
	}
	return exit.OfConformance(res, !stopped), c.write(env, r)
}

// prepare completes the configuration from what the flags say.
func (c *conformance) prepare() error {
	const example = "tidemark conform -- python3 leader.py"
	c.command.Args = c.flags.Args()
	if len(c.command.Args) == 0 || c.command.Args[0] == "" {
		return exit.Usagef(example, "expected the command that starts an implementation, found none")
	}
	c.config.Depth, c.config.Runs, c.config.Length = int(c.depth), int(c.runs), int(c.length)
	c.config.Records, c.config.Partition.LagMax, c.config.Partition.MinISR = int(c.record), int(c.lag), int(c.minISR)
	for _, name := range c.scripts {
		s, err := readScript(name)
		if err != nil {
			return err
		}
		c.config.Scripts = append(c.config.Scripts, s)
	}
	if c.flags.Changed("length") && c.runs == 0 && (c.depth > 0 || len(c.scripts) > 0) {
		return exit.Usagef("--runs 500", "--length: it is about random scripts, and there are none")
	}
	if c.flags.Changed("script-out") {
		f, err := checkTraceFile("script-out", c.scriptOut)
		if err == nil && f.name != "script" {
			err = exit.Usagef("--script-out different.script", "--script-out: expected a file whose name ends in %s, found %q", script.Extension, c.scriptOut)
		}
		return err
	}
	return nil
}

// write writes what was found.
func (c *conformance) write(env *Env, r *report.Conformance) error {
	if f := r.Report.Finding; f != nil && c.scriptOut != "" {
		err := writeWhole(c.scriptOut, func(w io.Writer) error {
			_, err := io.WriteString(w, f.Script)
			return err
		})
		if err != nil {
			return err
		}
	}
	if *c.format == "json" {
		return report.WriteConformanceJSON(env.Stdout, r)
	}
	return report.WriteConformance(env.Stdout, r)
}

// cantConform says whether the flags or the program are wrong.
func cantConform(err error) error {
	var config *conform.ConfigError
	var start *conform.StartError
	switch {
	case errors.As(err, &config):
		return exit.Usagef("tidemark help conform", "--%s", err)
	case errors.As(err, &start):
		return exit.Usagef("what follows -- is a program and its arguments, as a shell has them", "%v", err)
	}
	return err
}
