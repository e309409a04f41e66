package eval

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// A Formula is an expression with the instance that it stands in, as a part of
// a behaviour or property is.
type Formula struct {
	Expr syntax.Expr
	c    ctx
}

// Definition returns the body of a definition without parameters, or the name
// of a constant, as a formula.
func (p *Program) Definition(d *syntax.Decl) Formula {
	return Formula{&syntax.Apply{Name: d.Name, Decl: d}, p.root()}
}

// Expression returns an expression that was resolved in the module as a
// formula.
func (p *Program) Expression(e syntax.Expr) Formula { return Formula{e, p.root()} }

// Part returns a part of the formula's expression.
func (f Formula) Part(e syntax.Expr) Formula { return Formula{e, f.c} }

// Expand returns what a formula that is a name is defined as; false when it is
// no name, or one with arguments.
func (p *Program) Expand(f Formula) (Formula, bool) {
	a, ok := f.Expr.(*syntax.Apply)
	if !ok || len(a.Args) > 0 {
		return f, false
	}
	var out Formula
	found := false
	u := p.newUnit("", true)
	err := guard(func() {
		e, c, ok := u.abbreviated(a, f.c)
		if d := a.Decl; d != nil && p.overridden(d, f.c.module) != d {
			by := p.overridden(d, f.c.module)
			e, c, ok = by.Body, p.root(), by.Kind == syntax.OperatorDecl
		}
		if ok && e != nil {
			c.site = &site{name: a.Name, scope: scopeOf(a.Decl), module: f.c.module, call: a.Pos, parent: f.c.site}
			out, found = Formula{e, c}, true
		}
	})
	return out, err == nil && found
}

func scopeOf(d *syntax.Decl) *syntax.Scope {
	for d.Original != nil {
		d = d.Original
	}
	return d.Home
}

// Error returns an error at the formula.
func (f Formula) Error(message string) *Error { return f.src().error(message) }

// src is where the formula stands: a name that the configuration gives, at its
// definition.
func (f Formula) src() src {
	if a, ok := f.Expr.(*syntax.Apply); ok && !a.Pos.IsValid() && a.Decl != nil {
		return defined(a.Decl)
	}
	return f.c.at(f.Expr.Position())
}

// defined is where a declaration stands.
func defined(d *syntax.Decl) src { return src{d.Pos, &site{scope: scopeOf(d)}} }

// A Term is an expression with a value.
type Term struct {
	u  *unit
	n  node
	i  info
	at src
}

// Error returns an error at the expression.
func (t *Term) Error(message string) *Error { return t.at.error(message) }

// ReadsNext reports whether the expression speaks of the next state.
func (t *Term) ReadsNext() bool { return t.i.reads&readsNext != 0 }

// Term compiles an expression.
func (p *Program) Term(f Formula) (t *Term, err error) {
	err = guard(func() {
		u := p.newUnit("", true)
		n, i := u.expr(f.Expr, f.c)
		t = &Term{u, n, i, f.src()}
	})
	return t, err
}

// Value evaluates an expression in the machine's states.
func (m *Machine) Value(t *Term) (v value.Value, err error) {
	defer m.recovered(&err)
	f := m.enter(t.u, src{}, nil)
	v = t.n.eval(m, f)
	m.leave(t.u)
	return v, nil
}

// An Action is an initial predicate, or a next-state action with its
// sub-actions.
type Action struct {
	Names  []string // of the sub-actions; a label's number points into it
	places []src    // of their definitions
	whole  src
	u      *unit
	s      step
}

// Error returns an error at the definition of the sub-action of that number, or
// at the whole action where it has none.
func (a *Action) Error(number int, message string) *Error {
	if number < len(a.places) {
		return a.places[number].error(message)
	}
	return a.whole.error(message)
}

// Init compiles initial predicates, all of which must hold.
func (p *Program) Init(parts []Formula) (*Action, error) { return p.compileAction(parts, true) }

// Next compiles next-state actions, all of which must hold.
func (p *Program) Next(parts []Formula) (*Action, error) { return p.compileAction(parts, false) }

func (p *Program) compileAction(parts []Formula, initial bool) (a *Action, err error) {
	err = guard(func() {
		u := p.newUnit("", false)
		var s step = emit{}
		names := &actions{index: make(map[string]int)}
		for i := len(parts) - 1; i >= 0; i-- {
			c := parts[i].c
			c.primed = initial
			var sp *split
			if !initial && i == 0 {
				sp = &split{actions: names, name: "Next", at: parts[i].src()}
			}
			s = u.action(parts[i].Expr, c, s, sp)
		}
		a = &Action{Names: names.names, places: names.places, whole: parts[0].src(), u: u, s: s}
	})
	return a, err
}

// Solve calls found for each state that an action leads to from m.Cur, with
// m.Next set to it, until found returns false. A variable that is not assigned
// has the zero Value.
func (m *Machine) Solve(a *Action, found func() bool) (err error) {
	defer func() {
		if err != nil {
			clear(m.Next)
		}
	}()
	defer m.recovered(&err)
	m.missing = len(m.Next)
	m.emit = func() bool { return !found() }
	f := m.enter(a.u, src{}, nil)
	a.s.run(m, f)
	m.leave(a.u)
	return nil
}

// Label returns the number of the sub-action that led to the state that Solve
// has found.
func (m *Machine) Label() int {
	if m.label == nil {
		return 0
	}
	return m.label.action
}

// LabelChanged reports whether the sub-action or its arguments may differ from
// those at the last call.
func (m *Machine) LabelChanged() bool {
	fresh := m.fresh
	m.fresh = false
	return fresh
}

// Arguments appends the names and values of the sub-action's arguments, as far
// as they have values.
func (m *Machine) Arguments(names []string, values []value.Value) ([]string, []value.Value) {
	if m.label == nil {
		return names, values
	}
	for i, n := range m.label.args {
		v, err := m.argument(n)
		if err == nil {
			names, values = append(names, m.label.names[i]), append(values, v)
		}
	}
	return names, values
}

func (m *Machine) argument(n node) (v value.Value, err error) {
	defer catch(&err)
	return n.eval(m, m.labelled), nil
}
