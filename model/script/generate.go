package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tidemark/explore/trace"
	"tidemark/model"
)

// A Departure is the first step of a counterexample that the protocol, without
// the variants, would not take or would take otherwise.
type Departure struct {
	// Step is the index of the step in the trace. It is the number of steps
	// when all of them are the protocol's, and what the variants change is only
	// what is allowed or read in the last state.
	Step    int
	Command string // as a script writes it
	Text    string // what the protocol says, with the numbers
}

// FromTrace writes a counterexample of the model as a script, one command for
// each step, that ends with an EXPECT VIOLATED. Replayed with the trace's
// variants it gets to the same violation; without them it stops at the step that
// departs from the protocol. Variants that are alternatives stay in its header.
func FromTrace(t *trace.Trace) (*Script, error) {
	g, err := generate(t)
	if err != nil {
		return nil, err
	}
	return Parse(g.script.File, []byte(g.script.String()))
}

// Depart returns the step of a counterexample that departs from the protocol;
// found is false when none does.
func Depart(t *trace.Trace) (d Departure, found bool, err error) {
	g, err := generate(t)
	if err != nil || g.departure == nil {
		return d, false, err
	}
	return *g.departure, true, nil
}

// A generator performs a trace twice: with its variants, and without those that
// depart from the protocol until something comes out differently.
type generator struct {
	script    *Script
	as, base  *replayer
	wrong     []model.VariantInfo // the variants that depart
	steps     int                 // of the trace, its first state included
	departure *Departure
}

func generate(t *trace.Trace) (*generator, error) {
	names, first, err := model.ReadState(t, 0)
	if err != nil {
		return nil, err
	}
	b, err := boundsOf(t, names)
	if err != nil {
		return nil, err
	}
	g := &generator{script: &Script{File: "trace" + Extension, Header: headerOf(&b, int(first.Leader))}, steps: len(t.Steps)}
	_, wrong := departing(b.Variant)
	for _, v := range model.Variants() {
		if slices.Contains(wrong, v.Name) {
			g.wrong = append(g.wrong, v)
		}
	}
	if g.as, err = newReplayer(g.script, wrong); err != nil {
		return nil, err
	}
	if g.base, err = newReplayer(g.script, nil); err != nil {
		return nil, err
	}
	g.opening(t.Violation)
	for i := range t.Steps[1:] {
		c, err := commandOf(&t.Steps[i+1])
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+2, err)
		}
		err = g.perform(c, i+1)
		if err == nil {
			err = g.confirm(t, i+1)
		}
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+2, err)
		}
	}
	if v := t.Violation; v != nil && v.Kind != "deadlock" {
		return g, g.closing(v.Property)
	}
	return g, nil
}

// confirm checks that the replay has got to the state of the trace.
func (g *generator) confirm(t *trace.Trace, step int) error {
	names, s, err := model.ReadState(t, step)
	if err != nil {
		return err
	}
	if renumbered(&s, names, g.script.Header.Replicas) != g.as.s {
		return fmt.Errorf("%s does not lead to the state of the trace", t.Steps[step].Action)
	}
	return nil
}

// renumbered is a state with its replicas in another order.
func renumbered(s *model.State, names, order []string) model.State {
	t := *s
	t.Alive, t.ISR = 0, 0
	for i, name := range order {
		r := slices.Index(names, name)
		if r < 0 {
			continue
		}
		if s.Alive.Has(r) {
			t.Alive = t.Alive.With(i)
		}
		if s.ISR.Has(r) {
			t.ISR = t.ISR.With(i)
		}
		if int(s.Leader) == r {
			t.Leader = uint8(i)
		}
		t.Log[i], t.ReplicaEpoch[i], t.Durable[i] = s.Log[r], s.ReplicaEpoch[r], s.Durable[r]
		t.LocalHW[i], t.Lease[i], t.FollowerLEO[i] = s.LocalHW[r], s.Lease[r], s.FollowerLEO[r]
		t.LastCaughtUp[i], t.LastFetch[i], t.LastFetchLeaderLEO[i] = s.LastCaughtUp[r], s.LastFetch[r], s.LastFetchLeaderLEO[r]
		t.Response[i] = s.Response[r]
		if s.Response[r].InFlight() {
			t.Response[i].Source = uint8(slices.Index(order, names[s.Response[r].Source]))
		}
	}
	return t
}

// commandOf is the command for a step.
func commandOf(step *trace.Step) (*Command, error) {
	action := slices.IndexFunc(model.Actions(), func(a model.ActionInfo) bool { return a.Name == step.Action })
	if action < 0 {
		return nil, fmt.Errorf("%s is no action of the module Partition", step.Action)
	}
	c := &Command{Time: -1, Number: -1, Verb: verbOf(action)}
	if action == model.Tick {
		return c, nil
	}
	if len(step.Args) != 1 {
		return nil, fmt.Errorf("expected one argument of %s, found %d", step.Action, len(step.Args))
	}
	switch v := step.Args[0].Value; v.Kind() {
	case trace.IntKind:
		c.Number = v.Int()
	case trace.StringKind:
		c.Word = v.Text()
	default:
		c.Replicas = []string{v.Text()}
	}
	return c, nil
}

