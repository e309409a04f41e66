package eval

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// A domain is one of the sets that a binder ranges over, with the slots for
// its elements: several for a tuple.
type domain struct {
	src
	set   node // nil: the set of the domain before
	slots []int
	tuple bool
}

// bind puts an element into the slots.
func (d *domain) bind(m *Machine, f *frame, x value.Value) {
	if !d.tuple {
		f.v[d.slots[0]] = x
		return
	}
	elems := x.Elems()
	if x.Kind() == value.KindLazy {
		if e, err := value.Explicit(x); err == nil {
			x, elems = e, e.Elems()
		}
	}
	if x.Kind() != value.KindTuple || len(elems) != len(d.slots) {
		m.failf(d.src, "expected tuples of %d elements to bind, found %s", len(d.slots), short(x))
	}
	for i, s := range d.slots {
		f.v[s] = elems[i]
	}
}

// bounds compiles what a binder ranges over, and binds it.
func (u *unit) bounds(all []syntax.Bound, c ctx, pos syntax.Pos) ([]domain, ctx, info) {
	var domains []domain
	var i info
	inner := c
	for _, b := range all {
		if b.Set == nil {
			c.problem(pos, "expected a set to range over: without one there is no end to what has to be tried")
		}
		set, j := u.expr(b.Set, c)
		i = i.join(j)
		d := domain{src: c.at(b.Set.Position()), set: set, tuple: b.Tuple}
		for _, name := range b.Names {
			s := u.slot()
			inner = inner.bind(name, &binding{u: u, n: &slot{s}, info: slotted(s), rigid: true})
			if d.slots = append(d.slots, s); !b.Tuple {
				domains = append(domains, d)
				d.slots, d.set = nil, nil
			}
		}
		if b.Tuple {
			domains = append(domains, d)
		}
	}
	return domains, inner, i
}

// sets evaluates the sets of several domains.
func (m *Machine) sets(domains []domain, f *frame, buffer []value.Value) []value.Value {
	for i := range domains {
		if domains[i].set == nil {
			buffer = append(buffer, buffer[i-1])
			continue
		}
		buffer = append(buffer, domains[i].set.eval(m, f))
	}
	return buffer
}

// each visits the elements of a set until visit returns true, and reports whether
// it did.
func (m *Machine) each(s src, set value.Value, visit func(x value.Value) bool) bool {
	if elems, ok := value.Listed(set); ok {
		for _, x := range elems {
			if visit(x) {
				return true
			}
		}
		return false
	}
	it, err := value.Elements(set)
	if err != nil {
		m.fail(s, err)
	}
	for x, ok := it.Next(); ok; x, ok = it.Next() {
		if visit(x) {
			return true
		}
	}
	if err := it.Err(); err != nil {
		m.fail(s, err)
	}
	return false
}

// quantified is \E, or \A when all is true.
type quantified struct {
	domains []domain
	body    cond
	all     bool
}

func (u *unit) quantifier(e *syntax.Quantifier, c ctx) (node, info) {
	if e.Op != `\E` && e.Op != `\A` {
		c.problem(e.Pos, "the temporal quantifier %s can't be evaluated", e.Op)
	}
	domains, inner, i := u.bounds(e.Bounds, c, e.Pos)
	body, j := u.cond(e.Body, inner)
	return &quantified{domains, body, e.Op == `\A`}, i.join(j)
}

func (n *quantified) truth(m *Machine, f *frame) bool {
	if len(n.domains) == 1 {
		return n.inSet(m, f, n.domains[0].set.eval(m, f), nil, 0)
	}
	var buffer [4]value.Value
	sets := m.sets(n.domains, f, buffer[:0])
	return n.inSet(m, f, sets[0], sets, 0)
}

