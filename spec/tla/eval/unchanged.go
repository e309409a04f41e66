package eval

import (
	"tidemark/spec/tla/syntax"
)

// nextVar returns the variable whose next value an expression stands for.
func (u *unit) nextVar(e syntax.Expr, c ctx) (int, bool) {
	a, ok := e.(*syntax.Apply)
	if !ok || a.Decl == nil {
		return 0, false
	}
	if a.Decl.Kind == syntax.BuiltinDecl && a.Name == "'" && !c.primed {
		c.primed = true
		return u.nextVar(a.Args[0], c)
	}
	if len(a.Args) > 0 {
		return 0, false
	}
	d, dc := u.resolve(a, c)
	return u.nextVarOf(d, dc, c)
}

func (u *unit) nextVarOf(d *syntax.Decl, dc, c ctx) (int, bool) {
	if b := c.scope.find(d); b != nil {
		if b.e == nil || d.Arity > 0 {
			return 0, false
		}
		bc := b.c
		bc.primed = bc.primed || c.primed
		return u.nextVar(b.e, bc)
	}
	if _, bound := u.prog.bound(d, dc); bound || u.prog.overriddenIn(d, dc, c.module) != d {
		return 0, false
	}
	switch d.Kind {
	case syntax.AliasDecl:
		return u.nextVarOf(d.Original, u.within(d.Instance, dc), ctx{primed: c.primed, module: c.module})
	case syntax.OperatorDecl:
		if d.Arity == 0 && !d.Recursive {
			return u.nextVar(d.Body, dc)
		}
	case syntax.VariableDecl:
		for e := c.env; e != nil; e = e.outer.env {
			if sub, ok := e.in.Subst[d]; ok {
				oc := e.outer
				oc.primed = c.primed
				return u.nextVar(sub, oc)
			}
		}
		i, ok := u.prog.varIndex[d]
		return i, ok && c.primed
	}
	return 0, false
}

// keep compiles UNCHANGED e: it assigns where e is made of variables.
func (u *unit) keep(e syntax.Expr, c ctx, next step, pos syntax.Pos) step {
	if c.primed {
		c.problem(pos, "expected no UNCHANGED where there is one state only")
	}
	k := &kept{next: next}
	u.flatten(e, c, k, func(part syntax.Expr, pc ctx) {
		n, _ := u.unchanged(part, pc, pos)
		k.next = &when{n.(cond), k.next}
	})
	if len(k.vars) == 0 {
		return k.next
	}
	return k
}

// flatten collects the variables that an expression is a tuple of.
func (u *unit) flatten(e syntax.Expr, c ctx, k *kept, other func(syntax.Expr, ctx)) {
	switch e := e.(type) {
	case *syntax.Tuple:
		for _, part := range e.Elems {
			u.flatten(part, c, k, other)
		}
		return
	case *syntax.Apply:
		primed := c
		primed.primed = true
		if i, ok := u.nextVar(e, primed); ok {
			k.vars = append(k.vars, i)
			return
		}
		if body, bc, ok := u.abbreviated(e, c); ok {
			u.flatten(body, bc, k, other)
			return
		}
	}
	other(e, c)
}

// abbreviated returns what a name without arguments is defined as.
func (u *unit) abbreviated(e *syntax.Apply, c ctx) (syntax.Expr, ctx, bool) {
	if e.Decl == nil || len(e.Args) > 0 {
		return nil, c, false
	}
	d, dc := u.resolve(e, c)
	if b := c.scope.find(d); b != nil {
		return b.e, b.c, b.e != nil && d.Arity == 0
	}
	if _, bound := u.prog.bound(d, dc); bound || u.prog.overriddenIn(d, dc, c.module) != d {
		return nil, c, false
	}
	for d.Kind == syntax.AliasDecl {
		dc = u.within(d.Instance, dc)
		d = d.Original
	}
	if d.Kind == syntax.VariableDecl || d.Kind == syntax.ConstantDecl {
		return substituted(d, c)
	}
	return d.Body, dc, d.Kind == syntax.OperatorDecl && d.Arity == 0
}
