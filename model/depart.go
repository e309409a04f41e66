package model

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/explore/trace"
)

// Depart says where a behaviour that violates a property, by its index, departs
// from the base protocol: the first step that the base would not take, or would
// take to another state. Where there is no such step, it is what in the last
// state is allowed or read otherwise. The base is the same model without its
// wrong variants; alternatives stay, unless there are only those. departs is
// false when nothing differs, as without variants.
func (m *Model) Depart(path []explore.Step, property int) (d trace.Departure, departs bool) {
	base, from := m.protocol()
	if len(from) == 0 || len(path) == 0 {
		return d, false
	}
	for i, step := range path[1:] {
		s, t := m.Decode(path[i].Row), m.Decode(step.Row)
		differs := func(m *Model) string { return contrast{m, base, &s}.step(step.Label, &t) }
		if text := blame(m, base, from, differs); text != "" {
			return trace.Departure{Step: i + 2, Text: text}, true
		}
	}
	last := m.Decode(path[len(path)-1].Row)
	falsifier := m.falsifier(&last, property, m)
	for _, v := range from { // one that makes the property false by itself is to blame alone
		if alone := base.with(v); len(from) > 1 && m.falsifier(&last, property, alone) != None {
			m, from = alone, []VariantInfo{v}
			break
		}
	}
	differs := func(m *Model) string { return contrast{m, base, &last}.attempt(falsifier) }
	text := blame(m, base, from, differs)
	return trace.Departure{Step: len(path) + 1, Text: text}, text != ""
}

// falsifier is what makes an invariant false in a state, where another model
// says what is allowed and read.
func (m *Model) falsifier(s *State, property int, as *Model) int {
	if property < 0 || m.checks.Properties[property].Kind != explore.Invariant {
		return None
	}
	return m.checks.Properties[property].Falsifier(as, s, s)
}

// protocol returns the base protocol and the variants that depart from it.
func (m *Model) protocol() (base *Model, from []VariantInfo) {
	var stay []string
	for _, v := range Variants() {
		if slices.Contains(m.bounds.Variant, v.Name) {
			if v.Alternative {
				stay = append(stay, v.Name)
			} else {
				from = append(from, v)
			}
		}
	}
	if len(from) == 0 {
		for _, name := range stay {
			v, _ := variantByName(name)
			from = append(from, v)
		}
		stay = nil
	}
	return m.under(stay), from
}

// with returns the model with one more variant.
func (m *Model) with(v VariantInfo) *Model {
	return m.under(append(slices.Clone(m.bounds.Variant), v.Name))
}

// under returns the model with other variants, and without its checks.
func (m *Model) under(variants []string) *Model {
	other := *m
	other.bounds.Variant, other.rules, other.checks = variants, 0, Checks{}
	for _, name := range variants {
		v, _ := variantByName(name)
		other.rules = other.rules.With(v.Variant)
	}
	other.prepare()
	return &other
}

// blame completes what differs from the base with the rule: that of the variant
// which makes the difference by itself, or else of all. The text says what
// follows the name of a rule; %s stands for the name.
func blame(m, base *Model, from []VariantInfo, differs func(*Model) string) string {
	text := differs(m)
	if text == "" {
		return ""
	}
	var names, rules []string
	for _, v := range from {
		if len(from) == 1 || differs(base.with(v)) == text {
			names, rules = []string{v.Name}, []string{v.Rule}
			break
		}
		names = append(names, v.Name)
		if !slices.Contains(rules, v.Rule) {
			rules = append(rules, v.Rule)
		}
	}
	text = strings.Replace(text, "%s", strings.Join(rules, " and "), 1)
	if len(from) > 1 {
		text += " (" + strings.Join(names, ", ") + ")"
	}
	return text
}

// A contrast is about what a model and its base protocol do in the same state.
type contrast struct {
	as, base *Model
	s        *State
}

// step says what the base would do instead of the model's step to t; nothing
// when it would do the same.
func (c contrast) step(l explore.Label, t *State) string {
	u, possible := c.base.After(c.s, l)
	if as, _ := c.as.After(c.s, l); as != *t {
		return "" // another variant's doing
	}
	switch {
	case !possible:
		return c.refusal(l)
	case u != *t:
		return c.otherwise(l, t, &u)
	}
	return ""
}

// After returns the state that the step with a label leads to, and whether
// there is such a step.
func (m *Model) After(s *State, l explore.Label) (State, bool) {
	var out explore.Successors
	if m.NewWorker().Successors(m.Encode(s), &out) == nil {
		if i := slices.Index(out.Labels, l); i >= 0 {
			return m.Decode(out.Rows[i*m.Width() : (i+1)*m.Width()]), true
		}
	}
	return State{}, false
}

// refusal says why the base does not take a step.
func (c contrast) refusal(l explore.Label) string {
	text := "%s would not " + c.base.deed(l)
	if why := c.base.against(c.s, l); len(why) > 0 {
		text += ": " + strings.Join(why, ", and ")
	}
	return text
}

// deed is what a step does, after "would".
func (m *Model) deed(l explore.Label) string {
	name, argument := m.Action(l)
	switch l.Action() {
	case Produce:
		return fmt.Sprintf("admit a record with acks=%s", strings.Trim(argument, `"`))
	case Fetch:
		return "let " + argument + " fetch"
	case ShrinkISR:
		return "remove " + argument
	case ExpandISR:
		return "let " + argument + " join"
	case Elect:
		return "elect " + argument
	case Ack:
		return "acknowledge record " + argument
	case Refuse:
		return "refuse record " + argument
	}
	return "take " + call(name, argument)
}

