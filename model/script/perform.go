package script

import (
	"fmt"
	"slices"

	"tidemark/model"
)

// replica is the number of the replica that a command names.
func (r *replayer) replica(c *Command) int {
	return slices.Index(r.script.Header.Replicas, c.Replicas[0])
}

// happen performs a command at its time, and what follows from it by itself.
func (r *replayer) happen(c *Command) (*Refusal, error) {
	if c.Time > r.now {
		if err := r.pass(c.Time - r.now); err != nil {
			return nil, err
		}
	}
	refusal, err := r.perform(c)
	if err == nil {
		err = r.answer()
	}
	return refusal, err
}

// perform performs a command, or says why the rules refuse it.
func (r *replayer) perform(c *Command) (*Refusal, error) {
	switch c.Verb {
	case statusVerb:
		return nil, r.status()
	case "APPEND":
		return r.appendRecords(c.Number)
	case "PRODUCE":
		return r.produce(c.Word)
	case "FETCH":
		if c.Number >= 0 {
			return r.fetchAt(r.replica(c), c.Number)
		}
		return r.fetchOnce(r.replica(c))
	case "REPLICATE":
		f := r.replica(c)
		if refusal, err := r.fetchOnce(f); refusal != nil || err != nil {
			return refusal, err
		}
		return r.act(model.Receive, f)
	case "TICK":
		return nil, r.ticks(max(c.Number, 1))
	case "SLOW", "FAST":
		return nil, r.pace(c)
	case "READ":
		return r.perhapsRead(c), nil
	}
	v, _ := findVerb(c.Verb)
	argument := c.Number
	if v.shape == oneReplica {
		argument = r.replica(c)
	}
	return r.act(v.action, argument)
}

// act takes one step of the model.
func (r *replayer) act(action, argument int) (*Refusal, error) {
	if err := r.room(action); err != nil {
		return nil, err
	}
	before, rejected := r.s, r.rejection(action, argument)
	taken, err := r.take(action, argument)
	switch {
	case err != nil:
		return nil, err
	case !taken:
		return r.whyNot(action, argument), nil
	case rejected == nil && (action == model.Receive || action == model.DuplicateResponse):
		return r.misfit(&before, argument), nil
	}
	return rejected, nil
}

// room is an error when the model has no room for a step that the rules may
// well allow.
func (r *replayer) room(action int) error {
	switch {
	case action == model.Produce && (int(r.s.Produced) >= r.script.Header.Records || r.s.LEO(int(r.s.Leader)) >= r.script.Header.Records):
		return &limitError{fmt.Sprintf("expected at most %d records in a script", r.script.Header.Records), fmt.Sprintf("max.records can be up to %d", maxRecords)}
	case action == model.Elect && r.s.ControllerEpoch >= maxEpoch:
		return &limitError{fmt.Sprintf("expected at most %d elections in a script", maxEpoch-1), ""}
	case action == model.Crash && r.s.Crashes >= maxCrashes:
		return &limitError{fmt.Sprintf("expected at most %d crashes in a script", maxCrashes), ""}
	}
	return nil
}

func (r *replayer) appendRecords(records int) (*Refusal, error) {
	for range records {
		if refusal, err := r.act(model.Produce, 0); refusal != nil || err != nil {
			return refusal, err
		}
	}
	r.note("leader LEO = %d", r.s.LEO(int(r.s.Leader)))
	return nil, nil
}

// produce is R5 and R6 for one record.
func (r *replayer) produce(asked string) (*Refusal, error) {
	switch asked {
	case model.AcksLeader:
		return r.act(model.Produce, 0)
	case model.AcksAll:
		if r.script.Header.Auto {
			if err := r.upkeep(); err != nil {
				return nil, err
			}
		}
		return r.act(model.Produce, 1)
	}
	return &Refusal{"R5", "unsupported_acks", fmt.Sprintf("acks=%s is not supported: only acks=1 and acks=all are", asked)}, nil
}

