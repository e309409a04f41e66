package script_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/model/script"
)

const header = "replicas 5 6 7\nreplica.lag.time.max.ms 500\n"

func TestParseErrors(t *testing.T) {
	long := strings.Repeat("x", 1001)
	for _, c := range []struct{ src, message, hint string }{
		{"", "s.script:1:1: expected a line that names the replicas first", "replicas 5 6 7"},
		{"\n\n# only this\n", "s.script:3:1: expected a line that names the replicas first", "replicas 5 6 7"},
		{"APPEND 1\n", "s.script:1:1: expected a line that names the replicas first", "replicas 5 6 7"},
		{"replicas 5\n", "s.script:1:11: expected the names of 2 to 7 replicas, found 1", "replicas 5 6 7"},
		{"replicas 5 6 5\n", "s.script:1:14: 5 is named twice", "replicas R R ..."},
		{"replicas 1 2 3 4 5 6 7 8\n", "s.script:1:24: expected at most 7 replicas", "replicas R R ..."},
		{"replicas a none\n", "s.script:1:12: expected the name of a replica: letters, digits, -, _ and ., at most 32 of them, found none", "replicas R R ..."},
		{"replicas a b,c\n", "s.script:1:12: expected the name of a replica: letters, digits, -, _ and ., at most 32 of them, found b,c", "replicas R R ..."},
		{"replicas 5 6\nreplicas 5 6\n", "s.script:2:1: replicas is given twice", ""},
		{"replicas 5 6\nmin.insync.replicas 3\nSTATUS\n", "s.script:2:21: min.insync.replicas 3 is more than the 2 replicas, so that acks=all could never be admitted", ""},
		{"replicas 5 6\nisr Auto\n", "s.script:2:5: expected auto or manual, found Auto", "did you mean auto?"},
		{"replicas 5 6\nlease\n", "s.script:2:6: expected ticks, a whole number from 0 to 15, found the end of the line", "lease N"},
		{"replicas 5 6\nlease 16\n", "s.script:2:7: expected ticks, a whole number from 0 to 15, found 16", "lease N"},
		{"replicas 5 6\nlease -1\n", "s.script:2:7: expected ticks, a whole number from 0 to 15, found -1", "lease N"},
		{"replicas 5 6\nlease 1 2\n", "s.script:2:9: expected the end of the line, found 2", "a comment starts with #"},
		{"replicas 5 6\nvariant\n", "s.script:2:8: expected the name of a variant, found the end of the line", "variant NAME ..."},
		{"replicas 5 6\nvariant nosuch\n", "s.script:2:9: expected the name of a variant, found nosuch", "variant NAME ..."},
		{"replicas 5 6\nLAG 500\n", "s.script:2:1: expected a setting or a command, found LAG", "..."},
		{"replicas 5 6\nISR auto\n", "s.script:2:1: expected a setting or a command, found ISR", "did you mean isr?"},
		{header + "STATUS\nisr auto\n", "s.script:4:1: isr belongs above the first command, which is in line 3", ""},
		{header + "append 1\n", "s.script:3:1: expected a setting or a command, found append", "did you mean APPEND?"},
		{header + "APPEND\n", "s.script:3:7: expected a number of records, a whole number from 1 to 7, found the end of the line", "APPEND N"},
		{header + "APPEND 8\n", "s.script:3:8: expected a number of records, a whole number from 1 to 7, found 8", "APPEND N"},
		{header + "APPEND 99999999999999999999\n", "s.script:3:8: expected a number of records, a whole number from 1 to 7, found 99999999999999999999", "APPEND N"},
		{header + "  t=5 STATUS now\n", "s.script:3:14: expected the end of the line, found now", "a comment starts with #"},
		{header + "t=5\n", "s.script:3:4: expected a command after the time, found the end of the line", ""},
		{header + "t=x STATUS\n", "s.script:3:1: expected a time such as t=120, at most t=1099511627776, found t=x", ""},
		{header + "t=5 STATUS\nt=4 STATUS\n", "s.script:4:1: expected a time that is not before t=5, found t=4", ""},
		{header + "t=5 TICK 3\nt=7 STATUS\n", "s.script:4:1: expected a time that is not before t=8, found t=7", ""},
		{header + "TICK 10001\n", "s.script:3:6: expected a number of ticks, a whole number from 1 to 10000, found 10001", "TICK [N]"},
		{header + "TICK 9999\nTICK\nTICK\n", "s.script:5:5: expected at most 10000 ticks in a script", "TICK [N]"},
		{header + "FETCH 8 offset 2\n", "s.script:3:7: expected a replica: 5, 6 or 7, found 8", "FETCH F [offset N]"},
		{header + "FETCH 6 at 2\n", "s.script:3:9: expected offset, found at", "FETCH F [offset N]"},
		{header + "FETCH 6 offset\n", "s.script:3:15: expected an offset, a whole number from 0 to 7, found the end of the line", "FETCH F [offset N]"},
		{header + "SLOW\n", "s.script:3:5: expected a replica: 5, 6 or 7, found the end of the line", "SLOW F ..."},
		{header + "PRODUCE all\n", "s.script:3:9: expected acks=1 or acks=all or acks=none or acks=quorum, found all", "PRODUCE acks=1|all|none|quorum"},
		{header + "READ local 6\n", "s.script:3:6: expected LOCAL, LEADER, CONSUMER, LINEARIZABLE or LEASE, found local", "did you mean LOCAL?"},
		{header + "t=5 EXPECT hw 1\n", "s.script:3:1: EXPECT has no time: it is about what the command above it has left", ""},
		{header + "STATUS\nEXPECT REFUSED\n", "s.script:4:8: REFUSED belongs below the command that is refused", ""},
		{header + "EXPECT REFUSED\n", "s.script:3:8: REFUSED belongs below the command that is refused", ""},
		{header + "EXPECT VIOLATED NoSuch\n", "s.script:3:17: expected the name of a property, found NoSuch", "tidemark list properties"},
		{header + "EXPECT isr\n", "s.script:3:11: expected replicas, or none, found the end of the line", ""},
		{header + "EXPECT log 5 1e\n", "s.script:3:14: expected a record: its id and its epoch, such as 1e2, found 1e", ""},
		{header + "EXPECT caught-up 6 100\n", "s.script:3:20: expected a time such as t=120, never or stale, found 100", ""},
		{header + "EXPECT response 6 epoch=1 from=9\n", "s.script:3:27: expected none, or epoch=N from=R at=N hw=N and records (snapshot instead of at=N), found from=9", ""},
		{header + "EXPECT alive 6 maybe\n", "s.script:3:16: expected yes or no, found maybe", ""},
		{header + "\xff\n", "s.script:3:1: this is not UTF-8 text", ""},
		{header + "STATUS # \xff\n", "s.script:3:8: this comment is not UTF-8 text", ""},
		{header + "é \xff\n", "s.script:3:3: this is not UTF-8 text", ""},
		{header + long + " y\n", "s.script:3:1001: expected at most 1000 characters in a line", ""},
		{header + "# " + long + "\n", "s.script:3:1001: expected at most 1000 characters in a line", ""},
		{header + strings.Repeat("STATUS\n", 10000), "s.script:10001:1: expected at most 10000 lines", ""},
		{header + strings.Repeat("#\n", script.MaxSize/2), "s.script: expected at most 1 MiB, found more", ""},
	} {
		s, err := script.Parse("s.script", []byte(c.src))
		var got *script.Error
		if !errors.As(err, &got) {
			t.Errorf("%.60q: %v, %v", c.src, s, err)
			continue
		}
		if c.hint == "..." && strings.Contains(got.Hint, "APPEND, PRODUCE, FETCH") {
			c.hint = got.Hint
		}
		if got.Error() != c.message || got.Hint != c.hint {
			t.Errorf("%.60q:\n got %s (%s)\nwant %s (%s)", c.src, got, got.Hint, c.message, c.hint)
		}
	}
}

