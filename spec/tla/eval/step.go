package eval

import (
	"tidemark/spec/tla/value"
)

// labelStep begins a sub-action.
type labelStep struct {
	action int
	names  []string
	args   []node
	next   step
}

func (s *labelStep) run(m *Machine, f *frame) bool {
	label, labelled := m.label, m.labelled
	m.label, m.labelled = s, f
	m.fresh = true
	stopped := s.next.run(m, f)
	m.label, m.labelled = label, labelled
	return stopped
}

// when goes on if a condition is true.
type when struct {
	c    cond
	next step
}

func (s *when) run(m *Machine, f *frame) bool { return s.c.truth(m, f) && s.next.run(m, f) }

// complete is a condition once all variables have values.
type complete struct {
	c         cond
	otherwise step
	next      step
}

func (s *complete) run(m *Machine, f *frame) bool {
	if m.missing == 0 {
		return s.c.truth(m, f) && s.next.run(m, f)
	}
	return s.otherwise.run(m, f)
}

// either goes on with each of several steps.
type either struct{ all []step }

func (s *either) run(m *Machine, f *frame) bool {
	for _, a := range s.all {
		if a.run(m, f) {
			return true
		}
	}
	return false
}

// branch goes on with one of two steps.
type branch struct {
	c    cond
	a, b step
}

func (s *branch) run(m *Machine, f *frame) bool {
	if s.c.truth(m, f) {
		return s.a.run(m, f)
	}
	return s.b.run(m, f)
}

type caseStep struct {
	src
	conds []cond
	steps []step
	other step
}

func (s *caseStep) run(m *Machine, f *frame) bool {
	for i, c := range s.conds {
		if c.truth(m, f) {
			return s.steps[i].run(m, f)
		}
	}
	if s.other == nil {
		m.failf(s.src, "no condition of CASE is true, and it has no OTHER")
	}
	return s.other.run(m, f)
}

// clearing and evaluate prepare slots.
type (
	clearing struct {
		slots []int
		next  step
	}
	evaluate struct {
		first []eager
		next  step
	}
)

func (s *clearing) run(m *Machine, f *frame) bool {
	for _, i := range s.slots {
		f.v[i] = value.Value{}
	}
	return s.next.run(m, f)
}

func (s *evaluate) run(m *Machine, f *frame) bool {
	for i := range s.first {
		f.v[s.first[i].slot] = s.first[i].n.eval(m, f)
	}
	return s.next.run(m, f)
}

// exists goes on with each element of the sets.
type exists struct {
	domains []domain
	next    step
}

func (s *exists) run(m *Machine, f *frame) bool {
	var buffer [4]value.Value
	return s.inSet(m, f, m.sets(s.domains, f, buffer[:0]), 0)
}

func (s *exists) inSet(m *Machine, f *frame, sets []value.Value, k int) bool {
	d := &s.domains[k]
	return m.each(d.src, sets[k], func(x value.Value) bool {
		d.bind(m, f, x)
		if k < len(s.domains)-1 {
			return s.inSet(m, f, sets, k+1)
		}
		return s.next.run(m, f)
	})
}

// every runs its body for all elements of the sets, one after the other, and
// then goes on. An element has a frame of its own, since what follows may come
// back to what an earlier one left open.
type every struct {
	domains []domain
	body    step // ends in an again
	next    step
}

// An iteration is an every that is being run.
type iteration struct {
	elems [][]value.Value
	at    int
}

func (s *every) run(m *Machine, f *frame) bool {
	var buffer [4]value.Value
	it := &iteration{}
	s.collect(m, f, m.sets(s.domains, f, buffer[:0]), nil, it)
	if len(it.elems) == 0 {
		return s.next.run(m, f)
	}
	m.iterations = append(m.iterations, it)
	stopped := s.start(m, f, it)
	m.iterations = m.iterations[:len(m.iterations)-1]
	return stopped
}

func (s *every) collect(m *Machine, f *frame, sets, chosen []value.Value, it *iteration) {
	k := len(chosen)
	if k == len(s.domains) {
		it.elems = append(it.elems, append([]value.Value(nil), chosen...))
		return
	}
	m.each(s.domains[k].src, sets[k], func(x value.Value) bool {
		if len(it.elems) > maxEvery {
			m.failf(s.domains[k].src, `expected at most %d elements under \A in an action, found more`, maxEvery)
		}
		s.collect(m, f, sets, append(chosen, x), it)
		return false
	})
}

// maxEvery bounds the elements that an action under \A is run for: each is a
// level of the stack.
const maxEvery = 20_000

// start runs the body for the element that it is at.
func (s *every) start(m *Machine, f *frame, it *iteration) bool {
	if len(m.spare) == 0 {
		m.spare = append(m.spare, &frame{})
	}
	last := len(m.spare) - 1
	g := m.spare[last]
	m.spare = m.spare[:last]
	g.v, g.thunks, g.up = append(g.v[:0], f.v...), f.thunks, f.up
	for k := range s.domains {
		s.domains[k].bind(m, g, it.elems[it.at][k])
	}
	stopped := s.body.run(m, g)
	m.spare = append(m.spare, g)
	return stopped
}

// again ends the body of an every.
type again struct{ s *every }

func (a *again) run(m *Machine, f *frame) bool {
	top := len(m.iterations) - 1
	it := m.iterations[top]
	if it.at+1 == len(it.elems) {
		m.iterations = m.iterations[:top]
		stopped := a.s.next.run(m, f)
		m.iterations = append(m.iterations[:top], it)
		return stopped
	}
	it.at++
	stopped := a.s.start(m, f, it)
	it.at--
	return stopped
}

