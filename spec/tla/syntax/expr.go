package syntax

// An Expr is an expression.
type Expr interface{ Position() Pos }

type at struct{ Pos Pos }

// Position is where the expression is reported: at its first character, or at
// its operator when it has one in its midst.
func (a at) Position() Pos { return a.Pos }

// Apply applies an operator, with any number of arguments: a name, a symbol
// or something of an instance, such as I!Op(a).
type Apply struct {
	at
	Instances []*Apply // what comes before the ! signs, outermost first
	Name      string
	Args      []Expr
	Decl      *Decl // set by resolution
}

// Number is a natural number or a decimal, as it is written.
type Number struct {
	at
	Text string
}

// String is a string.
type String struct {
	at
	Text string
}

// Builtin is a constant of the language: TRUE, FALSE, BOOLEAN or STRING.
type Builtin struct {
	at
	Name string
}

// A Bound is x, y \in S or <<x, y>> \in S; without a set Set is nil.
type Bound struct {
	Names []*Decl
	Tuple bool
	Set   Expr
}

// Quantifier is \A, \E, or their temporal forms \AA and \EE.
type Quantifier struct {
	at
	Op     string
	Bounds []Bound
	Body   Expr
}

// Choose is CHOOSE x \in S : P.
type Choose struct {
	at
	Bound Bound
	Body  Expr
}

// SetOf is {a, b}.
type SetOf struct {
	at
	Elems []Expr
}

// Filter is {x \in S : P}.
type Filter struct {
	at
	Bound Bound
	Body  Expr
}

// Map is {e : x \in S, y \in T}.
type Map struct {
	at
	Bounds []Bound
	Body   Expr
}

// Function is [x \in S, y \in T |-> e].
type Function struct {
	at
	Bounds []Bound
	Body   Expr
}

// FunctionSet is [S -> T].
type FunctionSet struct {
	at
	Domain, Range Expr
}

// FunctionApply is f[a, b].
type FunctionApply struct {
	at
	Function Expr
	Args     []Expr
}

// Select is r.f.
type Select struct {
	at
	Record Expr
	Field  string
}

// A RecordField is one field of a record or of a set of records.
type RecordField struct {
	Name  Ident
	Value Expr
}

// Record is [f |-> a], RecordSet is [f : S].
type (
	Record struct {
		at
		Fields []RecordField
	}
	RecordSet struct {
		at
		Fields []RecordField
	}
)

// Except is [f EXCEPT !a = b, ...].
type Except struct {
	at
	Function Expr
	Updates  []Update
}

// An Update is one change of an Except. In Value the old value is [Old].
type Update struct {
	Pos   Pos
	Path  []PathStep
	Value Expr
}

// A PathStep is [a, b] or, when Args is nil, .Field.
type PathStep struct {
	Pos   Pos
	Args  []Expr
	Field string
}

// Old is @ in an update: the value there was. Update is set by resolution.
type Old struct {
	at
	Update *Update
}

// Tuple is <<a, b>>.
type Tuple struct {
	at
	Elems []Expr
}

// Product is A \X B \X C.
type Product struct {
	at
	Sets []Expr
}

// If is IF c THEN a ELSE b.
type If struct {
	at
	Cond, Then, Else Expr
}

// Case is CASE p -> a [] OTHER -> b; without OTHER, Other is nil.
type Case struct {
	at
	Arms  []Arm
	Other Expr
}

// Arm is one alternative of a Case.
type Arm struct{ Cond, Value Expr }

// Let is LET definitions IN e.
type Let struct {
	at
	Defs []Unit // *Definition, *Recursive, *Instance
	Body Expr
}

// Junction is a list of conjuncts or disjuncts: with bullets, or of operators
// in one line.
type Junction struct {
	at
	And   bool
	Items []Expr
}

// Box is [A]_v; Angle, when true, makes it <<A>>_v.
type Box struct {
	at
	Angle       bool
	Action, Sub Expr
}

// Fair is WF_v(A), or SF_v(A) when Strong.
type Fair struct {
	at
	Strong      bool
	Sub, Action Expr
}

// Lambda is LAMBDA x, y : e, an operator without a name.
type Lambda struct {
	at
	Decl *Decl
}
