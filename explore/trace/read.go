package trace

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Error says where and why a file is not a trace.
type Error struct {
	File         string
	Line, Column int    // from 1, columns in characters
	Message      string // what, and what was expected
	Hint         string // what to write instead; may be empty
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// ReadJSON reads a trace from its JSON form; file is its name in messages. An
// error is an *[Error].
func ReadJSON(file string, src []byte) (Trace, error) {
	return read(file, src, (*reader).trace)
}

// Read reads a trace from either of its forms, the Informal Trace Format when it has
// "states" or "#meta". An error is an *[Error].
func Read(file string, src []byte) (Trace, error) {
	return read(file, src, func(r *reader, n *node) (Trace, error) {
		if _, ours := n.member("format"); !ours {
			_, states := n.member("states")
			if _, meta := n.member("#meta"); states || meta {
				return r.itfTrace(n)
			}
		}
		return r.trace(n)
	})
}

func read(file string, src []byte, as func(*reader, *node) (Trace, error)) (Trace, error) {
	root, err := parse(src)
	if err == nil {
		var t Trace
		if t, err = as(&reader{}, &root); err == nil {
			return t, nil
		}
	}
	f := err.(*failure)
	before := src[:f.at]
	return Trace{}, &Error{
		File:    file,
		Line:    1 + bytes.Count(before, []byte("\n")),
		Column:  1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):]),
		Message: f.message,
		Hint:    f.hint,
	}
}

// A reader reads values in one of their forms.
type reader struct {
	itf     bool
	foreign bool              // another tool has written it
	models  map[string]string // the model values that strings stand for
}

// expect returns an error unless the node has the shape.
func (n *node) expect(shape, what string) error {
	if n.shape == shape {
		return nil
	}
	return &failure{at: n.at, message: fmt.Sprintf("expected %s for %s, found %s", shape, what, n.shape)}
}

// expectMembers returns an error unless the node is an object whose members
// are all known.
func (n *node) expectMembers(what string, known ...string) error {
	return n.expectOnly(what, known, func(string) bool { return false })
}

// expectOnly is expectMembers for an object that may have others, too.
func (n *node) expectOnly(what string, known []string, allowed func(name string) bool) error {
	if err := n.expect(anObject, what); err != nil {
		return err
	}
	for i := range n.names {
		if name := &n.names[i]; !slices.Contains(known, name.text) && !allowed(name.text) {
			return &failure{at: name.at, message: fmt.Sprintf("%q is no part of %s: expected %s", name.text, what, strings.Join(known, ", "))}
		}
	}
	return nil
}

// optionalText returns a member that is a string, and "" when it is not there.
func (n *node) optionalText(name string) (string, error) {
	m, found := n.member(name)
	if !found {
		return "", nil
	}
	return m.text, m.expect(aString, name)
}

func (r *reader) trace(n *node) (Trace, error) {
	var t Trace
	if err := n.expect(anObject, "a trace"); err != nil {
		return t, err
	}
	if err := readFormat(n); err != nil {
		return t, err
	}
	if err := n.expectMembers("a trace", append([]string{"format", "vars", "steps", "loop"}, facts...)...); err != nil {
		return t, err
	}
	if err := r.vars(n, &t); err != nil {
		return t, err
	}
	if err := r.steps(n, &t); err != nil {
		return t, err
	}
	if m, found := n.member("loop"); found {
		if err := r.loop(m, &t); err != nil {
			return t, err
		}
	}
	return t, r.facts(n, &t)
}

// facts are the members about a trace as a whole.
var facts = []string{"source", "violation", "departure", "judged"}

// facts reads them, for a trace whose steps have been read.
func (r *reader) facts(n *node, t *Trace) error {
	if m, found := n.member("source"); found {
		if err := r.source(m, &t.Source); err != nil {
			return err
		}
	}
	if m, found := n.member("violation"); found {
		v, err := r.violation(m)
		if err != nil {
			return err
		}
		t.Violation = &v
	}
	if m, found := n.member("judged"); found {
		names, err := m.texts("judged", "the name of a property")
		if err != nil {
			return err
		}
		t.Judged = names
	}
	if m, found := n.member("departure"); found {
		return r.departure(m, t)
	}
	return nil
}

func readFormat(n *node) error {
	hint := fmt.Sprintf("\"format\": %q", Format)
	format, found := n.member("format")
	if !found {
		if v, _ := n.member("violation"); v != nil {
			if _, result := v.member("trace"); result {
				hint = "its violation has one as the member trace"
			}
		}
		return &failure{n.at, "this is no trace: it has no \"format\"", hint}
	}
	if format.shape != aString || format.text != Format {
		return &failure{format.at, "this format of traces is not known", hint}
	}
	return nil
}

func (r *reader) source(n *node, s *Source) error {
	err := n.expectMembers("source", "system", "configuration", "alias", "init", "next", "constants", "overrides")
	if err != nil {
		return err
	}
	for _, m := range []struct {
		name string
		text *string
	}{{"system", &s.System}, {"configuration", &s.Configuration}, {"alias", &s.Alias}, {"init", &s.Init}, {"next", &s.Next}} {
		if *m.text, err = n.optionalText(m.name); err != nil {
			return err
		}
	}
	if m, found := n.member("constants"); found {
		if s.Constants, err = r.args(m, "constants"); err != nil {
			return err
		}
	}
	m, found := n.member("overrides")
	if !found {
		return nil
	}
	if err := m.expect(anObject, "overrides"); err != nil {
		return err
	}
	for i := range m.items {
		if err := m.items[i].expect(aString, "the name of a definition"); err != nil {
			return err
		}
		s.Overrides = append(s.Overrides, Override{m.names[i].text, m.items[i].text})
	}
	return nil
}

func (r *reader) violation(n *node) (v Violation, err error) {
	if err = n.expectMembers("violation", "property", "kind", "reason"); err != nil {
		return v, err
	}
	if v.Property, err = n.optionalText("property"); err != nil {
		return v, err
	}
	if v.Kind, err = n.optionalText("kind"); err != nil {
		return v, err
	}
	v.Reason, err = n.optionalText("reason")
	return v, err
}

// departure reads where a trace whose steps have been read departs.
func (r *reader) departure(n *node, t *Trace) error {
	if err := n.expectMembers("departure", "step", "text"); err != nil {
		return err
	}
	step, found := n.member("step")
	if !found {
		return &failure{at: n.at, message: "the departure has no \"step\""}
	}
	d := &Departure{}
	if d.Step, _ = strconv.Atoi(step.text); step.shape != aNumber || d.Step < 2 || d.Step > len(t.Steps)+1 {
		return &failure{at: step.at, message: fmt.Sprintf("expected a number from 2 to %d for step, one more than there are steps", len(t.Steps)+1)}
	}
	var err error
	d.Text, err = n.optionalText("text")
	t.Departure = d
	return err
}
