package syntax

// name reads a name with its arguments, an operator of an instance, or a
// labelled expression.
func (p *parser) name() Expr {
	first := p.tok()
	e := &Apply{at: at{first.pos}, Name: first.text}
	p.advance()
	e.Args = p.arguments(first.text)
	if p.is("::") {
		p.advance()
		return p.expr(nil) // the label is of no consequence
	}
	for p.is("!") {
		p.advance()
		t := p.tok()
		switch {
		case t.kind == identKind || t.kind == numberKind:
		case t.kind == symbolKind && (infixOps[t.text] != nil || postfixOps[t.text] != nil || prefixOps[t.text] != nil):
		case t.is(":") || t.is("<<") || t.is(">>") || t.is("@"): // parts of an expression
		default:
			p.fail("the name of a definition after !")
		}
		p.advance()
		path := append(e.Instances, e)
		e = &Apply{at: at{first.pos}, Instances: path, Name: t.text, Args: p.arguments(t.text)}
		path[len(path)-1].Instances = nil
	}
	return e
}

// arguments reads the arguments in parentheses that an operator is applied to.
func (p *parser) arguments(name string) []Expr {
	if !p.accept("(") {
		return nil
	}
	args := []Expr{p.argument()}
	for p.accept(",") {
		args = append(args, p.argument())
	}
	p.expect(")", " after the arguments of "+name)
	return args
}

// argument reads an expression or the symbol of an operator.
func (p *parser) argument() Expr {
	t := p.tok()
	isOp := infixOps[t.text] != nil || prefixOps[t.text] != nil || postfixOps[t.text] != nil
	if isOp && (t.kind == symbolKind || t.kind == keywordKind) {
		if next := p.ahead(1); next.is(",") || next.is(")") || next.kind != symbolKind && p.unitFollows() {
			p.advance()
			return &Apply{at: at{t.pos}, Name: t.text}
		}
	}
	return p.expr(nil)
}

// unitFollows reports whether the token after the current one can't belong to
// an operand of it, as after WITH a <- +.
func (p *parser) unitFollows() bool {
	next := p.ahead(1)
	return next.kind == endKind || next.kind == ruleKind || next.kind == moduleEndKind ||
		next.kind == identKind && (p.ahead(2).is("==") || next.column == 1) || next.kind == keywordKind && unitKeywords[next.text]
}

// subscript reads what follows ]_, >>_, WF_ or SF_.
func (p *parser) subscript() Expr {
	t := p.tok()
	if t.kind != identKind {
		return p.operand()
	}
	e := &Apply{at: at{t.pos}, Name: t.text}
	p.advance()
	for p.is("!") {
		p.advance()
		path := append(e.Instances, e)
		name := p.ident("the name of a definition after !")
		e = &Apply{at: at{t.pos}, Instances: path, Name: name.Name}
		path[len(path)-1].Instances = nil
	}
	return e
}

func (p *parser) tuple() Expr {
	t := p.tok()
	p.advance()
	e := &Tuple{at: at{t.pos}}
	if !p.is(">>") && !p.is(">>_") {
		e.Elems = p.exprs()
	}
	if p.is(">>_") && len(e.Elems) == 1 {
		p.advance()
		return &Box{at: at{t.pos}, Angle: true, Action: e.Elems[0], Sub: p.subscript()}
	}
	p.expect(">>", " after <<")
	return e
}

// set reads what begins with a brace.
func (p *parser) set() Expr {
	t := p.tok()
	p.advance()
	if p.accept("}") {
		return &SetOf{at: at{t.pos}}
	}
	first := p.tok()
	e := p.expr(nil)
	if p.accept(":") {
		if b, ok := p.binder(e, first); ok {
			f := &Filter{at{t.pos}, b, p.expr(nil)}
			p.expect("}", " after the condition")
			return f
		}
		m := &Map{at: at{t.pos}, Bounds: p.bounds(true), Body: e}
		p.expect("}", " after the sets")
		return m
	}
	s := &SetOf{at{t.pos}, []Expr{e}}
	for p.accept(",") {
		s.Elems = append(s.Elems, p.expr(nil))
	}
	p.expect("}", " or , after an element of the set")
	return s
}

// binder returns an expression as what it binds, if it has the form x \in S
// or <<x, y>> \in S; first is its first token.
func (p *parser) binder(e Expr, first *token) (Bound, bool) {
	a, ok := e.(*Apply)
	if !ok || a.Name != `\in` || len(a.Args) != 2 || first.is("(") {
		return Bound{}, false
	}
	b := Bound{Set: a.Args[1]}
	if tuple, ok := a.Args[0].(*Tuple); ok {
		b.Tuple = true
		for _, elem := range tuple.Elems {
			d := boundName(elem)
			if d == nil {
				return Bound{}, false
			}
			b.Names = append(b.Names, d)
		}
		return b, len(b.Names) > 0
	}
	d := boundName(a.Args[0])
	b.Names = []*Decl{d}
	return b, d != nil
}

