package eval

import (
	"fmt"

	"tidemark/spec/tla/syntax"
)

// maxNodes bounds what is compiled for one frame, maxInline the definitions
// that are expanded in place: larger ones get a frame of their own once a unit
// has grown to softNodes.
const (
	maxNodes  = 2_000_000
	softNodes = 20_000
	maxNested = 4_000
)

// problem is an error in a module that only shows when it is compiled.
func (c ctx) problem(pos syntax.Pos, format string, args ...any) {
	panic(unwinding{c.at(pos).error(fmt.Sprintf(format, args...))})
}

// root returns the context of the module's own definitions.
func (p *Program) root() ctx {
	return ctx{site: &site{scope: p.scope}, module: p.scope.Name}
}

// newUnit returns an empty unit.
func (p *Program) newUnit(name string, stable bool) *unit {
	return &unit{prog: p, name: name, stable: stable}
}

// slot returns a new slot. Slots are not used twice: an argument that is
// evaluated late may run into what is bound meanwhile.
func (u *unit) slot() int {
	u.slots++
	return u.slots - 1
}

// expr compiles an expression. What depends on nothing is computed once.
func (u *unit) expr(e syntax.Expr, c ctx) (node, info) {
	c.depth++
	u.depth = max(u.depth, c.depth)
	if u.nodes++; u.nodes > maxNodes {
		c.problem(e.Position(), "expected an expression of at most %d parts with all definitions expanded, found more", maxNodes)
	}
	if c.depth > maxNested {
		c.problem(e.Position(), "expected definitions that are nested at most %d deep, found more", maxNested)
	}
	mark := u.slots
	n, i := u.compile(e, c)
	i = i.since(mark)
	if i.isConstant() {
		switch n.(type) {
		case *literal, *constant, *alone:
		default:
			n = &constant{n: n, src: c.at(e.Position())}
		}
	}
	return n, i
}

// exprs compiles several expressions.
func (u *unit) exprs(all []syntax.Expr, c ctx) ([]node, info) {
	nodes := make([]node, len(all))
	var i info
	for k, e := range all {
		n, j := u.expr(e, c)
		nodes[k] = n
		i = i.join(j)
	}
	return nodes, i
}

// cond compiles an expression as a condition.
func (u *unit) cond(e syntax.Expr, c ctx) (cond, info) {
	n, i := u.expr(e, c)
	return asCond(n, c.at(e.Position())), i
}

// compile dispatches on the form of an expression.
func (u *unit) compile(e syntax.Expr, c ctx) (node, info) {
	switch e := e.(type) {
	case *syntax.Apply:
		return u.apply(e, c)
	case *syntax.Number:
		return u.number(e, c)
	case *syntax.String:
		return &literal{stringValue(e.Text)}, info{}
	case *syntax.Builtin:
		return &literal{languageConstants[e.Name]}, info{}
	case *syntax.Junction:
		return u.junction(e, c)
	case *syntax.If:
		return u.ifThenElse(e, c)
	case *syntax.Case:
		return u.cases(e, c)
	case *syntax.Let:
		return u.let(e, c)
	case *syntax.Quantifier:
		return u.quantifier(e, c)
	case *syntax.Choose:
		return u.choose(e, c)
	case *syntax.Filter:
		return u.filter(e, c)
	case *syntax.Map:
		return u.mapping(e, c)
	case *syntax.Function:
		return u.function(e.Bounds, e.Body, e.Pos, c)
	}
	return u.compound(e, c)
}