func TestLongWordsAreCut(t *testing.T) {
	_, err := script.Parse("s.script", []byte(header+strings.Repeat("X", 900)+"\n"))
	if err == nil || len(err.Error()) > 200 {
		t.Errorf("%v", err)
	}
}

// everything has every setting, command and field.
const everything = `# A title

replicas r1 r2 node-3.a_b # the leader first
replica.lag.time.max.ms 500
min.insync.replicas 2
isr manual
fetch.max.records 1
retained.records 2
lease 3
durability lossy
max.records 5
variant no-source-check elect-without-truncation

t=0 APPEND 1
PRODUCE acks=1
PRODUCE acks=all
PRODUCE acks=none
EXPECT REFUSED unsupported_acks
FETCH r2
FETCH r2 offset 0
RECEIVE r2
REPLICATE r2
DROP r2
DUPLICATE r2
TICK
TICK 3
SHRINK r2
EXPAND r2
ELECT r2
FOLLOW r1
ACK 1
REFUSE 1
TIMEOUT 1
CRASH r1
RESTART r1
FSYNC r1
EXPECT REFUSED
SLOW r2 node-3.a_b
FAST r2
READ LOCAL r2
READ LINEARIZABLE
t=700 STATUS # done
EXPECT leader r1
EXPECT epoch 1
EXPECT controller-epoch 1
EXPECT isr r1 r2
EXPECT isr none
EXPECT hw 0
EXPECT committed 1e1 2e1
EXPECT waiting none
EXPECT acked 1 2
EXPECT refusals none
EXPECT produced 1
EXPECT acks=all accepted
EXPECT read none
EXPECT alive r1 yes
EXPECT adopted r1 1
EXPECT log r1 none
EXPECT leo r1 0
EXPECT applied r1 0
EXPECT durable r1 0
EXPECT lease r1 0
EXPECT known r1 0
EXPECT seen r1 0
EXPECT caught-up r1 t=5
EXPECT caught-up r1 stale
EXPECT fetched r1 never
EXPECT response r1 none
EXPECT response r1 epoch=1 from=r2 at=0 hw=1 1e1
EXPECT response r1 epoch=1 from=r2 snapshot hw=1
EXPECT catch-up r1 full
EXPECT VIOLATED CommittedSurvives
`

