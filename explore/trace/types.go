package trace

import (
	"slices"
	"strings"
)

// A form is what is known of a value's type, in the terms of Apalache's type system.
type form struct {
	of     formKind
	parts  []form   // of a list or set: its elements; of a function: its arguments and results; of a tuple or record
	fields []string // of a record, sorted
}

type formKind uint8

const (
	anyForm  formKind = iota // nothing is known, as of the elements of {}
	boolForm                 // Bool
	intForm                  // Int
	textForm                 // Str
	listForm                 // Seq(a)
	setForm                  // Set(a)
	mapForm                  // a -> b
	tupleForm
	recordForm
)

// varTypes returns the types of the variables as Apalache writes them. It has none
// when a variable's values are not of one type.
func varTypes(t *Trace) ([]string, bool) {
	var types []string
	for i := range t.Vars {
		var f form
		for k := range t.Steps {
			g, ok := formOf(t.Steps[k].State[i])
			if ok {
				f, ok = unify(f, g)
			}
			if !ok {
				return nil, false
			}
		}
		types = append(types, f.String())
	}
	return types, true
}

// isList reports whether the elements of a sequence are of one type.
func isList(v Value) bool {
	_, ok := formOfAll(v.elems)
	return ok
}

// formOf returns the type of a value, and whether it has one.
func formOf(v Value) (form, bool) {
	switch v.kind {
	case BoolKind:
		return form{of: boolForm}, true
	case IntKind:
		return form{of: intForm}, true
	case StringKind, ModelKind:
		return form{of: textForm}, true
	case SequenceKind:
		t, ok := composed(form{of: tupleForm}, v.elems)
		if all, alike := unifyAll(t.parts); ok && alike {
			return form{of: listForm, parts: []form{all}}, true
		}
		return t, ok
	case SetKind:
		all, ok := formOfAll(v.elems)
		return form{of: setForm, parts: []form{all}}, ok
	case RecordKind:
		v = v.sortedByName()
		f := form{of: recordForm}
		for _, k := range v.keys {
			f.fields = append(f.fields, k.text)
		}
		return composed(f, v.elems)
	}
	keys, ok := formOfAll(v.keys)
	elems, also := formOfAll(v.elems)
	return form{of: mapForm, parts: []form{keys, elems}}, ok && also
}

// composed adds the types of parts that may differ.
func composed(f form, parts []Value) (form, bool) {
	for _, part := range parts {
		g, ok := formOf(part)
		if !ok {
			return f, false
		}
		f.parts = append(f.parts, g)
	}
	return f, true
}

// formOfAll returns the type that values have in common.
func formOfAll(vs []Value) (form, bool) {
	all, ok := composed(form{}, vs)
	if !ok {
		return form{}, false
	}
	return unifyAll(all.parts)
}

// unifyAll returns the type that is all of them.
func unifyAll(parts []form) (f form, ok bool) {
	for _, g := range parts {
		if f, ok = unify(f, g); !ok {
			return f, false
		}
	}
	return f, true
}

// unify returns the type that is both.
func unify(f, g form) (form, bool) {
	switch {
	case f.of == anyForm:
		return g, true
	case g.of == anyForm:
		return f, true
	case f.of == listForm && f.parts[0].of == anyForm && g.of == mapForm:
		return g, true // the empty sequence is the empty function
	case g.of == listForm && g.parts[0].of == anyForm && f.of == mapForm:
		return f, true
	case f.of != g.of || len(f.parts) != len(g.parts) || !slices.Equal(f.fields, g.fields):
		return f, false
	}
	both := form{of: f.of, fields: f.fields}
	for i := range f.parts {
		part, ok := unify(f.parts[i], g.parts[i])
		if !ok {
			return f, false
		}
		both.parts = append(both.parts, part)
	}
	return both, true
}

// String writes the type as Apalache does. What is not known is taken for Int.
func (f form) String() string {
	switch f.of {
	case boolForm:
		return "Bool"
	case textForm:
		return "Str"
	case listForm:
		return "Seq(" + f.parts[0].String() + ")"
	case setForm:
		return "Set(" + f.parts[0].String() + ")"
	case mapForm:
		domain := f.parts[0].String()
		if f.parts[0].of == mapForm {
			domain = "(" + domain + ")"
		}
		return domain + " -> " + f.parts[1].String()
	case tupleForm:
		return "<<" + strings.Join(f.texts(), ", ") + ">>"
	case recordForm:
		texts := f.texts()
		for i, name := range f.fields {
			texts[i] = name + ": " + texts[i]
		}
		return "{ " + strings.Join(texts, ", ") + " }"
	}
	return "Int"
}

func (f form) texts() []string {
	texts := make([]string, len(f.parts))
	for i, part := range f.parts {
		texts[i] = part.String()
	}
	return texts
}
