package trace

import (
	"strconv"
)

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
		e.number(v.num)
	case StringKind:
		e.text(v.text)
	case ModelKind:
		e.model(v.text)
	case SequenceKind:
		e.sequence(v)
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

// number writes a number, which in the Informal Trace Format is a string.
func (e *encoder) number(n int64) {
	if e.itf != nil {
		e.texts("#bigint", strconv.FormatInt(n, 10))
		return
	}
	e.WriteString(strconv.FormatInt(n, 10))
}

// model writes a model value, for which the Informal Trace Format has strings.
func (e *encoder) model(name string) {
	switch {
	case e.itf == nil:
		e.texts("#model", name)
	case !isModelName(name):
		e.texts("#unserializable", name)
	default:
		e.text(e.itf.written[name])
	}
}

// sequence writes a sequence. The Informal Trace Format has another form for tuples:
// those whose elements are of different types.
func (e *encoder) sequence(v Value) {
	if e.itf == nil || isList(v) {
		e.values(v.elems)
		return
	}
	e.open('{')
	e.member("#tup")
	e.values(v.elems)
	e.close('}')
}
