package script

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/invariants"
	"tidemark/model"
)

// A Minimal is what minimising has left of a script, or of a trace: a scenario
// of which nothing can be left out, or the same property holds.
type Minimal struct {
	Property      model.Property
	Before, After Size
	Replays       int // of shorter scripts, on the way
	variants      []string
	rest          *scenario
	bounds        *model.Bounds // of the trace that was minimised; nil of a script
}

// A NotViolatedError says that there is nothing to minimise.
type NotViolatedError struct{ Property string }

func (e *NotViolatedError) Error() string {
	if e.Property == "" {
		return "no property is violated"
	}
	return "property " + e.Property + " is not violated"
}

// Minimize leaves out of a script whatever does not keep a property from being
// violated under its header's variants and these: commands, records, time and
// replicas. What it leaves is 1-minimal: no single command, no record, no unit of
// time and no replica can be left out, not even when another one does in its
// place what it did and commands that the rules then refuse are left out, too.
//
// Without the name of a property it is the last one that the script expects to be
// violated, or else the one that is violated first. EXPECT lines and comments go.
// An error is a *[NotViolatedError], or one that [Replay] gives.
//
// When ctx ends, so does the search for what can be left out, with its error.
func Minimize(ctx context.Context, s *Script, property string, variants ...string) (*Minimal, error) {
	if property == "" {
		var err error
		if property, err = violated(s, variants); err != nil {
			return nil, err
		}
	}
	return minimize(ctx, scenarioOf(s), property, variants)
}

// MinimizeTrace is [Minimize] for a counterexample of the model, within the
// trace's bounds. Without the name of a property it is the trace's.
func MinimizeTrace(ctx context.Context, t *trace.Trace, property string) (*Minimal, error) {
	g, err := generatorOf(t)
	if err != nil {
		return nil, err
	}
	if property == "" && t.Violation != nil && t.Violation.Kind == explore.Deadlock.String() {
		return nil, errors.New("expected a trace that violates a property, found one that ends in a deadlock")
	}
	if property == "" && t.Violation != nil {
		property = t.Violation.Property
	}
	sc := &scenario{header: g.script.Header}
	for i := range t.Steps[1:] {
		c, err := g.commandOf(&t.Steps[i+1])
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+2, err)
		}
		sc.steps = append(sc.steps, step{command: c, amount: 1})
	}
	if property == "" {
		if property, err = violated(sc.script(), g.wrongNames()); err != nil {
			return nil, err
		}
	}
	m, err := minimize(ctx, sc, property, g.wrongNames())
	if err == nil {
		m.bounds = g.bounds
	}
	return m, err
}

// violated is the property that a script is about.
func violated(s *Script, variants []string) (string, error) {
	expected := ""
	for _, l := range s.Lines {
		if l.Command != nil && l.Command.Word == violatedWord {
			expected = l.Command.Values[0]
		}
	}
	if expected != "" {
		return expected, nil
	}
	r, err := Replay(s, variants...)
	switch {
	case err != nil:
		return "", err
	case len(r.Violations) == 0:
		return "", &NotViolatedError{}
	}
	return r.Violations[0].Property, nil
}

// A minimizer tries scenarios.
type minimizer struct {
	ctx      context.Context
	property model.Property
	variants []string
	ready    map[string]*replayer // by the replicas of the header
	tries    int
	err      error
}

func minimize(ctx context.Context, sc *scenario, property string, variants []string) (*Minimal, error) {
	p, known := invariants.Lookup(property)
	if !known {
		return nil, fmt.Errorf("%s is no property of the model", property)
	}
	m := &minimizer{ctx: ctx, property: p, variants: variants, ready: map[string]*replayer{}}
	whole := &scenario{header: sc.header, steps: m.numbered(sc)}
	if m.err != nil {
		return nil, m.err
	}
	steps, fails := m.try(whole)
	if m.err != nil {
		return nil, m.err
	}
	if !fails {
		return nil, &NotViolatedError{property}
	}
	before := whole.size()
	rest := m.all(&scenario{header: sc.header, steps: steps})
	if m.err != nil {
		return nil, m.err
	}
	return &Minimal{Property: p, Before: before, After: rest.size(), Replays: m.tries, variants: variants, rest: rest}, nil
}

// all leaves out whatever it can, until nothing more goes.
func (m *minimizer) all(sc *scenario) *scenario {
	for m.err == nil {
		before := sc.size()
		sc = m.fewerReplicas(sc)
		sc = m.fewerWaits(sc)
		sc = m.fewerSteps(sc)
		sc = m.fewerRecords(sc)
		sc = m.smallerAmounts(sc)
		if sc.size() == before {
			break
		}
	}
	return sc
}

// accept tries a scenario and returns what of it fails.
func (m *minimizer) accept(candidate *scenario) (*scenario, bool) {
	steps, fails := m.try(candidate)
	return &scenario{header: candidate.header, steps: steps}, fails
}

func (m *minimizer) fewerSteps(sc *scenario) *scenario {
	steps := trace.Minimize(sc.steps, func(candidate []step) ([]step, bool) {
		return m.try(&scenario{header: sc.header, steps: candidate})
	})
	return &scenario{header: sc.header, steps: steps}
}

// fewerReplicas leaves out replicas, the last ones first: with all that they do,
// or so that another one does it.
func (m *minimizer) fewerReplicas(sc *scenario) *scenario {
	for i := len(sc.header.Replicas) - 1; i >= 0 && len(sc.header.Replicas) > sc.header.fewestReplicas(); i-- {
		name := sc.header.Replicas[i]
		for _, instead := range append([]string{""}, sc.header.Replicas...) {
			if instead == name {
				continue
			}
			if less, fails := m.accept(sc.without(name, instead)); fails {
				sc = less
				break
			}
		}
	}
	return sc
}

// fewerWaits lets time pass later, together with the time that passes there.
func (m *minimizer) fewerWaits(sc *scenario) *scenario {
	for i := len(sc.steps) - 1; i >= 0; i-- {
		if i >= len(sc.steps) || !sc.steps[i].isWait() {
			continue
		}
		next := slices.IndexFunc(sc.steps[i+1:], func(s step) bool { return s.isWait() })
		if next < 0 {
			continue
		}
		steps := slices.Delete(slices.Clone(sc.steps), i, i+1)
		steps[i+next].amount += sc.steps[i].amount
		if later, fails := m.accept(&scenario{header: sc.header, steps: steps}); fails {
			sc = later
		}
	}
	return sc
}

// fewerRecords leaves out records that later fetches from an offset count.
func (m *minimizer) fewerRecords(sc *scenario) *scenario {
	for i := len(sc.steps) - 1; i >= 0; i-- {
		for offset := 0; i < len(sc.steps) && sc.steps[i].produces() && offset < maxRecords; offset++ {
			if less, fails := m.accept(sc.withoutRecord(i, offset)); fails {
				sc, offset = less, -1
			}
		}
	}
	return sc
}

// smallerAmounts makes the records of an APPEND, the units of a TICK and of the
// time between commands fewer.
func (m *minimizer) smallerAmounts(sc *scenario) *scenario {
	for i := 0; i < len(sc.steps); i++ {
		for less := sc.steps[i].amount / 2; less > 0; {
			candidate := &scenario{header: sc.header, steps: slices.Clone(sc.steps)}
			candidate.steps[i].amount -= less
			smaller, fails := candidate, false
			if candidate.steps[i].amount > 0 {
				smaller, fails = m.accept(candidate)
			}
			if fails {
				sc = smaller
			} else {
				less /= 2
			}
			if i >= len(sc.steps) {
				break
			}
		}
	}
	return sc
}
