package eval

import (
	"strconv"
	"strings"

	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

var languageConstants = map[string]value.Value{
	"TRUE": value.True, "FALSE": value.False, "BOOLEAN": value.Booleans, "STRING": value.Strings,
}

func stringValue(s string) value.Value { return value.String(s) }

// number compiles a number: a decimal or one in another base.
func (u *unit) number(e *syntax.Number, c ctx) (node, info) {
	text, base := e.Text, 10
	if strings.HasPrefix(text, `\`) {
		base = map[byte]int{'b': 2, 'o': 8, 'h': 16}[text[1]|0x20]
		text = text[2:]
	}
	if strings.Contains(text, ".") {
		c.problem(e.Pos, "decimals such as %s are not supported, expected a whole number", text)
	}
	n, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		c.problem(e.Pos, "expected a number of at most 64 bits, found %s", text)
	}
	return &literal{value.Int(n)}, info{}
}

// setOf is {a, b}.
type setOf struct {
	src
	elems []node
}

func (n *setOf) eval(m *Machine, f *frame) value.Value {
	var buffer [8]value.Value
	return value.Set(parts(n.elems, m, f, buffer[:0])...)
}

// parts appends the values of nodes.
func parts(nodes []node, m *Machine, f *frame, values []value.Value) []value.Value {
	for _, n := range nodes {
		values = append(values, n.eval(m, f))
	}
	return values
}

// tuple is <<a, b>>.
type tuple struct{ elems []node }

func (n *tuple) eval(m *Machine, f *frame) value.Value {
	var buffer [8]value.Value
	return value.Tuple(parts(n.elems, m, f, buffer[:0])...)
}

// product is S \X T.
type product struct {
	src
	sets []node
}

func (n *product) eval(m *Machine, f *frame) value.Value {
	sets := make([]value.Value, len(n.sets))
	for i, s := range n.sets {
		sets[i] = s.eval(m, f)
	}
	v, err := value.Product(sets...)
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// functionSet is [S -> T].
type functionSet struct {
	src
	s, t node
}

func (n *functionSet) eval(m *Machine, f *frame) value.Value {
	s := n.s.eval(m, f)
	v, err := value.FunctionSet(s, n.t.eval(m, f))
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// record is [f |-> a], recordSet is [f : S].
type (
	record struct {
		fields *value.Fields
		elems  []node
	}
	recordSet struct {
		src
		fields *value.Fields
		sets   []node
	}
)

// fields compiles the parts of a record or of a set of records.
func (u *unit) fields(all []syntax.RecordField, c ctx) (*value.Fields, []node, info) {
	names := make([]string, len(all))
	nodes := make([]node, len(all))
	var i info
	for k, f := range all {
		n, j := u.expr(f.Value, c)
		names[k], nodes[k] = f.Name.Name, n
		i = i.join(j)
	}
	fields, err := value.NewFields(names...)
	if err != nil {
		c.problem(all[0].Name.Pos, "%v", err)
	}
	return fields, nodes, i
}

func (u *unit) record(e *syntax.Record, c ctx) (node, info) {
	fields, nodes, i := u.fields(e.Fields, c)
	return &record{fields, nodes}, i
}

func (u *unit) recordSet(e *syntax.RecordSet, c ctx) (node, info) {
	fields, nodes, i := u.fields(e.Fields, c)
	return &recordSet{c.at(e.Pos), fields, nodes}, i
}

func (n *record) eval(m *Machine, f *frame) value.Value {
	var buffer [8]value.Value
	return n.fields.Record(parts(n.elems, m, f, buffer[:0]))
}

func (n *recordSet) eval(m *Machine, f *frame) value.Value {
	sets := make([]value.Value, len(n.sets))
	for i, s := range n.sets {
		sets[i] = s.eval(m, f)
	}
	v, err := n.fields.Set(sets)
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}
