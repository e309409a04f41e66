package explore

import (
	"maps"
	"slices"
)

// degreeTable is how many out-degrees are counted in a flat table.
const degreeTable = 256

// counts are what one worker counts.
type counts struct {
	generated uint64
	expanded  uint64
	actions   [256]uint64 // successors
	finders   [256]uint64 // distinct states, with coverage
	degrees   [degreeTable]uint64
	large     map[int]uint64 // the degrees beyond
}

// degree counts a state with n successors.
func (c *counts) degree(n int) {
	if n < degreeTable {
		c.degrees[n]++
		return
	}
	c.degreeOf(n, 1)
}

// degreeOf counts states with n successors each.
func (c *counts) degreeOf(n int, states uint64) {
	if n < degreeTable {
		c.degrees[n] += states
		return
	}
	if c.large == nil {
		c.large = make(map[int]uint64)
	}
	c.large[n] += states
}

// add adds another worker's counts.
func (c *counts) add(other *counts) {
	c.generated += other.generated
	c.expanded += other.expanded
	for i := range c.actions {
		c.actions[i] += other.actions[i]
		c.finders[i] += other.finders[i]
	}
	for i, n := range other.degrees {
		c.degrees[i] += n
	}
	for degree, n := range other.large {
		c.degreeOf(degree, n)
	}
}

// outDegree summarises the degrees.
func (c *counts) outDegree() OutDegree {
	var all []int // the degrees that occur, ascending
	for degree, n := range c.degrees {
		if n > 0 {
			all = append(all, degree)
		}
	}
	all = append(all, slices.Sorted(maps.Keys(c.large))...)
	if len(all) == 0 {
		return OutDegree{}
	}
	o := OutDegree{Min: all[0], Max: all[len(all)-1], P95: all[len(all)-1]}
	var seen, sum uint64
	for _, degree := range all {
		n := c.large[degree]
		if degree < degreeTable {
			n = c.degrees[degree]
		}
		seen += n
		sum += n * uint64(degree)
		if seen*20 < c.expanded*19 {
			continue
		}
		o.P95 = min(o.P95, degree)
	}
	o.Mean = float64(sum) / float64(c.expanded)
	return o
}
