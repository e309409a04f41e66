package model

import (
	"fmt"
	"slices"
	"testing"

	"tidemark/explore"
)

// small are bounds whose spaces together take every action.
func small() []Bounds {
	base := DefaultBounds()
	base.Replicas, base.MaxRecords, base.MaxEpoch = []string{"r1", "r2"}, 1, 2
	all, lossy, tail, three := base, base, base, base
	all.MaxRecords, all.MaxCrashes, all.Lease = 2, 1, 1
	all.Acks, all.Drop, all.Duplicate, all.TimeOuts = []string{AcksLeader, AcksAll}, true, true, true
	all.LagMax = 0
	lossy.MaxRecords, lossy.MaxCrashes, lossy.Durability = 2, 1, Lossy
	tail.MaxRecords, tail.MaxEpoch, tail.FetchMax, tail.Retention, tail.Duplicate = 3, 1, 1, 2, true
	three.Replicas, three.MaxEpoch, three.LagMax = []string{"r1", "r2", "r3"}, 3, 0
	return []Bounds{all, lossy, tail, three}
}

// eachStep calls visit for every step within the bounds, from up to a number of
// states: with both states as the worker has them unpacked, and with their rows.
func eachStep(t *testing.T, b Bounds, states int, visit func(m *Model, s *State, next *successor, from, to []uint64, label explore.Label)) {
	m, err := New(b, Checks{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorker(m)
	k := m.Width()
	queue, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for at := 0; at < len(queue) && len(seen) < states; at += k {
		from := slices.Clone(queue[at : at+k])
		var out explore.Successors
		if err := w.Successors(from, &out); err != nil {
			t.Fatal(err)
		}
		for i := range out.Len() {
			to := out.Rows[i*k : (i+1)*k]
			visit(m, &w.s, &w.next[i], from, to, out.Labels[i])
			if key := fmt.Sprint(to); !seen[key] {
				seen[key] = true
				queue = append(queue, to...)
			}
		}
	}
}

// TestEmitPacksAllThatChanged repacks every successor as a whole and wants the
// row that the worker made by changing only parts of its parent's row.
func TestEmitPacksAllThatChanged(t *testing.T) {
	taken := map[int]int{}
	for _, b := range small() {
		failed := false
		eachStep(t, b, 8_000, func(m *Model, s *State, next *successor, from, to []uint64, label explore.Label) {
			taken[label.Action()]++
			if whole := m.Encode(&next.State); !failed && !slices.Equal(whole, to) {
				failed = true
				name, argument := m.Action(label)
				t.Errorf("%s(%s) from %+v to %+v: the row is %x, packed as a whole it is %x", name, argument, s, next, to, whole)
			}
		})
	}
	for i, a := range Actions() {
		if taken[i] == 0 {
			t.Errorf("no step takes %s", a.Name)
		}
	}
	t.Log("steps by action:", taken)
}

// TestStepsNoteWhatTheyChange wants the aspects that a successor has taken note
// of to be those in which it differs from its source: all of them, or a property
// would not be evaluated; and of what an action often leaves as it was, no more.
func TestStepsNoteWhatTheyChange(t *testing.T) {
	var all Aspects
	for _, b := range small() {
		failed := false
		eachStep(t, b, 8_000, func(m *Model, s *State, next *successor, _, _ []uint64, label explore.Label) {
			differs := difference(s, &next.State)
			all |= differs
			if !failed && (differs&^next.changed != 0 || next.changed&^differs&^Ledger != 0) {
				failed = true
				name, argument := m.Action(label)
				t.Errorf("%s(%s) from %+v to %+v notes aspects %b, but they differ in %b", name, argument, s, next, next.changed, differs)
			}
		})
	}
	if all != Everything {
		t.Errorf("only the aspects %b ever changed", all)
	}
}

// difference compares two states aspect by aspect.
func difference(s, t *State) (all Aspects) {
	for aspect, differs := range map[Aspects]bool{
		Liveness:   s.Alive != t.Alive,
		Durability: s.Durable != t.Durable,
		Leases:     s.Lease != t.Lease,
		Ledger: s.FollowerLEO != t.FollowerLEO || s.LastFetchLeaderLEO != t.LastFetchLeaderLEO ||
			s.LastCaughtUp != t.LastCaughtUp || s.LastFetch != t.LastFetch,
		Counters:   s.Produced != t.Produced || s.Crashes != t.Crashes,
		Watermark:  s.HW != t.HW,
		History:    s.Committed != t.Committed,
		Leadership: Elected(s, t),
		Adoption:   s.ReplicaEpoch != t.ReplicaEpoch,
		Membership: s.ISR != t.ISR,
		Joins:      t.ISR&^s.ISR != 0,
		Removals:   s.ISR&^t.ISR&t.Alive != 0 && s.LeaderEpoch == t.LeaderEpoch,
		Logs:       s.Log != t.Log,
		LocalMarks: s.LocalHW != t.LocalHW,
		Responses:  s.Response != t.Response,
		Sends:      sends(s, t),
		Answers:    s.Pending != t.Pending || s.Acked != t.Acked || s.Refused != t.Refused,
	} {
		if differs {
			all |= aspect
		}
	}
	return all
}

// sends reports whether a response is in flight where there was none.
func sends(s, t *State) bool {
	for r := range s.Response {
		if !s.Response[r].InFlight() && t.Response[r].InFlight() {
			return true
		}
	}
	return false
}
