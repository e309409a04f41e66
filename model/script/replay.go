package script

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// A replayer performs a script. What changes the state is a step of the model,
// but for a fetch from an offset, which gives the follower that log first and
// takes the response away; the replayer only keeps the real times and says what
// happened.
type replayer struct {
	script *Script
	m      *model.Model
	worker explore.Worker
	out    explore.Successors
	s      model.State
	clock
	fast       model.ReplicaSet
	claim      *claim    // of the fetch that is being performed; nil for one from the end of a log
	read       model.Log // what the latest READ returned
	properties []model.Property
	broken     map[string]bool // names of properties that were violated
	quiet      bool            // says nothing about what happens
	taken      []explore.Label // the steps of the model so far
	result     *Result
	at         *Outcome  // of the command that is being performed
	recorder   *recorder // nil: nobody asks what happened
}

// Replay performs a script under the rules that its header changes and these
// variants. A script that the rules refuse or whose EXPECT fails is a result,
// not an error. An error is a *[model.BoundError] for variants that can't act
// on the script's partition, or an *[Error] for a script that needs more than
// the model has room for.
func Replay(s *Script, variants ...string) (*Result, error) {
	r, err := newReplayer(s, variants)
	if err != nil {
		return nil, err
	}
	if err := r.lines(); err != nil {
		return nil, err
	}
	return r.result, nil
}

// lines performs the script's commands, up to one that fails.
func (r *replayer) lines() error {
	for i := range r.script.Lines {
		if r.script.Lines[i].Command == nil {
			continue
		}
		if err := r.line(i); err != nil {
			return err
		}
		if r.result.Failure != nil {
			break
		}
	}
	return nil
}

