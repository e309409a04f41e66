package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"tidemark/model/conform"
)

// A Conformance is a check of somebody's implementation.
type Conformance struct {
	Command []string // that starts it
	Config  *conform.Config
	Report  *conform.Report
	Stopped string // why it did not come to its end; empty when it did
	Seconds float64
}

// WriteConformance writes what is different, with the script that shows it, and
// on the last line the verdict.
func WriteConformance(w io.Writer, c *Conformance) error {
	out := bufio.NewWriter(w)
	if f := c.Report.Finding; f != nil {
		fmt.Fprintln(out, f.Details())
	}
	fmt.Fprintln(out, c.verdict())
	return out.Flush()
}

// outcome is what a check comes to, in a word.
func (c *Conformance) outcome() string {
	switch {
	case c.Report.Finding != nil:
		return string(c.Report.Finding.Kind)
	case c.Stopped != "":
		return "unknown"
	}
	return "conforms"
}

func (c *Conformance) verdict() string {
	r := c.Report
	counts := fmt.Sprintf("%s with %s", plural(uint64(r.Scripts), "script"), plural(uint64(r.Commands), "command"))
	text := "tidemark: " + c.outcome() + ": "
	switch {
	case r.Finding != nil:
		return text + fmt.Sprintf("%s (%s)", r.Finding.Message(), r.Finding.Found)
	case c.Stopped != "":
		return text + c.Stopped + "; nothing different in " + counts
	}
	return text + fmt.Sprintf("%s; compared %s", counts, strings.Join(r.Fields, ", "))
}

// Conforming says how far a check has come.
func Conforming(p *conform.Progress) string {
	scripts, commands, found := p.Snapshot()
	text := plural(uint64(scripts), "script") + " with " + plural(uint64(commands), "command")
	if found {
		text += ", and one with a finding"
	}
	return text
}

type conformDocument struct {
	Schema   string          `json:"schema"`
	Result   string          `json:"result"` // conforms, unknown, or the kind of the finding
	Command  []string        `json:"command"`
	Variants []string        `json:"variants,omitempty"`
	Seed     uint64          `json:"seed"`
	Fields   []string        `json:"fields,omitempty"`
	Commands []string        `json:"commands,omitempty"`
	Scripts  int             `json:"scripts"`
	Sent     int             `json:"sent"`
	Stopped  string          `json:"stopped,omitempty"`
	Finding  *conformFinding `json:"finding,omitempty"`
	Run      runTime         `json:"run"`
}

type runTime struct {
	Seconds float64 `json:"seconds"`
}

type conformFinding struct {
	Message  string          `json:"message"`
	Found    string          `json:"found"`
	Script   string          `json:"script"`
	Commands int             `json:"commands"`
	Minimal  bool            `json:"minimal"`
	Before   string          `json:"before,omitempty"`
	Sent     string          `json:"sent"`
	Expected string          `json:"expected,omitempty"`
	Came     string          `json:"came,omitempty"`
	Answer   string          `json:"answer,omitempty"`
	Problem  string          `json:"problem,omitempty"`
	Hint     string          `json:"hint,omitempty"`
	Why      []string        `json:"why,omitempty"`
	Likely   []conformLikely `json:"likely,omitempty"`
	Stderr   []string        `json:"stderr,omitempty"`
}

type conformLikely struct {
	Variant     string `json:"variant"`
	Rule        string `json:"rule"`
	Doc         string `json:"doc"`
	Alternative bool   `json:"alternative"`
	Confirmed   bool   `json:"confirmed"`
}

// WriteConformanceJSON writes a check as one JSON object.
func WriteConformanceJSON(w io.Writer, c *Conformance) error {
	r := c.Report
	doc := conformDocument{
		Schema: "tidemark-conform/1", Result: c.outcome(), Command: c.Command, Variants: c.Config.Variants, Seed: c.Config.Seed,
		Fields: r.Fields, Commands: r.Verbs, Scripts: r.Scripts, Sent: r.Commands,
		Stopped: c.Stopped, Run: runTime{c.Seconds},
	}
	if f := r.Finding; f != nil {
		doc.Finding = &conformFinding{
			Message: f.Message(), Found: f.Found, Script: f.Script, Commands: f.Commands, Minimal: f.Minimal, Before: f.Before,
			Sent: f.Sent, Expected: f.Expected, Came: f.Came, Answer: f.Answer, Problem: f.Problem, Hint: f.Hint,
			Why: f.Why, Stderr: f.Stderr,
		}
		for _, l := range f.Likely {
			doc.Finding.Likely = append(doc.Finding.Likely, conformLikely(l))
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(doc)
}
