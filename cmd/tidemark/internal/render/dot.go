package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tidemark/explore/trace"
)

// DOT writes a trace as a path for Graphviz: the first state in full, then what each
// step changes.
func DOT(w io.Writer, t *trace.Trace) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "digraph trace {\n    node [shape=box, style=rounded, fontname=monospace]\n    edge [fontname=monospace]\n")
	for i := range t.Steps {
		lines := append([]string{fmt.Sprintf("State %d", i+1)}, changedVariables(t, i)...)
		look := ""
		switch last := i == len(t.Steps)-1; {
		case last && t.Violation != nil:
			lines = append(lines, "violated: "+Violation(*t.Violation))
			look = `, color=red, penwidth=2`
		case i == 0:
			look = `, style="rounded,filled"`
		}
		fmt.Fprintf(out, "    %d [label=%s%s]\n", i+1, dotLabel(lines), look)
		if i > 0 {
			s := &t.Steps[i]
			fmt.Fprintf(out, "    %d -> %d [label=%s]\n", i, i+1, dotString(Call(s)))
		}
	}
	if l := t.Loop; l != nil {
		fmt.Fprintf(out, "    %d -> %d [label=%s, style=dashed]\n", len(t.Steps), l.State, dotString(Loop(t, l)))
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")

// dotString writes a text as a string of the language of Graphviz.
func dotString(text string) string { return `"` + dotEscapes.Replace(text) + `"` }

// dotLabel writes lines as a label, each of them to the left.
func dotLabel(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(dotEscapes.Replace(line) + `\l`)
	}
	return `"` + b.String() + `"`
}
