package invariants

import (
	"fmt"

	"tidemark/explore"
	"tidemark/model"
)

// readInvariants are about what reads return (R11).
func readInvariants() []model.Property {
	return []model.Property{consumedSurvives, linearizableReadIsCommitted, linearizableReadSeesEveryAck, leaseReadIsFresh}
}

var consumedSurvives = model.Property{
	Name: "ConsumedSurvives", Kind: explore.Invariant,
	About: model.Watermark | model.LocalMarks | model.Logs | model.Membership | model.Leading,
	Reads: model.OfLocalHW,
	Doc:   "what a consumer can read at the leader in charge is in the log of whoever may be elected",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		if s.Log[s.Leader] == 0 { // there is nothing to read
			return model.None
		}
		read, _ := m.Read(s, model.ReadConsumer, int(s.Leader))
		return electable(m, s, lacking(m, s, read))
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		read, _ := m.Read(s, model.ReadConsumer, int(s.Leader))
		return read != 0 && someReplica(m, func(r int) bool { return m.MayElect(s, r) })
	},
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		read, _ := m.Read(s, model.ReadConsumer, int(s.Leader))
		return fmt.Sprintf("a consumer reads %s at leader %s, but %s may be elected and holds %s", records(read), m.Name(int(s.Leader)), m.Name(r), records(s.Log[r]))
	},
}

var linearizableReadIsCommitted = model.Property{
	Name: "LinearizableReadIsCommitted", Kind: explore.Invariant,
	About: model.History | model.Watermark | model.LocalMarks | model.Logs | model.Leases | model.Membership | model.Leading,
	Reads: model.OfCommitted | model.OfLocalHW | model.OfLease,
	Doc:   "a linearizable read returns committed records only",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		read, ok := m.Read(s, model.ReadLinearizable, int(s.Leader))
		return failIf(ok && !s.Committed.HasPrefix(read))
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		read, _ := m.Read(s, model.ReadLinearizable, int(s.Leader))
		return read != 0
	},
	Why: func(m *model.Model, s, _ *model.State, _ int) string {
		read, _ := m.Read(s, model.ReadLinearizable, int(s.Leader))
		return fmt.Sprintf("a linearizable read at leader %s returns %s, but %s was committed", m.Name(int(s.Leader)), records(read), only(s.Committed))
	},
}

var linearizableReadSeesEveryAck = model.Property{
	Name: "LinearizableReadSeesEveryAck", Kind: explore.Invariant,
	About: model.Answers | model.Watermark | model.LocalMarks | model.Logs | model.Leases | model.Membership | model.Leading,
	Reads: model.OfAcked | model.OfLocalHW | model.OfLease,
	Doc:   "a linearizable read returns every record that was acknowledged with acks=all",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		read, ok := m.Read(s, model.ReadLinearizable, int(s.Leader))
		if !ok {
			return model.None
		}
		return firstOf(s.Acked &^ read.IDs())
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		_, ok := m.Read(s, model.ReadLinearizable, int(s.Leader))
		return ok && s.Acked != 0
	},
	Why: func(m *model.Model, s, _ *model.State, id int) string {
		read, _ := m.Read(s, model.ReadLinearizable, int(s.Leader))
		return fmt.Sprintf("record %d was acknowledged with acks=all, but a linearizable read at leader %s returns %s", id, m.Name(int(s.Leader)), records(read))
	},
}

var leaseReadIsFresh = model.Property{
	Name: "LeaseReadIsFresh", Kind: explore.Invariant,
	About: model.History | model.Watermark | model.LocalMarks | model.Logs | model.Leases | model.Membership | model.Leading,
	Reads: model.OfCommitted | model.OfLocalHW | model.OfLease,
	Doc:   "a lease read, at whichever replica answers it, returns all that was committed",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		if s.Committed == 0 {
			return model.None
		}
		return firstReplica(m, func(r int) bool {
			read, ok := m.Read(s, model.ReadLease, r)
			return ok && !read.HasPrefix(s.Committed)
		})
	},
	Premise: func(m *model.Model, s, _ *model.State) bool {
		return s.Committed != 0 && someReplica(m, func(r int) bool {
			_, ok := m.Read(s, model.ReadLease, r)
			return ok
		})
	},
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		read, _ := m.Read(s, model.ReadLease, r)
		return fmt.Sprintf("a lease read at %s returns %s, but %s was committed", m.Name(r), records(read), records(s.Committed))
	},
}
