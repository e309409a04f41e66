package cfg

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits that keep a hostile file from taking more than its share.
const (
	MaxSize     = 1 << 20    // bytes of a file
	MaxNesting  = 100        // sets within sets
	MaxElements = 10_000     // elements written in one set
	MaxNumber   = 2147483647 // the largest number, which is TLC's
)

type tokenKind uint8

const (
	endToken    tokenKind = iota
	wordToken             // a name or a keyword
	numberToken           // decimal digits
	stringToken
	symbolToken
)

type token struct {
	kind tokenKind
	text string // as written, but a string token's characters
	pos  Pos
}

// describe says what a token is in "found ...".
func (t token) describe() string {
	switch {
	case t.kind == stringToken:
		return "the string " + quote(clip(t.text))
	case t.kind == wordToken && isKeyword[t.text]:
		return "the keyword " + t.text
	}
	return clip(t.text)
}

// clip shortens a text for a message.
func clip(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "..."
}

// A lexer splits a text into tokens.
type lexer struct {
	file string
	end  string // what the end of the text is called
	text string // what is left
	pos  Pos    // where it starts
}

// newLexer returns a lexer of src, or an error when src is too large or not
// text.
func newLexer(file, end string, src []byte) (*lexer, *Error) {
	l := &lexer{file: file, end: end, pos: Pos{1, 1}}
	if len(src) > MaxSize {
		return nil, l.fail(l.pos, fmt.Sprintf("the file has %d bytes, at most %d were expected", len(src), MaxSize), "")
	}
	src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	l.text = string(src)
	if i := firstNonText(l.text); i >= 0 {
		l.skip(i)
		return nil, l.fail(l.pos, fmt.Sprintf("expected text, found the byte 0x%02X", l.text[0]), "save the file as UTF-8 text")
	}
	return l, nil
}

// firstNonText returns the index of the first byte that is zero or not UTF-8,
// -1 when there is none.
func firstNonText(s string) int {
	for i, r := range s {
		if r == 0 || r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return -1
}

func (l *lexer) fail(at Pos, message, hint string) *Error {
	return &Error{File: l.file, Line: at.Line, Column: at.Column, Message: message, Hint: hint}
}

// skip moves n bytes on. A line ends with LF, CR or both.
func (l *lexer) skip(n int) {
	for i, r := range l.text[:n] {
		followedByLF := i+1 < len(l.text) && l.text[i+1] == '\n'
		if r == '\n' || r == '\r' && !followedByLF {
			l.pos.Line++
			l.pos.Column = 1
		} else {
			l.pos.Column++
		}
	}
	l.text = l.text[n:]
}

// blanks skips white space and comments.
func (l *lexer) blanks() *Error {
	for {
		l.skip(len(l.text) - len(strings.TrimLeft(l.text, " \t\r\n")))
		switch {
		case strings.HasPrefix(l.text, `\*`):
			end := strings.IndexAny(l.text, "\r\n")
			if end < 0 {
				end = len(l.text)
			}
			l.skip(end)
		case strings.HasPrefix(l.text, "(*"):
			if err := l.block(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// block skips a comment between (* and *), which may hold others.
func (l *lexer) block() *Error {
	depth := 0
	for i := 0; i+1 < len(l.text); {
		switch l.text[i : i+2] {
		case "(*":
			depth++
			i += 2
		case "*)":
			depth--
			i += 2
		default:
			i++
		}
		if depth == 0 {
			l.skip(i)
			return nil
		}
	}
	return l.fail(l.pos, "the comment that starts here is never closed", "close it with *), once for every (* in it")
}

// next returns the next token: an end token at the end, again and again.
func (l *lexer) next() (token, *Error) {
	if err := l.blanks(); err != nil {
		return token{}, err
	}
	if l.text == "" {
		return token{endToken, l.end, l.pos}, nil
	}
	c := l.text[0]
	switch {
	case isWordByte(c):
		return l.word()
	case c == '"':
		return l.string()
	case c < ' ' || c >= 0x7f:
		r, _ := utf8.DecodeRuneInString(l.text)
		return token{}, l.fail(l.pos, fmt.Sprintf("unexpected character %q (%U)", r, r), "only strings and comments may hold more than ASCII")
	}
	return l.symbol(), nil
}

func isWordByte(c byte) bool { return c == '_' || isDigit(c) || isLetter(c) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// word reads a name, a keyword or a number.
func (l *lexer) word() (token, *Error) {
	n, letters, digits := 0, 0, 0
	for ; n < len(l.text) && isWordByte(l.text[n]); n++ {
		if isLetter(l.text[n]) {
			letters++
		} else if isDigit(l.text[n]) {
			digits++
		}
	}
	t := token{wordToken, l.text[:n], l.pos}
	switch {
	case digits == n:
		t.kind = numberToken
	case letters == 0:
		return token{}, l.fail(l.pos, fmt.Sprintf("expected a name or a number, found %s", clip(t.text)), "a name has at least one letter")
	case strings.HasPrefix(t.text, "WF_"), strings.HasPrefix(t.text, "SF_"):
		return token{}, l.fail(l.pos, fmt.Sprintf("%s is not a name", clip(t.text)), "in TLA+ WF_ and SF_ are operators, so no name starts with them")
	}
	l.skip(n)
	return t, nil
}

// string reads a string and resolves its escapes.
func (l *lexer) string() (token, *Error) {
	start := l.pos
	var b strings.Builder
	for i := 1; i < len(l.text); i++ {
		switch c := l.text[i]; c {
		case '"':
			l.skip(i + 1)
			return token{stringToken, b.String(), start}, nil
		case '\n', '\r':
			i = len(l.text)
		case '\\':
			i++
			if i == len(l.text) {
				break
			}
			r, ok := escapes[l.text[i]]
			if !ok {
				l.skip(i - 1)
				return token{}, l.fail(l.pos, `unknown escape in a string, expected \", \\, \n, \t, \r or \f`, `write \\ for a backslash`)
			}
			b.WriteByte(r)
		default:
			b.WriteByte(c)
		}
	}
	return token{}, l.fail(start, "the string that starts here is never closed", `close it with " on the same line`)
}

func (l *lexer) symbol() token {
	t := token{symbolToken, longestSymbol(l.text), l.pos}
	l.skip(len(t.text))
	return t
}

// longestSymbol returns the longest symbol that text starts with: punctuation,
// an operator or else a single character.
func longestSymbol(text string) string {
	longest := text[:1]
	for _, list := range [][]string{punctuation, operators} {
		for _, s := range list {
			if len(s) > len(longest) && strings.HasPrefix(text, s) {
				longest = s
			}
		}
	}
	return longest
}

// punctuation of more than one character.
var punctuation = []string{"<-", "<<", ">>", "==", "->", "|->", "*)"}

// operators are the symbols that a module may define, and for which a
// configuration may therefore substitute another definition.
var operators = strings.Fields(`
	+ - * / ^ % < > & | $ -. ^+ ^* ^#
	++ -- ** // ^^ %% && || $$ ?? !! @@ ## .. ... <= =< >= <: :> := ::= |- -| |= =|
	(+) (-) (.) (/) (\X) \oplus \ominus \odot \oslash \otimes
	\o \circ \div \cdot \star \bullet \bigcirc \wr \uplus \sqcap \sqcup \propto
	\leq \geq \ll \gg \prec \succ \preceq \succeq \subset \supset \supseteq
	\sqsubset \sqsupset \sqsubseteq \sqsupseteq \sim \simeq \approx \cong \asymp \doteq`)
