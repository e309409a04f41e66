package eval

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

type (
	unaryFunc  = func(a value.Value) (value.Value, error)
	binaryFunc = func(a, b value.Value) (value.Value, error)
	testFunc   = func(a, b value.Value) (bool, error)
)

// Operators of the language and of often used modules that need no detour.
var (
	unaries = map[string]unaryFunc{
		"SUBSET": value.Subset, "UNION": value.BigUnion, "DOMAIN": value.Domain, "-.": value.Neg,
		"Len": value.Len, "Head": value.Head, "Tail": value.Tail, "Cardinality": value.Cardinality, "Seq": value.SeqSet,
	}
	binaries = map[string]binaryFunc{
		`\cup`: value.Union, `\cap`: value.Intersect, `\`: value.Difference, "*": value.Mul, `\div`: value.Div,
		"%": value.Mod, "^": value.Pow, "..": value.Range, "Append": value.Append, `\o`: value.Concat, "@@": value.Override,
		":>": value.MapsTo,
	}
	tests = map[string]testFunc{
		"=": value.Equal, "/=": differ, `\in`: value.Member, `\notin`: notMember, `\subseteq`: value.SubsetEq,
		"<": value.Less, "<=": value.LessEq, ">": greater, ">=": greaterEq,
	}
	plain = map[string]bool{"": true, "Naturals": true, "Integers": true, "Reals": true, "Sequences": true, "FiniteSets": true, "TLC": true}
)

func differ(a, b value.Value) (bool, error) {
	same, err := value.Equal(a, b)
	return !same, err
}

func notMember(a, s value.Value) (bool, error) {
	in, err := value.Member(a, s)
	return !in, err
}

func greater(a, b value.Value) (bool, error)   { return value.Less(b, a) }
func greaterEq(a, b value.Value) (bool, error) { return value.LessEq(b, a) }

// builtin compiles an operator of the language or of a standard module.
func (u *unit) builtin(d *syntax.Decl, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	if d.Module == "" {
		if n, i := u.language(d.Name, args, c, pos); n != nil {
			return n, i
		}
	}
	if d.Module == "TLC" || d.Module == "TLCExt" {
		if n, i := u.outside(d, args, c, pos); n != nil {
			return n, i
		}
	}
	if plain[d.Module] {
		switch {
		case len(args) == 1 && unaries[d.Name] != nil:
			a, i := u.expr(args[0], c)
			return &unary{c.at(pos), unaries[d.Name], a}, i
		case len(args) == 2 && binaries[d.Name] != nil:
			a, i := u.expr(args[0], c)
			b, j := u.expr(args[1], c)
			return &binary{c.at(pos), binaries[d.Name], a, b}, i.join(j)
		case len(args) == 2 && tests[d.Name] != nil:
			return u.test(d.Name, args, c, pos)
		case d.Name == "+" || d.Name == "-":
			a, i := u.expr(args[0], c)
			b, j := u.expr(args[1], c)
			return &sum{c.at(pos), a, b, d.Name == "-"}, i.join(j)
		}
	}
	return u.native(d, args, c, pos)
}

// test compiles an operator whose value is TRUE or FALSE.
func (u *unit) test(name string, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	a, i := u.expr(args[0], c)
	b, j := u.expr(args[1], c)
	switch name {
	case "=":
		return &equal{c.at(pos), a, b, false}, i.join(j)
	case "/=":
		return &equal{c.at(pos), a, b, true}, i.join(j)
	case "<":
		return &less{c.at(pos), a, b, false, "<"}, i.join(j)
	case ">":
		return &less{c.at(pos), b, a, false, ">"}, i.join(j)
	case "<=":
		return &less{c.at(pos), a, b, true, "<="}, i.join(j)
	case ">=":
		return &less{c.at(pos), b, a, true, ">="}, i.join(j)
	}
	if x, ok := asMade(a); ok && (name == `\in` || name == `\notin`) {
		return &lookup{c.at(pos), x, b, name == `\notin`}, i.join(j)
	}
	return &test{c.at(pos), tests[name], a, b}, i.join(j)
}

// language compiles the operators that are more than functions of their
// arguments; nil for the others.
func (u *unit) language(name string, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	switch name {
	case `/\`, `\/`, "=>", "<=>":
		a, i := u.cond(args[0], c)
		b, j := u.cond(args[1], c)
		switch name {
		case `/\`:
			return &and{[]cond{a, b}}, i.join(j)
		case `\/`:
			return &or{[]cond{a, b}}, i.join(j)
		case "=>":
			return &implies{a, b}, i.join(j)
		}
		return &equivalent{a, b}, i.join(j)
	case "~":
		a, i := u.cond(args[0], c)
		return &not{a}, i
	case "'":
		if c.primed {
			if !u.prog.mentionsVariables(args[0]) {
				return u.expr(args[0], c)
			}
			c.problem(pos, "expected no prime within another, found an expression that is primed twice")
		}
		c.primed = true
		return u.expr(args[0], c)
	case "UNCHANGED":
		return u.unchanged(args[0], c, pos)
	case "ENABLED":
		return u.enabled(args[0], c, pos)
	case "[]", "<>", "~>", "-+->":
		c.problem(pos, "expected an expression with a value, found the temporal operator %s", name)
	case `\cdot`:
		c.problem(pos, `action composition, \cdot, is not supported`)
	}
	return nil, info{}
}

// mentionsVariables reports whether an expression may depend on the state.
func (p *Program) mentionsVariables(e syntax.Expr) bool {
	d := &syntax.Decl{Kind: syntax.OperatorDecl, Body: e}
	return p.reads(d, make(map[*syntax.Decl]bool)) != 0
}

// unchanged compiles UNCHANGED e as e' = e: variable by variable where e is
// made of variables.
func (u *unit) unchanged(e syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	if c.primed {
		c.problem(pos, "expected no prime around UNCHANGED")
	}
	k := &kept{}
	all := []cond{}
	i := info{reads: readsBoth}
	u.flatten(e, c, k, func(part syntax.Expr, pc ctx) {
		a, j := u.expr(part, pc)
		pc.primed = true
		b, l := u.expr(part, pc)
		all = append(all, &same{a, b})
		i = i.join(j).join(l)
	})
	for _, v := range k.vars {
		u.vars.addCur(v)
		u.vars.addNext(v)
	}
	if len(k.vars) > 0 {
		all = append(all, &sameVars{c.at(pos), k.vars})
	}
	if len(all) == 1 {
		return all[0].(node), i
	}
	return &and{all}, i
}

// box compiles [A]_v and <<A>>_v as conditions on a step.
func (u *unit) box(e *syntax.Box, c ctx) (node, info) {
	a, i := u.cond(e.Action, c)
	un, j := u.unchanged(e.Sub, c, e.Pos)
	s := asCond(un, c.at(e.Pos))
	if e.Angle {
		return &and{[]cond{a, &not{s}}}, i.join(j)
	}
	return &or{[]cond{a, s}}, i.join(j)
}

// native compiles any other operator of a standard module.
func (u *unit) native(d *syntax.Decl, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	mod, ok := value.FindModule(d.Module)
	var op value.Operator
	if ok {
		op, ok = mod.Find(d.Name)
	}
	if !ok {
		u.vars.opaque = true
		return &refused{c.at(pos), d}, info{reads: unsettled}
	}
	n := &native{src: c.at(pos), op: op}
	var i info
	for k, arg := range args {
		if op.Params[k] > 0 {
			a, j := u.operator(arg, op.Params[k], c)
			n.args = append(n.args, a)
			i = i.join(j)
			continue
		}
		a, j := u.expr(arg, c)
		n.args = append(n.args, actual{n: a, pass: -1})
		i = i.join(j)
	}
	return n, i
}

// native calls an operator of a standard module.
type native struct {
	src
	op   value.Operator
	args []actual
}

func (n *native) eval(m *Machine, f *frame) value.Value {
	args := make([]value.Arg, len(n.args))
	for i := range n.args {
		args[i] = m.arg(&n.args[i], f)
	}
	v, err := n.op.Call(args)
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// refused is an operator that is known by name only. It may stand where it is
// never evaluated.
type refused struct {
	src
	d *syntax.Decl
}

func (n *refused) eval(m *Machine, _ *frame) value.Value {
	m.failf(n.src, "%s of module %s is not supported", n.d.Name, n.d.Module)
	return value.Value{}
}

// arg prepares an argument for an operator of a standard module.
func (m *Machine) arg(a *actual, f *frame) value.Arg {
	switch {
	case a.pass >= 0:
		t := f.above(a.hops).thunks[a.pass]
		return value.Arg{Op: func(args ...value.Value) (value.Value, error) { return t.op.call(m, t.f, args), nil }}
	case a.op != nil:
		return value.Arg{Op: func(args ...value.Value) (value.Value, error) { return a.op.call(m, f, args), nil }}
	}
	return value.Arg{Value: a.n.eval(m, f)}
}

// unary, binary and test apply a function of the package value.
type (
	unary struct {
		src
		op unaryFunc
		a  node
	}
	binary struct {
		src
		op   binaryFunc
		a, b node
	}
	test struct {
		src
		op   testFunc
		a, b node
	}
)

func (n *unary) eval(m *Machine, f *frame) value.Value {
	v, err := n.op(n.a.eval(m, f))
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

func (n *binary) eval(m *Machine, f *frame) value.Value {
	a := n.a.eval(m, f)
	v, err := n.op(a, n.b.eval(m, f))
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

func (n *test) truth(m *Machine, f *frame) bool {
	a := n.a.eval(m, f)
	yes, err := n.op(a, n.b.eval(m, f))
	if err != nil {
		m.fail(n.src, err)
	}
	return yes
}

func (n *test) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// sum is + or -.
type sum struct {
	src
	a, b  node
	minus bool
}

func (n *sum) eval(m *Machine, f *frame) value.Value {
	a := n.a.eval(m, f)
	b := n.b.eval(m, f)
	op := value.Add
	if n.minus {
		op = value.Sub
	}
	v, err := op(a, b)
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// equal is = or #.
type equal struct {
	src
	a, b node
	not  bool
}

func (n *equal) truth(m *Machine, f *frame) bool {
	a := n.a.eval(m, f)
	b := n.b.eval(m, f)
	if a == b {
		return !n.not
	}
	yes, err := value.Equal(a, b)
	if err != nil {
		m.fail(n.src, err)
	}
	return yes != n.not
}

func (n *equal) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// less is < or <=.
type less struct {
	src
	a, b  node
	equal bool
	name  string // as it is written: the operands of > are exchanged
}

func (n *less) truth(m *Machine, f *frame) bool {
	a := n.a.eval(m, f)
	b := n.b.eval(m, f)
	x, ok := a.AsInt()
	y, also := b.AsInt()
	if !ok || !also {
		if !ok {
			b = a
		}
		m.failf(n.src, "expected numbers around %s, found %s", n.name, short(b))
	}
	return x < y || n.equal && x == y
}

func (n *less) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// same is equality of a value before and after a step.
type same struct{ a, b node }

func (n *same) truth(m *Machine, f *frame) bool {
	a := n.a.eval(m, f)
	b := n.b.eval(m, f)
	return a == b || value.Identical(a, b)
}

func (n *same) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// sameVars is UNCHANGED of variables.
type sameVars struct {
	src
	vars []int
}

func (n *sameVars) truth(m *Machine, _ *frame) bool {
	for _, i := range n.vars {
		a, b := m.Cur[i], m.Next[i]
		if a == b {
			continue
		}
		if b.IsZero() {
			m.failf(n.src, "the variable %s has no value yet in the state that is being computed", m.prog.vars[i].Name)
		}
		if !value.Identical(a, b) {
			return false
		}
	}
	return true
}

func (n *sameVars) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }
