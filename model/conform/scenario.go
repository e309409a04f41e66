package conform

import (
	"strings"

	"tidemark/model"
	"tidemark/model/script"
)

// A scenario is a script as it is performed: commands, each with its time.
type scenario struct {
	header script.Header
	moves  []move
}

// A move is a command of a scenario.
type move struct {
	command   script.Command
	refusable bool // that the rules refuse it, or that the leader crashes, does not matter: the script has it like this
}

// A step is what a move comes to under the rules.
type step struct {
	move
	line    string // as it is sent; empty when it is not
	outcome *script.Outcome
	after   *script.Player
	answer  string // that is expected, as the canonical form has it
}

// A rulebook performs moves under the rules that an implementation follows.
type rulebook struct {
	variants []string
	profile  profile
	start    *script.Player
	header   string // of start
}

// begin returns a player at the start of a scenario.
func (b *rulebook) begin(h *script.Header) (*script.Player, error) {
	if header := headerOf(h); b.start == nil || header != b.header {
		p, err := script.NewPlayer(h, b.variants...)
		if err != nil {
			return nil, err
		}
		b.start, b.header = p, header
	}
	return b.start.Clone(), nil
}

// take performs a move from where a player is. It is not ok when the move makes
// no sense there: there is no room for it, or it is refused for what is no
// business of the leader's.
func (b *rulebook) take(from *script.Player, m move, replicas []string) (s step, ok bool) {
	p := from.Clone()
	m.command.Time = max(m.command.Time, p.Now())
	s = step{move: m, after: p}
	var err error
	if s.outcome, err = p.Perform(&s.command); err != nil {
		return s, false
	}
	if m.isOfLeader(from) && !m.refusable {
		return s, false
	}
	if r := s.outcome.Refusal; r != nil && !m.refusable && !(m.command.Verb == produceVerb && r.Rule == "R6") {
		return s, false
	}
	if s.line = b.profile.line(from, &s); s.line != "" {
		s.answer = expectedAnswer(p, s.outcome, b.profile.fields, replicas)
	}
	return s, true
}

// isOfLeader reports whether it is the leader itself that crashes, after which
// nobody keeps the books.
func (m *move) isOfLeader(p *script.Player) bool {
	return m.command.Verb == crashVerb && m.command.Replicas[0] == p.Value("leader", "")[0]
}

// perform performs a scenario. Moves that make no sense any more are left out.
func (b *rulebook) perform(sc *scenario) ([]step, error) {
	p, err := b.begin(&sc.header)
	if err != nil {
		return nil, err
	}
	var steps []step
	for _, m := range sc.moves {
		if s, ok := b.take(p, m, sc.header.Replicas); ok {
			steps = append(steps, s)
			p = s.after
		}
	}
	return steps, nil
}

// movesOf are the moves of steps.
func movesOf(steps []step) []move {
	var all []move
	for _, s := range steps {
		all = append(all, s.move)
	}
	return all
}

// linesOf are what is sent for a scenario, START included.
func linesOf(h *script.Header, steps []step) []string {
	lines := []string{startLine(h)}
	for _, s := range steps {
		if s.line != "" {
			lines = append(lines, s.line)
		}
	}
	return lines
}

// headerOf writes a header in the script language.
func headerOf(h *script.Header) string {
	var b strings.Builder
	for _, s := range h.Settings() {
		l := script.Line{Setting: &s}
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// scriptOf writes a scenario in the script language, with what is expected at
// its end.
func scriptOf(h *script.Header, steps []step, expect []string) string {
	var b strings.Builder
	b.WriteString(headerOf(h) + "\n")
	for _, s := range steps {
		b.WriteString(s.command.String() + "\n")
		if s.outcome.Refusal != nil {
			b.WriteString("EXPECT REFUSED " + s.outcome.Refusal.Reason + "\n")
		}
	}
	for _, line := range expect {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// line is what is sent for a step from where a player was; nothing for what only
// followers do, or what nobody can ask for as things are. A fetch from the end of
// a follower's log is one from an offset to whoever does not know of responses, and
// a request with acks=1 is an append.
func (p *profile) line(from *script.Player, s *step) string {
	c := s.command
	replicates := c.Verb == replicateVerb && !p.knows(replicateVerb)
	switch {
	case p.impossible(s), p.between(s):
		return ""
	case replicates, c.Verb == fetchVerb && c.Number < 0 && !p.knows(receiveVerb):
		c.Verb, c.Number = fetchVerb, number(from, "leo", c.Replicas[0])
	case p.appends(&c):
		c = script.Command{Time: c.Time, Verb: appendVerb, Number: 1}
	case !p.knows(c.Verb):
		return ""
	}
	return c.String()
}

// appends reports whether a command is sent as an append.
func (p *profile) appends(c *script.Command) bool {
	return c.Verb == produceVerb && c.Word == model.AcksLeader && p.knows(appendVerb)
}

// impossible reports whether a command is refused by no rule, or by one that is
// the follower's business. What a program would answer, nobody has said.
func (p *profile) impossible(s *step) bool {
	r, verb := s.outcome.Refusal, s.command.Verb
	fetches := verb == fetchVerb || verb == replicateVerb
	return r != nil && (r.Rule == "" || fetches && !p.knowsFollowers())
}

// between reports whether a step leads to where no leader is in charge, so that
// nobody keeps the books: from its crash to the next election.
func (p *profile) between(s *step) bool { return !p.knowsFollowers() && !s.after.InCharge() }

// knowsFollowers reports whether a program has the followers' logs, too.
func (p *profile) knowsFollowers() bool { return p.knows(receiveVerb) || p.knows(replicateVerb) }
