package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tidemark/cmd/tidemark/internal/kill"
	"tidemark/cmd/tidemark/internal/story"
	"tidemark/explore/trace"
	"tidemark/model"
)

const killsIntroduction = `# Variants

A variant changes one [rule](rules.md) in one place, the way somebody might get it wrong. tidemark
searches each within the smallest [configuration](cli.md#configuration-files) that shows it, and
finds everything that is violated there, each with a shortest trace. An alternative is a rule that
is different and correct: it violates nothing but what it names. Without its variant, every
one of these configurations is clean.

This page is what ` + "`./tidemark variants --format markdown > docs/variants.md`" + ` writes. See one
variant at work with ` + "`./tidemark check NAME`" + `, or try it within other bounds with ` + "`--variant NAME`" + `.
`

// WriteKillsMarkdown writes the tables, then a section for each variant, and on
// the last line the verdict.
func WriteKillsMarkdown(w io.Writer, k *Kills) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, killsIntroduction)
	for _, t := range k.tables() {
		fmt.Fprintf(out, "\n## %s\n\n", t.title)
		writePipes(out, t.rows)
	}
	for _, group := range []struct {
		title string
		rows  []kill.Row
	}{{"The variants one by one", k.Variants}, {"The alternatives one by one", k.Alternatives}} {
		if len(group.rows) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n## %s\n", group.title)
		for i := range group.rows {
			writeSection(out, &group.rows[i])
		}
	}
	fmt.Fprintf(out, "\n%s\n", k.Verdict())
	return out.Flush()
}

// writePipes writes a table, its columns of numbers flush right.
func writePipes(w io.Writer, rows [][]string) {
	line := func(cells []string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }
	line(rows[0])
	rule := "|"
	for i := range rows[0] {
		if numeric(rows, i) {
			rule += "--:|"
		} else {
			rule += "---|"
		}
	}
	fmt.Fprintln(w, rule)
	for _, row := range rows[1:] {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
			if c == "." { // what the text shows to guide the eye
				cells[i] = " "
			}
		}
		line(cells)
	}
}

// writeSection tells what there is to say about a variant.
func writeSection(w io.Writer, r *kill.Row) {
	fmt.Fprintf(w, "\n### %s\n\n", r.Name)
	fmt.Fprintf(w, "%s: %s. %s.\n", r.Info.Rule, r.Info.Doc, sentence(r.Info.Effect))
	fmt.Fprintf(w, "\n- Bounds: %s\n", strings.Join(bounds(r.Bounds), ", "))
	if len(r.Info.Base) > 0 {
		fmt.Fprintf(w, "- Base: %s\n", strings.Join(r.Info.Base, ", "))
	}
	if first, broken := r.First(); broken {
		fmt.Fprintf(w, "- Trace: %s\n", strings.Join(code(first.Steps), ", "))
		if d := first.Departure; d != nil {
			fmt.Fprintf(w, "- %s: %s\n", place(d, first.Length), d.Text)
		}
		fmt.Fprintf(w, "- %s: %s\n", first.Property, first.Reason)
	}
	if text := story.Of(r.Name); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
}

// place says where a trace of some states departs from the protocol.
func place(d *trace.Departure, states int) string {
	if d.Step > states {
		return "In the last state"
	}
	return fmt.Sprintf("State %d", d.Step)
}

// bounds lists the constants that differ from their defaults, and those without.
func bounds(b model.Bounds) []string {
	var parts []string
	usual := model.DefaultBounds().Constants()
	for i, c := range b.Constants() {
		if c.Name != "Variant" && (i < 3 || !c.Value.Equal(usual[i].Value)) {
			parts = append(parts, fmt.Sprintf("`%s = %s`", c.Name, c.Value))
		}
	}
	return parts
}

func code(words []string) []string {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, "`"+word+"`")
	}
	return quoted
}

// sentence is a text that starts with a capital.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
