package syntax

// expr reads an expression that is the operand of outer, an operator to its
// left; nil if there is none. It ends before an operator that binds less
// tightly than outer.
func (p *parser) expr(outer *opInfo) Expr {
	p.enter()
	defer p.leave()
	left := p.operand()
	flat := false // left is a list of operators that may still grow
	for chain := 0; ; chain++ {
		t := p.tok()
		if chain > maxChain {
			p.failAt(t.pos, "expected at most %d operators in a row, found more", maxChain)
		}
		if t.kind != symbolKind {
			return left
		}
		switch {
		case t.text == "[":
			left = p.apply(left)
		case t.text == ".":
			p.advance()
			left = &Select{at{t.pos}, left, p.ident("the name of a field after .").Name}
		case postfixOps[t.text] != nil:
			if outer != nil && outer.tighter(postfixOps[t.text]) {
				return left
			}
			p.advance()
			left = &Apply{at: at{t.pos}, Name: t.text, Args: []Expr{left}}
		case infixOps[t.text] != nil:
			op := infixOps[t.text]
			if outer != nil && !p.shifts(outer, op, t) {
				return left
			}
			p.advance()
			left, flat = p.infix(left, op, t, flat), true
			continue
		default:
			return left
		}
		flat = false
	}
}

// shifts reports whether op, to the right of an operand of outer, takes that
// operand.
func (p *parser) shifts(outer, op *opInfo, t *token) bool {
	switch {
	case op.tighter(outer):
		return true
	case outer.tighter(op), outer == op && op.associative:
		return false
	case prefixOps[outer.text] == outer && outer.low == op.low && outer.high == op.high:
		return false // SUBSET S \ T
	}
	if outer == op {
		p.failAt(t.pos, "%s follows another %s, expected parentheses around one of them", spelled(op.text), spelled(op.text))
	}
	p.failAt(t.pos, "it is not clear whether %s or %s binds tighter, expected parentheses", spelled(outer.text), spelled(op.text))
	return false
}

// spelled returns an operator as people write it.
func spelled(op string) string {
	if op == "-." {
		return "-"
	}
	return op
}

