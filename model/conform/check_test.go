package conform_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"tidemark/model/conform"
	"tidemark/model/conform/examples/lesson"
	"tidemark/model/script"
)

// check checks a program, and wants no error.
func check(t *testing.T, im conform.Implementation, c conform.Config) *conform.Report {
	t.Helper()
	r, err := conform.Check(t.Context(), im, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// found is what check finds, which must be something of a kind.
func found(t *testing.T, im conform.Implementation, c conform.Config, kind conform.Kind) *conform.Finding {
	t.Helper()
	f := check(t, im, c).Finding
	if f == nil || f.Kind != kind {
		t.Fatalf("found %v, want %s", f, kind)
	}
	return f
}

// likelihood names the variants of the model that are what a mistake comes to.
// Where there is none, the mistake is not of one rule.
var likelihood = map[lesson.Mistake]string{
	lesson.NeedsEquality: "caught-up-needs-equality", lesson.UsesNow: "caught-up-uses-now", lesson.AnyFetch: "caught-up-on-any-fetch",
	lesson.ShrinksAtLimit: "shrink-at-limit", lesson.ShrinksByRecords: "shrink-by-lag-in-records", lesson.ShrinksByFetch: "shrink-by-last-fetch",
	lesson.DropsLeader: "shrink-can-drop-leader", lesson.JoinsEarly: "expand-before-hw",
	lesson.HWOverAll: "hw-over-all-replicas", lesson.HWDecreases: "hw-can-decrease", lesson.NoHWAfterShrink: "shrink-forgets-hw",
	lesson.AcksBeforeHW: "ack-before-hw", lesson.MinISRBlocksShrink: "min-isr-blocks-shrink",
	lesson.NoSecondCheck: "min-isr-ignored-while-waiting", lesson.KeepsBookkeeping: "hw-from-stale-follower-state",
}

// otherwise are mistakes whose variants are not quite the same: a replay has R3
// looked at by each STATUS, not only by a fetch, and that takes back what they do;
// and it knows what whoever is elected lacks.
var otherwise = []lesson.Mistake{
	lesson.ShrinksAtLimit, lesson.ShrinksByFetch, lesson.DropsLeader, lesson.NoHWAfterShrink, lesson.JoinsEarly, lesson.KeepsBookkeeping,
}

// TestMistakes wants the correct program to conform, and each mistake to be found
// with a short script that can't be shorter, that says why, and that names the
// variant which the mistake is.
func TestMistakes(t *testing.T) {
	if r := check(t, program(t, ""), conform.Config{Seed: 1}); r.Finding != nil || r.Scripts < 1000 {
		t.Errorf("the correct program does not conform: %+v", r)
	}
	mistakes := lesson.Mistakes()
	if testing.Short() {
		mistakes = mistakes[:2]
	}
	for _, m := range mistakes {
		t.Run(string(m), func(t *testing.T) {
			f := found(t, program(t, string(m)), conform.Config{Seed: 1}, conform.Different)
			if f.Commands > 12 || !f.Minimal || len(f.Why) == 0 {
				t.Errorf("%d commands, minimal %v, because of %q", f.Commands, f.Minimal, f.Why)
			}
			named := slices.ContainsFunc(f.Likely, func(l conform.Likely) bool {
				return l.Variant == likelihood[m] && (l.Confirmed || slices.Contains(otherwise, m))
			})
			if likelihood[m] != "" && !named {
				t.Errorf("%s, confirmed if need be, is not among %+v", likelihood[m], f.Likely)
			}
			minimal(t, f, m)
		})
	}
}

// minimal wants the script of a finding to pass under the rules, the program to
// fail it, and no program to fail it without one of its commands.
func minimal(t *testing.T, f *conform.Finding, m lesson.Mistake) {
	t.Helper()
	s := parsed(t, f.Script)
	if res, err := script.Replay(s); err != nil || !res.Passed() {
		t.Errorf("the script does not pass under the rules: %v\n%s", err, f.Script)
	}
	fields := []string{"leo", "hw", "isr", "waiting", "acked"} // as the program does
	found(t, local(m), conform.Config{Fields: fields, Scripts: []*script.Script{s}}, conform.Different)
	commands := slices.DeleteFunc(slices.Clone(s.Lines), func(l script.Line) bool {
		return l.Command == nil || l.Command.Verb == "EXPECT"
	})
	for i, l := range commands {
		less := *s
		less.Lines = slices.Delete(slices.Clone(commands), i, i+1)
		if len(less.Lines) == 0 || !sensible(t, &less) {
			continue
		}
		if r := check(t, local(m), conform.Config{Fields: fields, Scripts: []*script.Script{&less}}); r.Finding != nil {
			t.Errorf("also without %s:\n%s", l.Command, r.Finding)
		}
	}
}

// sensible reports whether nothing in a script is refused but for R6.
func sensible(t *testing.T, s *script.Script) bool {
	t.Helper()
	p, err := script.NewPlayer(&s.Header)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Lines {
		if o, err := p.Perform(l.Command); err != nil || o.Refusal != nil && o.Refusal.Rule != "R6" {
			return false
		}
	}
	return true
}

func parsed(t *testing.T, src string) *script.Script {
	t.Helper()
	s, err := script.Parse("test.script", []byte(src))
	if err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	return s
}

// TestAlternatives wants an alternative of the rules to be named where it is not
// expected, and to conform where it is.
func TestAlternatives(t *testing.T) {
	for m, variant := range lesson.Alternatives() {
		f := found(t, local(m), conform.Config{}, conform.Different)
		if len(f.Likely) == 0 || f.Likely[0].Variant != variant || !f.Likely[0].Alternative {
			t.Errorf("%s: %v", m, f.Likely)
		}
		if !strings.Contains(f.String(), "--variant "+variant) {
			t.Errorf("%s: not advised in\n%s", m, f)
		}
		if r := check(t, local(m), conform.Config{Depth: 2, Runs: 100, Variants: []string{variant}}); r.Finding != nil {
			t.Errorf("%s: %s", m, r.Finding)
		}
		found(t, local(lesson.Correct), conform.Config{Variants: []string{variant}}, conform.Different)
	}
}

// TestFields wants fields that are not declared, or not asked for, to be left
// alone.
func TestFields(t *testing.T) {
	hw := program(t, string(lesson.HWOverAll))
	found(t, hw, conform.Config{Depth: 2}, conform.Different)
	if r := check(t, hw, conform.Config{Depth: 2, Fields: []string{"leo", "isr"}}); r.Finding != nil {
		t.Error(r.Finding)
	}
	f := found(t, hw, conform.Config{Depth: 2, Fields: []string{"leo", "epoch"}}, conform.Malformed)
	if !strings.Contains(f.Problem, "there is no epoch= in it") {
		t.Error(f)
	}
	if r := check(t, hw, conform.Config{Depth: 2, Commands: []string{"FETCH", "STATUS"}}); r.Finding != nil {
		t.Error("without APPEND the high watermark stays 0:", r.Finding)
	}
}

// TestScripts gives an implementation the scripts that come with tidemark, as far
// as they are about the leader.
func TestScripts(t *testing.T) {
	performed := 0
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		s := parsed(t, string(src))
		r, err := conform.Check(t.Context(), local(lesson.Correct), conform.Config{Scripts: []*script.Script{s}})
		var unknown *script.Error
		switch {
		case errors.As(err, &unknown):
			if !strings.Contains(err.Error(), "expected a command that the implementation knows") || unknown.Line == 0 {
				t.Errorf("%s: %v", name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case r.Finding != nil && !strings.HasPrefix(r.Finding.Answer, "a Leader has no notion of "):
			t.Errorf("%s: %s", name, r.Finding)
		case r.Finding == nil:
			performed++
		}
	}
	if performed < 3 {
		t.Errorf("only %d scripts were performed", performed)
	}
	s := parsed(t, "replicas a b\nlease 3\nSTATUS")
	f := found(t, local(lesson.Correct), conform.Config{Scripts: []*script.Script{s}}, conform.Malformed)
	if f.Answer != "a Leader has no notion of lease=3" {
		t.Error(f)
	}
	for src, want := range map[string]string{
		"replicas a b\nAPPEND 7\nAPPEND 1":         "test.script: the script needs more records",
		"replicas a b\n":                           "test.script: expected a script with a command",
		"replicas a b\nAPPEND 1\nFETCH b offset 2": "test.script:3:1: t=0 FETCH b offset 2 can't be sent: offset 2 is beyond the leader's LEO 1",
		"replicas a b\nFETCH a offset 0":           "test.script:2:1: t=0 FETCH a offset 0 can't be sent: a is the leader",
		"replicas a b c\nELECT b\nFETCH c":         "test.script:3:1: t=0 FETCH c can't be sent: R8: c has adopted epoch 1, not 2; FOLLOW c comes first",
		"replicas a b c\nCRASH a\nCRASH b":         "test.script:3:1: t=0 CRASH b can't be sent: no leader is in charge",
	} {
		_, err := conform.Check(t.Context(), local(lesson.Correct), conform.Config{Scripts: []*script.Script{parsed(t, src)}})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", src, err)
		}
	}
	for src, what := range map[string]string{"SHRINK b": "SHRINK", "ACK 1": "ACK", "READ LOCAL b": "READ"} {
		s := parsed(t, "replicas a b\nSTATUS\n"+src)
		_, err := conform.Check(t.Context(), local(lesson.Correct), conform.Config{Scripts: []*script.Script{s}})
		if err == nil || !strings.HasPrefix(err.Error(), "test.script:3:1: ") || !strings.HasSuffix(err.Error(), "found "+what) {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestFollowers wants what only followers do not to be sent, and what a leader
// sees of their fetches to be.
func TestFollowers(t *testing.T) {
	s := parsed(t, "replicas a b\nAPPEND 2\nt=1 FETCH b\nFETCH b\nEXPECT REFUSED\nRECEIVE b\nREPLICATE b\nELECT b\nt=2 FETCH a\nEXPECT REFUSED\nFOLLOW a\nt=3 REPLICATE a\nSTATUS")
	r := &recorder{Implementation: local(lesson.Correct)}
	if report := check(t, r, conform.Config{Scripts: []*script.Script{s}}); report.Finding != nil {
		t.Error(report.Finding)
	}
	want := "t=0 APPEND 2\nt=1 FETCH b offset 0\nt=1 FETCH b offset 2\nt=1 ELECT b\nt=3 FETCH a offset 2\nt=3 STATUS"
	if got := strings.Join(r.lines[2:], "\n"); got != want {
		t.Errorf("sent\n%s", got)
	}
}

// TestImpossible wants what nobody can ask for to be left out where the script
// expects it to be refused, and in what is made of a script that fails.
func TestImpossible(t *testing.T) {
	s := parsed(t, "replicas a b\nAPPEND 2\nFETCH b offset 3\nEXPECT REFUSED beyond_log\nFETCH b offset 2\nPRODUCE acks=none\nEXPECT REFUSED\nCRASH b\nCRASH b\nEXPECT REFUSED not_alive")
	r := &recorder{Implementation: local(lesson.Correct)}
	if report := check(t, r, conform.Config{Scripts: []*script.Script{s}}); report.Finding != nil {
		t.Error(report.Finding)
	}
	if got, want := strings.Join(r.lines[2:], "\n"), "t=0 APPEND 2\nt=0 FETCH b offset 2\nt=0 PRODUCE acks=none\nt=0 CRASH b"; got != want {
		t.Errorf("sent\n%s", got)
	}
	for src, want := range map[string]string{
		"replicas a b c\nAPPEND 2\nPRODUCE acks=1\nCRASH a\nSTATUS\nRESTART a\nFETCH b offset 1\nEXPECT REFUSED\nELECT b\nSTATUS": "t=0 APPEND 2\nt=0 APPEND 1\nt=0 ELECT b\nt=0 STATUS",
		"replicas a b c\nCRASH a\nELECT b\nCRASH c\nSTATUS":                                                                       "t=0 ELECT b\nt=0 CRASH c\nt=0 STATUS",
	} {
		r.lines, r.Implementation = nil, local(lesson.Correct)
		if report := check(t, r, conform.Config{Scripts: []*script.Script{parsed(t, src)}}); report.Finding != nil {
			t.Error(report.Finding)
		}
		if got := strings.Join(r.lines[2:], "\n"); got != want {
			t.Errorf("sent\n%s", got)
		}
	}
	r.lines, r.Implementation = nil, local(lesson.HWDecreases)
	s = parsed(t, "replicas a b\nAPPEND 3\nFETCH b offset 3\nSTATUS\nFETCH b offset 1")
	f := found(t, r, conform.Config{Scripts: []*script.Script{s}}, conform.Different)
	if f.Commands != 3 || f.Expected != "hw=1" || f.Came != "hw=0" {
		t.Error(f)
	}
}

func TestConfigErrors(t *testing.T) {
	for want, c := range map[string]conform.Config{
		`variant: expected an alternative`:           {Variants: []string{"hw-over-all-replicas"}},
		`fields: expected names of fields`:           {Fields: []string{"leo", "lso"}},
		`commands: expected commands, found "PUT"`:   {Commands: []string{"PUT"}},
		`commands: expected commands, found "EXP`:    {Commands: []string{"EXPECT"}},
		`depth: expected a number up to 12`:          {Depth: 13},
		`records: expected a number up to 7`:         {Records: 8},
		`commands: expected some that scripts can`:   {Commands: []string{"RESTART", "READ"}},
		`lag: expected a number up to 1000000000, `:  {Partition: conform.Partition{LagMax: -1}},
		`replicas: expected the names of 2 to 7`:     {Partition: conform.Partition{Replicas: []string{"a"}}},
		`replicas: expected the name of a replica: `: {Partition: conform.Partition{Replicas: []string{"a b", "c"}}},
		`replicas: a is named twice`:                 {Partition: conform.Partition{Replicas: []string{"a", "a"}}},
		`replicas: min.insync.replicas 3 is more`:    {Partition: conform.Partition{Replicas: []string{"a", "b"}, MinISR: 3}},
	} {
		_, err := conform.Check(t.Context(), local(lesson.Correct), c)
		var config *conform.ConfigError
		if !errors.As(err, &config) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	_, err := conform.Check(t.Context(), conform.NewProcess(conform.Command{Args: []string{"./nosuch"}}), conform.Config{})
	var start *conform.StartError
	if !errors.As(err, &start) || !strings.Contains(err.Error(), "can't start ./nosuch: no such file") {
		t.Errorf("got %v", err)
	}
}

// TestDeterminism wants the same scripts each time, and others with another seed.
func TestDeterminism(t *testing.T) {
	sent := func(seed uint64, runs int) string {
		r := &recorder{Implementation: local(lesson.Correct)}
		check(t, r, conform.Config{Runs: runs, Seed: seed})
		return strings.Join(r.lines, "\n")
	}
	first := sent(1, 20)
	if first != sent(1, 20) || !strings.HasPrefix(first, sent(1, 10)) {
		t.Error("the same seed gives other scripts")
	}
	if first == sent(2, 20) {
		t.Error("another seed gives the same scripts")
	}
}

// TestPartition wants generated scripts to be about the partition that is asked
// for.
func TestPartition(t *testing.T) {
	r := &recorder{Implementation: local(lesson.Correct)}
	p := conform.Partition{Replicas: []string{"x", "y"}, LagMax: 77, MinISR: 1}
	check(t, r, conform.Config{Partition: p, Depth: 2, Runs: 5, Records: 1})
	for _, l := range r.lines {
		if strings.HasPrefix(l, "START") && l != "START replicas=x,y replica.lag.time.max.ms=77 min.insync.replicas=1" {
			t.Error(l)
		}
		if strings.HasSuffix(l, "APPEND 2") || strings.Contains(l, "offset 2") {
			t.Errorf("%s, although there is one record", l)
		}
	}
}

// A recorder notes what an implementation is sent.
type recorder struct {
	conform.Implementation
	lines []string
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := &recorder{Implementation: local(lesson.Correct)}
	cancel()
	report, err := conform.Check(ctx, r, conform.Config{})
	if !errors.Is(err, context.Canceled) || report.Finding != nil {
		t.Errorf("%v, %+v", err, report)
	}
}
