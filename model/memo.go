package model

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

const (
	firstMemo = 1 << 8  // slots of a memo, at first
	largeMemo = 1 << 18 // from which on it grows less, and is filled further
	lastMemo  = 1 << 21 // and at most

	tagBits = 24
	tagMask = 1<<tagBits - 1

	unfinished = 1 << 63 // the head of an entry that is being written: no tag
)

// A quad is an entry of a memo, or a part of one: half a line of the processor's
// cache.
type quad [4]uint64

// narrowWords is how many words a row has at most whose parts fit into one quad.
const narrowWords = 3

// narrow are the words of a row, or of a mask, of at most that many; the others
// are 0.
type narrow struct{ a, b, c uint64 }

func narrowed(row []uint64) narrow {
	switch len(row) {
	case 1:
		return narrow{a: row[0]}
	case 2:
		return narrow{row[0], row[1], 0}
	}
	return narrow{row[0], row[1], row[2]}
}

// and are the bits of a mask.
func (n narrow) and(mask *narrow) narrow {
	return narrow{n.a & mask.a, n.b & mask.b, n.c & mask.c}
}

// A memo remembers what was computed from parts of rows, for all workers of a
// search. An entry is a head and the parts of the row. The head is a tag, which
// says what was computed and is not 0, below the value. An entry takes a power of
// two of quads.
//
// Entries are only added, and never change, so nobody waits to read one. A memo
// that is full is replaced by a larger one; the largest one is replaced by an empty
// one, for what was needed long ago is seldom needed again.
type memo struct {
	width   int
	span    uint      // log2 of the quads of an entry
	most    int       // slots
	lasting *findings // what all entries speak of; nil if an emptied memo begins with new ones
	current atomic.Pointer[entries]
	growing sync.Mutex
}

// entries are those of a memo: an open-addressing hash table of quads.
type entries struct {
	quads []quad
	span  uint
	shift uint         // 64 - log2 of the slots
	used  atomic.Int64 // slots, and those about to be
	*findings
}

func newMemo(width, most int, lasting *findings) *memo {
	m := &memo{width: width, span: uint(bits.Len(uint(width / 4))), most: most, lasting: lasting}
	m.current.Store(m.empty(firstMemo))
	return m
}

// empty is a table without the entries of before.
func (m *memo) empty(n int) *entries {
	if m.lasting != nil {
		return m.room(n, m.lasting)
	}
	return m.room(n, newFindings(m.width, m.most))
}

// room is an empty table of a power of two of slots.
func (m *memo) room(n int, f *findings) *entries {
	return &entries{quads: make([]quad, n<<m.span), span: m.span, shift: uint(64 - bits.Len(uint(n-1))), findings: f}
}

// keep adds an entry whose value is about the findings of t.
func (m *memo) keep(t *entries, entry []uint64) {
	f := t.findings
	for t = m.current.Load(); t.findings == f; t = m.current.Load() {
		if t.used.Add(1) <= capacity(len(t.quads)>>m.span) {
			t.put(entry)
			return
		}
		m.grow(t)
	}
}

// grow replaces a full table, unless another worker has done so.
func (m *memo) grow(full *entries) {
	m.growing.Lock()
	defer m.growing.Unlock()
	if m.current.Load() != full {
		return
	}
	n := len(full.quads) >> m.span
	if n >= m.most {
		m.current.Store(m.empty(n))
		return
	}
	next, entry := m.room(larger(n), full.findings), make([]uint64, 1+m.width)
	for at := 0; at < len(full.quads); at += 1 << m.span {
		if head := atomic.LoadUint64(&full.quads[at][0]); head&tagMask != 0 {
			entry[0] = head
			for i := 1; i < len(entry); i++ {
				entry[i] = full.word(at, i)
			}
			next.used.Add(1)
			next.put(entry)
		}
	}
	m.current.Store(next)
}

// capacity is how many of n slots are used at most: few, for what is not at its first
// place takes longer to find.
func capacity(n int) int64 {
	if n >= largeMemo {
		return int64(n / 2)
	}
	return int64(n / 4)
}

// larger is how many slots come after n.
func larger(n int) int {
	if n < largeMemo {
		return 4 * n
	}
	return 2 * n
}

// put enters an entry for which there is room.
func (t *entries) put(entry []uint64) {
	at, row := 0, entry[1:]
	if len(row) <= narrowWords {
		at = int(t.place3(entry[0]&tagMask*tagFactor, narrowed(row)))
	} else {
		at = t.place(entry[0]&tagMask, row, row)
	}
	for !atomic.CompareAndSwapUint64(&t.quads[at][0], 0, unfinished) {
		at = t.after(at)
	}
	for i, word := range row {
		atomic.StoreUint64(&t.quads[at+(1+i)/4][(1+i)%4], word)
	}
	atomic.StoreUint64(&t.quads[at][0], entry[0])
}

