package trace

import (
	"strconv"
	"strings"
)

// String returns the value as TLA+ text on one line, for example
// (r1 :> <<[id |-> 1, epoch |-> 1]>> @@ r2 :> <<>>).
func (v Value) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v Value) write(b *strings.Builder) {
	switch v.kind {
	case BoolKind:
		if v.num != 0 {
			b.WriteString("TRUE")
		} else {
			b.WriteString("FALSE")
		}
	case IntKind:
		b.WriteString(strconv.FormatInt(v.num, 10))
	case StringKind:
		b.WriteByte('"')
		escapes.WriteString(b, v.text)
		b.WriteByte('"')
	case ModelKind:
		b.WriteString(v.text)
	case SequenceKind:
		v.writeElems(b, "<<", ", ", ">>")
	case RecordKind:
		v.writeElems(b, "[", ", ", "]")
	case FunctionKind:
		v.writeElems(b, "(", " @@ ", ")")
	case SetKind:
		v.writeElems(b, "{", ", ", "}")
	}
}

// escapes are the characters that a TLA+ string can't hold as they are.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\f", `\f`)

func (v Value) writeElems(b *strings.Builder, open, separator, end string) {
	b.WriteString(open)
	for i, e := range v.elems {
		if i > 0 {
			b.WriteString(separator)
		}
		switch v.kind {
		case RecordKind:
			b.WriteString(v.keys[i].text)
			b.WriteString(" |-> ")
		case FunctionKind:
			v.keys[i].write(b)
			b.WriteString(" :> ")
		}
		e.write(b)
	}
	b.WriteString(end)
}
