package cfg

// A File is the content of a configuration file. A statement and its plural
// form share one list, and lists keep the order of the file.
type File struct {
	Name      string // as given to [Parse]; used in errors
	Constants []Constant
	// Checks holds what INVARIANT and PROPERTY list, in one list: where a
	// property stands among all others decides which violation is reported.
	Checks            []Check
	Constraints       []Name
	ActionConstraints []Name
	Postconditions    []Name
	Possible          []Name // _POSSIBLE
	Specification     *Name  // nil when not given; so are the following
	Init              *Name
	Next              *Name
	View              *Name
	Symmetry          *Name
	Alias             *Name
	Periodic          *Name // _PERIODIC
	RLReward          *Name // _RL_REWARD
	CheckDeadlock     *bool // nil when not given, which TLC takes for TRUE
}

// A Name is a name that a file mentions.
type Name struct {
	Pos  Pos
	Text string
}

// A Check is a name listed under INVARIANT or PROPERTY.
type Check struct {
	Name
	Invariant bool // it is listed under INVARIANT
}

// A Constant is one line of a CONSTANT statement: it gives the constant a
// value, or puts a definition of the module in its place.
type Constant struct {
	Name      Name    // may be qualified: a!b!c; with an Override it may be an operator symbol: ++
	Arguments []Value // of f(1, a) = v, the value of an operator at one point; nil for others
	Module    *Name   // of N = [Module] v and N <- [Module] d; nil for others
	Override  *Name   // the definition d of N <- d, also an operator symbol; nil when Value is given
	Value     Value
	ValuePos  Pos // position of Value
}

// ErrorAt returns an error at a position of the file.
func (f *File) ErrorAt(at Pos, message, hint string) *Error {
	return &Error{File: f.Name, Line: at.Line, Column: at.Column, Message: message, Hint: hint}
}
