package conform

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tidemark/model"
	"tidemark/model/script"
)

// A Report is what a check came to.
type Report struct {
	Fields   []string // that were compared
	Verbs    []string // that could be sent
	Scripts  int      // that were performed, as far as there was nothing to find
	Commands int      // in them
	Finding  *Finding // nil when the implementation conforms
}

// Check checks an implementation, and closes it. An error says that it can't be
// checked with this configuration, or at all, or that the context has ended; the
// report then says how far it came.
func Check(ctx context.Context, im Implementation, c Config) (*Report, error) {
	if c.AnswerTimeout == 0 {
		c.AnswerTimeout = DefaultAnswerTimeout
	}
	k := &checker{im: im, config: c, rules: &rulebook{variants: c.Variants}, report: &Report{}, patience: c.AnswerTimeout}
	defer im.Close(0)
	err := c.validate()
	if err == nil {
		err = k.check(ctx)
	}
	return k.report, err
}

// A checker checks one implementation.
type checker struct {
	im       Implementation
	config   Config
	rules    *rulebook
	report   *Report
	patience time.Duration
	slowest  time.Duration // answer so far
	cursory  bool          // what is found needs no examination
	before   *performed    // the latest script of the instance that runs; nil for a new one
	age      int           // scripts that it has performed
}

// A performed scenario.
type performed struct {
	header script.Header
	steps  []step
	found  string // where it comes from
}

func (k *checker) check(ctx context.Context) error {
	c := &k.config
	if err := k.introduce(ctx); err != nil || k.report.Finding != nil {
		return err
	}
	if c.Depth == 0 && c.Runs == 0 && len(c.Scripts) == 0 {
		c.Depth, c.Runs = DefaultDepth, DefaultRuns
	}
	if err := k.given(ctx); err != nil || k.report.Finding != nil {
		return err
	}
	if err := k.generated(ctx); err != nil || k.report.Finding != nil {
		return err
	}
	if fault := k.im.Close(k.patience); fault != nil && k.before != nil {
		at := k.before
		o := at.observed(fault.mismatch(), len(at.steps), nil, fault)
		f, err := k.examine(ctx, nil, at, o)
		k.report.Finding = f
		return err
	}
	return nil
}

// introduce starts the implementation and reads what it declares.
func (k *checker) introduce(ctx context.Context) error {
	header := k.config.header(k.config.small(), 1)
	answers, fault := k.perform(ctx, []string{startLine(&header)})
	if fault != nil && fault.Err != nil {
		return fault.Err
	}
	at := &performed{header: header, found: "the first " + startWord}
	if fault != nil {
		k.report.Finding = k.finding(at.observed(fault.mismatch(), 0, nil, fault))
		return nil
	}
	p, err := readReady(answers[0])
	if err != nil {
		k.report.Finding = k.finding(k.noReady(at, answers[0], err))
		return nil
	}
	if len(k.config.Fields) > 0 {
		p.fields, p.only = k.config.Fields, true
	}
	if len(k.config.Commands) > 0 {
		p.commands = k.config.Commands
	}
	k.rules.profile = p
	k.report.Fields, k.report.Verbs = p.fields, p.commands
	k.before, k.age = at, 0 // that was no script, but something may be left of it
	return nil
}

// generated performs what scripts the configuration has generated.
func (k *checker) generated(ctx context.Context) error {
	before := k.report.Commands
	for _, phase := range []func(context.Context) error{k.exhaustive, k.random} {
		if err := phase(ctx); err != nil || k.report.Finding != nil {
			return err
		}
	}
	if k.report.Commands == before && k.config.Depth+k.config.Runs > 0 {
		return &ConfigError{"commands", "expected some that scripts can begin with, found " + strings.Join(k.rules.profile.commands, ", ")}
	}
	return nil
}

// exhaustive performs every script of one command, then of two, ...
func (k *checker) exhaustive(ctx context.Context) error {
	records := k.config.Records
	if records == 0 {
		records = DefaultRecords
	}
	p := k.config.small()
	header := k.config.header(p, records)
	c := &choices{rules: k.rules, header: &header, waits: fewWaits(p.LagMax)}
	for length := 1; length <= k.config.Depth; length++ {
		var failed error
		err := c.exhaustively(length, func(steps []step) bool {
			at := &performed{header, slices.Clone(steps), "all scripts of " + model.Plural(length, "command")}
			failed = k.try(ctx, at)
			return failed == nil && k.report.Finding == nil
		})
		if err == nil {
			err = failed
		}
		if err != nil || k.report.Finding != nil {
			return err
		}
	}
	return nil
}

// random performs random scripts. Each depends on the seed and its number only.
func (k *checker) random(ctx context.Context) error {
	length, records := k.config.Length, k.config.Records
	if length == 0 {
		length = DefaultLength
	}
	if records == 0 {
		records = MaxRecords
	}
	for run := range k.config.Runs {
		draw := rand.New(rand.NewPCG(k.config.Seed, uint64(run)))
		p := k.config.any(draw)
		header := k.config.header(p, records)
		steps, err := (&choices{rules: k.rules, header: &header, waits: waits(p.LagMax)}).randomly(length, draw)
		if err != nil {
			return err
		}
		at := &performed{header, steps, fmt.Sprintf("random script %d of seed %d", run+1, k.config.Seed)}
		if err := k.try(ctx, at); err != nil || k.report.Finding != nil {
			return err
		}
	}
	return nil
}
