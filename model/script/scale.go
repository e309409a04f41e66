package script

import (
	"fmt"

	"tidemark/model"
)

// A scale says which age the model has for a real one. The model's ages are
// few, and rules only compare them with each other and with LagMax, so a
// monotone image that keeps apart what is now, within the limit, at the limit
// and beyond it gives the same answers. Where the limit is small enough for the
// model, the image is exact.
type scale struct {
	limit  int // replica.lag.time.max.ms
	oldest int // the model's age of what is longer ago than the limit, or never happened
}

const exactLimit = model.MaxLag

func newScale(limit int) scale {
	if limit <= exactLimit {
		return scale{limit, limit + 1}
	}
	return scale{limit, 3}
}

// age is the model's age of what was that long ago.
func (c scale) age(ago int) uint8 {
	switch {
	case ago > c.limit:
		return uint8(c.oldest)
	case c.limit <= exactLimit:
		return uint8(ago)
	case ago == c.limit:
		return 2
	case ago > 0:
		return 1
	}
	return 0
}

// noTime is the time of what has not happened: before anything else.
const noTime = -1 << 50

func timeText(t int) string {
	if t == noTime {
		return never
	}
	return fmt.Sprintf("%s%d", timePrefix, t)
}

// A clock holds the real times of the leader's bookkeeping, by replica.
type clock struct {
	scale
	now      int
	caughtUp [model.MaxReplicas]int
	fetched  [model.MaxReplicas]int
}

// project gives a state the ages that belong to the real times.
func (c *clock) project(s *model.State, replicas int) {
	for f := range replicas {
		s.LastCaughtUp[f] = c.age(c.now - c.caughtUp[f])
		s.LastFetch[f] = c.age(c.now - c.fetched[f])
	}
}

// bookkeeping is what the leader keeps for f, with real times.
func (c *clock) bookkeeping(s *model.State, f int) model.Bookkeeping {
	return model.Bookkeeping{
		LEO:                int(s.FollowerLEO[f]),
		LastCaughtUp:       c.caughtUp[f],
		LastFetch:          c.fetched[f],
		LastFetchLeaderLEO: int(s.LastFetchLeaderLEO[f]),
	}
}

// fetch notes the times of a fetch from state s (R1).
func (c *clock) fetch(rules model.Rules, s *model.State, f int) {
	b := rules.Fetched(c.bookkeeping(s, f), model.Request{
		Offset:    s.LEO(f),
		LeaderLEO: s.LEO(int(s.Leader)),
		Now:       c.now,
	})
	c.caughtUp[f], c.fetched[f] = b.LastCaughtUp, b.LastFetch
}

// follow notes what a step other than a fetch or a tick has made of the ages:
// it leaves them, or starts them afresh: in a new epoch, when a leader crashes,
// and for a follower that does.
func (c *clock) follow(s, t *model.State, replicas int) {
	for f := range replicas {
		afresh := t.FollowerLEO[f] == 0 && t.LastFetchLeaderLEO[f] == 0 && int(t.LastFetch[f]) == c.oldest &&
			(model.Elected(s, t) || s.InCharge() != t.InCharge() || s.Alive.Has(f) != t.Alive.Has(f))
		c.caughtUp[f] = c.followed(c.caughtUp[f], s.LastCaughtUp[f], t.LastCaughtUp[f], afresh)
		c.fetched[f] = c.followed(c.fetched[f], s.LastFetch[f], t.LastFetch[f], afresh)
	}
}

func (c *clock) followed(time int, before, after uint8, afresh bool) int {
	switch {
	case int(after) == c.oldest && (afresh || before != after):
		return noTime
	case after != before && after == 0, afresh && after == 0:
		return c.now
	}
	return time
}
