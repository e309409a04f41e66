package eval

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// call compiles the use of an operator: its body in place of it, or a call of
// a unit. dc is where it is defined, c where the arguments stand.
func (u *unit) call(d *syntax.Decl, dc ctx, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	if points := u.prog.points[d]; points != nil {
		nodes, i := u.exprs(args, c)
		return &pointwise{c.at(pos), d.Name, points, nodes}, i
	}
	if len(d.Params) == 0 {
		if n, i := u.shared(d, dc); n != nil {
			return n, i
		}
	}
	if u.inlined(d, dc) {
		inner, scope := u.expand(d, dc, args, c, pos)
		n, i := u.expr(d.Body, inner)
		return scope.around(n), i
	}
	called := u.prog.unit(d, dc, u.stable)
	u.calls = append(u.calls, called)
	k := &calling{src: c.at(pos), u: called, hops: u.upTo(called)}
	var i info
	for n, arg := range args {
		a, j := u.actual(arg, d, n, c)
		k.args = append(k.args, a)
		i = i.join(j)
	}
	return k, i.join(u.uses(called, u.effects(d, dc)))
}

// effects is what the body of a unit may depend on.
func (u *unit) effects(d *syntax.Decl, dc ctx) info {
	i := info{reads: u.prog.reads(d, make(map[*syntax.Decl]bool))}
	if dc.scope != nil || dc.env != nil {
		i.reads |= readsCur
		if owner(dc) != nil {
			i = i.join(beyond)
		}
	}
	if i.reads&readsCur != 0 && dc.primed {
		i.reads |= readsNext
	}
	return i
}

// inlined reports whether the body of an operator takes the place of its use.
func (u *unit) inlined(d *syntax.Decl, dc ctx) bool {
	switch {
	case d.Recursive:
		return false
	case u.nodes < softNodes || dc.scope != nil || dc.env != nil && dc.env.local:
		return true
	case u.prog.size(d) < 40:
		return true
	}
	for _, param := range d.Params {
		if param.Arity > 0 || primes(d.Body, param) {
			return true
		}
	}
	return false
}

// A letScope is what has to be done before a body is evaluated.
type letScope struct {
	clear []int // slots to clear
	eager []eager
}

type eager struct {
	slot int
	n    node
}

// around puts what has to be done before a node.
func (s *letScope) around(n node) node {
	if len(s.eager) > 0 {
		if c, ok := condition(n); ok {
			n = &boundFirstCond{s.eager, c}
		} else {
			n = &boundFirst{s.eager, n}
		}
	}
	if len(s.clear) > 0 {
		if c, ok := condition(n); ok {
			n = &scopedCond{s.clear, c}
		} else {
			n = &scoped{s.clear, n}
		}
	}
	return n
}

// expand binds the parameters of an operator to its arguments and returns the
// context for its body.
func (u *unit) expand(d *syntax.Decl, dc ctx, args []syntax.Expr, c ctx, pos syntax.Pos) (ctx, *letScope) {
	inner := dc
	inner.module = d.Module
	inner.site = &site{name: d.Name, scope: d.Home, module: c.module, call: pos, parent: c.site}
	inner.depth = c.depth
	inner.primed = dc.primed
	scope := &letScope{}
	for k, param := range d.Params {
		b := u.argument(args[k], param, c)
		if b.n != nil && !isAtom(b.n) {
			u.share(b, d, k, scope)
		}
		inner = inner.bind(param, b)
	}
	return inner, scope
}

// argument binds a parameter to an argument that is evaluated at each use.
func (u *unit) argument(arg syntax.Expr, param *syntax.Decl, c ctx) *binding {
	b := &binding{u: u, e: arg, c: c}
	if param.Arity == 0 {
		b.n, b.info = u.expr(arg, c)
	}
	return b
}

// share lets an argument that is used several times be evaluated once: at
// once if it is needed in any case, else when it is needed first. What reads
// a next state that is still being assigned is evaluated each time.
func (u *unit) share(b *binding, d *syntax.Decl, k int, scope *letScope) {
	count, often := usage(d.Body, d.Params[k])
	if count == 0 || count == 1 && !often || !u.stable && b.info.reads&readsNext != 0 {
		return
	}
	i := u.slot()
	b.info = b.info.join(slotted(i))
	if u.prog.needs(d, k) {
		scope.eager = append(scope.eager, eager{i, b.n})
		b.n = &slot{i}
	} else {
		scope.clear = append(scope.clear, i)
		b.n = &lazy{i, b.n}
	}
}

// isAtom reports whether a node is as cheap as reading a slot.
func isAtom(n node) bool {
	switch n.(type) {
	case *literal, *constant, *alone, *remembered, *slot, *cur, *next, *lazy, *parameter:
		return true
	}
	return false
}

