// Package draw makes pictures of traces: an SVG in which time runs down and
// everybody who takes part has a lane, and a page around it to step through.
//
// A trace of the module Partition has a lane for each replica and one for the
// controller, with logs, the high watermark and the messages between them. A
// trace of any other module has a lane for each variable.
package draw

import (
	"bufio"
	"io"

	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore/trace"
)

// SVG writes the picture of a trace as a file of its own. It follows the
// reader's choice between light and dark.
func SVG(w io.Writer, t *trace.Trace) error {
	out := bufio.NewWriter(w)
	p := newPicture(t)
	p.write(out, "<style>"+p.colours.style(false)+"</style>")
	return out.Flush()
}

// newPicture lays a trace out.
func newPicture(t *trace.Trace) *picture {
	var subject lanes = newVariables(t)
	if p := newPartition(t); p != nil {
		subject = p
	}
	p := &picture{trace: t}
	p.layOut(subject)
	return p
}

// lanes are what a picture shows beside the steps.
type lanes interface {
	// heads returns the lanes from left to right.
	heads() []head
	// height is how much room a step needs.
	height(step int) int
	// draw draws a step's part of all lanes below y. left holds the lanes' places.
	draw(p *picture, step int, left []int, y int)
	// finish draws what joins several steps, behind everything else.
	finish(p *picture, left []int)
	// palette returns the colours that it uses beside those of every picture, and
	// what they mean.
	palette() palette
}

// A head is the top of a lane.
type head struct {
	name  string
	width int
}

// stepTitle names the step that leads to a state.
func stepTitle(s *trace.Step) string {
	if s.Action == "" {
		return "initial state"
	}
	return render.Call(s)
}

// violation says what a trace violates, and why; nothing when it violates
// nothing.
func violation(t *trace.Trace) string {
	if t.Violation == nil {
		return ""
	}
	return "violated: " + render.Violation(*t.Violation)
}
