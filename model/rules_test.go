package model_test

import (
	"testing"

	"tidemark/model"
)

// rules are the correct protocol.
const rules = model.Rules(0)

// lagMax is replica.lag.time.max.ms in the lesson's trace.
const lagMax = 500

func TestR1CaughtUp(t *testing.T) {
	for _, test := range []struct {
		name              string
		before            model.Bookkeeping
		offset, end, time int
		caughtUp          int
	}{
		{"a follower that asks for the leader's LEO has all of it, now", model.Bookkeeping{}, 4, 4, 100, 100},
		{"asking for more than the leader's LEO counts as well", model.Bookkeeping{}, 5, 4, 100, 100},
		{"one that has all the leader had at its previous fetch was caught up then", model.Bookkeeping{LEO: 2, LastCaughtUp: 50, LastFetch: 300, LastFetchLeaderLEO: 4}, 4, 9, 400, 300},
		{"more than that is the same", model.Bookkeeping{LEO: 2, LastCaughtUp: 50, LastFetch: 300, LastFetchLeaderLEO: 4}, 8, 9, 400, 300},
		{"one record less is too little", model.Bookkeeping{LEO: 2, LastCaughtUp: 50, LastFetch: 300, LastFetchLeaderLEO: 4}, 3, 9, 400, 50},
		{"time never moves backwards at the second branch", model.Bookkeeping{LEO: 2, LastCaughtUp: 350, LastFetch: 300, LastFetchLeaderLEO: 4}, 4, 9, 400, 350},
		{"nor at the first", model.Bookkeeping{LastCaughtUp: 120, LastFetch: 90}, 4, 4, 100, 120},
		{"before its first fetch the leader's LEO counts as 0: caught up at the start", model.Bookkeeping{}, 2, 4, 120, 0},
		{"in ages, now is 0 and two ticks ago is -2", model.Bookkeeping{LastCaughtUp: -3, LastFetch: -2, LastFetchLeaderLEO: 1}, 1, 2, 0, -2},
	} {
		got := rules.Fetched(test.before, model.Request{Offset: test.offset, LeaderLEO: test.end, Sent: test.end, Now: test.time})
		want := model.Bookkeeping{LEO: test.offset, LastCaughtUp: test.caughtUp, LastFetch: test.time, LastFetchLeaderLEO: test.end}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, want)
		}
	}
}

func TestR2Shrink(t *testing.T) {
	for _, test := range []struct {
		name           string
		lastCaughtUp   int
		now, lag       int
		outOfSync      bool
		leader, leaves bool
	}{
		{"exactly the limit is still in sync", 50, 550, lagMax, false, false, false},
		{"a millisecond more is not", 49, 550, lagMax, true, false, true},
		{"the lesson's broker 7", 0, 550, lagMax, true, false, true},
		{"the leader is never removed", 0, 550, lagMax, true, true, false},
		{"a limit of 0 allows no tick at all", -1, 0, 0, true, false, true},
		{"and lets everything in that is caught up now", 0, 0, 0, false, false, false},
		{"the lab's timeout of 2 removes at 2 whole ticks: a limit of 1", -2, 0, 1, true, false, true},
		{"and not after 1", -1, 0, 1, false, false, false},
	} {
		outOfSync := rules.OutOfSync(model.Bookkeeping{LastCaughtUp: test.lastCaughtUp}, 9, test.now, test.lag)
		if outOfSync != test.outOfSync {
			t.Errorf("%s: out of sync is %t", test.name, outOfSync)
		}
		if got := rules.MayLeave(test.leader, test.outOfSync, 1, 2); got != test.leaves {
			t.Errorf("%s: may leave is %t", test.name, got)
		}
	}
}

// joiner is a follower that last fetched so long ago, in milliseconds.
func joiner(leo, hw, fetched int) model.Joiner {
	return model.Joiner{
		Bookkeeping: model.Bookkeeping{LEO: leo, LastFetch: -fetched},
		OfEpoch:     true, HW: hw, LeaderLEO: 9, LagMax: lagMax,
	}
}

