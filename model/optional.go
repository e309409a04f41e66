package model

import (
	"slices"

	"tidemark/explore"
)

// Optional parts of a state are those that no action of the protocol reads but
// to update them. A search may do without those that nothing else reads: what
// it leaves is a bisimulation, so verdict, property and the length of the trace
// are the same, and a trace lifts to a behaviour of the whole model.
type Optional uint8

const (
	OfAcked     Optional = 1 << iota // Acked
	OfRefused                        // Refused
	OfCommitted                      // Committed
	OfPending                        // Pending, and so Ack, Refuse and TimeOut, of which only Acked keeps a trace
	OfLocalHW                        // LocalHW, and the HW of responses, which goes nowhere else
	OfLease                          // Lease
	OfStale                          // what is in a response of an epoch that its receiver has left: R8 rejects it

	optional = iota
)

// width is that of a part: none without it.
func (o Optional) width(part Optional, w uint) uint {
	if o&part != 0 {
		return 0
	}
	return w
}

// A Reduction is a part of the states that a search does without.
type Reduction struct {
	Part Optional
	Name string
	Why  string // it makes no difference
}

// reductions lists the parts in their order.
var reductions = [optional]Reduction{
	{OfAcked, "acked", "a monitor that nothing selected reads"},
	{OfRefused, "refused", "a monitor that nothing selected reads"},
	{OfCommitted, "committed", "a monitor that nothing selected reads"},
	{OfPending, "pending", "what becomes of a wait shows in acked alone; Ack, Refuse and TimeOut are no steps"},
	{OfLocalHW, "localHW", "with the HW in responses: no rule in force and nothing selected reads it"},
	{OfLease, "lease", "only reads ask for it, and nothing selected reads"},
	{OfStale, "stale responses", "R8 rejects a response of an epoch that its receiver has left, whatever is in it"},
}

// A need is a variant under which the actions read a part.
var needs = []struct {
	part     Optional
	variants []Variant
}{
	{OfLocalHW, []Variant{ElectTruncatesToLocalHW, HWFromNewLeader, TruncateToLocalHW}},
	{OfStale, []Variant{NoFencing, NoEpochFencing, FenceByEntryEpoch}},
}

// read are the parts that the checks or the rules read.
func (c *Checks) read(rules Rules) (parts Optional) {
	for _, ps := range [][]Property{c.Properties, c.StateConstraints, c.ActionConstraints} {
		for i := range ps {
			parts |= ps[i].Reads
		}
	}
	if parts&OfAcked != 0 || c.Deadlock {
		parts |= OfPending
	}
	if c.Deadlock { // a tick that only leases notice is a step
		parts |= OfLease
	}
	for _, n := range needs {
		if slices.ContainsFunc(n.variants, rules.has) {
			parts |= n.part
		}
	}
	return parts
}

// present are the optional parts that the bounds let vary.
func (b *Bounds) present() Optional {
	parts := OfCommitted | OfLocalHW
	if slices.Contains(b.Acks, AcksAll) {
		parts |= OfAcked | OfRefused | OfPending
	}
	if b.Lease > 0 {
		parts |= OfLease
	}
	if b.MaxEpoch > 1 {
		parts |= OfStale
	}
	return parts
}

// reduce leaves out of a model what nothing reads.
func (m *Model) reduce() {
	m.without = m.bounds.present() &^ m.checks.read(m.rules)
	if m.without&OfLease != 0 {
		m.bounds.Lease = 0
	}
}

// Reductions lists what the model leaves out; see [Checks].
func (m *Model) Reductions() []Reduction {
	var rs []Reduction
	for _, r := range reductions {
		if m.without&r.Part != 0 {
			rs = append(rs, r)
		}
	}
	return rs
}

// Whole returns the model that leaves nothing out, and its behaviour that takes
// the same steps as one of m.
func (m *Model) Whole(path []explore.Step) (*Model, []explore.Step) {
	if m.whole == nil || len(path) == 0 {
		return m, path
	}
	first := m.Decode(path[0].Row)
	s := m.whole.initial(int(first.Leader))
	lifted := []explore.Step{{Row: m.whole.Encode(&s)}}
	for _, step := range path[1:] {
		t, possible := m.whole.After(&s, step.Label)
		if !possible {
			panic("model: a step of the reduced model is none of the whole")
		}
		s = t
		lifted = append(lifted, explore.Step{Label: step.Label, Row: m.whole.Encode(&s)})
	}
	return m.whole, lifted
}

// adopt makes an epoch that of a replica. What is in flight to it from an
// earlier one is stale.
func (m *Model) adopt(t *successor, r int, epoch uint8) {
	t.setReplicaEpoch(r, epoch)
	if m.without&OfStale != 0 && t.Response[r].InFlight() && t.Response[r].Epoch < epoch {
		t.setResponse(r, Response{Epoch: 1, Source: uint8(r)})
	}
}
