package eval

import (
	"slices"

	"tidemark/spec/tla/syntax"
)

// A Predicate is a condition on a state, or on a step. It is held as the
// conjuncts that it is made of, each with the variables that it reads.
type Predicate struct{ parts []conjunct }

type conjunct struct {
	u         *unit
	c         cond
	unless    cond  // what makes it true all the same; nil for nothing
	cur, next []int // variables that c reads
	opaque    bool  // it depends on more than these
}

// Predicate compiles a condition. It may speak of the next state.
func (p *Program) Predicate(f Formula) (pred *Predicate, err error) {
	err = guard(func() {
		pred = &Predicate{}
		p.split(f.Expr, f.c, 0, func(e syntax.Expr, c ctx) {
			u := p.newUnit("", true)
			n, _ := u.cond(e, c)
			pred.add(u, n)
		})
	})
	return pred, err
}

// Box compiles the condition [A]_v on a step.
func (p *Program) Box(action, sub Formula) (pred *Predicate, err error) {
	err = guard(func() {
		pred = &Predicate{}
		p.split(action.Expr, action.c, 0, func(e syntax.Expr, c ctx) {
			u := p.newUnit("", true)
			a, _ := u.cond(e, c)
			pred.add(u, a)
			n, _ := u.unchanged(sub.Expr, sub.c, sub.Expr.Position())
			pred.parts[len(pred.parts)-1].unless = n.(cond)
		})
	})
	return pred, err
}

// ReadsNext reports whether the condition speaks of the next state.
func (pred *Predicate) ReadsNext() bool {
	return slices.ContainsFunc(pred.parts, func(k conjunct) bool { return len(k.next) > 0 })
}

func (pred *Predicate) add(u *unit, c cond) {
	pred.parts = append(pred.parts, conjunct{u: u, c: c})
	pred.parts[len(pred.parts)-1].takeVars(u)
}

func (k *conjunct) takeVars(u *unit) {
	all := collectVars{}
	seen := make(map[*unit]bool)
	u.gather(&all, seen)
	k.cur, k.next, k.opaque = all.sorted(all.cur), all.sorted(all.next), all.opaque
}

// split calls f for each of the conjuncts that a condition is made of, also
// behind names and \A.
func (p *Program) split(e syntax.Expr, c ctx, depth int, f func(syntax.Expr, ctx)) {
	if depth > 50 {
		f(e, c)
		return
	}
	switch e := e.(type) {
	case *syntax.Junction:
		if e.And || len(e.Items) == 1 {
			for _, item := range e.Items {
				p.split(item, c, depth+1, f)
			}
			return
		}
	case *syntax.Quantifier:
		if body, ok := e.Body.(*syntax.Junction); ok && e.Op == `\A` && body.And {
			for _, item := range body.Items {
				moved := *e
				moved.Body = item
				p.split(&moved, c, depth+1, f)
			}
			return
		}
	case *syntax.Apply:
		if g, ok := p.Expand(Formula{e, c}); ok && !g.c.primed && g.c.scope == nil {
			p.split(g.Expr, g.c, depth+1, f)
			return
		}
	}
	f(e, c)
}

// collectVars are the variables that a unit reads.
type collectVars struct {
	cur, next map[int]bool
	opaque    bool
}

func (v *collectVars) addCur(i int) {
	if v.cur == nil {
		v.cur = make(map[int]bool)
	}
	v.cur[i] = true
}

func (v *collectVars) addNext(i int) {
	if v.next == nil {
		v.next = make(map[int]bool)
	}
	v.next[i] = true
}

func (v *collectVars) sorted(m map[int]bool) []int {
	var all []int
	for i := range m {
		all = append(all, i)
	}
	slices.Sort(all)
	return all
}

// gather adds what a unit and those that it calls read. It reports whether all of
// them have been compiled.
func (u *unit) gather(all *collectVars, seen map[*unit]bool) bool {
	if seen[u] {
		return true
	}
	seen[u] = true
	complete := u.done
	for i := range u.vars.cur {
		all.addCur(i)
	}
	for i := range u.vars.next {
		all.addNext(i)
	}
	all.opaque = all.opaque || u.vars.opaque
	for _, called := range u.calls {
		complete = called.gather(all, seen) && complete
	}
	return complete
}

