package conform

import (
	"slices"
	"strings"
	"testing"

	"tidemark/model/script"
)

// at is a player after some commands about replicas 5, 6 and 7.
func at(t testing.TB, commands string) (*script.Player, *script.Outcome) {
	t.Helper()
	s, err := script.Parse("test", []byte("replicas 5 6 7\nreplica.lag.time.max.ms 5\nmin.insync.replicas 2\nanswers auto\n"+commands))
	if err != nil {
		t.Fatal(err)
	}
	p, err := script.NewPlayer(&s.Header)
	if err != nil {
		t.Fatal(err)
	}
	var o *script.Outcome
	for _, l := range s.Lines {
		if l.Command != nil {
			if o, err = p.Perform(l.Command); err != nil {
				t.Fatal(err)
			}
		}
	}
	return p, o
}

var replicas = []string{"5", "6", "7"}

// stepAt is what commands come to for an implementation that declares fields.
func stepAt(t testing.TB, commands string, fields ...string) (*rulebook, *step) {
	t.Helper()
	p, o := at(t, commands)
	b := &rulebook{profile: profile{fields: fields}}
	return b, &step{outcome: o, after: p, answer: expectedAnswer(p, o, fields, replicas)}
}

const fetches = "APPEND 2\nt=1 FETCH 6 offset 2\nt=2 FETCH 7 offset 1\n"

// TestCompare compares answers with the state after some fetches.
func TestCompare(t *testing.T) {
	for _, tt := range []struct{ answer, want string }{
		{"OK leo=2 hw=1 isr=5,6,7", ""},
		{"OK isr=7,5,6 hw=1 leo=5:2 # in any order", ""},
		{"OK leo=2 hw=1 isr=5,6,7 known=6:2,7:1 caught-up=6:1,7:t=0 acks-all=accepted epoch=1 leader=5 log=5:1e1+2e1", ""},
		{"OK leo=2 hw=1 isr=5,6,7 waiting= acked=none", ""},
		{"OK leo=2 hw=2 isr=5,6,7", "hw=1, not hw=2"},
		{"OK leo=3 hw=1 isr=5,6,7", "leo=2, not leo=3"},
		{"OK leo=5:3 hw=1 isr=5,6,7", "leo=5:2, not leo=5:3"},
		{"OK leo=2 hw=1 isr=5,6", "isr=5,6,7, not isr=5,6"},
		{"OK leo=2 hw=1 isr=", "isr=5,6,7, not isr=none"},
		{"OK leo=2 hw=1 isr=5,6,7,6", "isr=5,6,7, not isr=5,6,7,6"},
		{"OK leo=2 hw=1 isr=5,6,7,", "isr=5,6,7, not isr=5,6,7,"},
		{"OK leo=2 hw=1 isr=5,6,7 known=7:2", "known=7:1, not known=7:2"},
		{"OK leo=2 hw=1 isr=5,6,7 caught-up=6:-7", "caught-up=6:1, not caught-up=6:-7"},
		{"OK leo=2 hw=1 isr=5,6,7 log=1e1", "log=1e1+2e1, not log=1e1"},
		{"REFUSED leo=2 hw=1 isr=5,6,7", "OK, not REFUSED"},
		{"REFUSED NO leo=2 hw=1 isr=5,6,7", "OK, not REFUSED NO"},
		{"", "expected a line that begins with OK or REFUSED"},
		{"ok leo=2", "expected a line that begins with OK or REFUSED"},
		{"OK leo=2 hw=1", "there is no isr= in it"},
		{"OK leo", "expected KEY=VALUE, found leo"},
		{"OK LEO=2", "LEO is not a field; fields are leader, epoch"},
		{"OK hw=1 hw=1", "hw is given twice"},
		{"OK known=6:1,6:1", "known has replica 6 twice"},
		{"OK known=8:1", "expected a replica (5, 6, 7) in known, found 8"},
		{"OK known=6:1,7", "expected known=REPLICA:VALUE,..., found 7"},
		{"OK leo=2 hw=x isr=5,6,7", "hw: expected a number, a whole number from 0"},
		{"OK leo=2 hw=1 isr=5,8", "isr: expected a replica: 5, 6 or 7, found 8"},
		{"OK leo=2 hw=1 isr=5,6,7 caught-up=6:soon", "caught-up: expected a time"},
		{"OK leo=2 hw=1 isr=5\x00", "isr: expected a replica: 5, 6 or 7, found 5"},
	} {
		b, s := stepAt(t, fetches, DefaultFields()...)
		m := b.compare(s, replicas, tt.answer)
		got := ""
		if m != nil {
			got = m.problem
			if m.kind == Different {
				got = m.expected + ", not " + m.came
			}
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", tt.answer, got, tt.want)
		}
	}
}

