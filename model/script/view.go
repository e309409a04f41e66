package script

import "tidemark/model"

// A view is one command in one state: what it found, and what came of it.
type view struct {
	header  *Header
	c       *Command
	f       int          // the replica that it is about; -1 without one
	s, t    *model.State // before and after
	past    *past        // before
	refusal *Refusal     // nil: it was allowed
	oldest  int          // the age of what is longer ago than the limit
}

func newView(t *tour, n *spot, c *Command, after *model.State, refusal *Refusal) *view {
	v := &view{&t.header, c, -1, &n.s, after, &n.past, refusal, t.r.oldest}
	if len(c.Replicas) > 0 {
		v.f = t.r.replica(c)
	}
	return v
}

// moved reports whether the command has changed anything.
func (v *view) moved() bool { return *v.s != *v.t }

// did reports whether it is this command, and was allowed.
func (v *view) did(verb string) bool { return v.c.Verb == verb && v.refusal == nil }

// refused reports whether it is this command, and was refused for this reason.
func (v *view) refused(verb, reason string) bool {
	return v.c.Verb == verb && v.refusal != nil && v.refusal.Reason == reason
}

// A credit is what a fetch was worth by R1.
type credit uint8

const (
	fromStart      credit = iota // no fetch yet: members of the ISR count as caught up when the epoch starts
	fromLEO                      // a fetch at the leader's LEO: now
	fromPrevious                 // one at what the leader had at the previous fetch: then, which is later than what counted before
	fromFirst                    // the first one: there is no previous one
	fromNothing                  // one below that: what counted before
	fromNoPrevious               // one at what the leader had at the previous fetch, of which nothing later comes
)

// end is the leader's LEO before the command, seen that of the follower's
// previous fetch.
func (v *view) end() int  { return v.s.LEO(int(v.s.Leader)) }
func (v *view) seen() int { return int(v.s.LastFetchLeaderLEO[v.f]) }

// first reports whether the follower has not fetched within the limit, or never.
func (v *view) first() bool { return int(v.s.LastFetch[v.f]) >= v.oldest && v.seen() == 0 }

// offset is where a fetch is from.
func (v *view) offset() int {
	if v.c.Number >= 0 {
		return v.c.Number
	}
	return v.s.LEO(v.f)
}

// worth is what a fetch was worth.
func (v *view) worth() credit {
	o := v.offset()
	switch {
	case o >= v.end():
		return fromLEO
	case v.first():
		return fromFirst
	case o < v.seen():
		return fromNothing
	case v.s.LastFetch[v.f] > 0 && v.s.LastFetch[v.f] < v.s.LastCaughtUp[v.f]:
		return fromPrevious
	}
	return fromNoPrevious
}

// after is the past of what comes after the command.
func (v *view) after() past {
	p := *v.past
	switch {
	case v.c.Verb == waitVerb, v.c.Verb == "TICK":
		p.crashed = 0
	case v.did("FETCH"):
		p.credit[v.f] = v.worth()
		p.crashed = p.crashed.Without(v.f)
	case v.did("ELECT"):
		p = past{}
	case v.did("CRASH"):
		p.credit[v.f] = fromStart
		if v.s.FollowerLEO[v.f] >= v.t.HW && int(v.s.LastFetch[v.f]) < v.oldest && v.s.HW > 0 {
			p.crashed = p.crashed.With(v.f)
		}
	}
	return p
}

// known is what the leader knows of a replica's LEO.
func known(s *model.State, f int) int {
	if f == int(s.Leader) {
		return int(s.Durable[f])
	}
	return int(s.FollowerLEO[f])
}

// lowest is the member of the ISR that holds the high watermark back: the one with
// the smallest LEO that the leader knows of; -1 when there are several.
func lowest(s *model.State, replicas int) int {
	at, several := -1, false
	for f := range replicas {
		switch {
		case !s.ISR.Has(f):
		case at < 0 || known(s, f) < known(s, at):
			at, several = f, false
		case known(s, f) == known(s, at):
			several = true
		}
	}
	if several {
		return -1
	}
	return at
}

// some reports whether something is so of some replica.
func (v *view) some(holds func(f int) bool) bool {
	for f := range v.header.Replicas {
		if holds(f) {
			return true
		}
	}
	return false
}

// member reports whether a follower is in the ISR before the command.
func (v *view) member(f int) bool { return v.s.ISR.Has(f) && f != int(v.s.Leader) }

// left and stayed say what became of a member of the ISR.
func (v *view) left(f int) bool   { return v.member(f) && !v.t.ISR.Has(f) }
func (v *view) stayed(f int) bool { return v.member(f) && v.t.ISR.Has(f) }

// joined reports whether a replica has joined the ISR.
func (v *view) joined(f int) bool { return !v.s.ISR.Has(f) && v.t.ISR.Has(f) }
