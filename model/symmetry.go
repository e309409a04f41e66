package model

import (
	"cmp"
	"slices"
)

// canonical replaces a row by the least row among those of all states that
// differ from it only in the replicas' names, for an order that puts what the
// replicas know before whom their responses came from.
//
// A replica refers to others only by the source of the response in flight to
// it. So replicas are sorted by their items without sources, then by the
// sorted place of their source; only those that still tie, and receive from
// each other, need to be tried in every order.
func (l *layout) canonical(row []uint64) {
	var o orbit
	o.read(l, row)
	if o.refine() {
		o.permute(l, row)
	}
	o.write(l, row, &o.order)
}

// An orbit is a row taken apart for sorting.
type orbit struct {
	n        int
	replica  [MaxReplicas]uint64
	response [MaxReplicas]uint64 // without its source
	source   [MaxReplicas]int    // -1 when nothing is in flight
	order    [MaxReplicas]int    // place → replica
	color    [MaxReplicas]int    // replica → place of the first replica that ties with it
}

func (o *orbit) read(l *layout, row []uint64) {
	o.n = l.replicas
	mask := uint64(1)<<l.source - 1
	for r := range o.n {
		o.order[r] = r
		o.replica[r] = l.replica[r].get(row)
		o.response[r] = l.response[r].get(row)
		o.source[r] = -1
		if o.response[r] != 0 {
			o.source[r] = int(o.response[r] >> l.epoch & mask)
			o.response[r] &^= mask << l.epoch
		}
	}
}

// compare orders two replicas by what does not depend on names.
func (o *orbit) compare(a, b int) int {
	switch {
	case o.replica[a] != o.replica[b]:
		return cmp.Compare(o.replica[a], o.replica[b])
	case o.response[a] != o.response[b]:
		return cmp.Compare(o.response[a], o.response[b])
	}
	return o.sourceColor(a) - o.sourceColor(b)
}

func (o *orbit) sourceColor(r int) int {
	if o.source[r] < 0 {
		return -1
	}
	return o.color[o.source[r]]
}

// refine sorts the replicas until their sources separate no more of them, and
// reports whether the order of those that still tie can matter.
func (o *orbit) refine() bool {
	for classes := 0; ; {
		o.sort()
		before := classes
		classes = o.recolor()
		if classes == o.n {
			return false
		}
		if classes == before {
			break
		}
	}
	for r := range o.n {
		// a source whose place is not yet settled
		if s := o.source[r]; s >= 0 && o.tied(s) {
			return true
		}
	}
	return false
}

// sort is an insertion sort of o.order, stable and fast for a few replicas.
func (o *orbit) sort() {
	for i := 1; i < o.n; i++ {
		for j := i; j > 0 && o.compare(o.order[j-1], o.order[j]) > 0; j-- {
			o.order[j-1], o.order[j] = o.order[j], o.order[j-1]
		}
	}
}

// recolor gives replicas that tie the same color and counts the colors.
func (o *orbit) recolor() int {
	var color [MaxReplicas]int
	classes := 0
	for i := range o.n {
		if i > 0 && o.compare(o.order[i-1], o.order[i]) == 0 {
			color[o.order[i]] = color[o.order[i-1]]
		} else {
			color[o.order[i]] = i
			classes++
		}
	}
	o.color = color
	return classes
}

func (o *orbit) tied(r int) bool {
	for other := range o.n {
		if other != r && o.color[other] == o.color[r] {
			return true
		}
	}
	return false
}

// permute tries every order of replicas that tie and keeps in o.order the one
// whose row is least.
func (o *orbit) permute(l *layout, row []uint64) {
	best := o.order
	least := slices.Clone(row)
	o.write(l, least, &best)
	candidate := slices.Clone(row)
	trial := o.order
	var place func(i int)
	place = func(i int) {
		if i == o.n {
			o.write(l, candidate, &trial)
			if slices.Compare(candidate, least) < 0 {
				copy(least, candidate)
				best = trial
			}
			return
		}
		for j := i; j < o.n && o.color[o.order[j]] == o.color[o.order[i]]; j++ {
			trial[i], trial[j] = trial[j], trial[i]
			place(i + 1)
			trial[i], trial[j] = trial[j], trial[i]
		}
	}
	place(0)
	o.order = best
}

// write lays the replicas out in an order, with their sources renamed.
func (o *orbit) write(l *layout, row []uint64, order *[MaxReplicas]int) {
	var place [MaxReplicas]int
	for i := range o.n {
		place[order[i]] = i
	}
	for i := range o.n {
		r := order[i]
		l.replica[i].set(row, o.replica[r])
		item := o.response[r]
		if o.source[r] >= 0 {
			item |= uint64(place[o.source[r]]) << l.epoch
		}
		l.response[i].set(row, item)
	}
}
