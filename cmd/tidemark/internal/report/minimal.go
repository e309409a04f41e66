package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model/script"
)

// A Minimal is what minimising a file has come to.
type Minimal struct {
	File          string
	Violation     trace.Violation // what the property says of what is left
	Before, After script.Size     // of a module's trace: steps only
	Replays       int             // sequences that were tried
	Script        *script.Script  // what is left; nil for a module's trace
	Trace         trace.Trace     // the same
	Tables        bool            // show it as a trace, not as a script
	Search        *Search         // for something shorter; nil without one
	Limit         uint64          // states that the search may look through
}

// A Search says how far a search for something shorter came.
type Search struct {
	script.Search
	Unit string // what Distinct counts: orbit or state
}

// WriteMinimal writes what was left out, what is left, and the verdict.
func WriteMinimal(w io.Writer, m *Minimal, color bool) error {
	out := bufio.NewWriter(w)
	what := m.Violation.Kind // a deadlock has no other name
	if m.Violation.Property != what {
		what = fmt.Sprintf("%s (%s)", m.Violation.Property, m.Violation.Kind)
	}
	fmt.Fprintf(out, "minimizing %s: %s\n", m.File, what)
	line(out, "size", m.sizes())
	line(out, "replays", group(uint64(m.Replays)))
	if text := m.searched(); text != "" {
		line(out, "search", text)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if m.Tables {
		if err := render.Trace(w, m.Trace, render.Style{Color: color}); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintf(w, "\n%s", m.Script); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\ntidemark: minimized: %s: %s\n", m.left(), render.Violation(m.Violation))
	return err
}

// sizes says what became of the size.
func (m *Minimal) sizes() string {
	b, a := m.Before, m.After
	if m.Script == nil {
		return fmt.Sprintf("steps %d -> %d", b.Steps, a.Steps)
	}
	var parts []string
	for _, p := range []struct {
		what          string
		before, after int
	}{{"steps", b.Steps, a.Steps}, {"records", b.Records, a.Records}, {"ticks", b.Time, a.Time}, {"replicas", b.Replicas, a.Replicas}} {
		parts = append(parts, fmt.Sprintf("%s %d -> %d", p.what, p.before, p.after))
	}
	return strings.Join(parts, ", ")
}

// left says how large what is left is.
func (m *Minimal) left() string {
	if m.Tables {
		return plural(uint64(len(m.Trace.Steps)), "state")
	}
	return plural(uint64(m.After.Steps), "command")
}

// searched says what came of the search.
func (m *Minimal) searched() string {
	s := m.Search
	switch {
	case s == nil:
		return ""
	case s.None != "":
		return "none: " + s.None
	}
	text := fmt.Sprintf("%s within %s", plural(s.Distinct, s.Unit), s.Within)
	switch {
	case s.Shorter:
		return text + ": this is shorter, and nothing is shorter than this"
	case s.Stop == explore.NotStopped:
		return text + ": nothing is shorter"
	case s.Stop == explore.StateLimit:
		return text + fmt.Sprintf(": nothing shorter, as far as --max-states %d goes", m.Limit)
	}
	return text + ": nothing shorter so far; " + s.Stop.String()
}

type minimalDocument struct {
	Schema   string         `json:"schema"`
	Result   string         `json:"result"` // minimized
	File     string         `json:"file"`
	Property string         `json:"property"`
	Kind     string         `json:"kind"`
	Reason   string         `json:"reason"`
	Before   minimalSize    `json:"before"`
	After    minimalSize    `json:"after"`
	Replays  int            `json:"replays"`
	Search   *minimalSearch `json:"search,omitempty"`
	Script   string         `json:"script,omitempty"`
	Trace    trace.Trace    `json:"trace"`
}

// A minimalSize is of a module's trace where it has steps only.
type minimalSize struct {
	Steps    int  `json:"steps"`
	Records  *int `json:"records,omitempty"`
	Ticks    *int `json:"ticks,omitempty"`
	Replicas *int `json:"replicas,omitempty"`
}

type minimalSearch struct {
	Within   string `json:"within"`
	Distinct uint64 `json:"distinct"`
	Complete bool   `json:"complete"` // nothing shorter exists
	Shorter  bool   `json:"shorter"`  // than minimising alone has made it
}

// WriteMinimalJSON writes one JSON object.
func WriteMinimalJSON(w io.Writer, m *Minimal) error {
	v := m.Violation
	d := minimalDocument{
		Schema: "tidemark-minimal/1", Result: "minimized", File: m.File,
		Property: v.Property, Kind: v.Kind, Reason: v.Reason,
		Before: m.size(m.Before), After: m.size(m.After), Replays: m.Replays,
		Trace: m.Trace,
	}
	if m.Script != nil {
		d.Script = m.Script.String()
	}
	if s := m.Search; s != nil && s.None == "" {
		d.Search = &minimalSearch{s.Within, s.Distinct, s.Shorter || s.Stop == explore.NotStopped, s.Shorter}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

func (m *Minimal) size(s script.Size) minimalSize {
	if m.Script == nil {
		return minimalSize{Steps: s.Steps}
	}
	return minimalSize{s.Steps, &s.Records, &s.Time, &s.Replicas}
}
