package value

import (
	"sync/atomic"
)

// A Value is a TLA+ value. The zero Value is no value at all, as of a variable
// that was not assigned yet.
//
// Go's == is equality for booleans, integers, strings and model values. For
// other values it is only sufficient: equal ones may differ under ==.
type Value struct {
	n *node
	i int64 // of a boolean (0 or 1), an integer or a small interval
}

// node is what values of one kind share (for booleans, integers and small
// intervals) or the value itself. Only its atomic fields ever change, and they
// are caches.
type node struct {
	kind  Kind
	clash bool  // of a set: it has elements that can't be compared
	depth int16 // of a symbolic set or lazy function: how deep it is nested in others
	known atomic.Uint32
	hash  atomic.Uint64 // 0: not computed yet
	id    atomic.Uint64 // handle in a table, with the table's number
	elems []Value       // elements of a set in order; values of a function; parts of a symbolic set
	dom   *node         // of a record or function: its domain, a set or an interval
	ext   *ext          // what few kinds need
}

// What is known of a node, as bits.
const (
	knownNormal uint32 = 1 << iota // explicit all the way down
	knownModels                    // bit hasModels is meaningful
	hasModels                      // a model value occurs in it
)

// ext is the rarer part of a node.
type ext struct {
	text    string // of a string or model value
	mvType  byte   // type of a model value, 0 for none
	apply   func(Value) (Value, error)
	holds   func(Value) (bool, error)
	forced  atomic.Pointer[node] // the explicit form, once it was needed
	asked   atomic.Uint64        // how often holds was called to list the elements
	ordinal uint64               // tells closures apart within a process
}

var (
	boolNode     = &node{kind: KindBool}
	intNode      = &node{kind: KindInt}
	intervalNode = &node{kind: KindInterval}
)

// The values that need no making.
var (
	True       = Value{boolNode, 1}
	False      = Value{boolNode, 0}
	EmptySet   = Value{n: alloc(KindSet, 0)}
	EmptyTuple = Value{n: alloc(KindTuple, 0)}
	Booleans   = Value{n: sortedSet(False, True)}
	Nat        = Value{n: alloc(KindNat, 0)}
	Integers   = Value{n: alloc(KindInteger, 0)}
	Reals      = Value{n: alloc(KindReal, 0)}
	Strings    = Value{n: alloc(KindStrings, 0)}
	AnySet     = Value{n: alloc(KindAny, 0)}
)

// Bool returns TRUE or FALSE.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// Int returns a number.
func Int(i int64) Value { return Value{intNode, i} }

// IsZero reports whether v is no value.
func (v Value) IsZero() bool { return v.n == nil }

// Kind returns the form in which v is held.
func (v Value) Kind() Kind {
	if v.n == nil {
		return KindNone
	}
	return v.n.kind
}

// IsTrue reports whether v is TRUE.
func (v Value) IsTrue() bool { return v == True }

// AsBool returns the truth value that v is, if it is one.
func (v Value) AsBool() (b, ok bool) { return v.i != 0, v.n == boolNode }

// AsInt returns the number that v is, if it is one.
func (v Value) AsInt() (i int64, ok bool) { return v.i, v.n == intNode }

// Text returns a string's text or a model value's name, and "" for others.
func (v Value) Text() string {
	if v.Kind() == KindString || v.Kind() == KindModel {
		return v.n.ext.text
	}
	return ""
}

// Elems returns the elements of an explicit set in order, of a tuple, or what
// an explicit function or record maps its domain to, in the domain's order;
// nil for other values. The slice must not be changed.
func (v Value) Elems() []Value {
	switch v.Kind() {
	case KindSet, KindTuple, KindRecord, KindFunction:
		return v.n.elems
	}
	return nil
}

// scalar reports whether == is equality for v.
func (v Value) scalar() bool { return v.n.kind <= KindString }

// small allocates a node and its elements at once.
type small[A any] struct {
	node
	array A
}

// alloc returns a node with n elements to be filled in.
func alloc(kind Kind, n int) *node {
	var p *node
	switch n {
	case 0:
		p = &node{}
	case 1:
		s := &small[[1]Value]{}
		s.elems, p = s.array[:], &s.node
	case 2:
		s := &small[[2]Value]{}
		s.elems, p = s.array[:], &s.node
	case 3:
		s := &small[[3]Value]{}
		s.elems, p = s.array[:], &s.node
	case 4:
		s := &small[[4]Value]{}
		s.elems, p = s.array[:], &s.node
	case 5:
		s := &small[[5]Value]{}
		s.elems, p = s.array[:], &s.node
	case 6:
		s := &small[[6]Value]{}
		s.elems, p = s.array[:], &s.node
	default:
		p = &node{elems: make([]Value, n)}
	}
	p.kind = kind
	return p
}

// allocCopy returns a node with a copy of the elements.
func allocCopy(kind Kind, elems []Value) *node {
	p := alloc(kind, len(elems))
	copy(p.elems, elems)
	return p
}
