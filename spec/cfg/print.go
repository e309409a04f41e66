package cfg

import "strings"

// String returns the file in canonical form: the same statements without
// comments, in a fixed order. Parsing it gives the same File, positions and
// the file's name aside: this is what the fuzz tests hold the parser to, and
// the form that the embedded configurations are kept in.
func (f *File) String() string {
	var w printer
	w.constants(f.Constants)
	w.single("SPECIFICATION", f.Specification)
	w.single("INIT", f.Init)
	w.single("NEXT", f.Next)
	w.list("CONSTRAINTS", f.Constraints)
	w.list("ACTION_CONSTRAINTS", f.ActionConstraints)
	w.checks(f.Checks)
	w.single("VIEW", f.View)
	w.single("SYMMETRY", f.Symmetry)
	w.single("ALIAS", f.Alias)
	w.list("POSTCONDITIONS", f.Postconditions)
	w.list("_POSSIBLE", f.Possible)
	w.single("_PERIODIC", f.Periodic)
	w.single("_RL_REWARD", f.RLReward)
	if f.CheckDeadlock != nil {
		w.line("CHECK_DEADLOCK " + BoolValue(*f.CheckDeadlock).String())
	}
	return w.String()
}

// A printer writes statements.
type printer struct{ strings.Builder }

func (w *printer) line(s string) { w.WriteString(s + "\n") }

func (w *printer) single(keyword string, n *Name) {
	if n != nil {
		w.line(keyword + " " + n.Text)
	}
}

func (w *printer) list(keyword string, names []Name) {
	if len(names) == 0 {
		return
	}
	w.line(keyword)
	for _, n := range names {
		w.line("    " + n.Text)
	}
}

// checks changes the keyword wherever the order of the properties demands it.
func (w *printer) checks(checks []Check) {
	for i, c := range checks {
		if i == 0 || c.Invariant != checks[i-1].Invariant {
			w.line(map[bool]string{true: "INVARIANTS", false: "PROPERTIES"}[c.Invariant])
		}
		w.line("    " + c.Text)
	}
}

func (w *printer) constants(constants []Constant) {
	if len(constants) > 0 {
		w.line("CONSTANTS")
	}
	for _, c := range constants {
		w.line("    " + c.String())
	}
}

// String returns the constant as a configuration file writes it.
func (c Constant) String() string {
	var b strings.Builder
	b.WriteString(c.Name.Text)
	for i, a := range c.Arguments {
		if i == 0 {
			b.WriteByte('(')
		} else {
			b.WriteString(", ")
		}
		b.WriteString(a.String())
	}
	if c.Arguments != nil {
		b.WriteByte(')')
	}
	sign, right := " = ", c.Value.String()
	if c.Override != nil {
		sign, right = " <- ", c.Override.Text
	}
	b.WriteString(sign)
	if c.Module != nil {
		b.WriteString("[" + c.Module.Text + "] ")
	}
	b.WriteString(right)
	return b.String()
}
