package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec"
)

// maxWorkers is the greatest number of workers that can be asked for.
const maxWorkers = 256

// workers is how many a search has: as many as were asked for or, where that is none,
// one for each processor.
func (env *Env) workers(asked uint64) int {
	if asked > 0 {
		return int(asked)
	}
	return min(env.Processors, maxWorkers)
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
