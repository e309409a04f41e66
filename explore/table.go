package explore

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

const (
	minTableBits = 12
	leapBits     = 22 // up to here a table becomes four times as large, and then twice
	maxIndexBits = 32 // an entry of the exact store knows 32 bits of its hash
	maxHashBits  = 40
	fullLoad     = 15       // sixteenths of the largest table that may be in use
	pageEntries  = 4096 / 8 // of a page of memory
)

// tableRoom is how many entries a table of 2^width slots takes before it is
// made larger: three quarters, which costs next to no time against five eighths,
// and less memory. The largest one is filled further.
func tableRoom(width, maxWidth int) uint64 {
	if width == maxWidth {
		return fullLoad << width / 16
	}
	return 3 << width / 4
}

// A table is an open-addressing hash table of non-zero words. The top bits of
// an entry are those of its hash and say where it belongs, so the table can
// grow in one pass over its entries, in order.
type table struct {
	entries []uint64
	bits    int  // log2 of their number
	shift   uint // 64 - bits
	maxBits int
	movers  int // goroutines that use the table; more than one must lock
	memory  *meter

	// finders holds a byte for each slot, four to a word: the least action
	// that was taken to the entry. It is nil unless that is counted.
	finders []uint32

	mu    sync.RWMutex
	used  atomic.Uint64 // entries, and room reserved for more
	room  uint64        // what used may reach before something must be done
	limit uint64        // how many entries there may be at most
	spill uint64        // after how many of them it is emptied, with a store on disk; else 0
}

func newTable(maxBits, movers int, finders bool, memory *meter) *table {
	t := &table{maxBits: maxBits, movers: movers, memory: memory}
	t.allocate(minTableBits, finders)
	return t
}

func (t *table) allocate(width int, finders bool) {
	t.bits, t.shift = width, uint(64-width)
	t.entries = make([]uint64, 1<<width)
	for i := 0; i < len(t.entries); i += pageEntries { // else it costs two page faults: to read, and to write
		t.entries[i] = 0
	}
	t.memory.add(8 << width)
	if finders {
		t.finders = make([]uint32, 1<<width/4)
		for i := range t.finders {
			t.finders[i] = 1<<32 - 1
		}
		t.memory.add(1 << width)
	}
}

// setLimit says how many entries there may be. Nobody may be inside.
func (t *table) setLimit(limit uint64) {
	t.limit = limit
	t.room = min(limit, tableRoom(t.bits, t.maxBits))
}

// A pass is the permission to use the table: it does not change its size
// before the pass is given back.
type pass struct {
	quota     int // how many entries may be added
	exclusive bool
}

// enter asks for room for n entries. Less is granted only if the table's limit
// is that near, and then exactly what is left.
func (t *table) enter(n int) pass {
	for {
		t.lock()
		if t.used.Add(uint64(n)) <= t.room {
			return pass{quota: n}
		}
		t.used.Add(-uint64(n))
		t.unlock(pass{})
		if p, ok := t.makeRoom(n); ok {
			return p
		}
	}
}

// makeRoom lets a full table grow. It returns a pass if only the limit is in the
// way.
func (t *table) makeRoom(n int) (pass, bool) {
	if t.movers > 1 {
		t.mu.Lock()
	}
	p := pass{exclusive: true}
	used := t.used.Load() // entries only: nobody else is inside
	left := t.limit - used
	switch {
	case used+uint64(n) <= t.room: // somebody else has made it grow
		t.unlock(p)
		return pass{}, false
	case t.room < t.limit:
		t.grow()
		t.unlock(p)
		return pass{}, false
	case left == 0:
		// From here on entries are only looked up, by all workers at once.
		t.unlock(p)
		t.lock()
		return pass{}, true
	}
	p.quota = int(left)
	t.used.Add(left)
	return p, true
}

// leave gives a pass back after that many entries were added.
func (t *table) leave(p pass, added int) {
	t.used.Add(-uint64(p.quota - added))
	t.unlock(p)
}

func (t *table) lock() {
	if t.movers > 1 {
		t.mu.RLock()
	}
}

func (t *table) unlock(p pass) {
	switch {
	case t.movers == 1:
	case p.exclusive:
		t.mu.Unlock()
	default:
		t.mu.RUnlock()
	}
}

// nextBits is log2 of the slots of the table when it has grown. A leap saves time; it
// is taken where the memory is enough for much more.
func (t *table) nextBits() int {
	most := t.limit
	if t.spill > 0 {
		most = min(most, t.spill)
	}
	if next := t.bits + 2; next <= leapBits && most/4 > tableRoom(next, t.maxBits) {
		return next
	}
	return t.bits + 1
}

// grow makes the table larger.
func (t *table) grow() {
	old, finders := t.entries, t.finders
	t.allocate(t.nextBits(), finders != nil)
	t.room = min(t.limit, tableRoom(t.bits, t.maxBits))
	parts := t.movers
	if len(old) < 1<<16 {
		parts = 1
	}
	var wait sync.WaitGroup
	for i := 1; i < parts; i++ {
		wait.Go(func() { t.move(old, finders, part{i, parts}) })
	}
	t.move(old, finders, part{0, parts})
	wait.Wait()
	t.memory.sub(uint64(len(old))*8 + uint64(len(finders))*4)
}

// A part is one of several equal parts.
type part struct{ index, of int }

// move enters a part of the old entries. Which slots are in use is hard to predict, and
// so those that are come together first, without a branch.
func (t *table) move(old []uint64, finders []uint32, p part) {
	var used [pageEntries]uint32
	mask := uint64(len(t.entries) - 1)
	from, to := len(old)*p.index/p.of, len(old)*(p.index+1)/p.of
	for at := from; at < to; at += pageEntries {
		some, n := old[at:min(at+pageEntries, to)], uint(0)
		for i, e := range some {
			used[n%pageEntries] = uint32(i)
			n += uint((e | -e) >> 63)
		}
		for _, i := range used[:n] {
			e := some[i]
			slot := e >> t.shift
			for !t.put(slot, e, p.of > 1) {
				slot = (slot + 1) & mask
			}
			if finders != nil {
				t.setFinder(slot, finder(finders, uint64(at)+uint64(i)))
			}
		}
	}
}

// put enters e if the slot is free.
func (t *table) put(slot, e uint64, shared bool) bool {
	if shared {
		return atomic.CompareAndSwapUint64(&t.entries[slot], 0, e)
	}
	if t.entries[slot] != 0 {
		return false
	}
	t.entries[slot] = e
	return true
}

// finder returns the action in a slot of finders.
func finder(finders []uint32, slot uint64) uint32 {
	return atomic.LoadUint32(&finders[slot/4]) >> (slot % 4 * 8) & 0xff
}

// setFinder lowers the action in a slot.
func (t *table) setFinder(slot uint64, action uint32) {
	word, shift := &t.finders[slot/4], slot%4*8
	for {
		old := atomic.LoadUint32(word)
		if old>>shift&0xff <= action {
			return
		}
		if atomic.CompareAndSwapUint32(word, old, old&^(0xff<<shift)|action<<shift) {
			return
		}
	}
}

// slotsFor returns log2 of the slots of a table after n entries.
func slotsFor(n uint64, maxBits int) int {
	width := max(minTableBits, bits.Len64(n)-1)
	for width < maxBits && tableRoom(width, maxBits) < n {
		width++
	}
	return width
}
