package script_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/model/script"
)

// TestTraceOfLibrary turns the scripts that come with tidemark into traces. Those
// that don't fetch from offsets must be behaviours of the model.
func TestTraceOfLibrary(t *testing.T) {
	behaviours := 0
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		s, err := script.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := script.Trace(s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		res, err := script.Replay(s)
		if err != nil {
			t.Fatal(err)
		}
		if violated := len(res.Violations) > 0; violated != (tr.Violation != nil) {
			t.Errorf("%s: violated %v, the trace's violation %v", name, violated, tr.Violation)
		}
		_, _, err = model.ReadTrace(&tr, model.Checks{})
		if offsets := regexp.MustCompile(`FETCH \S+ offset`).Match(src); offsets != (err != nil) {
			t.Errorf("%s: fetches from offsets: %v, as a behaviour: %v", name, offsets, err)
		}
		if err == nil {
			behaviours++
		}
	}
	if behaviours < 5 {
		t.Errorf("only %d scripts are behaviours", behaviours)
	}
}

// TestTraceOfScriptOfTrace writes the counterexample of every variant as a script, and
// wants the script's trace to be that counterexample, within its own bounds.
func TestTraceOfScriptOfTrace(t *testing.T) {
	told := 0
	for _, v := range model.Variants() {
		if v.Alternative {
			continue
		}
		found := counterexamples(t, v, explore.Options{MaxStates: 300_000})
		if len(found) == 0 {
			continue
		}
		want := found[0]
		s, err := script.FromTrace(&want)
		if err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		got, err := script.Trace(s, v.Name)
		if err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		if len(got.Steps) < len(want.Steps) {
			t.Errorf("%s: %d steps of %d", v.Name, len(got.Steps), len(want.Steps))
			continue
		}
		for i := range want.Steps {
			want.Steps[i].Rule = got.Steps[i].Rule // of another model's ticks, perhaps
		}
		if d := cmp.Diff(want.Steps, got.Steps[:len(want.Steps)]); d != "" {
			t.Errorf("%s (-want +got):\n%s", v.Name, d)
		}
		told++
	}
	if told < 40 {
		t.Errorf("only %d variants", told)
	}
}

// parsed reads a script.
func parsed(t interface{ Fatal(...any) }, src string) *script.Script {
	s, err := script.Parse("t.script", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTraceInTicks wants times in ticks that the rules can't tell from milliseconds.
func TestTraceInTicks(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		lagMax    int
		ticks     int
	}{
		{"nothing happens", "replicas a b\n", 1, 0},
		{"within the limit", "replicas a b\nisr manual\nt=10000 FETCH b\n", 2, 1},
		{"at the limit", "replicas a b\nisr manual\nt=30000 FETCH b\n", 1, 1},
		{"beyond it", "replicas a b\nisr manual\nt=30001 FETCH b\n", 1, 2},
		{"of two gaps one is at the limit", "replicas a b\nisr manual\nt=10000 FETCH b\nt=30000 RECEIVE b\n", 2, 2},
		{"as written", "replicas a b\nreplica.lag.time.max.ms 3\nisr manual\nt=2 FETCH b\n", 3, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr, err := script.Trace(parsed(t, tt.src))
			if err != nil {
				t.Fatal(err)
			}
			ticks, lagMax := 0, -1
			for _, s := range tr.Steps {
				if s.Action == "Tick" {
					ticks++
				}
			}
			for _, c := range tr.Source.Constants {
				if c.Name == "LagMax" {
					lagMax = c.Value.Int()
				}
			}
			if ticks != tt.ticks || lagMax != tt.lagMax {
				t.Errorf("%d ticks with LagMax %d, want %d with %d", ticks, lagMax, tt.ticks, tt.lagMax)
			}
		})
	}
}