// infix reads the right operand of an operator. flat says that left was made
// by infix at the same level, without parentheses.
func (p *parser) infix(left Expr, op *opInfo, t *token, flat bool) Expr {
	right := p.expr(op)
	switch op.text {
	case `/\`, `\/`:
		and := op.text == `/\`
		if j, ok := left.(*Junction); ok && flat && j.And == and {
			j.Items = append(j.Items, right)
			return j
		}
		return &Junction{at{t.pos}, and, []Expr{left, right}}
	case `\X`:
		if x, ok := left.(*Product); ok && flat {
			x.Sets = append(x.Sets, right)
			return x
		}
		return &Product{at{t.pos}, []Expr{left, right}}
	}
	return &Apply{at: at{t.pos}, Name: op.text, Args: []Expr{left, right}}
}

// apply reads the arguments of a function.
func (p *parser) apply(f Expr) Expr {
	pos := p.tok().pos
	p.advance()
	args := p.exprs()
	p.expect("]", " after the function's argument")
	return &FunctionApply{at{pos}, f, args}
}

func (p *parser) exprs() []Expr {
	all := []Expr{p.expr(nil)}
	for p.accept(",") {
		all = append(all, p.expr(nil))
	}
	return all
}

// operand reads what an operator applies to.
func (p *parser) operand() Expr {
	t := p.tok()
	switch t.kind {
	case numberKind:
		p.advance()
		return &Number{at{t.pos}, t.text}
	case stringKind:
		p.advance()
		return &String{at{t.pos}, t.text}
	case identKind:
		return p.name()
	case stepKind: // within a proof: the name of a step
		p.advance()
		return &Apply{at: at{t.pos}, Name: t.text}
	case fairKind:
		p.advance()
		f := &Fair{at: at{t.pos}, Strong: t.text == "SF_", Sub: p.subscript()}
		p.expect("(", " after the subscript of "+t.text)
		f.Action = p.expr(nil)
		p.expect(")", " after the action")
		return f
	case symbolKind:
		if e := p.symbol(t); e != nil {
			return e
		}
	case keywordKind:
		if e := p.keyword(t); e != nil {
			return e
		}
	}
	p.fail("an expression")
	return nil
}

// symbol reads an operand that begins with a symbol; nil if none does.
func (p *parser) symbol(t *token) Expr {
	switch t.text {
	case "(":
		p.advance()
		e := p.expr(nil)
		p.expect(")", "")
		return e
	case "{":
		return p.set()
	case "[":
		return p.bracket()
	case "<<":
		return p.tuple()
	case `/\`, `\/`:
		return p.junction()
	case `\E`, `\A`, `\EE`, `\AA`:
		return p.quantifier(t)
	case "@":
		p.advance()
		return &Old{at: at{t.pos}}
	case "-":
		p.advance()
		return &Apply{at: at{t.pos}, Name: "-.", Args: []Expr{p.expr(prefixOps["-."])}}
	}
	return p.prefix(t)
}

// prefix reads a prefix operator with its operand; nil if t is none.
func (p *parser) prefix(t *token) Expr {
	op := prefixOps[t.text]
	if op == nil {
		return nil
	}
	p.advance()
	return &Apply{at: at{t.pos}, Name: t.text, Args: []Expr{p.expr(op)}}
}

// keyword reads an operand that begins with a reserved word; nil if none does.
func (p *parser) keyword(t *token) Expr {
	switch t.text {
	case "TRUE", "FALSE", "BOOLEAN", "STRING":
		p.advance()
		return &Builtin{at{t.pos}, t.text}
	case "IF":
		p.advance()
		e := &If{at: at{t.pos}, Cond: p.expr(nil)}
		p.expect("THEN", " after the condition of IF")
		e.Then = p.expr(nil)
		p.expect("ELSE", " after what follows THEN")
		e.Else = p.expr(nil)
		return e
	case "CASE":
		return p.cases(t)
	case "LET":
		return p.let(t)
	case "CHOOSE":
		p.advance()
		c := &Choose{at: at{t.pos}, Bound: p.bound(false, true)}
		p.expect(":", " after what CHOOSE binds")
		c.Body = p.expr(nil)
		return c
	case "LAMBDA":
		return p.lambda(t)
	}
	return p.prefix(t)
}

func (p *parser) cases(t *token) Expr {
	p.advance()
	c := &Case{at: at{t.pos}}
	for {
		if p.accept("OTHER") {
			p.expect("->", " after OTHER")
			c.Other = p.expr(nil)
			return c
		}
		cond := p.expr(nil)
		p.expect("->", " after the condition in CASE")
		c.Arms = append(c.Arms, Arm{cond, p.expr(nil)})
		if !p.accept("[]") {
			return c
		}
	}
}

func (p *parser) let(t *token) Expr {
	p.advance()
	l := &Let{at: at{t.pos}}
	for first := true; first || !p.is("IN"); first = false {
		l.Defs = append(l.Defs, p.definition("a definition or IN"))
	}
	p.advance()
	l.Body = p.expr(nil)
	return l
}

func (p *parser) lambda(t *token) Expr {
	p.advance()
	d := &Decl{Kind: OperatorDecl, Name: "LAMBDA", Pos: t.pos}
	for {
		param := p.param("a parameter of LAMBDA")
		d.Params = append(d.Params, &Decl{Kind: ParamDecl, Name: param.Name, Pos: param.Pos, Arity: param.Arity})
		if !p.accept(",") {
			break
		}
	}
	d.Arity = len(d.Params)
	p.expect(":", " after the parameters of LAMBDA")
	d.Body = p.expr(nil)
	d.End = p.previous()
	return &Lambda{at{t.pos}, d}
}

// junction reads a bulleted list.
func (p *parser) junction() Expr {
	bullet := p.tok()
	j := &Junction{at: at{bullet.pos}, And: bullet.text == `/\`}
	limit := p.limit
	for p.is(bullet.text) && p.tok().column == bullet.column {
		p.advance()
		p.limit = bullet.column
		j.Items = append(j.Items, p.expr(nil))
		p.limit = limit
	}
	return j
}
