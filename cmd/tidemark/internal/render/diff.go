package render

import (
	"fmt"
	"io"

	"tidemark/explore/trace"
)

// diff shows the first state as ever, and of a step what it changed, inside of values.
func (p *partition) diff(w io.Writer, paint paint, t *trace.Trace, i int) {
	if i == 0 {
		p.step(w, paint, 0)
		return
	}
	writeChanges(w, paint, t, i)
}

// writeChanges writes what a step changed, inside of values, a line for each change.
func writeChanges(w io.Writer, p paint, t *trace.Trace, i int) {
	any := false
	for v, name := range t.Vars {
		for _, c := range trace.Changes(t.Steps[i-1].State[v], t.Steps[i].State[v]) {
			any = true
			fmt.Fprintf(w, "%s%s%s%s\n", indent, name, c.Path, change(p, &c))
		}
	}
	if !any {
		fmt.Fprintf(w, "%snothing changes\n", indent)
	}
}

// change says what became of a part of a value.
func change(p paint, c *trace.Change) string {
	switch {
	case c.Before == nil:
		return " + " + p.change(c.After.String())
	case c.After == nil:
		return " - " + p.change(c.Before.String())
	}
	return fmt.Sprintf(": %s -> %s", c.Before, p.change(c.After.String()))
}
