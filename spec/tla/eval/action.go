package eval

import (
	"tidemark/spec/tla/syntax"
)

// A step is a part of an action with all that follows it. It assigns
// variables of the next state and goes on; when it returns they are as before.
// It reports whether the search for successors is to stop.
type step interface {
	run(m *Machine, f *frame) bool
}

// A split is where in a next-state action a sub-action begins: what name and
// which arguments its label has.
type split struct {
	actions *actions
	name    string
	params  []*syntax.Decl
	args    []node
}

// actions are the names of sub-actions.
type actions struct {
	names []string
	index map[string]int
}

// maxActions is how many names a label can tell apart.
const maxActions = 255

func (a *actions) number(name string) int {
	if i, ok := a.index[name]; ok {
		return i
	}
	i := len(a.names)
	if i == maxActions {
		return i - 1
	}
	a.names = append(a.names, name)
	a.index[name] = i
	return i
}

// action compiles an expression as an action, or as an initial predicate where
// c is primed, followed by next. sp is nil within a sub-action.
func (u *unit) action(e syntax.Expr, c ctx, next step, sp *split) step {
	c.depth++
	u.depth = max(u.depth, c.depth)
	if u.nodes++; u.nodes > maxNodes || c.depth > maxNested {
		c.problem(e.Position(), "expected a smaller action, found one that is too large with all definitions expanded")
	}
	switch e := e.(type) {
	case *syntax.Junction:
		if !e.And {
			alternatives := &either{}
			for _, item := range e.Items {
				alternatives.all = append(alternatives.all, u.action(item, c, next, sp))
			}
			return alternatives
		}
	case *syntax.Quantifier:
		if e.Op == `\E` {
			domains, inner, _ := u.bounds(e.Bounds, c, e.Pos)
			return &exists{domains, u.action(e.Body, inner, next, sp)}
		}
	case *syntax.Let:
		inner, scope := u.define(e, c)
		return scope.before(u.action(e.Body, inner, next, sp))
	case *syntax.Apply:
		return u.actionApply(e, c, next, sp)
	}
	return sp.labelled(u.actionForm(e, c, next))
}

// labelled gives a sub-action its label.
func (sp *split) labelled(s step) step {
	if sp == nil {
		return s
	}
	names := make([]string, len(sp.params))
	for i, p := range sp.params {
		names[i] = p.Name
	}
	return &labelStep{sp.actions.number(sp.name), names, sp.args, s}
}

// actionForm compiles the forms of actions that are not looked into for
// sub-actions.
func (u *unit) actionForm(e syntax.Expr, c ctx, next step) step {
	switch e := e.(type) {
	case *syntax.Junction:
		for i := len(e.Items) - 1; i >= 0; i-- {
			next = u.action(e.Items[i], c, next, nil)
		}
		return next
	case *syntax.Quantifier:
		if e.Op == `\A` {
			domains, inner, _ := u.bounds(e.Bounds, c, e.Pos)
			s := &every{domains: domains, next: next}
			s.body = u.action(e.Body, inner, &again{s}, nil)
			if all := conditions(s.body); all != nil {
				return &when{&quantified{domains, &and{all}, true}, next}
			}
			return s
		}
	case *syntax.If:
		p, _ := u.cond(e.Cond, c)
		return &branch{p, u.action(e.Then, c, next, nil), u.action(e.Else, c, next, nil)}
	case *syntax.Case:
		return u.actionCase(e, c, next)
	case *syntax.Box:
		if e.Angle {
			un, _ := u.unchanged(e.Sub, c, e.Pos)
			return u.action(e.Action, c, &when{&not{un.(cond)}, next}, nil)
		}
		return &either{[]step{u.action(e.Action, c, next, nil), u.keep(e.Sub, c, next, e.Pos)}}
	}
	if e, ok := e.(*syntax.FunctionApply); ok {
		if s := u.actionFunction(e, c, next); s != nil {
			return s
		}
	}
	p, _ := u.cond(e, c)
	return &when{p, next}
}

