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

// eachState calls visit with the row of every state within the bounds, up to a
// number of them.
func eachState(t *testing.T, w *worker, states int, visit func(row []uint64, out *explore.Successors)) {
	k := w.Width()
	queue, err := w.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for at := 0; at < len(queue) && len(seen) < states; at += k {
		row := slices.Clone(queue[at : at+k])
		var out explore.Successors
		if err := w.Successors(row, &out); err != nil {
			t.Fatal(err)
		}
		visit(row, &out)
		for i := range out.Len() {
			to := out.Rows[i*k : (i+1)*k]
			if key := fmt.Sprint(to); !seen[key] {
				seen[key] = true
				queue = append(queue, to...)
			}
		}
	}
}

// lone returns a worker that is a team of its own.
func lone(m *Model) *worker { return newWorker(m, newTeam(m, lastMemo)) }

// unaided returns a worker whose actions see the whole state, so that it
// remembers nothing that would do for another state.
func unaided(m *Model) *worker {
	whole := *m
	whole.readings = slices.Clone(m.readings)
	w := newWorker(&whole, newTeam(&whole, lastMemo))
	all := slices.Repeat([]uint64{^uint64(0)}, m.Width())
	for i := range w.readings {
		r := &w.readings[i]
		for number := range w.labels {
			r.masks[number] = all
			r.narrow[number] = narrow{all[0], all[0], all[0]}
		}
	}
	return w
}

