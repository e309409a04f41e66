package eval

import (
	"tidemark/spec/tla/syntax"
)

// apply compiles the use of a name or operator.
func (u *unit) apply(e *syntax.Apply, c ctx) (node, info) {
	d, dc := u.resolve(e, c)
	return u.use(d, dc, e.Args, c, e.Pos)
}

// resolve returns what the name in e stands for, and the context of its
// definition.
func (u *unit) resolve(e *syntax.Apply, c ctx) (*syntax.Decl, ctx) {
	if e.Decl == nil {
		c.problem(e.Pos, "the name %s has no meaning", e.Name)
	}
	if len(e.Instances) == 0 {
		return e.Decl, u.home(e.Decl, c)
	}
	at := c
	for i, in := range e.Instances {
		d := in.Decl
		dc := at
		if i == 0 || at.env != nil {
			dc = u.home(d, at)
		}
		at = u.instance(d, dc, in.Args, c)
	}
	at.primed = c.primed
	return e.Decl, u.home(e.Decl, at)
}

// home returns the context of a declaration's definition, seen from c.
func (u *unit) home(d *syntax.Decl, c ctx) ctx {
	if b := c.scope.find(d); b != nil {
		h := b.c
		h.primed = h.primed || c.primed
		return h
	}
	h := ctx{env: c.env, primed: c.primed, module: d.Module, site: c.site, depth: c.depth}
	for h.env != nil && !h.env.in.Target.Includes(d.Module) {
		h.env = h.env.outer.env
	}
	if h.env != nil {
		h.scope = nil
	}
	return h
}

// instance returns the context within an instance: at is where the instance
// is defined, c where its arguments stand.
func (u *unit) instance(d *syntax.Decl, at ctx, args []syntax.Expr, c ctx) ctx {
	if d.Kind == syntax.AliasDecl {
		at = u.within(d.Instance, at)
		d = d.Original
		return u.instance(d, u.home(d, at), args, c)
	}
	for i, param := range d.Params {
		at = at.bind(param, u.argument(args[i], param, c))
	}
	return u.within(d.Instance, at)
}

// within returns the context within an instance that is defined in at.
func (u *unit) within(in *syntax.InstanceOf, at ctx) ctx {
	inner := ctx{primed: at.primed, site: at.site, module: in.Target.Name, depth: at.depth}
	if at.scope == nil {
		key := envKey{in, at.env}
		if u.prog.envs[key] == nil {
			outer := at
			outer.primed = false
			u.prog.envs[key] = &env{in: in, outer: outer, local: at.env != nil && at.env.local}
		}
		inner.env = u.prog.envs[key]
		return inner
	}
	outer := at
	outer.primed = false
	inner.env = &env{in: in, outer: outer, local: true}
	return inner
}

// use compiles the use of a declaration whose definition stands in dc; its
// arguments stand in c.
func (u *unit) use(d *syntax.Decl, dc ctx, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	if b := c.scope.find(d); b != nil {
		return u.bound(d, b, args, c, pos)
	}
	if by := u.prog.overriddenIn(d, dc, c.module); by != d {
		rc := ctx{primed: c.primed, site: c.site, module: by.Module, depth: c.depth}
		return u.use(by, rc, args, c, pos)
	}
	if v, ok := u.prog.bound(d, dc); ok && len(args) == 0 && !u.isSubstituted(d, c) {
		return &literal{v}, info{}
	}
	switch d.Kind {
	case syntax.ConstantDecl, syntax.VariableDecl:
		return u.global(d, args, c, pos)
	case syntax.BuiltinDecl:
		return u.builtin(d, args, c, pos)
	case syntax.AliasDecl:
		return u.use(d.Original, u.within(d.Instance, dc), args, c, pos)
	case syntax.FunctionDecl:
		return u.defined(d, dc, c, pos)
	case syntax.OperatorDecl:
		return u.call(d, dc, args, c, pos)
	}
	c.problem(pos, "expected %s to be an operator with a value", d.Name)
	return nil, info{}
}

// global compiles a constant or variable of the module, or of an instance:
// then it is what has been put in its place.
func (u *unit) global(d *syntax.Decl, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	for e := c.env; e != nil; e = e.outer.env {
		sub, ok := e.in.Subst[d]
		if !ok {
			continue
		}
		oc := e.outer
		oc.primed = c.primed
		oc.depth = c.depth
		oc.site = &site{name: d.Name, scope: siteScope(oc.site), module: c.module, call: pos, parent: c.site}
		if len(args) > 0 {
			return u.operatorApply(sub, oc, args, c, pos)
		}
		if n, i := u.shareOf(unitKey{decl: d, env: e}, sub, oc); n != nil {
			return n, i
		}
		return u.expr(sub, oc)
	}
	if d.Kind == syntax.VariableDecl {
		i, ok := u.prog.varIndex[d]
		switch {
		case !ok:
			c.problem(pos, "the variable %s is none of the module that is checked", d.Name)
		case c.primed:
			u.vars.addNext(i)
			return &next{c.at(pos), i}, info{reads: readsNext}
		}
		u.vars.addCur(i)
		return &cur{i}, info{reads: readsCur}
	}
	if points := u.prog.points[d]; points != nil {
		nodes, i := u.exprs(args, c)
		return &pointwise{c.at(pos), d.Name, points, nodes}, i
	}
	c.problem(pos, "the constant %s has no value, expected one from the configuration", d.Name)
	return nil, info{}
}

