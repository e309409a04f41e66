package eval

import (
	"tidemark/spec/tla/syntax"
)

// actionRecursive compiles the use of a recursive operator as an action: a
// call of a unit that returns to what follows.
func (u *unit) actionRecursive(e *syntax.Apply, d *syntax.Decl, dc, c ctx, next step) step {
	called := u.prog.actionUnit(d, dc)
	s := &callStep{src: c.at(e.Pos), u: called, hops: u.upTo(called), next: next}
	for n, arg := range e.Args {
		a, _ := u.actual(arg, d, n, c)
		s.args = append(s.args, a)
	}
	return s
}

// actionFunction compiles the application of a recursive function as an
// action, as TLC does: by its body.
func (u *unit) actionFunction(e *syntax.FunctionApply, c ctx, next step) step {
	a, ok := e.Function.(*syntax.Apply)
	if !ok || a.Decl == nil || a.Decl.Kind != syntax.FunctionDecl || len(a.Args) > 0 {
		return nil
	}
	d, dc := u.resolve(a, c)
	count, _ := usage(d.Body, d)
	if _, bound := u.prog.bound(d, dc); bound || count == 0 || u.prog.overriddenIn(d, dc, c.module) != d {
		return nil
	}
	f, _ := u.expr(e.Function, c)
	args, _ := u.exprs(e.Args, c)
	x := args[0]
	if len(args) > 1 {
		x = &tuple{args}
	}
	r := u.actionFunctionUnit(d, dc)
	return &applyStep{c.at(e.Pos), r, u.upTo(r.u), f, x, next}
}

// actionFunctionUnit is recursive for an action.
func (u *unit) actionFunctionUnit(d *syntax.Decl, dc ctx) *recursiveAction {
	key := unitKey{d, dc.scope, dc.env, dc.primed, false}
	if r := u.prog.actionFunctions[key]; r != nil {
		return r
	}
	r := &recursiveAction{u: u.prog.newUnit(d.Name, false)}
	u.prog.actionFunctions[key] = r
	r.u.parent = owner(dc)
	r.u.depth = 1
	inner := dc
	inner.depth = 0
	inner.site = &site{scope: d.Home}
	if dc.scope != nil {
		inner = inner.bind(d, &binding{u: owner(dc), c: dc})
	}
	domains, inner, _ := r.u.bounds(d.Bounds, inner, d.Pos)
	r.domains = domains
	r.s = r.u.action(d.Body, inner, ret{}, nil)
	return r
}

// actionUnit is unit for an action.
func (p *Program) actionUnit(d *syntax.Decl, c ctx) *unit {
	key := unitKey{d, c.scope, c.env, c.primed, false}
	if u := p.actionUnits[key]; u != nil {
		return u
	}
	u := p.newUnit(d.Name, false)
	p.actionUnits[key] = u
	inner := u.open(d, c)
	u.s = u.action(d.Body, inner, ret{}, nil)
	return u
}