func newTestModel(t *testing.T, b Bounds) *Model {
	m, err := New(b, Checks{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestActionsReadNoMoreThanTheirFootprints wants the same successors whether the
// actions see what is in their footprints, or the whole state: under every
// variant, for its rules may read more.
func TestActionsReadNoMoreThanTheirFootprints(t *testing.T) {
	taken, states := map[int]int{}, 1_500
	if testing.Short() {
		states = 200
	}
	compare := func(b Bounds, states int) {
		w := lone(newTestModel(t, b))
		reference := unaided(w.Model)
		eachState(t, w, states, func(row []uint64, out *explore.Successors) {
			var want explore.Successors
			if err := reference.Successors(row, &want); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(out.Rows, want.Rows) || !slices.Equal(out.Labels, want.Labels) || !slices.Equal(out.Ends, want.Ends) {
				s := w.Decode(row)
				t.Fatalf("%+v: the successors of %+v are %x %v, but of the whole state they are %x %v", b, s, out.Rows, out.Labels, want.Rows, want.Labels)
			}
			for _, label := range out.Labels {
				taken[label.Action()]++
			}
		})
	}
	for _, b := range small() {
		compare(b, 20*states)
		for _, v := range Variants() {
			b.Variant = []string{v.Name}
			if b.Validate() == nil {
				compare(b, states)
			}
		}
	}
	for i, a := range Actions() {
		if taken[i] == 0 {
			t.Errorf("no step takes %s", a.Name)
		}
	}
	t.Log("steps by action:", taken)
}

// TestForgetting wants the same successors from a worker that starts afresh again
// and again, for its team has next to no room.
func TestForgetting(t *testing.T) {
	for _, b := range small() {
		m := newTestModel(t, b)
		forgetful := newWorker(m, newTeam(m, firstMemo))
		first := forgetful.team.known.current.Load().findings
		eachState(t, lone(m), 4_000, func(row []uint64, out *explore.Successors) {
			var got explore.Successors
			if err := forgetful.Successors(row, &got); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(out.Rows, got.Rows) || !slices.Equal(out.Labels, got.Labels) {
				t.Fatalf("%+v: the successors of %x are %x %v, but one that forgets says %x %v", b, row, out.Rows, out.Labels, got.Rows, got.Labels)
			}
		})
		if forgetful.team.known.current.Load().findings == first {
			t.Errorf("%+v: it never started afresh", b)
		}
	}
}

// TestSuccessorsArePackedWhole packs every successor, after it was unpacked, as a
// whole, and wants the row that the worker made by changing parts of its source's.
func TestSuccessorsArePackedWhole(t *testing.T) {
	for _, b := range small() {
		w := lone(newTestModel(t, b))
		k := w.Width()
		eachState(t, w, 8_000, func(_ []uint64, out *explore.Successors) {
			for i := range out.Len() {
				row := out.Rows[i*k : (i+1)*k]
				next := w.Decode(row)
				if whole := w.Encode(&next); !slices.Equal(whole, row) {
					t.Fatalf("%v leads to %+v: the row is %x, packed as a whole it is %x", out.Labels[i], next, row, whole)
				}
			}
		})
	}
}

// TestStepsNoteWhatTheyChange wants the aspects that a successor has taken note
// of to be those in which it differs from its source: all of them, or a property
// would not be evaluated; and of what an action often leaves as it was, no more.
func TestStepsNoteWhatTheyChange(t *testing.T) {
	var all Aspects
	for _, b := range small() {
		m := newTestModel(t, b)
		w := unaided(m)
		eachState(t, lone(m), 8_000, func(row []uint64, out *explore.Successors) {
			w.row, w.reads, w.known = row, &w.readings[w.layout.leader.get(row)], w.team.known.current.Load()
			for _, label := range out.Labels {
				w.learn(instance(label.Action(), label.Argument()))
				s, next := &w.s, &w.t
				differs := difference(s, &next.State)
				all |= differs
				noted := next.changed
				if noted&Membership != 0 {
					noted |= memberships(s, &next.State)
				}
				if !w.taken || differs&^noted != 0 || noted&^differs&^Ledger != 0 {
					name, argument := m.Action(label)
					t.Fatalf("%s(%s) from %+v to %+v notes aspects %b, but they differ in %b", name, argument, s, next.State, noted, differs)
				}
			}
		})
	}
	if all != Everything {
		t.Errorf("only the aspects %b ever changed", all)
	}
}

// changesLog says whether a log changes in some way.
func changesLog(s, t *State, how func(old, log Log) bool) bool {
	for r, old := range s.Log {
		if how(old, t.Log[r]) {
			return true
		}
	}
	return false
}

// followersMark says whether the LocalHW of a replica changes that does not lead then.
func followersMark(s, t *State) bool {
	for r, hw := range t.LocalHW {
		if hw != s.LocalHW[r] && r != int(t.Leader) {
			return true
		}
	}
	return false
}

// difference compares two states aspect by aspect.
func difference(s, t *State) (all Aspects) {
	for aspect, differs := range map[Aspects]bool{
		Liveness:      s.Alive != t.Alive,
		Durability:    s.Durable != t.Durable,
		Leases:        s.Lease != t.Lease,
		Offsets:       s.FollowerLEO != t.FollowerLEO,
		CaughtUps:     s.LastCaughtUp != t.LastCaughtUp,
		Fetches:       s.LastFetch != t.LastFetch,
		LeaderEnds:    s.LastFetchLeaderLEO != t.LastFetchLeaderLEO,
		Production:    s.Produced != t.Produced,
		Crashes:       s.Crashes != t.Crashes,
		Watermark:     s.HW != t.HW,
		History:       s.Committed != t.Committed,
		Leadership:    Elected(s, t),
		Adoption:      s.ReplicaEpoch != t.ReplicaEpoch,
		Membership:    s.ISR != t.ISR,
		Joins:         t.ISR&^s.ISR != 0,
		Removals:      s.ISR&^t.ISR&t.Alive != 0 && s.LeaderEpoch == t.LeaderEpoch,
		Logs:          s.Log != t.Log,
		Cuts:          changesLog(s, t, func(old, log Log) bool { return !log.HasPrefix(old) }),
		Receipts:      s.Produced == t.Produced && changesLog(s, t, func(old, log Log) bool { return !old.HasPrefix(log) }),
		LocalMarks:    s.LocalHW != t.LocalHW,
		FollowerMarks: followersMark(s, t),
		Responses:     s.Response != t.Response,
		Sends:         sends(s, t),
		Answers:       s.Pending != t.Pending || s.Acked != t.Acked || s.Refused != t.Refused,
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
