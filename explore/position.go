package explore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A position is where a search is while no worker is at work: what a checkpoint
// says of it beside rows, fingerprints and finders.
type position struct {
	Depth              int
	Distinct, Frontier uint64
	// Levels are the rows that are kept of each level: of all levels in the
	// exact store, else of the last one those that were not expanded yet.
	Levels []uint64
	Done   uint64 // rows of the last level that were expanded, of those that are kept
	Open   uint64 // states found of the next level

	Generated, Expanded       uint64
	Actions, Finders, Degrees map[int]uint64

	Found     []foundFault // up to the last level
	New       []foundFault // in the next one
	Paths     []foundPath  // once the search is over: what is known of their traces
	Witnessed Mask
	Spent     time.Duration
}

// A foundFault is a candidate with its place among the candidates.
type foundFault struct {
	Place, Length int
	State, Pred   []uint64
}

// A foundPath is what is known of the trace of a candidate, from its end on.
type foundPath struct {
	Place  int
	States [][]uint64
}

// position captures where the search is.
func (s *search) position(l interface{ describe(*position) }) *position {
	total := s.counts
	total.large = maps.Clone(total.large)
	fresh := newCandidates(s.subject)
	for _, w := range s.workers {
		total.add(&w.counts)
		for i, c := range w.found.of {
			if c.length > 0 {
				fresh.offer(i, c)
			}
		}
	}
	witnessed, _ := witnessedBy(s.systemWorkers())
	p := &position{
		Depth: s.depth, Distinct: s.distinct, Frontier: s.frontier,
		Generated: total.generated, Expanded: total.expanded,
		Actions: nonZero(total.actions[:]), Finders: nonZero(total.finders[:]), Degrees: nonZero(total.degrees[:]),
		Found: s.found.list(), New: fresh.list(),
		Witnessed: s.witnessed | witnessed,
	}
	maps.Copy(p.Degrees, total.large)
	l.describe(p)
	return p
}

// describe adds the rows that are kept to a position.
func (l *memoryLevels) describe(p *position) {
	from := 0
	for _, end := range l.ends {
		p.Levels = append(p.Levels, rowsIn(l.ranges[from:end]))
		from = end
	}
	p.Open = rowsIn(l.ranges[from:])
	p.Done = uint64(l.done)
	if !l.store.exact {
		p.Levels[len(p.Levels)-1] -= p.Done
		p.Done = 0
	}
}

func rowsIn(ranges []rowRange) uint64 {
	n := uint64(0)
	for _, r := range ranges {
		n += uint64(r.len())
	}
	return n
}

// nonZero returns the counts that are not 0, by their index.
func nonZero(all []uint64) map[int]uint64 {
	some := make(map[int]uint64)
	for i, n := range all {
		if n > 0 {
			some[i] = n
		}
	}
	return some
}

// list returns the candidates that there are.
func (c *candidates) list() []foundFault {
	var faults []foundFault
	for i, v := range c.of {
		if v.length > 0 {
			faults = append(faults, foundFault{i, v.length, slices.Clone(v.state), slices.Clone(v.pred)})
		}
	}
	return faults
}

func (p *position) encode() ([]byte, error) { return json.Marshal(p) }

// decodePosition reads what encode wrote.
func decodePosition(b []byte) (*position, error) {
	p := &position{}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, fmt.Errorf("something follows the state")
	}
	return p, nil
}

// take makes the search go on from a position; its rows are another matter. It
// says what of the position can't be.
func (s *search) take(p *position) error {
	kept := uint64(0)
	for _, n := range p.Levels {
		kept += n
	}
	n := len(p.Levels)
	switch {
	case n == 0 || p.Depth < 0 || p.Done > p.Levels[n-1]:
		return fmt.Errorf("depth %d with %d levels, %d states expanded of the last", p.Depth, n, p.Done)
	case s.store.exact && n != p.Depth && (n != p.Depth+1 || p.Frontier > 0):
		return fmt.Errorf("depth %d with %d levels", p.Depth, n)
	case s.store.exact && (kept != p.Distinct || p.Levels[n-1] != p.Frontier):
		return fmt.Errorf("%d distinct states, the last level having %d, and %d rows", p.Distinct, p.Frontier, kept)
	case !s.store.exact && (n != 1 || p.Done > 0 || kept > p.Frontier || p.Frontier > p.Distinct):
		return fmt.Errorf("%d distinct states, the last level having %d, and %d rows", p.Distinct, p.Frontier, kept)
	}
	s.depth, s.distinct, s.frontier, s.witnessed = p.Depth, p.Distinct, p.Frontier, p.Witnessed
	c := &s.counts
	c.generated, c.expanded = p.Generated, p.Expanded
	for _, part := range []struct {
		counts []uint64
		from   map[int]uint64
	}{{c.actions[:], p.Actions}, {c.finders[:], p.Finders}} {
		for i, n := range part.from {
			if i < 0 || i >= len(part.counts) {
				return fmt.Errorf("an action with number %d", i)
			}
			part.counts[i] = n
		}
	}
	for degree, n := range p.Degrees {
		if degree < 0 {
			return fmt.Errorf("an out-degree of %d", degree)
		}
		c.degreeOf(degree, n)
	}
	if err := s.found.takeAll(p.Found, p.Depth+1); err != nil {
		return err
	}
	return s.workers[0].found.takeAll(p.New, p.Depth+1)
}

// takeAll takes over the candidates of a position, whose traces have at most
// longest states.
func (c *candidates) takeAll(faults []foundFault, longest int) error {
	width := c.sub.width
	for _, f := range faults {
		if f.Place < 0 || f.Place >= len(c.of) || f.Length < 1 || f.Length > longest || len(f.State) != width || len(f.Pred) != 0 && len(f.Pred) != width {
			return fmt.Errorf("a violation of property %d with a trace of length %d", f.Place, f.Length)
		}
		c.of[f.Place] = candidate{f.Length, f.State, f.Pred}
	}
	return nil
}
