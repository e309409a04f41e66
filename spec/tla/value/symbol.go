package value

import (
	"runtime"
	"sync"
	"weak"
)

// symbols holds every string and every model value once, so that == is
// equality for them. It does not keep strings alive: a specification may make
// any number of them.
var symbols = struct {
	sync.RWMutex
	strings map[string]weak.Pointer[node]
	models  map[string]*node
}{strings: map[string]weak.Pointer[node]{}, models: map[string]*node{}}

// String returns the string of that text.
func String(s string) Value {
	symbols.RLock()
	n := symbols.strings[s].Value()
	symbols.RUnlock()
	if n != nil {
		return Value{n: n}
	}
	symbols.Lock()
	defer symbols.Unlock()
	if n = symbols.strings[s].Value(); n == nil {
		n = newSymbol(KindString, s)
		symbols.strings[s] = weak.Make(n)
		runtime.AddCleanup(n, forget, s)
	}
	return Value{n: n}
}

// forget removes the entry of a string that nobody has any more, unless it was
// made anew meanwhile.
func forget(s string) {
	symbols.Lock()
	defer symbols.Unlock()
	if p, found := symbols.strings[s]; found && p.Value() == nil {
		delete(symbols.strings, s)
	}
}

// Model returns the model value of that name. As in TLC a name that begins
// with one character and an underscore, such as r_1, gives it a type: it is an
// error to compare it with anything but model values of this type or of none.
func Model(name string) Value {
	symbols.RLock()
	n := symbols.models[name]
	symbols.RUnlock()
	if n != nil {
		return Value{n: n}
	}
	symbols.Lock()
	defer symbols.Unlock()
	if n = symbols.models[name]; n == nil {
		n = newSymbol(KindModel, name)
		if len(name) > 2 && name[1] == '_' {
			n.ext.mvType = name[0]
		}
		symbols.models[name] = n
	}
	return Value{n: n}
}

func newSymbol(kind Kind, text string) *node {
	n := alloc(kind, 0)
	n.ext = &ext{text: text}
	n.hash.Store(hashText(kind, text))
	return n
}
