package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// result sums up the search. Violations have no paths yet.
func (s *search) result(stop Stop) (*Result, error) {
	total := s.counts
	for _, w := range s.workers {
		total.add(&w.counts)
	}
	res := &Result{
		Stop:      stop,
		Distinct:  s.distinct,
		Generated: total.generated,
		Depth:     s.depth,
		Queue:     s.distinct - min(total.expanded, s.distinct),
		OutDegree: total.outDegree(),
		Bytes:     s.store.memory.peak.Load(),
		DiskBytes: s.levels.diskBytes(),
		Vacuous:   s.vacuous(s.systemWorkers(), s.witnessed),
	}
	if err := s.countActions(res, &total); err != nil {
		return nil, err
	}
	if !s.store.exact {
		res.Omission = float64(s.distinct) * float64(total.generated-s.distinct) / math.Exp2(64)
	}
	switch {
	case s.found.any():
		res.Verdict = Violated
	case stop == NotStopped:
		res.Verdict = Holds
	}
	return res, nil
}

// countActions fills in the counts of the actions.
func (s *subject) countActions(res *Result, total *counts) error {
	for i, n := range total.actions {
		switch {
		case i < len(s.actions):
			res.Actions = append(res.Actions, ActionCount{s.actions[i], n, total.finders[i]})
			if n == 0 {
				res.Unfired = append(res.Unfired, s.actions[i])
			}
		case n > 0:
			return fmt.Errorf("explore: a label has action %d; there are %d actions", i, len(s.actions))
		}
	}
	return nil
}

// systemWorkers returns the workers of the system.
func (s *search) systemWorkers() []Worker {
	var workers []Worker
	for _, w := range s.workers {
		workers = append(workers, w.worker)
	}
	return workers
}

// vacuous lists the properties whose premise no worker has seen, nor others
// before.
func (s *subject) vacuous(workers []Worker, before Mask) []string {
	witnessed, known := witnessedBy(workers)
	if !known {
		return nil
	}
	return s.without(witnessed | before)
}

// witnessedBy returns the properties whose premise a worker has seen; known says
// whether workers can tell.
func witnessedBy(workers []Worker) (witnessed Mask, known bool) {
	for _, w := range workers {
		if witnesser, ok := w.(Witnesser); ok {
			witnessed |= witnesser.Witnessed()
			known = true
		}
	}
	return witnessed, known
}

// without names the properties outside a set.
func (s *subject) without(set Mask) []string {
	var names []string
	for i, p := range s.properties {
		if set>>i&1 == 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

// explain adds the violations, with their traces and reasons.
func (s *search) explain(ctx context.Context, res *Result) error {
	var quests []*quest
	for i := range s.found.of {
		if s.found.of[i].length > 0 {
			quests = append(quests, newQuest(s.subject, i, &s.found.of[i]))
		}
	}
	if len(quests) == 0 {
		return nil
	}
	slices.SortStableFunc(quests, func(a, b *quest) int { return cmp.Compare(a.length, b.length) })
	if !s.opts.Continue {
		quests = quests[:1]
	}
	if ctx.Err() != nil && s.store.exact {
		// The search was ended from outside; its violations still deserve a
		// trace. A second search, which the hash store needs, would take too long.
		ctx = context.WithoutCancel(ctx)
	}
	stop, err := s.retrace(ctx, quests, res)
	if err != nil {
		return err
	}
	if stop != NotStopped {
		res.Stop = stop
	}
	for _, q := range quests {
		res.Violations = append(res.Violations, s.questViolation(q))
	}
	return nil
}

// questViolation reports what a quest found. Without a path the reason is that
// of the representatives.
func (s *subject) questViolation(q *quest) Violation {
	if len(q.path) > 0 {
		return s.pathViolation(q.position, q.path)
	}
	return s.violation(q.position, q.pred, q.state)
}

// pathViolation reports the violation at the end of a path.
func (s *subject) pathViolation(position int, path []Step) Violation {
	var src []uint64
	if len(path) > 1 {
		src = path[len(path)-2].Row
	}
	v := s.violation(position, src, path[len(path)-1].Row)
	v.Path = path
	return v
}

// violation names what is wrong with a state, or with the step from src to it.
func (s *subject) violation(position int, src, dst []uint64) Violation {
	if position == len(s.properties) {
		return Violation{Property: -1, Name: Deadlock.String(), Kind: Deadlock, Reason: "no action is possible, and it is no legal end"}
	}
	p := s.properties[position]
	v := Violation{Property: position, Name: p.Name, Kind: p.Kind}
	if v.Kind == Invariant {
		src = nil
	}
	if explainer, ok := s.System.(Explainer); ok {
		v.Reason = explainer.Explain(position, src, dst)
	}
	return v
}
