package syntax

// Children calls f for each expression that e is made of. often says that the
// part may be evaluated several times when e is evaluated once.
func Children(e Expr, f func(part Expr, often bool)) {
	all := func(parts []Expr) {
		for _, p := range parts {
			f(p, false)
		}
	}
	bounds := func(bs []Bound, body Expr) {
		for _, b := range bs {
			if b.Set != nil {
				f(b.Set, false)
			}
		}
		f(body, true)
	}
	switch e := e.(type) {
	case *Apply:
		for _, in := range e.Instances {
			for _, arg := range in.Args {
				f(arg, true)
			}
		}
		often := e.Decl != nil && e.Decl.Kind != BuiltinDecl
		for _, arg := range e.Args {
			f(arg, often)
		}
	case *Quantifier:
		bounds(e.Bounds, e.Body)
	case *Choose:
		bounds([]Bound{e.Bound}, e.Body)
	case *Filter:
		bounds([]Bound{e.Bound}, e.Body)
	case *Map:
		bounds(e.Bounds, e.Body)
	case *Function:
		bounds(e.Bounds, e.Body)
	case *SetOf:
		all(e.Elems)
	case *Tuple:
		all(e.Elems)
	case *Product:
		all(e.Sets)
	case *Junction:
		all(e.Items)
	case *FunctionSet:
		all([]Expr{e.Domain, e.Range})
	case *FunctionApply:
		f(e.Function, false)
		all(e.Args)
	case *Select:
		f(e.Record, false)
	case *If:
		all([]Expr{e.Cond, e.Then, e.Else})
	case *Box:
		all([]Expr{e.Action, e.Sub})
	case *Fair:
		all([]Expr{e.Sub, e.Action})
	default:
		otherChildren(e, f)
	}
}

func otherChildren(e Expr, f func(part Expr, often bool)) {
	switch e := e.(type) {
	case *Record:
		for _, field := range e.Fields {
			f(field.Value, false)
		}
	case *RecordSet:
		for _, field := range e.Fields {
			f(field.Value, false)
		}
	case *Except:
		f(e.Function, false)
		for _, u := range e.Updates {
			for _, step := range u.Path {
				for _, arg := range step.Args {
					f(arg, false)
				}
			}
			f(u.Value, false)
		}
	case *Case:
		for _, arm := range e.Arms {
			f(arm.Cond, false)
			f(arm.Value, false)
		}
		if e.Other != nil {
			f(e.Other, false)
		}
	case *Let:
		for _, unit := range e.Defs {
			if in := unitInstance(unit); in != nil {
				for _, w := range in.With {
					f(w.Value, true)
				}
			}
			if d, ok := unit.(*Definition); ok && d.Body != nil {
				for _, b := range d.Bounds {
					f(b.Set, true)
				}
				f(d.Body, true)
			}
		}
		f(e.Body, false)
	case *Lambda:
		f(e.Decl.Body, true)
	}
}

// unitInstance returns the instance that a unit defines, nil if it defines
// none.
func unitInstance(u Unit) *InstanceOf {
	switch u := u.(type) {
	case *Instance:
		return u.InstanceOf
	case *Definition:
		return u.Instance
	}
	return nil
}
