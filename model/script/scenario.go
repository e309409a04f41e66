package script

import (
	"slices"

	"tidemark/model"
)

// A scenario is a script as minimising sees it: what can be left out of it.
type scenario struct {
	header Header
	steps  []step
}

// A step is a command, or time that passes.
type step struct {
	command *Command // without its time, and shared: never changed
	amount  int      // records of an APPEND, units of a TICK or of time; 1 for other commands
	record  int      // of a command that produces, the id of its first record in the first run
}

// isWait reports whether a step is time that passes between two commands.
func (s *step) isWait() bool { return s.command == nil }

// of returns the command with its amount, without an id.
func (s *step) of() *Command {
	c := *s.command
	switch {
	case c.Verb == "APPEND":
		c.Number = s.amount
	case c.Verb == "TICK" && s.amount > 1:
		c.Number = s.amount
	case c.Verb == "TICK":
		c.Number = -1
	}
	return &c
}

// scenarioOf takes a script apart. EXPECT lines are left out, and commands that
// are short for several become these.
func scenarioOf(s *Script) *scenario {
	sc := &scenario{header: s.Header}
	now := 0
	for i := range s.Lines {
		c := s.Lines[i].Command
		if c == nil || c.Verb == expectVerb {
			continue
		}
		if c.Time > now {
			sc.steps = append(sc.steps, step{amount: c.Time - now})
			now = c.Time
		}
		if c.Verb == "TICK" {
			now += max(c.Number, 1)
		}
		sc.steps = append(sc.steps, apart(c)...)
	}
	return sc
}

// apart returns the steps that a command consists of.
func apart(c *Command) []step {
	one := func(verb string, replica string) step {
		return step{command: &Command{Time: -1, Number: -1, Verb: verb, Replicas: []string{replica}}, amount: 1}
	}
	switch c.Verb {
	case "REPLICATE":
		return []step{one("FETCH", c.Replicas[0]), one("RECEIVE", c.Replicas[0])}
	case "SLOW", "FAST":
		var steps []step
		for _, name := range c.Replicas {
			steps = append(steps, one(c.Verb, name))
		}
		return steps
	}
	untimed := *c
	untimed.Time = -1
	s := step{command: &untimed, amount: 1}
	if c.Verb == "APPEND" || c.Verb == "TICK" {
		s.amount = max(c.Number, 1)
	}
	return []step{s}
}

// without is the scenario without a replica: what it does is left out or, with
// another one's name, done by that one, which then also leads first in its place.
func (sc *scenario) without(replica, instead string) *scenario {
	out := &scenario{header: sc.header}
	if instead != "" && sc.header.Replicas[0] == replica {
		out.header.Replicas = []string{instead}
	} else {
		out.header.Replicas = nil
	}
	for _, name := range sc.header.Replicas {
		if name != replica && !slices.Contains(out.header.Replicas, name) {
			out.header.Replicas = append(out.header.Replicas, name)
		}
	}
	for _, s := range sc.steps {
		switch {
		case s.isWait() || !slices.Contains(s.command.Replicas, replica):
			out.steps = append(out.steps, s)
		case instead != "":
			c := *s.command
			c.Replicas = []string{instead}
			s.command = &c
			out.steps = append(out.steps, s)
		}
	}
	return out
}

// produces reports whether a step appends records.
func (s *step) produces() bool {
	return !s.isWait() && (s.command.Verb == "APPEND" || s.command.Verb == "PRODUCE")
}

// withoutRecord is the scenario without the last record of a step that produces,
// where later fetches from offsets above it ask for one less.
func (sc *scenario) withoutRecord(i, offset int) *scenario {
	out := &scenario{header: sc.header, steps: slices.Clone(sc.steps[:i])}
	if s := sc.steps[i]; s.amount > 1 {
		s.amount--
		out.steps = append(out.steps, s)
	}
	for _, s := range sc.steps[i+1:] {
		if !s.isWait() && s.command.Verb == "FETCH" && s.command.Number > offset {
			c := *s.command
			c.Number--
			s.command = &c
		}
		out.steps = append(out.steps, s)
	}
	return out
}

// A Size says how large a script is, in what minimising makes less of.
type Size struct {
	Steps    int // commands that are not EXPECT, a REPLICATE being two
	Records  int // produced
	Time     int // that passes, in the script's unit
	Replicas int
}

func (sc *scenario) size() Size {
	size := Size{Replicas: len(sc.header.Replicas)}
	for i := range sc.steps {
		s := &sc.steps[i]
		if s.isWait() || s.command.Verb == "TICK" {
			size.Time += s.amount
		}
		if !s.isWait() {
			size.Steps++
		}
		if s.produces() {
			size.Records += s.amount
		}
	}
	return size
}

// fewestReplicas is how many replicas a script must have.
func (h *Header) fewestReplicas() int { return max(2, min(h.MinISR, model.MaxReplicas)) }
