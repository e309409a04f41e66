package script

import (
	"fmt"

	"tidemark/model"
)

// fetchOnce is a fetch as the follower does it, and R3 after it.
func (r *replayer) fetchOnce(f int) (*Refusal, error) {
	refusal, err := r.act(model.Fetch, f)
	if refusal == nil && err == nil {
		err = r.join(f)
	}
	return refusal, err
}

// join is R3 after a fetch.
func (r *replayer) join(f int) error {
	if !r.script.Header.Auto || r.s.ISR.Has(f) {
		return nil
	}
	joined, err := r.take(model.ExpandISR, f)
	if err == nil && !joined {
		r.note("%s stays out: %s", r.m.Name(f), r.whyNot(model.ExpandISR, f))
	}
	return err
}

// fetchAt is a fetch of which only the leader's bookkeeping is looked at.
func (r *replayer) fetchAt(f, offset int) (*Refusal, error) {
	before := r.s
	if r.mayClaim(f) {
		if end := r.s.LEO(int(r.s.Leader)); offset > end {
			return &Refusal{"", "beyond_log", fmt.Sprintf("offset %d is beyond the leader's LEO %d", offset, end)}, nil
		}
		r.claim = newClaim(&r.s, f, offset)
		r.claim.begin(&r.s)
	}
	refusal, err := r.act(model.Fetch, f)
	r.claim = nil
	if refusal != nil || err != nil {
		r.s = before
		return refusal, err
	}
	return nil, r.join(f)
}

// mayClaim reports whether a follower can say what it has. Where it can't, its
// fetch is refused anyway.
func (r *replayer) mayClaim(f int) bool {
	return f != int(r.s.Leader) && r.s.Alive.Has(f) && !r.s.Response[f].InFlight()
}

// A claim is what a fetch from an offset says: that the follower has the leader's
// first records up to there. It has just these while the rules look at the fetch.
// In the end it also has what was committed and there before, and is only asked
// for again: leaders see such fetches, though no follower loses what is committed.
type claim struct {
	f, offset int
	kept      int   // records that it has in the end
	localHW   uint8 // before
}

func newClaim(s *model.State, f, offset int) *claim {
	return &claim{f, offset, max(offset, min(s.LEO(f), s.Committed.Len())), s.LocalHW[f]}
}

func (c *claim) begin(s *model.State) { c.give(s, c.offset) }

// end also leaves the response out.
func (c *claim) end(s *model.State) {
	c.give(s, c.kept)
	s.Response[c.f] = model.Response{}
}

// give gives the follower the leader's first records.
func (c *claim) give(s *model.State, records int) {
	s.Log[c.f] = s.Log[s.Leader].Cut(records)
	s.Durable[c.f] = uint8(records)
	s.LocalHW[c.f] = min(c.localHW, uint8(records))
}
