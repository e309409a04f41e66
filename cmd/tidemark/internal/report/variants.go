package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"tidemark/cmd/tidemark/internal/kill"
	"tidemark/explore"
	"tidemark/invariants"
)

// A Kills is what became of the variants.
type Kills struct {
	*kill.Table
	Limits Limits
}

// WriteKills writes the tables, and on the last line the verdict. quiet leaves
// out the tables.
func WriteKills(w io.Writer, k *Kills, quiet bool) error {
	out := bufio.NewWriter(w)
	if !quiet {
		for _, t := range k.tables() {
			fmt.Fprintf(out, "%s\n", t.title)
			writeColumns(out, t.rows)
			fmt.Fprintln(out)
		}
	}
	fmt.Fprintln(out, k.Verdict())
	return out.Flush()
}

// A grid is a table with a head; columns of numbers are set flush right.
type grid struct {
	title string
	rows  [][]string
}

func (k *Kills) tables() []grid {
	var all []grid
	add := func(title string, rows [][]string) {
		if len(rows) > 1 {
			all = append(all, grid{title, rows})
		}
	}
	add("Each variant within its configuration: what is violated first, the states of the trace, the orbits searched", k.variants())
	add("Alternatives, which are correct, too", k.alternatives())
	add("The protocol, without the variants", k.protocol())
	add("What each variant violates: the properties by their numbers, with the states of a shortest trace", k.matrix(explore.Invariant))
	add("The same of step properties", k.matrix(explore.StepProperty))
	add("The properties, and how many variants violate them", k.properties())
	problems := [][]string{{"not as it should be"}}
	for _, text := range k.Problems() {
		problems = append(problems, []string{text})
	}
	add("Problems", problems)
	return all
}

func (k *Kills) variants() [][]string {
	rows := [][]string{{"variant", "rule", "violates first", "length", "orbits"}}
	for i := range k.Variants {
		rows = append(rows, k.row(&k.Variants[i], "nothing: it survived"))
	}
	return rows
}

func (k *Kills) alternatives() [][]string {
	rows := [][]string{{"alternative", "rule", "violates", "length", "orbits"}}
	for i := range k.Alternatives {
		rows = append(rows, k.row(&k.Alternatives[i], "nothing"))
	}
	return rows
}

func (k *Kills) protocol() [][]string {
	rows := [][]string{{"within the bounds of", "violates", "orbits"}}
	for i := range k.Protocol {
		row := k.row(&k.Protocol[i], "nothing")
		if base := k.Protocol[i].Info.Base; len(base) > 0 {
			row[0] += ", with " + strings.Join(base, ", ")
		}
		rows = append(rows, []string{row[0], row[2], row[4]})
	}
	return rows
}

// row is what a search found; none says that it is nothing.
func (k *Kills) row(r *kill.Row, none string) []string {
	first, broken := r.First()
	what, states := first.Property, length(first.Length)
	if !broken {
		what, states = none, "-"
	}
	if !r.Complete() {
		what += fmt.Sprintf(" (%s)", k.reason(r))
		if !broken {
			what = "unknown: " + k.reason(r)
		}
	}
	return []string{r.Name, r.Info.Rule, what, states, group(r.Distinct)}
}

// length is how many states a trace has, if it was rebuilt.
func length(states int) string {
	if states == 0 {
		return "?"
	}
	return fmt.Sprint(states)
}

// reason says what ended a search early.
func (k *Kills) reason(r *kill.Row) string {
	return (&Run{Result: &explore.Result{Stop: r.Stop}, Limits: k.Limits}).Reason()
}

// matrix has a row for each variant and alternative that breaks properties of a
// kind, and a column for each of them.
func (k *Kills) matrix(kind explore.Kind) [][]string {
	head, columns := []string{"variant", "rule"}, []string{}
	for i, p := range invariants.All() {
		if p.Kind == kind {
			head, columns = append(head, fmt.Sprint(i+1)), append(columns, p.Name)
		}
	}
	rows := [][]string{head}
	for _, r := range slices.Concat(k.Variants, k.Alternatives) {
		row, any := []string{r.Name, r.Info.Rule}, false
		for _, property := range columns {
			cell := "."
			if states, broken := r.Length(property); broken {
				cell, any = length(states), true
			}
			row = append(row, cell)
		}
		if any {
			rows = append(rows, row)
		}
	}
	return rows
}

// properties says which property has which number, and how many break it.
func (k *Kills) properties() [][]string {
	rows := [][]string{{"property", "kind", "number", "violated by"}}
	for i, p := range invariants.All() {
		rows = append(rows, []string{p.Name, p.Kind.String(), fmt.Sprint(i + 1), fmt.Sprint(len(k.KilledBy(p.Name)))})
	}
	return rows
}

// mostWide is how many columns may have two blanks before a number.
const mostWide = 6

// writeColumns writes rows in columns, the first as their head.
func writeColumns(w io.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	gap := "  "
	if len(widths) > mostWide {
		gap = " "
	}
	for _, row := range rows {
		line := ""
		for i, c := range row {
			if numeric(rows, i) {
				line += fmt.Sprintf("%s%*s", gap, max(2, widths[i]), c)
			} else {
				line += fmt.Sprintf("  %-*s", widths[i], c)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// numeric reports whether a column holds numbers.
func numeric(rows [][]string, column int) bool {
	for _, row := range rows[1:] {
		if strings.Trim(row[column], "0123456789,?.-") != "" {
			return false
		}
	}
	return true
}

// Verdict is the last line.
func (k *Kills) Verdict() string {
	switch k.Result() {
	case explore.Violated:
		return "tidemark: violated: " + some(k.Problems(), "; ")
	case explore.Unknown:
		var names []string
		unfinished := k.Unfinished()
		for i := range unfinished {
			names = append(names, unfinished[i].Title())
		}
		return fmt.Sprintf("tidemark: unknown: %s; not searched to the end: %s; nothing wrong so far", k.reason(&unfinished[0]), some(names, ", "))
	}
	var parts []string
	count := func(n int, thing, what string) {
		if n > 0 {
			parts = append(parts, plural(uint64(n), thing)+" "+what)
		}
	}
	count(len(k.Variants), "variant", "killed")
	count(len(k.Alternatives), "alternative", "clean")
	if k.All {
		killed := slices.DeleteFunc(kill.Properties(), func(name string) bool { return len(k.KilledBy(name)) == 0 })
		count(len(killed), "property", "killed")
	}
	return fmt.Sprintf("tidemark: holds: %s, the protocol clean in %s", strings.Join(parts, ", "), plural(uint64(len(k.Protocol)), "configuration"))
}

// some joins items, the first few of many.
func some(items []string, separator string) string {
	const most = 4
	if n := len(items) - most; n > 1 {
		items = append(slices.Clone(items[:most]), fmt.Sprintf("%d more", n))
	}
	return strings.Join(items, separator)
}

// Searching says how far the searches have come.
func Searching(p *kill.Progress) string {
	done, total, distinct := p.Snapshot()
	return fmt.Sprintf("%d of %d searches done, %s orbits", done, total, group(distinct))
}
