package render

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tidemark/model"
)

// A table has the same columns and widths in all states of a trace.
type table struct {
	columns []column
	offsets int // records that a log shows
	record  int // width of a record
}

type column struct {
	title string
	text  func(s *model.State, r int) string // nil for the log
	raw   func(s *model.State, r int) string // what counts as a change; nil if the text does
	width int
}

func (c *column) compared(s *model.State, r int) string {
	if c.raw != nil {
		return c.raw(s, r)
	}
	return c.text(s, r)
}

// newTable chooses the columns that a trace needs, and their widths.
func (p *partition) newTable() table {
	t := table{columns: p.ownColumns()}
	if p.anywhere(func(s *model.State, r int) bool { return int(s.Durable[r]) != s.LEO(r) }) {
		t.columns = append(t.columns, column{title: "durable", text: number(func(s *model.State, r int) uint8 { return s.Durable[r] })})
	}
	if p.anywhere(func(s *model.State, r int) bool { return s.Lease[r] > 0 }) {
		t.columns = append(t.columns, column{title: "lease", text: number(func(s *model.State, r int) uint8 { return s.Lease[r] })})
	} else {
		p.still = append(p.still, "leases")
	}
	t.columns = append(t.columns, p.ledgerColumns()...)
	if p.anywhere(func(s *model.State, r int) bool { return s.Response[r].InFlight() }) {
		t.columns = append(t.columns, column{title: "response in flight to it", text: p.response})
	} else {
		p.still = append(p.still, "responses")
	}
	t.measure(p)
	return t
}

// ownColumns show what a replica is and has.
func (p *partition) ownColumns() []column {
	return []column{
		{title: "replica"},
		{title: "role", text: role},
		{title: "in ISR", text: func(s *model.State, r int) string { return yes(s.ISR.Has(r)) }},
		{title: "epoch", text: number(func(s *model.State, r int) uint8 { return s.ReplicaEpoch[r] })},
		{title: "log"},
		{title: "own HW", text: number(func(s *model.State, r int) uint8 { return s.LocalHW[r] })},
	}
}

// ledgerColumns show what the leader keeps for a follower.
func (p *partition) ledgerColumns() []column {
	columns := []column{
		{title: "known LEO", raw: func(s *model.State, r int) string {
			return fmt.Sprintf("%d of %d", s.FollowerLEO[r], s.LastFetchLeaderLEO[r])
		}},
		{title: "caught up", raw: func(s *model.State, r int) string { return p.age(s.LastCaughtUp[r]) }},
		{title: "last fetch", raw: func(s *model.State, r int) string { return p.age(s.LastFetch[r]) }},
	}
	for i := range columns {
		columns[i].text = p.bookkeeping(columns[i].raw)
	}
	return columns
}

// anywhere reports whether something is true of a replica in some state.
func (p *partition) anywhere(is func(s *model.State, r int) bool) bool {
	for i := range p.states {
		for r := range p.names {
			if is(&p.states[i], r) {
				return true
			}
		}
	}
	return false
}

func number(get func(s *model.State, r int) uint8) func(s *model.State, r int) string {
	return func(s *model.State, r int) string { return fmt.Sprint(get(s, r)) }
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// measure finds the widths that all rows of the trace fit in.
func (t *table) measure(p *partition) {
	t.record = len("1e1*")
	for i := range p.states {
		s := &p.states[i]
		t.offsets = max(t.offsets, int(s.HW), s.Committed.Len())
		for r := range p.names {
			t.offsets = max(t.offsets, s.LEO(r))
			for o := range s.LEO(r) {
				t.record = max(t.record, len(entry(s.Log[r], o))+1)
			}
		}
	}
	for i := range t.columns {
		c := &t.columns[i]
		c.width = len(c.title)
		switch {
		case i == 0:
			for _, name := range p.names {
				c.width = max(c.width, utf8.RuneCountInString(name))
			}
		case c.text == nil:
			c.width = max(c.width, t.offsets*(t.record+1)+1)
		default:
			c.width = max(c.width, p.widest(c.text))
		}
	}
}

// widest is the width of the widest text in a column, the mark of a change
// included.
func (p *partition) widest(text func(s *model.State, r int) string) int {
	width := 0
	for i := range p.states {
		for r := range p.names {
			width = max(width, utf8.RuneCountInString(text(&p.states[i], r))+1)
		}
	}
	return width
}

// write writes rows under a heading, or nothing when there are none.
func (t *table) write(w io.Writer, p paint, rows []row) {
	if len(rows) == 0 {
		return
	}
	var heading strings.Builder
	for _, c := range t.columns {
		fmt.Fprintf(&heading, "%-*s  ", c.width, c.title)
	}
	fmt.Fprintf(w, "%s%s\n", indent, p.dim(strings.TrimRight(heading.String(), " ")))
	for _, row := range rows {
		var line strings.Builder
		blanks := 0 // not yet written, so that no line ends in blanks
		for i, cell := range row {
			width := 0
			for _, s := range cell {
				text := strings.TrimRight(s.text, " ")
				if text != "" {
					line.WriteString(strings.Repeat(" ", blanks))
					line.WriteString(p.tone(text, s.tone))
					blanks = 0
				}
				blanks += utf8.RuneCountInString(s.text) - utf8.RuneCountInString(text)
				width += utf8.RuneCountInString(s.text)
			}
			blanks += t.columns[i].width - width + 2
		}
		fmt.Fprintf(w, "%s%s\n", indent, line.String())
	}
}

func (p paint) tone(text string, t tone) string {
	switch t {
	case changed:
		return p.change(text)
	case wrong:
		return p.alarm(text)
	}
	return text
}
