package render

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tidemark/explore/trace"
)

// EvaluationKind is the kind of what a trace shows when it is no violation, but
// something that can't be evaluated.
const EvaluationKind = "evaluation"

// width is how many columns a value may take before it is broken into lines.
const width = 100

// writeStates writes each state, a line for each variable, or with diff for each
// change, and at the end what the trace violates.
func writeStates(w io.Writer, p paint, t *trace.Trace, diff, judged bool) {
	for i := range t.Steps {
		fmt.Fprintf(w, "\n%s\n", p.bold(heading(t, i)))
		if diff && i > 0 {
			writeChanges(w, p, t, i)
		} else {
			writeState(w, p, t, i)
		}
		if judged {
			writeProperties(w, p, t, i)
		}
	}
	if l := t.Loop; l != nil {
		fmt.Fprintf(w, "\n%s\n", p.bold(Loop(t, l)))
	}
	if v := t.Violation; v != nil {
		text := "violated: " + Violation(*v)
		if v.Property == "" && v.Kind == EvaluationKind {
			text = v.Reason
		}
		fmt.Fprintf(w, "\n%s\n", p.alarm(text))
	}
}

// writeState writes a state in full; what is new in it stands out.
func writeState(w io.Writer, p paint, t *trace.Trace, i int) {
	for v, name := range t.Vars {
		value := t.Steps[i].State[v]
		text := "/\\ " + name + " = " + wrapped(value, utf8.RuneCountInString(name)+6)
		if i > 0 && !value.Equal(t.Steps[i-1].State[v]) {
			text = p.change(text)
		}
		fmt.Fprintln(w, text)
	}
}

// heading names a state by the step that led to it, and the action's place.
func heading(t *trace.Trace, i int) string {
	step := &t.Steps[i]
	if step.Action == "" {
		return fmt.Sprintf("State %d: <Initial predicate>", i+1)
	}
	_, action, _ := strings.Cut(title(t, i), ": ")
	if step.Rule != "" {
		action += " " + step.Rule
	}
	return fmt.Sprintf("State %d: <%s>", i+1, action)
}

// wrapped writes a value that starts in a column, and breaks it between its
// elements where it is too wide.
func wrapped(v trace.Value, column int) string {
	text := v.String()
	if column+utf8.RuneCountInString(text) <= width || len(v.Elems()) == 0 {
		return text
	}
	open, separator, end := "<<", ",", ">>"
	switch v.Kind() {
	case trace.SetKind:
		open, end = "{", "}"
	case trace.RecordKind:
		open, end = "[", "]"
	case trace.FunctionKind:
		open, separator, end = "(", " @@", ")"
	}
	margin := column + len(open)
	var b strings.Builder
	b.WriteString(open)
	for i, e := range v.Elems() {
		if i > 0 {
			b.WriteString(separator + "\n" + strings.Repeat(" ", margin))
		}
		key := ""
		switch v.Kind() {
		case trace.RecordKind:
			key = v.Domain()[i].Text() + " |-> "
		case trace.FunctionKind:
			key = v.Domain()[i].String() + " :> "
		}
		b.WriteString(key + wrapped(e, margin+utf8.RuneCountInString(key)))
	}
	b.WriteString(end)
	return b.String()
}

// joined lists names from a column on, in lines that are not too wide.
func joined(names []string, column int) string {
	var b strings.Builder
	used := column
	for i, name := range names {
		if i > 0 {
			b.WriteString(",")
			if used+len(name)+3 > width {
				b.WriteString("\n" + strings.Repeat(" ", column))
				used = column
			} else {
				b.WriteString(" ")
				used += 2
			}
		}
		b.WriteString(name)
		used += len(name)
	}
	return b.String()
}
