// Package render lays traces out as text for people. Whatever of a trace it
// shows comes from the trace alone, so that a trace read from a file looks
// like the one that a search has just found.
package render

import (
	"bufio"
	"fmt"
	"io"

	"tidemark/explore/trace"
)

// Style says how a trace is shown.
type Style struct {
	Color      bool // with the colours of a terminal
	NoLegend   bool // without what explains the table's signs, for a second trace
	Module     bool // in TLA+ syntax, each state in full, with the places of actions: as users of TLC expect
	Diff       bool // after the first state, only what changes, inside of values
	Properties bool // which properties hold in each state, if the trace says so
}

// Trace writes a trace: the first state in full, then for each step its
// action, the rule that allowed it and what it changed, and at the end what
// the trace violates. Where it departs from the protocol it says so: at the step,
// or at the end. Traces of the module Partition are laid out as tables of
// its replicas, others in TLA+ syntax.
func Trace(w io.Writer, t trace.Trace, style Style) error {
	out := bufio.NewWriter(w)
	p := paint(style.Color)
	judged := style.Properties && len(t.Judged) > 0
	if judged && !style.NoLegend {
		fmt.Fprintln(out, p.dim("Properties: "+joined(t.Judged, len("Properties: "))+"."))
	}
	view := newPartition(&t)
	if style.Module || view == nil {
		writeStates(out, p, &t, style.Diff, judged)
		return out.Flush()
	}
	show := view.step
	if style.Diff {
		show = func(w io.Writer, p paint, i int) { view.diff(w, p, &t, i) }
	}
	view.writeLegend(out, p, style.NoLegend)
	for i := range t.Steps {
		fmt.Fprintf(out, "\n%s\n", p.bold(title(&t, i)))
		if rule := t.Steps[i].Rule; rule != "" {
			fmt.Fprintf(out, "%s%s\n", indent, rule)
		}
		writeDeparture(out, p, t.Departure, i+1)
		show(out, p, i)
		if judged {
			writeProperties(out, p, &t, i)
		}
	}
	if l := t.Loop; l != nil {
		fmt.Fprintf(out, "\n%s\n", p.bold(Loop(&t, l)))
	}
	if v := t.Violation; v != nil {
		fmt.Fprintf(out, "%s%s\n", indent, p.alarm("violated: "+Violation(*v)))
	}
	writeDeparture(out, p, t.Departure, len(t.Steps)+1)
	return out.Flush()
}

// writeProperties says which properties are false in a state, or of the step to it.
func writeProperties(w io.Writer, p paint, t *trace.Trace, i int) {
	broken := t.Steps[i].Violated
	for _, v := range broken {
		fmt.Fprintf(w, "%s%s\n", indent, p.alarm("false: "+Violation(v)))
	}
	rest := len(t.Judged) - len(broken)
	text := fmt.Sprintf("all %d properties hold", rest)
	switch {
	case rest == 0:
		return
	case rest == 1:
		text = "the other property holds"
	case len(broken) > 0:
		text = fmt.Sprintf("the other %d properties hold", rest)
	}
	if len(t.Judged) == 1 {
		text = t.Judged[0] + " holds"
	}
	fmt.Fprintf(w, "%s%s\n", indent, p.dim(text))
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
	return fmt.Sprintf("State %d: %s%s", i+1, step.Action, arguments(&step))
}
