package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// The largest files that are read.
const (
	maxNesting = 500       // of brackets
	maxValues  = 1_000_000 // and names; each takes some hundred bytes of memory
)

// A node is a piece of JSON with the place it was read from.
type node struct {
	at    int    // offset of its first byte
	shape string // what messages call it: one of the constants below
	text  string // of a string or a number, as written
	names []node // of an object's members: strings
	items []node // of an array, or the values of an object's members
}

const (
	anObject  = "an object"
	anArray   = "an array"
	aString   = "a string"
	aNumber   = "a number"
	aTruth    = "true or false"
	aNull     = "null"
	endOfFile = "the end of the file"
)

// member returns a member of an object.
func (n *node) member(name string) (*node, bool) {
	for i := range n.names {
		if n.names[i].text == name {
			return &n.items[i], true
		}
	}
	return nil, false
}

// A failure is an error at an offset.
type failure struct {
	at      int
	message string
	hint    string
}

func (f *failure) Error() string { return f.message }

// parse reads one JSON value and nothing else. Its errors are failures.
func parse(src []byte) (node, error) {
	if at := invalidUTF8(src); at >= 0 {
		return node{}, &failure{at: at, message: "this is not UTF-8 text"}
	}
	if bytes.HasPrefix(src, []byte(byteOrderMark)) {
		src = append([]byte("   "), src[len(byteOrderMark):]...)
	}
	if len(bytes.TrimSpace(src)) == 0 {
		return node{}, &failure{message: "the file is empty, expected a trace"}
	}
	p := &parser{src: src, dec: json.NewDecoder(bytes.NewReader(src))}
	p.dec.UseNumber()
	n, err := p.value(0)
	if err != nil {
		return node{}, err
	}
	if at := p.next(); at < len(src) {
		return node{}, &failure{at: at, message: "expected the end of the file after the closing bracket"}
	}
	return n, nil
}

// byteOrderMark is what some editors begin a file with. It means nothing.
const byteOrderMark = "\ufeff"

// invalidUTF8 returns the offset of the first byte that is not part of a
// character, or -1.
func invalidUTF8(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

type parser struct {
	src    []byte
	dec    *json.Decoder
	values int // that were read
}

// next returns the offset of the next token, or the length of the file.
func (p *parser) next() int {
	at := int(p.dec.InputOffset())
	for at < len(p.src) && bytes.IndexByte([]byte(" \t\r\n,:"), p.src[at]) >= 0 {
		at++
	}
	return at
}

func (p *parser) token() (json.Token, int, error) {
	at := p.next()
	token, err := p.dec.Token()
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return token, at, nil
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, at, &failure{at: len(p.src), message: "the file ends inside the JSON value"}
	case errors.As(err, &syntax):
		return nil, at, &failure{at: at, message: "this is not JSON: " + syntax.Error()}
	}
	return nil, at, &failure{at: at, message: "this is not JSON: " + err.Error()}
}

func (p *parser) value(depth int) (node, error) {
	token, at, err := p.token()
	if err != nil {
		return node{}, err
	}
	if p.values++; p.values > maxValues {
		return node{}, &failure{at: at, message: fmt.Sprintf("the file is too large: expected at most %d values and names", maxValues)}
	}
	switch t := token.(type) {
	case json.Delim:
		if depth == maxNesting {
			return node{}, &failure{at: at, message: fmt.Sprintf("brackets nest too deeply: expected at most %d levels", maxNesting)}
		}
		return p.nested(node{at: at}, t, depth+1)
	case string:
		return node{at: at, shape: aString, text: t}, nil
	case json.Number:
		return node{at: at, shape: aNumber, text: t.String()}, nil
	case bool:
		n := node{at: at, shape: aTruth, text: "false"}
		if t {
			n.text = "true"
		}
		return n, nil
	}
	return node{at: at, shape: aNull}, nil
}

// nested reads the rest of an array or object.
func (p *parser) nested(n node, open json.Delim, depth int) (node, error) {
	n.shape = anArray
	if open == '{' {
		n.shape = anObject
	}
	seen := map[string]bool{}
	for p.dec.More() {
		if open == '{' {
			name, err := p.value(depth)
			if err != nil {
				return n, err
			}
			if seen[name.text] {
				return n, &failure{at: name.at, message: "the object has this member twice"}
			}
			seen[name.text] = true
			n.names = append(n.names, name)
		}
		item, err := p.value(depth)
		if err != nil {
			return n, err
		}
		n.items = append(n.items, item)
	}
	_, _, err := p.token() // the closing bracket
	return n, err
}
