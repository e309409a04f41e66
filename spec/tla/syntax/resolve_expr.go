package syntax

// expr resolves the names in an expression.
func (r *resolver) expr(e Expr) {
	switch e := e.(type) {
	case *Apply:
		r.apply(e)
	case *Quantifier:
		r.bound(e.Bounds, e.Body)
	case *Choose:
		r.bound([]Bound{e.Bound}, e.Body)
	case *Filter:
		r.bound([]Bound{e.Bound}, e.Body)
	case *Map:
		r.bound(e.Bounds, e.Body)
	case *Function:
		r.bound(e.Bounds, e.Body)
	case *SetOf:
		r.exprs(e.Elems)
	case *Tuple:
		r.exprs(e.Elems)
	case *Product:
		r.exprs(e.Sets)
	case *Junction:
		r.exprs(e.Items)
	case *FunctionSet:
		r.expr(e.Domain)
		r.expr(e.Range)
	case *FunctionApply:
		r.expr(e.Function)
		r.exprs(e.Args)
	case *Select:
		r.expr(e.Record)
	case *Record:
		r.fields(e.Fields)
	case *RecordSet:
		r.fields(e.Fields)
	case *If:
		r.expr(e.Cond)
		r.expr(e.Then)
		r.expr(e.Else)
	case *Box:
		r.expr(e.Action)
		r.expr(e.Sub)
	case *Fair:
		r.expr(e.Sub)
		r.expr(e.Action)
	default:
		r.others(e)
	}
}

func (r *resolver) others(e Expr) {
	switch e := e.(type) {
	case *Except:
		r.except(e)
	case *Old:
		if len(r.olds) == 0 {
			r.errs.add(e.Pos, "@ stands for an old value, expected it after EXCEPT only")
			return
		}
		e.Update = r.olds[len(r.olds)-1]
	case *Case:
		for _, arm := range e.Arms {
			r.expr(arm.Cond)
			r.expr(arm.Value)
		}
		if e.Other != nil {
			r.expr(e.Other)
		}
	case *Let:
		r.let(e)
	case *Lambda:
		mark := len(r.locals)
		r.own(e.Decl)
		r.bind(e.Decl.Params...)
		r.expr(e.Decl.Body)
		r.release(mark)
	}
}

func (r *resolver) exprs(all []Expr) {
	for _, e := range all {
		r.expr(e)
	}
}

func (r *resolver) fields(all []RecordField) {
	for i, f := range all {
		for _, g := range all[:i] {
			if f.Name.Name == g.Name.Name {
				r.errs.add(f.Name.Pos, "the field %s is given twice, expected it once", f.Name.Name)
			}
		}
		r.expr(f.Value)
	}
}

// bounds resolves the sets, which do not see what is bound, and binds.
func (r *resolver) bounds(all []Bound) {
	for _, b := range all {
		if b.Set != nil {
			r.expr(b.Set)
		}
	}
	for _, b := range all {
		r.bind(b.Names...)
	}
}

func (r *resolver) bound(all []Bound, body Expr) {
	mark := len(r.locals)
	r.bounds(all)
	r.expr(body)
	r.release(mark)
}

func (r *resolver) except(e *Except) {
	r.expr(e.Function)
	for i := range e.Updates {
		u := &e.Updates[i]
		for _, step := range u.Path {
			r.exprs(step.Args)
		}
		r.olds = append(r.olds, u)
		r.expr(u.Value)
		r.olds = r.olds[:len(r.olds)-1]
	}
}

func (r *resolver) let(e *Let) {
	mark := len(r.locals)
	declare := func(d *Decl) { r.bind(d) }
	for i, u := range e.Defs {
		switch u := u.(type) {
		case *Recursive:
			r.announce(u, e.Defs[i+1:], declare)
		case *Definition:
			r.definition(u, declare)
		case *Instance:
			r.instance(u.InstanceOf)
			r.locals = append(r.locals, r.imported(u.InstanceOf)...)
		}
	}
	r.expr(e.Body)
	r.release(mark)
}

