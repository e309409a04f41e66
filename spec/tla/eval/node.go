package eval

import (
	"fmt"

	"tidemark/spec/tla/value"
)

// A node computes a value.
type node interface {
	eval(m *Machine, f *frame) value.Value
}

// A cond computes a truth value.
type cond interface {
	truth(m *Machine, f *frame) bool
}

// A callable is an operator as an argument.
type callable interface {
	call(m *Machine, f *frame, args []value.Value) value.Value
}

// truthOf makes a condition of a node.
type truthOf struct {
	src
	n node
}

func (t *truthOf) truth(m *Machine, f *frame) bool {
	v := t.n.eval(m, f)
	b, ok := v.AsBool()
	if !ok {
		m.fail(t.src, fmt.Errorf("expected TRUE or FALSE, found %s", short(v)))
	}
	return b
}

func (t *truthOf) eval(m *Machine, f *frame) value.Value { return value.Bool(t.truth(m, f)) }

// asCond returns a node as a condition.
func asCond(n node, s src) cond {
	if c, ok := n.(cond); ok {
		return c
	}
	return &truthOf{s, n}
}

// condition returns a node as a condition, if its value is surely TRUE or FALSE.
// A constant can be asked for its truth, but may be any value.
func condition(n node) (cond, bool) {
	if _, any := n.(*constant); any {
		return nil, false
	}
	c, ok := n.(cond)
	return c, ok
}

// short returns a value's text, clipped.
func short(v value.Value) string {
	if v.IsZero() {
		return "no value"
	}
	s := []rune(v.String())
	if len(s) > 200 {
		return string(s[:200]) + "..."
	}
	return string(s)
}

// literal is a value.
type literal struct{ v value.Value }

func (n *literal) eval(*Machine, *frame) value.Value { return n.v }

// slot is what is bound.
type slot struct{ i int }

func (n *slot) eval(_ *Machine, f *frame) value.Value { return f.v[n.i] }

// cur is a variable's value in the current state, next that in the next one.
type (
	cur  struct{ i int }
	next struct {
		src
		i int
	}
)

func (n *cur) eval(m *Machine, _ *frame) value.Value { return m.Cur[n.i] }

func (n *next) eval(m *Machine, _ *frame) value.Value {
	v := m.Next[n.i]
	if v.IsZero() {
		m.failf(n.src, "the variable %s has no value yet in the state that is being computed, expected it to be assigned before it is read", m.prog.vars[n.i].Name)
	}
	return v
}

// outer is a node of a unit around this one.
type outer struct {
	hops int
	n    node
}

func (n *outer) eval(m *Machine, f *frame) value.Value { return n.n.eval(m, f.above(n.hops)) }

// above returns the frame that this one lies within, so many times.
func (f *frame) above(hops int) *frame {
	for range hops {
		f = f.up
	}
	return f
}

// constant is a value that is computed once.
type constant struct {
	src
	n node
	v shared
}

func (n *constant) eval(m *Machine, f *frame) value.Value {
	if p := n.v.Load(); p != nil {
		return *p
	}
	v := n.n.eval(m, f)
	if k := v.Kind(); k.IsSet() && k != value.KindInterval && value.Effort(v) <= maxListed {
		if e, err := value.Explicit(v); err == nil {
			v = e
		}
	}
	n.v.Store(&v)
	return v
}

func (n *constant) truth(m *Machine, f *frame) bool {
	v := n.eval(m, f)
	b, ok := v.AsBool()
	if !ok {
		m.failf(n.src, "expected TRUE or FALSE, found %s", short(v))
	}
	return b
}

// maxListed is how many elements may have to be looked at to list those of a
// constant set for good.
const maxListed = 1 << 16

// lazy is a value that is computed when it is needed first.
type lazy struct {
	i int
	n node
}

func (n *lazy) eval(m *Machine, f *frame) value.Value {
	if v := f.v[n.i]; !v.IsZero() {
		return v
	}
	v := n.n.eval(m, f)
	f.v[n.i] = v
	return v
}

// scoped clears slots before its body is evaluated.
type scoped struct {
	slots []int
	n     node
}

func (n *scoped) eval(m *Machine, f *frame) value.Value {
	for _, i := range n.slots {
		f.v[i] = value.Value{}
	}
	return n.n.eval(m, f)
}

// scopedCond is scoped for a condition.
type scopedCond struct {
	slots []int
	n     cond
}

func (n *scopedCond) truth(m *Machine, f *frame) bool {
	for _, i := range n.slots {
		f.v[i] = value.Value{}
	}
	return n.n.truth(m, f)
}

func (n *scopedCond) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// parameter is an argument of the unit that was called.
type parameter struct{ i int }

func (n *parameter) eval(m *Machine, f *frame) value.Value {
	if v := f.v[n.i]; !v.IsZero() {
		return v
	}
	t := &f.thunks[n.i]
	v := t.n.eval(m, t.f)
	f.v[n.i] = v
	return v
}
