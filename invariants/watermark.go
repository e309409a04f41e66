package invariants

import (
	"fmt"

	"tidemark/explore"
	"tidemark/model"
)

// watermarkInvariants are about the high watermark and what followers know of it.
func watermarkInvariants() []model.Property {
	return []model.Property{localHWBelowHW, localHWWithinLog, hwIsISRMinimum}
}

var localHWBelowHW = model.Property{
	Name: "LocalHWBelowHW", Kind: explore.Invariant,
	About: model.LocalMarks | model.Watermark,
	Reads: model.OfLocalHW,
	Doc:   "no replica's own high watermark is above the partition's",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		return firstReplica(m, func(r int) bool { return s.LocalHW[r] > s.HW })
	},
	Premise: knowsHW,
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		return fmt.Sprintf("replica %s has local HW %d > HW %d", m.Name(r), s.LocalHW[r], s.HW)
	},
}

var localHWWithinLog = model.Property{
	Name: "LocalHWWithinLog", Kind: explore.Invariant,
	About: model.LocalMarks | model.Logs,
	Reads: model.OfLocalHW,
	Doc:   "no replica's own high watermark is above its log end offset",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		return firstReplica(m, func(r int) bool { return s.LocalHW[r] > 0 && int(s.LocalHW[r]) > s.LEO(r) })
	},
	Premise: knowsHW,
	Why: func(m *model.Model, s, _ *model.State, r int) string {
		return fmt.Sprintf("replica %s has local HW %d > its LEO %d", m.Name(r), s.LocalHW[r], s.LEO(r))
	},
}

// knowsHW is the premise that some replica has heard of a high watermark.
func knowsHW(m *model.Model, s, _ *model.State) bool {
	return someReplica(m, func(r int) bool { return s.LocalHW[r] > 0 })
}

// isrMinimum is R4 on a state: the smallest log end in the ISR that counts,
// as the leader knows it.
func isrMinimum(m *model.Model, s *model.State) int {
	return m.HighWatermark(s, 0, correct)
}

// leaderBounds reports whether the leader is in the ISR with so little that
// counts that the minimum can't be above the high watermark.
func leaderBounds(s *model.State) bool {
	leader := int(s.Leader)
	return s.ISR.Has(leader) && correct.Counted(s.LEO(leader), int(s.Durable[leader])) <= int(s.HW)
}

var hwIsISRMinimum = model.Property{
	Name: "HWIsISRMinimum", Kind: explore.Invariant,
	About: model.Watermark | model.Membership | model.Offsets | model.Logs | model.Durability | model.Leading,
	Doc:   "with a leader in charge the high watermark is not below the smallest LEO in the ISR as the leader knows it",
	Falsifier: func(m *model.Model, s, _ *model.State) int {
		if !s.InCharge() || leaderBounds(s) {
			return model.None
		}
		return failIf(int(s.HW) < isrMinimum(m, s))
	},
	Premise: func(m *model.Model, s, _ *model.State) bool { return s.InCharge() && isrMinimum(m, s) > 0 },
	Why: func(m *model.Model, s, _ *model.State, _ int) string {
		return fmt.Sprintf("every member of the ISR has LEO %d or more, as leader %s knows it, but the HW is %d", isrMinimum(m, s), m.Name(int(s.Leader)), s.HW)
	},
}

// watermarkSteps are about how the high watermark and what it committed change.
func watermarkSteps() []model.Property {
	return []model.Property{
		{
			Name: "HWNeverDecreases", Kind: explore.StepProperty, About: model.Watermark,
			Sees:      model.Watermark,
			Doc:       "the high watermark never moves backwards",
			Falsifier: func(_ *model.Model, s, t *model.State) int { return failIf(t.HW < s.HW) },
			Premise:   func(_ *model.Model, s, t *model.State) bool { return s.HW != t.HW },
			Why: func(_ *model.Model, s, t *model.State, _ int) string {
				return fmt.Sprintf("the HW went from %d to %d", s.HW, t.HW)
			},
		},
		{
			Name: "CommittedNeverChanges", Kind: explore.StepProperty, About: model.History, Reads: model.OfCommitted,
			Sees:      model.History,
			Doc:       "what was committed stays committed, record by record",
			Falsifier: func(_ *model.Model, s, t *model.State) int { return failIf(!t.Committed.HasPrefix(s.Committed)) },
			Premise: func(_ *model.Model, s, t *model.State) bool {
				return s.Committed != 0 && s.Committed != t.Committed
			},
			Why: func(_ *model.Model, s, t *model.State, _ int) string {
				return fmt.Sprintf("%s was committed, and now %s is", records(s.Committed), records(t.Committed))
			},
		},
	}
}
