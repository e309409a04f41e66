package syntax

import "strconv"

type kind uint8

const (
	endKind       kind = iota // the end of the text
	identKind                 // a name
	keywordKind               // a reserved word
	numberKind                // 12, 1.5, \b101
	stringKind                // "text"; token.text holds the characters
	symbolKind                // an operator or a mark, in its first spelling
	fairKind                  // WF_ or SF_
	ruleKind                  // ---- or longer
	moduleEndKind             // ==== or longer
	stepKind                  // <1>, <1>2, <1>a. in proofs
	badKind                   // what is no token; the error has been reported
)

// A token is a piece of the text. Operators that have several spellings come
// in one: \leq and =< as <=.
type token struct {
	kind   kind
	text   string
	pos    Pos
	column int32 // like pos.Column, but with tabs reaching to multiples of 8
	end    Pos   // just after the token
}

// describe names the token in an error.
func (t token) describe() string {
	switch t.kind {
	case endKind:
		return "the end of the file"
	case stringKind:
		return "the string " + clip(strconv.Quote(t.text))
	case ruleKind:
		return "a line ----"
	case moduleEndKind:
		return "the end of the module ===="
	}
	return clip(t.text)
}

// clip shortens a text for an error.
func clip(s string) string {
	const most = 40
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "..."
}

// is reports whether the token is this symbol or keyword.
func (t token) is(text string) bool {
	return (t.kind == symbolKind || t.kind == keywordKind || t.kind == fairKind) && t.text == text
}

// keywords are the reserved words. Those that mean something in proofs only
// are names everywhere else.
var keywords = func() map[string]bool {
	m := make(map[string]bool)
	for _, k := range []string{
		"ASSUME", "ASSUMPTION", "AXIOM", "CASE", "CHOOSE", "CONSTANT", "CONSTANTS", "DOMAIN", "ELSE", "ENABLED",
		"EXCEPT", "EXTENDS", "IF", "IN", "INSTANCE", "LET", "LOCAL", "MODULE", "OTHER", "SUBSET", "THEN", "THEOREM",
		"LEMMA", "COROLLARY", "PROPOSITION", "UNCHANGED", "UNION", "VARIABLE", "VARIABLES", "WITH", "RECURSIVE",
		"LAMBDA", "TRUE", "FALSE", "BOOLEAN", "STRING", "PROOF", "BY", "OBVIOUS", "OMITTED", "QED", "PROVE", "USE", "HIDE",
	} {
		m[k] = true
	}
	return m
}()