// An actual is the argument of a call.
type actual struct {
	n     node
	eager bool // it is evaluated before the call
	op    callable
	pass  int // an operator that is a parameter of this unit, passed on; -1 for none
	hops  int
}

// actual compiles an argument of a call.
func (u *unit) actual(arg syntax.Expr, d *syntax.Decl, k int, c ctx) (actual, info) {
	param := d.Params[k]
	if param.Arity > 0 {
		return u.operator(arg, param.Arity, c)
	}
	n, i := u.expr(arg, c)
	return actual{n: n, eager: isAtom(n) || u.prog.needs(d, k), pass: -1}, i
}

// operator compiles an operator that is an argument.
func (u *unit) operator(arg syntax.Expr, arity int, c ctx) (actual, info) {
	if a, ok := arg.(*syntax.Apply); ok {
		if b := c.scope.find(a.Decl); b != nil && b.op {
			return actual{pass: b.param, hops: u.hops(b.u)}, beyond.with(readsBoth)
		}
	}
	inner := c
	op := &operator{}
	params := make([]syntax.Expr, arity)
	for k := range arity {
		i := u.slot()
		op.slots = append(op.slots, i)
		d := &syntax.Decl{Kind: syntax.BoundDecl, Name: "_"}
		inner = inner.bind(d, &binding{u: u, n: &slot{i}, info: slotted(i), rigid: true})
		params[k] = &syntax.Apply{Name: "_", Decl: d}
	}
	n, i := u.operatorApply(arg, c, params, inner, arg.Position())
	op.n = n
	return actual{op: op, pass: -1}, i
}

// operator is an operator as an argument, with what it is made of in the frame
// that it comes from.
type operator struct {
	slots []int
	n     node
}

func (o *operator) call(m *Machine, f *frame, args []value.Value) value.Value {
	for k, i := range o.slots {
		f.v[i] = args[k]
	}
	return o.n.eval(m, f)
}

// calling calls a unit.
type calling struct {
	src
	u    *unit
	hops int // up to the frame that those of the unit lie within; -1 for none
	args []actual
}

func (n *calling) eval(m *Machine, f *frame) value.Value {
	g := m.prepare(n.u, n.src, n.hops, n.args, f)
	v := n.u.body.eval(m, g)
	m.leave(n.u)
	return v
}

// prepare returns the frame for a call, with its arguments.
func (m *Machine) prepare(u *unit, s src, hops int, args []actual, f *frame) *frame {
	var buffer [8]value.Value
	values := buffer[:0]
	for i := range args {
		var v value.Value
		if args[i].eager {
			v = args[i].n.eval(m, f)
		}
		values = append(values, v)
	}
	var up *frame
	if hops >= 0 {
		up = f.above(hops)
	}
	g := m.enter(u, s, up)
	copy(g.v, values)
	for i := range args {
		switch a := &args[i]; {
		case a.pass >= 0:
			g.thunks[i] = f.above(a.hops).thunks[a.pass]
		case a.op != nil:
			g.thunks[i] = thunk{op: a.op, f: f}
		case !a.eager:
			g.thunks[i] = thunk{n: a.n, f: f}
		}
	}
	return g
}

// parameterCall applies an operator that is a parameter of the unit.
type parameterCall struct {
	hops int
	i    int
	args []node
}

func (n *parameterCall) eval(m *Machine, f *frame) value.Value {
	args := make([]value.Value, len(n.args))
	for i, a := range n.args {
		args[i] = a.eval(m, f)
	}
	t := f.above(n.hops).thunks[n.i]
	return t.op.call(m, t.f, args)
}

// boundFirst fills slots before its body is evaluated.
type boundFirst struct {
	first []eager
	n     node
}

func (n *boundFirst) eval(m *Machine, f *frame) value.Value {
	for i := range n.first {
		f.v[n.first[i].slot] = n.first[i].n.eval(m, f)
	}
	return n.n.eval(m, f)
}

type boundFirstCond struct {
	first []eager
	n     cond
}

func (n *boundFirstCond) truth(m *Machine, f *frame) bool {
	for i := range n.first {
		f.v[n.first[i].slot] = n.first[i].n.eval(m, f)
	}
	return n.n.truth(m, f)
}

func (n *boundFirstCond) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// pointwise is an operator that the configuration gives values one by one.
type pointwise struct {
	src
	name   string
	points []point
	args   []node
}

func (n *pointwise) eval(m *Machine, f *frame) value.Value {
	args := make([]value.Value, len(n.args))
	for i, a := range n.args {
		args[i] = a.eval(m, f)
	}
next:
	for _, p := range n.points {
		for i := range args {
			if i >= len(p.args) || !value.Identical(args[i], p.args[i]) {
				continue next
			}
		}
		return p.value
	}
	m.failf(n.src, "the configuration gives %s no value at these arguments", n.name)
	return value.Value{}
}