func (n *quantified) inSet(m *Machine, f *frame, set value.Value, sets []value.Value, k int) bool {
	d := &n.domains[k]
	last := k == len(n.domains)-1
	found := m.each(d.src, set, func(x value.Value) bool {
		d.bind(m, f, x)
		if last {
			return n.body.truth(m, f) != n.all
		}
		return n.inSet(m, f, sets[k+1], sets, k+1) != n.all
	})
	return found != n.all
}

func (n *quantified) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// chosen is CHOOSE.
type chosen struct {
	src
	d    domain
	body cond
}

func (u *unit) choose(e *syntax.Choose, c ctx) (node, info) {
	if e.Bound.Set == nil {
		return &unboundedChoice{c.at(e.Pos)}, info{}
	}
	domains, inner, i := u.bounds([]syntax.Bound{e.Bound}, c, e.Pos)
	body, j := u.cond(e.Body, inner)
	return &chosen{c.at(e.Pos), domains[0], body}, i.join(j)
}

func (n *chosen) eval(m *Machine, f *frame) value.Value {
	set := n.d.set.eval(m, f)
	var chosen value.Value
	if m.each(n.d.src, set, func(x value.Value) bool {
		n.d.bind(m, f, x)
		chosen = x
		return n.body.truth(m, f)
	}) {
		return chosen
	}
	m.failf(n.src, "CHOOSE found no element of %s for which its condition is true", short(set))
	return value.Value{}
}

// unboundedChoice is CHOOSE without a set.
type unboundedChoice struct{ src }

func (n *unboundedChoice) eval(m *Machine, _ *frame) value.Value {
	m.failf(n.src, "CHOOSE has no set to choose from, expected one; or the configuration gives the definition a value, as in Nobody = Nobody")
	return value.Value{}
}

// filtered is {x \in S : p}.
type filtered struct {
	src
	d    domain
	body cond
}

func (u *unit) filter(e *syntax.Filter, c ctx) (node, info) {
	domains, inner, i := u.bounds([]syntax.Bound{e.Bound}, c, e.Pos)
	body, j := u.cond(e.Body, inner)
	return &filtered{c.at(e.Pos), domains[0], body}, i.join(j)
}

func (n *filtered) eval(m *Machine, f *frame) value.Value {
	set := n.d.set.eval(m, f)
	var v value.Value
	var err error
	switch set.Kind() {
	case value.KindSet, value.KindInterval:
		v, err = value.Filter(set, func(x value.Value) (bool, error) {
			n.d.bind(m, f, x)
			return n.body.truth(m, f), nil
		})
	default:
		s := m.snapshot(f)
		v, err = value.Filter(set, func(x value.Value) (yes bool, err error) {
			defer catch(&err)
			l := s.take()
			n.d.bind(l.m, l.f, x)
			yes = n.body.truth(l.m, l.f)
			s.put(l)
			return yes, nil
		})
	}
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

// mapped is {e : x \in S}.
type mapped struct {
	src
	domains []domain
	body    node
}

func (u *unit) mapping(e *syntax.Map, c ctx) (node, info) {
	domains, inner, i := u.bounds(e.Bounds, c, e.Pos)
	body, j := u.expr(e.Body, inner)
	return &mapped{c.at(e.Pos), domains, body}, i.join(j)
}

func (n *mapped) eval(m *Machine, f *frame) value.Value {
	var buffer [4]value.Value
	sets := m.sets(n.domains, f, buffer[:0])
	b := m.builder()
	n.collect(m, f, sets, 0, b)
	v, err := b.Set()
	m.building--
	if err != nil {
		m.fail(n.src, err)
	}
	return v
}

func (n *mapped) collect(m *Machine, f *frame, sets []value.Value, k int, b *value.Builder) {
	d := &n.domains[k]
	m.each(d.src, sets[k], func(x value.Value) bool {
		d.bind(m, f, x)
		if k < len(n.domains)-1 {
			n.collect(m, f, sets, k+1, b)
		} else if err := b.Add(n.body.eval(m, f)); err != nil {
			m.fail(n.src, err)
		}
		return false
	})
}
