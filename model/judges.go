package model

import (
	"math"

	"tidemark/explore"
)

// A check is what is needed of a property to evaluate it.
type check struct {
	bit       explore.Mask
	falsifier func(m *Model, s, t *State) int
	premise   func(m *Model, s, t *State) bool
}

// checks are properties to evaluate together.
type checks struct {
	list []check
	all  explore.Mask
}

// judges are, for a set of aspects, the checks that a step which changed these
// aspects asks for. Few sets ever come up, so they are made when they first do.
type judges struct {
	properties []Property
	kind       explore.Kind
	known      *[Everything + 1]uint16 // place in made, by aspects; 0: not made yet
	made       []*checks
}

// newJudges returns the judges of the properties of a kind.
func newJudges(ps []Property, kind explore.Kind) judges {
	return judges{properties: ps, kind: kind, known: new([Everything + 1]uint16), made: make([]*checks, 1)}
}

// of returns the checks.
func (j *judges) of(changed Aspects) *checks {
	if at := int(j.known[changed&Everything]); at != 0 {
		return j.made[at]
	}
	return j.add(changed)
}

func (j *judges) add(changed Aspects) *checks {
	c := &checks{}
	for i := range j.properties {
		if p := &j.properties[i]; p.Kind == j.kind && p.About&changed != 0 {
			bit := explore.Mask(1) << uint(i)
			c.list = append(c.list, check{bit, p.Falsifier, p.Premise})
			c.all |= bit
		}
	}
	if len(j.made) <= math.MaxUint16 {
		j.known[changed&Everything] = uint16(len(j.made))
		j.made = append(j.made, c)
	}
	return c
}
