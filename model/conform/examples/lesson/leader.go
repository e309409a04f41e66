// Package lesson is the leader's bookkeeping as somebody might write it who
// learns it, and the mistakes that are made with it. It is what the package
// conform is tried out on: [Correct] conforms, and each mistake is caught.
package lesson

import (
	"slices"

	"tidemark/model/conform"
)

// A Leader is the bookkeeping. It is a conform.Leader, and all that such a type
// can be beside.
type Leader struct {
	mistake   Mistake
	replicas  []string
	leads     string
	lagMax    int
	minISR    int
	leo, hw   int
	produced  int // records by now, those that were cut included
	isr       []string
	followers map[string]*follower
	dead      map[string]bool
	waiting   []request
	acked     []int
}

// A follower is what the leader keeps for one.
type follower struct {
	leo, lastLeaderLEO      int
	lastCaughtUp, lastFetch int
}

// A request is one with acks=all.
type request struct{ record, offset int }

const never = -1 << 40 // the time of what has not happened

// New begins with a partition, and one mistake in it.
func New(p conform.Partition, m Mistake) *Leader {
	l := &Leader{mistake: m, replicas: p.Replicas, leads: p.Replicas[0], lagMax: p.LagMax, minISR: p.MinISR,
		isr: slices.Clone(p.Replicas), followers: map[string]*follower{}, dead: map[string]bool{}}
	l.startEpoch(0)
	return l
}

// startEpoch forgets what was known of the followers.
func (l *Leader) startEpoch(now int) {
	for _, r := range l.replicas {
		f := &follower{lastCaughtUp: never, lastFetch: never}
		if slices.Contains(l.isr, r) {
			f.lastCaughtUp = now
		}
		l.followers[r] = f
	}
}

// Append appends records.
func (l *Leader) Append(_, records int) {
	l.leo += records
	l.produced += records
	l.settle()
}

// Fetch is R1, and R3 for a follower outside the ISR.
func (l *Leader) Fetch(now int, name string, offset int) {
	f := l.followers[name]
	l.noteCaughtUp(f, now, offset)
	f.leo, f.lastLeaderLEO, f.lastFetch = offset, l.leo, now
	if !slices.Contains(l.isr, name) && l.mayJoin(f) {
		l.isr = append(l.isr, name)
	}
	l.settle()
}

// mayJoin is R3.
func (l *Leader) mayJoin(f *follower) bool {
	switch l.mistake {
	case JoinsEarly:
		return true
	case JoinsAtLeaderLEO:
		return f.leo >= l.leo
	}
	return f.leo >= l.hw
}

// noteCaughtUp is R1.
func (l *Leader) noteCaughtUp(f *follower, now, offset int) {
	reached := offset >= f.lastLeaderLEO && (l.mistake != NeedsSameEnd || offset == f.lastLeaderLEO)
	switch {
	case offset >= l.leo || l.mistake == AnyFetch:
		f.lastCaughtUp = now
	case l.mistake == NeedsEquality:
	case reached && l.mistake == UsesNow:
		f.lastCaughtUp = now
	case reached:
		f.lastCaughtUp = max(f.lastCaughtUp, f.lastFetch)
	}
}

// Check is R2.
func (l *Leader) Check(now int) {
	for _, r := range l.replicas {
		blocked := l.mistake == MinISRBlocksShrink && len(l.isr) <= l.minISR
		if !slices.Contains(l.isr, r) || !l.late(r, now) || blocked {
			continue
		}
		l.leave(r)
		if l.mistake != NoHWAfterShrink {
			l.advance()
		}
	}
	l.answer()
}

// leave takes a replica out of the ISR.
func (l *Leader) leave(name string) {
	l.isr = slices.DeleteFunc(l.isr, func(r string) bool { return r == name })
}

// late reports whether a member has to leave.
func (l *Leader) late(name string, now int) bool {
	if name == l.leads && l.mistake != DropsLeader {
		return false
	}
	f := l.followers[name]
	switch l.mistake {
	case ShrinksAtLimit:
		return now-f.lastCaughtUp >= l.lagMax
	case ShrinksByRecords:
		return l.leo-f.leo > l.lagMax
	case ShrinksByFetch:
		return now-max(f.lastFetch, 0) > l.lagMax
	case LeaderLEOStays:
		return now-f.lastCaughtUp > l.lagMax && f.leo < l.leo
	}
	return now-f.lastCaughtUp > l.lagMax
}

// Produce is R6 for one record.
func (l *Leader) Produce(now int) bool {
	l.Check(now)
	enough := len(l.isr) >= l.minISR || l.mistake == NoMinISR
	if !enough && l.mistake != ChecksAfterAppend {
		return false
	}
	l.leo++
	l.produced++
	if enough {
		l.waiting = append(l.waiting, request{l.produced, l.leo - 1})
	}
	l.settle()
	return enough
}

// Waiting lists the records whose requests have no answer yet.
func (l *Leader) Waiting() []int {
	var records []int
	for _, r := range l.waiting {
		records = append(records, r.record)
	}
	return records
}

// Acked lists the records whose requests were answered with success.
func (l *Leader) Acked() []int { return l.acked }

// Elect makes another replica the leader. It keeps what is committed.
func (l *Leader) Elect(now int, leader string) {
	l.leave(l.leads)
	l.leads, l.leo, l.waiting = leader, l.hw, nil
	if l.mistake != KeepsBookkeeping {
		l.startEpoch(now)
	}
	l.settle()
}

// Crash takes a follower away.
func (l *Leader) Crash(_ int, name string) {
	l.dead[name] = true
	l.leave(name)
	l.followers[name] = &follower{lastCaughtUp: never, lastFetch: never}
	l.settle()
}

// Restart brings it back.
func (l *Leader) Restart(_ int, name string) { delete(l.dead, name) }

// settle is R4, and what follows for the requests that wait.
func (l *Leader) settle() {
	l.advance()
	l.answer()
}

// answer is R5, and R6 for the requests that wait.
func (l *Leader) answer() {
	waiting := l.waiting
	l.waiting = nil
	for _, r := range waiting {
		switch {
		case len(l.isr) < l.minISR && l.mistake != NoMinISR && l.mistake != NoSecondCheck:
		case l.hw > r.offset || l.mistake == AcksBeforeHW:
			l.acked = append(l.acked, r.record)
		default:
			l.waiting = append(l.waiting, r)
		}
	}
}

// advance is R4.
func (l *Leader) advance() {
	set := l.isr
	if l.mistake == HWOverAll {
		set = l.replicas
	}
	least := l.leo
	for _, r := range set {
		if r != l.leads {
			least = min(least, l.followers[r].leo)
		}
	}
	if l.mistake == HWNeedsMinISR && len(l.isr) < l.minISR {
		return
	}
	if l.mistake == HWDecreases {
		l.hw = least
	}
	l.hw = max(l.hw, least)
}

// LEO is the leader's log end offset.
func (l *Leader) LEO() int { return l.leo }

// HW is the high watermark.
func (l *Leader) HW() int { return l.hw }

// ISR lists the in-sync replicas.
func (l *Leader) ISR() []string { return l.isr }

// Known is a follower's LEO.
func (l *Leader) Known(name string) int { return l.followers[name].leo }

// CaughtUp is when a follower was last caught up.
func (l *Leader) CaughtUp(name string) int { return l.followers[name].lastCaughtUp }
