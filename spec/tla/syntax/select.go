package syntax

import "strconv"

// selected resolves the name of a part of a definition: Def!2 for its second
// conjunct or operand, Def!: for all of it. The i-th name before a ! is the
// definition d.
func (r *resolver) selected(e *Apply, i int, d *Decl) *Decl {
	def := e.Instances[i]
	if len(def.Args) != d.Arity {
		r.errs.add(def.Pos, "%s takes %s, found %d", spelled(d.Name), Arguments(d.Arity), len(def.Args))
		return nil
	}
	part := d.Body
	selectors := []string{}
	for _, in := range e.Instances[i+1:] {
		selectors = append(selectors, in.Name)
	}
	for _, name := range append(selectors, e.Name) {
		if part = choosePart(part, name); part == nil {
			r.errs.add(e.Pos, "%s!%s names no part of the definition, expected the number of a conjunct or operand", d.Name, name)
			return nil
		}
	}
	e.Instances, e.Args, e.Name = e.Instances[:i], def.Args, d.Name
	chosen := *d
	chosen.Body, chosen.Recursive = part, false
	if d.Kind == FunctionDecl || d.Kind == AliasDecl {
		r.errs.add(e.Pos, "parts of %s can't be named, expected an operator", d.Name)
		return nil
	}
	return &chosen
}

// choosePart returns a part of an expression by its number, nil if it has no
// such part.
func choosePart(e Expr, name string) Expr {
	if name == ":" {
		return e
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 {
		return nil
	}
	var parts []Expr
	switch e := e.(type) {
	case *Junction:
		parts = e.Items
	case *Apply:
		parts = e.Args
	case *If:
		parts = []Expr{e.Cond, e.Then, e.Else}
	case *SetOf:
		parts = e.Elems
	case *Tuple:
		parts = e.Elems
	case *Let:
		return choosePart(e.Body, name)
	}
	if n > len(parts) {
		return nil
	}
	return parts[n-1]
}