func TestR3Expand(t *testing.T) {
	for _, test := range []struct {
		name             string
		leo, hw, fetched int
		joins            bool
	}{
		{"at the high watermark is enough", 4, 4, 0, true},
		{"so is anything above, however far the leader is", 5, 4, 0, true},
		{"one record below would vouch for data it does not have", 3, 4, 0, false},
		{"an empty log joins while nothing is committed", 0, 0, 0, true},
		{"exactly the limit since its last fetch is lately", 4, 4, lagMax, true},
		{"longer ago, what the leader knows of it may be gone", 4, 4, lagMax + 1, false},
	} {
		if got := rules.MayJoin(joiner(test.leo, test.hw, test.fetched)); got != test.joins {
			t.Errorf("%s: got %t", test.name, got)
		}
	}
}

func TestR4HighWatermark(t *testing.T) {
	for _, test := range []struct {
		name   string
		before int
		leo    []int // the leader's first
		isr    model.ReplicaSet
		after  int
	}{
		{"the slowest member decides", 0, []int{4, 4, 2}, 0b111, 2},
		{"when it has left, it holds nothing back", 2, []int{4, 4, 2}, 0b011, 4},
		{"a member that joins behind does not pull it back", 4, []int{4, 3}, 0b11, 4},
		{"the leader's own log counts", 0, []int{3, 9}, 0b11, 3},
		{"a leader alone commits what it has", 1, []int{3, 0}, 0b01, 3},
		{"an empty ISR says nothing", 2, []int{5, 7}, 0, 2},
	} {
		if got := rules.HighWatermark(test.before, model.Progress{LEO: test.leo, ISR: test.isr}); got != test.after {
			t.Errorf("%s: got %d, want %d", test.name, got, test.after)
		}
	}
}

func TestR5Acks(t *testing.T) {
	for _, test := range []struct {
		name                 string
		offset, hw, isr, min int
		acked                bool
	}{
		{"the high watermark has passed the record", 3, 4, 2, 2, true},
		{"a high watermark at the record's offset is still below it", 3, 3, 2, 2, false},
		{"an ISR below the minimum answers no success (R6)", 3, 4, 1, 2, false},
		{"a minimum of 1 is met by the leader alone", 0, 1, 1, 1, true},
		{"a record that the leader has lost is not replicated", -1, 4, 2, 2, false},
	} {
		wait := model.Wait{ID: 4, Offset: test.offset, HW: test.hw, Holders: 3, MinISR: test.min}
		if got := rules.Replicated(wait) && rules.StillEnough(test.isr, test.min); got != test.acked {
			t.Errorf("%s: got %t", test.name, got)
		}
	}
}

func TestR6MinISR(t *testing.T) {
	for _, test := range []struct {
		name              string
		all               bool
		isr, min          int
		admitted, refused bool
	}{
		{"acks=all is admitted at exactly the minimum", true, 2, 2, true, false},
		{"and above it", true, 3, 2, true, false},
		{"below it, acks=all is refused before anything is appended", true, 1, 2, false, true},
		{"acks=1 never asks", false, 1, 2, true, true},
	} {
		if got := rules.Admits(test.all, test.isr, test.min); got != test.admitted {
			t.Errorf("%s: admitted is %t", test.name, got)
		}
		if got := !rules.StillEnough(test.isr, test.min); got != test.refused {
			t.Errorf("%s: a request that waits may be refused is %t", test.name, got)
		}
	}
}

