package model

import "encoding/binary"

// Each holds a small number, at most 15, for each replica. Entries at and
// above the number of replicas are zero.
type Each [8]uint8

// word is all entries in one word, the first in its lowest byte.
func (e *Each) word() uint64 { return binary.LittleEndian.Uint64(e[:]) }

func (e *Each) setWord(w uint64) { binary.LittleEndian.PutUint64(e[:], w) }

// The bytes of a word, each with its lowest bit set, and with its highest.
const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// raised is e with 1 added to the first n entries, but for those that have
// reached most.
func (e *Each) raised(n int, most uint8) (sum Each) {
	w := e.word()
	below := (highBits + lowBits*(uint64(most)-1) - w) & highBits >> 7
	sum.setWord(w + below&(1<<(8*uint(n)&63)-1))
	return sum
}

// A squeeze packs the bytes of a word, none of which needs more than a width of
// at most four bits, side by side: pairs first, then pairs of these. Packing
// loses nothing, and packs what two words differ in to what their packed forms
// differ in, because each bit goes a way of its own.
type squeeze struct {
	one, two, four, eight uint64 // where that many packed entries lie in each part of a word
	shift                 uint   // from a byte to the entry below it
}

func newSqueeze(width uint) squeeze {
	entries := func(n uint) uint64 { return 1<<(n*width) - 1 }
	return squeeze{
		one:   entries(1) * lowBits,
		two:   entries(2) * 0x0001000100010001,
		four:  entries(4) * 0x0000000100000001,
		eight: entries(8),
		shift: 8 - width,
	}
}

func (q *squeeze) pack(w uint64) uint64 {
	w &= q.one
	w = (w | w>>(q.shift&63)) & q.two
	w = (w | w>>(2*q.shift&63)) & q.four
	return (w | w>>(4*q.shift&63)) & q.eight
}

func (q *squeeze) unpack(w uint64) uint64 {
	w = (w | w<<(4*q.shift&63)) & q.four
	w = (w | w<<(2*q.shift&63)) & q.two
	return (w | w<<(q.shift&63)) & q.one
}
