package draw

import (
	"unicode/utf8"

	"tidemark/explore/trace"
)

// variables is a trace of any module: a lane for each variable, with its value
// where a step changed it.
type variables struct {
	trace  *trace.Trace
	lanes  []head
	values [][][]string // for each state and variable the lines of its value; none where it is as before
}

// Bounds of a variable's lane, in characters, and of a value, in lines.
const (
	leastColumns = 12
	mostColumns  = 38
	mostLines    = 14
)

func newVariables(t *trace.Trace) *variables {
	v := &variables{trace: t}
	for n, name := range t.Vars {
		longest := max(leastColumns, utf8.RuneCountInString(name)+1)
		for i := range t.Steps {
			longest = max(longest, utf8.RuneCountInString(t.Steps[i].State[n].String()))
		}
		v.lanes = append(v.lanes, head{name, min(longest, mostColumns)*narrow/10 + 2*margin})
	}
	for i := range t.Steps {
		v.values = append(v.values, make([][]string, len(t.Vars)))
		for n := range t.Vars {
			if value := t.Steps[i].State[n]; i == 0 || !value.Equal(t.Steps[i-1].State[n]) {
				v.values[i][n] = valueLines(value)
			}
		}
	}
	return v
}

// valueLines breaks a value into lines: between its elements, where it is too wide
// for one.
func valueLines(v trace.Value) []string {
	var lines []string
	text := v.String()
	if keyed := v.Kind() == trace.FunctionKind || v.Kind() == trace.RecordKind; keyed && utf8.RuneCountInString(text) > mostColumns {
		for _, line := range appendLines(nil, "", v) {
			lines = append(lines, wrap(line[0]+" = "+line[1], mostColumns, mostLines)...)
		}
	} else {
		lines = wrap(text, mostColumns, mostLines)
	}
	if len(lines) > mostLines {
		lines = append(lines[:mostLines-1], "…")
	}
	return lines
}

func (v *variables) heads() []head    { return v.lanes }
func (v *variables) palette() palette { return nil }

func (v *variables) height(step int) int {
	lines := 0
	for _, value := range v.values[step] {
		lines = max(lines, len(value))
	}
	return gap + lead*lines
}

func (v *variables) draw(p *picture, step int, left []int, y int) {
	r := &p.rows[step]
	for n, value := range v.values[step] {
		x := left[n] + margin
		if len(value) == 0 {
			p.lives.line(x, r.top, x, r.top+r.height, "life")
			continue
		}
		p.body.open(`class="value"`)
		if full := v.trace.Steps[step].State[n].String(); len(value) > 1 {
			p.body.tip(full)
		}
		for i, line := range value {
			p.body.text(x, y+8+i*lead, "text small", line)
		}
		p.body.close()
		if bottom := y + 8 + len(value)*lead - lead/2; bottom < r.top+r.height {
			p.lives.line(x, bottom, x, r.top+r.height, "life")
		}
	}
}

func (v *variables) finish(*picture, []int) {}
