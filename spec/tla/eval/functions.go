package eval

import (
	"sync/atomic"

	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// constructed is [x \in S |-> e].
type constructed struct {
	src
	domains []domain
	body    node
}

func (u *unit) function(bounds []syntax.Bound, body syntax.Expr, pos syntax.Pos, c ctx) (node, info) {
	domains, inner, i := u.bounds(bounds, c, pos)
	n, j := u.expr(body, inner)
	return &constructed{c.at(pos), domains, n}, i.join(j)
}

// bindAll puts the argument of a function into the slots of its domains.
func (m *Machine) bindAll(domains []domain, f *frame, x value.Value) {
	if len(domains) == 1 {
		domains[0].bind(m, f, x)
		return
	}
	elems := x.Elems()
	for i := range domains {
		domains[i].bind(m, f, elems[i])
	}
}

// wholeDomain returns the domain of a function: a product for several
// arguments.
func (m *Machine) wholeDomain(s src, domains []domain, f *frame) value.Value {
	if len(domains) == 1 {
		return domains[0].set.eval(m, f)
	}
	var buffer [4]value.Value
	v, err := value.Product(m.sets(domains, f, buffer[:0])...)
	if err != nil {
		m.fail(s, err)
	}
	return v
}

func (n *constructed) eval(m *Machine, f *frame) value.Value {
	dom := m.wholeDomain(n.src, n.domains, f)
	if k := dom.Kind(); k != value.KindSet && k != value.KindInterval && k.IsSet() {
		if finite, err := value.IsFinite(dom); err == nil && !finite {
			return n.later(m, f, dom)
		}
	}
	v, err := value.MakeFunction(dom, func(x value.Value) (value.Value, error) {
		m.bindAll(n.domains, f, x)
		return n.body.eval(m, f), nil
	})
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// later returns the function with its values computed when they are needed.
func (n *constructed) later(m *Machine, f *frame, dom value.Value) value.Value {
	s := m.snapshot(f)
	return value.Lazy(dom, func(x value.Value) (v value.Value, err error) {
		defer catch(&err)
		l := s.take()
		l.m.bindAll(n.domains, l.f, x)
		v = n.body.eval(l.m, l.f)
		s.put(l)
		return v, nil
	})
}

// defined compiles the use of a function that was defined as f[x \in S] == e.
func (u *unit) defined(d *syntax.Decl, dc ctx, c ctx, pos syntax.Pos) (node, info) {
	dc.site = &site{name: d.Name, scope: d.Home, module: c.module, call: pos, parent: c.site}
	dc.module, dc.depth = d.Module, c.depth
	if count, _ := usage(d.Body, d); count == 0 {
		if n, i := u.shared(d, dc); n != nil {
			return n, i
		}
		return u.function(d.Bounds, d.Body, d.Pos, dc)
	}
	r, i := u.recursive(d, dc)
	u.calls = append(u.calls, r.u)
	return &recursion{c.at(pos), r, u.upTo(r.u)}, i
}

// A recursive function is compiled to a unit with slots for its arguments.
type recursive struct {
	u       *unit
	domains []domain
}

// recursive returns the unit of a recursive function. It is compiled twice: what
// it depends on is known only then.
func (u *unit) recursive(d *syntax.Decl, dc ctx) (*recursive, info) {
	key := unitKey{d, dc.scope, dc.env, dc.primed, u.stable}
	r := u.prog.functions[key]
	if r == nil {
		r = &recursive{u: u.prog.newUnit(d.Name, u.stable)}
		u.prog.functions[key] = r
		r.compile(d, dc)
		if r.u.reads != 0 || r.u.taken.open > 0 {
			first := r.u
			r.u = u.prog.newUnit(d.Name, u.stable)
			r.u.done, r.u.reads, r.u.taken, r.u.parent = true, first.reads, first.taken, first.parent
			r.compile(d, dc)
		}
	}
	return r, u.uses(r.u, info{})
}

func (r *recursive) compile(d *syntax.Decl, dc ctx) {
	r.u.parent = owner(dc)
	r.u.depth = 1
	inner := dc
	inner.depth = 0
	inner.site = &site{scope: d.Home}
	if dc.scope != nil {
		inner = inner.bind(d, &binding{u: owner(dc), c: dc})
	}
	domains, inner, i := r.u.bounds(d.Bounds, inner, d.Pos)
	r.domains = domains
	body, j := r.u.expr(d.Body, inner)
	r.u.body = body
	r.u.close(i.join(j))
}

// upTo returns how many frames up those lie that a unit's lie within; -1 for
// none.
func (u *unit) upTo(called *unit) int {
	if called.parent == nil {
		return -1
	}
	return u.hops(called.parent)
}

// recursion is a recursive function as a value.
type recursion struct {
	src
	r    *recursive
	hops int
}

func (n *recursion) eval(m *Machine, f *frame) value.Value {
	var up *frame
	if n.hops >= 0 {
		up = f.above(n.hops)
	}
	g := m.enter(n.r.u, n.src, up)
	dom := m.wholeDomain(n.src, n.r.domains, g)
	s := m.snapshot(g)
	m.leave(n.r.u)
	var active atomic.Int64
	most := int64(maxUse / n.r.u.depth)
	return value.Lazy(dom, func(x value.Value) (v value.Value, err error) {
		defer catch(&err)
		l := s.take()
		if active.Add(1) > most {
			l.m.failf(n.src, "the function %s calls itself too deeply, expected at most about %d calls", n.r.u.name, most)
		}
		defer active.Add(-1)
		l.m.bindAll(n.r.domains, l.f, x)
		v = n.r.u.body.eval(l.m, l.f)
		s.put(l)
		return v, nil
	})
}

// direct is the application of a recursive function: a call of its unit.
type direct struct {
	src
	r    *recursive
	hops int
	args []node
}

// applied compiles the application of a recursive function that is named; nil
// for any other.
func (u *unit) applied(e *syntax.FunctionApply, c ctx) (node, info) {
	a, ok := e.Function.(*syntax.Apply)
	if !ok || a.Decl == nil || a.Decl.Kind != syntax.FunctionDecl || len(a.Args) > 0 {
		return nil, info{}
	}
	d, dc := u.resolve(a, c)
	count, _ := usage(d.Body, d)
	if _, bound := u.prog.bound(d, dc); bound || count == 0 || u.prog.overriddenIn(d, dc, c.module) != d {
		return nil, info{}
	}
	r, i := u.recursive(d, dc)
	if len(r.domains) != len(e.Args) {
		return nil, info{}
	}
	u.calls = append(u.calls, r.u)
	args, j := u.exprs(e.Args, c)
	return &direct{c.at(e.Pos), r, u.upTo(r.u), args}, i.join(j)
}

func (n *direct) eval(m *Machine, f *frame) value.Value {
	var buffer [4]value.Value
	args := buffer[:0]
	for _, a := range n.args {
		args = append(args, a.eval(m, f))
	}
	var up *frame
	if n.hops >= 0 {
		up = f.above(n.hops)
	}
	g := m.enter(n.r.u, n.src, up)
	var sets [4]value.Value
	for i, set := range m.sets(n.r.domains, g, sets[:0]) {
		in, err := value.Member(args[i], set)
		if err != nil {
			m.fail(n.src, err)
		}
		if !in {
			m.failf(n.src, "%s is not in the domain %s of the function %s", short(args[i]), short(set), n.r.u.name)
		}
		n.r.domains[i].bind(m, g, args[i])
	}
	v := n.r.u.body.eval(m, g)
	m.leave(n.r.u)
	return v
}

// newApplication returns the node of f[x].
func newApplication(s src, f node, args []node) node {
	x := node(&tuple{args})
	if len(args) == 1 {
		x = args[0]
	}
	if made, ok := asMade(x); ok {
		return &applicationAt{s, f, made}
	}
	return &application{s, f, x}
}

type application struct {
	src
	f, x node
}

func (n *application) eval(m *Machine, f *frame) value.Value {
	fn := n.f.eval(m, f)
	v, err := value.Apply(fn, n.x.eval(m, f))
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// selection is r.f.
type selection struct {
	src
	r    node
	name value.Value
}

func (n *selection) eval(m *Machine, f *frame) value.Value {
	v, err := value.Field(n.r.eval(m, f), n.name)
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// changed is EXCEPT.
type changed struct {
	src
	f       node
	updates []update
}

type update struct {
	src
	path  []node
	value node
	old   int // slot of @, -1 if it does not occur
}

func (u *unit) except(e *syntax.Except, c ctx) (node, info) {
	n := &changed{src: c.at(e.Pos)}
	fn, i := u.expr(e.Function, c)
	n.f = fn
	for k := range e.Updates {
		up := &e.Updates[k]
		x := update{src: c.at(up.Pos), old: -1}
		for _, step := range up.Path {
			p, j := u.pathStep(step, c)
			x.path = append(x.path, p)
			i = i.join(j)
		}
		inner := c
		if mentionsOld(up) {
			x.old = u.slot()
			b := &binding{u: u, n: &slot{x.old}, info: slotted(x.old), rigid: true}
			inner.scope = &scope{parent: c.scope, old: up, b: b}
		}
		v, j := u.expr(up.Value, inner)
		x.value = v
		i = i.join(j)
		n.updates = append(n.updates, x)
	}
	return n, i
}

func (u *unit) pathStep(step syntax.PathStep, c ctx) (node, info) {
	if step.Args == nil {
		return &literal{stringValue(step.Field)}, info{}
	}
	args, i := u.exprs(step.Args, c)
	if len(args) == 1 {
		return args[0], i
	}
	return &tuple{args}, i
}

func (n *changed) eval(m *Machine, f *frame) value.Value {
	v := n.f.eval(m, f)
	for i := range n.updates {
		v = n.updates[i].apply(m, f, v)
	}
	return v
}

func (x *update) apply(m *Machine, f *frame, v value.Value) value.Value {
	if len(x.path) == 1 {
		at := x.path[0].eval(m, f)
		if i, err := value.Position(v, at); err == nil && i >= 0 {
			if x.old >= 0 {
				f.v[x.old] = v.Elems()[i]
			}
			return value.ExceptAt(v, i, x.value.eval(m, f))
		}
		return x.applyPath(m, f, v, []value.Value{at})
	}
	path := make([]value.Value, 0, len(x.path))
	return x.applyPath(m, f, v, parts(x.path, m, f, path))
}

func (x *update) applyPath(m *Machine, f *frame, v value.Value, path []value.Value) value.Value {
	v, err := value.ExceptPath(v, path, func(old value.Value) (value.Value, error) {
		if x.old >= 0 {
			f.v[x.old] = old
		}
		return x.value.eval(m, f), nil
	})
	if err != nil {
		m.fail(x.src, err)
	}
	return v
}

// mentionsOld reports whether @ occurs in the value of an update.
func mentionsOld(up *syntax.Update) bool {
	found := false
	var walk func(e syntax.Expr, _ bool)
	walk = func(e syntax.Expr, _ bool) {
		if o, ok := e.(*syntax.Old); ok && o.Update == up {
			found = true
		}
		syntax.Children(e, walk)
	}
	walk(up.Value, false)
	return found
}
