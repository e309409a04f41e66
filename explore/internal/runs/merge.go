package runs

import "slices"

// A merge yields the rows of several runs in order, repeats once, each with the
// least of its tags.
type merge struct {
	width int
	heap  []*cursor // by their current rows, the least first
}

// newMerge merges the runs that cursors stand before.
func newMerge(width int, cursors []*cursor) (*merge, error) {
	m := &merge{width: width}
	for _, c := range cursors {
		if err := m.add(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// add takes a cursor in.
func (m *merge) add(c *cursor) error {
	more, err := c.load()
	if err != nil || !more {
		return err
	}
	m.heap = append(m.heap, c)
	for i := len(m.heap) - 1; i > 0 && m.less(i, (i-1)/2); i = (i - 1) / 2 {
		m.swap(i, (i-1)/2)
	}
	return nil
}

func (m *merge) swap(i, j int) { m.heap[i], m.heap[j] = m.heap[j], m.heap[i] }

func (m *merge) less(i, j int) bool {
	c, d := m.heap[i], m.heap[j]
	if x, y := c.batch.Hashes[c.at], d.batch.Hashes[d.at]; x != y {
		return x < y
	}
	return slices.Compare(c.batch.row(c.at, m.width), d.batch.row(d.at, m.width)) < 0
}

// sink puts the first cursor where it belongs.
func (m *merge) sink() {
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(m.heap); child++ {
			if m.less(child, least) {
				least = child
			}
		}
		if least == i {
			return
		}
		m.swap(i, least)
		i = least
	}
}

// fill replaces b by the next rows, at most that many; none are left if it
// stays empty.
func (m *merge) fill(b *Batch, most int) error {
	b.Reset()
	for len(m.heap) > 0 {
		c := m.heap[0]
		if !m.repeated(b, c) {
			if b.Len() == most {
				return nil
			}
			m.take(b, c, most)
		}
		more, err := c.step()
		if err != nil {
			return err
		}
		if !more {
			last := len(m.heap) - 1
			m.heap[0] = m.heap[last]
			m.heap = m.heap[:last]
		}
		m.sink()
	}
	return nil
}

// take appends the current row of c to b, and those behind it that are known to
// come next.
func (m *merge) take(b *Batch, c *cursor, most int) {
	n := 1
	if len(m.heap) == 1 {
		n = min(most-b.Len(), c.batch.Len()-c.at)
	}
	b.Append(&c.batch, c.at, c.at+n)
	c.at += n - 1
}

// repeated says whether the current row of c is the last one of b, which then
// keeps the lesser tag.
func (m *merge) repeated(b *Batch, c *cursor) bool {
	last := b.Len() - 1
	if last < 0 || b.Hashes[last] != c.batch.Hashes[c.at] ||
		!slices.Equal(b.row(last, m.width), c.batch.row(c.at, m.width)) {
		return false
	}
	if c.run.tagged {
		b.Tags[last] = min(b.Tags[last], c.batch.Tags[c.at])
	}
	return true
}

// subtract takes the rows of c's run out of a sorted batch. Batches must come
// in order.
func (c *cursor) subtract(b *Batch) error {
	width, kept := c.format.Width, 0
	for i, hash := range b.Hashes {
		found, err := c.find(hash, b.row(i, width))
		if err != nil {
			return err
		}
		if found {
			continue
		}
		if kept < i {
			b.move(kept, i, width)
		}
		kept++
	}
	b.cut(kept, width)
	return nil
}

// find goes on to a row, and says whether it is there.
func (c *cursor) find(hash uint64, row []uint64) (bool, error) {
	for {
		hashes, at := c.batch.Hashes, c.at
		for at < len(hashes) && hashes[at] < hash {
			at++
		}
		if c.at = at; at < len(hashes) {
			if hashes[at] > hash {
				return false, nil
			}
			if order := slices.Compare(c.batch.row(at, c.format.Width), row); order >= 0 {
				return order == 0, nil
			}
			c.at++
			continue
		}
		if more, err := c.skip(hash); err != nil || !more {
			return false, err
		}
	}
}
