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

// encode returns the JSON form. newline is what starts each line: a line feed,
// after which come spaces, or nothing.
func (t Trace) encode(newline string) ([]byte, error) {
	e := &encoder{newline: newline}
	e.open('{')
	e.member("format")
	e.text(Format)
	e.source(t.Source)
	if v := t.Violation; v != nil {
		e.member("violation")
		e.flat(func() {
			e.texts("property", v.Property, "kind", v.Kind, "reason", v.Reason)
		})
	}
	if d := t.Departure; d != nil {
		e.member("departure")
		e.flat(func() { e.departure(d) })
	}
	e.member("vars")
	e.flat(func() {
		e.open('[')
		for _, name := range t.Vars {
			e.item()
			e.text(name)
		}
		e.close(']')
	})
	e.member("steps")
	e.open('[')
	for i, s := range t.Steps {
		if len(s.State) != len(t.Vars) {
			return nil, fmt.Errorf("step %d of the trace has %d values for %d variables", i+1, len(s.State), len(t.Vars))
		}
		e.item()
		e.step(t.Vars, s)
	}
	e.close(']')
	e.close('}')
	return e.Bytes(), e.err
}

// An encoder writes JSON with the members in the order given.
type encoder struct {
	bytes.Buffer
	newline string
	depth   int
	first   bool // nothing was written since the last open
	err     error
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
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			e.member(pairs[i])
			e.text(pairs[i+1])
		}
	}
	e.close('}')
}

func (e *encoder) source(s Source) {
	if s.System == "" && s.Configuration == "" && len(s.Constants) == 0 {
		return
	}
	e.member("source")
	e.open('{')
	for _, m := range [][2]string{{"system", s.System}, {"configuration", s.Configuration}} {
		if m[1] != "" {
			e.member(m[0])
			e.text(m[1])
		}
	}
	if len(s.Constants) > 0 {
		e.member("constants")
		e.flat(func() { e.args(s.Constants) })
	}
	e.close('}')
}

func (e *encoder) departure(d *Departure) {
	e.open('{')
	e.member("step")
	e.WriteString(strconv.Itoa(d.Step))
	e.member("text")
	e.text(d.Text)
	e.close('}')
}

func (e *encoder) step(vars []string, s Step) {
	e.open('{')
	if s.Action != "" {
		e.member("action")
		e.text(s.Action)
	}
	if len(s.Args) > 0 {
		e.member("args")
		e.flat(func() { e.args(s.Args) })
	}
	if s.Rule != "" {
		e.member("rule")
		e.text(s.Rule)
	}
	e.member("state")
	e.open('{')
	for i, v := range s.State {
		e.member(vars[i])
		e.flat(func() { e.value(v) })
	}
	e.close('}')
	e.close('}')
}

func (e *encoder) args(args []Arg) {
	e.open('{')
	for _, a := range args {
		e.member(a.Name)
		e.value(a.Value)
	}
	e.close('}')
}

func (e *encoder) value(v Value) {
	switch v.kind {
	case BoolKind:
		e.WriteString(strconv.FormatBool(v.num != 0))
	case IntKind:
		e.WriteString(strconv.FormatInt(v.num, 10))
	case StringKind:
		e.text(v.text)
	case ModelKind:
		e.texts("#model", v.text)
	case SequenceKind:
		e.values(v.elems)
	case RecordKind:
		e.open('{')
		for i, k := range v.keys {
			e.member(k.text)
			e.value(v.elems[i])
		}
		e.close('}')
	case SetKind:
		e.open('{')
		e.member("#set")
		e.values(v.elems)
		e.close('}')
	case FunctionKind:
		e.open('{')
		e.member("#map")
		e.open('[')
		for i, k := range v.keys {
			e.item()
			e.values([]Value{k, v.elems[i]})
		}
		e.close(']')
		e.close('}')
	}
}

func (e *encoder) values(elems []Value) {
	e.open('[')
	for _, v := range elems {
		e.item()
		e.value(v)
	}
	e.close(']')
}
