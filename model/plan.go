package model

// A plan is the actions worth trying in states of the same outline.
type plan struct {
	leader int
	most   int // how many there are
	groups []*group
}

// planTag is the tag of plans.
const planTag = tagMask

// plan returns the plan for a row.
func (w *worker) plan(row []uint64) *plan {
	head := w.known.find(planTag, row, w.layout.ofOutline, &w.outline)
	if head == 0 {
		return w.makePlan(row)
	}
	return w.known.plans.all()[head>>tagBits]
}

// makePlan makes the plan for a row.
func (w *worker) makePlan(row []uint64) *plan {
	o := w.layout.outline(row)
	w.tries = w.tries[:0]
	w.expand(&o)
	e := part(w.entry, planTag, row, w.layout.ofOutline)
	e[0] |= w.known.plans.number(string(append([]byte{byte(o.leader)}, w.tries...)), func(uint64) *plan {
		return &plan{o.leader, len(w.tries), w.groups(o.leader, w.byFamily(w.tries))}
	}) << tagBits
	w.team.known.keep(w.known, e)
	return w.known.plans.all()[e[0]>>tagBits]
}
