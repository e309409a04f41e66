package draw

import (
	"fmt"
	"math"

	"tidemark/model"
)

// A place is a point on a lane's line at a step.
type place struct{ lane, step int }

// controller is the controller's lane; replica r has lane r+1.
const controller = 0

// finish draws the messages between the lanes, and a dot for everything that
// happens on one.
func (p *partition) finish(pic *picture, left []int) {
	point := func(at place) (x, y int) {
		return left[at.lane] + lifeline, pic.rows[at.step].content + level
	}
	sent := make([]int, len(p.names)) // the step that sent the response in flight to a follower
	for i := 1; i < len(p.states); i++ {
		p.drawDecision(&pic.back, i, point)
		for f := range p.names {
			before, after := &p.states[i-1].Response[f], &p.states[i].Response[f]
			if before.InFlight() {
				p.drawResponse(&pic.back, i, f, sent[f], point)
			}
			if after.InFlight() && (!before.InFlight() || *before != *after) {
				sent[f] = i
			}
		}
	}
	p.drawInFlight(pic, sent, point)
}

// drawDecision draws what a step of itself sends from one lane to another.
func (p *partition) drawDecision(c *canvas, i int, point func(place) (int, int)) {
	from, to, label := p.sender(i)
	x, y := point(from)
	c.dot(x, y, 3, "tip")
	if p.action(i) == model.Crash {
		c.path("lost", "M %d %d l 10 10 m -10 0 l 10 -10", x-5, y-5)
	}
	if from.lane == to.lane {
		return
	}
	toX, toY := point(to)
	arrow(c, x, y, toX, toY, "message")
	if label != "" {
		c.text((x+toX)/2, y-3, "soft small middle", label)
	}
}

// sender says between which lanes a step passes word, and which.
func (p *partition) sender(i int) (from, to place, label string) {
	s := &p.states[i-1]
	leader, self := place{int(s.Leader) + 1, i}, place{p.argument(i) + 1, i}
	switch p.action(i) {
	case model.Fetch:
		return self, leader, fmt.Sprintf("fetch at %d", s.LEO(self.lane-1))
	case model.ShrinkISR, model.ExpandISR:
		return leader, place{controller, i}, ""
	case model.Elect:
		return place{controller, i}, self, fmt.Sprintf("epoch %d", p.states[i].LeaderEpoch)
	case model.BecomeFollower:
		return leader, self, fmt.Sprintf("epoch %d", s.LeaderEpoch)
	case model.Produce, model.Ack, model.Refuse, model.TimeOut:
		return leader, leader, ""
	case model.Tick:
		return place{controller, i}, place{controller, i}, ""
	}
	return self, self, ""
}

// action is the number of a step's action; -1 for one that the model does not
// have.
func (p *partition) action(i int) int {
	action, _ := model.ActionNamed(p.trace.Steps[i].Action)
	return action
}

// argument is the replica that a step's action names; the leader when it names
// none.
func (p *partition) argument(i int) int {
	for _, a := range p.trace.Steps[i].Args {
		for r, name := range p.names {
			if a.Value.Text() == name {
				return r
			}
		}
	}
	return int(p.states[i-1].Leader)
}

// drawResponse draws what becomes of a response in a step: it is received, or
// it is gone.
func (p *partition) drawResponse(c *canvas, i, f, sent int, point func(place) (int, int)) {
	before := &p.states[i-1].Response[f]
	source := place{int(before.Source) + 1, sent}
	x, y := point(source)
	toX, toY := point(place{f + 1, i})
	action, mine := p.action(i), p.argument(i) == f
	switch {
	case mine && (action == model.Receive || action == model.DuplicateResponse):
		arrow(c, x, y, toX, toY, "message")
	case !p.states[i].Response[f].InFlight():
		midX, midY := (x+2*toX)/3, (y+2*toY)/3
		c.line(x, y, midX, midY, "message dashed")
		c.path("lost", "M %d %d l 10 10 m -10 0 l 10 -10", midX-5, midY-5)
	}
}

// drawInFlight draws the responses that never arrive.
func (p *partition) drawInFlight(pic *picture, sent []int, point func(place) (int, int)) {
	last := len(p.states) - 1
	for f := range p.names {
		if a := &p.states[last].Response[f]; a.InFlight() {
			x, y := point(place{int(a.Source) + 1, sent[f]})
			toX, _ := point(place{f + 1, last})
			bottom := pic.rows[last].top + pic.rows[last].height
			pic.back.line(x, y, (x+toX)/2, max(bottom-4, y+lead), "message dashed")
		}
	}
}

// arrow draws a line with a tip at its end.
func arrow(c *canvas, x1, y1, x2, y2 int, class string) {
	dx, dy := float64(x2-x1), float64(y2-y1)
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	dx, dy = dx/length, dy/length
	endX, endY := float64(x2)-4*dx, float64(y2)-4*dy // the dot is the end
	c.line(x1, y1, int(math.Round(endX-6*dx)), int(math.Round(endY-6*dy)), class)
	corner := func(along, beside float64) (int, int) {
		return int(math.Round(endX + along*dx - beside*dy)), int(math.Round(endY + along*dy + beside*dx))
	}
	ax, ay := corner(0, 0)
	bx, by := corner(-9, 4)
	cx, cy := corner(-9, -4)
	c.path("tip", "M %d %d L %d %d L %d %d z", ax, ay, bx, by, cx, cy)
}
