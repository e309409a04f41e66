package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/model"
)

const renderHelp = `Show a trace that was written to a file, in another form: as text, or as what another tool reads.

Usage:
    tidemark render FILE [FLAGS]

FILE is a trace that --trace-out has written as JSON or ITF, an ITF trace of Apalache or Quint, or
a script, which is replayed; or the name of a script that comes with tidemark.

Flags:
    --format FORMAT       text (default), script, json or itf, which read back as they were; tlc,
                          tlc-json or tla, for TLC; shiviz, mermaid or dot, for the tools of these
                          names; svg or html. script and shiviz are for the native model only
    --out FILE            write to FILE instead; without --format its ending says the format: .txt,
                          .script, .json, .itf.json, .out, .tlc.json, .tla, .shiviz, .mmd, .dot,
                          .svg or .html
    --diff                text: after the first state only what changes, inside of values
    --properties          text, json or itf: say of each state which properties hold, of all that
                          the native model has, or as a module's trace says
    --variant NAME,...    of a script: change a rule (repeatable)

Examples:
    tidemark check lossy --trace-out lost.json
    tidemark render lost.json --diff --properties
    tidemark render lost.json --out lost.html
`

// A rendering is what the flags of the command render say.
type rendering struct {
	format, out string
	variants    []string // of a script
	shown       shown
}

func runRender(_ context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("render")
	r := rendering{format: "text"}
	flags.Var(choice{&r.format, formNames()}, "format", "--format script")
	flags.StringVar(&r.out, "out", "", "--out trace.script")
	r.shown.add(flags)
	flags.Var(names{&r.variants}, "variant", "--variant shrink-at-limit")
	if help, err := parse(env, flags, args); help || err != nil {
		return exit.OK, err
	}
	if flags.NArg() != 1 {
		return 0, exit.Usagef("tidemark render trace.json", "expected one file with a trace, found %d arguments", flags.NArg())
	}
	f := formNamed(r.format)
	if flags.Changed("out") {
		named, err := checkTraceFile("out", r.out)
		switch {
		case err != nil:
			return 0, err
		case flags.Changed("format") && named.name != f.name:
			return 0, exit.Usagef("leave out --format", "--out: expected a file whose name ends in %s, for %s, found %q", f.ending, f.name, r.out)
		}
		f = named
	}
	if err := r.shown.fits(f); err != nil {
		return 0, err
	}
	return exit.OK, r.render(env, flags.Arg(0), f)
}

// judging are the formats that can say which properties hold.
var judging = []string{"text", "json", "itf"}

// fits refuses flags that a format can't honour.
func (s *shown) fits(f form) error {
	switch {
	case s.diff && f.name != "text":
		return exit.Usagef("--format text", "--diff: expected the format text to show changes in, found %s", f.name)
	case s.properties && !slices.Contains(judging, f.name):
		return exit.Usagef("--format text", "--properties: expected a format that has them, %s, found %s", alternatives(judging), f.name)
	}
	return nil
}

// render writes a trace that it reads from a file.
func (r *rendering) render(env *Env, file string, f form) error {
	t, err := readTrace(file, r.variants)
	if err != nil {
		return err
	}
	if _, _, err := model.ReadState(&t, 0); err != nil && f.native {
		return &exit.Error{
			Status:  exit.Configuration,
			Message: fmt.Sprintf("%s can't be written as %s, which is for traces of the native model only: %v", file, f.name, err),
		}
	}
	if r.shown.properties {
		if err := judgeRead(file, &t); err != nil {
			return err
		}
	}
	as := manner{r.out, r.shown.plain()}
	if r.out == "" {
		as.style = r.shown.style(env)
	}
	var b bytes.Buffer // so that nothing is written of what can't be had as a whole
	if err := f.write(&b, &t, as); err != nil {
		return &exit.Error{Status: exit.Configuration, Message: fmt.Sprintf("%s can't be written as %s: %v", file, f.name, err)}
	}
	if r.out == "" {
		_, err := b.WriteTo(env.Stdout)
		return err
	}
	return writeWhole(r.out, func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	})
}