// find returns the head of the entry for a tag and parts of a row, or 0; narrow is the
// mask, of a narrow row.
func (t *entries) find(tag uint64, row, mask []uint64, narrow *narrow) uint64 {
	if len(row) <= narrowWords {
		return t.find3(tag, narrowed(row), narrow)
	}
	return t.findWide(tag, row, mask)
}

// findWide is find for parts of a row that is not narrow.
func (t *entries) findWide(tag uint64, row, mask []uint64) uint64 {
	for at := t.place(tag, row, mask); ; at = t.after(at) {
		head := atomic.LoadUint64(&t.quads[at][0])
		if head == 0 || head&tagMask == tag && t.isOf(at, row, mask) {
			return head
		}
	}
}

// find3 is find for parts of a narrow row. Most entries are at their first place.
func (t *entries) find3(tag uint64, row narrow, mask *narrow) uint64 {
	key := row.and(mask)
	at, e := t.first(tag*tagFactor, key)
	head := atomic.LoadUint64(&e[0])
	if head == 0 || e.isOf(head, tag, key) {
		return head
	}
	return t.seek(tag, key, at)
}

// first is where an entry with a key may be at the earliest, and what is there; the tag
// is multiplied already.
func (t *entries) first(factor uint64, key narrow) (at uint64, e *quad) {
	at = t.place3(factor, key)
	return at, &t.quads[at]
}

// seek returns the head of the entry with a key, which is not before a place, or 0.
func (t *entries) seek(tag uint64, key narrow, at uint64) uint64 {
	for ; ; at = uint64(t.after(int(at))) {
		e := &t.quads[at]
		if head := atomic.LoadUint64(&e[0]); head == 0 || e.isOf(head, tag, key) {
			return head
		}
	}
}

// look sets heads to those of the entries for groups of actions and a narrow row, or to
// 0, and says whether there are all. Most are at their first place. In a caller's loop
// it would lack registers.
//
//go:noinline
func (t *entries) look(groups []*group, row narrow, heads []uint64) (all bool) {
	quads := t.quads
	if len(quads) == 0 {
		return false // never, and so a masked index needs no check
	}
	mask, shift := uint64(len(quads)-1), t.shift&63
	heads, all = heads[:len(groups)], true
	for i, g := range groups {
		key := row.and(&g.narrow)
		at := key.hash(g.factor) >> shift & mask
		e := &quads[at]
		head := atomic.LoadUint64(&e[0])
		if !e.isOf(head, g.tag, key) {
			if head = t.seek(g.tag, key, at); head == 0 {
				all = false
			}
		}
		heads[i] = head
	}
	return all
}

// isOf says whether an entry with that head is the one for a tag and parts of a narrow
// row. An entry with a tag is finished, and no longer changes.
func (e *quad) isOf(head, tag uint64, key narrow) bool {
	return (head^tag)&tagMask == 0 && (e[1]^key.a)|(e[2]^key.b)|(e[3]^key.c) == 0
}

// isOf says whether an entry is that of parts of a row.
func (t *entries) isOf(at int, row, mask []uint64) bool {
	differs, mask := uint64(0), mask[:len(row)]
	for i, word := range row {
		differs |= t.word(at, 1+i) ^ word&mask[i]
	}
	return differs == 0
}

// word is a word of the entry that starts at a quad.
func (t *entries) word(at, i int) uint64 { return t.quads[at+i/4][i%4] }

// after is the place after another.
func (t *entries) after(at int) int { return (at + 1<<t.span) & (len(t.quads) - 1) }

// place is where an entry for a tag and parts of a row may begin at the earliest.
func (t *entries) place(tag uint64, row, mask []uint64) int {
	h, mask := tag, mask[:len(row)]
	for i, word := range row {
		h = scatter(h ^ word&mask[i])
	}
	return int(h>>(t.shift&63)<<(t.span&63)) & (len(t.quads) - 1)
}

// place3 is place for parts of a narrow row; the tag is multiplied already.
func (t *entries) place3(factor uint64, key narrow) uint64 {
	return key.hash(factor) >> (t.shift & 63) & uint64(len(t.quads)-1)
}

// hash is a quick hash of a key, whose top bits are good enough; the tag is multiplied
// already.
func (n narrow) hash(factor uint64) uint64 {
	return factor + n.a*firstFactor + n.b*secondFactor + n.c*thirdFactor
}

// The upper bits of what these multiply depend on all bits.
const (
	scatterFactor = 0x9e3779b97f4a7c15
	firstFactor   = 0x9e3779b97f4a7c15
	secondFactor  = 0xc2b2ae3d27d4eb4f
	thirdFactor   = 0xff51afd7ed558ccd
	tagFactor     = 0xd6e8feb86659fd93
)

// scatter is a step of a quick hash, whose top bits are good enough for a memo.
func scatter(h uint64) uint64 {
	h *= scatterFactor
	return h ^ h>>32
}

// part sets an entry to a tag and parts of a row, and returns it.
func part(entry []uint64, tag uint64, row, mask []uint64) []uint64 {
	entry[0] = tag
	for i, word := range row {
		entry[1+i] = word & mask[i]
	}
	return entry
}
