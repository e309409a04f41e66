package script

import (
	"fmt"
	"slices"
	"strings"
)

// expect checks an EXPECT; subject is the command above it.
func (r *replayer) expect(l *Line, subject *Outcome) {
	c := l.Command
	message := ""
	switch c.Word {
	case refusedWord:
		message = wrongRefusal(c, subject)
	case violatedWord:
		message = r.wrongViolation(c.Values[0])
	default:
		f, _ := findField(c.Word)
		replica, of := 0, ""
		if f.ofReplica {
			replica, of = r.replica(c), " "+c.Replicas[0]
		}
		if got, ok := r.is(f, replica, c.Values); !ok {
			message = fmt.Sprintf("expected %s%s %s, found %s", f.name, of, tokens(c.Values), tokens(got))
			if f.rules != "" {
				message += " (" + f.rules + ")"
			}
		}
	}
	if message == "" {
		r.result.Expectations++
		return
	}
	f := Failure{Message: message}
	if subject != nil {
		f.After = subject.String()
	}
	r.fail(l, f)
}

// wrongRefusal says how a command was not refused as expected.
func wrongRefusal(c *Command, subject *Outcome) string {
	switch {
	case subject.Refusal == nil:
		return "expected that the rules refuse " + subject.Command + ", but they allow it"
	case len(c.Values) == 0 || c.Values[0] == subject.Refusal.Reason || c.Values[0] == subject.Refusal.Rule:
		return ""
	}
	return fmt.Sprintf("expected the reason %s, but %s is refused for %s: %s", c.Values[0], subject.Command, subject.Refusal.Reason, subject.Refusal)
}

// wrongViolation says that a property has not been violated by now.
func (r *replayer) wrongViolation(property string) string {
	if r.broken[property] {
		return ""
	}
	message := "expected that " + property + " is violated by now, but it holds"
	if len(r.result.Violations) > 0 {
		var names []string
		for _, v := range r.result.Violations {
			names = append(names, v.Property)
		}
		slices.Sort(names)
		message += "; what is violated is " + strings.Join(names, ", ")
	}
	return message
}

// String is the command with what became of it, of many ticks what came last.
func (o *Outcome) String() string {
	const most = 12
	text := o.Command
	if o.Refusal != nil {
		return text + ": refused: " + o.Refusal.String()
	}
	notes := o.Notes
	if len(notes) > most {
		notes = append([]string{"..."}, notes[len(notes)-most:]...)
	}
	if len(notes) > 0 {
		text += ": " + strings.Join(notes, "; ")
	}
	return text
}
