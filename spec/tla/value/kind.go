package value

// Kind is the form in which a [Value] is held. Values of different kinds may
// be equal: 1..2 and {1, 2} are.
type Kind uint8

// The kinds. Only a finite set of explicit elements is a KindSet; the kinds
// after it are sets that are held by what they are made of.
const (
	KindNone  Kind = iota // no value: the zero Value
	KindModel             // a model value, equal to nothing but itself
	KindBool
	KindInt // a whole number of 64 bits
	KindString

	KindTuple    // a function over 1..n; the empty function is the empty tuple
	KindRecord   // a function over strings, at least one
	KindFunction // any other function with its values at hand
	KindLazy     // a function whose values are computed when asked for

	KindSet         // explicit elements
	KindInterval    // lo..hi, not empty
	KindSubset      // SUBSET S
	KindUnion       // UNION S
	KindCup         // S \cup T
	KindCap         // S \cap T
	KindDiff        // S \ T
	KindFilter      // {x \in S : p}
	KindFunctionSet // [S -> T]
	KindRecordSet   // [f : S, g : T]
	KindProduct     // S \X T
	KindSeq         // Seq(S)
	KindNat
	KindInteger // the set Int
	KindReal
	KindStrings // STRING
	KindAny     // everything
)

// IsFunction reports whether values of the kind are functions, tuples and
// records included.
func (k Kind) IsFunction() bool { return k >= KindTuple && k <= KindLazy }

// IsSet reports whether values of the kind are sets.
func (k Kind) IsSet() bool { return k >= KindSet }

// class groups the kinds whose values can be compared with each other.
type class uint8

const (
	classNone class = iota
	classModel
	classBool
	classInt
	classString
	classFunction
	classSet
)

func (k Kind) class() class {
	switch {
	case k <= KindString:
		return class(k)
	case k <= KindLazy:
		return classFunction
	}
	return classSet
}

// String names the kind as messages do, for example "set".
func (k Kind) String() string {
	switch k {
	case KindNone:
		return "missing value"
	case KindModel:
		return "model value"
	case KindBool:
		return "boolean"
	case KindInt:
		return "integer"
	case KindString:
		return "string"
	case KindTuple:
		return "tuple"
	case KindRecord:
		return "record"
	}
	if k.IsFunction() {
		return "function"
	}
	return "set"
}
