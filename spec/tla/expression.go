package tla

import (
	"tidemark/spec/cfg"
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// Evaluate returns the value of an expression that stands at the end of the
// module, with the constants that a configuration gives. It may not depend on
// variables. Errors in the expression are [syntax.Errors] without a file;
// others are those of [Spec.System].
func (s *Spec) Evaluate(f *cfg.File, expr string) (value.Value, error) {
	e, err := syntax.ParseExpr("", expr)
	if err != nil {
		return value.Value{}, err
	}
	if err := syntax.ResolveExpr(e, s.scope, "", expr); err != nil {
		return value.Value{}, err
	}
	p, err := s.bind(f)
	if err != nil {
		return value.Value{}, err
	}
	formula := p.Expression(e)
	if err := constantOnly(p, formula); err != nil {
		return value.Value{}, err
	}
	term, err := p.Term(formula)
	if err != nil {
		return value.Value{}, err
	}
	v, err := p.NewMachine().Value(term)
	if err != nil {
		return value.Value{}, err
	}
	return value.Normalize(v)
}
