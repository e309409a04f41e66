package conform

import (
	"context"
	"slices"
	"strings"

	"tidemark/model/script"
)

// given performs the scripts of the configuration.
func (k *checker) given(ctx context.Context) error {
	for _, s := range k.config.Scripts {
		sc, err := fromScript(s, &k.rules.profile)
		if err != nil {
			return err
		}
		steps, err := k.rules.perform(sc)
		if err != nil {
			return err
		}
		if len(steps) < len(sc.moves) {
			return &script.Error{File: s.File, Message: "the script needs more records, elections or crashes than the model has room for"}
		}
		if err := k.rules.profile.passable(s, steps); err != nil {
			return err
		}
		if err := k.try(ctx, &performed{sc.header, steps, s.File}); err != nil || k.report.Finding != nil {
			return err
		}
	}
	return nil
}

// answerVerbs say what becomes of an acks=all request.
var answerVerbs = []string{"ACK", "REFUSE", "TIMEOUT"}

// fromScript turns a script into a scenario. A command that the implementation
// does not know is an error at its place.
func fromScript(s *script.Script, p *profile) (*scenario, error) {
	sc := &scenario{header: s.Header}
	told := slices.ContainsFunc(s.Lines, func(l script.Line) bool { return l.Command != nil && slices.Contains(answerVerbs, l.Command.Verb) })
	sc.header.Answers = !told // an implementation does so by itself
	for _, l := range s.Lines {
		if l.Command == nil || l.Command.Verb == expectVerb {
			continue
		}
		if what := p.unknown(l.Command); what != "" {
			return nil, &script.Error{
				File: s.File, Line: l.Row, Column: l.Column,
				Message: "expected a command that the implementation knows (" + strings.Join(p.commands, ", ") + "), found " + what,
				Hint:    "an implementation declares what it knows in its answer to START, with commands=...",
			}
		}
		sc.moves = append(sc.moves, move{command: *l.Command, refusable: true})
	}
	if len(sc.moves) == 0 {
		return nil, &script.Error{File: s.File, Message: "expected a script with a command, found none"}
	}
	return sc, nil
}

// unknown names a command that can't be sent to the implementation; nothing when
// it can, or need not be.
func (p *profile) unknown(c *script.Command) string {
	switch {
	case p.knows(c.Verb), p.appends(c), slices.Contains(ofFollowers, c.Verb), c.Verb == replicateVerb && p.knows(fetchVerb):
		return ""
	}
	return c.Verb
}

// ofFollowers are commands that only followers have to know of.
var ofFollowers = []string{followVerb, receiveVerb, "DROP", "DUPLICATE"}

// passable wants a given script to expect it where a command can't be sent, and
// has what is refused be so in smaller scripts, too, but nothing else.
func (p *profile) passable(s *script.Script, steps []step) error {
	i := -1 // the latest step
	for at, l := range s.Lines {
		if l.Command == nil || l.Command.Verb == expectVerb {
			continue
		}
		i++
		st := &steps[i]
		st.refusable = st.outcome.Refusal != nil || l.Command.Verb == crashVerb
		cant := func(why, hint string) error {
			return &script.Error{File: s.File, Line: l.Row, Column: l.Column, Message: st.command.String() + " can't be sent: " + why, Hint: hint}
		}
		switch {
		case p.impossible(st) && !expectsRefusal(s.Lines[at+1:]):
			return cant(st.outcome.Refusal.String(), "with EXPECT REFUSED below it, it is left out")
		case p.between(st) && l.Command.Verb == crashVerb && !st.isOfLeader(st.after) && st.outcome.Refusal == nil:
			return cant("no leader is in charge", "ELECT comes first")
		}
	}
	return nil
}

// expectsRefusal reports whether the lines below a command expect it to be refused.
func expectsRefusal(below []script.Line) bool {
	for _, l := range below {
		if l.Command != nil {
			return l.Command.Verb == expectVerb && l.Command.Word == refusedWord
		}
	}
	return false
}
