package model_test

import (
	"testing"

	"tidemark/model"
)

func TestR11Reads(t *testing.T) {
	quiet := model.Reader{LEO: 2, HW: 2, Lease: 1, IsLeader: true, ISRSize: 2, MinISR: 2}
	but := func(change func(at *model.Reader)) model.Reader {
		at := quiet
		change(&at)
		return at
	}
	for _, test := range []struct {
		name                          string
		at                            model.Reader
		consumer, linearizable, lease int // records; -1: refused
	}{
		{"with all committed, all reads agree", quiet, 2, 2, 2},
		{"a record above the high watermark: consumers do not see it, the others are refused", but(func(at *model.Reader) { at.LEO = 3 }), 2, -1, -1},
		{"an expired lease", but(func(at *model.Reader) { at.Lease = 0 }), 2, -1, -1},
		{"exactly the minimum of members is enough, one less is not", but(func(at *model.Reader) { at.ISRSize = 1 }), 2, -1, -1},
		{"a node that the controller has replaced answers none of them", but(func(at *model.Reader) { at.IsLeader = false }), -1, -1, -1},
		{"an empty log", but(func(at *model.Reader) { at.LEO, at.HW = 0, 0 }), 0, 0, 0},
		{"a log shorter than the high watermark holds no more than it holds", but(func(at *model.Reader) { at.LEO = 1 }), 1, 1, 1},
	} {
		for level, want := range map[model.ReadLevel]int{
			model.ReadConsumer: test.consumer, model.ReadLinearizable: test.linearizable, model.ReadLease: test.lease,
		} {
			records, allowed := rules.Read(level, test.at)
			if allowed != (want >= 0) || allowed && records != want {
				t.Errorf("%s: level %d returns %d records, allowed %t; want %d", test.name, level, records, allowed, want)
			}
		}
	}
}

func TestR11UncommittedReads(t *testing.T) {
	at := model.Reader{LEO: 3, HW: 1, IsLeader: true, ISRSize: 1, MinISR: 2}
	if records, allowed := rules.Read(model.ReadLeader, at); records != 3 || !allowed {
		t.Errorf("a LEADER read returns %d records, allowed %t; want the whole log", records, allowed)
	}
	at.IsLeader = false
	if _, allowed := rules.Read(model.ReadLeader, at); allowed {
		t.Error("a LEADER read is answered by a replica that does not lead")
	}
	if records, allowed := rules.Read(model.ReadLocal, at); records != 3 || !allowed {
		t.Errorf("a LOCAL read returns %d records, allowed %t; want the whole log", records, allowed)
	}
}

func TestR11Leases(t *testing.T) {
	for _, test := range []struct {
		name            string
		lease, full     int
		inCharge        bool
		isr, min, after int
	}{
		{"a leader in charge renews its lease", 1, 3, true, 2, 2, 3},
		{"even an expired one", 0, 3, true, 2, 2, 3},
		{"below the minimum it runs down", 3, 3, true, 1, 2, 2},
		{"the lease of a replaced leader runs on, and out", 2, 3, false, 3, 2, 1},
		{"expired is expired", 0, 3, false, 3, 2, 0},
		{"without leases there is nothing to renew", 0, 0, true, 3, 2, 0},
	} {
		if got := rules.LeaseAfterTick(test.lease, test.full, test.inCharge, test.isr, test.min); got != test.after {
			t.Errorf("%s: got %d, want %d", test.name, got, test.after)
		}
	}
}

func TestR12Durability(t *testing.T) {
	pageCache := rules.With(model.CountBeforeFsync)
	for _, test := range []struct {
		name                  string
		rules                 model.Rules
		leo, durable, counted int
		mayFetch              bool
	}{
		{"all of the log is durable", rules, 3, 3, 3, true},
		{"what is not durable does not count, and the follower waits for its disk", rules, 3, 2, 2, false},
		{"an empty log needs no disk", rules, 0, 0, 0, true},
		{"Kafka's default counts the page cache", pageCache, 3, 2, 3, true},
	} {
		if got := test.rules.Counted(test.leo, test.durable); got != test.counted {
			t.Errorf("%s: counted %d, want %d", test.name, got, test.counted)
		}
		if got := test.rules.MayFetch(true, test.leo, test.durable); got != test.mayFetch {
			t.Errorf("%s: may fetch is %t", test.name, got)
		}
	}
}

// A broker applies the rules as a real leader would, in milliseconds.
type broker struct {
	leo, hw   int
	followers map[int]*model.Bookkeeping
	isr       map[int]bool // of followers: the leader is always in it
}

