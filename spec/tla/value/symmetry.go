package value

import "slices"

// A Symmetry finds the representative of an orbit of rows of handles. It
// remembers images, so it belongs to one goroutine.
type Symmetry struct {
	table  *Table
	group  []Permutation // the identity first
	orbits map[uint64]*orbit
	left   []int // permutations that may still give the least row
	least  []uint64
}

// An orbit holds, for a handle, that of its image under each permutation; 0
// where it is not known yet. It is nil for values without model values.
type orbit struct {
	images []uint64 // nil until one was asked for
	least  uint64   // of all images, once it was asked for
	by     []int    // the permutations that give it
}

// NewSymmetry returns the symmetry of a group as [Group] returns it.
func NewSymmetry(table *Table, group []Permutation) *Symmetry {
	return &Symmetry{table: table, group: group, orbits: map[uint64]*orbit{}}
}

// Canonical replaces a row of handles by the least of its images, in the order
// of values, word by word.
func (s *Symmetry) Canonical(row []uint64) {
	s.left = s.left[:0]
	for i := range s.group {
		s.left = append(s.left, i)
	}
	s.least = s.least[:0]
	for _, h := range row {
		s.least = append(s.least, s.leastImage(h))
	}
	copy(row, s.least)
}

// leastImage returns the least image of a handle under the permutations that
// are left, and leaves only those that give it.
func (s *Symmetry) leastImage(h uint64) uint64 {
	o := s.orbit(h)
	if o == nil {
		return h
	}
	if len(s.left) == len(s.group) {
		if o.least == 0 {
			s.leastOfAll(h, o)
		}
		s.left = append(s.left[:0], o.by...)
		return o.least
	}
	least, kept := uint64(0), s.left[:0]
	for _, i := range s.left {
		image := s.image(i, h, o)
		switch {
		case image == least:
			kept = append(kept, i)
		case least == 0 || Order(s.table.Value(image), s.table.Value(least)) < 0:
			least, kept = image, append(kept[:0], i)
		}
	}
	s.left = kept
	return least
}

// leastOfAll finds the least of all images. The others stay out of the table:
// there may be as many for each value as there are permutations.
func (s *Symmetry) leastOfAll(h uint64, o *orbit) {
	v := s.table.Value(h)
	least := v // under the identity
	o.by = append(o.by, 0)
	for i := 1; i < len(s.group); i++ {
		image := s.rename(i, v)
		switch c := Order(image, least); {
		case c == 0:
			o.by = append(o.by, i)
		case c < 0:
			least, o.by = image, append(o.by[:0], i)
		}
	}
	o.by = slices.Clone(o.by)
	o.least = s.table.intern(least)
}

// orbit returns the images of a handle, nil if it is its own image always.
func (s *Symmetry) orbit(h uint64) *orbit {
	if h&(1<<tagBits-1) != tagPlace || h == 0 {
		return nil
	}
	o, found := s.orbits[h]
	if !found {
		if v := s.table.Value(h); v.n != intNode && v.mentionsModels() {
			o = &orbit{}
		}
		s.orbits[h] = o
	}
	return o
}

// image returns one of the images of a handle.
func (s *Symmetry) image(i int, h uint64, o *orbit) uint64 {
	if o.images == nil {
		o.images = make([]uint64, len(s.group))
	}
	if o.images[i] == 0 {
		o.images[i] = s.table.intern(s.rename(i, s.table.Value(h)))
	}
	return o.images[i]
}

// rename computes the image of a value that is in the table.
func (s *Symmetry) rename(i int, v Value) Value {
	if v.n.kind == KindModel {
		return s.group[i].image(v)
	}
	return rename(v, func(part Value) Value { return s.part(i, part) })
}

// part returns the image of a part of a value that is in the table.
func (s *Symmetry) part(i int, v Value) Value {
	switch {
	case v.n.kind == KindModel:
		return s.group[i].image(v)
	case v.scalar() || !v.mentionsModels():
		return v
	}
	h := s.table.intern(v)
	return s.table.Value(s.image(i, h, s.orbit(h)))
}
