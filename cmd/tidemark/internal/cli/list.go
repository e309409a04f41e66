package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/model/script"
	"tidemark/spec"
)

// An item is something that the command line can name.
type item struct {
	Name    string `json:"name"`
	Kind    string `json:"kind,omitempty"`    // of a property or constraint
	Rules   string `json:"rules,omitempty"`   // of an action
	Default string `json:"default,omitempty"` // of a constant
	Summary string `json:"summary"`

	Rule        string   `json:"rule,omitempty"`   // of a variant
	Effect      string   `json:"effect,omitempty"` // of a variant: what comes of it
	Breaks      []string `json:"breaks,omitempty"` // the properties that it breaks, or may break
	Base        []string `json:"base,omitempty"`   // the variants that are on with it
	Alternative bool     `json:"alternative,omitempty"`
}

// A section is a list of items.
type section struct {
	name  string
	items func() []item
}

func sections() []section {
	return []section{
		{"configurations", configurations},
		{"scripts", scripts},
		{"constants", constants},
		{"actions", actions},
		{"properties", func() []item { return properties(invariants.All(), "invariant", "step property") }},
		{"constraints", func() []item {
			return properties(invariants.Constraints(), "state constraint", "action constraint")
		}},
		{"variants", variants},
	}
}

func runList(_ context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("list")
	form := format(flags)
	if help, err := parse(env, flags, args); help || err != nil {
		return exit.OK, err
	}
	if err := atMost(1, flags, "at most one list"); err != nil {
		return 0, err
	}
	chosen := sections()
	if flags.NArg() == 1 {
		i := slices.IndexFunc(chosen, func(s section) bool { return s.name == flags.Arg(0) })
		if i < 0 {
			var names []string
			for _, s := range chosen {
				names = append(names, s.name)
			}
			return 0, exit.Usagef("tidemark list", "there is no list of %s, expected one of %s", flags.Arg(0), strings.Join(names, ", "))
		}
		chosen = chosen[i : i+1]
	}
	if *form == "json" {
		return exit.OK, writeLists(env.Stdout, chosen)
	}
	for i, s := range chosen {
		if i > 0 {
			fmt.Fprintln(env.Stdout)
		}
		writeList(env.Stdout, s)
	}
	return exit.OK, nil
}

// writeLists writes one JSON object with a member for each list.
func writeLists(w io.Writer, chosen []section) error {
	document := map[string]any{"schema": "tidemark-list/1"} // encoded in the order of its keys
	for _, s := range chosen {
		document[s.name] = s.items()
	}
	return json.NewEncoder(w).Encode(document)
}

func writeList(w io.Writer, s section) {
	items := s.items()
	names, notes := 0, 0
	for _, it := range items {
		names, notes = max(names, len(it.Name)), max(notes, len(it.note()))
	}
	fmt.Fprintln(w, s.name)
	for _, it := range items {
		if notes > 0 {
			fmt.Fprintf(w, "  %-*s  %-*s  %s\n", names, it.Name, notes, it.note(), it.Summary)
		} else {
			fmt.Fprintf(w, "  %-*s  %s\n", names, it.Name, it.Summary)
		}
		if it.Effect != "" {
			fmt.Fprintf(w, "  %*s  %s\n", names+2+notes, "", it.Effect)
		}
	}
}

// note is what stands between an item's name and its summary.
func (it item) note() string {
	switch {
	case it.Default != "":
		return "default " + it.Default
	case it.Kind != "":
		return it.Kind
	case it.Alternative:
		return it.Rule + ", alternative"
	case it.Rule != "":
		return it.Rule
	}
	return it.Rules
}

func configurations() []item {
	var items []item
	for _, name := range spec.Names() {
		items = append(items, item{Name: name, Summary: spec.Summary(name)})
	}
	return items
}

func scripts() []item {
	var items []item
	for _, name := range script.Library() {
		items = append(items, item{Name: name, Summary: script.Summary(name)})
	}
	return items
}

func actions() []item {
	var items []item
	for _, a := range model.Actions() {
		name := a.Name
		if a.Parameter != "" {
			name += "(" + a.Parameter + ")"
		}
		items = append(items, item{Name: name, Rules: a.Rules, Summary: a.Doc})
	}
	return items
}

func properties(ps []model.Property, state, step string) []item {
	var items []item
	for _, p := range ps {
		kind := state
		if p.Kind == explore.StepProperty {
			kind = step
		}
		items = append(items, item{Name: p.Name, Kind: kind, Summary: p.Doc})
	}
	return items
}

func variants() []item {
	var items []item
	for _, v := range model.Variants() {
		items = append(items, item{
			Name: v.Name, Rule: v.Rule, Summary: v.Doc, Effect: v.Effect, Breaks: v.Breaks, Base: v.Base, Alternative: v.Alternative,
		})
	}
	return items
}

// constants says what each constant of the module means.
func constants() []item {
	meaning := map[string]string{
		"Replicas":   "names of the replicas, 2 to 7",
		"MaxRecords": "records produced in a behaviour, 1 to 7",
		"MaxEpoch":   "leader epochs, the first being 1; 1 to 15",
		"LagMax":     "replica.lag.time.max.ms in ticks, 0 to 14",
		"MinISR":     "min.insync.replicas, 1 to the number of replicas",
		"MaxCrashes": "crashes in a behaviour, 0 to 15",
		"FetchMax":   "records in a fetch response; 0 means no limit",
		"Retention":  "records of the log's tail that the leader serves incrementally; a follower that lacks more gets a snapshot; 0 means everything",
		"Lease":      "ticks that a leader's lease lasts, 0 to 15; 0 means no leases",
		"Acks":       `what produce requests ask for: {"1"}, {"all"} or {"1", "all"}`,
		"Drop":       "whether fetch responses may be lost",
		"Duplicate":  "whether fetch responses may arrive again",
		"TimeOuts":   "whether a waiting acks=all request may time out",
		"Durability": `what a crash keeps: "kept" (the log) or "lossy" (what was fsynced)`,
		"Variant":    "names of the rules that are changed",
	}
	var items []item
	for i, c := range model.DefaultBounds().Constants() {
		it := item{Name: c.Name, Summary: meaning[c.Name]}
		if i >= 3 { // the first three have no default
			it.Default = c.Value.String()
		}
		items = append(items, it)
	}
	return items
}
