package value

import (
	"strconv"
	"strings"
)

// String returns the value as TLA+ text on one line, as TLC writes it: for
// example (r1 :> <<[id |-> 1]>> @@ r2 :> <<>>).
func (v Value) String() string {
	var p printer
	p.value(v)
	return p.String()
}

// A printer writes values, and stops soon after limit bytes unless that is 0.
type printer struct {
	strings.Builder
	limit int
	depth int
}

func (p *printer) full() bool { return p.limit > 0 && p.Len() > p.limit }

// escapes are the characters that a TLA+ string can't hold as they are.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\f", `\f`)

func (p *printer) value(v Value) {
	if p.depth++; p.depth > maxDepth {
		p.WriteString("...")
		p.depth--
		return
	}
	switch v.Kind() {
	case KindNone:
		p.WriteString("(no value)")
	case KindModel:
		p.WriteString(v.n.ext.text)
	case KindBool:
		p.WriteString(strings.ToUpper(strconv.FormatBool(v.i != 0)))
	case KindInt:
		p.WriteString(strconv.FormatInt(v.i, 10))
	case KindString:
		p.WriteString(`"` + escapes.Replace(v.n.ext.text) + `"`)
	case KindTuple, KindRecord, KindFunction, KindSet, KindRecordSet:
		p.compound(v)
	default:
		p.symbolic(v)
	}
	p.depth--
}

// brackets returns what is written around and between the parts of a compound.
func brackets(v Value) (open, separator, end string) {
	switch {
	case v.n.kind == KindTuple:
		return "<<", ",", ">>"
	case v.n.kind == KindSet:
		return "{", ",", "}"
	case v.n.kind == KindRecordSet || v.hasFields():
		return "[", ",", "]"
	}
	return "(", " @@", ")"
}

// hasFields reports whether v is a record whose names can all be written as
// names of fields.
func (v Value) hasFields() bool {
	if v.n.kind != KindRecord {
		return false
	}
	for _, e := range v.n.dom.elems {
		if !isName(e.n.ext.text) {
			return false
		}
	}
	return true
}

// isName reports whether s is a TLA+ identifier: letters, digits and
// underscores, at least one of them a letter.
func isName(s string) bool {
	letter := false
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
		letter = letter || s[i] > '9' && s[i] != '_'
	}
	return letter
}

func (p *printer) compound(v Value) {
	open, separator, end := brackets(v)
	p.WriteString(open)
	for i, e := range v.n.elems {
		if p.full() {
			return
		}
		if i > 0 {
			p.WriteString(separator + " ")
		}
		p.key(v, i)
		p.value(e)
	}
	p.WriteString(end)
}

// key writes what stands before the i-th part.
func (p *printer) key(v Value, i int) {
	switch {
	case v.n.kind == KindRecordSet:
		p.WriteString(v.n.dom.elems[i].n.ext.text + ": ")
	case v.hasFields():
		p.WriteString(v.n.dom.elems[i].n.ext.text + " |-> ")
	case v.n.kind == KindRecord || v.n.kind == KindFunction:
		if v.n.dom.kind == KindInterval {
			p.value(Int(v.n.dom.elems[0].i + int64(i)))
		} else {
			p.value(v.n.dom.elems[i])
		}
		p.WriteString(" :> ")
	}
}

// symbolic writes a set or function that is not explicit.
func (p *printer) symbolic(v Value) {
	switch v.n.kind {
	case KindLazy:
		p.parts("[x \\in ", v.n.elems, "", " |-> ...]")
	case KindInterval:
		lo, hi := v.bounds()
		p.WriteString(strconv.FormatInt(lo, 10) + ".." + strconv.FormatInt(hi, 10))
	case KindSubset:
		p.parts("SUBSET ", v.n.elems, "", "")
	case KindUnion:
		p.parts("UNION ", v.n.elems, "", "")
	case KindCup:
		p.parts("(", v.n.elems, ` \cup `, ")")
	case KindCap:
		p.parts("(", v.n.elems, ` \cap `, ")")
	case KindDiff:
		p.parts("(", v.n.elems, ` \ `, ")")
	case KindFilter:
		p.parts("{x \\in ", v.n.elems, "", " : ...}")
	case KindFunctionSet:
		p.parts("[", v.n.elems, " -> ", "]")
	case KindProduct:
		p.parts("(", v.n.elems, ` \X `, ")")
	case KindSeq:
		p.parts("Seq(", v.n.elems, "", ")")
	default:
		p.WriteString(map[Kind]string{KindNat: "Nat", KindInteger: "Int", KindReal: "Real", KindStrings: "STRING", KindAny: "Any"}[v.n.kind])
	}
}

func (p *printer) parts(open string, parts []Value, between, end string) {
	p.WriteString(open)
	for i, part := range parts {
		if p.full() {
			return
		}
		if i > 0 {
			p.WriteString(between)
		}
		if part.Kind() == KindInterval {
			p.WriteString("(")
			p.value(part)
			p.WriteString(")")
			continue
		}
		p.value(part)
	}
	p.WriteString(end)
}

// Wrapped returns the value in the layout of TLC's traces: on one line if that
// has at most width bytes, else a part per line, indented by its depth.
func (v Value) Wrapped(width int) string {
	var p printer
	p.wrapped(v, "", width)
	return p.String()
}

func (p *printer) wrapped(v Value, indent string, width int) {
	line := printer{limit: width}
	line.value(v)
	switch v.Kind() {
	case KindTuple, KindRecord, KindFunction, KindSet:
	default:
		line = printer{}
		line.value(v)
		p.WriteString(line.String())
		return
	}
	if len(indent)+line.Len() <= width {
		p.WriteString(line.String())
		return
	}
	open, separator, end := brackets(v)
	inner := indent + strings.Repeat(" ", 2)
	p.WriteString(open + " ")
	for i, e := range v.n.elems {
		if i > 0 {
			p.WriteString(separator + "\n" + inner)
		}
		p.key(v, i)
		p.wrapped(e, inner, width)
	}
	p.WriteString(" " + end)
}
