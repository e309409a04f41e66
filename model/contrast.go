package model

import (
	"fmt"
	"regexp"
	"strings"

	"tidemark/explore"
)

// mostDisagreements is how many of the variables that differ are shown.
const mostDisagreements = 2

// otherwise says how the base's step to u differs from the model's step to t,
// and why.
func (c contrast) otherwise(l explore.Label, t, u *State) string {
	var parts []string
	for _, d := range c.differences(t, u) {
		if len(parts) == mostDisagreements {
			parts = append(parts, "more")
			break
		}
		parts = append(parts, d.what+" "+d.base+", not "+d.as)
	}
	text := "%s would make " + strings.Join(parts, ", and ")
	if why := c.because(l, t, u); why != "" {
		text += ": " + why
	}
	return text
}

// A disagreement is a variable that is not the same in two states.
type disagreement struct{ what, base, as string }

// differences lists the variables that differ, without those that follow from
// others in the list.
func (c contrast) differences(t, u *State) (found []disagreement) {
	add := func(what string, base, as any) {
		if b, a := fmt.Sprint(base), fmt.Sprint(as); a != b {
			found = append(found, disagreement{what, b, a})
		}
	}
	add("the leader epoch", u.LeaderEpoch, t.LeaderEpoch)
	add("the ISR", u.ISR.Text(c.as.bounds.Replicas), t.ISR.Text(c.as.bounds.Replicas))
	add("the HW", u.HW, t.HW)
	add("the requests that wait", u.Pending.String(), t.Pending.String())
	add("what is acknowledged", u.Acked.String(), t.Acked.String())
	add("what is refused", u.Refused.String(), t.Refused.String())
	if len(found) == 0 {
		for r := range c.as.Replicas() {
			c.ofReplica(r, t, u, add)
		}
	}
	if len(found) == 0 {
		add("what is committed", u.Committed.String(), t.Committed.String())
	}
	return found
}

// ofReplica adds what differs at one replica.
func (c contrast) ofReplica(r int, t, u *State, add func(what string, base, as any)) {
	name := c.as.Name(r)
	add("the epoch of "+name, u.ReplicaEpoch[r], t.ReplicaEpoch[r])
	add("the log of "+name, u.Log[r].String(), t.Log[r].String())
	if u.Log[r] == t.Log[r] {
		add("the own HW of "+name, u.LocalHW[r], t.LocalHW[r])
		add("what is durable at "+name, u.Durable[r], t.Durable[r])
	}
	add("the LEO that the leader knows of "+name, u.FollowerLEO[r], t.FollowerLEO[r])
	add(name+" caught up", c.as.ago(u.LastCaughtUp[r]), c.as.ago(t.LastCaughtUp[r]))
	add("the previous fetch of "+name, c.as.ago(u.LastFetch[r]), c.as.ago(t.LastFetch[r]))
	add("the leader's LEO at the previous fetch of "+name, u.LastFetchLeaderLEO[r], t.LastFetchLeaderLEO[r])
	add("the lease of "+name, u.Lease[r], t.Lease[r])
	add("the response to "+name, c.response(&u.Response[r]), c.response(&t.Response[r]))
}

// response spells a response in flight.
func (c contrast) response(a *Response) string {
	switch {
	case !a.InFlight():
		return "none"
	case a.Snapshot:
		return fmt.Sprintf("a snapshot of %s", a.Records)
	}
	return fmt.Sprintf("%s for offset %d", a.Records, a.Base)
}

// because is the arithmetic of the base's step from s to u, where it differs
// from the step to t.
func (c contrast) because(l explore.Label, t, u *State) string {
	s, r := c.s, l.Argument()
	switch {
	case u.HW != t.HW:
		return fmt.Sprintf("max(%d, min(%s))", s.HW, c.base.known(u))
	case u.LeaderEpoch != t.LeaderEpoch:
		return "each election has an epoch of its own"
	case u.Pending != t.Pending:
		return "the waits end, with an outcome unknown to their clients"
	case l.Action() == Elect && u.Log != t.Log:
		return fmt.Sprintf("it keeps what lies below HW %d", s.HW)
	case l.Action() == Elect && u.ISR == t.ISR:
		return "the bookkeeping starts afresh in each epoch"
	case l.Action() == Crash && u.ISR == t.ISR:
		return fmt.Sprintf("what the leader knew of %s is forgotten", c.base.Name(r))
	case u.LocalHW != t.LocalHW && u.Log == t.Log && s.Response[r].InFlight():
		a := &s.Response[r]
		return fmt.Sprintf("max(%d, min(advertised HW %d, LEO %d))", s.LocalHW[r], a.HW, u.LEO(r))
	}
	noted, sent, fetch := strings.Cut(c.base.rule(s, u, l), "; R10: ")
	if fetch && u.Response != t.Response {
		return essence(sent)
	}
	return essence(noted)
}

// known lists what the leader knows of the LEO of each member of the ISR.
func (m *Model) known(s *State) string {
	var parts []string
	for r := range m.Replicas() {
		if s.ISR.Has(r) {
			text := fmt.Sprintf("%s %d", m.Name(r), knownLEO(s, r, m.rules))
			if r == int(s.Leader) && m.lossy {
				text += " durable"
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

var ruleNumber = regexp.MustCompile(`(^|; )R\d+: `)

// essence is an explanation without the rules' names, and without what R4 did.
func essence(rule string) string {
	rule, _, _ = strings.Cut(rule, "; R4: ")
	return ruleNumber.ReplaceAllString(rule, "$1")
}

// call writes an action with its argument.
func call(name, argument string) string {
	if argument == "" {
		return name
	}
	return name + "(" + argument + ")"
}
