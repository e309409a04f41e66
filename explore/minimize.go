package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tidemark/explore/trace"
)

// A Remainder is what is left of a behaviour.
type Remainder struct {
	Path  []Step
	Tries int // sequences of actions that were followed
}

// mostFollowed bounds the states that a sequence of actions is followed through at a
// time.
const mostFollowed = 1000

// MinimizePath leaves out of a behaviour that violates a property, by its index in
// [System.Properties], or that ends in a deadlock, for -1, whatever steps it does
// without. A sequence of actions is followed from the behaviour's first state:
// with the same arguments, or if that is not possible with others, and through all
// the states that they may lead to, up to a thousand at a time. What can't be done
// at all is passed over. The path that is left violates the property, and no
// sequence of its actions without one of them does.
func MinimizePath(ctx context.Context, sys System, property int, path []Step) (*Remainder, error) {
	sub, err := newSubject(sys)
	if err != nil {
		return nil, err
	}
	if property < -1 || property >= len(sub.properties) || len(path) == 0 {
		return nil, fmt.Errorf("explore: there is no property %d that a behaviour of %d states violates", property, len(path))
	}
	x, err := newExpander(sub, false)
	if err != nil {
		return nil, err
	}
	f := &follower{expander: x, ctx: ctx, property: property, start: path[0].Row}
	left, fails := f.follow(path[1:])
	if f.failed == nil && !fails {
		return nil, errors.New("explore: the behaviour does not violate the property")
	}
	left = trace.Minimize(left, f.follow)
	if f.failed != nil {
		return nil, f.failed
	}
	return &Remainder{append([]Step{path[0]}, left...), f.tries}, nil
}

// A follower performs sequences of actions.
type follower struct {
	*expander
	ctx      context.Context
	property int
	start    []uint64
	tries    int
	failed   error
}

// A reached state is one that a sequence of actions leads to.
type reached struct {
	Step
	from *reached
	bad  bool // it violates the property, or the step to it does
	ends bool // constraints keep it from going on
}

// steps are those that lead there.
func (r *reached) steps() (all []Step) {
	for ; r.from != nil; r = r.from {
		all = append(all, r.Step)
	}
	slices.Reverse(all)
	return all
}

// follow performs the actions of steps in turn, and returns the steps up to the
// violation. After an error nothing fails any more.
func (f *follower) follow(steps []Step) (taken []Step, fails bool) {
	if f.failed != nil {
		return nil, false
	}
	f.tries++
	taken, fails, f.failed = f.perform(steps)
	return taken, fails
}

func (f *follower) perform(steps []Step) (taken []Step, fails bool, err error) {
	bad, err := f.violates(f.start)
	if err != nil || bad {
		return nil, bad, err
	}
	front := []*reached{{Step: Step{Row: f.start}}}
	for _, step := range steps {
		next, err := f.next(front, step.Label)
		if err != nil {
			return nil, false, err
		}
		if i := slices.IndexFunc(next, func(r *reached) bool { return r.bad }); i >= 0 {
			return next[i].steps(), true, nil
		}
		next = slices.DeleteFunc(next, func(r *reached) bool { return r.ends })
		if len(next) > 0 {
			front = next[:min(len(next), mostFollowed)]
		}
	}
	return nil, false, nil
}

// violates says whether a state violates the property.
func (f *follower) violates(row []uint64) (bool, error) {
	switch {
	case f.property < 0:
		err := f.expand(row)
		return err == nil && f.out.Len() == 0 && f.deadlocked(row), err
	case f.properties[f.property].Kind == Invariant:
		fails, err := f.checkStates(row)
		return err == nil && fails[0]>>f.property&1 != 0, err
	}
	return false, nil
}

// next are the states that an action leads to from some others, each once, in
// order: with the label's arguments, or else with any.
func (f *follower) next(front []*reached, label Label) ([]*reached, error) {
	same, other := map[string]*reached{}, map[string]*reached{}
	for _, from := range front {
		if err := f.ctx.Err(); err != nil {
			return nil, err
		}
		all, err := f.successors(from, label.Action())
		if err != nil {
			return nil, err
		}
		for _, r := range all {
			into := other
			if r.Label == label {
				into = same
			}
			at := rowKey(r.Row)
			if known := into[at]; known == nil || r.bad && !known.bad || known.ends && !r.ends && !known.bad {
				into[at] = r
			}
		}
	}
	if len(same) == 0 {
		same = other
	}
	var next []*reached
	for _, r := range same {
		next = append(next, r)
	}
	slices.SortFunc(next, func(a, b *reached) int { return f.compare(a.Row, b.Row) })
	return next, nil
}

// successors are the states that an action leads to.
func (f *follower) successors(from *reached, action int) ([]*reached, error) {
	if err := f.expand(from.Row); err != nil {
		return nil, err
	}
	admitted, err := f.admit(from.Row)
	if err != nil {
		return nil, err
	}
	steps, err := f.checkSteps(from.Row)
	if err != nil {
		return nil, err
	}
	var all []*reached
	for i, label := range f.out.Labels {
		if label.Action() != action {
			continue
		}
		all = append(all, &reached{
			Step: Step{Label: label, Row: slices.Clone(f.out.Rows[i*f.width : (i+1)*f.width])},
			from: from,
			bad:  f.property >= 0 && steps != nil && steps[i]>>f.property&1 != 0,
			ends: admitted != nil && !admitted[i],
		})
	}
	for _, r := range all {
		bad, err := f.violates(r.Row)
		if err != nil {
			return nil, err
		}
		r.bad = r.bad || bad && (f.property >= 0 || !r.ends)
	}
	return all, nil
}