// Holds reports whether a condition is true of the machine's states.
func (m *Machine) Holds(p *Predicate) (yes bool, err error) {
	defer m.recovered(&err)
	for i := range p.parts {
		if yes, _ := m.part(&p.parts[i]); !yes {
			return false, nil
		}
	}
	return true, nil
}

// part evaluates a conjunct; excused says that it is true because of unless, which
// is asked first: most steps that a specification allows change little of what
// another one sees of it.
func (m *Machine) part(k *conjunct) (yes, excused bool) {
	f := m.enter(k.u, src{}, nil)
	excused = k.unless != nil && k.unless.truth(m, f)
	yes = excused || k.c.truth(m, f)
	m.leave(k.u)
	return yes, excused
}

// recovered turns an unwinding into an error, after which the machine can be
// used again.
func (m *Machine) recovered(err *error) {
	switch r := recover().(type) {
	case nil:
	case unwinding:
		*err = r.err
		m.reset()
	default:
		panic(r)
	}
}

// A Memo remembers for which values of the variables that they read the
// conjuncts of a predicate were true. It belongs to one goroutine.
type Memo struct {
	pred  *Predicate
	parts []memo
}

type memo struct {
	slots   []uint64 // entries of width words: the handles that are read; a free one begins with 0
	width   int
	mask    uint64
	asked   int
	missed  int
	useless bool
}

// Sizes of a memo: entries, and the most variables that are worth remembering.
const (
	memoEntries = 1 << 11
	memoVars    = 14
)

// NewMemo returns an empty memory for a predicate.
func NewMemo(p *Predicate) *Memo {
	mm := &Memo{pred: p, parts: make([]memo, len(p.parts))}
	for i := range p.parts {
		k := &p.parts[i]
		n := len(k.cur) + len(k.next)
		mm.parts[i] = memo{width: n, mask: memoEntries - 1, useless: k.opaque || n == 0 || n > memoVars}
	}
	return mm
}

// Holds reports whether the predicate is true of states given by the handles
// of their values; equal handles mean equal values, and none is 0. load is
// called before something has to be evaluated: it must set the machine's
// states. next may be nil where the predicate does not read it.
func (mm *Memo) Holds(m *Machine, cur, next []uint64, load func()) (yes bool, err error) {
	defer m.recovered(&err)
	for i := range mm.parts {
		k, p := &mm.parts[i], &mm.pred.parts[i]
		if k.useless {
			load()
			if yes, _ := m.part(p); !yes {
				return false, nil
			}
			continue
		}
		entry := k.entry(p, cur, next)
		if k.hit(entry, p, cur, next) {
			continue
		}
		load()
		yes, excused := m.part(p)
		if !yes {
			return false, nil
		}
		if !excused {
			k.keep(entry, p, cur, next)
		}
	}
	return true, nil
}

// entry returns where the answer for these states is kept.
func (k *memo) entry(p *conjunct, cur, next []uint64) []uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, i := range p.cur {
		h = (h ^ cur[i]) * 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	for _, i := range p.next {
		h = (h ^ next[i]) * 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	if k.slots == nil {
		k.slots = make([]uint64, k.width*memoEntries)
	}
	at := int(h>>20&k.mask) * k.width
	return k.slots[at : at+k.width]
}

// hit reports whether the predicate is known to be true.
func (k *memo) hit(entry []uint64, p *conjunct, cur, next []uint64) bool {
	k.asked++
	for n, i := range p.cur {
		if entry[n] != cur[i] {
			return k.miss()
		}
	}
	for n, i := range p.next {
		if entry[len(p.cur)+n] != next[i] {
			return k.miss()
		}
	}
	return true
}

// miss notes that nothing was known. A memory that hardly ever knows is given
// up.
func (k *memo) miss() bool {
	k.missed++
	if k.asked >= 20_000 {
		k.useless = k.missed*10 > k.asked*9
		k.asked, k.missed = 0, 0
	}
	return false
}

// keep remembers that the predicate is true.
func (k *memo) keep(entry []uint64, p *conjunct, cur, next []uint64) {
	for n, i := range p.cur {
		entry[n] = cur[i]
	}
	for n, i := range p.next {
		entry[len(p.cur)+n] = next[i]
	}
}
