package syntax

// theorem reads a theorem and skips its proof.
func (p *parser) theorem() *Theorem {
	t := &Theorem{Pos: p.tok().pos}
	p.advance()
	if p.tok().kind == identKind && p.ahead(1).is("==") {
		t.Name = p.ident("").Name
		p.advance()
	}
	if p.is("ASSUME") {
		p.assumeProve()
	} else {
		t.Expr = p.expr(nil)
	}
	p.proof()
	return t
}

// assumeProve reads ASSUME ... PROVE ...
func (p *parser) assumeProve() {
	p.enter()
	defer p.leave()
	p.expect("ASSUME", "")
	for {
		p.assumption()
		if !p.accept(",") {
			break
		}
	}
	p.expect("PROVE", " after what is assumed")
	p.expr(nil)
}

// assumption reads one of the things that a theorem assumes.
func (p *parser) assumption() {
	if p.tok().kind == identKind && p.ahead(1).is("::") {
		p.advance()
		p.advance()
	}
	if p.is("ASSUME") {
		p.assumeProve()
		return
	}
	words := []string{"STATE", "ACTION", "TEMPORAL", "CONSTANT", "VARIABLE"}
	isWord := func(t *token) bool {
		for _, w := range words {
			if t.text == w && (t.kind == identKind || t.kind == keywordKind) {
				return true
			}
		}
		return false
	}
	t := p.tok()
	isNew := t.kind == identKind && t.text == "NEW"
	if !isNew && !(isWord(t) && p.ahead(1).kind == identKind) {
		p.expr(nil)
		return
	}
	if isNew {
		p.advance()
	}
	if isWord(p.tok()) {
		p.advance()
	}
	p.param("a name after NEW")
	if p.accept(`\in`) {
		p.expr(nil)
	}
}

// proof skips a proof, if there is one.
func (p *parser) proof() {
	p.accept("PROOF")
	switch t := p.tok(); {
	case t.is("OBVIOUS") || t.is("OMITTED"):
		p.advance()
	case t.is("BY"):
		p.advance()
		p.facts()
	case t.kind == stepKind:
		p.steps()
	}
}

// steps skips the steps of a proof: up to the QED of its level and the proof
// that follows it.
func (p *parser) steps() {
	level := stepLevel(p.tok().text)
	for {
		t := p.tok()
		switch {
		case t.kind == endKind || t.kind == moduleEndKind:
			p.fail("QED, which ends the proof")
		case t.kind != stepKind:
			p.advance()
			continue
		}
		outer := stepLevel(t.text) <= level
		p.advance()
		if outer && p.accept("QED") {
			p.accept("PROOF")
			if p.tok().kind == stepKind && stepLevel(p.tok().text) > level {
				level = stepLevel(p.tok().text)
				continue
			}
			p.proof()
			return
		}
	}
}

// stepLevel returns the number in <1>2; that of <*> and <+> is as high as any.
func stepLevel(text string) int {
	n := 0
	for i := 1; i < len(text) && isDigit(text[i]) && n < 1_000_000; i++ {
		n = n*10 + int(text[i]-'0')
	}
	if n == 0 && len(text) > 1 && text[1] != '0' {
		return 1_000_000
	}
	return n
}

// facts skips what follows BY, USE or HIDE.
func (p *parser) facts() {
	if p.isWord("ONLY") {
		p.advance()
	}
	for first := true; first || p.accept(","); first = false {
		switch {
		case p.isWord("DEF") || p.isWord("DEFS"):
		case p.is("MODULE"):
			p.advance()
			p.ident("the name of a module")
		default:
			p.argument()
		}
	}
	if !p.isWord("DEF") && !p.isWord("DEFS") {
		return
	}
	p.advance()
	for first := true; first || p.accept(","); first = false {
		if p.accept("MODULE") {
			p.ident("the name of a module")
		} else {
			p.argument()
		}
	}
}

func (p *parser) isWord(text string) bool {
	t := p.tok()
	return t.kind == identKind && t.text == text && !p.ahead(1).is("==")
}
