package syntax

// module reads a module, from its first line to its last one.
func (p *parser) module() *Module {
	p.enter()
	defer p.leave()
	if p.tok().kind != ruleKind {
		p.fail("---- MODULE")
	}
	p.advance()
	p.expect("MODULE", " after ----")
	m := &Module{File: p.errs.file, lines: p.errs.lines}
	m.Name = p.ident("the module's name")
	if p.tok().kind != ruleKind {
		p.fail("---- after the module's name")
	}
	p.advance()
	if p.accept("EXTENDS") {
		m.Extends = p.idents("the name of a module")
	}
	for p.tok().kind != moduleEndKind {
		if p.tok().kind == endKind {
			p.fail("the end of module " + m.Name.Name + ", ====")
		}
		depth := p.depth
		if !p.guard(func() { p.unit(m) }) {
			p.depth, p.limit = depth, 0
			p.recover()
		}
	}
	p.advance()
	return m
}

func (p *parser) idents(what string) []Ident {
	all := []Ident{p.ident(what)}
	for p.accept(",") {
		all = append(all, p.ident(what))
	}
	return all
}

// recover moves on to where the next unit of a module is likely to begin.
func (p *parser) recover() {
	p.advance()
	for {
		t := &p.tokens[p.i]
		switch {
		case t.kind == endKind || t.kind == moduleEndKind || t.kind == ruleKind:
			return
		case t.column == 1 && (t.kind == identKind || t.kind == keywordKind && unitKeywords[t.text]):
			return
		}
		p.advance()
	}
}

var unitKeywords = map[string]bool{
	"CONSTANT": true, "CONSTANTS": true, "VARIABLE": true, "VARIABLES": true, "RECURSIVE": true, "LOCAL": true,
	"INSTANCE": true, "ASSUME": true, "ASSUMPTION": true, "AXIOM": true, "THEOREM": true, "LEMMA": true,
	"COROLLARY": true, "PROPOSITION": true, "USE": true, "HIDE": true,
}

// unit reads one unit of a module.
func (p *parser) unit(m *Module) {
	t := p.tok()
	switch {
	case t.kind == ruleKind && p.ahead(1).is("MODULE"):
		m.Units = append(m.Units, &Nested{p.module()})
	case t.kind == ruleKind:
		p.advance()
	case t.is("CONSTANT") || t.is("CONSTANTS"):
		p.advance()
		m.Units = append(m.Units, p.constants())
	case t.is("VARIABLE") || t.is("VARIABLES"):
		p.advance()
		v := &Variables{}
		for _, name := range p.idents("the name of a variable") {
			v.Names = append(v.Names, &Decl{Kind: VariableDecl, Name: name.Name, Pos: name.Pos})
		}
		m.Units = append(m.Units, v)
	case t.is("ASSUME") || t.is("ASSUMPTION") || t.is("AXIOM"):
		m.Units = append(m.Units, p.assume())
	case t.is("THEOREM") || t.is("LEMMA") || t.is("COROLLARY") || t.is("PROPOSITION"):
		m.Units = append(m.Units, p.theorem())
	case t.is("USE") || t.is("HIDE"):
		p.advance()
		p.facts()
	default:
		m.Units = append(m.Units, p.definition("a definition, a declaration, ASSUME, THEOREM, INSTANCE or the end of the module ===="))
	}
}

func (p *parser) constants() *Constants {
	c := &Constants{}
	for {
		param := p.param("the name of a constant")
		c.Params = append(c.Params, &Decl{Kind: ConstantDecl, Name: param.Name, Pos: param.Pos, Arity: param.Arity})
		if !p.accept(",") {
			return c
		}
	}
}

// param reads a name that may take arguments: x, F(_, _), _ + _, -. _ or _ ^+.
func (p *parser) param(what string) Param {
	t := p.tok()
	if t.is("_") {
		p.advance()
		op := p.tok()
		if op.kind != symbolKind || infixOps[op.text] == nil && postfixOps[op.text] == nil {
			p.fail("an operator after _")
		}
		p.advance()
		param := Param{Ident{op.text, op.pos}, 1}
		if infixOps[op.text] != nil {
			p.expect("_", " after "+op.text)
			param.Arity = 2
		}
		return param
	}
	if (t.kind == symbolKind || t.kind == keywordKind) && prefixOps[t.text] != nil {
		p.advance()
		p.expect("_", " after "+t.text)
		return Param{Ident{t.text, t.pos}, 1}
	}
	param := Param{p.ident(what), 0}
	if p.accept("(") {
		for {
			p.expect("_", " for an argument of "+param.Name)
			param.Arity++
			if !p.accept(",") {
				break
			}
		}
		p.expect(")", " after the arguments of "+param.Name)
	}
	return param
}

