package cli

import (
	"io"
	"path/filepath"
	"strings"

	"tidemark/cmd/tidemark/internal/draw"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore/trace"
	"tidemark/model/script"
)

// A form is a format that traces are written in.
type form struct {
	name   string
	ending string // of a file's name
	native bool   // it is for traces of the native model only
	write  func(w io.Writer, t *trace.Trace, as manner) error
}

// A manner is how a trace is written.
type manner struct {
	file  string       // that it becomes; empty when it becomes none
	style render.Style // of text
}

// forms lists the formats. Where one ending ends in another, it comes first.
func forms() []form {
	return []form{
		{"text", ".txt", false, func(w io.Writer, t *trace.Trace, as manner) error { return render.Trace(w, *t, as.style) }},
		{"script", script.Extension, true, simply(writeScript)},
		{"tlc", ".out", false, func(w io.Writer, t *trace.Trace, _ manner) error { return render.TLC(w, t, placeIn(t)) }},
		{"tlc-json", ".tlc.json", false, func(w io.Writer, t *trace.Trace, _ manner) error { return render.TLCJSON(w, t, placeIn(t)) }},
		{"tla", module.Extension, false, func(w io.Writer, t *trace.Trace, as manner) error { return render.TLA(w, t, as.file) }},
		{"shiviz", ".shiviz", true, simply(render.ShiViz)},
		{"mermaid", ".mmd", false, simply(render.Mermaid)},
		{"dot", ".dot", false, simply(render.DOT)},
		{"itf", ".itf.json", false, func(w io.Writer, t *trace.Trace, _ manner) error { return trace.WriteITF(w, *t) }},
		{"json", ".json", false, func(w io.Writer, t *trace.Trace, _ manner) error { return trace.WriteJSON(w, *t) }},
		{"svg", ".svg", false, simply(draw.SVG)},
		{"html", ".html", false, simply(draw.HTML)},
	}
}

// simply writes a trace in the only manner that there is.
func simply(write func(io.Writer, *trace.Trace) error) func(io.Writer, *trace.Trace, manner) error {
	return func(w io.Writer, t *trace.Trace, _ manner) error { return write(w, t) }
}

// placeIn knows the places of the actions of the module that the native model has.
func placeIn(t *trace.Trace) render.Place {
	if t.Source.System == "Partition" {
		return module.EmbeddedPlace
	}
	return nil
}

// formNames are the names of the formats, and formEndings their files' endings.
func formNames() (names []string) {
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}

func formEndings() (endings []string) {
	for _, f := range forms() {
		endings = append(endings, f.ending)
	}
	return endings
}

// formOf is the format that the name of a file asks for.
func formOf(file string) (form, bool) {
	name := filepath.Base(file)
	for _, f := range forms() {
		if strings.HasSuffix(name, f.ending) && name != f.ending {
			return f, true
		}
	}
	return form{}, false
}

// formNamed is the format of that name, one of [formNames].
func formNamed(name string) form {
	for _, f := range forms() {
		if f.name == name {
			return f
		}
	}
	return form{}
}
