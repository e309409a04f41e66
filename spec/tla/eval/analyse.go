package eval

import (
	"tidemark/spec/tla/syntax"
)

// size returns how many expressions the body of a definition is made of.
func (p *Program) size(d *syntax.Decl) int {
	if n, ok := p.sizes[d]; ok {
		return n
	}
	p.sizes[d] = size(d.Body)
	return p.sizes[d]
}

// size returns how many expressions an expression is made of, itself included.
func size(e syntax.Expr) int {
	n := 1
	syntax.Children(e, func(part syntax.Expr, _ bool) { n += size(part) })
	return n
}

// usage returns how often a parameter occurs in an expression, and whether one
// occurrence may be evaluated several times.
func usage(e syntax.Expr, param *syntax.Decl) (count int, often bool) {
	var walk func(e syntax.Expr, repeated bool)
	walk = func(e syntax.Expr, repeated bool) {
		if a, ok := e.(*syntax.Apply); ok && a.Decl == param {
			count++
			often = often || repeated
		}
		syntax.Children(e, func(part syntax.Expr, o bool) { walk(part, repeated || o) })
	}
	walk(e, false)
	return count, often
}

// primes reports whether a parameter occurs in an expression within a prime,
// or where it may be assigned: there its expression counts, not its value.
func primes(e syntax.Expr, param *syntax.Decl) bool {
	found := false
	var walk func(e syntax.Expr, primed bool)
	walk = func(e syntax.Expr, primed bool) {
		if a, ok := e.(*syntax.Apply); ok {
			found = found || primed && a.Decl == param
			primed = primed || a.Name == "'" || a.Name == "UNCHANGED" || a.Name == "ENABLED"
		}
		if b, ok := e.(*syntax.Box); ok {
			walk(b.Sub, true)
		}
		syntax.Children(e, func(part syntax.Expr, _ bool) { walk(part, primed) })
	}
	walk(e, false)
	return found
}

// reads returns what the body of an operator may depend on, its parameters
// apart.
func (p *Program) reads(d *syntax.Decl, seen map[*syntax.Decl]bool) reads {
	if seen[d] {
		return 0
	}
	seen[d] = true
	var i reads
	var walk func(e syntax.Expr, _ bool)
	walk = func(e syntax.Expr, _ bool) {
		if a, ok := e.(*syntax.Apply); ok {
			i |= p.readsName(a, seen)
		}
		syntax.Children(e, walk)
	}
	for _, b := range d.Bounds {
		walk(b.Set, false)
	}
	if d.Body != nil {
		walk(d.Body, false)
	}
	return i
}

func (p *Program) readsName(a *syntax.Apply, seen map[*syntax.Decl]bool) reads {
	if a.Decl == nil {
		return 0
	}
	d := p.overridden(a.Decl, "")
	switch d.Kind {
	case syntax.VariableDecl:
		return readsCur
	case syntax.OperatorDecl, syntax.FunctionDecl:
		if _, ok := p.bound(d, ctx{}); ok {
			return 0
		}
		return p.reads(d, seen)
	case syntax.AliasDecl:
		return readsBoth
	case syntax.BuiltinDecl:
		if d.Module == "" && (d.Name == "'" || d.Name == "UNCHANGED" || d.Name == "ENABLED") {
			return readsBoth
		}
		if isUnsettled(d) {
			return unsettled
		}
	}
	if len(a.Instances) > 0 {
		return readsBoth
	}
	return 0
}

type strictKey struct {
	decl  *syntax.Decl
	param int
}

// needs reports whether an operator evaluates a parameter in any case.
func (p *Program) needs(d *syntax.Decl, k int) bool {
	key := strictKey{d, k}
	if yes, ok := p.strict[key]; ok {
		return yes
	}
	p.strict[key] = true // what recursion adds does not matter
	yes := p.evaluates(d.Body, d.Params[k])
	p.strict[key] = yes
	return yes
}

