package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/invariants"
	"tidemark/model"
)

// Trace performs a script under the rules that its header changes and these
// variants, and returns what it did as a trace of the model, whose ages are in
// ticks: as few as keep apart what the rules tell apart. The trace ends where the
// property is violated that the script expects to be, or else the first one; where
// none is, it is the whole script.
//
// What reads, looks or is refused is no step. A fetch from an offset is shown as
// what it is, with the offset as a second argument; [model.ReadTrace] refuses it.
//
// The error is a *[FailedError] for a script that the rules refuse or whose EXPECT
// fails; other errors are those of [Replay], and an *[Error] for times that can't
// be told in ticks.
func Trace(s *Script, variants ...string) (trace.Trace, error) {
	r, err := newReplayer(s, variants)
	if err != nil {
		return trace.Trace{}, err
	}
	r.recorder = newRecorder()
	if err := r.lines(); err != nil {
		return trace.Trace{}, err
	}
	if r.result.Failure != nil {
		return trace.Trace{}, &FailedError{r.result}
	}
	broken := r.shown()
	if broken != nil {
		r.recorder.list = r.recorder.list[:r.recorder.broken[broken.Property]]
	}
	times := timeline{moments: []int{0}, limit: s.Header.LagMax, lease: s.Header.Lease}
	var when []int
	for _, h := range r.recorder.list {
		when = append(when, times.moment(h.time))
	}
	for _, l := range times.layouts() {
		if t, err := r.retell(l, when, broken); err == nil {
			return t, nil
		}
	}
	return trace.Trace{}, &Error{
		File:    s.File,
		Message: fmt.Sprintf("its times can't be told in ticks of the model, at most %d of which are within replica.lag.time.max.ms", exactLimit),
		Hint:    "replica.lag.time.max.ms 5, and times to match",
	}
}

// A FailedError is about a script that did not run to its end.
type FailedError struct{ Result *Result }

// Error returns the place of the command that ended it, and why.
func (e *FailedError) Error() string {
	f := e.Result.Failure
	return fmt.Sprintf("%s:%d:%d: %s: %s", e.Result.File, f.Row, f.Column, f.Command, f.Message)
}

// shown is the violation that a trace of the replay shows; nil without one.
func (r *replayer) shown() *Violation {
	for _, l := range r.script.Lines {
		if l.Command == nil || l.Command.Word != violatedWord {
			continue
		}
		for i := range r.result.Violations {
			if v := &r.result.Violations[i]; slices.Contains(l.Command.Values, v.Property) {
				return v
			}
		}
	}
	if len(r.result.Violations) == 0 {
		return nil
	}
	return &r.result.Violations[0]
}

// errOther ends a telling that comes to something else than the replay.
var errOther = errors.New("the ticks make a difference")

// A teller tells a replay again, in ticks.
type teller struct {
	m     *model.Model
	t     trace.Trace
	path  []explore.Step // the behaviour so far
	s     model.State    // the last state
	prior model.State    // the one before it
	exact bool           // each step is one of the model
}

// retell performs what was recorded in a model with the ages of a layout, and
// makes sure that it comes to the same.
func (r *replayer) retell(l layout, when []int, broken *Violation) (trace.Trace, error) {
	b := r.recorder.bounds(&r.script.Header, r.result.Variants, l.lagMax)
	m, err := model.New(b, model.Checks{Properties: invariants.All()})
	if err != nil {
		return trace.Trace{}, err
	}
	rows, err := m.Init(nil)
	if err != nil {
		return trace.Trace{}, err
	}
	first := rows[:m.Width()]
	k := &teller{m: m, s: m.Decode(first), path: []explore.Step{{Row: first}}, exact: true}
	k.t = m.Trace(k.path)
	now := 0
	for i := range r.recorder.list {
		h := &r.recorder.list[i]
		for now < l.at[when[i]] && k.take(explore.MakeLabel(model.Tick, 0)) {
			now++
		}
		now = l.at[when[i]] // what no tick changes, time does not
		if h.action != model.Tick && !k.perform(h) || !agree(k.s, h.after) {
			return trace.Trace{}, errOther
		}
	}
	return k.t, k.conclude(broken)
}

// agree reports whether two states are the same but for ages.
func agree(s, t model.State) bool {
	s.LastCaughtUp, s.LastFetch = t.LastCaughtUp, t.LastFetch
	return s == t
}

// take takes a step, if the model allows it, and tells it.
func (k *teller) take(l explore.Label) bool {
	after, possible := k.m.After(&k.s, l)
	if !possible {
		return false
	}
	here, next := explore.Step{Row: k.m.Encode(&k.s)}, explore.Step{Label: l, Row: k.m.Encode(&after)}
	k.path = append(k.path, next)
	k.prior, k.s = k.s, after
	k.t.Steps = append(k.t.Steps, k.m.Trace([]explore.Step{here, next}).Steps[1])
	return true
}

// perform takes a step that was recorded.
func (k *teller) perform(h *happening) bool {
	label := explore.MakeLabel(h.action, h.argument)
	if h.claimed < 0 {
		return k.take(label)
	}
	k.exact = false
	c := newClaim(&k.s, h.argument, h.claimed)
	if c.begin(&k.s); !k.take(label) {
		return false
	}
	c.end(&k.prior)
	c.end(&k.s)
	last := &k.t.Steps[len(k.t.Steps)-1]
	last.Args = append(last.Args, trace.Arg{Name: "offset", Value: trace.Int(h.claimed)})
	last.Rule, _, _ = strings.Cut(last.Rule, "; R10: ")
	last.State = k.m.Trace([]explore.Step{{Row: k.m.Encode(&k.s)}}).Steps[0].State
	return true
}

// conclude adds the violation, which must be there in ticks, too.
func (k *teller) conclude(broken *Violation) error {
	if broken == nil {
		return nil
	}
	all := invariants.All()
	i := slices.IndexFunc(all, func(p model.Property) bool { return p.Name == broken.Property })
	p := all[i]
	before := &k.prior
	if p.Kind == explore.Invariant {
		before = &k.s
	}
	f := p.Falsifier(k.m, before, &k.s)
	if f == model.None {
		return errOther
	}
	k.t.Violation = &trace.Violation{Property: p.Name, Kind: p.Kind.String(), Reason: p.Why(k.m, before, &k.s, f)}
	if k.exact {
		if d, departs := k.m.Depart(k.path, i); departs {
			k.t.Departure = &d
		}
	}
	return nil
}
