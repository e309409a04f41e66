package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tidemark/explore/trace"
	"tidemark/model"
)

// Mermaid writes a trace as a sequence diagram of Mermaid. The participants are the
// controller and the replicas; a trace of another module has one, and notes of what
// changes.
func Mermaid(w io.Writer, t *trace.Trace) error {
	m := &mermaid{Writer: bufio.NewWriter(w), t: t}
	fmt.Fprintln(m, "sequenceDiagram")
	if p := newPartition(t); p != nil && p.known(t) == nil {
		m.partition(p)
	} else {
		m.variables()
	}
	if v := t.Violation; v != nil {
		m.note("over "+m.everybody, "violated: "+Violation(*v))
	}
	if l := t.Loop; l != nil {
		m.note("over "+m.everybody, Loop(t, l))
	}
	return m.Flush()
}

// Loop says where a trace goes back to.
func Loop(t *trace.Trace, l *trace.Loop) string {
	if l.Action == "" && l.State == len(t.Steps) {
		return "stuttering: nothing happens any more"
	}
	text := fmt.Sprintf("back to state %d", l.State)
	if l.Action != "" {
		text += ": " + l.Action + arguments(&trace.Step{Args: l.Args})
	}
	return text
}

type mermaid struct {
	*bufio.Writer
	t         *trace.Trace
	everybody string // the participants that a note over all is over
}

// mermaidText writes what Mermaid would act on in a text as entities.
var mermaidText = strings.NewReplacer("#", "#35;", ";", "#59;", "<", "#lt;", "\n", "<br/>")

func (m *mermaid) participant(id, name string) {
	fmt.Fprintf(m, "    participant %s as %s\n", id, mermaidText.Replace(name))
}

func (m *mermaid) note(where, text string) {
	fmt.Fprintf(m, "    Note %s: %s\n", where, mermaidText.Replace(text))
}

// arrow is a message; the sign says of which kind.
func (m *mermaid) arrow(from, sign, to, text string) {
	fmt.Fprintf(m, "    %s%s%s: %s\n", from, sign, to, mermaidText.Replace(text))
}

// The arrows of Mermaid.
const (
	request  = "->>"
	response = "-->>"
	lost     = "--x"
)

func (m *mermaid) partition(p *partition) {
	m.participant("c", controller)
	for r, name := range p.names {
		m.participant(lane(r), name)
	}
	last := lane(len(p.names) - 1)
	m.everybody = "c," + last
	m.note("over "+lane(int(p.states[0].Leader)), "leads epoch 1")
	for i := 1; i < len(m.t.Steps); i++ {
		m.step(p, i)
	}
}

func lane(r int) string { return fmt.Sprintf("p%d", r) }

// step draws a step between replicas.
func (m *mermaid) step(p *partition, i int) {
	s, before, after := &m.t.Steps[i], &p.states[i-1], &p.states[i]
	text := fmt.Sprintf("%d. %s", i+1, Call(s))
	who, leader := p.subject(s), lane(int(before.Leader))
	switch action, _ := model.ActionNamed(s.Action); action {
	case model.Fetch:
		m.arrow(lane(who), request, leader, fmt.Sprintf("%s from offset %d", text, before.LEO(who)))
	case model.Receive, model.DuplicateResponse:
		a := &before.Response[who]
		m.arrow(lane(int(a.Source)), response, lane(who), text+": "+responseText(a))
	case model.DropResponse:
		m.arrow(lane(int(before.Response[who].Source)), lost, lane(who), text)
	case model.Elect:
		m.arrow("c", request, lane(who), fmt.Sprintf("%s, epoch %d", text, after.LeaderEpoch))
	case model.BecomeFollower:
		m.arrow(leader, request, lane(who), fmt.Sprintf("%s, epoch %d", text, after.LeaderEpoch))
	case model.Tick:
		m.note("over "+lane(0)+","+lane(len(p.names)-1), text)
	case model.Crash, model.Restart, model.Fsync:
		m.note("over "+lane(who), text)
	default:
		m.note("over "+leader, text)
	}
	if before.HW != after.HW && after.InCharge() {
		m.note("over "+lane(int(after.Leader)), fmt.Sprintf("HW %d, was %d", after.HW, before.HW))
	}
	if changes := m.membership(p, before, after); changes != "" {
		m.note("over "+lane(int(after.Leader)), changes)
	}
}

// membership says how the ISR has changed.
func (m *mermaid) membership(p *partition, before, after *model.State) string {
	if before.ISR == after.ISR {
		return ""
	}
	return fmt.Sprintf("ISR %s, was %s", after.ISR.Text(p.names), before.ISR.Text(p.names))
}

// variables draws a trace of any module.
func (m *mermaid) variables() {
	name := m.t.Source.System
	if name == "" {
		name = "trace"
	}
	m.participant("m", name)
	m.everybody = "m"
	for i := range m.t.Steps {
		s := &m.t.Steps[i]
		if i > 0 {
			m.arrow("m", request, "m", fmt.Sprintf("%d. %s", i+1, Call(s)))
		}
		m.note("over m", strings.Join(changedVariables(m.t, i), "\n"))
	}
}

// changedVariables are the variables of the first state, and those that a step has
// changed of others.
func changedVariables(t *trace.Trace, i int) []string {
	var lines []string
	for v, name := range t.Vars {
		if value := t.Steps[i].State[v]; i == 0 || !value.Equal(t.Steps[i-1].State[v]) {
			lines = append(lines, name+" = "+value.String())
		}
	}
	if len(lines) == 0 {
		lines = []string{"nothing changes"}
	}
	return lines
}