// conditions returns the conditions that the body of an every is made of; nil
// if there is more to it.
func conditions(s step) []cond {
	var all []cond
	for {
		switch at := s.(type) {
		case *when:
			all, s = append(all, at.c), at.next
		case *again:
			return all
		default:
			return nil
		}
	}
}

func (u *unit) actionCase(e *syntax.Case, c ctx, next step) step {
	s := &caseStep{src: c.at(e.Pos)}
	for _, arm := range e.Arms {
		p, _ := u.cond(arm.Cond, c)
		s.conds = append(s.conds, p)
		s.steps = append(s.steps, u.action(arm.Value, c, next, nil))
	}
	if e.Other != nil {
		s.other = u.action(e.Other, c, next, nil)
	}
	return s
}

// before puts what has to be done before a body before a step.
func (s *letScope) before(next step) step {
	if len(s.eager) > 0 {
		next = &evaluate{s.eager, next}
	}
	if len(s.clear) > 0 {
		next = &clearing{s.clear, next}
	}
	return next
}

// actionApply compiles the use of a name or operator as an action.
func (u *unit) actionApply(e *syntax.Apply, c ctx, next step, sp *split) step {
	d, dc := u.resolve(e, c)
	return u.actionUse(e, d, dc, c, next, sp)
}

func (u *unit) actionUse(e *syntax.Apply, d *syntax.Decl, dc, c ctx, next step, sp *split) step {
	if b := c.scope.find(d); b != nil {
		return u.actionBound(e, d, b, c, next, sp)
	}
	if by := u.prog.overriddenIn(d, dc, c.module); by != d {
		rc := ctx{primed: c.primed, site: c.site, module: by.Module, depth: c.depth}
		return u.actionUse(e, by, rc, c, next, sp)
	}
	_, isValue := u.prog.bound(d, dc)
	switch {
	case isValue && !u.isSubstituted(d, c) || u.prog.points[d] != nil:
	case d.Kind == syntax.ConstantDecl:
		if sub, sc, ok := substituted(d, c); ok {
			sc.depth = c.depth
			return u.actionOperator(sub, sc, e, c, next, sp)
		}
	case d.Kind == syntax.BuiltinDecl && d.Module == "":
		return sp.labelled(u.actionLanguage(e, d.Name, c, next))
	case d.Kind == syntax.AliasDecl:
		return u.actionUse(e, d.Original, u.within(d.Instance, dc), c, next, sp)
	case d.Kind == syntax.OperatorDecl && d.Recursive:
		return sp.labelled(u.actionRecursive(e, d, dc, c, next))
	case d.Kind == syntax.OperatorDecl:
		return u.actionCall(d, dc, e.Args, c, next, sp, e.Pos)
	}
	n, _ := u.use(d, dc, e.Args, c, e.Pos)
	return sp.labelled(&when{asCond(n, c.at(e.Pos)), next})
}

// actionBound compiles the use of what is bound as an action.
func (u *unit) actionBound(e *syntax.Apply, d *syntax.Decl, b *binding, c ctx, next step, sp *split) step {
	dc := b.c
	dc.primed = dc.primed || c.primed
	dc.depth = c.depth
	switch {
	case b.op:
	case d.Kind == syntax.OperatorDecl && d.Recursive:
		return sp.labelled(u.actionRecursive(e, d, dc, c, next))
	case d.Kind == syntax.AliasDecl:
		return u.actionUse(e, d.Original, u.within(d.Instance, dc), c, next, sp)
	case d.Kind == syntax.OperatorDecl && d.Arity > 0:
		return u.actionCall(d, dc, e.Args, c, next, sp, e.Pos)
	case d.Arity > 0:
		return u.actionOperator(b.e, dc, e, c, next, sp)
	case b.e != nil:
		return u.action(b.e, dc, next, sp)
	}
	n, _ := u.bound(d, b, e.Args, c, e.Pos)
	return sp.labelled(&when{asCond(n, c.at(e.Pos)), next})
}