func newReplayer(s *Script, variants []string) (*replayer, error) {
	all := slices.Clone(s.Header.Variants)
	for _, v := range variants {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	m, err := model.New(s.Header.bounds(all), model.Checks{})
	if err != nil {
		return nil, err
	}
	r := &replayer{
		script: s, m: m, worker: m.NewWorker(),
		clock:      clock{scale: newScale(s.Header.LagMax)},
		properties: invariants.All(),
		broken:     map[string]bool{},
		result:     &Result{File: s.File, Variants: all},
	}
	rows, err := m.Init(nil)
	if err != nil {
		return nil, err
	}
	r.s = m.Decode(rows[:m.Width()]) // the first initial state is the one in which the first replica leads
	for f := range m.Replicas() {
		r.fetched[f] = noTime
		if f == int(r.s.Leader) {
			r.caughtUp[f] = noTime
		}
	}
	for _, l := range s.Lines {
		r.result.Expects = r.result.Expects || l.Command != nil && l.Command.Word == violatedWord
	}
	return r, nil
}

// line performs the command in a line.
func (r *replayer) line(i int) error {
	l := &r.script.Lines[i]
	c := l.Command
	r.result.Outcomes = append(r.result.Outcomes, Outcome{
		Row: l.Row, Column: l.Column, Command: c.text(), Expectation: c.Verb == expectVerb,
	})
	r.at = &r.result.Outcomes[len(r.result.Outcomes)-1]
	if c.Verb == expectVerb {
		r.at.Time = r.now
		r.expect(l, r.subject())
		return nil
	}
	refusal, err := r.happen(c)
	if err != nil {
		return r.located(l, err)
	}
	r.at.Time, r.at.Refusal = r.now, refusal
	if refusal != nil && !r.expectsRefusal(i) {
		r.fail(l, Failure{Refused: true, Message: refusal.String()})
	}
	return nil
}

// subject is the outcome of the latest command that is not an EXPECT.
func (r *replayer) subject() *Outcome {
	for i := len(r.result.Outcomes) - 1; i >= 0; i-- {
		if o := &r.result.Outcomes[i]; !o.Expectation {
			return o
		}
	}
	return nil
}

// expectsRefusal reports whether the command below line i is EXPECT REFUSED.
func (r *replayer) expectsRefusal(i int) bool {
	for _, l := range r.script.Lines[i+1:] {
		if l.Command != nil {
			return l.Command.Verb == expectVerb && l.Command.Word == refusedWord
		}
	}
	return false
}

func (r *replayer) fail(l *Line, f Failure) {
	f.Row, f.Column, f.Command = l.Row, l.Column, l.Command.text()
	r.result.Failure = &f
}

// A limitError says that a script needs more than there is room for.
type limitError struct{ message, hint string }

func (e *limitError) Error() string { return e.message }

// located gives an error the place of a line.
func (r *replayer) located(l *Line, err error) error {
	if limit, ok := err.(*limitError); ok {
		return &Error{r.script.File, l.Row, l.Column, limit.message, limit.hint}
	}
	return err
}

// note adds to what the current command is said to have done.
func (r *replayer) note(format string, args ...any) {
	if r.quiet {
		return
	}
	r.at.Notes = append(r.at.Notes, fmt.Sprintf(format, args...))
}

// take takes a step of the model, if the rules allow it, and judges it.
func (r *replayer) take(action, argument int) (taken bool, err error) {
	row, label := r.m.Encode(&r.s), explore.MakeLabel(action, argument)
	r.out.Reset()
	if err := r.worker.Successors(row, &r.out); err != nil {
		return false, err
	}
	i := slices.Index(r.out.Labels, label)
	if i < 0 {
		return false, nil
	}
	before, width := r.s, r.m.Width()
	next := r.out.Rows[i*width : (i+1)*width]
	r.s = r.m.Decode(next)
	r.taken = append(r.taken, label)
	switch action {
	case model.Tick:
		return true, nil // time itself judges
	case model.Fetch:
		r.clock.fetch(r.m.Rules(), &before, argument)
	default:
		r.follow(&before, &r.s, r.m.Replicas())
	}
	r.project(&r.s, r.m.Replicas())
	if !r.quiet {
		r.describe(&before, label, row, next)
	}
	if r.claim != nil {
		r.claim.end(&before)
		r.claim.end(&r.s)
	}
	r.happened(action, argument)
	r.judge(&before)
	return true, nil
}

// judge looks for properties that the latest step has violated.
func (r *replayer) judge(before *model.State) {
	for i := range r.properties {
		p := &r.properties[i]
		if r.broken[p.Name] {
			continue
		}
		s := before
		if p.Kind == explore.Invariant {
			s = &r.s
		}
		if f := p.Falsifier(r.m, s, &r.s); f != model.None {
			r.broken[p.Name] = true
			if r.recorder != nil {
				r.recorder.broken[p.Name] = len(r.recorder.list)
			}
			v := Violation{p.Name, p.Kind, r.inModel(p.Why(r.m, s, &r.s, f)), r.at.Row}
			r.at.Violations = append(r.at.Violations, v)
			r.result.Violations = append(r.result.Violations, v)
		}
	}
}

// inModel explains the ages in a reason where they are not those of the script.
func (r *replayer) inModel(reason string) string {
	if r.limit > exactLimit && (strings.Contains(reason, "LagMax") || strings.Contains(reason, "ticks")) {
		reason += fmt.Sprintf(" (ages are the model's, where LagMax %d stands for %d)", r.m.Bounds().LagMax, r.limit)
	}
	return reason
}

// pass lets time pass: a tick of the model for each unit of time, as long as
// anything changes.
func (r *replayer) pass(units int) error {
	before := r.s
	for range units {
		taken, err := r.take(model.Tick, 0)
		if err != nil {
			return err
		}
		if !taken {
			break
		}
	}
	r.now += units
	r.project(&r.s, r.m.Replicas())
	for f := range r.m.Replicas() {
		if a, b := before.Lease[f], r.s.Lease[f]; a != b {
			r.note("R11: the lease of %s goes from %d to %d", r.m.Name(f), a, b)
		}
	}
	r.happened(model.Tick, 0)
	r.judge(&before)
	return nil
}

// tokens joins words for a message.
func tokens(words []string) string { return strings.Join(words, " ") }
