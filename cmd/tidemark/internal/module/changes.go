package module

import (
	"fmt"

	"tidemark/spec/cfg"
	"tidemark/spec/tla"
	"tidemark/spec/tla/syntax"
)

// Changes are what the command line wants otherwise than the configuration.
type Changes struct {
	// Set gives constants other values, each as NAME=VALUE.
	Set []string
	// Invariants and Properties replace what the configuration lists; nil leaves
	// a list alone. When either is given, the invariants come first.
	Invariants, Properties []string
	NoSymmetry             bool // search states, whatever the configuration says
}

// apply makes the changes.
func (c *Changes) apply(spec *tla.Spec, f *cfg.File) error {
	err := cfg.EachSetting(c.Set, "--set N=2", func(name, value string) error {
		constant, err := constantOf(spec, name, value)
		if err == nil {
			replaceConstant(f, constant)
		}
		return err
	})
	if err != nil {
		return err
	}
	if c.NoSymmetry {
		f.Symmetry = nil
	}
	return c.replaceChecks(spec, f)
}

// constantOf is a constant of the module with a value.
func constantOf(spec *tla.Spec, name, value string) (cfg.Constant, error) {
	if d := spec.Scope().Lookup(name); d == nil || d.Kind == syntax.VariableDecl {
		return cfg.Constant{}, unknown(spec, name, "a constant", syntax.ConstantDecl)
	}
	v, err := cfg.ParseValue(value)
	if err != nil {
		return cfg.Constant{}, &cfg.Error{Message: name + ": " + err.(*cfg.Error).Message, Hint: "--set " + name + "=2, or a set such as {a, b}"}
	}
	return cfg.Constant{Name: cfg.Name{Text: name}, Value: v}, nil
}

// replaceConstant takes the place of all that a configuration says of a
// constant.
func replaceConstant(f *cfg.File, constant cfg.Constant) {
	var all []cfg.Constant
	put := false
	for _, c := range f.Constants {
		switch {
		case c.Name.Text != constant.Name.Text || c.Module != nil:
			all = append(all, c)
		case !put:
			all, put = append(all, constant), true
		}
	}
	if !put {
		all = append(all, constant)
	}
	f.Constants = all
}

// replaceChecks replaces the lists that are given.
func (c *Changes) replaceChecks(spec *tla.Spec, f *cfg.File) error {
	if c.Invariants == nil && c.Properties == nil {
		return nil
	}
	var all []cfg.Check
	for _, invariant := range []bool{true, false} {
		names := c.Properties
		if invariant {
			names = c.Invariants
		}
		if names == nil {
			all = append(all, listed(f, invariant)...)
			continue
		}
		for _, name := range names {
			if spec.Scope().Lookup(name) == nil {
				return unknown(spec, name, "a definition", syntax.OperatorDecl)
			}
			all = append(all, cfg.Check{Name: cfg.Name{Text: name}, Invariant: invariant})
		}
	}
	f.Checks = all
	return nil
}

// listed returns what a configuration lists under INVARIANT, or PROPERTY.
func listed(f *cfg.File, invariant bool) []cfg.Check {
	var all []cfg.Check
	for _, c := range f.Checks {
		if c.Invariant == invariant {
			all = append(all, c)
		}
	}
	return all
}

// unknown is the error of a name on the command line that means nothing: what
// it should be the name of, in words and as a kind of declaration.
func unknown(spec *tla.Spec, name, what string, kind syntax.DeclKind) error {
	var own []string
	for _, n := range spec.Scope().Names() {
		if spec.Scope().Lookup(n).Kind == kind {
			own = append(own, n)
		}
	}
	e := &cfg.Error{Message: fmt.Sprintf("module %s has no %s, expected the name of %s", spec.Name(), name, what)}
	if spec.Scope().Lookup(name) != nil {
		e.Message = fmt.Sprintf("%s is no constant of module %s, expected one", name, spec.Name())
	}
	e.Hint = cfg.DidYouMean(name, own, "")
	return e
}
