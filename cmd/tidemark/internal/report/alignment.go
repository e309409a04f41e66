package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/spec/align"
)

// An Alignment is a comparison of the native model with its module.
type Alignment struct {
	Run    // what was searched; its Result is the comparison's
	Report *align.Report
}

// WriteAlignmentQuestion writes what is about to be compared.
func WriteAlignmentQuestion(w io.Writer, r *Alignment) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "aligning %s with the module Partition\n", r.Configuration)
	r.writeConstants(out)
	line(out, "search", r.search())
	return out.Flush()
}

// WriteAlignment writes what a comparison found: the way to the first
// difference, the counts, and on the last line the verdict. quiet leaves out
// the counts.
func WriteAlignment(w io.Writer, r *Alignment, quiet, color bool) error {
	if d := r.Report.Difference; d != nil && len(d.Trace.Steps) > 0 {
		fmt.Fprintf(w, "\nA shortest behaviour to the first difference has %s:\n", plural(uint64(len(d.Trace.Steps)), "state"))
		if err := render.Trace(w, d.Trace, render.Style{Color: color}); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	if !quiet && r.Result != nil {
		fmt.Fprintln(out)
		line(out, "states", fmt.Sprintf("%s compared, depth %s", plural(r.Report.States, r.unit()), group(uint64(r.Result.Depth))))
		line(out, "transitions", fmt.Sprintf("%s compared", group(r.Report.Transitions)))
		line(out, "time", fmt.Sprintf("%.3f s", r.Seconds))
	}
	fmt.Fprintln(out, r.verdictLine())
	return out.Flush()
}

// outcome is what a comparison comes to, in a word.
func (r *Alignment) outcome() string {
	switch {
	case r.Report.Difference != nil:
		return "different"
	case !r.Report.Complete:
		return "unknown"
	}
	return "aligned"
}

func (r *Alignment) verdictLine() string {
	extent := fmt.Sprintf("%s, %s", plural(r.Report.States, r.unit()), plural(r.Report.Transitions, "transition"))
	switch r.outcome() {
	case "different":
		d := r.Report.Difference
		return fmt.Sprintf("tidemark: different: after %s: %s", plural(uint64(len(d.Trace.Steps)), "state"), d.Text)
	case "unknown":
		return fmt.Sprintf("tidemark: unknown: %s; no difference in %s", r.Reason(), extent)
	}
	return "tidemark: aligned: " + extent
}

// WriteAlignmentJSON writes the comparison as one JSON object on one line.
func WriteAlignmentJSON(w io.Writer, r *Alignment) error {
	type difference struct {
		Text  string       `json:"text"`
		Trace *trace.Trace `json:"trace,omitempty"`
	}
	d := struct {
		Schema        string            `json:"schema"`
		Configuration string            `json:"configuration"`
		Constants     map[string]string `json:"constants"`
		Symmetry      bool              `json:"symmetry"`
		Result        string            `json:"result"`
		Reason        string            `json:"reason,omitempty"`
		States        uint64            `json:"states"`
		Transitions   uint64            `json:"transitions"`
		Depth         int               `json:"depth"`
		Difference    *difference       `json:"difference"`
		Seconds       float64           `json:"seconds"`
		Workers       int               `json:"workers"`
	}{
		Schema: "tidemark-align/1", Configuration: r.Configuration, Constants: map[string]string{},
		Symmetry: r.Symmetry, Result: r.outcome(), States: r.Report.States, Transitions: r.Report.Transitions,
		Seconds: round(r.Seconds, 1e6), Workers: r.Workers,
	}
	for _, c := range r.Constants {
		d.Constants[c.Name] = c.Value.String()
	}
	if r.Result != nil {
		d.Depth = r.Result.Depth
		if r.Result.Stop != explore.NotStopped {
			d.Reason = r.Reason()
		}
	}
	if diff := r.Report.Difference; diff != nil {
		d.Difference = &difference{Text: diff.Text}
		if len(diff.Trace.Steps) > 0 {
			d.Difference.Trace = &diff.Trace
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(d)
}