func newBroker(followers ...int) *broker {
	b := &broker{followers: map[int]*model.Bookkeeping{}, isr: map[int]bool{}}
	for _, f := range followers {
		b.followers[f], b.isr[f] = &model.Bookkeeping{}, true
	}
	return b
}

func (b *broker) fetch(now, follower, offset int) {
	book := b.followers[follower]
	*book = rules.Fetched(*book, model.Request{Offset: offset, LeaderLEO: b.leo, Sent: b.leo, Now: now})
	if rules.MayJoin(model.Joiner{Bookkeeping: *book, OfEpoch: true, HW: b.hw, LeaderLEO: b.leo, Now: now}) {
		b.isr[follower] = true
	}
	b.advance()
}

// status is the periodic check.
func (b *broker) status(now, limit int) {
	for f, book := range b.followers {
		if rules.MayLeave(false, rules.OutOfSync(*book, b.leo, now, limit), b.size(), 1) {
			b.isr[f] = false
		}
	}
	b.advance()
}

func (b *broker) advance() {
	p := model.Progress{LEO: []int{b.leo}, ISR: 1}
	for f, book := range b.followers {
		if b.isr[f] {
			p.ISR = p.ISR.With(len(p.LEO))
		}
		p.LEO = append(p.LEO, book.LEO)
	}
	b.hw = rules.HighWatermark(b.hw, p)
}

func (b *broker) size() int {
	n := 1
	for _, in := range b.isr {
		if in {
			n++
		}
	}
	return n
}

// TestLessonTrace replays the lesson's worked trace: replicas 5, 6 and 7, of
// which 5 leads.
func TestLessonTrace(t *testing.T) {
	b := newBroker(6, 7)
	expect := func(what string, got, want int) {
		t.Helper()
		if got != want {
			t.Errorf("%s is %d, want %d", what, got, want)
		}
	}
	b.leo = 4
	b.fetch(100, 6, 4)
	expect("lastCaughtUp(6)", b.followers[6].LastCaughtUp, 100)
	b.fetch(120, 7, 2)
	expect("lastCaughtUp(7)", b.followers[7].LastCaughtUp, 0)
	expect("LEO(7)", b.followers[7].LEO, 2)
	b.status(130, lagMax)
	expect("the ISR's size at 130", b.size(), 3)
	expect("HW at 130", b.hw, 2)
	b.fetch(400, 6, 4)
	expect("lastCaughtUp(6)", b.followers[6].LastCaughtUp, 400)
	b.status(500, lagMax)
	expect("the ISR's size at 500, exactly the limit", b.size(), 3)
	b.status(550, lagMax)
	expect("the ISR's size at 550", b.size(), 2)
	expect("HW at 550", b.hw, 4)
	b.fetch(600, 7, 4)
	b.status(601, lagMax)
	expect("the ISR's size at 601", b.size(), 3)
}

// TestLabSlowReplica has the lab's numbers: three nodes, a timeout of two
// ticks, a minimum of two members, three acks=all writes and one slow node.
func TestLabSlowReplica(t *testing.T) {
	const limit, minISR = 2 - 1, 2
	b := newBroker(2, 3)
	for write := 1; write <= 3; write++ {
		if !rules.Admits(true, b.size(), minISR) {
			t.Fatalf("write %d is refused", write)
		}
		b.leo++
		for now := 2*write - 1; now <= 2*write; now++ {
			b.fetch(now, 3, b.leo)
			b.status(now, limit)
		}
		if !rules.Replicated(model.Wait{ID: write, Offset: write - 1, HW: b.hw}) || !rules.StillEnough(b.size(), minISR) {
			t.Errorf("write %d is not acknowledged", write)
		}
	}
	if b.isr[2] || !b.isr[3] || b.followers[2].LEO != 0 || b.hw != 3 {
		t.Errorf("the slow node should be out, at LEO 0 below HW 3: %+v, ISR %v, HW %d", b.followers[2], b.isr, b.hw)
	}
	b.fetch(7, 2, 2)
	if b.isr[2] {
		t.Error("it is back before it has caught up with the HW")
	}
	b.fetch(8, 2, 3)
	if !b.isr[2] {
		t.Error("it has caught up, and is not back")
	}
	b.status(12, limit)
	if b.size() != 1 || rules.Admits(true, b.size(), minISR) {
		t.Error("with both followers out, an acks=all write must be refused")
	}
}
