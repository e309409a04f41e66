package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A lexer splits a text into tokens.
type lexer struct {
	file   string
	src    string
	at     int
	pos    Pos
	column int32 // of the next character, with tabs reaching to multiples of 8
	errs   *reporter
}

// A reporter collects errors.
type reporter struct {
	file  string
	lines []string
	errs  Errors
}

func newReporter(file, src string) *reporter {
	return &reporter{file: file, lines: strings.Split(src, "\n")}
}

// add reports an error, unless there is one in that line already.
func (r *reporter) add(pos Pos, format string, args ...any) {
	for _, e := range r.errs {
		if e.Pos.Line == pos.Line {
			return
		}
	}
	if len(r.errs) >= MaxErrors {
		return
	}
	e := &Error{File: r.file, Pos: pos, Message: fmt.Sprintf(format, args...)}
	if n := int(pos.Line); n >= 1 && n <= len(r.lines) {
		e.Source = strings.TrimRight(r.lines[n-1], "\r")
	}
	r.errs = append(r.errs, e)
}

func newLexer(file, src string, errs *reporter) *lexer {
	src = strings.TrimPrefix(src, "\ufeff")
	return &lexer{file: file, src: src, pos: Pos{1, 1}, column: 1, errs: errs}
}

// skip moves over the next n bytes.
func (l *lexer) skip(n int) {
	for end := l.at + n; l.at < end; {
		c := l.src[l.at]
		switch {
		case c == '\n':
			l.pos.Line++
			l.pos.Column, l.column = 1, 1
			l.at++
		case c == '\t':
			l.pos.Column++
			l.column += 8 - (l.column-1)%8
			l.at++
		default:
			_, size := utf8.DecodeRuneInString(l.src[l.at:])
			l.pos.Column++
			l.column++
			l.at += size
		}
	}
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.src) {
		return l.src[l.at+n]
	}
	return 0
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) || c == '_' }

// blanks skips white space and comments.
func (l *lexer) blanks() {
	for l.at < len(l.src) {
		c := l.src[l.at]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			l.skip(1)
		case c == '\\' && l.peek(1) == '*':
			end := strings.IndexByte(l.src[l.at:], '\n')
			if end < 0 {
				end = len(l.src) - l.at
			}
			l.skip(end)
		case c == '(' && l.peek(1) == '*':
			l.comment()
		default:
			return
		}
	}
}

// comment skips a comment in parentheses with those nested in it.
func (l *lexer) comment() {
	start := l.pos
	depth := 0
	for l.at < len(l.src) {
		switch {
		case l.peek(0) == '(' && l.peek(1) == '*':
			depth++
			l.skip(2)
		case l.peek(0) == '*' && l.peek(1) == ')':
			depth--
			l.skip(2)
			if depth == 0 {
				return
			}
		default:
			_, size := utf8.DecodeRuneInString(l.src[l.at:])
			l.skip(size)
		}
	}
	l.errs.add(start, "the comment is not closed, expected *) before the end of the file")
}

// next returns the next token.
func (l *lexer) next() token {
	l.blanks()
	t := token{pos: l.pos, column: l.column}
	if l.at >= len(l.src) {
		t.kind = endKind
		t.end = l.pos
		return t
	}
	size := l.scan(&t)
	l.skip(size)
	t.end = l.pos
	return t
}

// scan fills in kind and text of the token that begins here and returns its
// size in bytes.
func (l *lexer) scan(t *token) int {
	c := l.src[l.at]
	switch {
	case isWord(c) && !(c == '_' && !isWord(l.peek(1))):
		return l.word(t)
	case c == '"':
		return l.str(t)
	case c == '-' && l.run('-') >= 4:
		t.kind, t.text = ruleKind, "----"
		return l.run('-')
	case c == '=' && l.run('=') >= 4:
		t.kind, t.text = moduleEndKind, "===="
		return l.run('=')
	case c == '<':
		if n := l.step(); n > 0 {
			t.kind, t.text = stepKind, l.src[l.at:l.at+n]
			return n
		}
	case c == '\\':
		if n := l.backslash(t); n > 0 {
			return n
		}
	case c >= utf8.RuneSelf:
		return l.unicode(t)
	}
	for _, m := range marksBy[c] {
		if strings.HasPrefix(l.src[l.at:], m) {
			t.kind, t.text = symbolKind, m
			if first, ok := canonical[m]; ok {
				t.text = first
			}
			return len(m)
		}
	}
	return l.bad(t)
}

// bad reports a character that begins no token.
func (l *lexer) bad(t *token) int {
	r, size := utf8.DecodeRuneInString(l.src[l.at:])
	t.kind, t.text = badKind, string(r)
	l.errs.add(l.pos, "%q has no meaning in TLA+, expected a name, a number or an operator", r)
	return size
}

