package value

import "sync"

// symbols holds every string and every model value once, so that == is
// equality for them.
var symbols = struct {
	sync.RWMutex
	strings, models map[string]*node
}{strings: map[string]*node{}, models: map[string]*node{}}

// String returns the string of that text.
func String(s string) Value { return symbol(symbols.strings, KindString, s) }

// Model returns the model value of that name. As in TLC a name that begins
// with one character and an underscore, such as r_1, gives it a type: it is an
// error to compare it with anything but model values of this type or of none.
func Model(name string) Value { return symbol(symbols.models, KindModel, name) }

func symbol(table map[string]*node, kind Kind, text string) Value {
	symbols.RLock()
	n := table[text]
	symbols.RUnlock()
	if n != nil {
		return Value{n: n}
	}
	symbols.Lock()
	defer symbols.Unlock()
	if n = table[text]; n == nil {
		n = alloc(kind, 0)
		n.ext = &ext{text: text}
		if kind == KindModel && len(text) > 2 && text[1] == '_' {
			n.ext.mvType = text[0]
		}
		n.hash.Store(hashText(kind, text))
		table[text] = n
	}
	return Value{n: n}
}
