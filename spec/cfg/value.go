package cfg

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Kind says what a [Value] is.
type Kind uint8

// The kinds, in the order in which [Compare] puts them.
const (
	Bool Kind = iota
	Number
	String
	ModelValue // a value equal to itself only; written as its name
	Set
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"boolean", "number", "string", "model value", "set"}[k]
}

// A Value is a value that a configuration file can write. Which fields count
// depends on Kind. Use the constructors: they keep sets canonical, so that
// equal values are equal field by field. The zero Value is FALSE.
type Value struct {
	Kind     Kind
	Bool     bool
	Number   int     // 0 to MaxNumber
	Text     string  // the characters of a String, the name of a ModelValue
	Elements []Value // of a Set: sorted by Compare, each once; nil when empty
}

// BoolValue returns TRUE or FALSE.
func BoolValue(b bool) Value { return Value{Kind: Bool, Bool: b} }

// NumberValue returns the number n, which must be 0 to [MaxNumber].
func NumberValue(n int) Value { return Value{Kind: Number, Number: n} }

// StringValue returns a string of the given characters.
func StringValue(s string) Value { return Value{Kind: String, Text: s} }

// NamedValue returns the model value of that name.
func NamedValue(name string) Value { return Value{Kind: ModelValue, Text: name} }

// SetOf returns the set of the elements, which may come in any order and more
// than once.
func SetOf(elements ...Value) Value {
	if len(elements) == 0 {
		return Value{Kind: Set}
	}
	sorted := slices.SortedFunc(slices.Values(elements), Compare)
	return Value{Kind: Set, Elements: slices.CompactFunc(sorted, Equal)}
}

// Equal reports whether a and b are the same value.
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

// Compare is a total order of values: by kind, and within a kind FALSE before
// TRUE, numbers by size, strings and model values by their bytes, sets by
// their number of elements and then element by element.
func Compare(a, b Value) int {
	if c := cmp.Compare(a.Kind, b.Kind); c != 0 {
		return c
	}
	switch a.Kind {
	case Bool:
		return cmp.Compare(truth(a.Bool), truth(b.Bool))
	case Number:
		return cmp.Compare(a.Number, b.Number)
	case Set:
		if c := cmp.Compare(len(a.Elements), len(b.Elements)); c != 0 {
			return c
		}
		return slices.CompareFunc(a.Elements, b.Elements, Compare)
	}
	return strings.Compare(a.Text, b.Text)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// String returns the value as a configuration file writes it.
func (v Value) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

// Describe says in a few words what the value is, as messages do after "found".
func (v Value) Describe() string {
	switch v.Kind {
	case Bool:
		return v.String()
	case Number:
		return "the number " + v.String()
	case String:
		return "the string " + quote(clip(v.Text))
	case ModelValue:
		return "the model value " + clip(v.Text)
	}
	return "a set"
}

func (v Value) write(b *strings.Builder) {
	switch v.Kind {
	case Bool:
		b.WriteString(strings.ToUpper(strconv.FormatBool(v.Bool)))
	case Number:
		b.WriteString(strconv.Itoa(v.Number))
	case String:
		b.WriteString(quote(v.Text))
	case ModelValue:
		b.WriteString(v.Text)
	case Set:
		b.WriteByte('{')
		for i, e := range v.Elements {
			if i > 0 {
				b.WriteString(", ")
			}
			e.write(b)
		}
		b.WriteByte('}')
	}
}

// The escapes of TLA+ strings.
var (
	escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', '\\': '\\', '"': '"'}
	escaper = strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`, "\f", `\f`, `\`, `\\`, `"`, `\"`)
)

// quote writes a string as TLA+ does.
func quote(s string) string { return `"` + escaper.Replace(s) + `"` }
