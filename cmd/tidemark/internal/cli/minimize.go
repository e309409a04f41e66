package cli

import (
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore/trace"
	"tidemark/invariants"
	"tidemark/model/script"
	"tidemark/spec/cfg"
)

const minimizeHelp = `Leave out of a failing trace whatever is not needed to violate the same property.

Usage:
    tidemark minimize NAME | FILE [FLAGS]

The file is a script, or a trace of the native model that --trace-out has written as JSON. What is
left is 1-minimal: without any one of its commands, records, ticks and replicas, the property holds.
Then a search looks for something shorter within the trace's own bounds, or within those that the
minimal script needs.

With --module the file is a trace of that TLA+ module. The actions of the steps that stay are taken
again, in their order; then a search looks for something shorter.

Flags:
    --variant NAME,...    change a rule, where the file is a script (repeatable)
    --property NAME       keep this property violated (default: the one that the file names, or that
                          is violated first)
    --module FILE.tla     the file is a trace of this module
    --config FILE.cfg     the module's configuration (default: the .cfg file beside it)
    --set NAME=VALUE      give a constant of the module another value (repeatable)
    --path DIR            look there, too, for modules that the module needs (repeatable)
    --max-states N        search up to N states for something shorter (default 1000000; 0: don't)
    --workers N           goroutines that search, 1 to 256 (default: one for each processor)
    --format FORMAT       text (default); json: one object about it; or another format of render
    --trace-out FILE      write what is left to FILE, whose name ends like one of render's

Examples:
    tidemark minimize mistake-joins-early --variant expand-before-hw
    tidemark minimize long.json --module Paxos.tla --trace-out short.json
    tidemark minimize lost.json --format script --max-states 0 > minimal.script
`

// A minimization is what the flags of the command minimize say.
type minimization struct {
	*output
	form, property string
	variants       []string
	states         uint64
	workers        uint64

	module *moduleFlags
	file   string   // of the module; empty: it is of the native model
	set    []string // constants of the module
}

func newMinimization() *minimization {
	flags := newFlags("minimize")
	m := &minimization{output: &output{flags: flags}, form: "text", states: 1000000, module: newModuleFlags(flags)}
	m.output.format = &m.form
	flags.Var(names{&m.variants}, "variant", "--variant shrink-at-limit")
	flags.StringVar(&m.property, "property", "", "--property CommittedSurvives")
	flags.Var(number{&m.states, 0, math.MaxUint64}, "max-states", "--max-states 100000")
	flags.Var(number{&m.workers, 1, maxWorkers}, "workers", "--workers 2")
	flags.StringVar(&m.file, "module", "", "--module Model.tla")
	flags.StringArrayVar(&m.set, "set", nil, "--set N=2")
	flags.Var(choice{&m.form, formNames()}, "format", "--format script")
	flags.StringVar(&m.traceOut, "trace-out", "", "--trace-out minimal.json")
	return m
}

func runMinimize(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	m := newMinimization()
	if help, err := parse(env, m.flags, args); help || err != nil {
		return exit.OK, err
	}
	if m.flags.NArg() != 1 {
		return 0, exit.Usagef("tidemark minimize lost.json", "expected one script or trace, found %d arguments", m.flags.NArg())
	}
	if err := m.check(); err != nil {
		return 0, err
	}
	minimize := m.minimize
	if m.file != "" {
		minimize = m.minimizeModule
	}
	r, err := minimize(ctx, env, m.flags.Arg(0))
	if err != nil {
		return 0, err
	}
	if err := m.write(r); err != nil {
		return 0, err
	}
	return exit.OK, m.print(env, r)
}

// check looks at the flags.
func (m *minimization) check() error {
	if m.flags.Changed("module") {
		return m.checkModule()
	}
	for _, name := range []string{"config", "path", "set"} {
		if m.flags.Changed(name) {
			return exit.Usagef("--module Model.tla", "--%s: expected --module with it, a TLA+ module, which it is for", name)
		}
	}
	if err := checkVariants(m.variants); err != nil {
		return err
	}
	if _, known := invariants.Lookup(m.property); !known && m.flags.Changed("property") {
		hint := cfg.DidYouMean(m.property, propertyNames(), "tidemark list properties")
		return exit.Usagef(hint, "--property: expected the name of a property, found %q", m.property)
	}
	return m.checkTraceOut()
}

func propertyNames() []string {
	var all []string
	for _, p := range invariants.All() {
		all = append(all, p.Name)
	}
	return all
}

