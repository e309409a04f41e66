package script_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tidemark/model"
	"tidemark/model/script"
)

func embedded(t testing.TB, name string) *script.Script {
	t.Helper()
	src, found := script.Source(name)
	if !found {
		t.Fatalf("there is no script %s", name)
	}
	s, err := script.Parse(name, src)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// known reports whether there is a variant of that name.
func known(name string) bool {
	return slices.ContainsFunc(model.Variants(), func(v model.VariantInfo) bool { return v.Name == name })
}

// TestLibrary replays every script that comes with tidemark: it passes, no
// property is violated, and some variant breaks it.
func TestLibrary(t *testing.T) {
	for _, name := range script.Library() {
		t.Run(name, func(t *testing.T) {
			s := embedded(t, name)
			r, err := script.Replay(s)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Passed() || len(r.Violations) > 0 {
				t.Fatalf("%+v %+v", r.Failure, r.Violations)
			}
			if r.Expectations == 0 {
				t.Error("it expects nothing")
			}
			var broken []string
			for _, v := range model.Variants() {
				if r, err := script.Replay(s, v.Name); err == nil && r.Failure != nil {
					broken = append(broken, v.Name)
				}
			}
			t.Logf("breaks under %s", strings.Join(broken, ", "))
			if len(broken) == 0 {
				t.Error("no variant breaks it")
			}
		})
	}
}

// TestMistakes wants each of the lesson's mistakes to show in its script, at
// the line that is about it.
func TestMistakes(t *testing.T) {
	for _, m := range []struct{ name, variant, failure string }{
		{"worked-trace", "hw-over-all-replicas", "expected hw 4, found 2 (R4)"},
		{"worked-trace", "shrink-forgets-hw", "expected hw 4, found 2 (R4)"},
		{"mistake-needs-equality", "caught-up-needs-equality", "expected isr 5 6, found 5 (R2, R3, R7)"},
		{"mistake-shrink-at-limit", "shrink-at-limit", "expected isr 5 6 7, found 5 7 (R2, R3, R7)"},
		{"mistake-hw-over-all", "hw-over-all-replicas", "expected hw 3, found 1 (R4)"},
		{"mistake-hw-decreases", "hw-can-decrease", "expected hw 2, found 0 (R4)"},
		{"mistake-joins-early", "expand-before-hw", "expected isr 5 6, found 5 6 7 (R2, R3, R7)"},
		{"mistake-joins-early", "expand-on-heal", "expected that the rules refuse EXPAND 7, but they allow it"},
		{"min-isr", "min-isr-blocks-shrink", "expected isr 5, found 5 6 (R2, R3, R7)"},
		{"min-isr", "min-isr-after-append", "expected acks=all refused, found accepted (R6)"},
		{"fenced-packet", "no-fencing", "expected that the rules refuse RECEIVE r2, but they allow it"},
		{"fewer-than-a-majority", "hw-by-majority", "expected hw 1, found 0 (R4)"},
		{"read-levels", "linearizable-reads-above-hw", "expected that the rules refuse READ LINEARIZABLE, but they allow it"},
		{"fenced-packet", "no-epoch-fencing", "expected the reason stale_leader_epoch, but RECEIVE r2 is refused for non_current_leader"},
		{"old-epoch-records", "fence-by-entry-epoch", "R8: stale_leader_epoch"},
		{"catch-up", "snapshot-commits-all", "expected applied r3 2, found 3 (R4, R10)"},
		{"lease-read", "lease-outlives-leadership", "expected that the rules refuse READ LEASE r1, but they allow it"},
		{"ack-levels", "ack-before-hw", "expected that the rules refuse ACK 2, but they allow it"},
		{"fsync-and-crash", "count-before-fsync", "expected that the rules refuse FETCH r2, but they allow it"},
	} {
		t.Run(m.name+"/"+m.variant, func(t *testing.T) {
			if !known(m.variant) {
				t.Fatalf("there is no variant %s", m.variant)
			}
			r, err := script.Replay(embedded(t, m.name), m.variant)
			if err != nil {
				t.Fatal(err)
			}
			if r.Failure == nil || !strings.Contains(r.Failure.Message, m.failure) {
				t.Errorf("%+v", r.Failure)
			}
		})
	}
}

// TestLibraryIsCanonical wants every script to be as it would be written.
func TestLibraryIsCanonical(t *testing.T) {
	blanks := func(src []byte) []byte {
		var lines [][]byte
		for line := range bytes.Lines(src) {
			lines = append(lines, bytes.Join(bytes.Fields(line), []byte(" ")))
		}
		return bytes.Join(lines, []byte("\n"))
	}
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		if got, want := blanks([]byte(embedded(t, name).String())), blanks(src); !bytes.Equal(got, want) {
			t.Errorf("%s is written as\n%s", name, got)
		}
		if s := script.Summary(name); s == "" || strings.HasPrefix(s, "#") || !strings.HasSuffix(s, ".") {
			t.Errorf("%s: summary %q", name, s)
		}
	}
}
