package eval

import (
	"slices"
	"sync/atomic"

	"tidemark/spec/tla/value"
)

// A Machine runs what a [Program] compiled. It belongs to one goroutine.
type Machine struct {
	Cur   []value.Value // the values of the variables in the current state
	Next  []value.Value // in the next state; the zero Value where none is assigned yet
	Depth int           // of the search, for TLCGet("level")

	prog       *Program
	version    uint64         // of the current state
	memory     []recollection // of definitions, by their number
	calls      []call
	use        int // of the stack, in levels of nesting
	pool       []*frame
	free       int // frames of pool in use
	missing    int // variables without a value in Next, while an action is solved
	emit       func() bool
	label      *labelStep
	labelled   *frame
	fresh      bool // the label is another one than at the last call of LabelChanged
	iterations []*iteration
	spare      []*frame // for the elements of iterations
	returns    []returning
	probe      value.Probe
	builders   []*value.Builder
	building   int // builders in use
}

// A call is a definition that is being evaluated in a frame of its own.
type call struct {
	name string
	src  src
}

// A frame holds the values of what is bound within a unit.
type frame struct {
	v      []value.Value
	thunks []thunk // of the parameters of a unit that is called
	up     *frame  // that this one lies within; nil for most
}

// A thunk is an argument that may not have been evaluated yet, or an operator.
type thunk struct {
	n  node
	op callable
	f  *frame
}

// maxUse bounds the stack: nested expressions that are being evaluated.
const maxUse = 400_000

// NewMachine returns a machine for one goroutine.
func (p *Program) NewMachine() *Machine {
	return &Machine{
		prog:    p,
		Cur:     make([]value.Value, len(p.vars)),
		Next:    make([]value.Value, len(p.vars)),
		version: 1,
	}
}

// Changed tells the machine that Cur is another state.
func (m *Machine) Changed() { m.version++ }

// enter returns a frame for a call.
func (m *Machine) enter(u *unit, s src, up *frame) *frame {
	m.use += u.depth
	if m.use > maxUse {
		m.failf(s, "%s calls itself too deeply, expected at most about %d calls", u.name, maxUse/u.depth)
	}
	m.calls = append(m.calls, call{u.name, s})
	if m.free == len(m.pool) {
		m.pool = append(m.pool, &frame{})
	}
	f := m.pool[m.free]
	m.free++
	f.v = slices.Grow(f.v[:0], u.slots)[:u.slots]
	clear(f.v)
	f.thunks = slices.Grow(f.thunks[:0], u.params)[:u.params]
	clear(f.thunks)
	f.up = up
	return f
}

// leave ends the last call.
func (m *Machine) leave(u *unit) {
	m.use -= u.depth
	m.calls = m.calls[:len(m.calls)-1]
	m.free--
}

// reset makes the machine usable again after an error.
func (m *Machine) reset() {
	m.use, m.free = 0, 0
	m.calls = m.calls[:0]
	m.label, m.labelled = nil, nil
	m.iterations = m.iterations[:0]
	m.returns = m.returns[:0]
	m.building = 0
}

// builder returns an empty builder, which the caller gives back by counting
// building down.
func (m *Machine) builder() *value.Builder {
	if m.building == len(m.builders) {
		m.builders = append(m.builders, &value.Builder{})
	}
	m.building++
	b := m.builders[m.building-1]
	b.Reset() // an error may have left something in it
	return b
}

// clone copies a frame, with those that its arguments refer to.
func (f *frame) clone() *frame {
	if f == nil {
		return nil
	}
	c := &frame{v: slices.Clone(f.v), thunks: slices.Clone(f.thunks), up: f.up.clone()}
	for i := range c.thunks {
		if c.thunks[i].f != nil {
			c.thunks[i].f = c.thunks[i].f.clone()
		}
	}
	return c
}

// A snapshot is what a function that is evaluated later needs to know.
type snapshot struct {
	prog      *Program
	f         *frame
	cur, next []value.Value
	use       int
	spare     atomic.Pointer[late]
}

// A late is a machine with a frame to evaluate within a snapshot.
type late struct {
	m *Machine
	f *frame
}

func (m *Machine) snapshot(f *frame) *snapshot {
	return &snapshot{prog: m.prog, f: f.clone(), cur: slices.Clone(m.Cur), next: slices.Clone(m.Next), use: m.use}
}

// take returns a machine and a frame to evaluate within the snapshot, and put
// gives them back. They may be called from several goroutines.
func (s *snapshot) take() *late {
	if l := s.spare.Swap(nil); l != nil {
		return l
	}
	m := &Machine{prog: s.prog, Cur: s.cur, Next: s.next, use: s.use, version: 1}
	return &late{m, s.f.clone()}
}

func (s *snapshot) put(l *late) { s.spare.Store(l) }
