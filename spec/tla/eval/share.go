package eval

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// A share is a definition without parameters, or what an instance puts in the
// place of a variable, that is evaluated once: for good if it depends on nothing,
// else as long as the variables that it reads have the same values.
type share struct {
	u *unit
	n node
	i info
}

// smallest is the size from which a definition is worth remembering.
const smallest = 5

// shared returns the node of a definition without parameters whose value can
// be remembered; nil for others. It is the same node wherever the definition
// is used.
func (u *unit) shared(d *syntax.Decl, dc ctx) (node, info) {
	if dc.env == nil && u.prog.reads(d, make(map[*syntax.Decl]bool))&^readsCur != 0 {
		return nil, info{}
	}
	body := d.Body
	if d.Kind == syntax.FunctionDecl {
		body = &syntax.Function{Bounds: d.Bounds, Body: d.Body}
	}
	c := ctx{env: dc.env, scope: dc.scope, module: d.Module, site: &site{scope: d.Home}, primed: dc.primed}
	return u.shareOf(unitKey{decl: d, env: dc.env}, body, c)
}

// shareOf returns the node for a body in the context of its own, under a key; nil
// if its value can't be remembered. It is compiled when it is needed first.
func (u *unit) shareOf(key unitKey, body syntax.Expr, c ctx) (node, info) {
	if c.scope != nil || c.env != nil && c.env.local {
		return nil, info{}
	}
	for _, key.primed = range []bool{false, c.primed} { // a constant is the same in both states
		s, known := u.prog.shares[key]
		if !known {
			u.prog.shares[key] = nil // it may need itself
			sc := c
			sc.primed = key.primed
			s = u.prog.share(key.decl.Name, body, sc)
			u.prog.shares[key] = s
		}
		switch {
		case s == nil:
			return nil, info{}
		case s.i.isConstant():
			return s.n, info{}
		case key.primed == c.primed:
			u.calls = append(u.calls, s.u)
			return s.n, s.i
		}
	}
	return nil, info{}
}

// share compiles a body on its own; nil if its value can't be remembered.
func (p *Program) share(name string, body syntax.Expr, c ctx) *share {
	u := p.newUnit(name, true)
	var s *share
	problem := guard(func() {
		n, i := u.expr(body, c)
		u.close(i)
		if l, ok := n.(*literal); ok {
			s = &share{u, l, i}
		} else if i.isConstant() {
			s = &share{u, &alone{u, n}, i}
		} else if r := p.remember(u, n, i, body); r != nil {
			s = &share{u, r, i}
		}
	})
	if problem != nil {
		return nil // it shows again where the body is used
	}
	return s
}

// remember returns a node that remembers the value of another one; nil if that is
// not worth it, or more than variables decides on the value.
func (p *Program) remember(u *unit, n node, i info, body syntax.Expr) *remembered {
	if i != (info{reads: readsCur}) && i != (info{reads: readsNext}) || size(body) < smallest {
		return nil
	}
	all := collectVars{}
	if !u.gather(&all, make(map[*unit]bool)) || all.opaque {
		return nil
	}
	r := &remembered{u: u, n: n, number: p.remembered, cur: all.sorted(all.cur), next: all.sorted(all.next)}
	p.remembered++
	return r
}

// alone is a constant definition with a frame of its own.
type alone struct {
	u *unit
	n node
}

func (n *alone) eval(m *Machine, _ *frame) value.Value {
	if c, ok := n.n.(*constant); ok {
		if p := c.v.Load(); p != nil {
			return *p
		}
	}
	f := m.enter(n.u, src{}, nil)
	v := n.n.eval(m, f)
	m.leave(n.u)
	return v
}

// remembered is a definition whose value depends on variables only.
type remembered struct {
	u         *unit
	n         node
	number    int
	cur, next []int // the variables
}

// A recollection is the value of a definition for values of the variables that
// it reads.
type recollection struct {
	version uint64 // of the current state; 0 if it may be another one
	v       value.Value
	read    []value.Value
}

func (n *remembered) eval(m *Machine, _ *frame) value.Value {
	if n.number >= len(m.memory) {
		m.memory = append(m.memory, make([]recollection, n.number+1-len(m.memory))...)
	}
	if r := &m.memory[n.number]; n.holds(r, m) {
		return r.v
	}
	f := m.enter(n.u, src{}, nil)
	v := n.n.eval(m, f)
	m.leave(n.u)
	r := &m.memory[n.number]
	r.version, r.v, r.read = m.version, v, r.read[:0]
	for _, i := range n.cur {
		r.read = append(r.read, m.Cur[i])
	}
	for _, i := range n.next {
		r.read = append(r.read, m.Next[i])
	}
	return v
}

// holds reports whether a recollection is of the values that the variables have.
func (n *remembered) holds(r *recollection, m *Machine) bool {
	switch {
	case r.v.IsZero():
		return false
	case len(n.next) == 0 && r.version == m.version && m.version != 0:
		return true
	}
	for k, i := range n.cur {
		if r.read[k] != m.Cur[i] {
			return false
		}
	}
	for k, i := range n.next {
		if r.read[len(n.cur)+k] != m.Next[i] {
			return false
		}
	}
	r.version = m.version
	return true
}
