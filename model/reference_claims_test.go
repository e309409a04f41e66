package model_test

import (
	"slices"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// A claim is a property in the reference's words. broken gets the same world
// twice for an invariant.
type claim struct {
	name   string
	step   bool
	broken func(p *partition, w, v *world) bool
	native model.Property // left out for those of the package invariants
}

// property is the model's form of a claim.
func (c claim) property() model.Property {
	if c.native.Falsifier == nil {
		p, _ := invariants.Lookup(c.name)
		return p
	}
	p := c.native
	p.Name, p.About = c.name, model.Everything
	if c.step {
		p.Kind = explore.StepProperty
	}
	p.Premise = func(*model.Model, *model.State, *model.State) bool { return true }
	p.Why = func(*model.Model, *model.State, *model.State, int) string { return "because" }
	return p
}

// some reports whether a condition is true of some replica.
func (w *world) some(ok func(r *node, i int) bool) bool {
	for i := range w.nodes {
		if ok(&w.nodes[i], i) {
			return true
		}
	}
	return false
}

func startsWith(log, prefix []entry) bool {
	return len(log) >= len(prefix) && slices.Equal(log[:len(prefix)], prefix)
}

func has(log []entry, id int) bool {
	return slices.ContainsFunc(log, func(e entry) bool { return e.id == id })
}

// trueClaims are properties of the correct protocol. Some variants break some.
func trueClaims() []claim {
	return []claim{
		{name: "HWAtMostISRLEO", broken: func(_ *partition, w, _ *world) bool {
			return w.some(func(r *node, _ int) bool { return r.member && len(r.log) < w.hw })
		}},
		{name: "LeaderInISR", broken: func(_ *partition, w, _ *world) bool {
			return w.inCharge() && !w.lead().member
		}},
		{name: "CommittedOnISR", broken: func(_ *partition, w, _ *world) bool {
			return w.some(func(r *node, _ int) bool { return r.member && !startsWith(r.log, w.committed) })
		}},
		{name: "CommittedSurvives", broken: func(_ *partition, w, _ *world) bool {
			return w.some(func(r *node, i int) bool {
				return r.up && r.member && !(i == w.leader && w.inCharge()) && !startsWith(r.log, w.committed)
			})
		}},
		{name: "LogMatching", broken: func(_ *partition, w, _ *world) bool {
			return w.some(func(a *node, _ int) bool {
				return w.some(func(b *node, _ int) bool { return forked(a.log, b.log) })
			})
		}},
		{name: "AckedIsCommitted", broken: func(_ *partition, w, _ *world) bool {
			for id := range w.acked {
				if !has(w.committed, id) {
					return true
				}
			}
			return false
		}},
		{name: "LocalHWBelowHW", broken: func(_ *partition, w, _ *world) bool {
			return w.some(func(r *node, _ int) bool { return r.localHW > w.hw })
		}},
		{name: "LocalHWWithinLog", broken: func(_ *partition, w, _ *world) bool {
			return w.some(func(r *node, _ int) bool { return r.localHW > len(r.log) })
		}},
		{name: "HWNeverDecreases", step: true, broken: func(_ *partition, w, v *world) bool { return v.hw < w.hw }},
		{name: "CommittedNeverChanges", step: true, broken: func(_ *partition, w, v *world) bool {
			return !startsWith(v.committed, w.committed)
		}},
		{name: "OneLeaderPerEpoch", step: true, broken: func(_ *partition, w, v *world) bool {
			return w.leader != v.leader && w.epoch >= v.epoch
		}},
		{name: "NoEarlyShrink", step: true, broken: func(p *partition, w, v *world) bool {
			return w.epoch == v.epoch && w.some(func(r *node, i int) bool {
				crashed := r.up && !v.nodes[i].up
				return r.member && !v.nodes[i].member && !crashed && r.caughtUp <= p.LagMax
			})
		}},
		{name: "AckMeetsMinISR", step: true, broken: func(p *partition, w, v *world) bool {
			return len(v.acked) > len(w.acked) && w.members() < p.MinISR
		}},
	}
}

// forked reports whether two logs agree in an epoch at an offset, and differ
// there or below.
func forked(a, b []entry) bool {
	for i := range min(len(a), len(b)) {
		if a[i].epoch == b[i].epoch && !slices.Equal(a[:i+1], b[:i+1]) {
			return true
		}
	}
	return false
}

// whether is the falsifier of a test's own property.
func whether(broken func(m *model.Model, s, t *model.State) bool) model.Property {
	return model.Property{Falsifier: func(m *model.Model, s, t *model.State) int {
		if broken(m, s, t) {
			return 0
		}
		return model.None
	}}
}

// anyone reports whether a condition is true of some replica.
func anyone(m *model.Model, ok func(r int) bool) bool {
	for r := range m.Replicas() {
		if ok(r) {
			return true
		}
	}
	return false
}

// falseClaims are no properties of the protocol: within large enough bounds
// each of them is false.
func falseClaims() []claim {
	return []claim{
		{"HWStaysBelow1", false, func(_ *partition, w, _ *world) bool { return w.hw >= 1 },
			whether(func(_ *model.Model, s, _ *model.State) bool { return s.HW >= 1 })},
		{"HWStaysBelow2", false, func(_ *partition, w, _ *world) bool { return w.hw >= 2 },
			whether(func(_ *model.Model, s, _ *model.State) bool { return s.HW >= 2 })},
		{"NobodyLeaves", true, func(_ *partition, w, v *world) bool { return v.members() < w.members() },
			whether(func(_ *model.Model, s, t *model.State) bool { return t.ISR.Len() < s.ISR.Len() })},
		{"NobodyJoins", true, func(_ *partition, w, v *world) bool { return v.members() > w.members() },
			whether(func(_ *model.Model, s, t *model.State) bool { return t.ISR.Len() > s.ISR.Len() })},
		{"LogsNeverShrink", true, func(_ *partition, w, v *world) bool {
			return w.some(func(r *node, i int) bool { return len(v.nodes[i].log) < len(r.log) })
		}, whether(func(m *model.Model, s, t *model.State) bool {
			return anyone(m, func(r int) bool { return t.LEO(r) < s.LEO(r) })
		})},
		{"EveryFollowerKnowsItsEpoch", false, func(_ *partition, w, _ *world) bool {
			return w.inCharge() && w.some(func(r *node, _ int) bool { return r.up && r.epoch != w.epoch && len(r.log) > 0 })
		}, whether(func(m *model.Model, s, _ *model.State) bool {
			return s.InCharge() && anyone(m, func(r int) bool {
				return s.Alive.Has(r) && s.ReplicaEpoch[r] != s.LeaderEpoch && s.LEO(r) > 0
			})
		})},
		{"LocalHWStays0", false, func(_ *partition, w, _ *world) bool {
			return w.some(func(r *node, _ int) bool { return r.localHW > 0 })
		}, whether(func(m *model.Model, s, _ *model.State) bool {
			return anyone(m, func(r int) bool { return s.LocalHW[r] > 0 })
		})},
		{"NobodyIsAcked", true, func(_ *partition, w, v *world) bool { return len(v.acked) > len(w.acked) },
			whether(func(_ *model.Model, s, t *model.State) bool { return t.Acked != s.Acked })},
		{"ResponsesAreCurrent", false, func(_ *partition, w, _ *world) bool {
			return w.some(func(r *node, _ int) bool { return r.inbox != nil && r.inbox.source != w.leader })
		}, whether(func(m *model.Model, s, _ *model.State) bool {
			return anyone(m, func(r int) bool { return s.Response[r].InFlight() && s.Response[r].Source != s.Leader })
		})},
		{"ReplicasAgreeWhenAllAreMembers", false, func(p *partition, w, _ *world) bool {
			return w.hw > 0 && w.members() == len(p.Replicas) && w.some(func(r *node, _ int) bool {
				return !slices.Equal(r.log, w.nodes[0].log)
			})
		}, whether(func(m *model.Model, s, _ *model.State) bool {
			return s.HW > 0 && s.ISR.Len() == m.Replicas() && anyone(m, func(r int) bool { return s.Log[r] != s.Log[0] })
		})},
	}
}