func (l *lexer) run(c byte) int {
	n := 0
	for l.peek(n) == c {
		n++
	}
	return n
}

// step returns the size of a proof step's number that begins here, 0 if none
// does: <1>, <1>2, <1>a., <*>, <+>.
func (l *lexer) step() int {
	n := 1
	switch {
	case l.peek(1) == '*' || l.peek(1) == '+':
		n = 2
	default:
		for isDigit(l.peek(n)) {
			n++
		}
	}
	if n == 1 || l.peek(n) != '>' {
		return 0
	}
	n++
	for isWord(l.peek(n)) {
		n++
	}
	for l.peek(n) == '.' && l.peek(n+1) != '.' {
		n++
	}
	return n
}

// word scans a name, a reserved word, a number, or the mark of fairness.
func (l *lexer) word(t *token) int {
	rest := l.src[l.at:]
	if (strings.HasPrefix(rest, "WF_") || strings.HasPrefix(rest, "SF_")) && len(rest) > 3 {
		t.kind, t.text = fairKind, rest[:3]
		return 3
	}
	n, letters := 0, false
	for n < len(rest) && isWord(rest[n]) {
		letters = letters || !isDigit(rest[n])
		n++
	}
	t.text = rest[:n]
	switch {
	case !letters:
		t.kind = numberKind
		return l.number(t, n)
	case keywords[t.text]:
		t.kind = keywordKind
	default:
		t.kind = identKind
	}
	return n
}

// number scans the decimals of a number whose first n digits are known.
func (l *lexer) number(t *token, n int) int {
	if l.peek(n) != '.' || !isDigit(l.peek(n+1)) {
		return n
	}
	for n++; isDigit(l.peek(n)); n++ {
	}
	t.text = l.src[l.at : l.at+n]
	return n
}

// str scans a string.
func (l *lexer) str(t *token) int {
	t.kind = stringKind
	var b strings.Builder
	for n := 1; ; n++ {
		switch c := l.peek(n); {
		case l.at+n >= len(l.src) || c == '\n':
			l.errs.add(l.pos, `the string is not closed, expected " before the end of the line`)
			t.kind = badKind
			return n
		case c == '"':
			t.text = b.String()
			return n + 1
		case c == '\\':
			n++
			e := l.peek(n)
			i := strings.IndexByte(`"\tnfr`, e)
			if i < 0 || l.at+n >= len(l.src) {
				b.WriteByte('\\') // as it stands
				n--
				continue
			}
			b.WriteByte("\"\\\t\n\f\r"[i])
		default:
			b.WriteByte(c)
		}
	}
}

// backslash scans what begins with a backslash and goes on with a letter; it
// returns 0 when it is not one token.
func (l *lexer) backslash(t *token) int {
	rest := l.src[l.at:]
	n := 1
	for n < len(rest) && isLetter(rest[n]) {
		n++
	}
	if n == 1 || n == 2 {
		if size := l.based(t); size > 0 {
			return size
		}
	}
	for ; n > 1; n-- { // the longest operator that the text begins with
		if words[rest[:n]] {
			t.kind, t.text = symbolKind, rest[:n]
			if first, ok := canonical[t.text]; ok {
				t.text = first
			}
			return n
		}
	}
	return l.based(t)
}

// based scans a number in another base: \b101, \o17, \hFF.
func (l *lexer) based(t *token) int {
	digits := map[byte]string{'b': "01", 'o': "01234567", 'h': "0123456789abcdefABCDEF"}[l.peek(1)|0x20]
	n := 2
	for digits != "" && l.at+n < len(l.src) && strings.IndexByte(digits, l.peek(n)) >= 0 {
		n++
	}
	if digits == "" || n == 2 || isWord(l.peek(n)) {
		return 0
	}
	t.kind, t.text = numberKind, l.src[l.at:l.at+n]
	return n
}

// unicode scans an operator that is no ASCII text.
func (l *lexer) unicode(t *token) int {
	r, size := utf8.DecodeRuneInString(l.src[l.at:])
	text := l.src[l.at : l.at+size]
	switch r {
	case 'ℕ', 'ℤ', 'ℝ':
		t.kind, t.text = identKind, map[rune]string{'ℕ': "Nat", 'ℤ': "Int", 'ℝ': "Real"}[r]
		return size
	case '⟩', '〉':
		if l.peek(size) == '_' {
			t.kind, t.text = symbolKind, ">>_"
			return size + 1
		}
	case '□', '◇':
	}
	first, ok := canonical[text]
	if !ok {
		return l.bad(t)
	}
	t.kind, t.text = symbolKind, first
	return size
}