func (g *generator) comment(format string, args ...any) {
	g.script.Lines = append(g.script.Lines, Line{Comment: fmt.Sprintf(format, args...)})
}

func (g *generator) blank() { g.script.Lines = append(g.script.Lines, Line{}) }

// opening writes what is violated, and the header.
func (g *generator) opening(v *trace.Violation) {
	if v != nil {
		g.comment("%s is violated: %s", v.Property, v.Reason)
	}
	for _, info := range g.wrong {
		g.comment("Replay it with --variant %s (%s): %s.", info.Name, info.Rule, info.Doc)
	}
	if len(g.wrong) > 0 {
		g.comment("Without it the replay stops where the variant departs from the protocol.")
	}
	g.settings()
	g.blank()
}

func (g *generator) settings() {
	h := &g.script.Header
	set := func(name string, values ...string) {
		g.script.Lines = append(g.script.Lines, Line{Setting: &Setting{name, values}})
	}
	set("replicas", h.Replicas...)
	set("replica.lag.time.max.ms", strconv.Itoa(h.LagMax))
	set("min.insync.replicas", strconv.Itoa(h.MinISR))
	set("isr", "manual")
	for _, s := range []struct {
		name  string
		value int
	}{{"fetch.max.records", h.FetchMax}, {"retained.records", h.Retention}, {"lease", h.Lease}} {
		if s.value > 0 {
			set(s.name, strconv.Itoa(s.value))
		}
	}
	if h.Lossy {
		set("durability", model.Lossy)
	}
	set("max.records", strconv.Itoa(h.Records))
	if len(h.Variants) > 0 {
		set("variant", h.Variants...)
	}
}

// perform performs a command both ways and writes it, with what must follow.
func (g *generator) perform(c *Command, step int) error {
	before := g.as.s
	refusal, err := g.as.run(c)
	if err != nil {
		return err
	}
	if refusal != nil && !refusal.isStep() && step < g.steps {
		return fmt.Errorf("%s: %s", c.text(), refusal)
	}
	if g.departure != nil || len(g.wrong) == 0 {
		g.write(c, refusal, g.as.remarkable(&before))
		return nil
	}
	other, err := g.base.run(c)
	if err != nil {
		return err
	}
	expect := g.as.remarkable(&before)
	switch differ := g.differences(); {
	case other != nil && (refusal == nil || other.Reason != refusal.Reason):
		g.depart(c, step, fmt.Sprintf("the protocol refuses this: %s", other))
	case other == nil && refusal != nil:
		g.depart(c, step, fmt.Sprintf("the protocol allows this: %s", strings.Join(g.base.at.Notes, "; ")))
	case len(differ) > 0:
		g.depart(c, step, fmt.Sprintf("by the protocol %s", g.otherwise(differ)))
		expect = union(expect, differ)
	}
	g.write(c, refusal, expect)
	return nil
}

// depart notes that a command comes out differently by the protocol.
func (g *generator) depart(c *Command, step int, text string) {
	g.departure = &Departure{step, c.text(), text}
	var names []string
	for _, v := range g.wrong {
		names = append(names, fmt.Sprintf("%s (%s)", v.Name, v.Rule))
	}
	g.comment("Here %s departs: %s.", strings.Join(names, ", "), text)
}

// write writes a command with its EXPECT lines.
func (g *generator) write(c *Command, refusal *Refusal, expect []*Command) {
	lines := []*Command{c}
	if refusal != nil {
		lines = append(lines, &Command{Time: -1, Number: -1, Verb: expectVerb, Word: refusedWord, Values: []string{refusal.Reason}})
	}
	for _, l := range append(lines, expect...) {
		g.script.Lines = append(g.script.Lines, Line{Command: l})
	}
}

// closing writes the violation, after an attempt to do what is wrongly allowed
// or read if no step departed from the protocol.
func (g *generator) closing(property string) error {
	if g.departure == nil && len(g.wrong) > 0 {
		if c := g.attempt(property); c != nil {
			if err := g.perform(c, g.steps); err != nil {
				return err
			}
		}
	}
	if !g.as.broken[property] {
		return fmt.Errorf("%s is not violated when the trace is performed", property)
	}
	g.script.Lines = append(g.script.Lines, Line{Command: &Command{Time: -1, Number: -1, Verb: expectVerb, Word: violatedWord, Values: []string{property}}})
	return nil
}
