package eval

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// A share is a definition without parameters that is evaluated once: for good
// if it depends on nothing, else once in each state.
type share struct {
	u *unit
	n node
	i info
}

// smallest is the size from which a definition is worth remembering.
const smallest = 12

// shared returns the node of a definition without parameters whose value can
// be remembered; nil for others. It is the same node wherever the definition
// is used.
func (u *unit) shared(d *syntax.Decl, dc ctx) (node, info) {
	if dc.scope != nil || dc.env != nil && dc.env.local {
		return nil, info{}
	}
	key := unitKey{decl: d, env: dc.env}
	s, ok := u.prog.shares[key]
	if !ok {
		u.prog.shares[key] = nil
		s = u.prog.share(d, dc)
		u.prog.shares[key] = s
	}
	switch {
	case s == nil:
		return nil, info{}
	case s.i.isConstant():
		return s.n, info{}
	case dc.primed:
		return nil, info{}
	}
	u.calls = append(u.calls, s.u)
	return s.n, s.i
}

// share compiles a definition on its own; nil if its value can't be
// remembered.
func (p *Program) share(d *syntax.Decl, dc ctx) *share {
	if dc.env == nil && p.reads(d, make(map[*syntax.Decl]bool))&^readsCur != 0 {
		return nil
	}
	u := p.newUnit(d.Name, true)
	c := ctx{env: dc.env, module: d.Module, site: &site{scope: d.Home}}
	var s *share
	problem := guard(func() {
		var n node
		var i info
		if d.Kind == syntax.FunctionDecl {
			e := &syntax.Function{Bounds: d.Bounds, Body: d.Body}
			n, i = u.expr(e, c)
		} else {
			n, i = u.expr(d.Body, c)
		}
		if l, ok := n.(*literal); ok {
			s = &share{u, l, i}
		} else if i.isConstant() {
			s = &share{u, &alone{u, n}, i}
		} else if i == (info{reads: readsCur}) && p.size(d) >= smallest && !u.vars.opaque {
			s = &share{u, &remembered{u, n, p.perState}, i}
			p.perState++
		}
	})
	if problem != nil {
		return nil // it shows again where the definition is used
	}
	return s
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

// remembered is a definition that depends on the current state only.
type remembered struct {
	u      *unit
	n      node
	number int
}

// A recollection is the value of a definition in a version of the current
// state.
type recollection struct {
	version uint64
	v       value.Value
}

func (n *remembered) eval(m *Machine, _ *frame) value.Value {
	if n.number < len(m.memory) {
		if r := &m.memory[n.number]; r.version == m.version && m.version != 0 {
			return r.v
		}
	} else {
		m.memory = append(m.memory, make([]recollection, n.number+1-len(m.memory))...)
	}
	f := m.enter(n.u, src{}, nil)
	v := n.n.eval(m, f)
	m.leave(n.u)
	if m.version != 0 {
		m.memory[n.number] = recollection{m.version, v}
	}
	return v
}
