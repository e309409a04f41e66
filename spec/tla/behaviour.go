package tla

import (
	"fmt"

	"tidemark/spec/cfg"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
)

// A behaviour is a specification taken apart.
type behaviour struct {
	init, next []eval.Formula
}

// behaviourOf finds the initial predicate and the next-state action.
func (s *Spec) behaviourOf(p *eval.Program, f *cfg.File) (*behaviour, error) {
	b := &behaviour{}
	if f.Specification != nil {
		if f.Init != nil || f.Next != nil {
			return nil, f.ErrorAt(f.Specification.Pos, "SPECIFICATION is given with INIT or NEXT, expected one of the two", "")
		}
		spec, err := s.formula(p, f, *f.Specification)
		if err != nil {
			return nil, err
		}
		if err := b.take(p, spec); err != nil {
			return nil, err
		}
		switch {
		case len(b.next) == 0:
			return nil, spec.Error("expected a specification with [][Next]_vars, found none in it")
		case len(b.init) == 0:
			return nil, spec.Error("expected a specification with an initial predicate, found none in it")
		}
		return b, nil
	}
	if f.Init == nil || f.Next == nil {
		return nil, f.ErrorAt(cfg.Pos{Line: 1, Column: 1}, "expected SPECIFICATION, or INIT and NEXT, found neither", "SPECIFICATION Spec")
	}
	init, err := s.formula(p, f, *f.Init)
	if err != nil {
		return nil, err
	}
	next, err := s.formula(p, f, *f.Next)
	if err != nil {
		return nil, err
	}
	b.init, b.next = []eval.Formula{init}, []eval.Formula{next}
	return b, nil
}

// formula returns what a name in the configuration stands for.
func (s *Spec) formula(p *eval.Program, f *cfg.File, name cfg.Name) (eval.Formula, error) {
	d := s.scope.Lookup(name.Text)
	if d == nil {
		hint := cfg.DidYouMean(name.Text, s.scope.Names(), "")
		return eval.Formula{}, f.ErrorAt(name.Pos, fmt.Sprintf("module %s has no definition %s, expected one", s.Name(), name.Text), hint)
	}
	if d.Arity > 0 {
		return eval.Formula{}, f.ErrorAt(name.Pos, fmt.Sprintf("%s takes %s, expected a definition without any", name.Text, syntax.Arguments(d.Arity)), "")
	}
	return p.Definition(d), nil
}

// operand returns the operand of a temporal operator of the language, nil if
// the formula is none.
func operand(f eval.Formula, op string) syntax.Expr {
	a, ok := f.Expr.(*syntax.Apply)
	if !ok || a.Decl == nil || a.Decl.Kind != syntax.BuiltinDecl || a.Decl.Module != "" || a.Name != op || len(a.Args) != 1 {
		return nil
	}
	return a.Args[0]
}

// conjuncts returns the parts of a conjunction, nil if the formula is none.
func conjuncts(f eval.Formula) []syntax.Expr {
	switch e := f.Expr.(type) {
	case *syntax.Junction:
		if e.And || len(e.Items) == 1 {
			return e.Items
		}
	}
	return nil
}

// square returns the [A]_v that a formula is, after expanding names.
func square(p *eval.Program, f eval.Formula) (eval.Formula, *syntax.Box) {
	for range 100 {
		if box, ok := f.Expr.(*syntax.Box); ok && !box.Angle {
			return f, box
		}
		if parts := conjuncts(f); len(parts) == 1 {
			f = f.Part(parts[0])
			continue
		}
		g, ok := p.Expand(f)
		if !ok {
			break
		}
		f = g
	}
	return f, nil
}

// take adds the parts of a specification.
func (b *behaviour) take(p *eval.Program, f eval.Formula) error {
	if !p.IsTemporal(f) {
		b.init = append(b.init, f)
		return nil
	}
	if parts := conjuncts(f); parts != nil {
		for _, part := range parts {
			if err := b.take(p, f.Part(part)); err != nil {
				return err
			}
		}
		return nil
	}
	if always := operand(f, "[]"); always != nil {
		at, box := square(p, f.Part(always))
		switch {
		case box == nil:
			return nil // liveness, which restricts no finite behaviour
		case len(b.next) > 0:
			return f.Error("the specification has a second [][Next]_vars, expected one")
		}
		b.next = append(b.next, at.Part(box.Action))
		return nil
	}
	if q, ok := f.Expr.(*syntax.Quantifier); ok && (q.Op == `\EE` || q.Op == `\AA`) {
		return f.Error("the temporal quantifier " + q.Op + " can't be checked")
	}
	if g, ok := p.Expand(f); ok {
		return b.take(p, g)
	}
	return nil // fairness
}