// An assignment gives a variable its next value, or compares with the one that
// it has.
type assignment struct {
	src
	i    int
	n    node
	next step
}

type assign struct{ assignment }

func (s *assign) run(m *Machine, f *frame) bool {
	v := s.n.eval(m, f)
	if old := m.Next[s.i]; !old.IsZero() {
		same, err := value.Equal(old, v)
		if err != nil {
			m.fail(s.src, err)
		}
		return same && s.next.run(m, f)
	}
	m.Next[s.i] = v
	m.missing--
	stopped := s.next.run(m, f)
	m.missing++
	m.Next[s.i] = value.Value{}
	return stopped
}

// assignFrom assigns each element of a set, or each of its subsets.
type assignFrom struct {
	assignment
	subsets bool
}

func (s *assignFrom) run(m *Machine, f *frame) bool {
	set := s.n.eval(m, f)
	if s.subsets {
		all, err := value.Subset(set)
		if err != nil {
			m.fail(s.src, err)
		}
		set = all
	}
	if old := m.Next[s.i]; !old.IsZero() {
		in, err := value.Member(old, set)
		if err != nil {
			m.fail(s.src, err)
		}
		return in && s.next.run(m, f)
	}
	return m.each(s.src, set, func(x value.Value) bool {
		m.Next[s.i] = x
		m.missing--
		stopped := s.next.run(m, f)
		m.missing++
		m.Next[s.i] = value.Value{}
		return stopped
	})
}

// kept is UNCHANGED.
type kept struct {
	vars []int
	next step
}

func (s *kept) run(m *Machine, f *frame) bool {
	return s.from(m, f, 0)
}

func (s *kept) from(m *Machine, f *frame, k int) bool {
	var mine uint64 // bits of the variables that are assigned here
	end := min(k+64, len(s.vars))
	same := true
	for at := k; at < end && same; at++ {
		i := s.vars[at]
		switch v := m.Next[i]; {
		case v.IsZero():
			m.Next[i] = m.Cur[i]
			m.missing--
			mine |= 1 << (at - k)
		default:
			same = v == m.Cur[i] || value.Identical(v, m.Cur[i])
		}
	}
	stopped := false
	switch {
	case !same:
	case end < len(s.vars):
		stopped = s.from(m, f, end)
	default:
		stopped = s.next.run(m, f)
	}
	for at := k; at < end; at++ {
		if mine&(1<<(at-k)) != 0 {
			m.Next[s.vars[at]] = value.Value{}
			m.missing++
		}
	}
	return stopped
}

// emit hands a successor over.
type emit struct{}

func (emit) run(m *Machine, _ *frame) bool { return m.emit() }

// stop ends the search: there is a successor.
type stop struct{}

func (stop) run(*Machine, *frame) bool { return true }

// enabled is ENABLED.
type enabled struct {
	s      step
	primed bool
}

func (n *enabled) truth(m *Machine, f *frame) bool {
	cur, next, label, labelled := m.Cur, m.Next, m.label, m.labelled
	version := m.version
	if n.primed {
		m.Cur = m.Next
		m.version = 0 // what is remembered of the current state does not count
	}
	missing := m.missing
	m.missing = len(cur)
	m.Next = make([]value.Value, len(cur))
	yes := n.s.run(m, f)
	m.Cur, m.Next, m.label, m.labelled = cur, next, label, labelled
	m.version = version
	m.missing = missing
	return yes
}

func (n *enabled) eval(m *Machine, f *frame) value.Value { return value.Bool(n.truth(m, f)) }

// A returning is where the body of a recursive action goes on when it is done.
type returning struct {
	next step
	f    *frame
}

// callStep runs a recursive operator as an action.
type callStep struct {
	src
	u    *unit
	hops int
	args []actual
	next step
}

func (s *callStep) run(m *Machine, f *frame) bool {
	g := m.prepare(s.u, s.src, s.hops, s.args, f)
	m.returns = append(m.returns, returning{s.next, f})
	stopped := s.u.s.run(m, g)
	m.returns = m.returns[:len(m.returns)-1]
	m.leave(s.u)
	return stopped
}

// ret ends the body of a recursive action.
type ret struct{}

func (ret) run(m *Machine, _ *frame) bool {
	top := len(m.returns) - 1
	r := m.returns[top]
	m.returns = m.returns[:top]
	stopped := r.next.run(m, r.f)
	m.returns = append(m.returns[:top], r)
	return stopped
}

// A recursiveAction is a recursive function whose body is run as an action.
type recursiveAction struct {
	u       *unit
	domains []domain
	s       step
}

// applyStep applies a recursive function as an action.
type applyStep struct {
	src
	r    *recursiveAction
	hops int
	f, x node
	next step
}

func (s *applyStep) run(m *Machine, f *frame) bool {
	fn := s.f.eval(m, f)
	x := s.x.eval(m, f)
	if dom, err := value.Domain(fn); err != nil {
		m.fail(s.src, err)
	} else if in, err := value.Member(x, dom); err != nil || !in {
		_, err := value.Apply(fn, x) // for its error
		if err == nil {
			return s.next.run(m, f)
		}
		m.fail(s.src, err)
	}
	var up *frame
	if s.hops >= 0 {
		up = f.above(s.hops)
	}
	g := m.enter(s.r.u, s.src, up)
	m.bindAll(s.r.domains, g, x)
	m.returns = append(m.returns, returning{s.next, f})
	stopped := s.r.s.run(m, g)
	m.returns = m.returns[:len(m.returns)-1]
	m.leave(s.r.u)
	return stopped
}
