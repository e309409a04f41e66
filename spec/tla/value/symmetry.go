package value

// A Symmetry finds the representative of an orbit of rows of handles. It
// remembers images, so it belongs to one goroutine.
type Symmetry struct {
	table *Table
	group []Permutation // the identity first
	// images holds, for a handle, that of its image under each permutation; 0
	// where it is not known yet. Values without model values are not in it.
	images map[uint64][]uint64
	left   []int // permutations that may still give the least row
	least  []uint64
}

// NewSymmetry returns the symmetry of a group as [Group] returns it.
func NewSymmetry(table *Table, group []Permutation) *Symmetry {
	return &Symmetry{table: table, group: group, images: map[uint64][]uint64{}}
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
	images := s.of(h)
	if images == nil {
		return h
	}
	least, kept := uint64(0), s.left[:0]
	for _, i := range s.left {
		image := images[i]
		if image == 0 {
			image = s.image(i, h, images)
		}
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

// of returns the images of a handle, nil if it is its own image always.
func (s *Symmetry) of(h uint64) []uint64 {
	if h&(1<<tagBits-1) != tagPlace || h == 0 {
		return nil
	}
	images, found := s.images[h]
	if !found {
		if v := s.table.Value(h); v.n != intNode && v.mentionsModels() {
			images = make([]uint64, len(s.group))
		}
		s.images[h] = images
	}
	return images
}

// image computes one of the images of a handle.
func (s *Symmetry) image(i int, h uint64, images []uint64) uint64 {
	v := s.table.Value(h)
	if v.n.kind == KindModel {
		v = s.group[i].image(v)
	} else {
		v = rename(v, func(part Value) Value { return s.part(i, part) })
	}
	images[i] = s.table.intern(v)
	return images[i]
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
	images := s.of(h)
	if images[i] == 0 {
		s.image(i, h, images)
	}
	return s.table.Value(images[i])
}
