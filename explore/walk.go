package explore

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
)

// A walkRecord is what one walk counted and found.
type walkRecord struct {
	done      bool
	length    int
	actions   [256]uint64
	violation *Violation
}

// A walker walks one behaviour at a time.
type walker struct {
	*expander
	sim    *simulation
	random *rand.PCG
	choose *rand.Rand
	labels []Label  // of the path
	rows   []uint64 // of the path
	usable []int
}

// round walks some behaviours and adds up their counts. It returns Sampled
// unless the context ended.
func (m *simulation) round(ctx context.Context) (Stop, error) {
	size := uint64(roundWalks)
	if m.opts.Walks > 0 {
		size = min(size, m.opts.Walks-m.walks)
	}
	records := m.records[:size]
	clear(records)
	m.next.Store(0)
	m.lowest.Store(size)
	var wait sync.WaitGroup
	for _, w := range m.walkers[1:] {
		wait.Go(func() { m.fault.guard(func() error { return w.serve(ctx, records) }) })
	}
	m.fault.guard(func() error { return m.walkers[0].serve(ctx, records) })
	wait.Wait()
	err := m.fault.result()
	if err != nil && err != errStopped {
		return Sampled, err
	}
	m.merge(records)
	if err == errStopped {
		return stopOf(ctx), nil
	}
	return Sampled, nil
}

// merge takes over the walks up to the first that found a violation.
func (m *simulation) merge(records []walkRecord) {
	for i := range records {
		r := &records[i]
		if !r.done {
			continue
		}
		m.walks++
		m.counts.generated++
		for action, n := range r.actions {
			m.counts.actions[action] += n
			m.counts.generated += n
		}
		m.depth = max(m.depth, r.length)
		if m.found = r.violation; m.found != nil {
			return
		}
	}
}

// serve walks behaviours of a round until there are none left that matter.
func (w *walker) serve(ctx context.Context, records []walkRecord) error {
	m := w.sim
	for !m.fault.halted.Load() {
		if ctx.Err() != nil {
			return errStopped // also where no walk is long enough to see it
		}
		n := m.next.Add(1) - 1
		if n >= uint64(len(records)) || n > m.lowest.Load() {
			return nil
		}
		r := &records[n]
		w.random.Seed(m.opts.Seed, m.walks+n)
		if err := w.walk(ctx, n, r); err != nil {
			return err
		}
		if r.violation != nil {
			for low := m.lowest.Load(); n < low && !m.lowest.CompareAndSwap(low, n); {
				low = m.lowest.Load()
			}
		}
		m.opts.Monitor.walk(r)
	}
	return nil
}

// walk walks the n-th behaviour of a round. It gives up when a lower one has
// found a violation.
func (w *walker) walk(ctx context.Context, n uint64, r *walkRecord) error {
	m := w.sim
	at := w.choose.IntN(len(m.initial)/w.width) * w.width
	w.rows = append(w.rows[:0], m.initial[at:at+w.width]...)
	w.labels = append(w.labels[:0], 0)
	for r.length = 1; r.length < m.opts.Depth; r.length++ {
		switch {
		case ctx.Err() != nil:
			return errStopped
		case m.lowest.Load() < n || m.fault.halted.Load():
			return nil
		}
		next, err := w.step(r)
		if err != nil {
			return err
		}
		if next < 0 {
			break
		}
		w.extend(next)
	}
	if r.violation != nil {
		r.length = len(r.violation.Path)
	}
	r.done = true
	return nil
}

// extend goes on to a successor of the last state.
func (w *walker) extend(next int) {
	w.rows = append(w.rows, w.out.Rows[next*w.width:(next+1)*w.width]...)
	w.labels = append(w.labels, w.out.Labels[next])
}

// step expands the last state of the path and checks what comes out. It
// returns the successor to go on to; -1 if the walk ends.
func (w *walker) step(r *walkRecord) (int, error) {
	src := w.rows[len(w.rows)-w.width:]
	if err := w.expand(src); err != nil {
		return 0, err
	}
	for _, label := range w.out.Labels {
		r.actions[label&0xff]++
	}
	if w.out.Len() == 0 {
		if w.sim.opts.CheckDeadlock && w.deadlocked(src) {
			w.report(r, len(w.properties))
		}
		return -1, nil
	}
	position, fault, err := w.judge(src)
	if err != nil {
		return 0, err
	}
	if position >= 0 {
		w.extend(fault)
		w.report(r, position)
		return -1, nil
	}
	admitted, err := w.admit(src)
	if err != nil {
		return 0, err
	}
	w.usable = w.usable[:0]
	for i := range w.out.Labels {
		if admitted == nil || admitted[i] {
			w.usable = append(w.usable, i)
		}
	}
	if len(w.usable) == 0 {
		return -1, nil
	}
	return w.usable[w.choose.IntN(len(w.usable))], nil
}

// judge returns the position of the first violated property and the least
// successor that violates it; -1 if none does.
func (w *walker) judge(src []uint64) (position, successor int, err error) {
	position = -1
	note := func(fails []Mask, kinds Mask) {
		for i, fail := range fails {
			for fail &= kinds; fail != 0; fail &= fail - 1 {
				p := fail.first()
				if position < 0 || p < position || p == position && w.compare(w.row(i), w.row(successor)) < 0 {
					position, successor = p, i
				}
			}
		}
	}
	fails, err := w.checkSteps(src)
	if err != nil {
		return 0, 0, err
	}
	note(fails, w.steps)
	if fails, err = w.checkStates(w.out.Rows); err != nil {
		return 0, 0, err
	}
	note(fails, w.invariants)
	return position, successor, nil
}

// row returns a successor.
func (w *walker) row(i int) []uint64 { return w.out.Rows[i*w.width : (i+1)*w.width] }

// report takes the path as a violation's.
func (w *walker) report(r *walkRecord, position int) {
	rows := slices.Clone(w.rows)
	path := make([]Step, len(w.labels))
	for i, label := range w.labels {
		path[i] = Step{Label: label, Row: rows[i*w.width : (i+1)*w.width : (i+1)*w.width]}
	}
	v := w.pathViolation(position, path)
	r.violation = &v
}

// result sums up the simulation.
func (m *simulation) result(stop Stop) (*Result, error) {
	res := &Result{Stop: stop, Generated: m.counts.generated, Depth: m.depth, Walks: m.walks}
	if err := m.countActions(res, &m.counts); err != nil {
		return nil, err
	}
	if m.found != nil {
		res.Verdict = Violated
		res.Violations = []Violation{*m.found}
		if stop == Sampled {
			res.Stop = NotStopped
		}
		return res, nil
	}
	var workers []Worker
	for _, w := range m.walkers {
		workers = append(workers, w.worker)
	}
	res.Vacuous = m.vacuous(workers, 0)
	return res, nil
}
