package syntax

import (
	"errors"
	"fmt"
)

// A Library is where modules come from.
type Library struct {
	// Standard returns a module whose operators are built in, nil for others.
	Standard func(name string) *Standard
	// Find returns the text of a module, and the name of its file for errors;
	// nil if there is none. It may be nil.
	Find func(name string) (file string, src []byte, err error)
}

// Standard is a module whose operators are built in.
type Standard struct {
	Extends   []string
	Operators []StandardOperator
}

// StandardOperator is an operator that is built in.
type StandardOperator struct {
	Name   string
	Params []int // for each argument: 0 for a value, n for an operator of n arguments
}

// Resolve finds out what the names in a module mean, and those in all modules
// that it extends or has instances of. Errors are [Errors].
func Resolve(root *Module, lib Library) (*Scope, error) {
	ld := &loader{lib: lib, scopes: make(map[string]*Scope), loading: make(map[string]bool)}
	ld.loading[root.Name.Name] = true
	s := ld.resolve(root, nil)
	if len(ld.errs) > 0 {
		return nil, ld.errs
	}
	s.all = ld.scopes
	return s, nil
}

// ResolveExpr finds out what the names in an expression mean that stands at
// the end of a module.
func ResolveExpr(e Expr, s *Scope, name, src string) error {
	ld := &loader{scopes: make(map[string]*Scope)}
	r := &resolver{loader: ld, scope: s, errs: newReporter(name, src)}
	r.expr(e)
	if len(r.errs.errs) > 0 {
		return r.errs.errs
	}
	return nil
}

// A loader resolves each module once.
type loader struct {
	lib     Library
	scopes  map[string]*Scope
	loading map[string]bool
	errs    Errors
}

// load returns a module by its name; nil after an error was reported.
func (ld *loader) load(name Ident, r *resolver) *Scope {
	if s, ok := ld.scopes[name.Name]; ok {
		return s
	}
	if ld.loading[name.Name] {
		r.errs.add(name.Pos, "module %s needs itself, expected no circle", name.Name)
		return nil
	}
	ld.loading[name.Name] = true
	defer delete(ld.loading, name.Name)
	s := ld.find(name, r)
	ld.scopes[name.Name] = s
	return s
}

func (ld *loader) find(name Ident, r *resolver) *Scope {
	if ld.lib.Standard != nil {
		if std := ld.lib.Standard(name.Name); std != nil {
			return ld.standard(name, std, r)
		}
	}
	var file string
	var src []byte
	if ld.lib.Find != nil {
		var err error
		if file, src, err = ld.lib.Find(name.Name); err != nil {
			r.errs.add(name.Pos, "module %s can't be read: %v", name.Name, err)
			return nil
		}
	}
	if src == nil {
		r.errs.add(name.Pos, "there is no module %s, expected one that is built in or lies beside this one or in a folder of the search path", name.Name)
		return nil
	}
	m, err := Parse(file, src)
	if err != nil {
		var errs Errors
		if errors.As(err, &errs) {
			ld.errs = append(ld.errs, errs...)
		}
		return nil
	}
	if m.Name.Name != name.Name {
		e := &Error{File: file, Pos: m.Name.Pos, Message: fmt.Sprintf("expected module %s in this file, found %s", name.Name, m.Name.Name)}
		ld.errs = append(ld.errs, e)
		return nil
	}
	return ld.resolve(m, nil)
}

// standard makes the scope of a module that is built in.
func (ld *loader) standard(name Ident, std *Standard, r *resolver) *Scope {
	s := newScope(name.Name)
	for _, other := range std.Extends {
		if o := ld.load(Ident{other, name.Pos}, r); o != nil {
			s.extend(o)
		}
	}
	for _, op := range std.Operators {
		if s.names[op.Name] == nil {
			s.names[op.Name] = builtin(name.Name, op.Name, op.Params)
		}
	}
	return s
}