// minimize minimises a file, and looks for something shorter.
func (m *minimization) minimize(ctx context.Context, env *Env, name string) (*report.Minimal, error) {
	least, err := m.read(ctx, name)
	if err != nil {
		return nil, m.cantMinimize(name, err)
	}
	r := &report.Minimal{File: name, Limit: m.states, Tables: isTrace(name)}
	var look *script.Search
	if m.states > 0 {
		if least, look, err = least.Shorten(ctx, env.workers(m.workers), m.states); err != nil {
			return nil, err
		}
		r.Search = &report.Search{Search: *look, Unit: "orbit"}
	}
	r.Violation = trace.Violation{Property: least.Property.Name, Kind: least.Property.Kind.String(), Reason: least.Reason()}
	r.Before, r.After, r.Replays = least.Before, least.After, least.Replays
	if r.Trace, err = least.Trace(); err != nil {
		return nil, err
	}
	r.Script, err = least.Script()
	return r, err
}

// isTrace reports whether a file holds a trace, and not a script.
func isTrace(name string) bool { return filepath.Ext(name) == ".json" }

// read reads a file and minimises what it holds.
func (m *minimization) read(ctx context.Context, name string) (*script.Minimal, error) {
	if ext := filepath.Ext(name); ext != "" && ext != script.Extension && !isTrace(name) {
		return nil, exit.Usagef("a file's name ends in .script, .json or .itf.json", "%s: expected the name of a script that comes with tidemark, or of a file with a script or a trace", name)
	}
	if !isTrace(name) {
		s, err := readScript(name)
		if err != nil {
			return nil, err
		}
		least, err := script.Minimize(ctx, s, m.property, m.variants...)
		if err != nil {
			err = cantReplay(s, m.variants, err)
		}
		return least, err
	}
	if len(m.variants) > 0 {
		return nil, exit.Usagef("leave --variant out", "--variant: a trace says itself which rules are changed, expected a script")
	}
	t, err := readTrace(name, nil)
	if err != nil {
		return nil, err
	}
	if t.Source.System != "" && t.Source.System != "Partition" {
		return nil, &exit.Error{
			Status: exit.Configuration, Message: name + ": expected a trace of the native model, found one of the module " + t.Source.System,
			Hint: "--module " + t.Source.System + module.Extension,
		}
	}
	return script.MinimizeTrace(ctx, &t, m.property)
}

// cantMinimize says why there is nothing that could be minimised.
func (m *minimization) cantMinimize(name string, err error) error {
	var not *script.NotViolatedError
	var own *exit.Error
	var config *trace.Error
	var line *script.Error
	switch {
	case errors.As(err, &not):
		hint := "tidemark replay says what happens"
		switch {
		case isTrace(name):
			hint = "tidemark render " + quote(name) + " --properties says which properties hold"
		case len(m.variants) == 0:
			hint = "a script violates nothing without the variant that it is about: --variant NAME"
		}
		return exit.Usagef(hint, "%s: %v, so there is nothing to minimise", name, err)
	case errors.Is(err, context.Canceled):
		return &exit.Error{Status: exit.Unknown, Message: name + ": interrupted, before it was known what can be left out"}
	case errors.As(err, &own), errors.As(err, &config), errors.As(err, &line):
		return err
	case isTrace(name):
		return &exit.Error{Status: exit.Configuration, Message: name + ": " + err.Error()}
	}
	return err
}

// write writes what is left to the file that was asked for.
func (m *minimization) write(r *report.Minimal) error {
	if m.traceOut == "" {
		return nil
	}
	f, _ := formOf(m.traceOut)
	return writeWhole(m.traceOut, func(w io.Writer) error { return writeForm(w, r, f, m.traceOut) })
}

// print prints what is left.
func (m *minimization) print(env *Env, r *report.Minimal) error {
	switch m.form {
	case "text":
		return report.WriteMinimal(env.Stdout, r, color(env))
	case "json":
		return report.WriteMinimalJSON(env.Stdout, r)
	}
	return writeForm(env.Stdout, r, formNamed(m.form), "")
}

// writeForm writes what is left in a format of traces.
func writeForm(w io.Writer, r *report.Minimal, f form, file string) error {
	if f.name == "script" { // as it is: a trace of it may have other times
		_, err := io.WriteString(w, r.Script.String())
		return err
	}
	return f.write(w, &r.Trace, manner{file: file})
}