// upkeep brings R2 to R4 up to date.
func (r *replayer) upkeep() error {
	before := r.s.ISR
	for f := range r.m.Replicas() {
		if !r.s.ISR.Has(f) {
			continue
		}
		if _, err := r.take(model.ShrinkISR, f); err != nil {
			return err
		}
	}
	for f := range r.m.Replicas() {
		// whom R2 has just removed, or would remove again, is not worth adding
		if r.s.ISR.Has(f) || before.Has(f) || int(r.s.LastCaughtUp[f]) >= r.oldest {
			continue
		}
		if _, err := r.take(model.ExpandISR, f); err != nil {
			return err
		}
	}
	return nil
}

// ticks lets time pass tick by tick, with what the fast followers and, if the
// script leaves it to them, the rules do at each.
func (r *replayer) ticks(n int) error {
	for range n {
		if err := r.pass(1); err != nil {
			return err
		}
		for f := range r.m.Replicas() {
			if r.fast.Has(f) {
				if err := r.keepUp(f); err != nil {
					return err
				}
			}
		}
		if r.script.Header.Auto {
			if err := r.upkeep(); err != nil {
				return err
			}
		}
		if err := r.answer(); err != nil {
			return err
		}
	}
	return nil
}

// answer answers the acks=all requests that wait, if the script leaves it to the
// rules: at any moment R5 and R6 allow at most one answer to each.
func (r *replayer) answer() error {
	if !r.script.Header.Answers {
		return nil
	}
	for p := 1; p <= maxRecords; p++ {
		if !r.s.Pending.Has(p) {
			continue
		}
		taken, err := r.take(model.Ack, p)
		if err == nil && !taken {
			_, err = r.take(model.Refuse, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keepUp is what a fast follower does at a tick: it adopts the epoch if it must,
// takes what is in flight to it, and fetches and receives.
func (r *replayer) keepUp(f int) error {
	for _, action := range []int{model.BecomeFollower, model.Receive, model.Fetch, model.Receive} {
		taken, err := r.take(action, f)
		if err == nil && taken && action == model.Fetch {
			err = r.join(f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *replayer) pace(c *Command) error {
	for _, name := range c.Replicas {
		f := slices.Index(r.script.Header.Replicas, name)
		if c.Verb == "FAST" {
			r.fast = r.fast.With(f)
		} else {
			r.fast = r.fast.Without(f)
		}
	}
	if c.Verb == "FAST" {
		r.note("from now on at each tick: fetch and receive")
	} else {
		r.note("from now on at a tick: nothing")
	}
	return nil
}

// perhapsRead reads, or says why not (R11).
func (r *replayer) perhapsRead(c *Command) *Refusal {
	f := int(r.s.Leader)
	if len(c.Replicas) > 0 {
		f = r.replica(c)
	}
	level := levels[slices.Index(levelWords(), c.Word)].level
	log, allowed := r.m.Read(&r.s, level, f)
	if !allowed {
		r.read = 0
		return r.whyNoRead(level, f)
	}
	r.read = log
	r.note("R11: %s returns %s%s", r.m.Name(f), tokens(orNothing(logWords(log))), r.aboutRead(level, f, log))
	return nil
}

// aboutRead says what a read may miss, and what it shows too early.
func (r *replayer) aboutRead(level model.ReadLevel, f int, log model.Log) string {
	s := &r.s
	if level == model.ReadLocal && !log.HasPrefix(s.Log[s.Leader]) {
		return fmt.Sprintf(", which is stale: leader %s has %s", r.m.Name(int(s.Leader)), tokens(orNothing(logWords(s.Log[s.Leader]))))
	}
	if n := log.Len() - int(s.LocalHW[f]); n > 0 {
		return fmt.Sprintf(", of which %d above its HW %d", n, s.LocalHW[f])
	}
	return ""
}
