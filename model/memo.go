package model

import "math/bits"

const (
	firstMemo = 1 << 8  // entries
	lastMemo  = 1 << 16 // entries, at most
	spares    = 1 << 7  // entries that are not found by what they are about

	tagBits = 16
	tagMask = 1<<tagBits - 1
)

// A memo remembers what was computed from parts of rows, as far as it has
// room: it is a direct-mapped cache that grows while entries push each other
// out. An entry is a word with a tag, which says what was computed and is not 0,
// below some facts; then the parts of the row; then the rest of the value.
type memo struct {
	width  int
	stride uint // log2 of the words of an entry
	shift  uint // from a hash to an entry
	words  []uint64
	lost   int      // entries pushed out since it grew
	all    []uint64 // the mask of a whole row
}

func newMemo(width, values int) memo {
	m := memo{width: width, stride: uint(bits.Len(uint(width + values))), all: make([]uint64, width)}
	for i := range m.all {
		m.all[i] = ^uint64(0)
	}
	m.resize(firstMemo)
	return m
}

// resize makes room for a power of two of entries.
func (m *memo) resize(entries int) {
	m.words, m.lost = make([]uint64, (entries+spares)<<m.stride), 0
	m.shift = 64 - uint(bits.Len(uint(entries-1)))
}

// entries is how many there is room for.
func (m *memo) entries() int { return len(m.words)>>m.stride - spares }

// entry is the one that starts at a word.
func (m *memo) entry(at int) []uint64 { return m.words[at : at+1<<m.stride] }

// find returns where the entry for a tag and parts of a row begins, and whether
// it is there; otherwise it is another one, or free.
func (m *memo) find(tag uint64, row, mask []uint64) (at int, found bool) {
	h, mask := tag, mask[:len(row)]
	for i, word := range row {
		h = scatter(h ^ word&mask[i])
	}
	at = int(h >> (m.shift & 63) << (m.stride & 63))
	e := m.words[at : at+1+len(row)]
	differs := e[0]&tagMask ^ tag
	for i, word := range row {
		differs |= e[1+i] ^ word&mask[i]
	}
	return at, differs == 0
}

// place2 is which entry find looks at for the parts a and b of a row of two words.
func place2(tag, a, b uint64, shift uint) uint64 {
	return (scatter(tag^a) ^ b) * scatterFactor >> (shift & 63) // the last step leaves the top bits alone
}

const scatterFactor = 0x9e3779b97f4a7c15

// scatter is a step of a quick hash, whose top bits are good enough for a cache.
func scatter(h uint64) uint64 {
	h *= scatterFactor
	return h ^ h>>32
}

// spare begins one of the spare entries, of which each stays until its number is
// used again, for a tag and parts of a row.
func (m *memo) spare(number int, tag uint64, row, mask []uint64) []uint64 {
	e := m.entry(m.spareAt(number))
	clear(e)
	e[0] = tag
	for i, word := range row {
		e[1+i] = word & mask[i]
	}
	return e
}

// spareAt is where a spare entry begins.
func (m *memo) spareAt(number int) int { return (m.entries() + number%spares) << m.stride }

// keep copies a spare entry to where it is found.
func (m *memo) keep(number int) {
	e := m.entry(m.spareAt(number))
	at, _ := m.find(e[0]&tagMask, e[1:1+m.width], m.all)
	if m.words[at] != 0 {
		if m.lost++; 2*m.lost > m.entries() && m.entries() < lastMemo {
			m.grow()
			at, _ = m.find(e[0]&tagMask, e[1:1+m.width], m.all)
		}
	}
	copy(m.entry(at), e)
}

// grow doubles the memo, but for what is spare.
func (m *memo) grow() {
	old := memo{words: m.words, stride: m.stride}
	n := m.entries()
	m.resize(2 * n)
	for i := range n {
		if e := old.entry(i << m.stride); e[0] != 0 {
			at, _ := m.find(e[0]&tagMask, e[1:1+m.width], m.all)
			copy(m.entry(at), e)
		}
	}
	copy(m.words[2*n<<m.stride:], old.words[n<<m.stride:])
}
