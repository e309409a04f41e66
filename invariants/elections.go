package invariants

import (
	"fmt"

	"tidemark/explore"
	"tidemark/model"
)

// epochSteps are about leaders and their epochs.
func epochSteps() []model.Property {
	return []model.Property{electionBumpsEpochs, oneLeaderPerEpoch}
}

// changesLeader is the premise that the step is an election.
func changesLeader(_ *model.Model, s, t *model.State) bool { return model.Elected(s, t) }

// fell is the first replica whose epoch falls other than by a crash.
func fell(m *model.Model, s, t *model.State) int {
	if s.ReplicaEpoch == t.ReplicaEpoch {
		return model.None
	}
	return firstReplica(m, func(r int) bool { return t.ReplicaEpoch[r] < s.ReplicaEpoch[r] && !crashed(s, t, r) })
}

var electionBumpsEpochs = model.Property{
	Name: "ElectionBumpsEpochs", Kind: explore.StepProperty, About: model.Leadership | model.Adoption,
	Sees: model.Leadership | model.Adoption,
	Doc:  "the leader epoch and the controller epoch change together and only upwards, and a replica's epoch falls only when it crashes",
	Falsifier: func(m *model.Model, s, t *model.State) int {
		if model.Elected(s, t) && (t.LeaderEpoch <= s.LeaderEpoch || t.ControllerEpoch <= s.ControllerEpoch) {
			return int(t.Leader)
		}
		return fell(m, s, t)
	},
	Premise: changesLeader,
	Why: func(m *model.Model, s, t *model.State, r int) string {
		if model.Elected(s, t) {
			return fmt.Sprintf("%s was elected, and the leader epoch went from %d to %d, the controller epoch from %d to %d", m.Name(r), s.LeaderEpoch, t.LeaderEpoch, s.ControllerEpoch, t.ControllerEpoch)
		}
		return fmt.Sprintf("the epoch of %s fell from %d to %d without a crash", m.Name(r), s.ReplicaEpoch[r], t.ReplicaEpoch[r])
	},
}

var oneLeaderPerEpoch = model.Property{
	Name: "OneLeaderPerEpoch", Kind: explore.StepProperty, About: model.Leadership,
	Sees: model.Leadership,
	Doc:  "a change of leader raises the leader epoch",
	Falsifier: func(_ *model.Model, s, t *model.State) int {
		return failIf(s.Leader != t.Leader && t.LeaderEpoch <= s.LeaderEpoch)
	},
	Premise: func(_ *model.Model, s, t *model.State) bool { return s.Leader != t.Leader },
	Why: func(m *model.Model, s, t *model.State, _ int) string {
		return fmt.Sprintf("%s led epoch %d, and now %s leads epoch %d", m.Name(int(s.Leader)), s.LeaderEpoch, m.Name(int(t.Leader)), t.LeaderEpoch)
	},
}

var electionFromISR = model.Property{
	Name: "ElectionFromISR", Kind: explore.StepProperty, About: model.Leadership,
	Sees: model.Leadership | model.Membership | model.Liveness,
	Doc:  "only a live member of the ISR is elected",
	Falsifier: func(_ *model.Model, s, t *model.State) int {
		return failIf(model.Elected(s, t) && !(s.ISR & s.Alive).Has(int(t.Leader)))
	},
	Premise: changesLeader,
	Why: func(m *model.Model, s, t *model.State, _ int) string {
		what := "it was not in the ISR"
		if !s.Alive.Has(int(t.Leader)) {
			what = "it was down"
		}
		return fmt.Sprintf("%s was elected although %s", m.Name(int(t.Leader)), what)
	},
}
