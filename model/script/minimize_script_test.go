package script_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"tidemark/model"
	"tidemark/model/script"
)

// TestMinimizeScript minimises scripts as people write them: with real times,
// fetches from offsets, and rules that are applied by themselves.
func TestMinimizeScript(t *testing.T) {
	for name, c := range map[string]struct {
		script, property string
		variants         []string
		want             string // commands that are left
	}{
		"the lesson": {`
replicas 5 6 7
replica.lag.time.max.ms 500
t=0 APPEND 4
t=100 FETCH 6 offset 4
t=120 FETCH 7 offset 2
t=130 STATUS
t=400 FETCH 6 offset 4
t=550 STATUS
t=600 FETCH 7 offset 3
t=601 STATUS`, "NoEarlyExpand", []string{"expand-before-hw"}, `
APPEND 1
t=501 STATUS
FETCH 7 offset 0`},
		"exactly at the limit": {`
replicas a b c
replica.lag.time.max.ms 500
isr manual
t=0 APPEND 1
t=10 REPLICATE b
t=20 REPLICATE b
t=400 PRODUCE acks=1
t=515 TICK 5
SHRINK b
SHRINK c`, "", []string{"shrink-at-limit"}, `
t=495 TICK 5
SHRINK b`},
		"ids follow the records": {`
replicas a b
replica.lag.time.max.ms 3
min.insync.replicas 1
isr manual
PRODUCE acks=1
APPEND 2
PRODUCE acks=all
STATUS
ACK 4
EXPECT VIOLATED AckedIsCommitted`, "", []string{"ack-before-hw"}, `
PRODUCE acks=all
ACK 1`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := script.Parse(name, []byte(strings.TrimSpace(c.script)))
			if err != nil {
				t.Fatal(err)
			}
			m, err := script.Minimize(context.Background(), s, c.property, c.variants...)
			if err != nil {
				t.Fatal(err)
			}
			less := replays(t, m, c.variants...)
			var commands []string
			for _, l := range less.Lines {
				if l.Command != nil && l.Command.Verb != "EXPECT" {
					commands = append(commands, l.Command.String())
				}
			}
			if got := strings.Join(commands, "\n"); got != strings.TrimSpace(c.want) {
				t.Errorf("got\n%s\nwant%s\nfrom\n%s", got, c.want, less)
			}
		})
	}
}

// TestMinimizeLibrary minimises the scripts that come with tidemark under each
// variant that makes one violate something, and takes each command, and each unit
// of time, out of what is left.
func TestMinimizeLibrary(t *testing.T) {
	minimised := 0
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		s, err := script.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range model.Variants() {
			r, err := script.Replay(s, v.Name)
			if err != nil || len(r.Violations) == 0 {
				continue
			}
			minimised++
			m, err := script.Minimize(context.Background(), s, "", v.Name)
			if err != nil {
				t.Fatalf("%s under %s: %v", name, v.Name, err)
			}
			least := replays(t, m, v.Name) // it may end with an attempt, below the violation
			left := withoutExpectations(least)
			if !violatedBy(t, left, m.Property.Name, v.Name) {
				t.Fatalf("%s under %s: %s needs its EXPECT lines", name, v.Name, left)
			}
			settings := len(left) - commands(least)
			for i, l := range left[:settings+m.After.Steps] {
				if i < settings {
					continue
				}
				if less := slices.Delete(slices.Clone(left), i, i+1); violatedBy(t, less, m.Property.Name, v.Name) {
					t.Errorf("%s under %s: %s is not needed in\n%s", name, v.Name, l, strings.Join(left, "\n"))
				}
				if less := earlier(left, i); less != nil && violatedBy(t, less, m.Property.Name, v.Name) {
					t.Errorf("%s under %s: a unit of time before %s is not needed in\n%s", name, v.Name, l, strings.Join(left, "\n"))
				}
			}
		}
	}
	if minimised < 30 {
		t.Errorf("only %d scripts were minimised", minimised)
	}
}

