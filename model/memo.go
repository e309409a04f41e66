package model

import "math/bits"

const (
	firstMemo = 1 << 8  // entries
	lastMemo  = 1 << 16 // entries, at most
	spares    = 1 << 7  // entries that are not found by what they are about

	tagBits = 16
	tagMask = 1<<tagBits - 1
)

// A quad is a quarter or more of an entry of a memo, and half a line of the
// processor's cache.
type quad [4]uint64

// A memo remembers what was computed from parts of rows, as far as it has
// room: it is a direct-mapped cache that grows while entries push each other
// out. An entry is a word with a tag, which says what was computed and is not 0,
// below some facts; then the parts of the row; then the rest of the value. It
// takes a power of two of quads.
type memo struct {
	width  int
	span   uint   // log2 of the quads of an entry
	mask   uint64 // of the part of a hash that says which entry
	quads  []quad
	lost   int      // entries pushed out since it grew
	all    []uint64 // the mask of a whole row
	buffer []uint64 // for an entry
}

func newMemo(width, values int) memo {
	quads := (1+width+values+3)/4 - 1
	m := memo{width: width, span: uint(bits.Len(uint(quads))), all: make([]uint64, width)}
	m.buffer = make([]uint64, 4<<m.span)
	for i := range m.all {
		m.all[i] = ^uint64(0)
	}
	m.resize(firstMemo)
	return m
}

// resize makes room for a power of two of entries.
func (m *memo) resize(entries int) {
	m.quads, m.lost = make([]quad, (entries+spares)<<m.span), 0
	m.mask = uint64(entries - 1)
}

// entries is how many there is room for.
func (m *memo) entries() int { return len(m.quads)>>m.span - spares }

// word is a word of the entry that starts at a quad.
func (m *memo) word(at, i int) uint64 { return m.quads[at+i/4][i%4] }

// copy returns a copy of an entry, good until the next call.
func (m *memo) copy(at int) []uint64 {
	for i := range 1 << m.span {
		copy(m.buffer[4*i:], m.quads[at+i][:])
	}
	return m.buffer
}

// set sets the words of an entry.
func (m *memo) set(at int, entry []uint64) {
	for i := range 1 << m.span {
		copy(m.quads[at+i][:], entry[4*i:])
	}
}

// find returns where the entry for a tag and parts of a row begins, and whether
// it is there; otherwise it is another one, or free.
func (m *memo) find(tag uint64, row, mask []uint64) (at int, found bool) {
	h, mask := tag, mask[:len(row)]
	for i, word := range row {
		h = scatter(h ^ word&mask[i])
	}
	at = int(h >> 32 & m.mask << (m.span & 63))
	differs := m.quads[at][0]&tagMask ^ tag
	for i, word := range row {
		differs |= m.word(at, 1+i) ^ word&mask[i]
	}
	return at, differs == 0
}

// place2 is which entry find looks at for the parts a and b of a row of two words.
func (m *memo) place2(tag, a, b uint64) uint64 {
	return (scatter(tag^a) ^ b) * scatterFactor >> 32 & m.mask // the last step leaves the top bits alone
}

const scatterFactor = 0x9e3779b97f4a7c15

// scatter is a step of a quick hash, whose upper half is good enough for a cache.
func scatter(h uint64) uint64 {
	h *= scatterFactor
	return h ^ h>>32
}

// spareAt is where a spare entry begins. Each stays until its number is used
// again.
func (m *memo) spareAt(number int) int { return (m.entries() + number%spares) << m.span }

// keep sets an entry where it is found, and returns where that is.
func (m *memo) keep(entry []uint64) int {
	at, _ := m.find(entry[0]&tagMask, entry[1:1+m.width], m.all)
	if m.quads[at][0] != 0 {
		if m.lost++; 2*m.lost > m.entries() && m.entries() < lastMemo {
			m.grow()
			at, _ = m.find(entry[0]&tagMask, entry[1:1+m.width], m.all)
		}
	}
	m.set(at, entry)
	return at
}

// grow doubles the memo, but for what is spare.
func (m *memo) grow() {
	old, n := *m, m.entries()
	old.buffer = make([]uint64, len(m.buffer))
	m.resize(2 * n)
	for i := range n {
		if at := i << m.span; old.quads[at][0] != 0 {
			e := old.copy(at)
			at, _ = m.find(e[0]&tagMask, e[1:1+m.width], m.all)
			m.set(at, e)
		}
	}
	copy(m.quads[2*n<<m.span:], old.quads[n<<m.span:])
}

// part sets the start of an entry to a tag and parts of a row, and clears the
// rest. It returns the entry.
func part(entry []uint64, tag uint64, row, mask []uint64) []uint64 {
	clear(entry)
	entry[0] = tag
	for i, word := range row {
		entry[1+i] = word & mask[i]
	}
	return entry
}
