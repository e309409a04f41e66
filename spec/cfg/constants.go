package cfg

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	hintForValue    = "a value is a natural number, a string, TRUE, FALSE, a set such as {a, b}, or a name for a model value; for anything else define it in the module and write Name <- Definition"
	hintForNegative = "define it in the module, as in MinusOne == -1, and write Name <- MinusOne"
)

// constants reads the lines of a CONSTANT statement.
func (p *parser) constants(f *File) error {
	for !p.atSectionEnd() {
		c, err := p.constant()
		if err != nil {
			return err
		}
		f.Constants = append(f.Constants, c)
	}
	return nil
}

// constant reads one of: id = value, id(value, ...) = value,
// id = [Module] value, id <- name, id <- [Module] name. An operator symbol can
// stand for the names on both sides of <-.
func (p *parser) constant() (Constant, error) {
	if p.atOperator() {
		return p.operator()
	}
	var c Constant
	var err error
	if c.Name, err = p.qualifiedName(); err != nil {
		return c, err
	}
	p.constantName = c.Name.Text
	if p.isSymbol("<-") {
		return c, p.override(&c)
	}
	if p.isSymbol("(") {
		if err := p.advance(); err != nil {
			return c, err
		}
		if c.Arguments, err = p.values(")", 0); err != nil {
			return c, err
		}
	}
	if !p.isSymbol("=") {
		return c, p.unassigned(c)
	}
	if err := p.module(&c); err != nil {
		return c, err
	}
	c.ValuePos = p.tok.pos
	c.Value, err = p.value(0)
	return c, err
}

// atOperator reports whether the current token is an operator symbol.
func (p *parser) atOperator() bool {
	return p.tok.kind == symbolToken && slices.Contains(operators, p.tok.text)
}

// operator reads an operator symbol and what is put in its place.
func (p *parser) operator() (Constant, error) {
	c := Constant{Name: Name{p.tok.pos, p.tok.text}}
	if err := p.advance(); err != nil {
		return c, err
	}
	if !p.isSymbol("<-") {
		// Most likely the symbol belongs to an expression, as in N = 1 + 2.
		return c, p.noValue("<- after " + c.Name.Text)
	}
	return c, p.override(&c)
}

// qualifiedName reads a!b!c.
func (p *parser) qualifiedName() (Name, error) {
	const what = "the name of a constant"
	if p.tok.kind == symbolToken {
		return Name{}, p.noValue(what) // it is more likely the rest of an expression
	}
	name, err := p.name(what, "")
	if err != nil {
		return name, err
	}
	text := []string{name.Text}
	for p.isSymbol("!") {
		if err := p.advance(); err != nil {
			return name, err
		}
		part, err := p.name("a name after !", "")
		if err != nil {
			return name, err
		}
		text = append(text, part.Text)
	}
	name.Text = strings.Join(text, "!")
	return name, nil
}

// unassigned returns the error that neither = nor <- follows a constant.
func (p *parser) unassigned(c Constant) error {
	expected, hint := "= or <-", ""
	switch {
	case c.Arguments != nil:
		expected = "="
	case p.isSymbol("=="):
		hint = "a configuration file assigns with a single ="
	case NearestKeyword(c.Name.Text) != "":
		hint = fmt.Sprintf("did you mean the keyword %s instead of %s?", NearestKeyword(c.Name.Text), c.Name.Text)
	}
	return p.unexpected(fmt.Sprintf("%s after %s", expected, clip(c.Name.Text)), hint)
}

// module reads the = or <- of a constant, and [Module] if it follows.
func (p *parser) module(c *Constant) error {
	if err := p.advance(); err != nil {
		return err
	}
	if !p.isSymbol("[") {
		return nil
	}
	if err := p.advance(); err != nil {
		return err
	}
	m, err := p.name("the name of a module after [", "")
	if err != nil {
		return err
	}
	c.Module = &m
	if !p.isSymbol("]") {
		return p.unexpected("] after the module "+clip(m.Text), "")
	}
	return p.advance()
}

func (p *parser) override(c *Constant) error {
	if err := p.module(c); err != nil {
		return err
	}
	if p.atOperator() {
		c.Override = &Name{p.tok.pos, p.tok.text}
		return p.advance()
	}
	hint := ""
	if !p.atSectionEnd() {
		hint = "<- takes the name of a definition; a value is assigned with ="
	}
	n, err := p.name("the name of a definition after <-", hint)
	if err != nil {
		return err
	}
	c.Override = &n
	return nil
}

// values reads values separated by commas, from the first one to the closing
// symbol. There is at least one.
func (p *parser) values(closing string, depth int) ([]Value, error) {
	var values []Value
	for {
		if len(values) == MaxElements {
			return nil, p.fail(p.tok.pos, fmt.Sprintf("expected at most %d values up to %s, found more", MaxElements, closing), "")
		}
		v, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
		if p.isSymbol(closing) {
			return values, p.advance()
		}
		if !p.isSymbol(",") {
			return nil, p.unexpected(", or "+closing, "")
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
}

// value reads a value that stands within depth sets.
func (p *parser) value(depth int) (Value, error) {
	t := p.tok
	var v Value
	switch {
	case t.kind == numberToken:
		n, err := p.number()
		if err != nil {
			return v, err
		}
		v = NumberValue(n)
	case t.kind == stringToken:
		v = StringValue(t.text)
	case t.kind == wordToken && (t.text == "TRUE" || t.text == "FALSE"):
		v = BoolValue(t.text == "TRUE")
	case p.atName():
		v = NamedValue(t.text)
	case p.isSymbol("{"):
		return p.set(depth)
	default:
		if p.isSymbol("-") {
			return v, p.noNegative()
		}
		return v, p.noValue("a value")
	}
	return v, p.advance()
}

// noValue returns the error that the current token is not what was expected,
// but most likely part of a value that a file can't write.
func (p *parser) noValue(expected string) error {
	err := p.unexpected(expected, hintForValue)
	err.Constant = cmp.Or(p.constantName, clip(p.tok.text))
	return err
}

func (p *parser) noNegative() error {
	err := p.fail(p.tok.pos, "expected a value, found a minus sign: a configuration file has no negative numbers", hintForNegative)
	err.Constant = p.constantName
	return err
}

func (p *parser) number() (int, error) {
	n, err := strconv.ParseUint(p.tok.text, 10, 64)
	if err != nil || n > MaxNumber {
		return 0, p.fail(p.tok.pos, fmt.Sprintf("expected a number up to %d, found %s", MaxNumber, clip(p.tok.text)), "")
	}
	return int(n), nil
}

// set reads a set that stands within depth others, from the brace on.
func (p *parser) set(depth int) (Value, error) {
	if depth == MaxNesting {
		return Value{}, p.fail(p.tok.pos, fmt.Sprintf("expected at most %d sets within each other, found more", MaxNesting), "")
	}
	if err := p.advance(); err != nil {
		return Value{}, err
	}
	if p.isSymbol("}") {
		return SetOf(), p.advance()
	}
	elements, err := p.values("}", depth+1)
	if err != nil {
		return Value{}, err
	}
	return SetOf(elements...), nil
}
