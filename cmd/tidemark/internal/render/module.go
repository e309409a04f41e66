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
	b := bracketsOf(v.Kind())
	margin := column + len(b.open)
	var out strings.Builder
	out.WriteString(b.open)
	for i, e := range v.Elems() {
		if i > 0 {
			out.WriteString(b.separator + "\n" + strings.Repeat(" ", margin))
		}
		key := ""
		if b.pair != "" {
			key = keyText(v, i) + b.pair + " "
		}
		out.WriteString(key + wrapped(e, margin+utf8.RuneCountInString(key)))
	}
	out.WriteString(b.end)
	return out.String()
}

// brackets are those of a value that is broken into lines, and what stands between
// its parts, and between a key and what it maps to.
type brackets struct{ open, separator, end, pair string }

func bracketsOf(k trace.Kind) brackets {
	switch k {
	case trace.SequenceKind:
		return brackets{"<<", ",", ">>", ""}
	case trace.RecordKind:
		return brackets{"[", ",", "]", " |->"}
	case trace.FunctionKind:
		return brackets{"(", " @@", ")", " :>"}
	}
	return brackets{"{", ",", "}", ""}
}

// keyText is what an entry of a function or a record is for.
func keyText(v trace.Value, i int) string {
	if v.Kind() == trace.RecordKind {
		return v.Domain()[i].Text()
	}
	return v.Domain()[i].String()
}

// joined lists names from a column on, in lines that are not too wide.
func joined(names []string, column int) string {
	return strings.ReplaceAll(Joined(names, width-column-1), "\n", "\n"+strings.Repeat(" ", column))
}

// Joined joins items with commas into lines of at most width characters, unless
// an item is longer.
func Joined(items []string, width int) string {
	var b strings.Builder
	at := 0
	for i, item := range items {
		if i > 0 {
			b.WriteString(",")
			if at+len(item)+2 > width {
				b.WriteString("\n")
				at = 0
			} else {
				b.WriteString(" ")
				at += 2
			}
		}
		b.WriteString(item)
		at += len(item)
	}
	return b.String()
}
