package eval

import (
	"maps"

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
	at      src // its definition
	params  []*syntax.Decl
	args    []node
}

// actions are the names of sub-actions, and where they are defined.
type actions struct {
	names  []string
	places []src
	index  map[string]int
}

// maxActions is how many names a label can tell apart.
const maxActions = 255

func (a *actions) number(name string, at src) int {
	if i, ok := a.index[name]; ok {
		return i
	}
	i := len(a.names)
	if i == maxActions {
		return i - 1
	}
	a.names, a.places = append(a.names, name), append(a.places, at)
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
	return &labelStep{sp.actions.number(sp.name, sp.at), names, sp.args, s}
}

// actionForm compiles the forms of actions that are not looked into for
// sub-actions.
func (u *unit) actionForm(e syntax.Expr, c ctx, next step) step {
	switch e := e.(type) {
	case *syntax.Junction:
		for i := len(e.Items) - 1; i > 0; i-- {
			next = u.whenComplete(e.Items[i], c, u.action(e.Items[i], c, next, nil), next)
		}
		return guarded(u.action(e.Items[0], c, next, nil), next)
	case *syntax.Quantifier:
		if e.Op == `\A` {
			domains, inner, _ := u.bounds(e.Bounds, c, e.Pos)
			s := &every{domains: domains, next: next}
			end := &again{s}
			s.body = u.action(e.Body, inner, end, nil)
			if all, ok := conditions(s.body, end); ok {
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

// whenComplete lets a conjunct be a mere condition once all variables have
// values: as in TLC, a disjunction in it then gives one successor, not several.
func (u *unit) whenComplete(e syntax.Expr, c ctx, s, next step) step {
	switch s = guarded(s, next); s.(type) {
	case *when, *assign, *assignFrom, *kept:
		return s
	}
	var p cond
	if err := guard(func() { p, _ = u.cond(e, c) }); err != nil {
		return s
	}
	return &complete{p, s, next}
}

// guarded makes a plain condition of a step that leads to next at most once and
// assigns nothing on its way; others stay as they are.
func guarded(s, next step) step {
	if _, plain := s.(*when); plain {
		return s
	}
	if all, ok := conditions(s, next); ok && len(all) > 0 {
		return &when{&and{all}, next}
	}
	return s
}

// conditions returns the conditions under which a step leads to another one;
// false if it may do so several times, or assigns something.
func conditions(s, next step) ([]cond, bool) {
	if s == next {
		return nil, true
	}
	switch s := s.(type) {
	case *when:
		rest, ok := conditions(s.next, next)
		return append([]cond{s.c}, rest...), ok
	case *branch:
		a, ok := conditions(s.a, next)
		b, also := conditions(s.b, next)
		return []cond{&choiceCond{s.c, &and{a}, &and{b}}}, ok && also
	case *clearing:
		all, ok := conditions(s.next, next)
		return []cond{&scopedCond{s.slots, &and{all}}}, ok
	case *evaluate:
		all, ok := conditions(s.next, next)
		return []cond{&boundFirstCond{s.first, &and{all}}}, ok
	}
	return nil, false
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

// actionCall compiles the use of a defined operator as an action.
func (u *unit) actionCall(d *syntax.Decl, dc ctx, args []syntax.Expr, c ctx, next step, sp *split, pos syntax.Pos) step {
	inner, scope := u.expand(d, dc, args, c, pos)
	if sp != nil && d.Name != "LAMBDA" {
		named := &split{actions: sp.actions, name: d.Name, at: defined(d)}
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

// enabled compiles ENABLED A.
func (u *unit) enabled(e syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	n := &enabled{primed: c.primed}
	u.vars.opaque = true
	stable := u.stable
	next, calls := maps.Clone(u.vars.next), u.calls
	u.stable = false
	c.primed = false
	n.s = u.action(e, c, stop{}, nil)
	u.stable = stable
	u.vars.next, u.calls = next, calls // the next state of A is none but its own
	i := beyond.with(readsCur)
	if n.primed {
		i.reads |= readsNext
	}
	return n, i
}
