package conform

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/model"
)

// A Finding is how an implementation does not conform.
type Finding struct {
	Kind     Kind
	Script   string   // the script that shows it, with an EXPECT line for what was expected; empty where it takes none
	Commands int      // in it
	Sent     string   // the line that was answered wrongly, or not at all
	Expected string   // what the answer should have said
	Came     string   // what it said instead
	Answer   string   // the whole line; empty when there was none
	Problem  string   // what is wrong with a line that is no answer, or what kept it from coming
	Hint     string   // what may be the reason; may be empty
	Why      []string // the rules that were met, and their arithmetic
	Likely   []Likely // what would give all these answers
	Found    string   // among which scripts
	Minimal  bool     // no command can be left out, and no number be less
	Before   string   // of a leftover: the script that has to come before
	Stderr   []string // the ends of what was written to standard error
	Stack    []string // of a panic: the calls that led to it, the innermost first
}

// variants are those of the model, alternatives first.
func variants() []model.VariantInfo {
	var first, rest []model.VariantInfo
	for _, v := range model.Variants() {
		if v.Alternative {
			first = append(first, v)
		} else {
			rest = append(rest, v)
		}
	}
	return append(first, rest...)
}

// finding says what an observation is about.
func (k *checker) finding(o *observation) *Finding {
	f := &Finding{
		Kind: o.kind, Commands: len(o.steps), Sent: startLine(&o.header), Found: o.found,
		Expected: o.expected, Came: shown(o.came), Problem: o.problem,
	}
	var expect []string
	if o.expect != "" {
		expect = []string{o.expect}
	}
	if n := len(o.steps); n > 0 {
		f.Script = scriptOf(&o.header, o.steps, expect)
		last := &o.steps[n-1]
		if f.Sent = last.line; f.Sent == "" {
			f.Sent = last.command.String()
		}
		f.Why = append(f.Why, last.outcome.Notes...)
	}
	for _, why := range o.why {
		said := func(note string) bool { return strings.Contains(why, note) || strings.Contains(note, why) }
		f.Why = append(slices.DeleteFunc(f.Why, said), why)
	}
	f.Hint = o.hint
	if o.fault != nil {
		f.Hint, f.Stderr, f.Stack = o.fault.Hint, o.fault.Stderr, o.fault.Stack
	} else {
		f.Answer = shown(o.answers[len(o.answers)-1])
		if f.Answer == "" {
			f.Problem += ", found an empty line"
		}
	}
	if o.kind == Different {
		f.Likely = k.likely(o)
	}
	return f
}

// Message is the finding in one sentence.
func (f *Finding) Message() string {
	after := "after " + f.Sent
	switch f.Kind {
	case Different:
		return fmt.Sprintf("%s: expected %s, came %s", after, f.Expected, f.Came)
	case Leftover:
		return "after another script, which START must make it forget: " + f.symptom()
	case Unstable:
		return "not the same each time: " + f.symptom() + ", but not when the script was performed again"
	}
	return f.symptom()
}

// symptom is what was seen, whatever may be the reason.
func (f *Finding) symptom() string {
	text := "after " + f.Sent
	switch {
	case f.Problem == "":
		return fmt.Sprintf("%s: expected %s, came %s", text, f.Expected, f.Came)
	case f.Answer != "":
		return fmt.Sprintf("%s: %s, found %s", text, f.Problem, f.Answer)
	}
	return text + ": " + f.Problem
}
