package syntax

import "strings"

// Format writes an expression in one line, with parentheses around the
// operands of operators that are operators themselves.
func Format(e Expr) string {
	var p printer
	p.expr(e)
	return p.String()
}

// A printer writes expressions.
type printer struct{ strings.Builder }

// operand writes an expression that an operator applies to.
func (p *printer) operand(e Expr) {
	if isSimple(e) {
		p.expr(e)
		return
	}
	p.WriteByte('(')
	p.expr(e)
	p.WriteByte(')')
}

// isSimple reports whether an expression needs no parentheses as an operand.
func isSimple(e Expr) bool {
	switch e := e.(type) {
	case *Apply:
		return len(e.Args) == 0 || isName(e.Name) && prefixOps[e.Name] == nil
	case *Junction:
		return len(e.Items) == 1 && isSimple(e.Items[0])
	case *Quantifier, *Choose, *Product, *If, *Case, *Let, *Lambda:
		return false
	}
	return true
}

// list writes expressions between two marks.
func (p *printer) list(open string, all []Expr, end string) {
	p.WriteString(open)
	for i, e := range all {
		if i > 0 {
			p.WriteString(", ")
		}
		if a, ok := e.(*Apply); ok && len(all) == 1 && len(a.Args) == 0 && !isName(a.Name) {
			p.WriteByte(' ') // F( - ): (-) is another operator
			p.expr(e)
			p.WriteByte(' ')
			continue
		}
		p.expr(e)
	}
	p.WriteString(end)
}

func (p *printer) infix(all []Expr, op string) {
	for i, e := range all {
		if i > 0 {
			p.WriteString(" " + op + " ")
		}
		if a, ok := e.(*Apply); ok && a.Name == "'" {
			p.expr(e)
			continue
		}
		p.operand(e)
	}
}

