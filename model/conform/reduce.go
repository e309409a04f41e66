package conform

import (
	"context"
	"time"

	"tidemark/explore/trace"
	"tidemark/model/script"
)

// A reduction makes a scenario that fails small.
type reduction struct {
	k       *checker
	best    *observation
	tries   int  // that may still be made
	fresh   bool // with a new instance for each
	minimal bool // nothing was left untried
	err     error
}

// How many scenarios are tried for a smaller one. Each that runs into the
// patience costs it, so that these are fewer.
const (
	mostTries       = 2000
	mostFreshTries  = 200
	mostSilentTries = 20
)

func newReduction(k *checker, o *observation) *reduction {
	best := *o
	best.header.Records = MaxRecords // it only limits what is generated
	return &reduction{k: k, best: &best}
}

// run returns the smallest scenario that was found. One that fails only after
// others were performed is no answer, so then each try gets a new instance.
func (r *reduction) run(ctx context.Context) (*observation, error) {
	patience := r.k.patience
	if r.best.kind == Silent {
		r.k.patience = min(patience, max(4*r.k.slowest, 100*time.Millisecond))
	}
	first := r.best
	for _, r.fresh = range []bool{false, true} {
		r.best, r.minimal, r.tries = first, true, mostTries
		switch {
		case r.best.kind == Silent:
			r.tries = mostSilentTries
		case r.fresh:
			r.tries = mostFreshTries
		}
		r.reduce(ctx)
		r.k.renew()
		r.k.patience = patience
		o, err := r.k.attempt(ctx, &r.best.performed, r.best.kind)
		if r.err != nil || err != nil {
			return nil, firstError(r.err, err)
		}
		if o != nil && o.kind == r.best.kind {
			return o, nil
		}
	}
	r.best, r.minimal = first, false
	return r.best, nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// reduce leaves out moves and makes what is left simpler, until neither helps.
func (r *reduction) reduce(ctx context.Context) {
	for changed := true; changed; {
		header := r.best.header
		trace.Minimize(movesOf(r.best.steps), func(candidate []move) ([]move, bool) {
			fails := r.fails(ctx, header, candidate)
			return movesOf(r.best.steps), fails
		})
		changed = r.simplify(ctx)
	}
}

// fails tries a candidate, which becomes the best when it fails in the same way.
func (r *reduction) fails(ctx context.Context, h script.Header, moves []move) bool {
	if r.tries--; r.tries < 0 || r.err != nil {
		r.minimal = false
		return false
	}
	if r.fresh {
		r.k.renew()
	}
	at := performed{header: h, found: r.best.found}
	if at.steps, r.err = r.k.rules.perform(&scenario{h, moves}); r.err != nil {
		return false
	}
	o, err := r.k.attempt(ctx, &at, r.best.kind)
	if r.err = err; err != nil || o == nil || o.kind != r.best.kind {
		return false
	}
	r.best = o
	return true
}

// simplify takes over a simpler scenario for as long as there is one that fails,
// and reports whether there was any.
func (r *reduction) simplify(ctx context.Context) (changed bool) {
	for again := true; again; {
		again = false
		for _, s := range simpler(r.best.header, movesOf(r.best.steps)) {
			if r.fails(ctx, s.header, s.moves) {
				again, changed = true, true
				break
			}
		}
	}
	return changed
}
