package cli

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
)

// The largest state graph that is written: what a person, or another tool, still has
// a use for.
const (
	maxDumpStates = 10_000
	maxDumpSteps  = 100_000
)

// A dump is where the state graph goes.
type dump struct {
	flags *pflag.FlagSet
	file  string
}

func (d *dump) add(flags *pflag.FlagSet) {
	d.flags = flags
	flags.StringVar(&d.file, "dump", "", "--dump graph.dot")
}

// dumpForms are the formats of state graphs, by the endings of files.
var dumpForms = map[string]func(io.Writer, *render.Graph) error{
	".dot":  render.GraphDOT,
	".aut":  render.GraphAUT,
	".json": render.GraphJSON,
}

// check finds out before a search whether its graph can be written.
func (d *dump) check() error {
	if !d.flags.Changed("dump") {
		return nil
	}
	if dumpForms[filepath.Ext(d.file)] == nil {
		return exit.Usagef("--dump graph.dot", "--dump: expected a file whose name ends in .dot, .aut or .json, found %q", d.file)
	}
	for _, limit := range []string{"max-depth", "max-states", "reduce"} {
		if d.flags.Changed(limit) {
			return exit.Usagef("leave one of them out", "--dump and --%s contradict each other: expected all states as they are", limit)
		}
	}
	return writable("dump", d.file)
}

// native writes the state graph of the native model, if that is asked for.
func (d *dump) native(ctx context.Context, m *model.Model, symmetry bool) error {
	if d.file == "" {
		return nil
	}
	g, err := d.build(ctx, m, symmetry)
	if err != nil {
		return err
	}
	shown := &render.Graph{System: "Partition", Vars: model.Variables(), Initial: g.Initial}
	for _, row := range g.Rows {
		s := m.Decode(row)
		shown.States = append(shown.States, m.Values(&s))
	}
	for _, e := range g.Edges {
		shown.Edges = append(shown.Edges, render.Edge{From: e.From, To: e.To, Label: m.Call(e.Label)})
	}
	return d.write(shown)
}

// module writes the state graph of a module, if that is asked for.
func (d *dump) module(ctx context.Context, m *module.Module, symmetry bool) error {
	if d.file == "" || !m.System.HasBehaviour() {
		return nil
	}
	g, err := promptly(ctx, neverBusy, func() (*explore.Graph, error) { return d.build(ctx, m.System, symmetry) })
	if err != nil {
		return moduleError(m.File, err)
	}
	shown := &render.Graph{System: m.Spec.Name(), Vars: m.System.Variables(), Initial: g.Initial}
	for _, row := range g.Rows {
		shown.States = append(shown.States, m.System.State(row))
	}
	for _, e := range g.Edges {
		var s trace.Step
		s.Action, s.Args = m.System.Label(e.Label)
		shown.Edges = append(shown.Edges, render.Edge{From: e.From, To: e.To, Label: render.Call(&s)})
	}
	return d.write(shown)
}

func (d *dump) build(ctx context.Context, sys explore.System, symmetry bool) (*explore.Graph, error) {
	g, err := explore.GraphOf(ctx, sys, explore.GraphOptions{Symmetry: symmetry, MaxStates: maxDumpStates, MaxEdges: maxDumpSteps})
	var large *explore.SizeError
	switch {
	case errors.As(err, &large):
		return nil, exit.Usagef("lower the bounds with --set, or add --symmetry for a state of each orbit", "--dump: %v, expected a small one", large)
	case ctx.Err() != nil:
		return nil, &exit.Error{Status: exit.Unknown, Message: "--dump: the state graph was being built when the time limit ran out, or an interrupt came"}
	}
	return g, err
}

func (d *dump) write(g *render.Graph) error {
	return writeWhole(d.file, func(w io.Writer) error { return dumpForms[filepath.Ext(d.file)](w, g) })
}
