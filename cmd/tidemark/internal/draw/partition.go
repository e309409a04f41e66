package draw

import (
	"fmt"

	"tidemark/explore/trace"
	"tidemark/model"
)

// A partition is a trace of the module Partition: a lane for the controller and
// one for each replica.
type partition struct {
	trace   *trace.Trace
	names   []string
	states  []model.State
	offsets int // records that a log shows
	epochs  int // highest epoch of a record
	cell    int // width of a record, in pixels
}

// newPartition returns nil when the trace is not one of the module.
func newPartition(t *trace.Trace) *partition {
	names, states, err := model.ReadStates(t)
	if err != nil {
		return nil
	}
	p := &partition{trace: t, names: names, states: states}
	for i := range states {
		s := &states[i]
		p.measure(s.Committed)
		for r := range names {
			p.measure(s.Log[r])
		}
	}
	p.cell = 36
	if p.offsets > 3 {
		p.cell = 31
	}
	return p
}

func (p *partition) measure(l model.Log) {
	p.offsets = max(p.offsets, l.Len())
	for i := range l.Len() {
		p.epochs = max(p.epochs, l.At(i).Epoch)
	}
}

// Measures of a replica's part of a row, in pixels.
const (
	lifeline  = margin + 2 // from the left edge of a lane
	level     = 4          // where messages leave and arrive
	badge     = 24         // baseline of what a replica is
	logTop    = 31
	logHeight = 19
	logEnd    = logTop + logHeight + 12
)

func (p *partition) heads() []head {
	decided := 172
	for i := range p.states {
		for _, line := range p.decisions(i) {
			decided = max(decided, lifeline+margin+width(line, narrow))
		}
	}
	heads := []head{{"controller", decided}}
	for _, name := range p.names {
		heads = append(heads, head{name, p.laneWidth()})
	}
	return heads
}

// laneWidth is the width of a replica's lane.
func (p *partition) laneWidth() int {
	least := 160
	for _, name := range p.names {
		least = max(least, 2*margin+width(name, wide))
	}
	return max(least, 2*margin+lifeline+p.offsets*p.cell)
}

func (p *partition) height(step int) int {
	return max(logEnd, level+lead*(1+len(p.decisions(step))))
}

func (p *partition) palette() palette {
	ground := []struct{ light, dark string }{
		{"#bcd9f7", "#24507c"}, {"#fbd3a0", "#7a4a14"}, {"#bfe6bd", "#2a6130"},
		{"#e0c8f4", "#5b3a80"}, {"#f6c6cf", "#7d2f43"}, {"#b5e5e3", "#1f605e"},
	}
	colours := palette{
		{"member", "fill", "#e9f4e4", "#1a281d", "in the ISR"},
		{"hw", "stroke", "#0b6e4f", "#4fd6a5", "high watermark"},
		{"message", "stroke", "#3b6fb5", "#7fb2f0", "message"},
		{"tip", "fill", "#3b6fb5", "#7fb2f0", ""},
		{"lost", "stroke", "#b3261e", "#ff8a80", "lost, or lacking"},
		{"own", "fill", "#0b6e4f", "#4fd6a5", "a replica's own HW (triangle)"},
	}
	for epoch := 1; epoch <= p.epochs; epoch++ {
		c := ground[(epoch-1)%len(ground)]
		colours = append(colours, colour{fmt.Sprintf("e%d", epoch), "fill", c.light, c.dark, fmt.Sprintf("epoch %d", epoch)})
	}
	return colours
}

func (p *partition) draw(pic *picture, i int, left []int, y int) {
	s, r := &p.states[i], &pic.rows[i]
	for lane := range left {
		x := left[lane] + lifeline
		if lane > 0 && s.ISR.Has(lane-1) {
			pic.lives.rect(left[lane]+4, r.top, p.laneWidth()-8, r.height, "member")
		}
		life := "life"
		if lane > 0 && !s.Alive.Has(lane-1) {
			life = "life dashed"
		}
		pic.lives.line(x, r.top, x, r.top+r.height, life)
	}
	for n, line := range p.decisions(i) {
		pic.body.text(left[0]+lifeline+10, y+badge+n*lead, "text small", line)
	}
	for replica := range p.names {
		p.drawReplica(&pic.body, i, replica, left[replica+1], y)
	}
}

