package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tidemark/explore/trace"
	"tidemark/model"
)

// A partition is a trace of the module Partition, read into states.
type partition struct {
	names  []string
	states []model.State
	lagMax int // -1 when the trace does not say
	table  table
	still  []string // what is empty throughout and therefore left out
}

// newPartition returns nil when the trace is not one of the module, or too
// large for the model.
func newPartition(t *trace.Trace) *partition {
	names, states, err := model.ReadStates(t)
	if err != nil {
		return nil
	}
	p := &partition{names: names, states: states, lagMax: -1}
	for _, c := range t.Source.Constants {
		if c.Name == "LagMax" {
			p.lagMax = c.Value.Int()
		}
	}
	for _, f := range p.fields() {
		if f.hideEmpty && !slices.ContainsFunc(p.states, func(s model.State) bool { return f.text(&s) != f.empty }) {
			p.still = append(p.still, f.name)
		}
	}
	p.table = p.newTable()
	return p
}

// subject is the replica that a step is about; -1 where its argument is none.
func (p *partition) subject(s *trace.Step) int {
	if len(s.Args) == 0 {
		return -1
	}
	return slices.Index(p.names, s.Args[0].Value.Text())
}

// known reports whether each action is one of the model's, with a replica for an
// argument where it has one, so that it can be told who does what.
func (p *partition) known(t *trace.Trace) error {
	for i := 1; i < len(t.Steps); i++ {
		s := &t.Steps[i]
		action, known := model.ActionNamed(s.Action)
		if !known {
			return fmt.Errorf("step %d: %q is no action of the module Partition", i+1, s.Action)
		}
		if model.Actions()[action].OfReplica() && p.subject(s) < 0 {
			return fmt.Errorf("step %d: expected a replica for an argument of %s", i+1, s.Action)
		}
	}
	return nil
}

// writeLegend explains the signs of the tables, and says what they leave out.
func (p *partition) writeLegend(w io.Writer, paint paint, brief bool) {
	lines := []string{
		"In a log 1e2 is record 1 written in epoch 2, and what is left of | is below the high watermark (HW);",
		". is a committed record that a replica lacks, ! one that differs from it, -- one that was just cut off.",
		"known LEO: offset of a follower's last fetch, of the leader's LEO then. * marks what a step changed;",
		"replicas without a change are left out. Ages are in ticks" + p.oldest() + ".",
	}
	if p.anywhere(func(s *model.State, r int) bool { return int(s.Leader) == r && !s.InCharge() }) {
		lines = append(lines, "A leader in brackets is not in charge: it is dead, or has not adopted its epoch.")
	}
	if brief {
		lines = nil
	}
	if len(p.still) > 0 {
		lines = append(lines, "Empty or zero throughout, and left out: "+strings.Join(p.still, ", ")+".")
	}
	for _, line := range lines {
		fmt.Fprintln(w, paint.dim(line))
	}
}

func (p *partition) oldest() string {
	if p.lagMax < 0 {
		return ""
	}
	return fmt.Sprintf("; >%d: longer ago than LagMax, or never", p.lagMax)
}

// A field is a variable of the partition as a whole.
type field struct {
	name      string
	text      func(*model.State) string
	empty     string
	hideEmpty bool // left out when it is empty throughout
}

func (p *partition) fields() []field {
	count := func(get func(*model.State) uint8) func(*model.State) string {
		return func(s *model.State) string { return fmt.Sprint(get(s)) }
	}
	ids := func(get func(*model.State) model.RecordSet) func(*model.State) string {
		return func(s *model.State) string { return get(s).String() }
	}
	return []field{
		{"leader", func(s *model.State) string { return p.names[s.Leader] }, "", false},
		{"epoch", count(func(s *model.State) uint8 { return s.LeaderEpoch }), "", false},
		{"controller epoch", count(func(s *model.State) uint8 { return s.ControllerEpoch }), "", false},
		{"ISR", func(s *model.State) string { return s.ISR.Text(p.names) }, "", false},
		{"HW", count(func(s *model.State) uint8 { return s.HW }), "", false},
		{"committed", func(s *model.State) string { return s.Committed.String() }, "", false},
		{"pending", ids(func(s *model.State) model.RecordSet { return s.Pending }), "{}", true},
		{"acked", ids(func(s *model.State) model.RecordSet { return s.Acked }), "{}", true},
		{"refused", ids(func(s *model.State) model.RecordSet { return s.Refused }), "{}", true},
		{"produced", count(func(s *model.State) uint8 { return s.Produced }), "0", true},
		{"crashes", count(func(s *model.State) uint8 { return s.Crashes }), "0", true},
	}
}

// step shows a state, or what changed since the one before.
func (p *partition) step(w io.Writer, paint paint, i int) {
	var parts []string
	s := &p.states[i]
	for _, f := range p.fields() {
		now := f.text(s)
		switch {
		case slices.Contains(p.still, f.name):
		case i == 0:
			parts = append(parts, f.name+" "+now)
		case now != f.text(&p.states[i-1]):
			parts = append(parts, fmt.Sprintf("%s %s -> %s", f.name, f.text(&p.states[i-1]), paint.change(now)))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(w, "%s%s\n", indent, strings.Join(parts, ", "))
	}
	rows := p.changedRows(i)
	p.table.write(w, paint, rows)
	if len(parts)+len(rows) == 0 {
		fmt.Fprintf(w, "%snothing changes\n", indent)
	}
}

// changedRows returns the rows of the replicas that a step changed: all of
// them in the first state, and when the bar of the high watermark has moved.
func (p *partition) changedRows(i int) []row {
	var rows []row
	for r := range p.names {
		if i == 0 {
			rows = append(rows, p.row(nil, &p.states[0], r))
			continue
		}
		before, after := &p.states[i-1], &p.states[i]
		row := p.row(before, after, r)
		if row.changed() || before.HW != after.HW {
			rows = append(rows, row)
		}
	}
	return rows
}
