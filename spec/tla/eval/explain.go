package eval

import (
	"strings"

	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// A Cause is a part of a condition that makes it false.
type Cause struct {
	Part   Formula
	Names  []string // of what quantifiers around it bind
	Values []value.Value
}

// Bounds of an explanation: how deep it descends, and how many elements of a
// quantifier's sets it tries.
const (
	maxCause    = 200
	maxElements = 10_000
)

// Explain returns the part that makes a condition false in the machine's
// states: it descends into conjunctions, implications, names, IF and LET, and
// into \A with the first element for which it is false. It must not be called
// while other machines run.
func (p *Program) Explain(m *Machine, f Formula) Cause {
	c := Cause{Part: f}
	for range maxCause {
		var next Cause
		found := false
		// What can't be taken apart stands for itself.
		if err := guard(func() { next, found = p.falsePart(m, c) }); err != nil || !found {
			break
		}
		c = next
	}
	return c
}

// Text returns what the cause is: its text, its place, and what is bound.
func (c Cause) Text() string {
	text := []rune(syntax.Format(c.Part.Expr))
	if len(text) > maxCauseText {
		text = append(text[:maxCauseText], []rune("...")...)
	}
	at := c.Part.c.at(start(c.Part.Expr)).error("")
	s := string(text) + " (" + strings.TrimSuffix(at.Error(), ": ") + ") is false"
	for i, name := range c.Names {
		if i == 0 {
			s += " for "
		} else {
			s += ", "
		}
		s += name + " = " + short(c.Values[i])
	}
	return s
}

// start returns where an expression begins: the place of an operator is its
// own.
func start(e syntax.Expr) syntax.Pos {
	first := e.Position()
	syntax.Children(e, func(part syntax.Expr, _ bool) {
		if at := start(part); at.IsValid() && at.Before(first) {
			first = at
		}
	})
	return first
}

// maxCauseText is how much of a part's text is shown, in characters.
const maxCauseText = 120

// holds reports whether a part is true.
func (p *Program) holds(m *Machine, f Formula) bool {
	u := p.newUnit("", true)
	n, _ := u.cond(f.Expr, f.c)
	g := m.enter(u, src{}, nil)
	yes := n.truth(m, g)
	m.leave(u)
	return yes
}

func (p *Program) value(m *Machine, f Formula) value.Value {
	u := p.newUnit("", true)
	n, _ := u.expr(f.Expr, f.c)
	g := m.enter(u, src{}, nil)
	v := n.eval(m, g)
	m.leave(u)
	return v
}

// falsePart returns the part of a false condition that makes it false.
func (p *Program) falsePart(m *Machine, c Cause) (Cause, bool) {
	f := c.Part
	switch e := f.Expr.(type) {
	case *syntax.Junction:
		if e.And || len(e.Items) == 1 {
			return p.firstFalse(m, c, e.Items)
		}
		return c.consequence(e.Items)
	case *syntax.If:
		branch := e.Else
		if p.holds(m, f.Part(e.Cond)) {
			branch = e.Then
		}
		return c.with(f.Part(branch)), true
	case *syntax.Let:
		inner, ok := letContext(e, f.c)
		return c.with(Formula{e.Body, inner}), ok
	case *syntax.Quantifier:
		if e.Op == `\A` {
			return p.falseFor(m, c, e)
		}
	case *syntax.Apply:
		return p.falseName(m, c, e)
	}
	return c, false
}

// with returns the cause within its part.
func (c Cause) with(part Formula) Cause {
	c.Part = part
	return c
}

// consequence descends into what is no negation of a disjunction, if that is
// one part: ~P \/ Q is another way to write P => Q.
func (c Cause) consequence(all []syntax.Expr) (Cause, bool) {
	var rest []syntax.Expr
	for _, e := range all {
		if a, ok := e.(*syntax.Apply); !ok || a.Name != "~" {
			rest = append(rest, e)
		}
	}
	if len(rest) != 1 {
		return c, false
	}
	return c.with(c.Part.Part(rest[0])), true
}

func (p *Program) firstFalse(m *Machine, c Cause, all []syntax.Expr) (Cause, bool) {
	for _, e := range all {
		if part := c.Part.Part(e); !p.holds(m, part) {
			return c.with(part), true
		}
	}
	return c, false
}

// falseName descends into what a name or operator stands for.
func (p *Program) falseName(m *Machine, c Cause, e *syntax.Apply) (Cause, bool) {
	f := c.Part
	if d := e.Decl; d != nil && d.Kind == syntax.BuiltinDecl && d.Module == "" {
		switch e.Name {
		case `/\`:
			return p.firstFalse(m, c, e.Args)
		case `\/`:
			return c.consequence(e.Args)
		case "=>":
			return c.with(f.Part(e.Args[1])), true
		}
		return c, false
	}
	if g, ok := p.Expand(f); ok {
		return c.with(g), true
	}
	if e.Decl == nil || len(e.Args) == 0 || f.c.scope.find(e.Decl) != nil {
		return c, false
	}
	d, dc := p.newUnit("", true).resolve(e, f.c)
	if d.Kind != syntax.OperatorDecl || d.Recursive || p.points[d] != nil || p.overriddenIn(d, dc, f.c.module) != d {
		return c, false
	}
	inner := dc
	inner.module = d.Module
	inner.site = &site{name: d.Name, scope: d.Home, module: f.c.module, call: e.Pos, parent: f.c.site}
	for k, param := range d.Params {
		inner = inner.bind(param, &binding{e: e.Args[k], c: f.c})
	}
	return c.with(Formula{d.Body, inner}), true
}

// letContext binds what a LET defines; false for what it can't bind.
func letContext(e *syntax.Let, c ctx) (ctx, bool) {
	for _, def := range e.Defs {
		d, ok := def.(*syntax.Definition)
		if !ok || d.Decl.Recursive {
			return c, false
		}
		b := &binding{c: c}
		if d.Decl.Kind == syntax.OperatorDecl && d.Decl.Arity == 0 {
			b.e = d.Decl.Body
		}
		c = c.bind(d.Decl, b)
	}
	return c, true
}

// falseFor descends into \A with the first elements for which it is false.
func (p *Program) falseFor(m *Machine, c Cause, e *syntax.Quantifier) (Cause, bool) {
	s := &seeking{p: p, m: m, body: e.Body}
	for _, b := range e.Bounds {
		if b.Set == nil {
			return c, false
		}
		set := p.value(m, c.Part.Part(b.Set))
		at := c.Part.c.at(b.Set.Position())
		if b.Tuple {
			s.ranges = append(s.ranges, within{at, set, b.Names, true})
			continue
		}
		for i := range b.Names {
			s.ranges = append(s.ranges, within{at, set, b.Names[i : i+1], false})
		}
	}
	return s.from(c, 0)
}

// A seeking is a search for the elements for which a body is false.
type seeking struct {
	p      *Program
	m      *Machine
	body   syntax.Expr
	ranges []within
	tried  int
}

// A within is one of the sets, and the names for each of its elements: several
// for a tuple.
type within struct {
	src
	set   value.Value
	names []*syntax.Decl
	tuple bool
}

// from tries the elements of the k-th and later sets.
func (s *seeking) from(c Cause, k int) (Cause, bool) {
	if k == len(s.ranges) {
		s.tried++
		c = c.with(c.Part.Part(s.body))
		return c, s.tried <= maxElements && !s.p.holds(s.m, c.Part)
	}
	r := &s.ranges[k]
	found, ok := c, false
	s.m.each(r.src, r.set, func(x value.Value) bool {
		if bound, bindable := r.bind(c, x); bindable {
			found, ok = s.from(bound, k+1)
		}
		return ok || s.tried > maxElements
	})
	return found, ok
}

// bind notes an element; false if it is no tuple as the names want it.
func (r *within) bind(c Cause, x value.Value) (Cause, bool) {
	if !r.tuple {
		return c.bind(r.names[0], x), true
	}
	if len(x.Elems()) != len(r.names) {
		return c, false
	}
	for i, d := range r.names {
		c = c.bind(d, x.Elems()[i])
	}
	return c, true
}

// bind notes what a quantifier binds.
func (c Cause) bind(d *syntax.Decl, v value.Value) Cause {
	c.Part.c = c.Part.c.bind(d, &binding{n: &literal{v}, rigid: true})
	c.Names = append(c.Names[:len(c.Names):len(c.Names)], d.Name)
	c.Values = append(c.Values[:len(c.Values):len(c.Values)], v)
	return c
}
