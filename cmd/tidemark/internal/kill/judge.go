package kill

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/invariants"
)

// First is the property with the shortest trace; of several, the first in the
// order of the configuration. There is none when nothing is broken.
func (r *Row) First() (first Broken, broken bool) {
	for _, b := range r.Breaks {
		if !broken || b.Length > 0 && (first.Length == 0 || b.Length < first.Length) {
			first, broken = b, true
		}
	}
	return first, broken
}

// Length is how many states a shortest trace has that shows a property broken;
// broken is false when it is not.
func (r *Row) Length(property string) (states int, broken bool) {
	for _, b := range r.Breaks {
		if b.Property == property {
			return b.Length, true
		}
	}
	return 0, false
}

// Names are the properties that are broken.
func (r *Row) Names() []string {
	names := []string{}
	for _, b := range r.Breaks {
		names = append(names, b.Property)
	}
	return names
}

// Complete reports whether the search saw everything.
func (r *Row) Complete() bool { return r.Stop == explore.NotStopped }

// Killed reports whether something is broken that the variant names.
func (r *Row) Killed() bool {
	return slices.ContainsFunc(r.Breaks, func(b Broken) bool { return slices.Contains(r.Info.Breaks, b.Property) })
}

// unnamed are the properties that are broken and not named.
func (r *Row) unnamed() []string {
	return slices.DeleteFunc(r.Names(), func(name string) bool { return slices.Contains(r.Info.Breaks, name) })
}

// Holds reports whether nothing is broken but what is named.
func (r *Row) Holds() bool { return r.Complete() && len(r.unnamed()) == 0 }

// KilledBy lists the variants that break a property, and the alternatives that
// do and name it.
func (t *Table) KilledBy(property string) []string {
	names := []string{}
	for _, r := range t.Variants {
		if _, broken := r.Length(property); broken {
			names = append(names, r.Name)
		}
	}
	for _, r := range t.Alternatives {
		if _, broken := r.Length(property); broken && slices.Contains(r.Info.Breaks, property) {
			names = append(names, r.Name)
		}
	}
	return names
}

// typeOK holds of whatever a step can make: its own test is one of the states
// that none can.
const typeOK = "TypeOK"

// Properties lists the properties that the variants are there to break.
func Properties() []string {
	var names []string
	for _, p := range invariants.All() {
		names = append(names, p.Name)
	}
	return names
}

// survivors are the properties that nothing breaks, although all variants were
// run and searched to their ends.
func (t *Table) survivors() []string {
	if !t.All || len(t.Unfinished()) > 0 {
		return nil
	}
	return slices.DeleteFunc(Properties(), func(name string) bool { return name == typeOK || len(t.KilledBy(name)) > 0 })
}

// Problems says what is not as it should be, a line each.
func (t *Table) Problems() []string {
	var problems []string
	note := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for _, r := range t.Variants {
		switch {
		case r.Killed() || !r.Complete():
		case len(r.Breaks) == 0:
			note("%s survived: it breaks nothing within its configuration", r.Name)
		default:
			note("%s survived: it breaks %s, but nothing that it names (%s)", r.Name, list(r.Names()), list(r.Info.Breaks))
		}
	}
	for _, r := range t.Alternatives {
		if extra := r.unnamed(); len(extra) > 0 {
			note("the alternative %s breaks %s", r.Name, list(extra))
		}
	}
	for _, r := range t.Protocol {
		if len(r.Breaks) > 0 {
			note("the protocol breaks %s without the variant of the configuration %s", list(r.Names()), r.Name)
		}
	}
	if none := t.survivors(); len(none) > 0 {
		note("no variant breaks %s", list(none))
	}
	return problems
}

// Unfinished lists the searches that were ended before they had seen everything.
func (t *Table) Unfinished() []Row {
	var rows []Row
	for _, group := range [][]Row{t.Variants, t.Alternatives, t.Protocol} {
		for _, r := range group {
			if !r.Complete() {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// Result is "holds" when all is as the catalogue says, "violated" when something
// is not, and otherwise "unknown".
func (t *Table) Result() explore.Verdict {
	switch {
	case len(t.Problems()) > 0:
		return explore.Violated
	case len(t.Unfinished()) > 0:
		return explore.Unknown
	}
	return explore.Holds
}

func list(names []string) string { return strings.Join(names, ", ") }

// Title names a search.
func (r *Row) Title() string {
	switch {
	case r.Info.Rule != "":
		return r.Name
	case len(r.Info.Base) > 0:
		return "the base of " + r.Name
	}
	return "the protocol within the bounds of " + r.Name
}