func (p *parser) assume() *Assume {
	a := &Assume{Pos: p.tok().pos}
	p.advance()
	if p.tok().kind == identKind && p.ahead(1).is("==") {
		a.Name = p.ident("").Name
		p.advance()
	}
	a.Expr = p.expr(nil)
	return a
}

// definition reads a definition, an instance or the announcement of
// recursive operators; in a module or in a LET.
func (p *parser) definition(expected string) Unit {
	local := false
	t := p.tok()
	if t.is("LOCAL") {
		p.advance()
		local = true
		t = p.tok()
		expected = "a definition or INSTANCE after LOCAL"
	}
	switch {
	case t.is("INSTANCE"):
		return &Instance{p.instance(), local}
	case t.is("RECURSIVE") && !local:
		p.advance()
		r := &Recursive{}
		for {
			r.Params = append(r.Params, p.param("the name of an operator"))
			if !p.accept(",") {
				return r
			}
		}
	}
	d := &Definition{Decl: p.head(expected), Local: local}
	p.expect("==", " after what is defined")
	d.Start = p.tok().pos
	if p.is("INSTANCE") && d.Kind == OperatorDecl {
		d.Kind = InstanceDecl
		d.Instance = p.instance()
	} else {
		d.Body = p.expr(nil)
	}
	d.End = p.previous()
	return d
}

// previous returns the end of the last token.
func (p *parser) previous() Pos {
	if p.i == 0 {
		return Pos{}
	}
	return p.tokens[p.i-1].end
}

// head reads what stands before ==.
func (p *parser) head(expected string) *Decl {
	t, next := p.tok(), p.ahead(1)
	d := &Decl{Kind: OperatorDecl, Pos: t.pos}
	if prefixed := prefixOps[t.text]; prefixed != nil && t.kind == symbolKind && next.kind == identKind && p.ahead(2).is("==") {
		p.advance()
		p.named(d, t, p.parameter())
		return d
	}
	if t.kind != identKind {
		p.fail(expected)
	}
	if next.kind == symbolKind && (infixOps[next.text] != nil && p.ahead(2).kind == identKind || postfixOps[next.text] != nil) {
		first := p.parameter()
		op := p.tok()
		p.advance()
		if infixOps[op.text] != nil {
			p.named(d, op, first, p.parameter())
		} else {
			p.named(d, op, first)
		}
		return d
	}
	d.Name = p.ident("").Name
	switch {
	case p.accept("("):
		for {
			param := p.param("a parameter of " + d.Name)
			d.Params = append(d.Params, &Decl{Kind: ParamDecl, Name: param.Name, Pos: param.Pos, Arity: param.Arity})
			if !p.accept(",") {
				break
			}
		}
		p.expect(")", " after the parameters of "+d.Name)
	case p.accept("["):
		d.Kind = FunctionDecl
		d.Bounds = p.bounds(true)
		p.expect("]", " after the domain of "+d.Name)
	case !p.is("=="):
		p.fail("== after " + d.Name)
	}
	d.Arity = len(d.Params)
	return d
}

func (p *parser) parameter() *Decl {
	name := p.ident("a parameter")
	return &Decl{Kind: ParamDecl, Name: name.Name, Pos: name.Pos}
}

// named makes d the definition of an operator symbol.
func (p *parser) named(d *Decl, op *token, params ...*Decl) {
	d.Name, d.Params, d.Arity, d.Operator = op.text, params, len(params), true
}

// instance reads INSTANCE M WITH a <- e, b <- f.
func (p *parser) instance() *InstanceOf {
	in := &InstanceOf{Pos: p.tok().pos}
	p.expect("INSTANCE", "")
	in.Module = p.ident("the name of a module after INSTANCE")
	if !p.accept("WITH") {
		return in
	}
	for {
		t := p.tok()
		var name Ident
		if t.kind == symbolKind && (infixOps[t.text] != nil || prefixOps[t.text] != nil || postfixOps[t.text] != nil) {
			p.advance()
			name = Ident{t.text, t.pos}
		} else {
			name = p.ident("the name of a constant or variable of " + in.Module.Name)
		}
		p.expect("<-", " after "+name.Name)
		in.With = append(in.With, Substitution{name, p.argument()})
		if !p.accept(",") {
			return in
		}
	}
}
