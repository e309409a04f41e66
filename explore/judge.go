package explore

import (
	"errors"
	"slices"
)

// Judge evaluates all of a system's properties along a behaviour, which must be one
// of it. For each of the path's states it returns what is false there: invariants in
// the state, step properties of the step to it, in the order of the configuration and
// without paths.
func Judge(sys System, path []Step) ([][]Violation, error) {
	sub, err := newSubject(sys)
	if err != nil {
		return nil, err
	}
	x, err := newExpander(sub, false)
	if err != nil {
		return nil, err
	}
	found := make([][]Violation, len(path))
	for i, step := range path {
		fails, err := x.checkStates(step.Row)
		if err != nil {
			return nil, err
		}
		var broken Mask
		if fails != nil {
			broken = fails[0] & sub.invariants
		}
		var src []uint64
		if i > 0 {
			src = path[i-1].Row
			of, err := x.failsOf(src, step)
			if err != nil {
				return nil, err
			}
			broken |= of & sub.steps
		}
		for position := range sub.properties {
			if broken>>position&1 != 0 {
				found[i] = append(found[i], sub.violation(position, src, step.Row))
			}
		}
	}
	return found, nil
}

// failsOf returns the step properties that are false of a step from src.
func (x *expander) failsOf(src []uint64, step Step) (Mask, error) {
	if err := x.expand(src); err != nil {
		return 0, err
	}
	fails, err := x.checkSteps(src)
	if err != nil {
		return 0, err
	}
	for k, label := range x.out.Labels {
		if label == step.Label && slices.Equal(x.out.Rows[k*x.width:(k+1)*x.width], step.Row) {
			if fails == nil { // there are no step properties
				return 0, nil
			}
			return fails[k], nil
		}
	}
	return 0, errors.New("explore: a step of the path is none of the system")
}
