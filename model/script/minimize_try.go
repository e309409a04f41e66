package script

import (
	"strings"

	"tidemark/model"
)

// replayer returns one at the start of a scenario with this header, that judges
// the property alone. nil stands for a header that the model refuses.
func (m *minimizer) replayer(h Header) *replayer {
	key := strings.Join(h.Replicas, " ")
	if _, known := m.ready[key]; !known {
		r, err := newReplayer(&Script{Header: h}, m.variants)
		if err == nil {
			r.quiet = true
			r.properties = []model.Property{m.property}
		} else if m.err == nil {
			m.err = err
		}
		m.ready[key] = r
	}
	if m.ready[key] == nil {
		return nil
	}
	r := *m.ready[key]
	r.broken, r.result, r.at, r.taken = map[string]bool{}, &Result{}, &Outcome{}, nil
	return &r
}

// numbered is the steps of a scenario with the ids of the records that they
// produce when it is performed as it is.
func (m *minimizer) numbered(sc *scenario) []step {
	r := m.replayer(sc.header)
	if r == nil {
		return nil
	}
	steps := append([]step(nil), sc.steps...)
	for i := range steps {
		s := &steps[i]
		produced := int(r.s.Produced)
		if _, err := r.step(s, nil); err != nil {
			m.err = err
			return nil
		}
		if s.produces() && int(r.s.Produced) > produced {
			s.record = produced + 1
		}
	}
	return steps
}

// try performs a scenario until its property is violated. Commands that the rules
// refuse, and that change nothing, are not among the steps that it returns.
func (m *minimizer) try(sc *scenario) (performed []step, violated bool) {
	if m.err == nil {
		m.err = m.ctx.Err()
	}
	r := m.replayer(sc.header)
	if r == nil || m.err != nil {
		return sc.steps, false
	}
	m.tries++
	ids := map[int]int{}
	for i := range sc.steps {
		s := sc.steps[i]
		before, fast, now, produced := r.s, r.fast, r.now, int(r.s.Produced)
		refusal, err := r.step(&s, ids)
		if err != nil {
			if _, full := err.(*limitError); !full {
				m.err = err
				return sc.steps, false
			}
		}
		idle := (refusal != nil && !refusal.isStep() || err != nil) && before == r.s && fast == r.fast && now == r.now
		if s.produces() {
			for k := range int(r.s.Produced) - produced {
				ids[s.record+k] = produced + 1 + k
			}
		}
		switch n := len(performed); {
		case idle:
		case s.isWait() && n > 0 && performed[n-1].isWait():
			performed[n-1].amount += s.amount
		default:
			performed = append(performed, s)
		}
		if r.broken[m.property.Name] {
			return performed, true
		}
	}
	return sc.steps, false
}

// step performs a step of a scenario, in which records may have other ids.
func (r *replayer) step(s *step, ids map[int]int) (*Refusal, error) {
	if s.isWait() {
		return nil, r.pass(s.amount)
	}
	c := s.of()
	if v, _ := findVerb(c.Verb); v.shape == record && ids != nil {
		c.Number = ids[c.Number] // 0: it was not produced, so nobody waits for it
	}
	return r.happen(c)
}
