package explore

import (
	"context"
	"errors"
)

// errNoTrace says that a trace could not be built.
var errNoTrace = errors.New("explore: no trace leads to the violation that the search found; " +
	"the system's answers must depend on its rows alone (is it deterministic, are equal states equal rows?), " +
	"and under symmetry neither successors nor properties, constraints or legal ends may tell members of an orbit apart")

// A quest is the search for the trace of a candidate: for the least
// predecessors, from the fault backwards to an initial state.
type quest struct {
	candidate
	position int
	kind     Kind
	states   [][]uint64 // the trace, of representatives under symmetry
	path     []Step     // the trace as a real behaviour
}

func newQuest(sub *subject, position int, c *candidate) *quest {
	q := &quest{candidate: *c, position: position, kind: Deadlock}
	if position < len(sub.properties) {
		q.kind = sub.properties[position].Kind
	}
	q.states = make([][]uint64, q.length)
	q.states[q.length-1] = q.state
	if len(q.pred) > 0 {
		q.states[q.length-2] = q.pred
	}
	return q
}

// seeks says whether the quest needs a predecessor in the i-th level from 0.
func (q *quest) seeks(i int) bool { return i+1 < q.length && q.states[i] == nil }

// faulty says whether the step to the i-th state may be one that constraints
// exclude: it may if it ends the trace and properties are at fault.
func (q *quest) faulty(i int) bool { return i == q.length-1 && q.kind != Deadlock }

// retrace finds the paths of quests. It says what stopped it before it could;
// then they have none.
func (s *search) retrace(ctx context.Context, quests []*quest, res *Result) (Stop, error) {
	deepest := 0
	for _, q := range quests {
		deepest = max(deepest, q.length)
	}
	past := s
	if !s.store.exact && deepest > 1 {
		s.forget()
		var stop Stop
		var err error
		past, stop, err = s.again(ctx, deepest-1, res)
		if past != nil {
			defer past.saver.close()
		}
		if err != nil || stop != NotStopped {
			return stop, err
		}
	}
	past.saver.takePaths(quests)
	for i := deepest - 2; i >= 0; i-- {
		var active []*quest
		for _, q := range quests {
			if q.seeks(i) {
				active = append(active, q)
			}
		}
		switch err := past.seek(ctx, i, active); {
		case err == errStopped:
			return stopOf(ctx), nil
		case err != nil:
			return NotStopped, err
		}
		past.saver.savePaths(quests)
	}
	for _, q := range quests {
		if err := s.behave(q); err != nil {
			return NotStopped, err
		}
	}
	return NotStopped, nil
}

// forget drops the store: the second search needs the memory.
func (s *search) forget() {
	s.store, s.levels = nil, nil
	for _, w := range s.workers {
		w.insert = nil
	}
}

// again searches once more, to a known depth, checks nothing and keeps all
// rows. The search that it returns may have a saver to close.
func (s *search) again(ctx context.Context, depth int, res *Result) (*search, Stop, error) {
	second, err := newSearch(s.System, Options{
		Workers:  s.opts.Workers,
		Symmetry: s.opts.Symmetry,
		MaxDepth: depth,
		MaxBytes: s.opts.MaxBytes,

		Checkpoints: s.traceCheckpoints(),
	})
	if err != nil {
		return nil, NotStopped, err
	}
	second.plan.bare = true
	if err := second.openCheckpoints(); err != nil {
		return nil, NotStopped, err
	}
	stop, err := second.run(ctx)
	if err != nil {
		return second, NotStopped, err
	}
	res.Retrace = &Retrace{Distinct: second.distinct, Generated: second.counts.generated}
	for _, w := range second.workers {
		res.Retrace.Generated += w.counts.generated
	}
	res.Bytes = max(res.Bytes, second.store.memory.peak.Load())
	if stop == DepthLimit {
		stop = NotStopped
	}
	if stop == NotStopped && second.depth < depth {
		return second, stop, errNoTrace
	}
	return second, stop, nil
}

// seek finds the least predecessor that each quest needs in the i-th level.
func (s *search) seek(ctx context.Context, i int, quests []*quest) error {
	if len(quests) == 0 {
		return nil
	}
	for _, w := range s.workers {
		w.quests = make([][]uint64, len(quests))
	}
	err := s.levels.sweep(ctx, i, s.workers, func(w *worker, src []uint64) error {
		return w.seek(src, i, quests)
	})
	if err != nil {
		return err
	}
	for j, q := range quests {
		for _, w := range s.workers {
			if row := w.quests[j]; row != nil && (q.states[i] == nil || s.compare(row, q.states[i]) < 0) {
				q.states[i] = row
			}
		}
		if q.states[i] == nil {
			return errNoTrace
		}
	}
	return nil
}

// seek looks for predecessors among some states of the i-th level.
func (w *worker) seek(src []uint64, i int, quests []*quest) error {
	if err := w.expand(src); err != nil {
		return err
	}
	w.adapt(len(src) / w.width)
	admitted, err := w.admit(src)
	if err != nil {
		return err
	}
	w.canonical(w.out.Rows)
	for j, q := range quests {
		target, any := q.states[i+1], admitted == nil || q.faulty(i+1)
		parent := 0
		for k := range w.out.Labels {
			row := w.out.Rows[k*w.width : (k+1)*w.width]
			if !equalRows(row, target) || !any && !admitted[k] {
				continue
			}
			for w.out.Ends[parent] <= k {
				parent++
			}
			pred := src[parent*w.width : (parent+1)*w.width]
			if best := w.quests[j]; best == nil || w.compare(pred, best) < 0 {
				w.quests[j] = append(best[:0], pred...)
			}
		}
	}
	return nil
}
