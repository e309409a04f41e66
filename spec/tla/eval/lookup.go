package eval

import "tidemark/spec/tla/value"

// A made is a tuple or record as it is written. Where it is only looked for,
// no new value is needed.
type made struct {
	elems  []node
	fields *value.Fields // nil for a tuple
}

// asMade returns what a node makes; false for nodes of other kinds.
func asMade(n node) (made, bool) {
	switch n := n.(type) {
	case *tuple:
		return made{elems: n.elems}, true
	case *record:
		return made{n.elems, n.fields}, true
	}
	return made{}, false
}

// value returns the tuple or record of these elements: one that must not be
// kept if it is only for a look.
func (x *made) value(m *Machine, elems []value.Value, look bool) value.Value {
	switch {
	case look && x.fields != nil:
		return x.fields.Probe(&m.probe, elems)
	case look:
		return m.probe.Tuple(elems)
	case x.fields != nil:
		return x.fields.Record(elems)
	}
	return value.Tuple(elems...)
}

// lookup is \in or \notin with a tuple or record that is made for it.
type lookup struct {
	src
	x   made
	set node
	not bool
}

func (n *lookup) truth(m *Machine, f *frame) bool {
	var buffer [8]value.Value
	elems := parts(n.x.elems, m, f, buffer[:0])
	set := n.set.eval(m, f)
	in, err := value.Member(n.x.value(m, elems, set.Kind() == value.KindSet), set)
	if err != nil {
		m.fail(n.src, err)
	}
	return in != n.not
}

func (n *lookup) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// applicationAt is f[x] with a tuple or record x that is made for it.
type applicationAt struct {
	src
	f node
	x made
}

func (n *applicationAt) eval(m *Machine, f *frame) value.Value {
	fn := n.f.eval(m, f)
	var buffer [8]value.Value
	elems := parts(n.x.elems, m, f, buffer[:0])
	k := fn.Kind()
	v, err := value.Apply(fn, n.x.value(m, elems, k == value.KindFunction || k == value.KindRecord))
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}
