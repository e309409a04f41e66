package syntax

// DeclKind says what a name stands for.
type DeclKind uint8

// The kinds of declarations.
const (
	ConstantDecl DeclKind = iota // a constant, perhaps an operator
	VariableDecl                 // a variable
	OperatorDecl                 // a defined operator
	FunctionDecl                 // f[x \in S] == e
	InstanceDecl                 // I(x) == INSTANCE M
	BoundDecl                    // what a quantifier or another binder binds
	ParamDecl                    // a parameter of an operator
	BuiltinDecl                  // an operator of the language or of a standard module
	AliasDecl                    // an operator of a module, taken in by INSTANCE without a name
)

// A Decl is what a name stands for. There is one for each place that gives a
// name a meaning, so Decls can be compared.
type Decl struct {
	Kind      DeclKind
	Name      string
	Pos       Pos
	Start     Pos     // of what stands behind the == of a definition
	End       Pos     // end of the definition
	Module    string  // where it is declared
	Home      *Scope  // the scope of that module; nil for what is built in
	Params    []*Decl // of operators and instances
	Arity     int     // number of arguments that it takes
	Bounds    []Bound // of functions
	Body      Expr    // of operators and functions
	Instance  *InstanceOf
	Original  *Decl // of an alias: the declaration in the instance's module
	Recursive bool  // it was announced by RECURSIVE
	Operator  bool  // of an operator: it was defined with a symbol, such as a ++ b
}
