// Package render lays traces out as text for people. Whatever of a trace it
// shows comes from the trace alone, so that a trace read from a file looks
// like the one that a search has just found.
package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tidemark/explore/trace"
)

// Style says how a trace is shown.
type Style struct {
	Color    bool // with the colours of a terminal
	NoLegend bool // without what explains the table's signs, for a second trace
	Module   bool // in TLA+ syntax, each state in full, with the places of actions: as users of TLC expect
}

// Trace writes a trace: the first state in full, then for each step its
// action, the rule that allowed it and what it changed, and at the end what
// the trace violates. Where it departs from the protocol it says so: at the step,
// or at the end. Traces of the module Partition are laid out as tables of
// its replicas, others as TLA+ conjuncts.
func Trace(w io.Writer, t trace.Trace, style Style) error {
	out := bufio.NewWriter(w)
	p := paint(style.Color)
	if style.Module {
		writeStates(out, p, &t)
		return out.Flush()
	}
	show := conjuncts(&t)
	if view := newPartition(&t); view != nil {
		show = view.step
		view.writeLegend(out, p, style.NoLegend)
	}
	for i := range t.Steps {
		fmt.Fprintf(out, "\n%s\n", p.bold(title(&t, i)))
		if rule := t.Steps[i].Rule; rule != "" {
			fmt.Fprintf(out, "%s%s\n", indent, rule)
		}
		writeDeparture(out, p, t.Departure, i+1)
		show(out, p, i)
	}
	if v := t.Violation; v != nil {
		fmt.Fprintf(out, "%s%s\n", indent, p.alarm("violated: "+Violation(*v)))
	}
	writeDeparture(out, p, t.Departure, len(t.Steps)+1)
	return out.Flush()
}

// writeDeparture says that a step departs from the protocol, if it does.
func writeDeparture(w io.Writer, p paint, d *trace.Departure, step int) {
	if d != nil && d.Step == step {
		fmt.Fprintf(w, "%s%s\n", indent, p.change("departs: "+d.Text))
	}
}

const indent = "    "

// Violation says on one line what is violated, and why.
func Violation(v trace.Violation) string {
	text := v.Property
	if v.Property == "" {
		text = v.Kind
	} else if v.Kind != "" && v.Kind != v.Property {
		text += " (" + v.Kind + ")"
	}
	if v.Reason != "" {
		text += ": " + v.Reason
	}
	return text
}

// title names a state by the step that led to it.
func title(t *trace.Trace, i int) string {
	step := t.Steps[i]
	if step.Action == "" {
		return fmt.Sprintf("State %d: initial state", i+1)
	}
	var args []string
	for _, a := range step.Args {
		args = append(args, a.Value.String())
	}
	if len(args) == 0 {
		return fmt.Sprintf("State %d: %s", i+1, step.Action)
	}
	return fmt.Sprintf("State %d: %s(%s)", i+1, step.Action, strings.Join(args, ", "))
}

// conjuncts shows states of any module: all variables of the first one, then
// those that changed.
func conjuncts(t *trace.Trace) func(w io.Writer, p paint, i int) {
	return func(w io.Writer, p paint, i int) {
		changed := false
		for v, name := range t.Vars {
			value := t.Steps[i].State[v]
			if i > 0 && value.Equal(t.Steps[i-1].State[v]) {
				continue
			}
			changed = true
			fmt.Fprintf(w, "%s/\\ %s = %s\n", indent, name, value)
		}
		if !changed {
			fmt.Fprintf(w, "%snothing changes\n", indent)
		}
	}
}
