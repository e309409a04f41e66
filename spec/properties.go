package spec

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec/cfg"
)

// A role is what a name of package invariants is there for.
type role uint8

const (
	invariant role = iota
	stepProperty
	stateConstraint
	actionConstraint
)

// noun says what has the role.
func (r role) noun() string {
	return [...]string{"an invariant", "a step property", "a state constraint", "an action constraint"}[r]
}

// keyword is the statement that lists what has the role.
func (r role) keyword() string {
	return [...]string{"INVARIANT", "PROPERTY", "CONSTRAINT", "ACTION_CONSTRAINT"}[r]
}

// A section is a statement that lists names, and the roles that they may have.
// Anything that says something about one state can be an invariant as well as
// a constraint; a step property is [][P]_vars in the module, which is neither
// an action nor said of one state.
type section struct {
	expected string
	roles    []role
}

var (
	invariantSection  = section{"an invariant", []role{invariant, stateConstraint}}
	propertySection   = section{"a step property", []role{stepProperty}}
	constraintSection = section{"a state constraint or an invariant", []role{stateConstraint, invariant}}
	actionSection     = section{"an action constraint", []role{actionConstraint}}
)

// property returns what package invariants has under a name, with its role.
func property(name string) (p model.Property, r role, known bool) {
	if p, known := invariants.Lookup(name); known {
		return p, roleOf(p, invariant, stepProperty), true
	}
	for _, p := range invariants.Constraints() {
		if p.Name == name {
			return p, roleOf(p, stateConstraint, actionConstraint), true
		}
	}
	return model.Property{}, 0, false
}

// roleOf is one of two roles, depending on what a property is said of.
func roleOf(p model.Property, state, step role) role {
	if p.Kind == explore.StepProperty {
		return step
	}
	return state
}

// lookup returns the property of that name for a section, or an error without
// a place.
func lookup(s section, name string) (model.Property, *cfg.Error) {
	p, r, known := property(name)
	switch {
	case !known:
		return model.Property{}, &cfg.Error{
			Message: fmt.Sprintf("unknown name %s, expected %s", name, s.expected),
			Hint:    nameHint(s, name),
		}
	case !slices.Contains(s.roles, r):
		return model.Property{}, &cfg.Error{
			Message: fmt.Sprintf("%s is %s, expected %s", name, r.noun(), s.expected),
			Hint:    fmt.Sprintf("%s %s", r.keyword(), name),
		}
	}
	return p, nil
}

// nameHint says what an unknown name in a section may have meant.
func nameHint(s section, name string) string {
	if near := cfg.NearestKeyword(name); near != "" {
		return fmt.Sprintf("did you mean the keyword %s?", near)
	}
	var fitting, all []string
	for _, p := range slices.Concat(invariants.All(), invariants.Constraints()) {
		if _, r, _ := property(p.Name); slices.Contains(s.roles, r) {
			fitting = append(fitting, p.Name)
		}
		all = append(all, p.Name)
	}
	// A name of the wrong kind is named too: the next error then says so.
	return cfg.DidYouMean(name, fitting, cfg.DidYouMean(name, all, "known names: "+strings.Join(fitting, ", ")))
}

// bindNames returns the properties that a section of a file lists. As in TLC
// a name may be listed again; its first place counts.
func bindNames(f *cfg.File, s section, names []cfg.Name) ([]model.Property, error) {
	var found []model.Property
	for _, n := range names {
		p, err := lookup(s, n.Text)
		if err != nil {
			return nil, f.ErrorAt(n.Pos, err.Message, err.Hint)
		}
		found = appendNew(found, p)
	}
	return found, nil
}

func appendNew(list []model.Property, p model.Property) []model.Property {
	if slices.ContainsFunc(list, func(q model.Property) bool { return q.Name == p.Name }) {
		return list
	}
	return append(list, p)
}

// selectNames returns the properties that a caller lists for a section.
func selectNames(s section, names []string) ([]model.Property, error) {
	var found []model.Property
	for _, name := range names {
		p, err := lookup(s, name)
		if err != nil {
			return nil, err
		}
		found = appendNew(found, p)
	}
	return found, nil
}

// bindProperties returns what to check: in the order of the file, or, when a
// list is replaced, invariants first.
func bindProperties(f *cfg.File, changes Changes) ([]model.Property, error) {
	var inOrder []model.Property
	sections := map[bool]section{true: invariantSection, false: propertySection}
	for _, c := range f.Checks {
		found, err := bindNames(f, sections[c.Invariant], []cfg.Name{c.Name})
		if err != nil {
			return nil, err
		}
		inOrder = appendNew(inOrder, found[0])
	}
	if changes.Invariants == nil && changes.Properties == nil {
		return inOrder, nil
	}
	var kept [2][]model.Property
	for _, p := range inOrder {
		i := 0
		if p.Kind == explore.StepProperty {
			i = 1
		}
		kept[i] = append(kept[i], p)
	}
	var err error
	if changes.Invariants != nil {
		if kept[0], err = selectNames(invariantSection, changes.Invariants); err != nil {
			return nil, err
		}
	}
	if changes.Properties != nil {
		if kept[1], err = selectNames(propertySection, changes.Properties); err != nil {
			return nil, err
		}
	}
	return slices.Concat(kept[0], kept[1]), nil
}
