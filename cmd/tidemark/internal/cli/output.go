package cli

import (
	"time"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
)

// An output is how a search is reported.
type output struct {
	flags    *pflag.FlagSet
	format   *string
	progress string
	quiet    bool
	coverage bool
	traceOut string
	shown    shown
}

func outputFlags(flags *pflag.FlagSet) *output {
	o := &output{flags: flags, format: format(flags), progress: "auto"}
	flags.Var(choice{&o.progress, []string{"auto", "always", "never"}}, "progress", "--progress never")
	flags.BoolVar(&o.quiet, "quiet", false, "--quiet")
	flags.BoolVar(&o.coverage, "coverage", false, "--coverage")
	flags.StringVar(&o.traceOut, "trace-out", "", "--trace-out trace.json")
	o.shown.add(flags)
	return o
}

// shown is what a trace's text shows beyond the usual.
type shown struct{ diff, properties bool }

// add adds the flags that say so.
func (s *shown) add(flags *pflag.FlagSet) {
	flags.BoolVar(&s.diff, "diff", false, "--diff")
	flags.BoolVar(&s.properties, "properties", false, "--properties")
}

// check finds out before a search whether it can be reported as asked for.
func (o *output) check() error {
	if o.coverage && o.quiet && !o.json() {
		return exit.Usagef("leave one of them out", "--coverage and --quiet contradict each other: expected a table or no table")
	}
	if o.json() && o.shown.diff {
		return exit.Usagef("leave one of them out", "--diff and --format json contradict each other: expected a text to show changes in")
	}
	return o.checkTraceOut()
}

func (o *output) json() bool { return *o.format == "json" }

// color reports whether text for people is coloured.
func color(env *Env) bool {
	return env.StdoutTerminal && env.Getenv("NO_COLOR") == "" && env.Getenv("TERM") != "dumb"
}

// style is how a trace is shown on standard output, and plain in a file.
func (s *shown) style(env *Env) render.Style {
	style := s.plain()
	style.Color = color(env)
	return style
}

func (s *shown) plain() render.Style {
	return render.Style{Diff: s.diff, Properties: s.properties}
}

// startProgress shows the progress of a search until the function that it
// returns is called.
func (o *output) startProgress(env *Env, monitor *explore.Monitor) (stop func()) {
	return showProgress(env, report.Progress{Monitor: monitor}, o.progress, o.quiet)
}

// showProgress shows progress, when and where the flags want it.
func showProgress(env *Env, p report.Progress, when string, quiet bool) (stop func()) {
	p.Out, p.Interval = env.Stderr, 10*time.Second
	switch {
	case when == "never", when == "auto" && quiet:
		return func() {}
	case env.StderrTerminal:
		p.Rewrite, p.Interval = true, time.Second/4
	case when == "always":
		p.Interval, p.Final = time.Second, true
	}
	return p.Start()
}

// question reports what is about to be searched.
func (o *output) question(env *Env, r *report.Run) error {
	if o.json() || o.quiet {
		return nil
	}
	return report.WriteQuestion(env.Stdout, r)
}

// answer reports what a search found.
func (o *output) answer(env *Env, r *report.Run) error {
	if o.json() {
		return report.WriteJSON(env.Stdout, r)
	}
	return report.WriteAnswer(env.Stdout, r, o.quiet, o.shown.style(env))
}
