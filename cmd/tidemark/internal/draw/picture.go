package draw

import (
	"fmt"
	"io"

	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore/trace"
)

// A picture is a trace laid out: a row for each state, one below the other,
// with the step that led to it on the left and the lanes beside it.
type picture struct {
	trace   *trace.Trace
	colours palette
	rows    []row
	back    canvas // what joins rows, behind what is in them
	body    canvas
	names   canvas // of the lanes, above everything
	lives   canvas // the lines that run down the lanes, behind everything
	width   int
	height  int
}

// A row is the place of a state.
type row struct {
	top, height int // notes not included
	content     int // where the lanes' part begins
	notes       []note
}

// A note is a text across the picture below a row.
type note struct {
	text  string
	lines []string
	class string // of its ground
	ink   string
}

// Measures, in pixels.
const (
	gutter   = 300 // width of the steps' own column
	margin   = 14
	lead     = 16 // from one line of text to the next
	gap      = 10 // below a row
	columns  = 42 // characters in a line of the steps' column
	heading  = 34 // height of the names of the lanes
	legended = 26 // height of the legend
)

// layOut finds the place of everything and draws it.
func (p *picture) layOut(subject lanes) {
	p.colours = append(common(), subject.palette()...)
	heads := subject.heads()
	left, x := make([]int, len(heads)), gutter
	for i, h := range heads {
		left[i] = x
		x += h.width
	}
	p.width = x + margin
	p.placeRows(subject)
	p.drawHeads(heads, left)
	for i := range p.rows {
		p.drawRow(subject, i, left)
	}
	subject.finish(p, left)
	p.drawLegend()
}

func (p *picture) placeRows(subject lanes) {
	y := heading
	across := (p.width - gutter - 2*margin) * 10 / narrow
	for i := range p.trace.Steps {
		step := &p.trace.Steps[i]
		r := row{top: y, content: y + gap}
		r.height = max(2*gap+lead*(1+len(ruleLines(step))), gap+subject.height(i))
		if d := p.trace.Departure; d != nil && d.Step == i+1 {
			r.notes = append(r.notes, note{text: "departs from the protocol: " + d.Text, class: "departed", ink: "warn"})
		}
		if i == len(p.trace.Steps)-1 {
			r.notes = append(r.notes, p.lastNotes()...)
		}
		y += r.height
		for n := range r.notes {
			r.notes[n].lines = wrap(r.notes[n].text, across, 6)
			y += noteHeight(&r.notes[n])
		}
		p.rows = append(p.rows, r)
	}
	p.height = y + gap + legended
}

// lastNotes are the notes below the last state: where it goes on, what it violates, and where
// what can be done in it is not what the protocol allows.
func (p *picture) lastNotes() []note {
	var notes []note
	if l := p.trace.Loop; l != nil {
		notes = append(notes, note{text: render.Loop(p.trace, l), class: "departed", ink: "warn"})
	}
	if text := violation(p.trace); text != "" {
		notes = append(notes, note{text: text, class: "bad", ink: "alarm"})
	}
	if d := p.trace.Departure; d != nil && d.Step > len(p.trace.Steps) {
		notes = append(notes, note{text: "departs from the protocol: " + d.Text, class: "departed", ink: "warn"})
	}
	return notes
}

func noteHeight(n *note) int { return len(n.lines)*lead + 8 }

// ruleLines is what allowed a step, in lines of the steps' column.
func ruleLines(s *trace.Step) []string {
	if s.Rule == "" {
		return nil
	}
	return wrap(s.Rule, columns, 5)
}

func (p *picture) drawHeads(heads []head, left []int) {
	for i, h := range heads {
		p.names.text(left[i]+margin, heading-12, "text strong", h.name)
	}
	p.names.line(0, heading-1, p.width, heading-1, "rule")
}

// drawRow draws a state: the step that led to it, its lanes and its notes.
func (p *picture) drawRow(subject lanes, i int, left []int) {
	r, c, step := &p.rows[i], &p.body, &p.trace.Steps[i]
	whole := r.height
	for n := range r.notes {
		whole += noteHeight(&r.notes[n])
	}
	c.open(`class="step" data-step="%d"`, i+1)
	fmt.Fprintf(&p.lives, `<rect x="0" y="%d" width="%d" height="%d" class="ground row" data-step="%d"/>`, r.top, p.width, whole, i+1)
	ink := "text strong"
	if len(r.notes) > 0 {
		ink = r.notes[0].ink + " strong"
	}
	y := r.content + 8
	c.text(margin, y, "soft", fmt.Sprintf("%3d", i+1))
	c.text(margin+32, y, ink, clip(stepTitle(step), columns-4))
	for _, line := range ruleLines(step) {
		y += lead
		c.text(margin, y, "soft small", line)
	}
	subject.draw(p, i, left, r.content)
	p.drawNotes(r)
	c.line(0, r.top+whole, p.width, r.top+whole, "rule")
	c.close()
}

func (p *picture) drawNotes(r *row) {
	y := r.top + r.height
	for i := range r.notes {
		n := &r.notes[i]
		p.body.cell(gutter, y, p.width-gutter-margin, noteHeight(n)-4, n.class)
		for l, line := range n.lines {
			p.body.text(gutter+margin, y+lead*(l+1)-2, n.ink+" small", line)
		}
		y += noteHeight(n)
	}
}

// drawLegend says at the bottom what the colours mean.
func (p *picture) drawLegend() {
	x, y := margin, p.height-legended+lead
	for _, c := range p.colours {
		if c.meaning == "" {
			continue
		}
		if c.property == "fill" {
			p.body.cell(x, y-10, 14, 12, c.class)
		} else {
			p.body.line(x, y-4, x+14, y-4, c.class)
		}
		p.body.text(x+20, y, "soft small", c.meaning)
		x += 34 + width(c.meaning, narrow)
	}
	p.width = max(p.width, x)
}

// clip shortens a text to so many characters.
func clip(text string, columns int) string { return wrap(text, columns, 1)[0] }

// write writes the picture as a whole; style goes in first.
func (p *picture) write(w io.Writer, style string) {
	p.open(w, 0, p.height)
	io.WriteString(w, style)
	p.writeNames(w)
	p.writeRows(w)
	io.WriteString(w, "</svg>\n")
}

// writeParts writes the names of the lanes and what is below them as two pictures,
// so that the names can stay in view.
func (p *picture) writeParts(w io.Writer) {
	p.open(w, 0, heading)
	p.writeNames(w)
	io.WriteString(w, "</svg>\n")
	p.open(w, heading, p.height-heading)
	p.writeRows(w)
	io.WriteString(w, "</svg>\n")
}

func (p *picture) open(w io.Writer, top, height int) {
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 %d %d %d" role="img">`,
		p.width, height, top, p.width, height)
	fmt.Fprintf(w, `<title>%s</title><rect y="%d" width="%d" height="%d" class="ground"/>`, escape(Title(p.trace)), top, p.width, height)
}

func (p *picture) writeNames(w io.Writer) { io.WriteString(w, p.names.String()) }

func (p *picture) writeRows(w io.Writer) {
	for _, c := range []*canvas{&p.lives, &p.back, &p.body} {
		io.WriteString(w, c.String())
	}
}

// Title says in a few words what a trace is.
func Title(t *trace.Trace) string {
	title := t.Source.System
	if t.Source.Configuration != "" {
		title += " (" + t.Source.Configuration + ")"
	}
	if title == "" {
		title = "a behaviour"
	}
	if v := t.Violation; v != nil {
		what := v.Property
		if what == "" {
			what = v.Kind
		}
		title += ": " + what
	}
	return title
}