func TestPrint(t *testing.T) {
	s, err := script.Parse("s.script", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(everything, s.String()); diff != "" {
		t.Errorf("(-source +printed):\n%s", diff)
	}
	spaced := "\uFEFF\r\n" + strings.ReplaceAll(strings.ReplaceAll(everything, " ", "\t  "), "\n", "\r\n\n\n") + "\n\n"
	spaced = strings.ReplaceAll(strings.ReplaceAll(spaced, "TICK\r\n", "TICK 01\r\n"), "leo\t  r1\t  0", "leo r1 000")
	s, err = script.Parse("s.script", []byte(spaced))
	if err != nil {
		t.Fatal(err)
	}
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	if words(s.String()) != words(everything) {
		t.Errorf("printed as\n%s", s)
	}
}

func TestDefaults(t *testing.T) {
	s, err := script.Parse("s.script", []byte("replicas a b\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := script.Header{Replicas: []string{"a", "b"}, LagMax: 30000, MinISR: 1, Auto: true, Records: 7}
	if diff := cmp.Diff(want, s.Header); diff != "" {
		t.Error(diff)
	}
}

// FuzzParse: what can be parsed prints to something that means the same, and
// printing that changes nothing more. Replaying it never panics.
func FuzzParse(f *testing.F) {
	f.Add([]byte(everything))
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		f.Add(src)
	}
	f.Add([]byte("\uFEFFreplicas 1 2\r\nt=00 TICK 001#x\rSTATUS # # #"))
	f.Add([]byte("replicas a b\n#\n\n\n# \nEXPECT isr a a b\nt=1099511627776 STATUS"))
	f.Add([]byte("replicas a b\nFAST a b\nTICK 9\nAPPEND 7\nAPPEND 1\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := script.Parse("f.script", src)
		if err != nil {
			var e *script.Error
			if !errors.As(err, &e) || e.Message == "" || len(src) <= script.MaxSize && (e.Line < 1 || e.Column < 1) {
				t.Fatalf("%#v is not an error with a position", err)
			}
			return
		}
		text := s.String()
		back, err := script.Parse("f.script", []byte(text))
		if err != nil {
			if len(text) > len(src) { // longer words can take a line or a file over its limit
				return
			}
			t.Fatalf("%v in the canonical form\n%s", err, text)
		}
		if diff := cmp.Diff(s.Header, back.Header); diff != "" {
			t.Fatal(diff)
		}
		if again := back.String(); again != text {
			t.Fatalf("the canonical form\n%s\nprints as\n%s", text, again)
		}
		if bytes.Count(src, []byte("TICK")) < 5 && len(src) < 4000 {
			replayFuzzed(t, s)
		}
	})
}

func replayFuzzed(t *testing.T, s *script.Script) {
	r, err := script.Replay(s)
	if err != nil {
		return
	}
	for _, v := range r.Violations {
		if len(s.Header.Variants) == 0 {
			t.Fatalf("the protocol violates %s: %s\n%s", v.Property, v.Reason, s)
		}
	}
}