// against lists the parts of a step's guard that are false in s.
func (m *Model) against(s *State, l explore.Label) (why []string) {
	demand := func(ok bool, format string, args ...any) {
		if !ok {
			why = append(why, fmt.Sprintf(format, args...))
		}
	}
	b, size, r := m.bounds, s.ISR.Len(), l.Argument()&7
	enough := func() { demand(size >= b.MinISR, "an ISR of %d is not >= MinISR %d", size, b.MinISR) }
	switch l.Action() {
	case Produce:
		enough()
	case Fetch:
		demand(s.ReplicaEpoch[r] == s.LeaderEpoch, "it has adopted epoch %d, not %d", s.ReplicaEpoch[r], s.LeaderEpoch)
		demand(int(s.Durable[r]) >= s.LEO(r), "its durable end %d is not >= its LEO %d", s.Durable[r], s.LEO(r))
	case ShrinkISR:
		demand(r != int(s.Leader), "it is the leader")
		demand(int(s.LastCaughtUp[r]) > b.LagMax, "it was caught up %s, and %d is not > LagMax %d", m.ago(s.LastCaughtUp[r]), s.LastCaughtUp[r], b.LagMax)
	case ExpandISR:
		demand(int(s.LastFetch[r]) <= b.LagMax, "it has not fetched within LagMax %d", b.LagMax)
		demand(s.FollowerLEO[r] >= s.HW, "LEO %d is not >= HW %d", s.FollowerLEO[r], s.HW)
	case Elect:
		demand(s.ISR.Has(r), "it is not in the ISR %s", s.ISR.Text(b.Replicas))
	case Ack:
		offset := s.Log[s.Leader].offsetOf(l.Argument())
		demand(offset >= 0, "it is not in the leader's log")
		demand(offset < 0 || int(s.HW) > offset, "HW %d is not > offset %d", s.HW, offset)
		enough()
	case Refuse:
		demand(size < b.MinISR, "an ISR of %d is not < MinISR %d", size, b.MinISR)
	}
	return why
}

// attempt says what in the state is allowed or read otherwise than by the base:
// of the replica that falsifies a property first.
func (c contrast) attempt(falsifier int) string {
	for i := range 1 + c.as.Replicas() {
		r := i - 1
		if i == 0 {
			r = falsifier
		}
		if r < 0 || r >= c.as.Replicas() {
			continue
		}
		for _, text := range []string{
			c.guard(Elect, r, c.as.MayElect(c.s, r), c.base.MayElect(c.s, r)),
			c.guard(ShrinkISR, r, c.as.MayShrink(c.s, r), c.base.MayShrink(c.s, r)),
			c.guard(ExpandISR, r, c.as.MayExpand(c.s, r), c.base.MayExpand(c.s, r)),
			c.fence(r), c.reads(r),
		} {
			if text != "" {
				return text
			}
		}
	}
	return ""
}

// guard is about an attempt that one of the two allows.
func (c contrast) guard(action, r int, as, base bool) string {
	l := explore.MakeLabel(action, r)
	what := call(c.as.Action(l))
	switch {
	case as == base:
		return ""
	case as:
		return what + " is possible here, but " + c.refusal(l)
	}
	text := what + " is not possible here, but %s would " + c.base.deed(l)
	if u, possible := c.base.After(c.s, l); possible {
		text += ": " + essence(c.base.rule(c.s, &u, l))
	}
	return text
}

// fence is about a response in flight that one of the two rejects.
func (c contrast) fence(f int) string {
	if !c.s.Response[f].InFlight() || !c.s.Alive.Has(f) {
		return ""
	}
	as, base := c.as.Fenced(c.s, f), c.base.Fenced(c.s, f)
	l := explore.MakeLabel(Receive, f)
	u, possible := c.base.After(c.s, l)
	if as == base || !possible {
		return ""
	}
	verdict := func(why Rejection) string {
		if why == Accepted {
			return "accepted"
		}
		return fmt.Sprintf("rejected (%s)", why)
	}
	return fmt.Sprintf("the response to %s would be %s here, by %%s it is %s: %s",
		c.as.Name(f), verdict(as), verdict(base), essence(c.base.rule(c.s, &u, l)))
}

// reads is about a read that the two answer differently.
func (c contrast) reads(r int) string {
	s := c.s
	for _, l := range []struct {
		level ReadLevel
		name  string
	}{{ReadConsumer, "consumer"}, {ReadLinearizable, "linearizable"}, {ReadLease, "lease"}} {
		as, answered := c.as.Read(s, l.level, r)
		base, right := c.base.Read(s, l.level, r)
		if as == base && answered == right {
			continue
		}
		why := fmt.Sprintf("its LEO is %d, its HW %d", s.LEO(r), s.LocalHW[r])
		if r != int(s.Leader) {
			why = fmt.Sprintf("the leader is %s", c.as.Name(int(s.Leader)))
		}
		return fmt.Sprintf("a %s read at %s is %s here, by %%s %s: %s", l.name, c.as.Name(r), answer(as, answered), answer(base, right), why)
	}
	return ""
}

func answer(records Log, ok bool) string {
	if !ok {
		return "refused"
	}
	return "answered with " + records.String()
}
