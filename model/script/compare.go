package script

import (
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// run performs a command outside a script's lines.
func (r *replayer) run(c *Command) (*Refusal, error) {
	r.result.Outcomes = []Outcome{{Command: c.text()}}
	r.at = &r.result.Outcomes[0]
	return r.happen(c)
}

// remarkable are the EXPECT lines for what a reader wants to know of a step.
func (r *replayer) remarkable(before *model.State) []*Command {
	was := *r
	was.s = *before
	var lines []*Command
	for _, f := range fields {
		if !slices.Contains([]string{"leader", "isr", "hw", "acked", "log", "read"}, f.name) {
			continue
		}
		for _, replica := range r.about(f) {
			now := f.value(r, replica)
			reads := f.name == "read" && strings.HasPrefix(r.at.Command, "READ ") && r.at.Refusal == nil
			if reads || !slices.Equal(now, f.value(&was, replica)) {
				lines = append(lines, r.expectation(f, replica))
			}
		}
	}
	return lines
}

// about are the replicas that a field is about; one that stands for the
// partition when it is about that.
func (r *replayer) about(f field) []int {
	if !f.ofReplica {
		return []int{0}
	}
	var all []int
	for i := range r.m.Replicas() {
		all = append(all, i)
	}
	return all
}

// expectation is the EXPECT line for a field as it is.
func (r *replayer) expectation(f field, replica int) *Command {
	c := &Command{Time: -1, Number: -1, Verb: expectVerb, Word: f.name, Values: f.value(r, replica)}
	if f.ofReplica {
		c.Replicas = []string{r.m.Name(replica)}
	}
	if f.kind == aTime && r.ageOf(f, replica) == uint8(r.oldest) {
		c.Values = []string{stale}
	}
	return c
}

// ageOf is the model's age for a field that is a time.
func (r *replayer) ageOf(f field, replica int) uint8 {
	if f.name == "fetched" {
		return r.s.LastFetch[replica]
	}
	return r.s.LastCaughtUp[replica]
}

// differences are the EXPECT lines for what is not the same without the
// variants.
func (g *generator) differences() []*Command {
	var lines []*Command
	for _, f := range fields {
		if slices.Contains([]string{"acks=all", "catch-up", "leo"}, f.name) || f.name == "durable" && !g.script.Header.Lossy {
			continue // follows from others
		}
		for _, replica := range g.as.about(f) {
			same := slices.Equal(f.value(g.as, replica), f.value(g.base, replica))
			if f.kind == aTime {
				same = g.as.ageOf(f, replica) == g.base.ageOf(f, replica)
			}
			if !same {
				lines = append(lines, g.as.expectation(f, replica))
			}
		}
	}
	return lines
}

// otherwise says what the fields of these lines are without the variants.
func (g *generator) otherwise(lines []*Command) string {
	var parts []string
	for _, l := range lines {
		f, _ := findField(l.Word)
		replica := 0
		if f.ofReplica {
			replica = g.base.replica(l)
		}
		by := g.base.expectation(f, replica)
		parts = append(parts, strings.TrimPrefix(by.text(), expectVerb+" "))
	}
	return strings.Join(parts, ", ")
}

// union appends those lines of b that a has not.
func union(a, b []*Command) []*Command {
	for _, l := range b {
		if !slices.ContainsFunc(a, func(m *Command) bool { return m.text() == l.text() }) {
			a = append(a, l)
		}
	}
	return a
}

// attempt is a command that comes out differently with the variants and without
// them, in a state that both have got to; nil when there is none. The one that
// the property is about is preferred.
func (g *generator) attempt(property string) *Command {
	reads, actions := g.readAttempts(property), g.actionAttempts(property)
	all := append(actions, reads...)
	if strings.Contains(property, "Read") || property == "ConsumedSurvives" {
		all = append(reads, actions...)
	}
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

func (g *generator) readAttempts(property string) []*Command {
	var found []*Command
	inOrder := levels
	if property == "LeaseReadIsFresh" {
		inOrder = slices.Clone(levels)
		slices.Reverse(inOrder)
	}
	for _, l := range inOrder {
		for f, name := range g.script.Header.Replicas {
			read, allowed := g.as.m.Read(&g.as.s, l.level, f)
			other, also := g.base.m.Read(&g.base.s, l.level, f)
			if read != other || allowed != also {
				found = append(found, &Command{Time: -1, Number: -1, Verb: "READ", Word: l.word, Replicas: []string{name}})
			}
		}
	}
	return found
}

// attempted are the actions that properties ask about.
var attempted = map[string]int{
	"CommittedSurvives":        model.Elect,
	"ConsumedSurvives":         model.Elect,
	"LaggardCanLeave":          model.ShrinkISR,
	"CaughtUpCanJoin":          model.ExpandISR,
	"CurrentLeaderNeverFenced": model.Receive,
}

func (g *generator) actionAttempts(property string) []*Command {
	with, without := g.as.successors(), g.base.successors()
	action, asked := attempted[property]
	falsifier := model.None
	if p, known := invariants.Lookup(property); known && p.Kind == explore.Invariant {
		falsifier = p.Falsifier(g.as.m, &g.as.s, &g.as.s)
	}
	rank := func(l explore.Label) int {
		switch {
		case !asked || l.Action() != action:
			return 2
		case l.Argument() != falsifier:
			return 1
		}
		return 0
	}
	var labels []explore.Label
	for label, next := range with {
		if other, also := without[label]; !also || other != next {
			labels = append(labels, label)
		}
	}
	for label := range without {
		if _, also := with[label]; !also {
			labels = append(labels, label)
		}
	}
	slices.SortFunc(labels, func(a, b explore.Label) int {
		if c := rank(a) - rank(b); c != 0 {
			return c
		}
		return int(a) - int(b)
	})
	var found []*Command
	for _, l := range labels {
		found = append(found, g.as.labelled(l))
	}
	return found
}

// successors are the states that the model's steps lead to.
func (r *replayer) successors() map[explore.Label]model.State {
	r.out.Reset()
	if r.worker.Successors(r.m.Encode(&r.s), &r.out) != nil {
		return nil
	}
	all, width := map[explore.Label]model.State{}, r.m.Width()
	for i, label := range r.out.Labels {
		all[label] = r.m.Decode(r.out.Rows[i*width : (i+1)*width])
	}
	return all
}

// labelled is the command that takes a step with a label.
func (r *replayer) labelled(l explore.Label) *Command {
	c := &Command{Time: -1, Number: -1, Verb: verbOf(l.Action())}
	switch v, _ := findVerb(c.Verb); v.shape {
	case acks:
		c.Word = []string{model.AcksLeader, model.AcksAll}[l.Argument()]
	case record:
		c.Number = l.Argument()
	case oneReplica, fetch:
		c.Replicas = []string{r.m.Name(l.Argument())}
	}
	return c
}