// A part is what a search can check of a property.
type part struct {
	name string
	kind partKind
	f    eval.Formula
	sub  eval.Formula // of a step
}

type partKind uint8

const (
	always  partKind = iota // a state invariant
	initial                 // a predicate on initial states
	steps                   // of every step
)

// properties takes a PROPERTY apart. rest reports whether some of it can't be
// told from states and steps.
func properties(p *eval.Program, name string, f eval.Formula) (parts []part, rest bool) {
	if !p.IsTemporal(f) {
		return []part{{name: name, kind: initial, f: f}}, false
	}
	if all := conjuncts(f); all != nil {
		for _, item := range all {
			more, r := properties(p, name, f.Part(item))
			parts, rest = append(parts, more...), rest || r
		}
		return parts, rest
	}
	if arg := operand(f, "[]"); arg != nil {
		inner := f.Part(arg)
		if at, box := square(p, inner); box != nil {
			return []part{{name: name, kind: steps, f: at.Part(box.Action), sub: at.Part(box.Sub)}}, false
		}
		if !p.IsTemporal(inner) {
			return []part{{name: name, kind: always, f: inner}}, false
		}
		if operand(inner, "[]") != nil || conjuncts(inner) != nil { // [][]F, [](F /\ G)
			return alwaysAll(p, name, inner)
		}
		return nil, true
	}
	if q, ok := f.Expr.(*syntax.Quantifier); ok && q.Op == `\A` {
		return quantified(p, name, f, q)
	}
	if g, ok := p.Expand(f); ok {
		return properties(p, name, g)
	}
	return nil, true
}

// alwaysAll takes [](F /\ G) apart.
func alwaysAll(p *eval.Program, name string, inner eval.Formula) (parts []part, rest bool) {
	items := conjuncts(inner)
	if items == nil {
		return properties(p, name, inner)
	}
	for _, item := range items {
		f := inner.Part(item)
		switch {
		case !p.IsTemporal(f):
			parts = append(parts, part{name: name, kind: always, f: f})
		case operand(f, "[]") != nil:
			more, r := properties(p, name, f)
			parts, rest = append(parts, more...), rest || r
		default:
			rest = true
		}
	}
	return parts, rest
}

// quantified takes \A x \in S : [] P and \A x \in S : [][A]_v for what they
// are: the quantifier may go inside.
func quantified(p *eval.Program, name string, f eval.Formula, q *syntax.Quantifier) ([]part, bool) {
	arg := operand(f.Part(q.Body), "[]")
	if arg == nil {
		return nil, true
	}
	moved := *q
	moved.Body = arg
	if box, ok := arg.(*syntax.Box); ok && !box.Angle {
		return []part{{name: name, kind: steps, f: f.Part(&moved)}}, false
	}
	if p.IsTemporal(f.Part(arg)) {
		return nil, true
	}
	return []part{{name: name, kind: always, f: f.Part(&moved)}}, false
}

// Names returns the definitions of the module that the configuration has its
// behaviours begin with and go on with, such as Init and Next; empty where it is no
// single one.
func (sys *System) Names() (init, next string) {
	f := sys.file
	if f.Specification == nil {
		if f.Init != nil && f.Next != nil {
			return f.Init.Text, f.Next.Text
		}
		return "", ""
	}
	b, err := sys.spec.behaviourOf(sys.prog, f)
	if err != nil {
		return "", ""
	}
	return sys.spec.nameOf(b.init), sys.spec.nameOf(b.next)
}

// nameOf is the name of a definition of the module that is all of the formulas.
func (s *Spec) nameOf(all []eval.Formula) string {
	if len(all) != 1 {
		return ""
	}
	a, ok := all[0].Expr.(*syntax.Apply)
	if !ok || len(a.Args)+len(a.Instances) > 0 || a.Decl == nil || s.scope.Lookup(a.Name) != a.Decl {
		return ""
	}
	return a.Name
}
