// The leader's bookkeeping of one partition, for tidemark conform.
package main

import (
	"fmt"
	"slices"
)

type follower struct {
	leo, leaderLEO, fetched int // of its latest fetch: offset, the leader's LEO, and when
	caughtUp                int // when it last had all that the leader had
}

type leader struct {
	lagMax, minISR, leo, hw int
	isr                     []string // at first all, of which the first leads
	followers               map[string]*follower
}

func (l *leader) fetch(now int, name string, offset int) {
	f := l.followers[name]
	if offset >= l.leo { // R1
		f.caughtUp = now
	} else if offset >= f.leaderLEO {
		f.caughtUp = max(f.caughtUp, f.fetched)
	}
	f.leo, f.leaderLEO, f.fetched = offset, l.leo, now
	if !slices.Contains(l.isr, name) && offset >= l.hw { // R3
		l.isr = append(l.isr, name)
	}
}

func (l *leader) check(now int) { // R2
	l.isr = slices.DeleteFunc(l.isr, func(name string) bool {
		f := l.followers[name]
		return f != nil && now-f.caughtUp > l.lagMax
	})
}

func (l *leader) advance() { // R4
	least := l.leo
	for _, name := range l.isr {
		if f := l.followers[name]; f != nil {
			least = min(least, f.leo)
		}
	}
	l.hw = max(l.hw, least)
}

func (l *leader) produce(now int, acks string) error {
	if acks != "acks=all" { // R5
		return fmt.Errorf("unsupported_acks")
	}
	if l.check(now); len(l.isr) < l.minISR { // R6
		return fmt.Errorf("NOT_ENOUGH_REPLICAS")
	}
	l.leo++
	return nil
}