// boundName returns a mere name as a declaration, nil for anything else.
func boundName(e Expr) *Decl {
	a, ok := e.(*Apply)
	if !ok || len(a.Args) > 0 || len(a.Instances) > 0 || !isName(a.Name) {
		return nil
	}
	return &Decl{Kind: BoundDecl, Name: a.Name, Pos: a.Pos}
}

func isName(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) {
			return false
		}
	}
	return true
}

// bracket reads what begins with a bracket.
func (p *parser) bracket() Expr {
	t := p.tok()
	p.advance()
	if p.tok().kind == identKind {
		switch next := p.ahead(1); {
		case next.is("|->"):
			return &Record{at{t.pos}, p.fields("|->", "the record")}
		case next.is(":"):
			return &RecordSet{at{t.pos}, p.fields(":", "the set of records")}
		}
	}
	first := p.tok()
	e := p.expr(nil)
	switch {
	case p.accept("->"):
		f := &FunctionSet{at{t.pos}, e, p.expr(nil)}
		p.expect("]", " after the set of functions")
		return f
	case p.accept("EXCEPT"):
		return p.except(t, e)
	case p.accept("]_"):
		return &Box{at: at{t.pos}, Action: e, Sub: p.subscript()}
	case p.is("|->") || p.is(","):
		return p.function(t, e, first)
	}
	p.fail("|->, ->, EXCEPT or ]_ after [")
	return nil
}

func (p *parser) fields(mark, what string) []RecordField {
	var all []RecordField
	for {
		name := p.ident("the name of a field")
		p.expect(mark, " after the field "+name.Name)
		all = append(all, RecordField{name, p.expr(nil)})
		if !p.accept(",") {
			break
		}
	}
	p.expect("]", " or , in "+what)
	return all
}

// function reads [x, y \in S |-> e], whose first expression is known.
func (p *parser) function(t *token, e Expr, first *token) Expr {
	f := &Function{at: at{t.pos}}
	if b, ok := p.binder(e, first); ok {
		f.Bounds = []Bound{b}
		if p.accept(",") {
			f.Bounds = append(f.Bounds, p.bounds(true)...)
		}
	} else {
		d := boundName(e)
		if d == nil || !p.accept(",") {
			p.failAt(t.pos, "expected [x \\in S |-> e], [f |-> e] or [f EXCEPT ...], found something else in brackets")
		}
		rest := p.bounds(true)
		if rest[0].Tuple {
			p.failAt(t.pos, "expected \\in after the names of a function's arguments, found a tuple")
		}
		rest[0].Names = append([]*Decl{d}, rest[0].Names...)
		f.Bounds = rest
	}
	p.expect("|->", " after the domain of the function")
	f.Body = p.expr(nil)
	p.expect("]", " after the function's body")
	return f
}

func (p *parser) except(t *token, f Expr) Expr {
	e := &Except{at: at{t.pos}, Function: f}
	for {
		u := Update{Pos: p.tok().pos}
		p.expect("!", " before what EXCEPT changes")
		for {
			step := p.tok()
			if p.accept("[") {
				u.Path = append(u.Path, PathStep{Pos: step.pos, Args: p.exprs()})
				p.expect("]", " after what EXCEPT changes")
			} else if p.accept(".") {
				u.Path = append(u.Path, PathStep{Pos: step.pos, Field: p.ident("the name of a field after .").Name})
			} else {
				break
			}
		}
		if len(u.Path) == 0 {
			p.fail("[ or . after !")
		}
		p.expect("=", " after what EXCEPT changes")
		u.Value = p.expr(nil)
		e.Updates = append(e.Updates, u)
		if !p.accept(",") {
			break
		}
	}
	p.expect("]", " after EXCEPT")
	return e
}

func (p *parser) quantifier(t *token) Expr {
	p.advance()
	q := &Quantifier{at: at{t.pos}, Op: t.text, Bounds: p.bounds(false)}
	p.expect(":", " after what "+t.text+" binds")
	q.Body = p.expr(nil)
	return q
}

// bounds reads x, y \in S, z \in T; where no sets are demanded, also x, y.
func (p *parser) bounds(set bool) []Bound {
	all := []Bound{p.bound(true, !set)}
	for all[0].Set != nil && p.accept(",") {
		all = append(all, p.bound(true, false))
	}
	return all
}

// bound reads names with their set: one or, if so allowed, several. Where free
// is true the set may be missing.
func (p *parser) bound(several, free bool) Bound {
	var b Bound
	if p.accept("<<") {
		b.Tuple = true
		b.Names = p.boundNames()
		p.expect(">>", " after the names that are bound")
	} else if several {
		b.Names = p.boundNames()
	} else {
		b.Names = append(b.Names, p.boundIdent())
	}
	if free && !p.is(`\in`) {
		return b
	}
	p.expect(`\in`, " after the names that are bound")
	b.Set = p.expr(nil)
	return b
}

func (p *parser) boundNames() []*Decl {
	all := []*Decl{p.boundIdent()}
	for p.accept(",") {
		all = append(all, p.boundIdent())
	}
	return all
}

func (p *parser) boundIdent() *Decl {
	name := p.ident("the name of a bound variable")
	return &Decl{Kind: BoundDecl, Name: name.Name, Pos: name.Pos}
}