// actionOperator compiles the application of an operator that was given as an
// argument, or in the place of a constant: op stands in oc, the arguments of e
// in c.
func (u *unit) actionOperator(op syntax.Expr, oc ctx, e *syntax.Apply, c ctx, next step, sp *split) step {
	switch op := op.(type) {
	case *syntax.Lambda:
		return u.actionCall(op.Decl, oc, e.Args, c, next, sp, e.Pos)
	case *syntax.Apply:
		if len(e.Args) == 0 {
			return u.action(op, oc, next, sp)
		}
		d, dc := u.resolve(op, oc)
		if b := oc.scope.find(d); b != nil {
			bc := b.c
			bc.primed = bc.primed || oc.primed
			bc.depth = c.depth
			switch {
			case b.op:
			case d.Kind == syntax.OperatorDecl && !d.Recursive:
				return u.actionCall(d, bc, e.Args, c, next, sp, e.Pos)
			case b.e != nil:
				return u.actionOperator(b.e, bc, e, c, next, sp)
			}
			break
		}
		if by := u.prog.overriddenIn(d, dc, oc.module); by != d {
			d, dc = by, ctx{primed: c.primed, site: c.site, module: by.Module, depth: c.depth}
		}
		for d.Kind == syntax.AliasDecl {
			dc, d = u.within(d.Instance, dc), d.Original
		}
		switch {
		case d.Kind == syntax.OperatorDecl && !d.Recursive:
			return u.actionCall(d, dc, e.Args, c, next, sp, e.Pos)
		case d.Kind == syntax.ConstantDecl:
			if sub, sc, ok := substituted(d, oc); ok {
				return u.actionOperator(sub, sc, e, c, next, sp)
			}
		}
	default:
		if len(e.Args) == 0 {
			return u.action(op, oc, next, sp)
		}
	}
	n, _ := u.operatorApply(op, oc, e.Args, c, e.Pos)
	return sp.labelled(&when{asCond(n, c.at(e.Pos)), next})
}

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

// actionCall compiles the use of a defined operator as an action.
func (u *unit) actionCall(d *syntax.Decl, dc ctx, args []syntax.Expr, c ctx, next step, sp *split, pos syntax.Pos) step {
	inner, scope := u.expand(d, dc, args, c, pos)
	if sp != nil && d.Name != "LAMBDA" {
		named := &split{actions: sp.actions, name: d.Name}
		for _, p := range d.Params {
			if b := inner.scope.find(p); b.n != nil {
				named.params, named.args = append(named.params, p), append(named.args, b.n)
			}
		}
		sp = named
	}
	return scope.before(u.action(d.Body, inner, next, sp))
}

// actionLanguage compiles an operator of the language as an action.
func (u *unit) actionLanguage(e *syntax.Apply, name string, c ctx, next step) step {
	switch name {
	case "=", `\in`, `\subseteq`:
		if i, ok := u.nextVar(e.Args[0], c); ok {
			n, _ := u.expr(e.Args[1], c)
			a := assignment{c.at(e.Pos), i, n, next}
			switch name {
			case "=":
				return &assign{a}
			case `\in`:
				return &assignFrom{a, false}
			}
			return &assignFrom{a, true}
		}
	case "=>":
		p, _ := u.cond(e.Args[0], c)
		return &branch{p, u.action(e.Args[1], c, next, nil), next}
	case "UNCHANGED":
		return u.keep(e.Args[0], c, next, e.Pos)
	}
	n, _ := u.builtin(e.Decl, e.Args, c, e.Pos)
	return &when{asCond(n, c.at(e.Pos)), next}
}

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

// enabled compiles ENABLED A.
func (u *unit) enabled(e syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	n := &enabled{primed: c.primed}
	u.vars.opaque = true
	stable := u.stable
	u.stable = false
	c.primed = false
	n.s = u.action(e, c, stop{}, nil)
	u.stable = stable
	i := beyond.with(readsCur)
	if n.primed {
		i.reads |= readsNext
	}
	return n, i
}