func TestTraceFails(t *testing.T) {
	var failed *script.FailedError
	_, err := script.Trace(parsed(t, "replicas a b\nEXPECT hw 1\n"))
	if !errors.As(err, &failed) || !strings.HasPrefix(err.Error(), "t.script:2:1: EXPECT hw 1: ") {
		t.Errorf("%v", err)
	}
	_, err = script.Trace(parsed(t, "replicas a b\nCRASH a\nAPPEND 1\n"))
	if !errors.As(err, &failed) || !failed.Result.Failure.Refused {
		t.Errorf("%v", err)
	}
	// A lease of five ticks can't be told in ticks that are fewer.
	var misfit *script.Error
	_, err = script.Trace(parsed(t, "replicas a b\nreplica.lag.time.max.ms 90\nlease 15\nt=14 TICK\nt=30 FETCH b\nt=44 RECEIVE b\nt=89 FETCH b\n"))
	if !errors.As(err, &misfit) || !strings.Contains(err.Error(), "t.script: its times can't be told in ticks") {
		t.Errorf("%v", err)
	}
}

// TestTraceOfTimes draws behaviours of the model, spells their ticks as seconds, and
// wants each script's trace to be a behaviour that does the same, in no more ticks.
func TestTraceOfTimes(t *testing.T) {
	b := model.DefaultBounds()
	b.Replicas = []string{"r1", "r2", "r3"}
	b.MaxRecords, b.MaxEpoch, b.MaxCrashes, b.Drop, b.MinISR = 2, 3, 1, true, 1
	rapid.Check(t, func(t *rapid.T) {
		b.LagMax = rapid.IntRange(1, 4).Draw(t, "LagMax")
		m, err := model.New(b, model.Checks{})
		if err != nil {
			t.Fatal(err)
		}
		want := m.Trace(anyBehaviour(t, m, 15))
		s, err := script.FromTrace(&want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := script.Trace(parsed(t, inSeconds(s)))
		if err != nil {
			t.Fatalf("%v\n%s", err, inSeconds(s))
		}
		again, _, err := model.ReadTrace(&got, model.Checks{})
		if err != nil {
			t.Fatal(err)
		}
		if again.Bounds().LagMax > b.LagMax {
			t.Errorf("LagMax %d became %d", b.LagMax, again.Bounds().LagMax)
		}
		if d := cmp.Diff(deeds(&want), deeds(&got)); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}

// anyBehaviour draws a behaviour.
func anyBehaviour(t *rapid.T, m *model.Model, states int) []explore.Step {
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := []explore.Step{{Row: rows[:m.Width()]}}
	w := m.NewWorker()
	for range states {
		var out explore.Successors
		if err := w.Successors(path[len(path)-1].Row, &out); err != nil {
			t.Fatal(err)
		}
		if out.Len() == 0 {
			break
		}
		i := rapid.IntRange(0, out.Len()-1).Draw(t, "successor")
		path = append(path, explore.Step{Label: out.Labels[i], Row: out.Rows[i*m.Width() : (i+1)*m.Width()]})
	}
	return path
}

// inSeconds is a script whose ticks are seconds, in milliseconds, without the
// EXPECT lines that are about states.
func inSeconds(s *script.Script) string {
	text, now := "", 0
	for line := range strings.Lines(s.String()) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "EXPECT" && words[1] != "REFUSED":
		case words[0] == "TICK":
			now += 1000
		case words[0] == "replica.lag.time.max.ms":
			text += words[0] + " " + words[1] + "000\n"
		case words[0] != "EXPECT" && strings.ToUpper(words[0]) == words[0]:
			text += fmt.Sprintf("t=%d %s", now, line)
		default:
			text += line
		}
	}
	return text
}

// deeds are what a trace's steps do, but for ticks.
func deeds(t *trace.Trace) []string {
	var all []string
	for _, s := range t.Steps {
		if s.Action != "" && s.Action != "Tick" {
			all = append(all, fmt.Sprint(s.Action, s.Args))
		}
	}
	return all
}