// resolve resolves a module; outer is the scope around a nested one.
func (ld *loader) resolve(m *Module, outer *resolver) *Scope {
	errs := &reporter{file: m.File, lines: m.lines}
	r := &resolver{loader: ld, scope: newScope(m.Name.Name), outer: outer, errs: errs}
	r.scope.Module = m
	r.scope.lines = errs
	for _, name := range m.Extends {
		if s := r.module(name); s != nil {
			r.scope.extend(s)
		}
	}
	r.units(m.Units)
	if len(errs.errs) > 0 {
		ld.errs = append(ld.errs, errs.errs...)
	}
	return r.scope
}

// A resolver resolves the names in one module.
type resolver struct {
	*loader
	scope  *Scope
	outer  *resolver // of the module around a nested one
	locals []*Decl   // what is bound at this place, innermost last
	olds   []*Update // the updates around this place
	errs   *reporter
}

// module returns a module by name: one nested in this or an outer one, or one
// of the library.
func (r *resolver) module(name Ident) *Scope {
	for at := r; at != nil; at = at.outer {
		if s, ok := at.scope.nested[name.Name]; ok {
			return s
		}
	}
	return r.load(name, r)
}

// lookup returns what a name stands for here, nil if nothing.
func (r *resolver) lookup(name string) *Decl {
	for i := len(r.locals) - 1; i >= 0; i-- {
		if r.locals[i].Name == name {
			return r.locals[i]
		}
	}
	for at := r; at != nil; at = at.outer {
		if d := at.scope.names[name]; d != nil {
			return d
		}
	}
	return universe[name]
}

// declare gives a name a meaning in the module. One that is built in may be
// defined anew.
func (r *resolver) declare(d *Decl) {
	r.own(d)
	if r.free(d) {
		r.scope.names[d.Name] = d
	}
}

// own notes where a name is declared.
func (r *resolver) own(d *Decl) { d.Module, d.Home = r.scope.Name, r.scope }

// free reports whether a name has no meaning yet, apart from one that is built
// in, and reports an error if it has.
func (r *resolver) free(d *Decl) bool {
	old := r.lookup(d.Name)
	if old == nil || old == d || old.Kind == BuiltinDecl && old.Module != "" {
		return true
	}
	where := ""
	if old.Pos.IsValid() {
		where = fmt.Sprintf(", it is declared at %s of module %s", old.Pos, old.Module)
	}
	r.errs.add(d.Pos, "the name %s has a meaning already, expected a new one%s", d.Name, where)
	return false
}

// bind gives names a meaning for what follows, until release.
func (r *resolver) bind(all ...*Decl) {
	for _, d := range all {
		r.own(d)
		if d.Name != "_" {
			r.free(d)
		}
		r.locals = append(r.locals, d)
	}
}

func (r *resolver) release(mark int) { r.locals = r.locals[:mark] }

// units resolves the units of a module in their order.
func (r *resolver) units(units []Unit) {
	for i, u := range units {
		switch u := u.(type) {
		case *Constants:
			for _, d := range u.Params {
				r.declare(d)
				r.scope.Constants = append(r.scope.Constants, d)
			}
		case *Variables:
			for _, d := range u.Names {
				r.declare(d)
				r.scope.Variables = append(r.scope.Variables, d)
			}
		case *Recursive:
			r.announce(u, units[i+1:], r.declare)
		case *Definition:
			r.definition(u, r.declare)
			r.scope.local[u.Name] = u.Local
		case *Instance:
			r.instance(u.InstanceOf)
			for _, d := range r.imported(u.InstanceOf) {
				if r.scope.names[d.Name] == nil {
					r.scope.names[d.Name] = d
					r.scope.local[d.Name] = u.Local
				}
			}
		case *Assume:
			r.expr(u.Expr)
			r.scope.Assumes = append(r.scope.Assumes, u)
			r.fact(u.Name, u.Expr, u.Pos)
		case *Theorem:
			if u.Name != "" && u.Expr != nil {
				r.expr(u.Expr)
				r.fact(u.Name, u.Expr, u.Pos)
			}
		case *Nested:
			r.scope.nested[u.Module.Name.Name] = r.loader.resolve(u.Module, r)
		}
	}
}

