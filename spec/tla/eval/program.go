package eval

import (
	"fmt"
	"sync/atomic"

	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// shared holds a value that any machine may compute.
type shared = atomic.Pointer[value.Value]

// A Program is a module with its constants bound, ready to compile what is
// to be evaluated. Compile everything before machines run.
type Program struct {
	scope        *syntax.Scope
	vars         []*syntax.Decl
	varIndex     map[*syntax.Decl]int
	values       map[*syntax.Decl]value.Value
	moduleValues map[*syntax.Decl]value.Value // of [Module] value
	points       map[*syntax.Decl][]point
	overrides    map[override]*syntax.Decl
	units        map[unitKey]*unit
	shares       map[unitKey]*share
	remembered   int // how many definitions are remembered while variables are the same

	functions       map[unitKey]*recursive
	actionUnits     map[unitKey]*unit
	actionFunctions map[unitKey]*recursiveAction
	envs            map[envKey]*env
	sizes           map[*syntax.Decl]int
	strict          map[strictKey]bool
	registers       *registers
	outsiders       []string // operators that it uses whose effect or value outlives a state

	// Print receives what Print and PrintT write. It may be nil.
	Print func(string)
}

// A point is the value of an operator at some arguments.
type point struct {
	args  []value.Value
	value value.Value
}

// An override puts a definition in the place of another one, everywhere when
// module is empty.
type override struct {
	decl   *syntax.Decl
	module string
}

// NewProgram returns a program for a module.
func NewProgram(scope *syntax.Scope) *Program {
	p := &Program{
		scope:           scope,
		vars:            scope.Variables,
		varIndex:        make(map[*syntax.Decl]int),
		values:          make(map[*syntax.Decl]value.Value),
		moduleValues:    make(map[*syntax.Decl]value.Value),
		points:          make(map[*syntax.Decl][]point),
		overrides:       make(map[override]*syntax.Decl),
		units:           make(map[unitKey]*unit),
		shares:          make(map[unitKey]*share),
		functions:       make(map[unitKey]*recursive),
		actionUnits:     make(map[unitKey]*unit),
		actionFunctions: make(map[unitKey]*recursiveAction),
		envs:            make(map[envKey]*env),
		sizes:           make(map[*syntax.Decl]int),
		strict:          make(map[strictKey]bool),
		registers:       newRegisters(),
	}
	for i, v := range p.vars {
		p.varIndex[v] = i
	}
	return p
}

// Variables returns the names of the variables, in the order of a state.
func (p *Program) Variables() []string {
	names := make([]string, len(p.vars))
	for i, v := range p.vars {
		names[i] = v.Name
	}
	return names
}

// Bind gives a constant, or a definition in its place, a value. inModule says
// that this goes for instances of its module, too.
func (p *Program) Bind(d *syntax.Decl, v value.Value, inModule bool) {
	if inModule {
		p.moduleValues[d] = v
		return
	}
	p.values[d] = v
}

// BindAt gives an operator a value at some arguments.
func (p *Program) BindAt(d *syntax.Decl, args []value.Value, v value.Value) {
	p.points[d] = append(p.points[d], point{args, v})
}

// Override puts a definition in the place of a constant or another definition:
// within the module of that name only, or everywhere if it is empty.
func (p *Program) Override(d *syntax.Decl, module string, by *syntax.Decl) error {
	if d.Arity != by.Arity {
		return fmt.Errorf("%s takes %s and %s takes %d, expected the same number", d.Name, syntax.Arguments(d.Arity), by.Name, by.Arity)
	}
	p.overrides[override{d, module}] = by
	return nil
}

// Bound returns the value that a constant was given.
func (p *Program) Bound(d *syntax.Decl) (value.Value, bool) {
	v, ok := p.values[d]
	return v, ok
}

// Given reports whether a constant has been given a value or a definition.
func (p *Program) Given(d *syntax.Decl) bool {
	_, bound := p.bound(d, ctx{})
	return bound || p.overrides[override{d, ""}] != nil || p.points[d] != nil
}

// overriddenIn returns what stands for a declaration that is used in a module,
// and whose definition stands in dc. A definition of an instance is another one
// than that of its module, so only what was said of that module counts for it.
func (p *Program) overriddenIn(d *syntax.Decl, dc ctx, module string) *syntax.Decl {
	if len(p.overrides) == 0 {
		return d
	}
	for range 8 { // an override may itself be overridden, not in a circle
		by := p.overrides[override{d, module}]
		if by == nil {
			by = p.overrides[override{d, d.Module}]
		}
		if by == nil && (dc.env == nil || d.Kind == syntax.BuiltinDecl || d.Kind == syntax.ConstantDecl) {
			by = p.overrides[override{d, ""}]
		}
		if by == nil || by == d {
			return d
		}
		d, dc = by, ctx{}
	}
	return d
}

// overridden is overriddenIn for a definition of the module that is checked.
func (p *Program) overridden(d *syntax.Decl, module string) *syntax.Decl {
	return p.overriddenIn(d, ctx{}, module)
}

// bound returns the value that the configuration gives a declaration whose
// definition stands in dc.
func (p *Program) bound(d *syntax.Decl, dc ctx) (value.Value, bool) {
	if v, ok := p.moduleValues[d]; ok {
		return v, true
	}
	if dc.env != nil && d.Kind != syntax.BuiltinDecl && d.Kind != syntax.ConstantDecl {
		return value.Value{}, false
	}
	v, ok := p.values[d]
	return v, ok
}

// A unit is what is compiled for one frame.
type unit struct {
	prog   *Program
	parent *unit // whose frames this one's lie within; nil for most
	name   string
	slots  int
	params int  // slots and thunks of the parameters come first
	depth  int  // levels of nesting
	nodes  int  // how much was compiled
	stable bool // the next state is complete whenever this is evaluated
	body   node
	s      step        // of an action
	vars   collectVars // that it reads itself
	calls  []*unit     // that it calls
	done   bool        // it has been compiled
	reads  reads       // of its body, once it has been compiled
	taken  info        // what it depends on in the frame that it lies within
}

type unitKey struct {
	decl   *syntax.Decl
	scope  *scope
	env    *env
	primed bool
	stable bool
}

type envKey struct {
	in    *syntax.InstanceOf
	outer *env
}

// An env is an instance: what its constants and variables stand for.
type env struct {
	in    *syntax.InstanceOf
	outer ctx
	local bool // its substitutions refer to what is bound within a unit
}

// A ctx is where an expression is compiled.
type ctx struct {
	env    *env
	scope  *scope
	site   *site
	primed bool // the expression is about the next state
	depth  int  // levels of nesting
	module string
}

// A scope is what is bound, innermost first.
type scope struct {
	parent *scope
	decl   *syntax.Decl
	old    *syntax.Update // of @
	b      *binding
}

// A binding is what a name stands for within a unit.
type binding struct {
	u     *unit // whose frame it is in
	n     node  // its value; nil if it is compiled anew where it is used
	info  info
	rigid bool        // it is the same in both states
	e     syntax.Expr // what it stands for, to be compiled in c; nil for a bound variable
	c     ctx         // where e, or a definition, stands
	param int         // of an operator that is a parameter of the unit: its index
	op    bool        // it is such a parameter
}

func (s *scope) find(d *syntax.Decl) *binding {
	for ; s != nil; s = s.parent {
		if s.decl == d {
			return s.b
		}
	}
	return nil
}

func (s *scope) findOld(u *syntax.Update) *binding {
	for ; s != nil; s = s.parent {
		if s.old == u {
			return s.b
		}
	}
	return nil
}

func (c ctx) bind(d *syntax.Decl, b *binding) ctx {
	c.scope = &scope{parent: c.scope, decl: d, b: b}
	return c
}

func (c ctx) at(pos syntax.Pos) src { return src{pos, c.site} }

// An info says what a value depends on. The zero info is that of a constant.
type info struct {
	reads reads
	open  int32 // the oldest slot that it depends on, as slotted makes it; 0 for none
}

// reads is a set of states, and of what else may change.
type reads uint8

const (
	readsCur  reads = 1 << iota // the current state
	readsNext                   // the next state
	unsettled                   // anything else, such as TLCGet
	readsBoth = readsCur | readsNext
)

const maxSlot = 1 << 30

// slotted is the info of a slot: the older it is, the larger.
func slotted(i int) info { return info{open: int32(maxSlot - i)} }

// beyond is the info of what is bound in another frame.
var beyond = info{open: maxSlot + 1}

func (i info) join(j info) info { return info{i.reads | j.reads, max(i.open, j.open)} }

func (i info) with(r reads) info { return info{i.reads | r, i.open} }

// since forgets the slots that are not older than a mark.
func (i info) since(mark int) info {
	if i.open <= int32(maxSlot-mark) {
		i.open = 0
	}
	return i
}

func (i info) isConstant() bool { return i == info{} }
