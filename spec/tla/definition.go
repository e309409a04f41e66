package tla

import (
	"tidemark/spec/cfg"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// Value evaluates a definition of the module that takes no arguments and that
// depends on constants only, with the values that a configuration gives them.
// Errors are those of [Spec.System].
func (s *Spec) Value(f *cfg.File, name string) (value.Value, error) {
	p, err := s.bind(f)
	if err != nil {
		return value.Value{}, err
	}
	formula, err := s.formula(p, f, cfg.Name{Text: name})
	if err != nil {
		return value.Value{}, err
	}
	if err := constantOnly(p, formula); err != nil {
		return value.Value{}, err
	}
	term, err := p.Term(formula)
	if err != nil {
		return value.Value{}, err
	}
	return p.NewMachine().Value(term)
}

// constantOnly returns an error for a definition that depends on variables.
func constantOnly(p *eval.Program, f eval.Formula) error {
	f, _ = p.Expand(f)
	seen := make(map[*syntax.Decl]bool)
	var within func(e syntax.Expr, found func(a *syntax.Apply, variable string))
	within = func(e syntax.Expr, found func(a *syntax.Apply, variable string)) {
		if a, ok := e.(*syntax.Apply); ok && a.Decl != nil {
			switch d := a.Decl; {
			case d.Kind == syntax.VariableDecl:
				found(a, d.Name)
			case d.Body != nil && !seen[d]:
				seen[d] = true
				within(d.Body, func(_ *syntax.Apply, variable string) { found(a, variable) })
			}
		}
		syntax.Children(e, func(part syntax.Expr, _ bool) { within(part, found) })
	}
	var err error
	within(f.Expr, func(a *syntax.Apply, variable string) {
		if err == nil {
			err = f.Part(a).Error("expected an expression that depends on constants only, found the variable " + variable)
		}
	})
	return err
}
