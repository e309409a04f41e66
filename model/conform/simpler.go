package conform

import (
	"slices"

	"tidemark/model/script"
)

// simpler are scenarios with a smaller partition, a record less, or a smaller
// number.
func simpler(h script.Header, moves []move) []scenario {
	var all []scenario
	all = append(all, smallerPartitions(h, moves)...)
	leo := 0 // but for elections, which cut it: then this is no more than a guess
	for i := range moves {
		if n := moves[i].appends(); n > 0 {
			leo += n
			all = append(all, scenario{h, withoutRecord(moves, i, leo)})
		}
	}
	for i := range moves {
		for _, less := range smallerNumbers(&moves[i].command) {
			changed := slices.Clone(moves)
			changed[i].command.Number = less
			all = append(all, scenario{h, changed})
		}
	}
	before := 0 // when the move before was over
	for i := range moves {
		gap := moves[i].command.Time - before
		before = moves[i].over()
		for less := 0; less < gap; less += max((gap-less)/2, 1) { // 0, then ever closer to the gap
			all = append(all, scenario{h, earlier(moves, i, gap-less)})
		}
		if gap > 0 { // it alone
			changed := slices.Clone(moves)
			changed[i].command.Time -= gap
			all = append(all, scenario{h, changed})
		}
	}
	return all
}

// appends is how many records a move appends.
func (m *move) appends() int {
	switch m.command.Verb {
	case appendVerb:
		return m.command.Number
	case produceVerb:
		return 1
	}
	return 0
}

// over is when a move is over: ticks take time.
func (m *move) over() int {
	if m.command.Verb == tickVerb {
		return m.command.Time + max(m.command.Number, 1)
	}
	return m.command.Time
}

// withoutRecord leaves out the last record of a move that leads to a log end
// offset; what later fetches ask for moves down with what lies behind it.
func withoutRecord(moves []move, from, leo int) []move {
	changed := slices.Clone(moves)
	for i := from + 1; i < len(changed); i++ {
		if c := &changed[i].command; c.Verb == fetchVerb && c.Number >= leo {
			c.Number--
		}
	}
	if changed[from].appends() == 1 {
		return slices.Delete(changed, from, from+1)
	}
	changed[from].command.Number--
	return changed
}

// earlier has all moves from one on happen earlier.
func earlier(moves []move, from, by int) []move {
	changed := slices.Clone(moves)
	for i := from; i < len(changed); i++ {
		changed[i].command.Time -= by
	}
	return changed
}

// smallerNumbers are what a command can have in place of its number.
func smallerNumbers(c *script.Command) []int {
	least := 1
	if c.Verb == fetchVerb {
		least = 0
	}
	if c.Number <= least || !slices.Contains([]string{appendVerb, fetchVerb, tickVerb}, c.Verb) {
		return nil
	}
	return slices.Compact([]int{least, c.Number - 1})
}

// smallerPartitions have a follower take the place of one that no move names, leave
// one out with what names it, or have smaller settings; with a smaller limit, times
// stay on their side of it.
func smallerPartitions(h script.Header, moves []move) []scenario {
	var all []scenario
	free := -1 // the first follower that no move names
	for i := 1; i < len(h.Replicas); i++ {
		switch is := named(moves, h.Replicas[i]); {
		case !is && free < 0:
			free = i
		case is && free >= 0:
			all = append(all, scenario{h, renamed(moves, h.Replicas[i], h.Replicas[free])})
		}
	}
	for i := len(h.Replicas) - 1; i > 0 && len(h.Replicas) > 2; i-- {
		less := h
		less.Replicas = slices.Delete(slices.Clone(h.Replicas), i, i+1)
		less.MinISR = min(less.MinISR, len(less.Replicas))
		all = append(all, scenario{less, without(moves, h.Replicas[i])})
	}
	if h.MinISR > 1 {
		less := h
		less.MinISR--
		all = append(all, scenario{less, moves})
	}
	for _, limit := range []int{1, 2, 10, 100} {
		if limit < h.LagMax {
			less := h
			less.LagMax = limit
			all = append(all, scenario{less, scaled(moves, h.LagMax, limit)})
		}
	}
	return all
}

// named reports whether a move is about a replica.
func named(moves []move, replica string) bool {
	return slices.ContainsFunc(moves, func(m move) bool { return slices.Contains(m.command.Replicas, replica) })
}

// without leaves out what names a replica.
func without(moves []move, replica string) []move {
	return slices.DeleteFunc(slices.Clone(moves), func(m move) bool { return slices.Contains(m.command.Replicas, replica) })
}

// renamed has another replica take the place of one.
func renamed(moves []move, from, to string) []move {
	changed := slices.Clone(moves)
	for i := range changed {
		names := slices.Clone(changed[i].command.Replicas)
		if at := slices.Index(names, from); at >= 0 {
			names[at] = to
		}
		changed[i].command.Replicas = names
	}
	return changed
}

// scaled moves times so that what was a limit apart still is.
func scaled(moves []move, from, to int) []move {
	changed := slices.Clone(moves)
	for i := range changed {
		c := &changed[i].command
		c.Time = c.Time/from*to + min(c.Time%from, to-1)
	}
	return changed
}
