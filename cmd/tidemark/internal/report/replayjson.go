package report

import (
	"encoding/json"
	"io"

	"tidemark/model/script"
)

type replayDocument struct {
	Schema       string            `json:"schema"`
	Script       string            `json:"script"`
	Variants     []string          `json:"variants,omitempty"`
	Result       string            `json:"result"` // passed, failed, refused or violated
	Expectations int               `json:"expectations"`
	Failure      *replayFailure    `json:"failure,omitempty"`
	Violations   []replayViolation `json:"violations,omitempty"`
	Commands     []replayCommand   `json:"commands"`
}

type replayFailure struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Command string `json:"command"`
	Message string `json:"message"`
	After   string `json:"after,omitempty"`
}

type replayViolation struct {
	Property string `json:"property"`
	Kind     string `json:"kind"`
	Reason   string `json:"reason"`
	Line     int    `json:"line"`
}

type replayCommand struct {
	Line    int            `json:"line"`
	Column  int            `json:"column"`
	Time    int            `json:"time"`
	Command string         `json:"command"`
	Notes   []string       `json:"notes,omitempty"`
	Refused *replayRefusal `json:"refused,omitempty"`
	Status  *replayStatus  `json:"status,omitempty"`
}

type replayRefusal struct {
	Rule   string `json:"rule,omitempty"`
	Reason string `json:"reason"`
	Text   string `json:"text"`
}

type replayStatus struct {
	Leader          string          `json:"leader"`
	InCharge        bool            `json:"in_charge"`
	LeaderEpoch     int             `json:"leader_epoch"`
	ControllerEpoch int             `json:"controller_epoch"`
	ISR             []string        `json:"isr"`
	HW              int             `json:"hw"`
	AcksAll         bool            `json:"acks_all"` // whether it is admitted
	Admission       string          `json:"admission"`
	Replicas        []replayReplica `json:"replicas"`
}

type replayReplica struct {
	Name      string   `json:"name"`
	Role      string   `json:"role"`
	InISR     bool     `json:"in_isr"`
	Epoch     int      `json:"epoch"`
	LEO       int      `json:"leo"`
	AppliedHW int      `json:"applied_hw"`
	Durable   int      `json:"durable"`
	Lease     int      `json:"lease"`
	KnownLEO  int      `json:"known_leo"`
	CaughtUp  string   `json:"caught_up,omitempty"`
	CatchUp   string   `json:"catch_up,omitempty"`
	Log       []string `json:"log"`
	Committed []string `json:"committed"`
}

// WriteReplayJSON writes a replay as one JSON object on one line.
func WriteReplayJSON(w io.Writer, res *script.Result) error {
	d := replayDocument{
		Schema: "tidemark-replay/1", Script: res.File, Variants: res.Variants,
		Result: "passed", Expectations: res.Expectations, Commands: []replayCommand{},
	}
	switch f := res.Failure; {
	case f != nil:
		d.Failure = &replayFailure{f.Row, f.Column, f.Command, f.Message, f.After}
		d.Result = "failed"
		if f.Refused {
			d.Result = "refused"
		}
	case !res.Passed():
		d.Result = "violated"
	}
	for _, v := range res.Violations {
		d.Violations = append(d.Violations, replayViolation{v.Property, v.Kind.String(), v.Reason, v.Row})
	}
	for i := range res.Outcomes {
		d.Commands = append(d.Commands, command(&res.Outcomes[i]))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(d)
}

func command(o *script.Outcome) replayCommand {
	c := replayCommand{Line: o.Row, Column: o.Column, Time: o.Time, Command: o.Command, Notes: o.Notes}
	if r := o.Refusal; r != nil {
		c.Refused = &replayRefusal{r.Rule, r.Reason, r.Text}
	}
	if s := o.Status; s != nil {
		c.Status = &replayStatus{
			Leader: s.Leader, InCharge: s.InCharge, LeaderEpoch: s.Epoch, ControllerEpoch: s.ControllerEpoch,
			ISR: s.ISR, HW: s.HW, AcksAll: s.AcksAll, Admission: s.Admission,
		}
		for i := range s.Replicas {
			r := &s.Replicas[i]
			c.Status.Replicas = append(c.Status.Replicas, replayReplica{
				Name: r.Name, Role: r.Role, InISR: r.InISR, Epoch: r.Epoch, LEO: r.LEO, AppliedHW: r.AppliedHW, Durable: r.Durable,
				Lease: r.Lease, KnownLEO: r.KnownLEO, CaughtUp: r.CaughtUp, CatchUp: r.CatchUp, Log: r.Log, Committed: r.Committed,
			})
		}
	}
	return c
}
