package script_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"tidemark/model"
	"tidemark/model/script"
)

func replay(t testing.TB, src string, variants ...string) *script.Result {
	t.Helper()
	s, err := script.Parse("s.script", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	r, err := script.Replay(s, variants...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWorkedTrace wants every number of the lesson's trace, with its arithmetic.
func TestWorkedTrace(t *testing.T) {
	r, err := script.Replay(embedded(t, "worked-trace"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range r.Outcomes {
		if !o.Expectation {
			got = append(got, fmt.Sprintf("t=%d %s", o.Time, o.String()))
		}
	}
	want := []string{
		"t=0 APPEND 4: leader LEO = 4",
		"t=100 FETCH 6 offset 4: R1: 4 >= 4: caught up now; lastCaughtUp(6) = 100; LEO(6) = 4",
		"t=120 FETCH 7 offset 2: R1: 2 < 4 but 2 >= 0: caught up as of its previous fetch, t=0; lastCaughtUp(7) = 0; LEO(7) = 2; R4: HW = max(0, min(4, 4, 2)) = 2",
		"t=130 STATUS: 6 in sync: 130 - 100 = 30 is not > 500; 7 in sync: 130 - 0 = 130 is not > 500",
		"t=400 FETCH 6 offset 4: R1: 4 >= 4: caught up now; lastCaughtUp(6) = 400; LEO(6) = 4",
		"t=550 STATUS: R2: 550 - 0 = 550 > 500: 7 leaves the ISR; R4: HW = max(2, min(4, 4)) = 4; 6 in sync: 550 - 400 = 150 is not > 500",
		"t=600 FETCH 7 offset 4: R1: 4 >= 4: caught up now; lastCaughtUp(7) = 600; LEO(7) = 4; R3: 4 >= HW 4: 7 joins the ISR",
		"t=601 STATUS: 6 in sync: 601 - 400 = 201 is not > 500; 7 in sync: 601 - 600 = 1 is not > 500",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStatus(t *testing.T) {
	r := replay(t, "replicas r1 r2\nmin.insync.replicas 2\nretained.records 1\nlease 3\n"+
		"APPEND 1\nREPLICATE r2\nREPLICATE r2\nAPPEND 2\nt=7 STATUS\n")
	got := r.Outcomes[len(r.Outcomes)-1].Status
	want := &script.Status{
		Leader: "r1", InCharge: true, Epoch: 1, ControllerEpoch: 1, ISR: []string{"r1", "r2"}, HW: 1,
		AcksAll: true, Admission: "ISR of 2 >= min.insync.replicas 2",
		Replicas: []script.ReplicaStatus{
			{Name: "r1", Role: "leader", InISR: true, Epoch: 1, LEO: 3, AppliedHW: 1, Durable: 3, Lease: 3,
				Log: []string{"1e1", "2e1", "3e1"}, Committed: []string{"1e1"}},
			{Name: "r2", Role: "follower", InISR: true, Epoch: 1, LEO: 1, AppliedHW: 1, Durable: 1, CatchUp: "full", KnownLEO: 1, CaughtUp: "t=0",
				Log: []string{"1e1"}, Committed: []string{"1e1"}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	r = replay(t, "replicas r1 r2\nCRASH r2\nCRASH r1\nSTATUS\nRESTART r1\nSTATUS\n")
	for i, role := range map[int]string{2: "dead (leader)", 4: "(leader)"} {
		if s := r.Outcomes[i].Status; s.InCharge || s.AcksAll || s.Replicas[0].Role != role || s.Replicas[1].Role != "dead" {
			t.Errorf("%+v", s)
		}
	}
}

// TestFetchAgain wants a member that asks again for what is committed to move
// nothing, unless the rule is wrong: no follower has lost anything.
func TestFetchAgain(t *testing.T) {
	const src = "replicas r1 r2\nreplica.lag.time.max.ms 500\nAPPEND 2\nFETCH r2 offset 2\nt=1 FETCH r2 offset 1\n"
	r := replay(t, src+"EXPECT hw 2\nEXPECT isr r1 r2\nEXPECT known r2 1\nEXPECT log r2 1e1 2e1\nEXPECT applied r2 0\n")
	if !r.Passed() || len(r.Violations) > 0 {
		t.Errorf("%+v, %+v", r.Failure, r.Violations)
	}
	want := "FETCH r2 offset 1: R1: 1 < 2 and 1 < 2: not caught up; lastCaughtUp(r2) = 0; LEO(r2) = 1; R4: HW = max(2, min(2, 1)) = 2"
	if got := r.Outcomes[2].String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s, err := script.Parse("again.script", []byte(src+"EXPECT hw 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if r, err = script.Replay(s, "hw-can-decrease"); err != nil || r.Failure != nil || len(r.Violations) != 1 || r.Violations[0].Property != "HWNeverDecreases" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRefusals wants the reason and the arithmetic of every refusal.
func TestRefusals(t *testing.T) {
	const two = "replicas r1 r2 r3\nreplica.lag.time.max.ms 500\nmin.insync.replicas 2\nisr manual\n"
	out := "t=600 SHRINK r2\n"
	for _, c := range []struct{ src, reason, text string }{
		{two + "PRODUCE acks=quorum", "unsupported_acks", "R5: acks=quorum is not supported: only acks=1 and acks=all are"},
		{two + out + "SHRINK r3\nPRODUCE acks=all", "NOT_ENOUGH_REPLICAS", "R6: ISR of 1 < min.insync.replicas 2: NOT_ENOUGH_REPLICAS, nothing is appended"},
		{two + "CRASH r1\nAPPEND 1", "not_in_charge", "nobody is in charge: leader r1 is dead"},
		{two + "CRASH r1\nRESTART r1\nFETCH r2", "not_in_charge", "nobody is in charge: leader r1 is back, but has adopted epoch 0, not 1"},
		{two + "FETCH r1", "is_leader", "r1 is the leader, and only followers fetch"},
		{two + "CRASH r2\nFETCH r2", "not_alive", "r2 is dead"},
		{two + "ELECT r2\nFETCH r3", "old_epoch", "R8: r3 has adopted epoch 1, not 2; FOLLOW r3 comes first"},
		{two + "FETCH r2\nFETCH r2", "in_flight", "a response to r2 is in flight"},
		{two + "FETCH r2\nFETCH r2 offset 0", "in_flight", "a response to r2 is in flight"},
		{two + "APPEND 1\nFETCH r2 offset 2", "beyond_log", "offset 2 is beyond the leader's LEO 1"},

		{two + "durability lossy\nAPPEND 1\nREPLICATE r2\nFETCH r2", "not_durable", "R12: only 0 of the 1 record of r2 are durable, and a fetch says that it has them all; FSYNC r2 comes first"},
		{two + "RECEIVE r2", "nothing_in_flight", "no response to r2 is in flight"},
		{two + "DROP r2", "nothing_in_flight", "no response to r2 is in flight"},
		{two + "FETCH r2\nELECT r3\nFOLLOW r2\nRECEIVE r2", "stale_leader_epoch", "R8: stale_leader_epoch: a packet of epoch 1, and r2 has adopted epoch 2"},
		{two + "APPEND 1\nFETCH r2\nDUPLICATE r2\nRECEIVE r2", "gap", "R8: the packet starts at offset 0, and the LEO of r2 is 1: dropped"},
		{two + "SHRINK r1", "is_leader", "R2: the leader is never removed"},
		{two + "t=500 SHRINK r2", "in_sync", "R2: 500 - 0 = 500 is not > 500: r2 is in sync"},
		{two + out + "SHRINK r2", "not_in_isr", "r2 is not in the ISR"},
		{two + "EXPAND r2", "in_isr", "r2 is in the ISR"},
		{two + out + "EXPAND r2", "no_recent_fetch", "R3: r2 has not fetched in this epoch, or since it is back"},
		{two + "t=1 FETCH r2\n" + out + "EXPAND r2", "no_recent_fetch", "R3: r2 fetched last at t=1, and 600 - 1 = 599 > 500"},
		{two + "APPEND 1\nt=1 FETCH r3 offset 1\n" + out + "FETCH r2\nEXPAND r2", "below_hw", "R3: LEO(r2) 0 < HW 1"},
		{two + "ELECT r1", "in_charge", "R7: r1 is in charge already"},
		{two + out + "ELECT r2", "not_in_isr", "R7: r2 is not in the ISR {r1 r3}"},
		{two + "CRASH r2\nELECT r2", "not_alive", "R7: r2 is dead"},
		{two + "FOLLOW r1", "is_leader", "r1 is the leader"},
		{two + "FOLLOW r2", "adopted", "R9: r2 has adopted epoch 1 already"},
		{two + "ACK 1", "not_waiting", "no acks=all request waits for record 1"},
		{two + "PRODUCE acks=all\nACK 1", "hw_not_passed", "R5: HW 0 is not > offset 0"},
		{two + "PRODUCE acks=all\nREFUSE 1", "enough_replicas", "R6: ISR of 3 >= min.insync.replicas 2"},
		{two + "PRODUCE acks=all\n" + out + "SHRINK r3\nACK 1", "NOT_ENOUGH_REPLICAS", "R6: ISR of 1 < min.insync.replicas 2: NOT_ENOUGH_REPLICAS, after the append"},
		{two + "TIMEOUT 1", "not_waiting", "no acks=all request waits for record 1"},
		{two + "CRASH r2\nCRASH r2", "not_alive", "r2 is dead"},
		{two + "RESTART r2", "alive", "r2 is up"},
		{two + "FSYNC r2", "durable", "R12: r2 has nothing to fsync: all of its 0 records are durable"},
		{two + "READ LINEARIZABLE", "lease_expired", "R11: the lease of r1 has expired"},
		{two + "READ LEADER r2", "not_leader", "R11: r2 is not the controller's leader: r1 is"},
		{two + "CRASH r2\nREAD LOCAL r2", "not_alive", "r2 is dead"},
		{two + "CRASH r1\nREAD CONSUMER", "not_in_charge", "nobody is in charge: leader r1 is dead"},
		{two + "lease 1\nAPPEND 1\nREAD LINEARIZABLE", "above_hw", "R11: LEO 1 > HW 0: something is not committed"},
	} {
		r := replay(t, c.src)
		last := r.Outcomes[len(r.Outcomes)-1].Refusal
		if f := r.Failure; last == nil || f == nil || !f.Refused || f.Message != c.text || last.Reason != c.reason {
			t.Errorf("%q: %+v %+v", strings.TrimPrefix(c.src, two), last, r.Failure)
		}
		for _, want := range []string{"", " " + c.reason} {
			if r := replay(t, c.src+"\nEXPECT REFUSED"+want); !r.Passed() {
				t.Errorf("%q: %+v", c.src, r.Failure)
			}
		}
		if r := replay(t, c.src+"\nEXPECT REFUSED R1"); r.Passed() || r.Failure.Refused || !strings.Contains(r.Failure.Message, c.text) {
			t.Errorf("%q: %+v", c.src, r.Failure)
		}
	}
}

func TestLimits(t *testing.T) {
	for src, want := range map[string]string{
		"APPEND 7\nAPPEND 1": "s.script:3:1: expected at most 7 records in a script",
		"max.records 2\nAPPEND 1\n PRODUCE acks=1\nAPPEND 1":        "s.script:5:1: expected at most 2 records in a script",
		strings.Repeat("ELECT b\nFOLLOW a\nELECT a\nFOLLOW b\n", 9): "",
		strings.Repeat("CRASH b\nRESTART b\n", 16):                  "s.script:32:1: expected at most 15 crashes in a script",
	} {
		s, err := script.Parse("s.script", []byte("replicas a b\n"+src))
		if err != nil {
			t.Fatal(err)
		}
		r, err := script.Replay(s)
		var e *script.Error
		if want == "" {
			if err != nil || r.Failure == nil { // the old leader is out of the ISR
				t.Errorf("%v", err)
			}
		} else if !errors.As(err, &e) || e.Error() != want {
			t.Errorf("%.20q: %v", src, err)
		}
	}
}

// TestUnexpectedViolation wants a violation that no EXPECT is about to count.
func TestUnexpectedViolation(t *testing.T) {
	const src = "replicas a b\nAPPEND 1\nREAD CONSUMER\n"
	r := replay(t, src, "consumer-reads-above-hw")
	if r.Passed() || r.Failure != nil || len(r.Violations) == 0 || r.Violations[0].Property != "ConsumedSurvives" || r.Violations[0].Row != 2 {
		t.Errorf("%+v", r)
	}
	if r := replay(t, src+"EXPECT VIOLATED ConsumedSurvives\n", "consumer-reads-above-hw"); !r.Passed() {
		t.Errorf("%+v", r.Failure)
	}
	r = replay(t, src+"EXPECT VIOLATED LeaderInISR\n", "consumer-reads-above-hw")
	if f := r.Failure; f == nil || f.Message != "expected that LeaderInISR is violated by now, but it holds; what is violated is ConsumedSurvives" {
		t.Errorf("%+v", f)
	}
}

func TestVariantThatCannotAct(t *testing.T) {
	s, err := script.Parse("s.script", []byte("replicas a b\n"))
	if err != nil {
		t.Fatal(err)
	}
	var bound *model.BoundError
	if _, err := script.Replay(s, "count-before-fsync"); !errors.As(err, &bound) || bound.Constant != "Variant" {
		t.Errorf("%v", err)
	}
	if _, err := script.Replay(s, "nosuch"); !errors.As(err, &bound) {
		t.Errorf("%v", err)
	}
}

// verbs that random scripts are made of, for replicas a, b and c.
var drawn = []string{
	"APPEND 1", "PRODUCE acks=1", "PRODUCE acks=all", "FETCH a", "FETCH b", "FETCH c", "RECEIVE b", "RECEIVE c", "REPLICATE b", "REPLICATE c",
	"FETCH b offset 0", "FETCH b offset 1", "FETCH c offset 1", "FETCH c offset 2", "DROP b", "DUPLICATE c", "SHRINK b", "SHRINK c", "EXPAND b",
	"EXPAND c", "ELECT a", "ELECT b", "ELECT c", "FOLLOW a", "FOLLOW b", "FOLLOW c", "ACK 1", "ACK 2", "REFUSE 1", "TIMEOUT 1", "CRASH a",
	"CRASH b", "RESTART a", "RESTART b", "FSYNC a", "FSYNC b", "FSYNC c", "READ LINEARIZABLE", "READ LEASE a", "STATUS",
}

// drawScript draws commands with the times between them, in units.
func drawScript(t *rapid.T) (commands []string, pauses []int) {
	commands = rapid.SliceOfN(rapid.SampledFrom(drawn), 1, 30).Draw(t, "commands")
	pauses = rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 0, 1, 1, 2, 4}), len(commands), len(commands)).Draw(t, "pauses")
	return commands, pauses
}

// written is a script of commands, with every time so many units long, that
// does not mind refusals.
func written(settings string, limit, unit int, commands []string, pauses []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "replicas a b c\n%sreplica.lag.time.max.ms %d\n", settings, limit*unit)
	now, records := 0, 0
	for i, c := range commands {
		if strings.HasPrefix(c, "APPEND") || strings.HasPrefix(c, "PRODUCE") {
			if records++; records > 7 {
				continue
			}
		}
		now += pauses[i] * unit
		fmt.Fprintf(&b, "t=%d %s\n", now, c)
	}
	return b.String()
}

// performAll replays a script line by line, and goes on after refusals: an
// EXPECT REFUSED follows where the replay stopped.
func performAll(t *rapid.T, src string, variants ...string) *script.Result {
	for {
		s, err := script.Parse("s.script", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		r, err := script.Replay(s, variants...)
		if err != nil {
			t.Skip(err)
		}
		if r.Failure == nil {
			return r
		}
		lines := strings.Split(src, "\n")
		src = strings.Join(slices.Insert(lines, r.Failure.Row, "EXPECT REFUSED"), "\n")
	}
}

// TestRealTimesAgree compares a script whose times are small enough for the
// model to keep with the same one in other units, where only an image of them
// reaches the model.
func TestRealTimesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		commands, pauses := drawScript(t)
		limit := rapid.IntRange(0, 4).Draw(t, "limit")
		settings := rapid.SampledFrom([]string{"", "isr manual\n", "min.insync.replicas 2\n"}).Draw(t, "settings")
		variant := rapid.SampledFrom([]string{"", "shrink-at-limit", "caught-up-uses-now", "caught-up-goes-back", "shrink-by-last-fetch", "expand-on-heal", "crash-keeps-bookkeeping"}).Draw(t, "variant")
		var variants []string
		if variant != "" {
			variants = []string{variant}
		}
		const unit = 100
		small := performAll(t, written(settings, limit, 1, commands, pauses), variants...)
		large := performAll(t, written(settings, limit, unit, commands, pauses), variants...)
		summary := func(r *script.Result, unit int) (lines []string) {
			for _, o := range r.Outcomes {
				line := fmt.Sprintf("t=%d %s", o.Time/unit, o.Command)
				if o.Refusal != nil {
					line += " refused: " + o.Refusal.Reason
				}
				if s := o.Status; s != nil {
					line += fmt.Sprintf(" %v %d", s.ISR, s.HW)
					for _, f := range s.Replicas {
						at := 0
						if _, err := fmt.Sscanf(f.CaughtUp, "t=%d", &at); err == nil {
							f.CaughtUp = fmt.Sprint(at / unit)
						}
						line += fmt.Sprintf(" %+v", f)
					}
				}
				for _, v := range o.Violations {
					line += " " + v.Property
				}
				lines = append(lines, line)
			}
			return lines
		}
		if diff := cmp.Diff(summary(small, 1), summary(large, unit)); diff != "" {
			t.Errorf("(-ticks +milliseconds):\n%s", diff)
		}
	})
}

// TestProtocolHoldsInScripts wants no property violated, whatever a script does.
func TestProtocolHoldsInScripts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		commands, pauses := drawScript(t)
		settings := rapid.SampledFrom([]string{"", "isr manual\n", "min.insync.replicas 2\nlease 2\n", "durability lossy\n", "fetch.max.records 1\nretained.records 1\n"}).Draw(t, "settings")
		r := performAll(t, written(settings, 3, 100, commands, pauses))
		if len(r.Violations) > 0 {
			t.Errorf("%+v", r.Violations)
		}
	})
}
