package script_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/model"
	"tidemark/model/script"
)

// passes wants a generated script to replay under the correct protocol.
func passes(t *testing.T, g script.Generated) {
	t.Helper()
	r, err := script.Replay(g.Script)
	if err != nil {
		t.Fatalf("%v\n%s", err, g.Script)
	}
	if !r.Passed() || r.Expectations == 0 || len(r.Variants) > 0 || len(g.Covers) == 0 {
		t.Fatalf("%+v %+v\n%s", r.Failure, r.Violations, g.Script)
	}
}

// kills reports whether a script comes out differently under a variant.
func kills(t *testing.T, g script.Generated, v model.VariantInfo) bool {
	t.Helper()
	r, err := script.Replay(g.Script, v.Name)
	var bound *model.BoundError
	if errors.As(err, &bound) {
		return false // it can't act on this partition
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.Failure != nil
}

// TestCoverRules wants few scripts, each of which replays, and which together kill
// the variants: all of R1 to R6, and what docs/generate.md says of the others.
func TestCoverRules(t *testing.T) {
	all, err := script.CoverRules(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	again, err := script.CoverRules(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	for i, g := range all {
		passes(t, g)
		if g.Script.String() != again[i].Script.String() {
			t.Errorf("script %d is another one each time", i+1)
		}
		longest = max(longest, commands(g.Script))
	}
	first, others, survived := 0, 0, []string(nil)
	for _, v := range model.Variants() {
		if v.Alternative {
			continue
		}
		early := slices.Contains([]string{"R1", "R2", "R3", "R4", "R5", "R6"}, v.Rule)
		switch {
		case !slices.ContainsFunc(all, func(g script.Generated) bool { return kills(t, g, v) }):
			survived = append(survived, v.Name)
			if early {
				t.Errorf("no script kills %s (%s)", v.Name, v.Rule)
			}
		case early:
			first++
		default:
			others++
		}
	}
	if len(all) > 60 {
		t.Errorf("%d scripts", len(all))
	}
	page, err := os.ReadFile("../../docs/generate.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, want := range []string{
		fmt.Sprintf("%d scripts of at most %d commands", len(all), longest),
		fmt.Sprintf("all %d variants of R1 to R6", first),
		fmt.Sprintf("%d of the %d others", others, others+len(survived)),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("docs/generate.md does not say: %s", want)
		}
	}
	for _, name := range survived {
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("docs/generate.md does not say that %s survives", name)
		}
	}
}

func commands(s *script.Script) (n int) {
	for _, l := range s.Lines {
		if l.Command != nil && l.Command.Verb != "EXPECT" {
			n++
		}
	}
	return n
}

// tiny are bounds with few states.
func tiny() *model.Bounds {
	b := model.DefaultBounds()
	b.Replicas, b.MaxRecords, b.MaxEpoch, b.LagMax, b.MinISR = []string{"a", "b"}, 1, 2, 0, 1
	b.Drop, b.Acks = true, []string{model.AcksLeader, model.AcksAll}
	return &b
}

// TestCoverTransitions compares the steps that the scripts take with those of the
// model: none may be missing.
func TestCoverTransitions(t *testing.T) {
	b := tiny()
	b.MaxEpoch = 1
	all, err := script.CoverTransitions(context.Background(), b, 10000)
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.New(*b, model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	missing := transitions(t, m)
	total := len(missing)
	for _, g := range all {
		passes(t, g)
		if n := commands(g.Script); n > 80 {
			t.Errorf("a script of %d commands", n)
		}
		tr, err := script.Trace(g.Script)
		if err != nil {
			t.Fatal(err)
		}
		row := initial(t, m)
		for _, step := range tr.Steps[1:] {
			args := ""
			for _, a := range step.Args {
				args += a.Value.String()
			}
			next, label := successor(t, m, row, step.Action, args)
			delete(missing, fmt.Sprint(row, label))
			row = next
		}
	}
	if len(missing) > 0 || total < 300 {
		t.Errorf("%d scripts do not take %d of %d steps", len(all), len(missing), total)
	}
	var large *script.TooLargeError
	if _, err := script.CoverTransitions(context.Background(), b, 10); !errors.As(err, &large) {
		t.Errorf("more than 10 states: %v", err)
	}
}

func initial(t *testing.T, m *model.Model) []uint64 {
	t.Helper()
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows[:m.Width()]
}

// successor is the step with an action and its argument.
func successor(t *testing.T, m *model.Model, row []uint64, action, argument string) ([]uint64, explore.Label) {
	t.Helper()
	var out explore.Successors
	if err := m.NewWorker().Successors(row, &out); err != nil {
		t.Fatal(err)
	}
	for i, l := range out.Labels {
		if name, arg := m.Action(l); name == action && arg == argument {
			return slices.Clone(out.Rows[i*m.Width() : (i+1)*m.Width()]), l
		}
	}
	t.Fatalf("%s(%s) is not possible", action, argument)
	return nil, 0
}

// transitions are all steps from states that the model comes to when the first
// replica leads at first.
func transitions(t *testing.T, m *model.Model) map[string]bool {
	t.Helper()
	found, seen := map[string]bool{}, map[string]bool{}
	queue := [][]uint64{initial(t, m)}
	for len(queue) > 0 {
		row := queue[0]
		queue = queue[1:]
		if seen[fmt.Sprint(row)] {
			continue
		}
		seen[fmt.Sprint(row)] = true
		var out explore.Successors
		if err := m.NewWorker().Successors(row, &out); err != nil {
			t.Fatal(err)
		}
		for i, l := range out.Labels {
			found[fmt.Sprint(row, l)] = true
			queue = append(queue, slices.Clone(out.Rows[i*m.Width():(i+1)*m.Width()]))
		}
	}
	return found
}

// TestCoverActions wants every action of the bounds in some script, and fewer
// scripts for fewer states.
func TestCoverActions(t *testing.T) {
	b := tiny()
	b.MaxCrashes, b.TimeOuts, b.Duplicate, b.Durability = 1, true, true, model.Lossy
	all, complete, err := script.CoverActions(context.Background(), b, 3000)
	if err != nil {
		t.Fatal(err)
	}
	verbs := map[string]bool{}
	for _, g := range all {
		passes(t, g)
		for _, l := range g.Script.Lines {
			if l.Command != nil {
				verbs[l.Command.Verb] = true
			}
		}
	}
	for _, verb := range []string{"PRODUCE", "FETCH", "RECEIVE", "DROP", "DUPLICATE", "TICK", "SHRINK", "EXPAND", "ELECT", "FOLLOW", "ACK", "TIMEOUT", "CRASH", "RESTART", "FSYNC"} {
		if !verbs[verb] {
			t.Errorf("no script has %s", verb)
		}
	}
	fewer, also, err := script.CoverActions(context.Background(), b, 100)
	if err != nil || len(fewer) >= len(all) || complete || also {
		t.Errorf("%d scripts of 3000 states, %d of 100: %v", len(all), len(fewer), err)
	}
	b.Variant = []string{"shrink-at-limit"}
	if _, _, err := script.CoverActions(context.Background(), b, 100); err == nil {
		t.Error("scripts of a variant")
	}
}

// TestRandom wants scripts that a seed decides.
func TestRandom(t *testing.T) {
	b := tiny()
	texts := map[string]int{}
	for _, seed := range []uint64{1, 1, 2} {
		all, err := script.Random(context.Background(), b, seed, 10, 20)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, g := range all {
			passes(t, g)
			text += g.Script.String()
		}
		texts[text]++
	}
	if len(texts) != 2 {
		t.Errorf("%d different sets of scripts of 2 seeds", len(texts))
	}
}