// TestCompareRefusal compares answers with a refusal by R6.
func TestCompareRefusal(t *testing.T) {
	for answer, ok := range map[string]bool{
		"REFUSED NOT_ENOUGH_REPLICAS leo=0": true,
		"REFUSED R6 leo=0":                  true,
		"REFUSED leo=0":                     true,
		"REFUSED unsupported_acks leo=0":    false,
		"OK leo=0":                          false,
		"REFUSED leo=1":                     false,
	} {
		b, s := stepAt(t, "t=6 PRODUCE acks=all", "leo")
		if m := b.compare(s, replicas, answer); (m == nil) != ok {
			t.Errorf("%s: %+v", answer, m)
		}
	}
}

// TestExpectedAnswer wants what is expected to be an answer that is right, in
// many situations and for all fields.
func TestExpectedAnswer(t *testing.T) {
	for _, commands := range []string{
		fetches, "t=6 STATUS", "t=6 PRODUCE acks=all", "PRODUCE acks=all", "PRODUCE acks=all\nFETCH 6 offset 1\nFETCH 7 offset 1",
		"ELECT 6", fetches + "ELECT 6\nFOLLOW 7\nt=9 FETCH 7 offset 1", "CRASH 6\nCRASH 7", "APPEND 1\nREAD LEADER", "APPEND 1\nFETCH 6\n",
	} {
		b, s := stepAt(t, commands, Fields()...)
		if m := b.compare(s, replicas, s.answer+" "); m != nil {
			t.Errorf("%q: %s: %+v", commands, s.answer, m)
		}
		if len(wordsOf(s.answer)) < len(Fields()) {
			t.Errorf("%q: not all fields in %s", commands, s.answer)
		}
	}
}

func TestReadReady(t *testing.T) {
	p, err := readReady("READY")
	if err != nil || !slices.Equal(p.fields, DefaultFields()) || !slices.Equal(p.commands, DefaultCommands()) {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = readReady("READY commands=FETCH,STATUS fields=hw # that is all")
	if err != nil || !slices.Equal(p.fields, []string{"hw"}) || !slices.Equal(p.commands, []string{"FETCH", "STATUS"}) {
		t.Errorf("%+v, %v", p, err)
	}
}

// FuzzAnswer gives the parser whatever a program may write. An answer that is
// right has to have each field as the rules say; and a finding can be shown.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"OK leo=2 hw=1 isr=5,6,7", "REFUSED NO leo=1", "OK known=6:2,7:1 caught-up=6:never log=5:1e1+2e1", "OK isr=", "OK response=6:none read=none",
		"READY fields=hw commands=FETCH", "READY x", "OK caught-up=6:-3", "OK hw=t=1 \x00\xff", "OK hw=99999999999999999999",
	} {
		f.Add(seed)
	}
	b, s := stepAt(f, fetches, DefaultFields()...)
	f.Fuzz(func(t *testing.T, text string) {
		readReady(text)
		m := b.compare(s, replicas, text)
		if m == nil {
			if words := wordsOf(text); words[0] != okWord || !slices.ContainsFunc(words, func(w string) bool {
				n, is := strings.CutPrefix(w, "hw=")
				return is && strings.TrimLeft(n, "0") == "1"
			}) {
				t.Errorf("%q is taken for right", text)
			}
			return
		}
		if m.kind == Different && m.expected == m.came || m.kind == Malformed && m.problem == "" {
			t.Errorf("%q: %+v", text, m)
		}
		if strings.ContainsFunc(shown(text), func(r rune) bool { return r < ' ' }) {
			t.Errorf("%q is shown as %q", text, shown(text))
		}
	})
}

// TestListAmiss wants what is there twice, such as an answer to a request, to be
// named.
func TestListAmiss(t *testing.T) {
	for answer, want := range map[string]string{
		"OK isr=5,6,7,6":         "6 is there twice",
		"OK isr=5,,6,7":          "the list has an item that is empty",
		"OK isr=5,6,7 acked=1,1": "1 is there twice",
	} {
		b, s := stepAt(t, "PRODUCE acks=all\nFETCH 6 offset 1\nFETCH 7 offset 1\n", "isr")
		if m := b.compare(s, replicas, answer); m == nil || m.kind != Different || !slices.Equal(m.why, []string{want}) {
			t.Errorf("%s: %+v", answer, m)
		}
	}
}