// decisions is what a step changed of the partition as a whole, in lines.
func (p *partition) decisions(i int) []string {
	s := &p.states[i]
	var before model.State
	if i > 0 {
		before = p.states[i-1]
	}
	var lines []string
	if i == 0 || model.Elected(&before, s) {
		lines = append(lines, fmt.Sprintf("%s leads epoch %d", p.names[s.Leader], s.LeaderEpoch))
	}
	if i == 0 || before.ISR != s.ISR {
		lines = append(lines, "ISR "+s.ISR.Text(p.names))
	}
	if i == 0 || before.HW != s.HW {
		lines = append(lines, fmt.Sprintf("HW %d", s.HW))
	}
	var broken []string
	for _, line := range lines {
		broken = append(broken, wrap(line, mostColumns, mostLines)...)
	}
	return broken
}

// drawReplica draws what a replica is and has; faintly when a step left that as
// it was.
func (p *partition) drawReplica(c *canvas, i, r, left, y int) {
	s, x := &p.states[i], left+lifeline+10
	class := "replica"
	if i > 0 && p.same(i, r) {
		class += " quiet"
	}
	c.open(`class="%s"`, class)
	c.tip(p.about(s, r))
	ink := "soft small"
	if int(s.Leader) == r && s.InCharge() {
		ink = "text small strong"
	}
	c.text(x, y+badge, ink, p.badge(s, r))
	for offset := range p.offsets {
		p.drawRecord(c, i, r, offset, x+offset*p.cell, y+logTop)
	}
	hw := x + int(s.HW)*p.cell - 2
	c.line(hw, y+logTop-3, hw, y+logTop+logHeight+3, "hw")
	own := x + int(s.LocalHW[r])*p.cell - 2
	c.path("own", "M %d %d l -4 6 l 8 0 z", own, y+logTop+logHeight+4)
	c.close()
}

// same reports whether a step left everything that is drawn of a replica as it
// was.
func (p *partition) same(i, r int) bool {
	s, t := &p.states[i-1], &p.states[i]
	return s.Log[r] == t.Log[r] && s.HW == t.HW && s.LocalHW[r] == t.LocalHW[r] && s.ISR.Has(r) == t.ISR.Has(r) &&
		p.badge(s, r) == p.badge(t, r)
}

// badge says what a replica is.
func (p *partition) badge(s *model.State, r int) string {
	switch leads := int(s.Leader) == r; {
	case !s.Alive.Has(r) && leads:
		return "dead leader"
	case !s.Alive.Has(r):
		return "dead"
	case leads && s.InCharge():
		return fmt.Sprintf("leader, epoch %d", s.ReplicaEpoch[r])
	case leads:
		return "leader, not in charge"
	case s.ReplicaEpoch[r] == 0:
		return "no epoch adopted"
	}
	return fmt.Sprintf("epoch %d", s.ReplicaEpoch[r])
}

// about is what shows when the mouse rests on a replica.
func (p *partition) about(s *model.State, r int) string {
	return fmt.Sprintf("%s: LEO %d, own HW %d (the triangle), durable %d", p.names[r], s.LEO(r), s.LocalHW[r], s.Durable[r])
}

// drawRecord draws what a log has at an offset: a record in the colour of its
// epoch, or an empty place where it lacks one that was committed or has just
// been cut off.
func (p *partition) drawRecord(c *canvas, i, r, offset, x, y int) {
	s := &p.states[i]
	now, held := s.Log[r].Get(offset)
	committed, known := s.Committed.Get(offset)
	var was model.Record
	had := false
	if i > 0 {
		was, had = p.states[i-1].Log[r].Get(offset)
	}
	inner := p.cell - 4
	switch {
	case held:
		c.cell(x, y, inner, logHeight, fmt.Sprintf("e%d", now.Epoch))
		ink := "text small middle"
		if known && committed != now {
			ink = "alarm small strong middle"
			c.cell(x, y, inner, logHeight, "lost")
		} else if i > 0 && (!had || was != now) {
			c.cell(x, y, inner, logHeight, "changed")
		}
		c.text(x+inner/2, y+14, ink, now.String())
	case had:
		c.cell(x, y, inner, logHeight, "lost dashed")
		c.path("lost", "M %d %d l %d %d", x+3, y+logHeight-3, inner-6, 6-logHeight)
	case known:
		c.cell(x, y, inner, logHeight, "lost dashed")
	default:
		c.line(x, y+logHeight, x+inner, y+logHeight, "rule")
	}
}