func siteScope(s *site) *syntax.Scope {
	if s == nil {
		return nil
	}
	return s.scope
}

// bound compiles what is bound within the unit.
func (u *unit) bound(d *syntax.Decl, b *binding, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	switch {
	case b.op: // an operator that is a parameter of the unit
		nodes, i := u.exprs(args, c)
		return &parameterCall{u.hops(b.u), b.param, nodes}, i.join(beyond).with(readsBoth)
	case d.Kind == syntax.OperatorDecl && d.Arity > 0: // of a LET
		dc := b.c
		dc.primed = dc.primed || c.primed
		return u.call(d, dc, args, c, pos)
	case d.Kind == syntax.AliasDecl:
		dc := b.c
		dc.primed = dc.primed || c.primed
		return u.use(d.Original, u.within(d.Instance, dc), args, c, pos)
	case d.Arity > 0: // an operator as an argument
		dc := b.c
		dc.primed = dc.primed || c.primed
		return u.operatorApply(b.e, dc, args, c, pos)
	}
	if b.n != nil && (b.rigid || !c.primed || b.c.primed || b.info.reads&readsBoth == 0) {
		return u.reached(b)
	}
	if b.e == nil && d.Kind == syntax.FunctionDecl {
		dc := b.c
		dc.primed = dc.primed || c.primed
		return u.defined(d, dc, c, pos)
	}
	if b.e == nil {
		c.problem(pos, "the parameter %s of a recursive operator can't be primed", d.Name)
	}
	dc := b.c
	dc.primed = dc.primed || c.primed
	dc.depth = c.depth
	return u.expr(b.e, dc)
}

// operatorApply compiles the application of an operator that was given as an
// argument: a name or LAMBDA, which stands in oc.
func (u *unit) operatorApply(op syntax.Expr, oc ctx, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	switch op := op.(type) {
	case *syntax.Lambda:
		oc.site = c.site
		return u.call(op.Decl, oc, args, c, pos)
	case *syntax.Apply:
		d, dc := u.resolve(op, oc)
		if b := oc.scope.find(d); b != nil {
			return u.boundOperator(d, b, args, c, oc.primed, pos)
		}
		if d.Kind == syntax.ConstantDecl { // of an instance around
			ac := oc
			if sub, sc, ok := substituted(d, ac); ok {
				return u.operatorApply(sub, sc, args, c, pos)
			}
		}
		return u.useFrom(d, dc, args, c, pos, oc.module)
	}
	c.problem(pos, "expected an operator")
	return nil, info{}
}

// useFrom is use for a declaration that is named in another context than its
// arguments.
func (u *unit) useFrom(d *syntax.Decl, dc ctx, args []syntax.Expr, c ctx, pos syntax.Pos, module string) (node, info) {
	if by := u.prog.overriddenIn(d, dc, module); by != d {
		return u.useFrom(by, ctx{primed: c.primed, site: c.site, module: by.Module, depth: c.depth}, args, c, pos, module)
	}
	switch d.Kind {
	case syntax.BuiltinDecl:
		return u.builtin(d, args, c, pos)
	case syntax.AliasDecl:
		return u.useFrom(d.Original, u.within(d.Instance, dc), args, c, pos, module)
	case syntax.OperatorDecl:
		return u.call(d, dc, args, c, pos)
	}
	return u.global(d, args, c, pos)
}

// isSubstituted reports whether an instance puts something in the place of a
// constant or variable.
func (u *unit) isSubstituted(d *syntax.Decl, c ctx) bool {
	_, _, ok := substituted(d, c)
	return ok
}

// substituted returns what stands for a constant of an instance.
func substituted(d *syntax.Decl, c ctx) (syntax.Expr, ctx, bool) {
	for e := c.env; e != nil; e = e.outer.env {
		if sub, ok := e.in.Subst[d]; ok {
			oc := e.outer
			oc.primed = c.primed
			return sub, oc, true
		}
	}
	return nil, ctx{}, false
}

// boundOperator applies an operator that is itself bound: passed on as an
// argument, or defined in a LET.
func (u *unit) boundOperator(d *syntax.Decl, b *binding, args []syntax.Expr, c ctx, primed bool, pos syntax.Pos) (node, info) {
	if b.op {
		nodes, i := u.exprs(args, c)
		return &parameterCall{u.hops(b.u), b.param, nodes}, i.join(beyond).with(readsBoth)
	}
	dc := b.c
	dc.primed = dc.primed || primed
	switch {
	case d.Kind == syntax.OperatorDecl:
		return u.call(d, dc, args, c, pos)
	case d.Kind == syntax.AliasDecl:
		return u.use(d.Original, u.within(d.Instance, dc), args, c, pos)
	}
	return u.operatorApply(b.e, dc, args, c, pos)
}
