package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tidemark/cmd/tidemark/internal/draw"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore/trace"
	"tidemark/model/script"
)

const renderHelp = `Show a trace that was written to a file, in another form: as text, or as what another tool reads.

Usage:
    tidemark render FILE [FLAGS]

FILE is a trace that --trace-out has written as JSON or ITF, an ITF trace of Apalache or Quint, or
a script, which is replayed; or the name of a script that comes with tidemark.

Flags:
    --format FORMAT       text (default), script, itf, json, svg or html
    --out FILE            write to FILE instead; without --format its ending says the format: .txt,
                          .script, .itf.json, .json, .svg or .html
    --variant NAME,...    of a script: change a rule (repeatable)

Examples:
    tidemark check lossy --trace-out lost.json
    tidemark render lost.json
    tidemark render lost.json --out lost.html
`

// A form is a format that traces are written in.
type form struct {
	name   string
	ending string // of a file's name
	native bool   // it is for traces of the native model only
	// write writes a trace; file is the name of the file that it becomes, and empty
	// when it becomes none.
	write func(w io.Writer, t *trace.Trace, file string) error
}

// forms lists the formats. Where one ending ends in another, it comes first.
func forms() []form {
	return []form{
		{"text", ".txt", false, func(w io.Writer, t *trace.Trace, _ string) error { return render.Trace(w, *t, render.Style{}) }},
		{"script", script.Extension, true, func(w io.Writer, t *trace.Trace, _ string) error { return writeScript(w, t) }},
		{"itf", ".itf.json", false, func(w io.Writer, t *trace.Trace, _ string) error { return trace.WriteITF(w, *t) }},
		{"json", ".json", false, func(w io.Writer, t *trace.Trace, _ string) error { return trace.WriteJSON(w, *t) }},
		{"svg", ".svg", false, func(w io.Writer, t *trace.Trace, _ string) error { return draw.SVG(w, t) }},
		{"html", ".html", false, func(w io.Writer, t *trace.Trace, _ string) error { return draw.HTML(w, t) }},
	}
}

// formNames are the names of the formats, and formEndings their files' endings.
func formNames() (names []string) {
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}

func formEndings() (endings []string) {
	for _, f := range forms() {
		endings = append(endings, f.ending)
	}
	return endings
}

// formOf is the format that the name of a file asks for.
func formOf(file string) (form, bool) {
	name := filepath.Base(file)
	for _, f := range forms() {
		if strings.HasSuffix(name, f.ending) && name != f.ending {
			return f, true
		}
	}
	return form{}, false
}

// formNamed is the format of that name, one of [formNames].
func formNamed(name string) form {
	for _, f := range forms() {
		if f.name == name {
			return f
		}
	}
	return form{}
}

// A rendering is what the flags of the command render say.
type rendering struct {
	format, out string
	variants    []string // of a script
}

func runRender(_ context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("render")
	r := rendering{format: "text"}
	flags.Var(choice{&r.format, formNames()}, "format", "--format script")
	flags.StringVar(&r.out, "out", "", "--out trace.script")
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
	t, err := readTrace(flags.Arg(0), r.variants)
	if err != nil {
		return 0, err
	}
	return exit.OK, r.render(env, flags.Arg(0), f, &t)
}

// render writes a trace that was read from a file.
func (r *rendering) render(env *Env, file string, f form, t *trace.Trace) error {
	if f.name == "text" && r.out == "" {
		return render.Trace(env.Stdout, *t, render.Style{Color: color(env)})
	}
	var b bytes.Buffer // so that nothing is written of what can't be had as a whole
	if err := f.write(&b, t, r.out); err != nil {
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
