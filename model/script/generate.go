package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
)

// FromTrace writes a counterexample of the model as a script, one command for
// each step, that ends with an EXPECT VIOLATED. Replayed with the trace's
// variants it gets to the same violation; without them it stops at the step that
// departs from the protocol. Variants that are alternatives stay in its header.
func FromTrace(t *trace.Trace) (*Script, error) {
	g, err := generatorOf(t)
	if err == nil {
		err = g.all()
	}
	if err != nil {
		return nil, err
	}
	return g.parsed()
}

// parsed is what was written, with its positions.
func (g *generator) parsed() (*Script, error) {
	return Parse(g.script.File, []byte(g.script.String()))
}

// A generator writes a script while it performs it twice: with the variants, and
// without those that depart from the protocol until something comes out
// differently.
type generator struct {
	script    *Script
	as, base  *replayer
	wrong     []model.VariantInfo // the variants that depart
	departed  bool
	bounds    *model.Bounds    // of a trace
	trace     *trace.Trace     // that is performed, if it is one
	violation *trace.Violation // what is shown; nil when it is just a behaviour
}

// generatorFor returns a generator that has performed nothing yet.
func generatorFor(h Header, wrong []string) (*generator, error) {
	g := &generator{script: &Script{File: "trace" + Extension, Header: h}}
	for _, v := range model.Variants() {
		if slices.Contains(wrong, v.Name) {
			g.wrong = append(g.wrong, v)
		}
	}
	var err error
	if g.as, err = newReplayer(g.script, wrong); err != nil {
		return nil, err
	}
	g.base, err = newReplayer(g.script, nil)
	return g, err
}

// generatorOf returns a generator for a trace.
func generatorOf(t *trace.Trace) (*generator, error) {
	if len(t.Steps) == 0 {
		return nil, errors.New("the trace has no steps")
	}
	names, first, err := model.ReadState(t, 0)
	if err != nil {
		return nil, err
	}
	b, err := model.ReadBounds(t)
	if err != nil {
		return nil, fmt.Errorf("the trace's constants: %w", err)
	}
	if !slices.Equal(names, b.Replicas) {
		return nil, errors.New("the trace's replicas are not those of its constant Replicas")
	}
	_, wrong := departing(b.Variant)
	g, err := generatorFor(headerOf(&b, int(first.Leader)), wrong)
	if err != nil {
		return nil, err
	}
	g.bounds, g.trace, g.violation = &b, t, t.Violation
	return g, nil
}

// wrongNames names the variants that depart.
func (g *generator) wrongNames() []string {
	var names []string
	for _, v := range g.wrong {
		names = append(names, v.Name)
	}
	return names
}

// all performs and writes the whole trace.
func (g *generator) all() error {
	g.opening()
	for i := range g.trace.Steps[1:] {
		c, err := g.commandOf(&g.trace.Steps[i+1])
		if err == nil {
			err = g.perform(c, i+1)
		}
		if err == nil {
			err = g.confirm(i + 1)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+2, err)
		}
	}
	return g.closing()
}

// confirm checks that the replay has got to the state of the trace.
func (g *generator) confirm(step int) error {
	names, s, err := model.ReadState(g.trace, step)
	if err != nil {
		return err
	}
	if renumbered(&s, names, g.script.Header.Replicas) != g.as.s {
		return fmt.Errorf("%s does not lead to the state of the trace", g.trace.Steps[step].Action)
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
func (g *generator) commandOf(step *trace.Step) (*Command, error) {
	l, err := g.as.m.Label(step)
	if err != nil {
		return nil, err
	}
	return g.as.labelled(l), nil
}

func (g *generator) comment(format string, args ...any) {
	text := []rune(fmt.Sprintf(format, args...))
	if len(text) > maxWidth/2 {
		text = append(text[:maxWidth/2], []rune("...")...)
	}
	g.script.Lines = append(g.script.Lines, Line{Comment: string(text)})
}

func (g *generator) blank() { g.script.Lines = append(g.script.Lines, Line{}) }

// opening writes what is violated, and the header.
func (g *generator) opening() {
	if v := g.violation; v != nil && v.Reason != "" {
		g.comment("%s is violated: %s", v.Property, v.Reason)
	}
	for _, info := range g.wrong {
		g.comment("%s (%s): %s.", info.Name, info.Rule, info.Doc)
	}
	if len(g.wrong) > 0 {
		g.comment("Replay it with --variant %s; without, the replay stops where that departs from the protocol.", strings.Join(g.wrongNames(), ","))
	}
	g.settings()
	g.blank()
}

func (g *generator) settings() {
	for _, s := range g.script.Header.Settings() {
		g.script.Lines = append(g.script.Lines, Line{Setting: &s})
	}
}

// perform performs a command both ways and writes it, with what must follow. It
// leads to the state of the trace with this index; -1 when it is an attempt below
// the last one.
func (g *generator) perform(c *Command, state int) error {
	before := g.as.s
	refusal, err := g.as.run(c)
	if err != nil {
		return err
	}
	if g.trace != nil && refusal != nil && !refusal.isStep() && state >= 0 {
		return fmt.Errorf("%s: %s", c.text(), refusal)
	}
	if g.departed || len(g.wrong) == 0 {
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
		g.depart(state, fmt.Sprintf("which refuses this (%s)", other))
	case other == nil && refusal != nil:
		g.depart(state, "which allows this ("+strings.Join(g.base.at.Notes, "; ")+")")
	case len(differ) > 0:
		g.depart(state, "which would make "+g.otherwise(differ))
		expect = union(expect, differ)
	}
	g.write(c, refusal, expect)
	return nil
}

// depart writes that a step departs from the protocol. What the trace says about
// it comes first.
func (g *generator) depart(state int, text string) {
	g.departed = true
	if g.trace != nil && state >= 0 {
		if d := g.trace.Departure; d != nil && d.Step == state+1 {
			g.comment("Here the protocol is left: %s.", d.Text)
			return
		}
	}
	g.comment("Here the protocol is left, %s.", text)
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
func (g *generator) closing() error {
	if g.violation == nil || g.violation.Kind == explore.Deadlock.String() {
		return nil
	}
	property := g.violation.Property
	if !g.departed && len(g.wrong) > 0 {
		if c := g.attempt(property); c != nil {
			if err := g.perform(c, -1); err != nil {
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
