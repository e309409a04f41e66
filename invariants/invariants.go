// Package invariants names what the replication model must keep: state
// invariants and step properties, each with its premise and a sentence that
// says why it is false where it is.
//
// A property judges the protocol, not itself: it compares logs and counters,
// and where it needs a rule it takes the correct one, whatever variant the
// model follows. Only what the model allows (whom the controller may elect,
// what a read returns, who may join or leave) is asked of the model.
package invariants

import (
	"fmt"
	"strings"

	"tidemark/explore"
	"tidemark/model"
)

// All lists the properties: invariants first, then step properties. They are
// variables because the compiler inlines no calls in the function literals of a
// function that is itself inlined, as one that returns a property would be.
func All() []model.Property {
	var all []model.Property
	for _, group := range [][]model.Property{
		logInvariants(), watermarkInvariants(), membershipInvariants(), readInvariants(),
		watermarkSteps(), epochSteps(), membershipSteps(), logSteps(), {electionFromISR},
	} {
		all = append(all, group...)
	}
	return all
}

// Lookup returns the property with a name.
func Lookup(name string) (model.Property, bool) {
	for _, p := range All() {
		if p.Name == name {
			return p, true
		}
	}
	return model.Property{}, false
}

// Constraints lists what may bound a search: state constraints, of kind
// Invariant, and action constraints, of kind StepProperty.
func Constraints() []model.Property {
	return []model.Property{
		{
			Name: "OneResponseInFlight", Kind: explore.Invariant, About: model.Responses,
			Doc: "at most one fetch response is in flight in the whole partition",
			Falsifier: func(m *model.Model, s, _ *model.State) int {
				n := 0
				for f := range m.Replicas() {
					if s.Response[f].InFlight() {
						n++
					}
					if n > 1 {
						return f
					}
				}
				return model.None
			},
			Premise: always,
			Why: func(m *model.Model, _, _ *model.State, f int) string {
				return fmt.Sprintf("the response to %s is not the only one in flight", m.Name(f))
			},
		},
		{
			Name: "OneReplicaDown", Kind: explore.Invariant, About: model.Liveness,
			Doc: "at most one replica is down at any time",
			Falsifier: func(m *model.Model, s, _ *model.State) int {
				return failIf(m.Replicas()-s.Alive.Len() > 1)
			},
			Premise: always,
			Why: func(m *model.Model, s, _ *model.State, _ int) string {
				return fmt.Sprintf("%d replicas are down", m.Replicas()-s.Alive.Len())
			},
		},
		{
			Name: "ElectOnlyWithoutLeader", Kind: explore.StepProperty, About: model.Leadership,
			Doc: "the controller elects only while no leader is in charge",
			Falsifier: func(_ *model.Model, s, t *model.State) int {
				return failIf(model.Elected(s, t) && s.InCharge())
			},
			Premise: func(_ *model.Model, s, t *model.State) bool { return model.Elected(s, t) },
			Why: func(m *model.Model, s, _ *model.State, _ int) string {
				return fmt.Sprintf("%s was in charge", m.Name(int(s.Leader)))
			},
		},
	}
}

// correct is the protocol without variants.
const correct = model.Rules(0)

// failIf is the falsifier of a property with nothing to choose from.
func failIf(broken bool) int {
	if broken {
		return 0
	}
	return model.None
}

func always(*model.Model, *model.State, *model.State) bool { return true }

// crashed reports whether the step is a crash of r.
func crashed(s, t *model.State, r int) bool { return s.Alive.Has(r) && !t.Alive.Has(r) }

// someReplica reports whether some replica satisfies a condition.
func someReplica(m *model.Model, ok func(r int) bool) bool { return firstReplica(m, ok) != model.None }

// firstReplica is the first replica that satisfies a condition, or None.
func firstReplica(m *model.Model, ok func(r int) bool) int {
	for r := range min(m.Replicas(), model.MaxReplicas) { // the minimum saves bounds checks
		if ok(r) {
			return r
		}
	}
	return model.None
}

// lacking is the set of replicas whose log does not start with all of some
// records.
func lacking(m *model.Model, s *model.State, some model.Log) model.ReplicaSet {
	if some == 0 {
		return 0
	}
	var set model.ReplicaSet
	start := (^model.Log(0)).Cut(some.Len()) // where a log holds them
	for r := range min(m.Replicas(), model.MaxReplicas) {
		if s.Log[r]&start != some {
			set = set.With(r)
		}
	}
	return set
}

// electable is the first replica of a set that may be elected, or None.
func electable(m *model.Model, s *model.State, set model.ReplicaSet) int {
	if set == 0 {
		return model.None
	}
	return firstReplica(m, func(r int) bool { return set.Has(r) && m.MayElect(s, r) })
}

// inFlight reports whether a response to f is in flight, without copying it.
func inFlight(s *model.State, f int) bool { return s.Response[f].Epoch != 0 }

// records spells a log as the counterexamples do: ids with their epochs.
func records(l model.Log) string {
	if l.Len() == 0 {
		return "nothing"
	}
	return strings.Trim(l.String(), "[]")
}

// only spells the records of a log that should hold others, too.
func only(l model.Log) string {
	if l.Len() == 0 {
		return records(l)
	}
	return "only " + records(l)
}