// compound compiles values that have parts.
func (u *unit) compound(e syntax.Expr, c ctx) (node, info) {
	switch e := e.(type) {
	case *syntax.SetOf:
		elems, i := u.exprs(e.Elems, c)
		return &setOf{c.at(e.Pos), elems}, i
	case *syntax.Tuple:
		elems, i := u.exprs(e.Elems, c)
		return &tuple{elems}, i
	case *syntax.Product:
		sets, i := u.exprs(e.Sets, c)
		return &product{c.at(e.Pos), sets}, i
	case *syntax.FunctionSet:
		s, i := u.expr(e.Domain, c)
		t, j := u.expr(e.Range, c)
		return &functionSet{c.at(e.Pos), s, t}, i.join(j)
	case *syntax.FunctionApply:
		if n, i := u.applied(e, c); n != nil {
			return n, i
		}
		f, i := u.expr(e.Function, c)
		args, j := u.exprs(e.Args, c)
		return newApplication(c.at(e.Pos), f, args), i.join(j)
	case *syntax.Select:
		r, i := u.expr(e.Record, c)
		return &selection{c.at(e.Pos), r, stringValue(e.Field)}, i
	case *syntax.Record:
		return u.record(e, c)
	case *syntax.RecordSet:
		return u.recordSet(e, c)
	case *syntax.Except:
		return u.except(e, c)
	case *syntax.Old:
		b := c.scope.findOld(e.Update)
		return u.reached(b)
	case *syntax.Box:
		return u.box(e, c)
	case *syntax.Lambda:
		c.problem(e.Pos, "expected a value, found LAMBDA, which is an operator")
	case *syntax.Fair:
		c.problem(e.Pos, "expected a value, found a fairness condition, which only a behaviour has")
	}
	c.problem(e.Position(), "this form of expression can't be evaluated")
	return nil, info{}
}

// guard turns what a compilation unwinds with into an error.
func guard(f func()) (err error) {
	defer catch(&err)
	f()
	return nil
}

// unit returns what a definition is compiled to that is called in a frame of
// its own.
func (p *Program) unit(d *syntax.Decl, c ctx, stable bool) *unit {
	key := unitKey{d, c.scope, c.env, c.primed, stable}
	if u := p.units[key]; u != nil {
		return u
	}
	u := p.newUnit(d.Name, stable)
	p.units[key] = u // before its body, which may call it
	inner := u.open(d, c)
	var i info
	u.body, i = u.expr(d.Body, inner)
	u.close(i)
	return u
}

// open makes the unit that of a definition: it binds the parameters and
// returns the context of the body.
func (u *unit) open(d *syntax.Decl, c ctx) ctx {
	u.parent = owner(c)
	u.params = len(d.Params)
	u.slots = u.params
	u.depth = 1
	inner := ctx{env: c.env, scope: c.scope, primed: c.primed, site: &site{scope: d.Home}, module: d.Module}
	for i, param := range d.Params {
		b := &binding{u: u, info: slotted(i).with(readsCur), param: i, c: ctx{primed: c.primed}}
		if u.stable {
			b.info.reads |= readsNext
		}
		if param.Arity > 0 {
			b.op = true
		} else {
			b.n = &parameter{i}
		}
		inner = inner.bind(param, b)
	}
	return inner
}

// owner returns the unit whose frame holds what is bound at a place, nil if
// nothing is.
func owner(c ctx) *unit {
	for {
		switch {
		case c.scope != nil:
			return c.scope.b.u
		case c.env == nil:
			return nil
		}
		c = c.env.outer
	}
}

// hops returns how many frames up from those of u those of another unit are.
func (u *unit) hops(to *unit) int {
	n := 0
	for at := u; at != nil; at = at.parent {
		if at == to {
			return n
		}
		n++
	}
	return 0
}

// reached returns the node of a binding for this unit.
func (u *unit) reached(b *binding) (node, info) {
	hops := u.hops(b.u)
	if hops == 0 {
		return b.n, b.info
	}
	i := b.info
	if i.open > 0 {
		i = i.join(beyond)
	}
	at := u
	for ; at.parent != b.u; at = at.parent {
		at.taken = at.taken.join(i)
	}
	at.taken = at.taken.join(b.info)
	return &outer{hops, b.n}, i
}

// close notes what the unit depends on.
func (u *unit) close(i info) {
	u.reads = i.reads
	u.done = true
}

// uses returns what a call of a unit depends on, its arguments apart.
func (u *unit) uses(called *unit, otherwise info) info {
	switch {
	case !called.done:
		return otherwise
	case called.parent == nil:
		return info{reads: called.reads}
	case called.parent == u:
		return info{reads: called.reads, open: called.taken.open}
	case called.taken.open == 0:
		return info{reads: called.reads}
	}
	at := u
	for ; at != nil && at.parent != called.parent; at = at.parent {
		at.taken = at.taken.join(beyond)
	}
	if at != nil {
		at.taken = at.taken.join(called.taken)
	}
	return beyond.with(called.reads)
}
