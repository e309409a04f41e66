package eval

import (
	"errors"
	"fmt"
	"strings"

	"tidemark/spec/tla/syntax"
)

// An Error says what can't be evaluated, and where.
type Error struct {
	File    string // of the module; may be empty
	Module  string
	Pos     syntax.Pos
	Source  string // the line of the module
	Message string
	Assert  bool   // it is the message of Assert
	Calls   []Call // the definitions that led there, innermost first
}

// A Call is the use of a definition.
type Call struct {
	Name   string // of the definition
	Module string // where it is used
	Pos    syntax.Pos
}

// Error returns file:line:column: message.
func (e *Error) Error() string {
	s := syntax.Error{File: e.File, Pos: e.Pos, Message: e.Message}
	return s.Error()
}

// Details returns the line of the module with a caret, and the definitions
// that led there, one a line.
func (e *Error) Details() string {
	var b strings.Builder
	s := syntax.Error{Pos: e.Pos, Source: e.Source}
	b.WriteString(s.Caret())
	for _, c := range e.Calls {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "    in %s", c.Name)
		if c.Pos.IsValid() {
			fmt.Fprintf(&b, ", used at %s of module %s", c.Pos, c.Module)
		}
	}
	return b.String()
}

// A site is a definition whose body is being compiled: where it is used, and
// within which other one.
type site struct {
	name   string
	scope  *syntax.Scope // of the body
	module string        // of the use
	call   syntax.Pos
	parent *site
}

// A src is where a node comes from.
type src struct {
	pos  syntax.Pos
	site *site
}

// An unwinding is an error on its way up.
type unwinding struct{ err *Error }

// fail ends an evaluation.
func (m *Machine) fail(s src, err error) {
	panic(unwinding{m.located(s, err)})
}

func (m *Machine) failf(s src, format string, args ...any) {
	m.fail(s, fmt.Errorf(format, args...))
}

// located gives an error its place, unless it has one.
func (m *Machine) located(s src, err error) *Error {
	var placed *Error
	if errors.As(err, &placed) {
		return placed
	}
	e := s.error(err.Error())
	for i := len(m.calls) - 1; i >= 0 && len(e.Calls) < maxCalls; i-- {
		c := m.calls[i]
		if c.name == "" {
			continue
		}
		e.Calls = append(e.Calls, Call{c.name, c.src.module(), c.src.pos})
		e.addSites(c.src.site)
	}
	return e
}

// maxCalls is how many definitions an error lists.
const maxCalls = 12

func (s src) module() string {
	if s.site == nil || s.site.scope == nil {
		return ""
	}
	return s.site.scope.Name
}

// error makes an error at a place.
func (s src) error(message string) *Error {
	e := &Error{Pos: s.pos, Message: message}
	if s.site == nil {
		return e
	}
	if sc := s.site.scope; sc != nil {
		e.Module = sc.Name
		e.File, e.Source = sc.Line(s.pos)
	}
	e.addSites(s.site)
	return e
}

func (e *Error) addSites(s *site) {
	for ; s != nil && len(e.Calls) < maxCalls; s = s.parent {
		if s.name != "" {
			e.Calls = append(e.Calls, Call{s.name, s.module, s.call})
		}
	}
}

// catch turns an unwinding into an error.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case unwinding:
		*err = r.err
	default:
		panic(r)
	}
}
