package value

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxNesting is how deep a value in text may be nested.
const maxNesting = 1000

// Parse reads a value in the syntax in which [Value.String] writes explicit
// ones, intervals included. An identifier is a model value. Errors name the
// column.
func Parse(text string) (Value, error) {
	p := parser{text: text}
	v, err := p.value(0)
	if err != nil {
		return Value{}, err
	}
	if p.space(); p.at < len(text) {
		return Value{}, p.expected("the end")
	}
	return v, nil
}

type parser struct {
	text string
	at   int
}

func (p *parser) expected(what string) error {
	found := "the end"
	if p.at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		found = strconv.Quote(p.text[p.at : p.at+n])
		if r == utf8.RuneError {
			found = "a byte that is no UTF-8"
		}
	}
	return &Error{Message: fmt.Sprintf("column %d: expected %s, found %s", p.at+1, what, found)}
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// skip takes a token if it comes next.
func (p *parser) skip(token string) bool {
	p.space()
	if strings.HasPrefix(p.text[p.at:], token) {
		p.at += len(token)
		return true
	}
	return false
}

func (p *parser) expect(token string) error {
	if p.skip(token) {
		return nil
	}
	return p.expected(strconv.Quote(token))
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// name takes an identifier or a number, "" if there is none.
func (p *parser) name() string {
	p.space()
	start := p.at
	for p.at < len(p.text) && isNameByte(p.text[p.at]) {
		p.at++
	}
	return p.text[start:p.at]
}

func (p *parser) value(depth int) (Value, error) {
	if depth > maxNesting {
		return Value{}, p.expected("a value nested less deeply")
	}
	switch {
	case p.skip("<<"):
		return p.list(depth, ">>", func(elems []Value) (Value, error) { return Tuple(elems...), nil })
	case p.skip("{"):
		return p.list(depth, "}", func(elems []Value) (Value, error) { return Set(elems...), nil })
	case p.skip("["):
		return p.record(depth)
	case p.skip("("):
		return p.function(depth)
	case p.skip(`"`):
		return p.quoted()
	}
	start := p.at
	minus := p.skip("-")
	name := p.name()
	switch {
	case name == "":
		return Value{}, p.expected("a value")
	case minus || '0' <= name[0] && name[0] <= '9':
		return p.number(start)
	case name == "TRUE":
		return True, nil
	case name == "FALSE":
		return False, nil
	}
	return Model(name), nil
}

func (p *parser) number(start int) (Value, error) {
	i, err := strconv.ParseInt(p.text[start:p.at], 10, 64)
	if err != nil {
		p.at = start
		return Value{}, p.expected("a number of 64 bits")
	}
	if !p.skip("..") {
		return Int(i), nil
	}
	p.space()
	start = p.at
	p.skip("-")
	p.name()
	hi, err := strconv.ParseInt(p.text[start:p.at], 10, 64)
	if err != nil {
		p.at = start
		return Value{}, p.expected("a number of 64 bits")
	}
	return Interval(i, hi), nil
}

// list reads the values up to end.
func (p *parser) list(depth int, end string, build func([]Value) (Value, error)) (Value, error) {
	var elems []Value
	for !p.skip(end) {
		if len(elems) > 0 {
			if err := p.expect(","); err != nil {
				return Value{}, err
			}
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		elems = append(elems, v)
	}
	return build(elems)
}

func (p *parser) record(depth int) (Value, error) {
	var names []string
	var elems []Value
	for len(names) == 0 || p.skip(",") {
		name := p.name()
		if name == "" {
			return Value{}, p.expected("the name of a field")
		}
		if err := p.expect("|->"); err != nil {
			return Value{}, err
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		names, elems = append(names, name), append(elems, v)
	}
	if err := p.expect("]"); err != nil {
		return Value{}, err
	}
	fields, err := NewFields(names...)
	if err != nil {
		return Value{}, err
	}
	return fields.Record(elems), nil
}

func (p *parser) function(depth int) (Value, error) {
	var keys, values []Value
	for len(keys) == 0 || p.skip("@@") {
		key, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		if err := p.expect(":>"); err != nil {
			return Value{}, err
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		keys, values = append(keys, key), append(values, v)
	}
	if err := p.expect(")"); err != nil {
		return Value{}, err
	}
	return fromPairs(keys, values)
}

// quoted reads the rest of a string.
func (p *parser) quoted() (Value, error) {
	var b strings.Builder
	for p.at < len(p.text) {
		c := p.text[p.at]
		p.at++
		switch c {
		case '"':
			return String(b.String()), nil
		case '\\':
			at := strings.IndexByte(`\"ntrf`, p.peek())
			if at < 0 {
				return Value{}, p.expected(`one of \ " n t r f after the backslash`)
			}
			p.at++
			b.WriteByte("\\\"\n\t\r\f"[at])
		default:
			b.WriteByte(c)
		}
	}
	return Value{}, p.expected(`"`)
}

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}
