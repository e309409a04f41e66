package runs

import (
	"context"
	"errors"
	"slices"
)

// fan is how many runs of a rank are merged into one of the next.
const fan = 16

// tiers are runs, few of them however many are added: a row is merged again
// only after so many runs have come that they weigh as much.
type tiers struct {
	runs  []*run
	ranks []int // never ascending
}

// add takes a run in, and merges the last ones where there are many of a rank.
func (t *tiers) add(ctx context.Context, s *Set, r *run) error {
	t.runs, t.ranks = append(t.runs, r), append(t.ranks, 0)
	for {
		n := len(t.runs)
		if n < fan || t.ranks[n-fan] != t.ranks[n-1] {
			return nil
		}
		merged, err := s.union(ctx, t.runs[n-fan:])
		if err != nil {
			return err
		}
		old := slices.Clone(t.runs[n-fan:])
		t.runs, t.ranks = append(t.runs[:n-fan], merged), t.ranks[:n-fan+1]
		t.ranks[n-fan]++
		if err := releaseAll(old); err != nil {
			return err
		}
	}
}

// release gives up all runs.
func (t *tiers) release() error {
	err := releaseAll(t.runs)
	t.runs, t.ranks = nil, nil
	return err
}

func releaseAll(runs []*run) error {
	var errs []error
	for _, r := range runs {
		errs = append(errs, r.release())
	}
	return errors.Join(errs...)
}
