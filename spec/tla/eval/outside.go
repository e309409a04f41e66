package eval

import (
	"sync"

	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// The operators of TLC and TLCExt that have an effect, or depend on more than
// their arguments.
var unsettledOps = map[string][]int{
	"Print": {0, 0}, "PrintT": {0}, "TLCGet": {0}, "TLCSet": {0, 0}, "JavaTime": nil,
	"TLCGetOrDefault": {0, 0},
}

// isUnsettled reports whether an operator does not depend on its arguments
// alone.
func isUnsettled(d *syntax.Decl) bool {
	_, ok := unsettledOps[d.Name]
	return ok && (d.Module == "TLC" || d.Module == "TLCExt")
}

// registers are what TLCSet sets. They are shared by all machines.
type registers struct {
	mu sync.Mutex
	m  map[string]value.Value
}

func newRegisters() *registers { return &registers{m: make(map[string]value.Value)} }

func (r *registers) get(key string) (value.Value, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.m[key]
	return v, ok
}

func (r *registers) set(key string, v value.Value) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m[key] = v
}

// outside compiles an operator of TLC that has an effect; nil for others.
func (u *unit) outside(d *syntax.Decl, args []syntax.Expr, c ctx, pos syntax.Pos) (node, info) {
	if d.Name == "Assert" {
		a, i := u.cond(args[0], c)
		b, j := u.expr(args[1], c)
		return &assertion{c.at(pos), a, b}, i.join(j)
	}
	if !isUnsettled(d) {
		return nil, info{}
	}
	if d.Name == "TLCSet" || d.Name == "RandomElement" {
		u.prog.outsiders = append(u.prog.outsiders, d.Name)
	}
	nodes, i := u.exprs(args, c)
	i.reads |= unsettled
	u.vars.opaque = true
	return &effect{c.at(pos), d.Name, nodes}, i
}

// assertion is Assert.
type assertion struct {
	src
	a   cond
	out node
}

func (n *assertion) truth(m *Machine, f *frame) bool {
	if n.a.truth(m, f) {
		return true
	}
	out := n.out.eval(m, f)
	text := short(out)
	if out.Kind() == value.KindString {
		text = out.Text()
	}
	e := m.located(n.src, errorString("assertion failed: "+text))
	e.Assert = true
	panic(unwinding{e})
}

func (n *assertion) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

type errorString string

func (e errorString) Error() string { return string(e) }

// effect is one of the operators that print, remember or draw.
type effect struct {
	src
	name string
	args []node
}

func (n *effect) eval(m *Machine, f *frame) value.Value {
	args := make([]value.Value, len(n.args))
	for i, a := range n.args {
		args[i] = a.eval(m, f)
	}
	switch n.name {
	case "Print":
		m.print(value.Shown(args[0]).String() + "  " + value.Shown(args[1]).String())
		return args[1]
	case "PrintT":
		m.print(value.Shown(args[0]).String())
		return value.True
	case "TLCSet":
		m.prog.registers.set(args[0].String(), args[1])
		return value.True
	case "TLCGetOrDefault":
		if v, ok := m.prog.registers.get(args[0].String()); ok {
			return v
		}
		return args[1]
	case "TLCGet":
		return n.get(m, args[0])
	}
	m.failf(n.src, "%s depends on more than the state; it is not supported", n.name)
	return value.Value{}
}

func (n *effect) get(m *Machine, key value.Value) value.Value {
	if key.Kind() == value.KindString {
		if key.Text() == "level" {
			return value.Int(int64(m.Depth))
		}
		if v, ok := m.prog.registers.get(key.String()); ok {
			return v
		}
		m.failf(n.src, "TLCGet(%s) is not supported, expected a number or \"level\"", key)
	}
	v, ok := m.prog.registers.get(key.String())
	if !ok {
		m.failf(n.src, "nothing has been set by TLCSet under %s", key)
	}
	return v
}

func (m *Machine) print(s string) {
	if m.prog.Print != nil {
		m.prog.Print(s)
	}
}

// Outsider names an operator that the specification uses and whose effect or
// value does not depend on states alone, so that evaluating it once more may give
// something else: TLCSet or RandomElement. It is empty when there is none.
func (p *Program) Outsider() string {
	if len(p.outsiders) == 0 {
		return ""
	}
	return p.outsiders[0]
}

// SetRegister gives TLCGet a value under a name, such as "distinct".
func (p *Program) SetRegister(name string, v value.Value) {
	p.registers.set(value.String(name).String(), v)
}
