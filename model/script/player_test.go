package script_test

import (
	"slices"
	"strings"
	"testing"

	"tidemark/model/script"
)

// TestPlayer performs each script that comes with tidemark a command at a time,
// and wants the notes and refusals of a replay, and its expectations to be met.
func TestPlayer(t *testing.T) {
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		s, err := script.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		want, err := script.Replay(s)
		if err != nil {
			t.Fatal(err)
		}
		p, err := script.NewPlayer(&s.Header)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for _, l := range s.Lines {
			if l.Command == nil {
				continue
			}
			o := want.Outcomes[i]
			i++
			if !o.Expectation {
				p = p.Clone()
				got, err := p.Perform(l.Command)
				if err != nil {
					t.Fatal(err)
				}
				if got.String() != o.String() || got.Time != o.Time {
					t.Errorf("%s:%d: got %s, want %s", name, l.Row, got, &o)
				}
				continue
			}
			info := slices.IndexFunc(script.Fields(), func(f script.FieldInfo) bool { return f.Name == l.Command.Word })
			if info < 0 {
				continue // REFUSED
			}
			replica := ""
			if script.Fields()[info].OfReplica {
				replica = l.Command.Replicas[0]
			}
			if is, err := p.Is(l.Command.Word, replica, l.Command.Values); !is || err != nil {
				t.Errorf("%s:%d: %s: %v, %v", name, l.Row, l.Command, is, err)
			}
		}
	}
}

func player(t *testing.T, src string) (*script.Player, *script.Outcome) {
	t.Helper()
	s, err := script.Parse("test", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := script.NewPlayer(&s.Header)
	if err != nil {
		t.Fatal(err)
	}
	var o *script.Outcome
	for _, l := range s.Lines {
		if l.Command == nil {
			continue
		}
		if o, err = p.Perform(l.Command); err != nil {
			t.Fatal(err)
		}
	}
	return p, o
}

// TestAnswers wants acks=all requests to be answered by themselves, once the
// high watermark has passed them or the ISR has become too small.
func TestAnswers(t *testing.T) {
	const header = "replicas a b\nreplica.lag.time.max.ms 5\nmin.insync.replicas 2\nanswers auto\nPRODUCE acks=all\n"
	for _, tt := range []struct{ rest, waiting, acked, note string }{
		{"", "1", "none", "waits"},
		{"FETCH b offset 0", "1", "none", ""},
		{"FETCH b offset 1", "none", "1", "HW"},
		{"t=5 STATUS", "1", "none", ""},
		{"t=6 STATUS", "none", "none", "NOT_ENOUGH_REPLICAS"},
		{"TICK 6", "none", "none", "NOT_ENOUGH_REPLICAS"},
	} {
		p, o := player(t, header+tt.rest)
		if w, a := p.Value("waiting", "")[0], p.Value("acked", "")[0]; w != tt.waiting || a != tt.acked {
			t.Errorf("%s: waiting %s and acked %s, want %s and %s", tt.rest, w, a, tt.waiting, tt.acked)
		}
		if !strings.Contains(strings.Join(o.Notes, "; "), tt.note) {
			t.Errorf("%s: the notes are %q", tt.rest, o.Notes)
		}
	}
}

// TestCrashOfAnother wants the crash of one follower to leave what is known of
// another as it is, even if that is old.
func TestCrashOfAnother(t *testing.T) {
	for src, want := range map[string][2]string{
		"t=9 CRASH b":                  {"never", "t=0"},
		"t=9 CRASH b\nRESTART b":       {"never", "t=0"},
		"t=9 CRASH a":                  {"never", "never"},
		"t=9 ELECT b":                  {"never", "t=9"},
		"t=9 STATUS\nCRASH c\nCRASH b": {"never", "never"},
	} {
		p, _ := player(t, "replicas a b c\nreplica.lag.time.max.ms 5\n"+src)
		if got := [2]string{p.Value("caught-up", "b")[0], p.Value("caught-up", "c")[0]}; got != want {
			t.Errorf("%s: b was caught up at %s and c at %s, want %v", src, got[0], got[1], want)
		}
	}
}

func TestWhy(t *testing.T) {
	const header = "replicas a b c\nreplica.lag.time.max.ms 5\nmin.insync.replicas 2\nAPPEND 2\nt=1 FETCH b offset 2\n"
	for _, tt := range []struct{ rest, field, replica, want string }{
		{"", "hw", "", "R4: HW = max(0, min(2, 2, 0)) = 0"},
		{"t=6 STATUS", "hw", "", "R4: HW = max(0, min(2, 2)) = 2"},
		{"", "isr", "a", "R2: the leader is never removed"},
		{"t=6 STATUS", "isr", "b", "R2: b in sync: 6 - 1 = 5 is not > 5"},
		{"t=6 APPEND 1", "isr", "c", "R2: 6 - 0 = 6 > 5, but c leaves only when the ISR is checked"},
		{"t=6 STATUS\nFETCH c offset 0", "isr", "c", "R3: LEO(c) 0 < HW 2"},
		{"", "known", "c", "R1: only a fetch of c, an election or a crash changes it"},
		{"t=2 ELECT b", "caught-up", "a", "R7: nothing is known of the followers in a new epoch, in which members of the ISR count as caught up now"},
		{"t=7 STATUS", "acks=all", "", "R6: ISR of 1 < min.insync.replicas 2"},
		{"PRODUCE acks=all", "acked", "", "record 3 waits: R5: HW 0 is not > offset 2"},
		{"", "leader", "", ""},
	} {
		p, _ := player(t, header+tt.rest)
		if got := p.Why(tt.field, tt.replica); got != tt.want {
			t.Errorf("%s: %s %s: got %q, want %q", tt.rest, tt.field, tt.replica, got, tt.want)
		}
	}
}

func TestIs(t *testing.T) {
	p, _ := player(t, "replicas a b\nreplica.lag.time.max.ms 5\nAPPEND 1\nt=1 FETCH b offset 1\n")
	for _, tt := range []struct {
		field, replica, words string
		is                    bool
		problem               string
	}{
		{"hw", "", "1", true, ""},
		{"hw", "", "2", false, ""},
		{"hw", "", "one", false, "expected a number"},
		{"hw", "", "1 2", false, "expected the end of the line"},
		{"isr", "", "b a", true, ""},
		{"isr", "", "a c", false, "expected a replica"},
		{"caught-up", "b", "t=1", true, ""},
		{"log", "b", "1e1", true, ""},
	} {
		is, err := p.Is(tt.field, tt.replica, strings.Fields(tt.words))
		if is != tt.is || (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
			t.Errorf("%s %s: %v, %v", tt.field, tt.words, is, err)
		}
	}
}
