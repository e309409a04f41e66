package syntax

import (
	"maps"
	"slices"
)

// A Scope is a module whose names have been resolved.
type Scope struct {
	Module    *Module
	Name      string
	Constants []*Decl   // with those of the modules it extends
	Variables []*Decl   // likewise
	Assumes   []*Assume // likewise, in order

	names    map[string]*Decl
	local    map[string]bool
	nested   map[string]*Scope
	includes map[string]bool // the module and those that it extends
	lines    *reporter
	all      map[string]*Scope // every module that was loaded; of the root
}

// Needed returns a module that this one needs, directly or not, by its name;
// nil if there is none.
func (s *Scope) Needed(name string) *Scope {
	if name == s.Name {
		return s
	}
	return s.all[name]
}

func newScope(name string) *Scope {
	return &Scope{
		Name:     name,
		names:    make(map[string]*Decl),
		local:    make(map[string]bool),
		nested:   make(map[string]*Scope),
		includes: map[string]bool{name: true},
	}
}

// Lookup returns what a name stands for at the end of the module, nil for an
// unknown one.
func (s *Scope) Lookup(name string) *Decl { return s.names[name] }

// Canonical returns an operator in its first spelling: <= for \leq.
func Canonical(name string) string {
	if first, ok := canonical[name]; ok {
		return first
	}
	return name
}

// Line returns the file of the module and the line at a position of it.
func (s *Scope) Line(at Pos) (file, line string) {
	if s.lines == nil {
		return "", ""
	}
	if n := int(at.Line); n >= 1 && n <= len(s.lines.lines) {
		line = s.lines.lines[n-1]
	}
	return s.lines.file, line
}

// Names returns all names that mean something in the module, sorted.
func (s *Scope) Names() []string { return slices.Sorted(maps.Keys(s.names)) }

// Includes reports whether what a module of that name declares is part of
// this one: it is the module itself, or it extends that one.
func (s *Scope) Includes(module string) bool { return s.includes[module] }

// export returns what other modules see under a name, nil if nothing.
func (s *Scope) export(name string) *Decl {
	if s.local[name] {
		return nil
	}
	return s.names[name]
}

// exported lists what other modules see, sorted by name.
func (s *Scope) exported() []*Decl {
	var all []*Decl
	for _, name := range s.Names() {
		if !s.local[name] {
			all = append(all, s.names[name])
		}
	}
	return all
}

// extend takes in what another module exports.
func (s *Scope) extend(other *Scope) {
	for name, d := range other.names {
		if !other.local[name] && s.names[name] == nil {
			s.names[name] = d
		}
	}
	s.Constants = appendNew(s.Constants, other.Constants)
	s.Variables = appendNew(s.Variables, other.Variables)
	s.Assumes = appendNew(s.Assumes, other.Assumes)
	maps.Copy(s.includes, other.includes)
}

func appendNew[T comparable](dst, src []T) []T {
	for _, v := range src {
		if !slices.Contains(dst, v) {
			dst = append(dst, v)
		}
	}
	return dst
}

// The operators of the language itself with the number of their arguments.
var language = map[string]int{
	`/\`: 2, `\/`: 2, "~": 1, "=>": 2, "<=>": 2, "=": 2, "/=": 2, `\in`: 2, `\notin`: 2, `\cup`: 2, `\cap`: 2, `\`: 2,
	`\subseteq`: 2, "SUBSET": 1, "UNION": 1, "DOMAIN": 1, "'": 1, "ENABLED": 1, "UNCHANGED": 1, "[]": 1, "<>": 1,
	"~>": 2, "-+->": 2, `\cdot`: 2, `\X`: 2,
}

var universe = func() map[string]*Decl {
	m := make(map[string]*Decl)
	for name, arity := range language {
		m[name] = builtin("", name, make([]int, arity))
	}
	return m
}()

func builtin(module, name string, params []int) *Decl {
	d := &Decl{Kind: BuiltinDecl, Name: name, Module: module, Arity: len(params)}
	for _, arity := range params {
		d.Params = append(d.Params, &Decl{Kind: ParamDecl, Arity: arity})
	}
	return d
}
