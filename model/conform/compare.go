package conform

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/model/script"
)

// A Kind is a way in which an implementation does not conform.
type Kind string

// The kinds of findings.
const (
	Different Kind = "different" // an answer is not what the rules say
	Malformed Kind = "malformed" // a line is no answer
	Ended     Kind = "ended"     // it ended, or panicked, instead of answering
	Silent    Kind = "silent"    // no answer came in time
	Endless   Kind = "endless"   // a line was too long, or more lines came than commands were sent
	Leftover  Kind = "leftover"  // it differs only after another script: START does not begin anew
	Unstable  Kind = "unstable"  // the same script came out differently when it was performed again
)

// A mismatch is what is wrong with an answer.
type mismatch struct {
	kind     Kind
	expected string // a field, or REFUSED
	came     string
	problem  string   // of a malformed answer
	hint     string   // what may be the reason; may be empty
	why      []string // beyond the notes of the command
	expect   string   // an EXPECT line that says what was expected; may be empty
}

// compare compares an answer with what a step comes to; nil when it is as it
// should be.
func (b *rulebook) compare(s *step, replicas []string, text string) *mismatch {
	if text == s.answer {
		return nil
	}
	malformed := func(problem string) *mismatch {
		return &mismatch{kind: Malformed, expected: s.answer, came: text, problem: problem}
	}
	a, err := parseAnswer(text, replicas, s.after.Value("leader", "")[0])
	if err != nil {
		m := malformed(err.Error())
		if !beginsWith(text, okWord) && !beginsWith(text, refusedWord) {
			m.hint = linesHint
		}
		return m
	}
	if m := compareRefusal(s.outcome.Refusal, a); m != nil {
		return m
	}
	for _, key := range b.profile.fields {
		if !a.tells(key) {
			return malformed("there is no " + key + "= in it, which each answer must have unless READY fields=... or --fields says otherwise")
		}
	}
	for i := range a.values {
		v := &a.values[i]
		if b.profile.only && !slices.Contains(b.profile.fields, v.key) {
			continue
		}
		met, err := v.is(s.after)
		if err != nil {
			return malformed(v.key + ": " + plainly(err))
		}
		if !met {
			return different(s.after, v)
		}
	}
	return nil
}

// plainly is an error about a value without its place.
func plainly(err error) string {
	if e, ok := err.(*script.Error); ok {
		return e.Message
	}
	return err.Error()
}

// compareRefusal compares whether, and why, a command is refused. No reason is
// fine.
func compareRefusal(refusal *script.Refusal, a *answer) *mismatch {
	m := &mismatch{kind: Different, came: okWord, expected: okWord}
	if a.refused {
		m.came = strings.TrimSpace(refusedWord + " " + a.reason)
	}
	if refusal != nil {
		m.expected = refusedWord + " " + refusal.Reason
		m.why = []string{refusal.String()}
		if a.refused && (a.reason == "" || a.reason == refusal.Reason || a.reason == refusal.Rule) {
			return nil
		}
		return m
	}
	if !a.refused {
		return nil
	}
	return m
}

// different is the mismatch of a value.
func different(p *script.Player, v *told) *mismatch {
	f, _ := findField(v.key)
	what, of := v.key+"=", ""
	if f.OfReplica {
		of = " " + v.replica
	}
	if f.OfReplica && !v.bare {
		what += v.replica + ":"
	}
	m := &mismatch{
		kind:     Different,
		expected: what + f.expected(p, v.replica), came: what + strings.Join(v.words, f.separator()),
		expect: fmt.Sprintf("EXPECT %s%s %s", f.Name, of, strings.Join(p.Value(f.Name, v.replica), " ")),
	}
	about := []string{v.replica}
	if v.key == "isr" {
		about = symmetricDifference(p.Value("isr", ""), v.words)
	}
	if !f.OfReplica {
		m.why = amiss(v.words)
	}
	for _, replica := range about {
		if why := p.Why(f.Name, replica); why != "" {
			m.why = append(m.why, why)
		}
	}
	return m
}

// amiss says what is wrong with a list, whatever it should be.
func amiss(words []string) (problems []string) {
	for i, w := range words {
		switch {
		case w == "":
			problems = append(problems, "the list has an item that is empty")
		case slices.Contains(words[:i], w):
			problems = append(problems, w+" is there twice")
		}
	}
	return problems
}

// symmetricDifference is what is in one list only.
func symmetricDifference(a, b []string) []string {
	var only []string
	for _, w := range slices.Concat(a, b) {
		if w != nothing && w != "" && slices.Contains(a, w) != slices.Contains(b, w) {
			only = append(only, w)
		}
	}
	return only
}
