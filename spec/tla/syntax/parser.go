package syntax

import (
	"fmt"
	"strings"
)

// MaxDepth is how deep expressions may be nested, and maxChain how many
// operators may follow each other without parentheses: both only keep hostile
// texts from using up the stack.
const (
	MaxDepth = 1000
	maxChain = 10_000
	maxBytes = 16 << 20
)

// Parse reads the first module in a text. The name of the file is used in
// errors, which are [Errors].
func Parse(file string, src []byte) (*Module, error) {
	if len(src) > maxBytes {
		return nil, Errors{{File: file, Message: fmt.Sprintf("expected a module of at most %d bytes, found %d", maxBytes, len(src))}}
	}
	errs := newReporter(file, string(src))
	start := findModule(string(src))
	if start < 0 {
		errs.add(Pos{1, 1}, "expected a module, which begins with ---- MODULE Name ----")
		return nil, errs.errs
	}
	l := newLexer(file, string(src), errs)
	l.skip(start - (len(src) - len(l.src)))
	p := &parser{errs: errs}
	p.tokenize(l, true)
	var m *Module
	p.guard(func() { m = p.module() })
	if len(errs.errs) > 0 {
		return nil, errs.errs
	}
	return m, nil
}

// Later returns the text of a file with all blank that comes before a module
// of that name, so that places stay the same; nil if there is none in it after
// the first one.
func Later(src []byte, name string) []byte {
	text := string(src)
	at := findModule(text)
	for at >= 0 {
		next := findModule(text[at+4:])
		if next < 0 {
			break
		}
		at += 4 + next
		_, rest, _ := strings.Cut(text[at:], "MODULE")
		if word, _, _ := strings.Cut(strings.TrimLeft(rest, " \t"), "-"); strings.TrimSpace(word) != name {
			continue
		}
		blank := []byte(text)
		for i, b := range blank[:at] {
			if b != '\n' {
				blank[i] = ' '
			}
		}
		return blank
	}
	return nil
}

// ParseExpr reads an expression. The name is used in errors.
func ParseExpr(name, src string) (Expr, error) {
	errs := newReporter(name, src)
	p := &parser{errs: errs}
	p.tokenize(newLexer(name, src, errs), false)
	var e Expr
	p.guard(func() {
		e = p.expr(nil)
		if p.tok().kind != endKind {
			p.fail("an operator or the end of the expression")
		}
	})
	if len(errs.errs) > 0 {
		return nil, errs.errs
	}
	return e, nil
}

// findModule returns the offset of the line that begins a module, -1 if there
// is none.
func findModule(src string) int {
	for i := 0; i+4 <= len(src); i++ {
		if src[i] != '-' {
			continue
		}
		j := i
		for j < len(src) && src[j] == '-' {
			j++
		}
		if j-i >= 4 {
			k := j
			for k < len(src) && (src[k] == ' ' || src[k] == '\t') {
				k++
			}
			if len(src)-k > 6 && src[k:k+6] == "MODULE" {
				return i
			}
		}
		i = j
	}
	return -1
}

// A parser reads tokens by recursive descent. Errors end a unit by a panic
// that guard stops.
type parser struct {
	errs   *reporter
	tokens []token
	i      int
	limit  int32 // tokens at or left of this column end the bulleted item that is being read
	depth  int
}

// A bailout ends the reading of a unit after an error was reported.
type bailout struct{}

// guard runs a part of the parser and reports whether it ended well.
func (p *parser) guard(f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(bailout); !is {
				panic(r)
			}
		}
	}()
	f()
	return true
}

// tokenize reads all tokens: of a module up to its end, or of the whole text.
func (p *parser) tokenize(l *lexer, module bool) {
	depth := 0
	for {
		t := l.next()
		p.tokens = append(p.tokens, t)
		switch {
		case t.kind == endKind:
			return
		case module && t.is("MODULE"):
			if n := len(p.tokens); n >= 2 && p.tokens[n-2].kind == ruleKind {
				depth++
			}
		case module && t.kind == moduleEndKind:
			if depth--; depth <= 0 {
				p.tokens = append(p.tokens, token{kind: endKind, pos: t.end, end: t.end})
				return
			}
		}
	}
}

// tok returns the current token; the end, if it is left of the bulleted item
// that is being read.
func (p *parser) tok() *token {
	t := &p.tokens[p.i]
	if t.column <= p.limit && t.kind != endKind {
		return &outside
	}
	return t
}

// outside stands for a token that does not belong to the current item.
var outside = token{kind: endKind}

// ahead returns the token n places further on.
func (p *parser) ahead(n int) *token {
	if p.i+n >= len(p.tokens) {
		return &p.tokens[len(p.tokens)-1]
	}
	return &p.tokens[p.i+n]
}

func (p *parser) advance() {
	if p.i < len(p.tokens)-1 {
		p.i++
	}
}

func (p *parser) is(text string) bool { return p.tok().is(text) }

// accept moves past a symbol or keyword if it is there.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

// expect moves past a symbol or keyword that must be there.
func (p *parser) expect(text, where string) {
	if !p.accept(text) {
		p.fail(text + where)
	}
}

// fail reports that the current token is not what was expected.
func (p *parser) fail(expected string) {
	t := p.tokens[p.i]
	found := t.describe()
	if p.tok() == &outside {
		found += ", which is not to the right of the list's bullets"
	}
	p.failAt(t.pos, "expected %s, found %s", expected, found)
}

func (p *parser) failAt(pos Pos, format string, args ...any) {
	p.errs.add(pos, format, args...)
	panic(bailout{})
}

// ident reads a name.
func (p *parser) ident(what string) Ident {
	t := p.tok()
	if t.kind != identKind {
		p.fail(what)
	}
	p.advance()
	return Ident{t.text, t.pos}
}

// enter counts a level of nesting; leave ends it.
func (p *parser) enter() {
	if p.depth++; p.depth > MaxDepth {
		p.failAt(p.tokens[p.i].pos, "expected at most %d levels of nesting, found more", MaxDepth)
	}
}

func (p *parser) leave() { p.depth-- }
