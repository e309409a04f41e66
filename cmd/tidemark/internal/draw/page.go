package draw

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"io"
	"strings"

	"tidemark/explore/trace"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// HTML writes a page of its own, which needs no network: the picture of a
// trace, and beside it the state that the reader has stepped to.
func HTML(w io.Writer, t *trace.Trace) error {
	p := newPicture(t)
	steps, err := json.Marshal(pageSteps(p))
	if err != nil {
		return err
	}
	var picture strings.Builder
	p.writeParts(&picture)
	out := bufio.NewWriter(w)
	_, err = strings.NewReplacer(
		"{{title}}", escape(Title(t)),
		"{{question}}", escape(question(t)),
		"{{style}}", pageCSS+p.colours.style(true),
		"{{picture}}", picture.String(),
		"{{trace}}", string(steps), // encoding/json leaves no < in it
		"{{script}}", pageJS,
	).WriteString(out, pageHTML)
	if err != nil {
		return err
	}
	return out.Flush()
}

// question says what the trace's system was asked with.
func question(t *trace.Trace) string {
	var constants []string
	for _, c := range t.Source.Constants {
		constants = append(constants, c.Name+" = "+c.Value.String())
	}
	return strings.Join(constants, ", ")
}

// A pageStep is what the page shows beside the picture.
type pageStep struct {
	Title string      `json:"title"`
	Rule  string      `json:"rule"`
	Notes []pageNote  `json:"notes"`
	State [][2]string `json:"state"` // names and values
}

type pageNote struct {
	Kind string `json:"kind"` // class
	Text string `json:"text"`
}

func pageSteps(p *picture) []pageStep {
	var steps []pageStep
	for i := range p.trace.Steps {
		step := &p.trace.Steps[i]
		s := pageStep{Title: stepTitle(step), Rule: step.Rule, Notes: []pageNote{}, State: [][2]string{}}
		for _, n := range p.rows[i].notes {
			s.Notes = append(s.Notes, pageNote{n.ink, n.text})
		}
		for v, name := range p.trace.Vars {
			s.State = appendLines(s.State, name, step.State[v])
		}
		steps = append(steps, s)
	}
	return steps
}

// appendLines appends the lines of a value: one for each value of a function or
// record, so that a change inside shows.
func appendLines(lines [][2]string, name string, v trace.Value) [][2]string {
	domain := v.Domain()
	if kind := v.Kind(); kind != trace.FunctionKind && kind != trace.RecordKind || len(domain) == 0 {
		return append(lines, [2]string{name, v.String()})
	}
	for i, key := range domain {
		inner := name + "[" + key.String() + "]"
		if v.Kind() == trace.RecordKind {
			inner = name + "." + key.Text()
		}
		lines = appendLines(lines, inner, v.Elems()[i])
	}
	return lines
}
