package render

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tidemark/explore/trace"
	"tidemark/model"
)

// The first lines of a ShiViz file: the regular expression that its events are read by,
// and an empty one, since there is one execution.
const shivizPattern = `(?<event>.*)\n(?<host>\S+) (?<clock>\{.*\})\n\[(?<action>[^\]]*)\] (?<rule>.*)`

// controller is the host that elects.
const controller = "controller"

// ShiViz writes a trace of the native model as a log for ShiViz, with a host for each
// replica and one for the controller. Vector clocks say what happened before what:
// each event counts on its own host, and learns what the hosts knew that it hears from.
//
//   - a leader hears of a follower by its fetch, and the follower of the leader by the
//     response, as the leader was when it sent it;
//   - the controller hears of a change of the ISR, and of a crash;
//   - the replica that is elected hears of the controller, and of it who adopts the
//     epoch, by way of the new leader.
//
// A lost response is one that nobody receives.
func ShiViz(w io.Writer, t *trace.Trace) error {
	p := newPartition(t)
	if p == nil {
		return errors.New("this is no trace of the native model, which has the hosts")
	}
	if err := p.known(t); err != nil {
		return err
	}
	v := &shiviz{names: p.names, controller: controller, clocks: map[string]clock{}, sent: map[string]clock{}}
	for slices.Contains(v.names, v.controller) {
		v.controller += "_"
	}
	for i := 1; i < len(t.Steps); i++ {
		v.step(&t.Steps[i], i+1, &p.states[i-1], &p.states[i])
	}
	if t.Violation != nil && len(v.events) > 0 {
		v.events[len(v.events)-1].text += "; violated: " + Violation(*t.Violation)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n\n", shivizPattern)
	for _, e := range v.events {
		fmt.Fprintf(out, "%s\n%s %s\n[%s] %s\n", oneLine(e.text), e.host, e.clock.text(v.hosts()), e.action, oneLine(e.rule))
	}
	return out.Flush()
}

// A clock counts the events of each host that are known.
type clock map[string]int

// merge learns what another clock knows.
func (c clock) merge(other clock) {
	for host, n := range other {
		c[host] = max(c[host], n)
	}
}

// text writes a clock as JSON, in the order of the hosts.
func (c clock) text(hosts []string) string {
	var parts []string
	for _, host := range hosts {
		if c[host] > 0 {
			name, _ := json.Marshal(host) // of a string: never fails
			parts = append(parts, fmt.Sprintf("%s:%d", name, c[host]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// An event is something that happens at a host.
type event struct {
	host, text   string
	action, rule string
	clock        clock
}

type shiviz struct {
	names      []string
	controller string
	clocks     map[string]clock // of each host, at its latest event
	sent       map[string]clock // of the response in flight to a follower
	events     []event
}

func (v *shiviz) hosts() []string { return append(slices.Clone(v.names), v.controller) }

// happen adds an event at a host that hears of others.
func (v *shiviz) happen(s *trace.Step, host, text string, heard ...clock) clock {
	c := clock{}
	c.merge(v.clocks[host])
	for _, other := range heard {
		c.merge(other)
	}
	c[host]++
	v.clocks[host] = c
	v.events = append(v.events, event{host, text, Call(s), s.Rule, c})
	return c
}

// beside adds an event that goes with another, which has the rule.
func (v *shiviz) beside(s *trace.Step, host, text string, heard ...clock) clock {
	return v.happen(&trace.Step{Action: s.Action, Args: s.Args}, host, text, heard...)
}

// step adds the events of a step from a state to another.
func (v *shiviz) step(s *trace.Step, number int, before, after *model.State) {
	who := ""
	if len(s.Args) > 0 {
		who = s.Args[0].Value.Text()
	}
	leader := v.names[before.Leader]
	say := func(format string, args ...any) string {
		return fmt.Sprintf("%d: ", number) + fmt.Sprintf(format, args...)
	}
	switch action, _ := model.ActionNamed(s.Action); action {
	case model.Fetch:
		r := slices.Index(v.names, who)
		asked := v.beside(s, who, say("fetch from offset %d", before.LEO(r)))
		v.sent[who] = v.happen(s, leader, say("response to %s: %s", who, responseText(&after.Response[r])), asked)
	case model.Receive, model.DuplicateResponse:
		r := slices.Index(v.names, who)
		v.happen(s, who, say("receives %s", responseText(&before.Response[r])), v.sent[who])
	case model.DropResponse:
	case model.Tick:
		v.tick(s, say("a tick passes"), before, after)
	case model.Elect:
		decided := v.happen(s, v.controller, say("elects %s, epoch %d", who, after.LeaderEpoch))
		v.beside(s, who, say("leads epoch %d", after.LeaderEpoch), decided)
	case model.BecomeFollower:
		v.happen(s, who, say("follows %s in epoch %d", leader, after.LeaderEpoch), v.clocks[leader])
	case model.Crash:
		fell := v.happen(s, who, say("crashes"))
		v.beside(s, v.controller, say("sees %s crash", who), fell)
	case model.Restart, model.Fsync:
		v.happen(s, who, say("%s", strings.ToLower(s.Action)))
	default: // what the leader does by itself
		did := v.happen(s, leader, say("%s%s", s.Action, arguments(s)))
		if before.ISR != after.ISR {
			v.beside(s, v.controller, say("hears of the ISR"), did)
		}
	}
}

// tick is an event where something ages: at the leader in charge, for its followers, and
// at whoever has a lease that changes.
func (v *shiviz) tick(s *trace.Step, text string, before, after *model.State) {
	for r, name := range v.names {
		leads := r == int(after.Leader) && after.InCharge()
		if leads || before.Lease[r] != after.Lease[r] {
			v.happen(s, name, text)
		}
	}
}

func responseText(a *model.Response) string {
	what := "records"
	if a.Snapshot {
		what = "snapshot"
	}
	return fmt.Sprintf("%s %s from offset %d, HW %d", what, a.Records, a.Base, a.HW)
}