func TestR7Election(t *testing.T) {
	for _, test := range []struct {
		name                string
		alive, inISR, leads bool
		elected             bool
	}{
		{"a live member of the ISR", true, true, false, true},
		{"the leader in charge is no candidate", true, true, true, false},
		{"who is down is not", false, true, false, false},
		{"nor is who left the ISR: it may lack committed records", true, false, false, false},
	} {
		if got := rules.MayElect(test.alive, test.leads, test.inISR); got != test.elected {
			t.Errorf("%s: got %t", test.name, got)
		}
	}
	for _, test := range []struct {
		name          string
		leo, hw, kept int
	}{
		{"what was never committed is cut", 5, 3, 3},
		{"a log that ends at the high watermark is kept", 3, 3, 3},
		{"nothing is invented where the log is shorter", 2, 3, 2},
	} {
		if got := rules.ElectionCut(test.leo, test.hw, 0); got != test.kept {
			t.Errorf("%s: kept %d, want %d", test.name, got, test.kept)
		}
	}
}

func TestR8Fencing(t *testing.T) {
	for _, test := range []struct {
		name                            string
		packet, adopted, source, leader int
		want                            model.Rejection
	}{
		{"the leader of the adopted epoch is heard", 2, 2, 5, 5, model.Accepted},
		{"a replaced leader is not", 1, 2, 4, 5, "stale_leader_epoch"},
		{"the epoch is checked first, so that a stale packet from the leader itself is stale", 1, 2, 5, 5, "stale_leader_epoch"},
		{"a packet from the future is not of the adopted epoch either", 3, 2, 5, 5, "stale_leader_epoch"},
		{"the right epoch from somebody else", 2, 2, 4, 5, "non_current_leader"},
		{"after a crash no epoch is adopted, and nothing is heard", 2, 0, 5, 5, "stale_leader_epoch"},
	} {
		if got := rules.Fence(model.Packet{Epoch: test.packet, Entry: 1, Source: test.source}, test.adopted, test.leader); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	for base, fits := range map[int]bool{2: false, 3: true, 4: false} {
		if got := rules.Fits(base, 3, true); got != fits {
			t.Errorf("records from offset %d fit a log of 3: %t", base, got)
		}
	}
}

func TestR9Truncation(t *testing.T) {
	for _, test := range []struct {
		name string
		at   model.Truncation
		kept int
	}{
		{"what the leader has too is kept, committed or not", model.Truncation{LEO: 3, Shared: 3, LocalHW: 1, HW: 2}, 3},
		{"what the leader has not is cut", model.Truncation{LEO: 3, Shared: 1, LocalHW: 1, HW: 1}, 1},
		{"a late local high watermark does not cut committed records", model.Truncation{LEO: 2, Shared: 2, LocalHW: 0, HW: 2}, 2},
		{"logs that fork at once share nothing", model.Truncation{LEO: 2, Shared: 0, LocalHW: 0, HW: 0}, 0},
	} {
		if got := rules.Truncate(test.at); got != test.kept {
			t.Errorf("%s: kept %d, want %d", test.name, got, test.kept)
		}
	}
}

func TestR10CatchUp(t *testing.T) {
	for _, test := range []struct {
		name                   string
		offset, end, retention int
		incremental            bool
	}{
		{"a leader that keeps everything never needs a snapshot", 0, 9, 0, true},
		{"the oldest record retained is the next one", 7, 9, 2, true},
		{"the next one is gone", 6, 9, 2, false},
		{"who lacks nothing needs no record", 9, 9, 2, true},
		{"nor who has more than the leader", 10, 9, 2, true},
		{"the tail is the whole log", 0, 2, 2, true},
	} {
		if got := rules.CatchUp(test.offset, test.end, test.retention); got != test.incremental {
			t.Errorf("%s: incremental is %t", test.name, got)
		}
	}
	for _, test := range []struct {
		name                        string
		known, advertised, leo, now int
	}{
		{"a follower learns the leader's high watermark", 1, 2, 3, 2},
		{"but not beyond its own log", 1, 4, 3, 3},
		{"of a snapshot only what lies below the advertised one is committed", 0, 2, 9, 2},
		{"an old response does not set it back", 3, 1, 3, 3},
	} {
		if got := rules.FollowerHW(test.known, test.advertised, test.leo, true); got != test.now {
			t.Errorf("%s: got %d, want %d", test.name, got, test.now)
		}
	}
}