// evaluates reports whether evaluating an expression evaluates a parameter in
// any case.
func (p *Program) evaluates(e syntax.Expr, param *syntax.Decl) bool {
	some := func(all ...syntax.Expr) bool {
		for _, part := range all {
			if p.evaluates(part, param) {
				return true
			}
		}
		return false
	}
	switch e := e.(type) {
	case *syntax.Apply:
		return p.evaluatesApply(e, param)
	case *syntax.If:
		return some(e.Cond) || some(e.Then) && some(e.Else)
	case *syntax.Case:
		return some(e.Arms[0].Cond)
	case *syntax.Junction:
		return some(e.Items[0])
	case *syntax.Let:
		return some(e.Body)
	case *syntax.Quantifier:
		return e.Bounds[0].Set != nil && some(e.Bounds[0].Set)
	case *syntax.Choose:
		return e.Bound.Set != nil && some(e.Bound.Set)
	case *syntax.Filter:
		return some(e.Bound.Set)
	case *syntax.Map:
		return some(e.Bounds[0].Set)
	case *syntax.Function:
		return some(e.Bounds[0].Set)
	case *syntax.SetOf:
		return some(e.Elems...)
	case *syntax.Tuple:
		return some(e.Elems...)
	case *syntax.FunctionApply:
		return some(e.Function) || some(e.Args...)
	case *syntax.Select:
		return some(e.Record)
	case *syntax.Except:
		return some(e.Function)
	case *syntax.Record:
		for _, f := range e.Fields {
			if some(f.Value) {
				return true
			}
		}
	}
	return false
}

func (p *Program) evaluatesApply(e *syntax.Apply, param *syntax.Decl) bool {
	d := e.Decl
	switch {
	case d == param:
		return true
	case d == nil || len(e.Instances) > 0:
		return false
	case d.Kind == syntax.OperatorDecl && p.overridden(d, "") == d:
		for k, arg := range e.Args {
			if d.Params[k].Arity == 0 && p.evaluates(arg, param) && p.needs(d, k) {
				return true
			}
		}
		return false
	case d.Kind != syntax.BuiltinDecl:
		return false
	case d.Module == "" && (d.Name == "=>" || d.Name == `/\` || d.Name == `\/`):
		return p.evaluates(e.Args[0], param)
	case d.Module == "" && (d.Name == "'" || d.Name == "ENABLED" || d.Name == "UNCHANGED"), isUnsettled(d):
		return false
	}
	for k, arg := range e.Args {
		if d.Params[k].Arity == 0 && p.evaluates(arg, param) {
			return true
		}
	}
	return false
}

// isTemporal reports whether an expression is a temporal formula by its form.
func (p *Program) isTemporal(e syntax.Expr) bool {
	found := false
	var walk func(e syntax.Expr, _ bool)
	walk = func(e syntax.Expr, _ bool) {
		switch e := e.(type) {
		case *syntax.Fair:
			found = true
		case *syntax.Apply:
			d := e.Decl
			if d != nil && d.Kind == syntax.BuiltinDecl && d.Module == "" && (d.Name == "[]" || d.Name == "<>" || d.Name == "~>") {
				found = true
			}
		}
		if !found {
			syntax.Children(e, walk)
		}
	}
	walk(e, false)
	return found
}

// IsTemporal reports whether a formula is one about whole behaviours: with all
// definitions expanded it has a temporal operator or a fairness condition.
func (p *Program) IsTemporal(f Formula) bool {
	return p.temporal(f.Expr, make(map[*syntax.Decl]bool))
}

func (p *Program) temporal(e syntax.Expr, seen map[*syntax.Decl]bool) bool {
	switch e := e.(type) {
	case *syntax.Fair:
		return true
	case *syntax.Apply:
		if p.temporalDecl(e.Decl, seen) {
			return true
		}
	case *syntax.Quantifier:
		if e.Op == `\EE` || e.Op == `\AA` {
			return true
		}
	}
	found := false
	syntax.Children(e, func(part syntax.Expr, _ bool) { found = found || p.temporal(part, seen) })
	return found
}

func (p *Program) temporalDecl(d *syntax.Decl, seen map[*syntax.Decl]bool) bool {
	if d == nil {
		return false
	}
	if _, bound := p.bound(d, ctx{}); bound {
		return false
	}
	d = p.overridden(d, "")
	for d.Kind == syntax.AliasDecl {
		d = d.Original
	}
	switch {
	case d.Kind == syntax.BuiltinDecl && d.Module == "":
		return d.Name == "[]" || d.Name == "<>" || d.Name == "~>" || d.Name == "-+->"
	case d.Kind != syntax.OperatorDecl || seen[d]:
		return false
	}
	seen[d] = true // false is assumed until shown otherwise
	yes := p.temporal(d.Body, seen)
	seen[d] = !yes
	return yes
}
