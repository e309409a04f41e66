package script

import "tidemark/model"

// A happening is something that a replay did: a step of the model, or the end of
// a stretch of time.
type happening struct {
	time             int // when, in the script's unit
	action, argument int // of the model; action is model.Tick for what is only time
	claimed          int // the offset that a fetch was given; -1: none
	after            model.State
}

// A recorder keeps what a replay did, for those who ask.
type recorder struct {
	list   []happening
	broken map[string]int // how many of the list had happened when a property was violated first
}

func newRecorder() *recorder { return &recorder{broken: map[string]int{}} }

// happened notes a step of the model, or time that has passed.
func (r *replayer) happened(action, argument int) {
	if r.recorder == nil {
		return
	}
	h := happening{r.now, action, argument, -1, r.s}
	if r.claim != nil {
		h.claimed = r.claim.offset
	}
	r.recorder.list = append(r.recorder.list, h)
}

// bounds are the least that a model needs to do all that was done, with an age
// limit of so many ticks.
func (rec *recorder) bounds(h *Header, variants []string, lagMax int) model.Bounds {
	b := h.bounds(variants)
	b.LagMax = lagMax
	b.MaxRecords, b.MaxEpoch, b.MaxCrashes = 1, 1, 0
	b.Drop, b.Duplicate, b.TimeOuts = false, false, false
	all := false
	for i := range rec.list {
		s := &rec.list[i].after
		b.MaxRecords = max(b.MaxRecords, int(s.Produced))
		b.MaxEpoch = max(b.MaxEpoch, int(s.ControllerEpoch))
		b.MaxCrashes = max(b.MaxCrashes, int(s.Crashes))
		switch h := &rec.list[i]; h.action {
		case model.DropResponse:
			b.Drop = true
		case model.DuplicateResponse:
			b.Duplicate = true
		case model.TimeOut:
			b.TimeOuts = true
		case model.Produce:
			all = all || h.argument == 1
		}
	}
	if !all {
		b.Acks = []string{model.AcksLeader}
	}
	return b
}
