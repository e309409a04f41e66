package render

import (
	"fmt"

	"tidemark/model"
)

// tone is how a piece of text stands out.
type tone uint8

const (
	plain tone = iota
	changed
	wrong
)

// A span is a piece of text in one tone.
type span struct {
	text string
	tone tone
}

// A cell is an entry of a table.
type cell []span

// A row holds a replica's cells, one for each column of the table.
type row []cell

// changed reports whether anything in the row is marked as changed or wrong
// by this step.
func (r row) changed() bool {
	for _, c := range r {
		for _, s := range c {
			if s.tone == changed {
				return true
			}
		}
	}
	return false
}

// none stands where there is nothing to show. In what a leader keeps it is never
// marked as a change: a new leader's own entry is not used any more.
const none = "-"

// row returns a replica's cells in a state, marked where they differ from the
// state before; before is nil for the first state.
func (p *partition) row(before, s *model.State, r int) row {
	cells := row{{{text: p.names[r]}}}
	for _, c := range p.table.columns[1:] {
		if c.text == nil {
			cells = append(cells, p.logCell(before, s, r))
			continue
		}
		text := c.text(s, r)
		if before != nil && c.compared(s, r) != c.compared(before, r) && !(c.raw != nil && text == none) {
			cells = append(cells, cell{{text + "*", changed}})
		} else {
			cells = append(cells, cell{{text, plain}})
		}
	}
	return cells
}

// role says what a replica is: the leader stands in brackets while it is not
// in charge.
func role(s *model.State, r int) string {
	switch leads, alive := int(s.Leader) == r, s.Alive.Has(r); {
	case leads && s.InCharge():
		return "leader"
	case leads && alive:
		return "(leader)"
	case leads:
		return "dead (leader)"
	case alive:
		return "follower"
	}
	return "dead"
}

// logCell shows a log up to the last offset that any log of the trace has,
// with the bar of the high watermark.
func (p *partition) logCell(before, s *model.State, r int) cell {
	var c cell
	for offset := range p.table.offsets {
		c = append(c, bar(s, offset), p.recordSpan(before, s, r, offset))
	}
	return append(c, bar(s, p.table.offsets))
}

func bar(s *model.State, offset int) span {
	if int(s.HW) == offset {
		return span{text: "|"}
	}
	return span{text: " "}
}

// recordSpan shows what a log has at an offset.
func (p *partition) recordSpan(before, s *model.State, r, offset int) span {
	now, was := entry(s.Log[r], offset), ""
	if before != nil {
		was = entry(before.Log[r], offset)
	}
	committed := entry(s.Committed, offset)
	text, mark, tone := now, " ", plain
	switch {
	case now == "" && was != "":
		text, mark, tone = "--", "*", changed
	case now == "" && offset < max(int(s.HW), s.Committed.Len()):
		text = "."
	case before != nil && now != was:
		mark, tone = "*", changed
	}
	if committed != "" && now != "" && now != committed {
		mark = "!"
		if tone == plain {
			tone = wrong
		}
	}
	return span{fmt.Sprintf("%-*s", p.table.record, text+mark), tone}
}

func entry(l model.Log, offset int) string {
	if r, held := l.Get(offset); held {
		return r.String()
	}
	return ""
}

// age says how long ago something was.
func (p *partition) age(ticks uint8) string {
	switch {
	case ticks == 0:
		return "now"
	case p.lagMax >= 0 && int(ticks) > p.lagMax:
		return fmt.Sprintf(">%d ago", p.lagMax)
	}
	return fmt.Sprintf("%d ago", ticks)
}

// bookkeeping shows what the leader keeps for a follower, and "-" for the
// leader's own entry, which is never used.
func (p *partition) bookkeeping(text func(s *model.State, r int) string) func(s *model.State, r int) string {
	return func(s *model.State, r int) string {
		unused := s.FollowerLEO[r] == 0 && s.LastFetchLeaderLEO[r] == 0 && int(s.LastCaughtUp[r]) > p.lagMax && int(s.LastFetch[r]) > p.lagMax
		if unused && int(s.Leader) == r {
			return none
		}
		return text(s, r)
	}
}

// response shows what is in flight to a follower.
func (p *partition) response(s *model.State, r int) string {
	a := s.Response[r]
	if !a.InFlight() {
		return none
	}
	what := fmt.Sprintf("at %d", a.Base)
	if a.Snapshot {
		what = "snapshot"
	}
	return fmt.Sprintf("%s epoch %d: %s %s HW %d", p.names[a.Source], a.Epoch, what, a.Records, a.HW)
}
