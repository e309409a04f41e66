package runs

import "slices"

// A Format says what rows look like.
type Format struct {
	Width int                      // words of a row
	Hash  func(rows, dst []uint64) // sets dst[i] to the hash of the i-th row
	Block int                      // rows in a block of a file
}

// A Batch is some rows, each with its hash.
type Batch struct {
	Rows   []uint64 // Width words each
	Hashes []uint64
	Tags   []byte // one for each row; empty if rows have none
}

// Len is the number of rows.
func (b *Batch) Len() int { return len(b.Hashes) }

// Reset empties b and keeps its memory.
func (b *Batch) Reset() {
	b.Rows, b.Hashes, b.Tags = b.Rows[:0], b.Hashes[:0], b.Tags[:0]
}

// Append adds the rows of other from one index to another.
func (b *Batch) Append(other *Batch, from, to int) {
	width := other.width()
	b.Rows = append(b.Rows, other.Rows[from*width:to*width]...)
	b.Hashes = append(b.Hashes, other.Hashes[from:to]...)
	if len(other.Tags) > 0 {
		b.Tags = append(b.Tags, other.Tags[from:to]...)
	}
}

// width is that of the rows; b must not be empty.
func (b *Batch) width() int { return len(b.Rows) / len(b.Hashes) }

// row returns the i-th row.
func (b *Batch) row(i, width int) []uint64 { return b.Rows[i*width : (i+1)*width] }

// grow makes room for n rows.
func (b *Batch) grow(n, width int, tagged bool) {
	b.Rows = slices.Grow(b.Rows[:0], n*width)[:n*width]
	b.Hashes = slices.Grow(b.Hashes[:0], n)[:n]
	b.Tags = b.Tags[:0]
	if tagged {
		b.Tags = slices.Grow(b.Tags, n)[:n]
	}
}

// Sort sorts a batch. It is meant for rows that are nearly sorted.
func (b *Batch) Sort() {
	if b.Len() == 0 {
		return
	}
	width := b.width()
	for i := 1; i < b.Len(); i++ {
		for j := i; j > 0 && b.before(j, j-1, width); j-- {
			b.swap(j, j-1, width)
		}
	}
}

// before says whether the i-th row belongs before the j-th.
func (b *Batch) before(i, j, width int) bool {
	if b.Hashes[i] != b.Hashes[j] {
		return b.Hashes[i] < b.Hashes[j]
	}
	return slices.Compare(b.row(i, width), b.row(j, width)) < 0
}

func (b *Batch) swap(i, j, width int) {
	b.Hashes[i], b.Hashes[j] = b.Hashes[j], b.Hashes[i]
	x, y := b.row(i, width), b.row(j, width)
	for k := range x {
		x[k], y[k] = y[k], x[k]
	}
	if len(b.Tags) > 0 {
		b.Tags[i], b.Tags[j] = b.Tags[j], b.Tags[i]
	}
}

// move copies a row of b to another place.
func (b *Batch) move(to, from, width int) {
	copy(b.row(to, width), b.row(from, width))
	b.Hashes[to] = b.Hashes[from]
	if len(b.Tags) > 0 {
		b.Tags[to] = b.Tags[from]
	}
}

// cut keeps the first n rows of b.
func (b *Batch) cut(n, width int) {
	b.Rows, b.Hashes = b.Rows[:n*width], b.Hashes[:n]
	if len(b.Tags) > 0 {
		b.Tags = b.Tags[:n]
	}
}