// withoutExpectations are the settings and commands of a script.
func withoutExpectations(s *script.Script) (lines []string) {
	for _, l := range s.Lines {
		if l.Setting != nil || l.Command != nil && l.Command.Verb != "EXPECT" {
			lines = append(lines, l.String())
		}
	}
	return lines
}

// earlier are the lines with a unit of time less before the i-th; nil when no time
// passes there.
func earlier(lines []string, i int) (out []string) {
	less := slices.Clone(lines)
	for at := i; at < len(lines); at++ {
		var now int
		if _, err := fmt.Sscanf(lines[at], "t=%d ", &now); err != nil {
			if at == i {
				return nil
			}
			continue
		}
		_, rest, _ := strings.Cut(lines[at], " ")
		less[at] = fmt.Sprintf("t=%d %s", now-1, rest)
	}
	return less
}

// violatedBy reports whether lines violate a property, when those that the rules
// refuse are left out.
func violatedBy(t *testing.T, lines []string, property string, variants ...string) bool {
	t.Helper()
	for {
		s, err := script.Parse("less", []byte(strings.Join(lines, "\n")))
		if err != nil {
			return false // times that go back
		}
		r, err := script.Replay(s, variants...)
		if err != nil {
			t.Fatal(err)
		}
		if violates(r, property) {
			return true
		}
		if r.Failure == nil {
			return false
		}
		lines = slices.Delete(slices.Clone(lines), r.Failure.Row-1, r.Failure.Row)
	}
}

// TestMinimizeRandomScripts minimises random scripts, which do all kinds of things
// that the rules refuse. What is left replays, is no larger, and can't be minimised
// any further.
func TestMinimizeRandomScripts(t *testing.T) {
	minimised := 0
	rapid.Check(t, func(t *rapid.T) {
		all, pauses := drawScript(t)
		limit, unit := rapid.IntRange(0, 3).Draw(t, "limit"), rapid.SampledFrom([]int{1, 100}).Draw(t, "unit")
		settings := rapid.SampledFrom([]string{"", "isr manual\n", "min.insync.replicas 2\nanswers auto\n", "lease 1\n"}).Draw(t, "settings")
		v := rapid.SampledFrom([]string{
			"consumer-reads-above-hw", "shrink-can-drop-leader", "shrink-by-last-fetch", "caught-up-uses-now", "elect-outside-isr", "ack-before-hw",
			"crash-forgets-hw", "hw-by-majority", "expand-on-heal", "elect-keeps-epoch", "no-truncation", "restart-resumes-leadership",
		}).Draw(t, "variant")
		r := performAll(t, written(settings, limit, unit, all, pauses), v)
		if len(r.Violations) == 0 {
			return
		}
		minimised++
		s, err := script.Parse("s.script", []byte(written(settings, limit, unit, all, pauses)))
		if err != nil {
			t.Fatal(err)
		}
		m, err := script.Minimize(context.Background(), s, r.Violations[0].Property, v)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := m.After, m.Before; a.Steps > b.Steps || a.Records > b.Records || a.Time > b.Time || a.Replicas > b.Replicas {
			t.Fatalf("%+v has become %+v", b, a)
		}
		least, err := m.Script()
		if err != nil {
			t.Fatal(err)
		}
		if r, err := script.Replay(least, v); err != nil || !r.Passed() {
			t.Fatalf("%v %+v\n%s", err, r.Failure, least)
		}
		again, err := script.Minimize(context.Background(), least, m.Property.Name, v)
		if err != nil {
			t.Fatal(err)
		}
		if again.After != m.After {
			t.Fatalf("%+v has become %+v in\n%s", m.After, again.After, least)
		}
		if tr, err := m.Trace(); err == nil && tr.Violation.Property != m.Property.Name {
			t.Fatalf("its trace violates %s", tr.Violation.Property)
		} else if err != nil && limit*unit <= 14 {
			t.Fatal(err)
		}
	})
	if minimised == 0 {
		t.Error("no script violated anything")
	}
}
