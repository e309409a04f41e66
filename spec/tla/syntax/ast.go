package syntax

// A Module is a module with what stands in it.
type Module struct {
	File    string
	Name    Ident
	Extends []Ident
	Units   []Unit
	lines   []string // the text, for errors
}

// An Ident is a name where it stands.
type Ident struct {
	Name string
	Pos  Pos
}

// A Unit is one of the parts of a module: [*Constants], [*Variables],
// [*Recursive], [*Definition], [*Instance], [*Assume], [*Theorem], [*Nested].
type Unit interface{ unit() }

// Constants declares constants, operators among them.
type Constants struct{ Params []*Decl }

// Variables declares variables.
type Variables struct{ Names []*Decl }

// Recursive announces operators that are defined later.
type Recursive struct{ Params []Param }

// A Param is an operator's name with the number of its arguments; operators
// such as _+_ have their symbol for a name.
type Param struct {
	Ident
	Arity int
}

// A Definition defines an operator, a function or an instance of a module.
type Definition struct {
	*Decl
	Local bool
}

// An Instance stands for INSTANCE M, without a name of its own.
type Instance struct {
	*InstanceOf
	Local bool
}

// An InstanceOf is an instance of a module: which one, and what is put in the
// place of its constants and variables.
type InstanceOf struct {
	Pos    Pos
	Module Ident
	With   []Substitution
	Target *Scope         // of the module; set by resolution
	Subst  map[*Decl]Expr // for every constant and variable of the module; set by resolution
}

// A Substitution puts an expression in the place of a constant or variable.
type Substitution struct {
	Name  Ident
	Value Expr
}

// Assume is an assumption, which may have a name.
type Assume struct {
	Pos  Pos
	Name string
	Expr Expr
}

// Theorem is a theorem without its proof. Expr is nil when it is no mere
// expression.
type Theorem struct {
	Pos  Pos
	Name string
	Expr Expr
}

// Nested is a module within a module.
type Nested struct{ Module *Module }

func (*Constants) unit()  {}
func (*Variables) unit()  {}
func (*Recursive) unit()  {}
func (*Definition) unit() {}
func (*Instance) unit()   {}
func (*Assume) unit()     {}
func (*Theorem) unit()    {}
func (*Nested) unit()     {}
