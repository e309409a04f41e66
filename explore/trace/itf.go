package trace

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The members of an ITF file's #meta that are ours.
const (
	itfFormat      = "ITF"
	itfDescription = "https://apalache-mc.org/docs/adr/015adr-trace.html"
	ownMeta        = "tidemark"
	modelMember    = "modelValues"
)

// WriteITF writes the trace in the Informal Trace Format of Apalache and Quint,
// whose files' names end in .itf.json. Model values are strings there. What the
// format has no place for is in #meta, and [ReadITF] reads the same trace back.
func WriteITF(w io.Writer, t Trace) error {
	e := &encoder{newline: "\n", itf: newITFNames(&t)}
	e.open('{')
	e.member("#meta")
	e.itfMeta(&t)
	e.vars(t.Vars)
	e.member("states")
	e.open('[')
	for i := range t.Steps {
		if err := t.fits(i); err != nil {
			return err
		}
		e.item()
		e.itfState(&t, i)
	}
	e.close(']')
	if t.Loop != nil {
		e.member("loop")
		e.WriteString(strconv.Itoa(t.Loop.State - 1))
	}
	e.close('}')
	if e.err != nil {
		return e.err
	}
	_, err := w.Write(append(e.Bytes(), '\n'))
	return err
}

func (e *encoder) itfMeta(t *Trace) {
	e.open('{')
	e.optional("format", itfFormat, "format-description", itfDescription, "source", t.Source.System)
	if v := t.Violation; v != nil {
		e.optional("description", strings.TrimSpace(v.Property+" "+v.Kind)+" violated")
	}
	if types, ok := varTypes(t); ok && len(t.Vars) > 0 {
		e.member("varTypes")
		e.open('{')
		for i, name := range t.Vars {
			e.member(name)
			e.text(types[i])
		}
		e.close('}')
	}
	e.member(ownMeta)
	e.open('{')
	e.facts(t)
	if names := e.itf.names; len(names) > 0 {
		e.member(modelMember)
		e.open('{')
		for _, name := range names {
			e.member(e.itf.written[name])
			e.text(name)
		}
		e.close('}')
	}
	if l := t.Loop; l != nil {
		e.member("loop")
		e.flat(func() { e.loop(l) })
	}
	e.close('}')
	e.close('}')
}

func (e *encoder) itfState(t *Trace, i int) {
	e.open('{')
	e.member("#meta")
	e.flat(func() {
		e.open('{')
		e.member("index")
		e.WriteString(strconv.Itoa(i))
		e.origin(&t.Steps[i])
		e.close('}')
	})
	for _, name := range t.Vars {
		if strings.HasPrefix(name, "#") && e.err == nil {
			e.err = fmt.Errorf("the variable %s can't be written in the Informal Trace Format, which has members of its own that start with #", name)
		}
	}
	e.state(t.Vars, &t.Steps[i])
	e.close('}')
}

// itfNames says which string stands for each model value: its name, unless that is
// a string of the trace, too.
type itfNames struct {
	names   []string          // sorted
	written map[string]string // by name
}

func newITFNames(t *Trace) *itfNames {
	taken, models := map[string]bool{}, map[string]bool{}
	t.visit(func(v Value) {
		switch {
		case v.kind == StringKind:
			taken[v.text] = true
		case v.kind == ModelKind && isModelName(v.text):
			models[v.text] = true
		}
	})
	n := &itfNames{written: map[string]string{}}
	for name := range models {
		n.names = append(n.names, name)
	}
	slices.Sort(n.names)
	for _, name := range n.names {
		text := name
		for taken[text] || text != name && models[text] {
			text += "_OF_MODEL"
		}
		taken[text] = true
		n.written[name] = text
	}
	return n
}

// isModelName reports whether a model value has a name that a string can stand for,
// and is not the text of a value that has no form here.
func isModelName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_-.", c) >= 0) {
			return false
		}
	}
	return s != ""
}

// visit calls f for each value of the trace, and for the values in them.
func (t *Trace) visit(f func(Value)) {
	args := func(all []Arg) {
		for _, a := range all {
			a.Value.visit(f)
		}
	}
	args(t.Source.Constants)
	for i := range t.Steps {
		args(t.Steps[i].Args)
		for _, v := range t.Steps[i].State {
			v.visit(f)
		}
	}
	if t.Loop != nil {
		args(t.Loop.Args)
	}
}

func (v Value) visit(f func(Value)) {
	f(v)
	for _, k := range v.keys {
		if v.kind == FunctionKind {
			k.visit(f)
		}
	}
	for _, e := range v.elems {
		e.visit(f)
	}
}
