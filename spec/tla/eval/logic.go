package eval

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

type (
	and        struct{ all []cond }
	or         struct{ all []cond }
	not        struct{ a cond }
	implies    struct{ a, b cond }
	equivalent struct{ a, b cond }
)

func (n *and) truth(m *Machine, f *frame) bool {
	for _, c := range n.all {
		if !c.truth(m, f) {
			return false
		}
	}
	return true
}

func (n *or) truth(m *Machine, f *frame) bool {
	for _, c := range n.all {
		if c.truth(m, f) {
			return true
		}
	}
	return false
}

func (n *not) truth(m *Machine, f *frame) bool     { return !n.a.truth(m, f) }
func (n *implies) truth(m *Machine, f *frame) bool { return !n.a.truth(m, f) || n.b.truth(m, f) }
func (n *equivalent) truth(m *Machine, f *frame) bool {
	a := n.a.truth(m, f)
	return a == n.b.truth(m, f)
}

func (n *and) eval(m *Machine, f *frame) value.Value        { return value.Bool(n.truth(m, f)) }
func (n *or) eval(m *Machine, f *frame) value.Value         { return value.Bool(n.truth(m, f)) }
func (n *not) eval(m *Machine, f *frame) value.Value        { return value.Bool(n.truth(m, f)) }
func (n *implies) eval(m *Machine, f *frame) value.Value    { return value.Bool(n.truth(m, f)) }
func (n *equivalent) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

func (u *unit) junction(e *syntax.Junction, c ctx) (node, info) {
	all := make([]cond, len(e.Items))
	var i info
	for k, item := range e.Items {
		n, j := u.cond(item, c)
		all[k] = n
		i = i.join(j)
	}
	switch {
	case len(all) == 1:
		return all[0].(node), i
	case e.And:
		return &and{all}, i
	}
	return &or{all}, i
}

func (u *unit) ifThenElse(e *syntax.If, c ctx) (node, info) {
	p, i := u.cond(e.Cond, c)
	a, j := u.expr(e.Then, c)
	b, k := u.expr(e.Else, c)
	i = i.join(j).join(k)
	ac, isCond := condition(a)
	bc, also := condition(b)
	if isCond && also {
		return &choiceCond{p, ac, bc}, i
	}
	return &choice{p, a, b}, i
}

// choice is IF.
type choice struct {
	c    cond
	a, b node
}

func (n *choice) eval(m *Machine, f *frame) value.Value {
	if n.c.truth(m, f) {
		return n.a.eval(m, f)
	}
	return n.b.eval(m, f)
}

type choiceCond struct{ c, a, b cond }

func (n *choiceCond) truth(m *Machine, f *frame) bool {
	if n.c.truth(m, f) {
		return n.a.truth(m, f)
	}
	return n.b.truth(m, f)
}

func (n *choiceCond) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// caseOf is CASE.
type caseOf struct {
	src
	conds  []cond
	values []node
	other  node // nil without OTHER
}

func (u *unit) cases(e *syntax.Case, c ctx) (node, info) {
	n := &caseOf{src: c.at(e.Pos)}
	var i info
	for _, arm := range e.Arms {
		p, j := u.cond(arm.Cond, c)
		v, k := u.expr(arm.Value, c)
		n.conds, n.values = append(n.conds, p), append(n.values, v)
		i = i.join(j).join(k)
	}
	if e.Other != nil {
		v, j := u.expr(e.Other, c)
		n.other = v
		i = i.join(j)
	}
	return n, i
}

func (n *caseOf) eval(m *Machine, f *frame) value.Value {
	for k, p := range n.conds {
		if p.truth(m, f) {
			return n.values[k].eval(m, f)
		}
	}
	if n.other == nil {
		m.failf(n.src, "no condition of CASE is true, and it has no OTHER")
	}
	return n.other.eval(m, f)
}

func (u *unit) let(e *syntax.Let, c ctx) (node, info) {
	inner, scope := u.define(e, c)
	n, i := u.expr(e.Body, inner)
	return scope.around(n), i
}

// define binds what a LET defines. A value is computed when it is needed
// first; what reads a next state that is still being assigned, each time.
func (u *unit) define(e *syntax.Let, c ctx) (ctx, *letScope) {
	scope := &letScope{}
	for _, def := range e.Defs {
		switch def := def.(type) {
		case *syntax.Definition:
			c = u.defineOne(def.Decl, e, c, scope)
		case *syntax.Recursive:
			for _, other := range e.Defs {
				if d, ok := other.(*syntax.Definition); ok && announces(def, d.Name) {
					c = c.bind(d.Decl, &binding{u: u})
				}
			}
			c.recursive(e)
		case *syntax.Instance:
			c = u.defineInstance(def.InstanceOf, e, c)
		}
	}
	return c, scope
}

func announces(r *syntax.Recursive, name string) bool {
	for _, p := range r.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// recursive tells the operators announced in a LET where they stand: within
// the scope that knows them.
func (c ctx) recursive(e *syntax.Let) {
	for _, def := range e.Defs {
		if d, ok := def.(*syntax.Definition); ok && d.Recursive {
			if b := c.scope.find(d.Decl); b != nil {
				b.c = c
			}
		}
	}
}

func (u *unit) defineOne(d *syntax.Decl, e *syntax.Let, c ctx, scope *letScope) ctx {
	if d.Recursive && d.Arity > 0 {
		c.scope.find(d).c = c // bound when it was announced; by now more is known
		return c
	}
	b := &binding{u: u, c: c}
	switch {
	case d.Kind == syntax.FunctionDecl:
		b.n, b.info = u.defined(d, c, c, d.Pos)
		u.delay(b, e, d, scope)
	case d.Kind == syntax.OperatorDecl && d.Arity == 0:
		b.e = d.Body
		if count, often := usage(e, d); (count > 1 || often) && !u.prog.isTemporal(d.Body) {
			b.n, b.info = u.expr(d.Body, c)
			u.delay(b, e, d, scope)
		}
	}
	return c.bind(d, b)
}

// delay makes the value of a LET definition one that is computed when it is
// needed first.
func (u *unit) delay(b *binding, e *syntax.Let, d *syntax.Decl, scope *letScope) {
	if isAtom(b.n) || !u.stable && b.info.reads&readsNext != 0 {
		return
	}
	count, often := usage(e, d)
	if count <= 1 && !often {
		return
	}
	i := u.slot()
	scope.clear = append(scope.clear, i)
	b.n = &lazy{i, b.n}
	b.info = b.info.join(slotted(i))
}

// defineInstance binds the operators of an instance without a name.
func (u *unit) defineInstance(in *syntax.InstanceOf, e *syntax.Let, c ctx) ctx {
	outer := c
	seen := make(map[*syntax.Decl]bool)
	var walk func(part syntax.Expr, _ bool)
	walk = func(part syntax.Expr, _ bool) {
		if a, ok := part.(*syntax.Apply); ok {
			d := a.Decl
			if len(a.Instances) > 0 {
				d = a.Instances[0].Decl
			}
			if d != nil && d.Kind == syntax.AliasDecl && d.Instance == in && !seen[d] {
				seen[d] = true
				c = c.bind(d, &binding{u: u, c: outer})
			}
		}
		syntax.Children(part, walk)
	}
	walk(e, false)
	return c
}