// apply resolves a name and its arguments.
func (r *resolver) apply(e *Apply) {
	d := r.decl(e)
	if d == nil {
		for _, arg := range e.Args {
			if _, ok := arg.(*Lambda); !ok {
				r.expr(arg)
			}
		}
		return
	}
	e.Decl = d
	if len(e.Args) != d.Arity {
		r.errs.add(e.Pos, "%s takes %s, found %d", spelled(d.Name), Arguments(d.Arity), len(e.Args))
		return
	}
	for i, arg := range e.Args {
		var param *Decl
		if i < len(d.Params) {
			param = d.Params[i]
		}
		r.argument(arg, param, e.Pos)
	}
}

// argument resolves an argument: an operator, where the parameter is one.
func (r *resolver) argument(arg Expr, param *Decl, pos Pos) {
	if param == nil || param.Arity == 0 {
		if l, ok := arg.(*Lambda); ok {
			r.errs.add(l.Pos, "expected a value, found LAMBDA, which is an operator")
			return
		}
		r.expr(arg)
		return
	}
	switch arg := arg.(type) {
	case *Lambda:
		if arg.Decl.Arity != param.Arity {
			r.errs.add(arg.Pos, "expected an operator of %s, found one of %d", Arguments(param.Arity), arg.Decl.Arity)
			return
		}
		r.expr(arg)
		return
	case *Apply:
		if len(arg.Args) > 0 {
			break
		}
		if arg.Name == "-" && param.Arity == 1 {
			arg.Name = "-."
		}
		d := r.decl(arg)
		if d != nil && d.Arity != param.Arity {
			r.errs.add(arg.Pos, "expected an operator of %s, found %s, which takes %d", Arguments(param.Arity), spelled(d.Name), d.Arity)
			return
		}
		arg.Decl = d
		return
	}
	r.errs.add(pos, "expected an operator of %s, found an expression", Arguments(param.Arity))
}

// decl returns what the name of e stands for; nil after an error.
func (r *resolver) decl(e *Apply) *Decl {
	var scope *Scope
	for i, in := range e.Instances {
		var d *Decl
		if i == 0 {
			d = r.lookup(in.Name)
		} else {
			d = scope.export(in.Name)
		}
		target, ok := instanceOf(d)
		if !ok && d != nil && d.Body != nil {
			return r.selected(e, i, d)
		}
		if !ok {
			r.errs.add(in.Pos, "expected %s before ! to be an instance of a module", in.Name)
			return nil
		}
		in.Decl = d
		if len(in.Args) != len(d.Params) {
			r.errs.add(in.Pos, "%s takes %s, found %d", in.Name, Arguments(len(d.Params)), len(in.Args))
			return nil
		}
		for j, arg := range in.Args {
			r.argument(arg, d.Params[j], in.Pos)
		}
		if scope = target.Target; scope == nil {
			return nil // reported where the instance is defined
		}
	}
	if scope == nil {
		d := r.lookup(e.Name)
		switch {
		case d == nil:
			r.errs.add(e.Pos, "the name %s has no meaning here, expected a constant, a variable or what has been defined before%s", spelled(e.Name), r.hint(e.Name))
		case d.Kind == InstanceDecl || d.Kind == AliasDecl && d.Original.Kind == InstanceDecl:
			r.errs.add(e.Pos, "%s is an instance of a module, expected ! and the name of a definition after it", e.Name)
			return nil
		}
		return d
	}
	d := scope.export(e.Name)
	if d == nil || d.Kind == ConstantDecl || d.Kind == VariableDecl {
		r.errs.add(e.Pos, "module %s has no definition %s, expected one after !", scope.Name, e.Name)
		return nil
	}
	return d
}

// instanceOf returns what an instance's declaration is an instance of.
func instanceOf(d *Decl) (*InstanceOf, bool) {
	switch {
	case d == nil:
		return nil, false
	case d.Kind == AliasDecl:
		return instanceOf(d.Original)
	}
	return d.Instance, d.Kind == InstanceDecl
}

// hint says where an operator of a standard module comes from.
func (r *resolver) hint(name string) string {
	if r.lib.Standard == nil {
		return ""
	}
	for _, module := range []string{"Naturals", "Integers", "Sequences", "FiniteSets", "TLC", "Bags"} {
		if std := r.lib.Standard(module); std != nil {
			for _, op := range std.Operators {
				if op.Name == name {
					return "; module " + module + " defines it"
				}
			}
		}
	}
	return ""
}
