package conform

import (
	"context"
	"time"
)

// An observation is what is wrong with how a scenario was performed.
type observation struct {
	mismatch
	performed          // up to the step that is to blame
	answers   []string // to what was sent of them, START included, as far as there were any
	fault     *Fault   // what kept it from answering; may be nil
}

// observed is what was seen by the time of a number of steps.
func (p *performed) observed(m mismatch, steps int, answers []string, fault *Fault) *observation {
	return &observation{m, performed{p.header, p.steps[:steps], p.found}, answers, fault}
}

// mismatch is what a fault is, for want of an answer.
func (f *Fault) mismatch() mismatch { return mismatch{kind: f.Kind, problem: f.Text} }

// perform has the implementation perform lines, and looks how long it takes.
func (k *checker) perform(ctx context.Context, lines []string) ([]string, *Fault) {
	began := time.Now()
	answers, fault := k.im.Perform(ctx, lines, k.patience)
	if fault == nil {
		k.slowest = max(k.slowest, time.Since(began))
		k.age++
	} else {
		k.before, k.age = nil, 0
	}
	return answers, fault
}

// observe performs steps and compares each answer. It returns nil when all are as
// they should be. An error says that the context has ended.
func (k *checker) observe(ctx context.Context, at *performed) (*observation, error) {
	lines := linesOf(&at.header, at.steps)
	answers, fault := k.perform(ctx, lines)
	if fault != nil && fault.Err != nil {
		return nil, fault.Err
	}
	if len(answers) > 0 {
		if _, err := readReady(answers[0]); err != nil {
			return k.noReady(at, answers[0], err), nil
		}
	}
	if fault == nil {
		k.before = at
	}
	next := 1
	for i := range at.steps {
		s := &at.steps[i]
		if s.line == "" {
			continue
		}
		if next >= len(answers) {
			return at.observed(fault.mismatch(), i+1, answers, fault), nil
		}
		if m := k.rules.compare(s, at.header.Replicas, answers[next]); m != nil {
			return at.observed(*m, i+1, answers[:next+1], nil), nil
		}
		next++
	}
	if fault != nil {
		return at.observed(fault.mismatch(), len(at.steps), answers, fault), nil
	}
	return nil, nil
}

// noReady is the observation that START was not answered. What runs on from
// another script has written a line too many then.
func (k *checker) noReady(at *performed, answer string, err error) *observation {
	o := at.observed(mismatch{kind: Malformed, expected: readyWord, came: answer, problem: err.Error()}, 0, []string{answer}, nil)
	if !beginsWith(answer, readyWord) {
		o.hint = linesHint
	}
	if k.before != nil {
		o.kind, o.problem = Endless, "this is no answer to START: it wrote a line more than it was sent, or answers the first START only"
	}
	return o
}

// renew has the next scenario performed by a new instance.
func (k *checker) renew() {
	k.im.Close(0)
	k.before, k.age = nil, 0
}

// attempt observes a scenario, and then whether it is done.
func (k *checker) attempt(ctx context.Context, at *performed, kind Kind) (*observation, error) {
	o, err := k.observe(ctx, at)
	if o != nil || err != nil || kind != Endless {
		return o, err
	}
	again := &performed{header: at.header}
	if o, err = k.observe(ctx, again); o == nil && err == nil {
		if fault := k.im.Close(k.patience); fault != nil {
			o = again.observed(fault.mismatch(), 0, nil, fault)
		}
		k.before, k.age = nil, 0
	}
	if o != nil {
		o.performed = *at
	}
	return o, err
}
