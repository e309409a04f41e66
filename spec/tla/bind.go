package tla

import (
	"fmt"
	"strings"

	"tidemark/spec/cfg"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// bind makes a program of the module with the constants of a configuration.
func (s *Spec) bind(f *cfg.File) (*eval.Program, error) {
	p := eval.NewProgram(s.scope)
	p.Print = s.print
	for i := range f.Constants {
		if err := s.bindOne(p, f, &f.Constants[i]); err != nil {
			return nil, err
		}
	}
	for _, d := range s.scope.Constants {
		if !p.Given(d) {
			return nil, f.ErrorAt(cfg.Pos{}, fmt.Sprintf("the constant %s has no value, expected one", d.Name), fmt.Sprintf("CONSTANT %s = ...", d.Name))
		}
	}
	return p, nil
}

func (s *Spec) bindOne(p *eval.Program, f *cfg.File, c *cfg.Constant) error {
	scope := s.scope
	if c.Module != nil {
		if scope = s.scope.Needed(c.Module.Text); scope == nil {
			return f.ErrorAt(c.Module.Pos, fmt.Sprintf("there is no module %s here, expected one that %s needs", c.Module.Text, s.Name()), "")
		}
	}
	if strings.Contains(c.Name.Text, "!") {
		return f.ErrorAt(c.Name.Pos, "the constant "+c.Name.Text+" of an instance can't be given a value, expected a constant of the module", "")
	}
	d := scope.Lookup(syntax.Canonical(c.Name.Text))
	if s.inVain(c) != "" {
		return nil
	}
	if d == nil {
		return f.ErrorAt(c.Name.Pos, fmt.Sprintf("module %s has no constant or definition %s, expected one", scope.Name, c.Name.Text), "")
	}
	switch {
	case d.Kind == syntax.VariableDecl:
		return f.ErrorAt(c.Name.Pos, d.Name+" is a variable, expected a constant or a definition", "")
	case c.Override != nil:
		by := s.scope.Lookup(syntax.Canonical(c.Override.Text))
		if by == nil && c.Module != nil {
			by = scope.Lookup(syntax.Canonical(c.Override.Text))
		}
		if by == nil {
			return f.ErrorAt(c.Override.Pos, fmt.Sprintf("module %s has no definition %s, expected one", s.Name(), c.Override.Text), "")
		}
		module := ""
		if c.Module != nil {
			module = c.Module.Text
		}
		if err := p.Override(d, module, by); err != nil {
			return f.ErrorAt(c.Override.Pos, err.Error(), "")
		}
	case c.Arguments != nil:
		if len(c.Arguments) != d.Arity {
			return f.ErrorAt(c.Name.Pos, fmt.Sprintf("%s takes %s, found %d", d.Name, syntax.Arguments(d.Arity), len(c.Arguments)), "")
		}
		args := make([]value.Value, len(c.Arguments))
		for i, a := range c.Arguments {
			args[i] = fromConfig(a)
		}
		p.BindAt(d, args, fromConfig(c.Value))
	default:
		if d.Arity > 0 {
			return f.ErrorAt(c.Name.Pos, fmt.Sprintf("%s takes %s, expected %s <- and a definition", d.Name, syntax.Arguments(d.Arity), d.Name), "")
		}
		p.Bind(d, fromConfig(c.Value), c.Module != nil)
	}
	return nil
}

// inVain says why nothing reads the value that a constant is given, if that is
// so: as in TLC it is no error.
func (s *Spec) inVain(c *cfg.Constant) string {
	if c.Override != nil || c.Module != nil || c.Arguments != nil || strings.Contains(c.Name.Text, "!") {
		return ""
	}
	switch d := s.scope.Lookup(syntax.Canonical(c.Name.Text)); {
	case d == nil:
		why := fmt.Sprintf("module %s has no constant %s", s.Name(), c.Name.Text)
		if near := cfg.Nearest(c.Name.Text, s.constants()); near != "" {
			why += " (but " + near + ")"
		}
		return why
	case d.Kind == syntax.VariableDecl:
		return c.Name.Text + " is a variable"
	}
	return ""
}

// Unread says of each constant that a configuration gives a value in vain where
// it stands, and why nothing reads it.
func (s *Spec) Unread(f *cfg.File) []error {
	var all []error
	for i := range f.Constants {
		c := &f.Constants[i]
		if why := s.inVain(c); why != "" {
			all = append(all, f.ErrorAt(c.Name.Pos, why+", so its value is not read", ""))
		}
	}
	return all
}

// constants names the constants of the module.
func (s *Spec) constants() []string {
	var names []string
	for _, d := range s.scope.Constants {
		names = append(names, d.Name)
	}
	return names
}

// fromConfig returns a value of a configuration.
func fromConfig(v cfg.Value) value.Value {
	switch v.Kind {
	case cfg.Bool:
		return value.Bool(v.Bool)
	case cfg.Number:
		return value.Int(int64(v.Number))
	case cfg.String:
		return value.String(v.Text)
	case cfg.ModelValue:
		return value.Model(v.Text)
	}
	elems := make([]value.Value, len(v.Elements))
	for i, e := range v.Elements {
		elems[i] = fromConfig(e)
	}
	return value.Set(elems...)
}
