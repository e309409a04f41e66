package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// Format is the first member of a trace's JSON form.
const Format = "tidemark-trace/1"

// WriteJSON writes the trace as JSON, with each variable on a line of its own.
func WriteJSON(w io.Writer, t Trace) error {
	data, err := t.encode("\n")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// MarshalJSON returns the trace as JSON on one line.
func (t Trace) MarshalJSON() ([]byte, error) { return t.encode("") }

// JSON returns a state as it stands in the JSON of a trace, on one line.
func JSON(vars []string, state []Value) string {
	e := &encoder{}
	e.open('{')
	e.state(vars, &Step{State: state})
	e.close('}')
	return e.String()
}

// encode returns the JSON form. newline is what starts each line: a line feed,
// after which come spaces, or nothing.
func (t Trace) encode(newline string) ([]byte, error) {
	e := &encoder{newline: newline}
	e.open('{')
	e.member("format")
	e.text(Format)
	e.facts(&t)
	e.vars(t.Vars)
	e.member("steps")
	e.open('[')
	for i := range t.Steps {
		if err := t.fits(i); err != nil {
			return nil, err
		}
		e.item()
		e.step(t.Vars, &t.Steps[i])
	}
	e.close(']')
	if l := t.Loop; l != nil {
		e.member("loop")
		e.flat(func() { e.loop(l) })
	}
	e.close('}')
	return e.Bytes(), e.err
}

// fits returns an error when a step has too few or too many values.
func (t *Trace) fits(i int) error {
	if n := len(t.Steps[i].State); n != len(t.Vars) {
		return fmt.Errorf("step %d of the trace has %d values for %d variables", i+1, n, len(t.Vars))
	}
	return nil
}

// facts writes what there is to say of a trace as a whole.
func (e *encoder) facts(t *Trace) {
	e.source(&t.Source)
	if v := t.Violation; v != nil {
		e.member("violation")
		e.flat(func() { e.violation(v) })
	}
	if d := t.Departure; d != nil {
		e.member("departure")
		e.flat(func() { e.departure(d) })
	}
	if len(t.Judged) > 0 {
		e.member("judged")
		e.flat(func() { e.list(t.Judged) })
	}
}

func (e *encoder) vars(names []string) {
	e.member("vars")
	e.flat(func() { e.list(names) })
}

// An encoder writes JSON with the members in the order given.
type encoder struct {
	bytes.Buffer
	newline string
	depth   int
	first   bool // nothing was written since the last open
	err     error
	itf     *itfNames // nil: values are written in our own form
}

func (e *encoder) open(bracket byte) {
	e.WriteByte(bracket)
	e.depth++
	e.first = true
}

func (e *encoder) close(bracket byte) {
	e.depth--
	if !e.first {
		e.line()
	}
	e.WriteByte(bracket)
	e.first = false
}

// line starts a line.
func (e *encoder) line() {
	e.WriteString(e.newline)
	for range e.depth * 2 * len(e.newline) {
		e.WriteByte(' ')
	}
}

// item starts an element of an array or a member of an object.
func (e *encoder) item() {
	if !e.first {
		e.WriteByte(',')
		if e.newline == "" {
			e.WriteByte(' ')
		}
	}
	e.first = false
	e.line()
}

func (e *encoder) member(name string) {
	e.item()
	e.text(name)
	e.WriteString(": ")
}

// flat writes what f writes on one line.
func (e *encoder) flat(f func()) {
	saved := e.newline
	e.newline = ""
	f()
	e.newline = saved
}

// text writes a JSON string.
func (e *encoder) text(s string) {
	if !utf8.ValidString(s) && e.err == nil {
		e.err = fmt.Errorf("%q can't be written as JSON: it is not valid UTF-8", s)
	}
	quoted := json.NewEncoder(&e.Buffer)
	quoted.SetEscapeHTML(false)
	quoted.Encode(s)        // of a string into memory: never fails
	e.Truncate(e.Len() - 1) // the line feed
}

// texts writes an object of strings from names and values in turn, without
// the empty ones.
func (e *encoder) texts(pairs ...string) {
	e.open('{')
	e.optional(pairs...)
	e.close('}')
}

// list writes an array of strings.
func (e *encoder) list(texts []string) {
	e.open('[')
	for _, text := range texts {
		e.item()
		e.text(text)
	}
	e.close(']')
}

// optional writes members that are strings, without the empty ones.
func (e *encoder) optional(pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			e.member(pairs[i])
			e.text(pairs[i+1])
		}
	}
}

func (e *encoder) source(s *Source) {
	texts := []string{"system", s.System, "configuration", s.Configuration, "alias", s.Alias, "init", s.Init, "next", s.Next}
	if s.System+s.Configuration+s.Alias+s.Init+s.Next == "" && len(s.Constants)+len(s.Overrides) == 0 {
		return
	}
	e.member("source")
	e.open('{')
	e.optional(texts...)
	if len(s.Constants) > 0 {
		e.member("constants")
		e.flat(func() { e.args(s.Constants) })
	}
	if len(s.Overrides) > 0 {
		e.member("overrides")
		e.flat(func() {
			e.open('{')
			for _, o := range s.Overrides {
				e.member(o.Constant)
				e.text(o.Definition)
			}
			e.close('}')
		})
	}
	e.close('}')
}

func (e *encoder) violation(v *Violation) {
	e.texts("property", v.Property, "kind", v.Kind, "reason", v.Reason)
}

func (e *encoder) departure(d *Departure) {
	e.open('{')
	e.member("step")
	e.WriteString(strconv.Itoa(d.Step))
	e.member("text")
	e.text(d.Text)
	e.close('}')
}

func (e *encoder) step(vars []string, s *Step) {
	e.open('{')
	e.origin(s)
	e.member("state")
	e.open('{')
	e.state(vars, s)
	e.close('}')
	e.close('}')
}

// origin writes how a step came about.
func (e *encoder) origin(s *Step) {
	e.optional("action", s.Action)
	if len(s.Args) > 0 {
		e.member("args")
		e.flat(func() { e.args(s.Args) })
	}
	e.optional("rule", s.Rule)
	if len(s.Violated) > 0 {
		e.member("violated")
		e.open('[')
		for i := range s.Violated {
			e.item()
			e.flat(func() { e.violation(&s.Violated[i]) })
		}
		e.close(']')
	}
}

func (e *encoder) state(vars []string, s *Step) {
	for i, v := range s.State {
		e.member(vars[i])
		e.flat(func() { e.value(v) })
	}
}

func (e *encoder) loop(l *Loop) {
	e.open('{')
	e.member("state")
	e.WriteString(strconv.Itoa(l.State))
	e.origin(&Step{Action: l.Action, Args: l.Args, Rule: l.Rule})
	e.close('}')
}
