package explore

import "slices"

// behave turns the states of a quest into a real behaviour. Without symmetry
// they are one already and only lack their labels.
func (s *search) behave(q *quest) error {
	x := s.workers[0].expander
	row, err := x.realInitial(q)
	if err != nil {
		return err
	}
	path := []Step{{Row: row}}
	for i := 1; i < q.length; i++ {
		step, err := x.realStep(q, i, path[i-1].Row)
		if err != nil {
			return err
		}
		path = append(path, step)
	}
	if err := x.confirm(q, path[q.length-1].Row); err != nil {
		return err
	}
	q.path = path
	return nil
}

// realInitial returns the least initial state that q.states[0] represents.
func (x *expander) realInitial(q *quest) ([]uint64, error) {
	if x.represent == nil {
		return q.states[0], nil
	}
	rows, err := x.initial()
	if err != nil {
		return nil, err
	}
	admitted, err := x.admitStates(rows)
	if err != nil {
		return nil, err
	}
	return x.leastLike(rows, q.states[0], func(i int) bool {
		return admitted == nil || admitted[i] || q.faulty(0)
	})
}

// leastLike returns the least of the eligible rows that target represents.
func (x *expander) leastLike(rows, target []uint64, eligible func(int) bool) ([]uint64, error) {
	forms := rows
	if x.represent != nil {
		forms = slices.Clone(rows)
		x.canonical(forms)
	}
	var best []uint64
	for i := range len(rows) / x.width {
		at, end := i*x.width, (i+1)*x.width
		if !eligible(i) || !equalRows(forms[at:end], target) {
			continue
		}
		if best == nil || x.compare(rows[at:end], best) < 0 {
			best = rows[at:end]
		}
	}
	if best == nil {
		return nil, errNoTrace
	}
	return slices.Clone(best), nil
}

// realStep returns the least successor of src that q.states[i] represents,
// with the label of the first one that is equal to it.
func (x *expander) realStep(q *quest, i int, src []uint64) (Step, error) {
	if err := x.expand(src); err != nil {
		return Step{}, err
	}
	var fails []Mask
	if q.kind == StepProperty && i == q.length-1 {
		var err error
		if fails, err = x.checkSteps(src); err != nil {
			return Step{}, err
		}
	}
	admitted, err := x.admit(src)
	if err != nil {
		return Step{}, err
	}
	eligible := func(k int) bool {
		if fails != nil && fails[k]>>q.position&1 == 0 {
			return false
		}
		return admitted == nil || admitted[k] || q.faulty(i)
	}
	row, err := x.leastLike(x.out.Rows, q.states[i], eligible)
	if err != nil {
		return Step{}, err
	}
	for k, label := range x.out.Labels {
		if eligible(k) && equalRows(x.out.Rows[k*x.width:(k+1)*x.width], row) {
			return Step{Label: label, Row: row}, nil
		}
	}
	return Step{}, errNoTrace
}

// confirm checks that a trace ends where its property is violated; for steps,
// realStep has done so.
func (x *expander) confirm(q *quest, last []uint64) error {
	switch q.kind {
	case Invariant:
		fails, err := x.checkStates(last)
		if err != nil {
			return err
		}
		if fails[0]>>q.position&1 == 0 {
			return errNoTrace
		}
	case Deadlock:
		if err := x.expand(last); err != nil {
			return err
		}
		if x.out.Len() > 0 || !x.deadlocked(last) {
			return errNoTrace
		}
	}
	return nil
}