func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case *Apply:
		p.apply(e)
	case *Number:
		p.WriteString(e.Text)
	case *String:
		p.WriteString(quoteText(e.Text))
	case *Builtin:
		p.WriteString(e.Name)
	case *Junction:
		op := `\/`
		if e.And {
			op = `/\`
		}
		if len(e.Items) == 1 {
			p.expr(e.Items[0])
			return
		}
		p.infix(e.Items, op)
	case *Product:
		p.infix(e.Sets, `\X`)
	case *SetOf:
		p.list("{", e.Elems, "}")
	case *Tuple:
		p.list("<<", e.Elems, ">>")
	case *FunctionApply:
		p.operand(e.Function)
		p.list("[", e.Args, "]")
	case *Select:
		p.operand(e.Record)
		if _, ok := e.Record.(*Number); ok {
			p.WriteByte(' ') // 6.7 is another number
		}
		p.WriteString("." + e.Field)
	case *Old:
		p.WriteByte('@')
	case *If:
		p.WriteString("IF ")
		p.expr(e.Cond)
		p.WriteString(" THEN ")
		p.expr(e.Then)
		p.WriteString(" ELSE ")
		p.expr(e.Else)
	default:
		p.binders(e)
	}
}

// binders writes the forms that bind names.
func (p *printer) binders(e Expr) {
	switch e := e.(type) {
	case *Quantifier:
		p.WriteString(e.Op + " ")
		p.bounds(e.Bounds)
		p.WriteString(" : ")
		p.expr(e.Body)
	case *Choose:
		p.WriteString("CHOOSE ")
		p.bounds([]Bound{e.Bound})
		p.WriteString(" : ")
		p.expr(e.Body)
	case *Filter:
		p.WriteByte('{')
		p.bounds([]Bound{e.Bound})
		p.WriteString(" : ")
		p.expr(e.Body)
		p.WriteByte('}')
	case *Map:
		p.WriteByte('{')
		p.expr(e.Body)
		p.WriteString(" : ")
		p.bounds(e.Bounds)
		p.WriteByte('}')
	case *Function:
		p.WriteByte('[')
		p.bounds(e.Bounds)
		p.WriteString(" |-> ")
		p.expr(e.Body)
		p.WriteByte(']')
	case *Lambda:
		p.WriteString("LAMBDA ")
		for i, d := range e.Decl.Params {
			if i > 0 {
				p.WriteString(", ")
			}
			p.WriteString(d.Name)
		}
		p.WriteString(" : ")
		p.expr(e.Decl.Body)
	default:
		p.others(e)
	}
}

func (p *printer) bounds(all []Bound) {
	for i, b := range all {
		if i > 0 {
			p.WriteString(", ")
		}
		var names []string
		for _, d := range b.Names {
			names = append(names, d.Name)
		}
		text := strings.Join(names, ", ")
		if b.Tuple {
			text = "<<" + text + ">>"
		}
		p.WriteString(text)
		if b.Set != nil {
			p.WriteString(` \in `)
			p.operand(b.Set)
		}
	}
}

// others writes the forms that are left.
func (p *printer) others(e Expr) {
	switch e := e.(type) {
	case *FunctionSet:
		p.list("[", []Expr{e.Domain}, " -> ")
		p.list("", []Expr{e.Range}, "]")
	case *Record:
		p.fields(e.Fields, " |-> ")
	case *RecordSet:
		p.fields(e.Fields, " : ")
	case *Except:
		p.except(e)
	case *Case:
		for i, arm := range e.Arms {
			p.WriteString([]string{" [] ", "CASE "}[b2i(i == 0)])
			p.expr(arm.Cond)
			p.WriteString(" -> ")
			p.operand(arm.Value)
		}
		if e.Other != nil {
			p.WriteString(" [] OTHER -> ")
			p.operand(e.Other)
		}
	case *Let:
		p.WriteString("LET ")
		for _, u := range e.Defs {
			if d, ok := u.(*Definition); ok {
				p.WriteString(d.Name + " ")
			}
		}
		p.WriteString("IN ")
		p.expr(e.Body)
	case *Box:
		marks := [2]string{"[", "]_"}
		if e.Angle {
			marks = [2]string{"<<", ">>_"}
		}
		p.list(marks[0], []Expr{e.Action}, marks[1])
		p.operand(e.Sub)
	case *Fair:
		p.WriteString([]string{"WF_", "SF_"}[b2i(e.Strong)])
		p.operand(e.Sub)
		p.list("(", []Expr{e.Action}, ")")
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *printer) fields(all []RecordField, mark string) {
	p.WriteByte('[')
	for i, f := range all {
		if i > 0 {
			p.WriteString(", ")
		}
		p.WriteString(f.Name.Name + mark)
		p.expr(f.Value)
	}
	p.WriteByte(']')
}

func (p *printer) except(e *Except) {
	p.WriteByte('[')
	p.expr(e.Function)
	for i, u := range e.Updates {
		p.WriteString([]string{", !", " EXCEPT !"}[b2i(i == 0)])
		for _, step := range u.Path {
			if step.Args == nil {
				p.WriteString("." + step.Field)
			} else {
				p.list("[", step.Args, "]")
			}
		}
		p.WriteString(" = ")
		p.expr(u.Value)
	}
	p.WriteByte(']')
}

// apart writes a part of a compound name, apart from the next ! if it may end
// in another one.
func (p *printer) apart(e *Apply) {
	if isName(e.Name) {
		p.apply(e)
		return
	}
	p.WriteByte(' ')
	p.apply(e)
	p.WriteByte(' ')
}

// apply writes the application of an operator.
func (p *printer) apply(e *Apply) {
	for _, in := range e.Instances {
		p.apart(in)
		p.WriteByte('!')
	}
	if len(e.Instances) > 0 && !isName(e.Name) {
		p.WriteByte(' ')
	}
	switch {
	case len(e.Args) == 0:
		p.WriteString(spelled(e.Name))
	case isName(e.Name) && prefixOps[e.Name] == nil || len(e.Instances) > 0:
		p.list(e.Name+"(", e.Args, ")")
	case len(e.Args) == 2:
		p.infix(e.Args, e.Name)
	case postfixOps[e.Name] != nil:
		p.operand(e.Args[0])
		p.WriteString(e.Name)
	case isName(e.Name):
		p.WriteString(e.Name + " ")
		p.operand(e.Args[0])
	default:
		p.WriteString(spelled(e.Name))
		p.operand(e.Args[0])
	}
}

// quoteText writes a string as TLA+ does.
func quoteText(s string) string { return `"` + escapes.Replace(s) + `"` }

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`, "\n", `\n`, "\f", `\f`, "\r", `\r`)
