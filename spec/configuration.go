package spec

import (
	"tidemark/model"
	"tidemark/spec/cfg"
)

// A Configuration says what to explore and what to check.
type Configuration struct {
	Name   string // of an embedded configuration, or of the file
	Bounds model.Bounds
	// Properties holds invariants and step properties in the order of the
	// file, each once. Where two are violated equally early, the first counts.
	Properties        []model.Property
	StateConstraints  []model.Property // states to stop at where one is false
	ActionConstraints []model.Property // steps not to follow where one is false
	Symmetry          bool             // replicas are interchangeable
	CheckDeadlock     bool             // a state without successors is an error; TRUE when the file is silent
}

// Checks are what the configuration asks of the model.
func (c *Configuration) Checks() model.Checks {
	return model.Checks{
		Properties:        c.Properties,
		StateConstraints:  c.StateConstraints,
		ActionConstraints: c.ActionConstraints,
	}
}

// Model returns the native model within the configuration's bounds, with its checks.
func (c *Configuration) Model() (*model.Model, error) { return model.New(c.Bounds, c.Checks()) }

// Changes are what a caller wants otherwise than the file. The zero value
// changes nothing.
type Changes struct {
	// Set gives constants other values, each as NAME=VALUE with the value in
	// the syntax of the file. A constant may be set once, also one that the
	// file does not give.
	Set []string
	// Variants are added to those of the constant Variant.
	Variants []string
	// Invariants and Properties replace what the file lists under INVARIANT
	// and PROPERTY; nil leaves a list alone, one of length zero empties it.
	// When either is given, the invariants come before the step properties.
	Invariants, Properties []string
}

// Read reads a configuration file and binds it to the native model. The name
// of the file is used in errors.
//
// An error is a *[cfg.Error]. Its File is empty when what is wrong was given
// in changes. Bounds are checked after all changes have been made: the result
// has bounds that a model can be made of.
func Read(file string, src []byte, changes Changes) (*Configuration, error) {
	f, err := cfg.Parse(file, src)
	if err != nil {
		return nil, withoutModule(err)
	}
	bounds, err := bindConstants(f, changes)
	if err != nil {
		return nil, err
	}
	if err := checkStatements(f); err != nil {
		return nil, err
	}
	c := &Configuration{
		Name:          file,
		Bounds:        bounds,
		Symmetry:      f.Symmetry != nil,
		CheckDeadlock: f.CheckDeadlock == nil || *f.CheckDeadlock,
	}
	if c.Properties, err = bindProperties(f, changes); err != nil {
		return nil, err
	}
	if c.StateConstraints, err = bindNames(f, constraintSection, f.Constraints); err != nil {
		return nil, err
	}
	if c.ActionConstraints, err = bindNames(f, actionSection, f.ActionConstraints); err != nil {
		return nil, err
	}
	return c, nil
}

// The names that the native model knows the parts of its behaviours by, as
// the module does.
const (
	specName     = "Spec"
	initName     = "Init"
	nextName     = "Next"
	symmetryName = "Symmetry"
)

// checkStatements checks the statements that name a definition of the module:
// the native model has one for each of some, and none for the others.
func checkStatements(f *cfg.File) error {
	if err := checkBehaviour(f); err != nil {
		return err
	}
	if err := checkName(f, "SYMMETRY", f.Symmetry, symmetryName); err != nil {
		return err
	}
	for _, s := range []struct {
		keyword string
		names   []cfg.Name
	}{
		{"VIEW", one(f.View)},
		{"ALIAS", one(f.Alias)},
		{"POSTCONDITION", f.Postconditions},
		{"_POSSIBLE", f.Possible},
		{"_PERIODIC", one(f.Periodic)},
		{"_RL_REWARD", one(f.RLReward)},
	} {
		if len(s.names) > 0 {
			n := s.names[0]
			return f.ErrorAt(n.Pos, "the native model can't use "+s.keyword+" "+n.Text+", expected no "+s.keyword, "leave it out; it makes sense for the TLA+ module only")
		}
	}
	return nil
}

func one(n *cfg.Name) []cfg.Name {
	if n == nil {
		return nil
	}
	return []cfg.Name{*n}
}

// checkBehaviour checks that either SPECIFICATION or both of INIT and NEXT are
// given, as TLC demands.
func checkBehaviour(f *cfg.File) error {
	const hint = "SPECIFICATION " + specName
	for _, part := range []struct {
		keyword string
		name    *cfg.Name
		only    string
		other   string
		missing bool
	}{
		{"SPECIFICATION", f.Specification, specName, "", false},
		{"INIT", f.Init, initName, "NEXT", f.Next == nil},
		{"NEXT", f.Next, nextName, "INIT", f.Init == nil},
	} {
		switch {
		case part.name == nil:
		case part.keyword != "SPECIFICATION" && f.Specification != nil:
			return f.ErrorAt(part.name.Pos, part.keyword+" and SPECIFICATION are both given, expected one of them", hint)
		case part.missing:
			return f.ErrorAt(part.name.Pos, part.keyword+" is given without "+part.other, hint)
		default:
			if err := checkName(f, part.keyword, part.name, part.only); err != nil {
				return err
			}
		}
	}
	if f.Specification == nil && f.Init == nil {
		return f.ErrorAt(start, "expected SPECIFICATION, or INIT and NEXT, found neither", hint)
	}
	return nil
}

// checkName checks that a statement, if given, has the only name that the
// native model knows for it.
func checkName(f *cfg.File, keyword string, n *cfg.Name, only string) error {
	if n == nil || n.Text == only {
		return nil
	}
	return f.ErrorAt(n.Pos, "the native model knows "+keyword+" "+only+" only, found "+n.Text, keyword+" "+only)
}

// start is where a file is said to lack something.
var start = cfg.Pos{Line: 1, Column: 1}