// fact declares the name of an assumption or theorem: it stands for what is
// assumed or stated.
func (r *resolver) fact(name string, e Expr, pos Pos) {
	if name != "" {
		r.declare(&Decl{Kind: OperatorDecl, Name: name, Pos: pos, Body: e})
	}
}

// announce declares the operators of RECURSIVE, which are defined in what
// follows.
func (r *resolver) announce(u *Recursive, follow []Unit, declare func(*Decl)) {
	for _, param := range u.Params {
		var found *Definition
		for _, unit := range follow {
			if def, ok := unit.(*Definition); ok && def.Name == param.Name {
				found = def
				break
			}
		}
		switch {
		case found == nil:
			r.errs.add(param.Pos, "%s is announced by RECURSIVE, expected a definition of it", param.Name)
		case found.Arity != param.Arity || found.Kind != OperatorDecl:
			r.errs.add(found.Pos, "expected %s to take %s as RECURSIVE says, found %d", param.Name, Arguments(param.Arity), found.Arity)
		default:
			found.Recursive = true
			declare(found.Decl)
		}
	}
}

// definition resolves a definition, and declares it where that has not been
// done.
func (r *resolver) definition(def *Definition, declare func(*Decl)) {
	d := def.Decl
	mark := len(r.locals)
	switch d.Kind {
	case InstanceDecl:
		r.bind(d.Params...)
		r.instance(d.Instance)
	case FunctionDecl:
		r.bounds(d.Bounds)
		r.own(d)
		r.locals = append(r.locals, d)
		r.expr(d.Body)
	default:
		r.bind(d.Params...)
		r.expr(d.Body)
	}
	r.release(mark)
	if !d.Recursive {
		declare(d)
	}
}

// instance resolves what is put in the place of the constants and variables
// of a module.
func (r *resolver) instance(in *InstanceOf) {
	in.Target = r.module(in.Module)
	if in.Target == nil {
		return
	}
	in.Subst = make(map[*Decl]Expr)
	for i := range in.With {
		w := &in.With[i]
		d := in.Target.export(w.Name.Name)
		if d == nil || d.Kind != ConstantDecl && d.Kind != VariableDecl {
			r.errs.add(w.Name.Pos, "module %s has no constant or variable %s, expected one before <-", in.Module.Name, w.Name.Name)
			continue
		}
		r.argument(w.Value, d, w.Name.Pos)
		in.Subst[d] = w.Value
	}
	for _, list := range [][]*Decl{in.Target.Constants, in.Target.Variables} {
		for _, d := range list {
			if in.Subst[d] != nil {
				continue
			}
			same := r.lookup(d.Name)
			if same == nil {
				r.errs.add(in.Pos, "expected %s of module %s to be given by WITH, since the name has no meaning here", d.Name, in.Module.Name)
				continue
			}
			in.Subst[d] = &Apply{at: at{in.Pos}, Name: d.Name, Decl: same}
		}
	}
}

// imported returns what INSTANCE without a name gives meaning to: aliases, or
// the declarations themselves where nothing is substituted in them.
func (r *resolver) imported(in *InstanceOf) []*Decl {
	if in.Target == nil {
		return nil
	}
	var all []*Decl
	for _, d := range in.Target.exported() {
		switch {
		case d.Kind == ConstantDecl || d.Kind == VariableDecl:
		case d.Kind == BuiltinDecl || len(in.Subst) == 0:
			all = append(all, d)
		default:
			alias := *d
			alias.Kind, alias.Original, alias.Instance = AliasDecl, d, in
			r.own(&alias)
			all = append(all, &alias)
		}
	}
	return all
}
