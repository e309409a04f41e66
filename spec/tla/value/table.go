package value

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// A Table numbers values: it gives equal values one handle, a word that stands
// for the value in a row of the explorer. It may be used by several goroutines.
//
// Handles depend on the order in which values arrived, so nothing that is
// reported may depend on them; compare and fingerprint the values instead.
type Table struct {
	number uint64 // tells the tables of a process apart, from 1
	shards [1 << shardBits]shard
}

// Handles. The two lowest bits tell numbers and truth values, which carry
// themselves, from places in a shard.
const (
	shardBits = 6
	tagBits   = 2
	tagPlace  = 0
	tagInt    = 1
	tagBool   = 2
	// handleBits is how many bits a handle of a place has; the rest of a
	// node's id is the table's number.
	handleBits = 48
)

// maxTableNumber keeps a table's number within a node's id.
const maxTableNumber = 1<<(64-handleBits) - 1

var tableNumbers atomic.Uint64

// NewTable returns an empty table.
func NewTable() *Table {
	return &Table{number: tableNumbers.Add(1)}
}

// shard is an open hash table of values, whose places never change.
type shard struct {
	sync.Mutex
	slots    []uint64 // upper half of the hash, and 1 + place; 0 is free
	segments [32]atomic.Pointer[[]Value]
	used     int
	bytes    int64
	_        [32]byte // shards don't share a cache line
}

// firstSegment is the size of a shard's first segment; each further one is
// twice as large.
const firstSegment = 16

// locate returns the segment of a place and the index in it.
func locate(place uint64) (segment, index int) {
	segment = bits.Len64(place/firstSegment+1) - 1
	return segment, int(place - firstSegment*(1<<segment-1))
}

// Handle returns the word for a value, which is normalised first. It is never
// 0.
func (t *Table) Handle(v Value) (uint64, error) {
	if h, ok := immediate(v); ok {
		return h, nil
	}
	if v.n != nil {
		if id := v.n.id.Load(); id>>handleBits == t.number {
			return id & (1<<handleBits - 1), nil // no need to go through it
		}
	}
	v, err := Normalize(v)
	if err != nil {
		return 0, err
	}
	return t.intern(v), nil
}

// immediate returns the handle of a value that is in the handle itself.
func immediate(v Value) (uint64, bool) {
	switch v.n {
	case intNode:
		h := uint64(v.i)<<tagBits | tagInt
		return h, int64(h)>>tagBits == v.i
	case boolNode:
		return uint64(v.i)<<tagBits | tagBool, true
	}
	return 0, false
}

// intern finds or adds a normal value.
func (t *Table) intern(v Value) uint64 {
	if id := v.n.id.Load(); id>>handleBits == t.number {
		return id & (1<<handleBits - 1)
	}
	hash := v.hash()
	which := hash & (1<<shardBits - 1)
	s := &t.shards[which]
	s.Lock()
	place, found := s.find(v, hash)
	if !found {
		// The parts are numbered, too, so that equal ones are kept once. The lock
		// is given up for that, so look again.
		s.Unlock()
		v = t.share(v)
		s.Lock()
		if place, found = s.find(v, hash); !found {
			place = s.add(v, hash)
		}
	}
	s.Unlock()
	handle := (place<<shardBits | which + 1<<shardBits) << tagBits
	if t.number <= maxTableNumber && v.n != intNode {
		v.n.id.Store(t.number<<handleBits | handle)
	}
	return handle
}

// share returns v with its parts replaced by those of the table.
func (t *Table) share(v Value) Value {
	copied := v.n
	for i, e := range v.n.elems {
		if e.scalar() {
			continue
		}
		if same := t.Value(t.intern(e)); same != e {
			if copied == v.n {
				copied = allocCopy(v.n.kind, v.n.elems)
			}
			copied.elems[i] = same
		}
	}
	dom := v.n.dom
	if dom != nil && dom.kind == KindSet {
		dom = t.Value(t.intern(Value{n: dom})).n
	}
	if copied == v.n && dom != v.n.dom {
		copied = allocCopy(v.n.kind, v.n.elems)
	}
	if copied == v.n {
		return v
	}
	copied.dom, copied.ext = dom, v.n.ext
	copied.hash.Store(v.n.hash.Load())
	copied.known.Store(v.n.known.Load())
	return Value{copied, v.i}
}

// Value returns the value that a handle of this table stands for, always the
// same instance.
func (t *Table) Value(handle uint64) Value {
	switch handle & (1<<tagBits - 1) {
	case tagInt:
		return Int(int64(handle) >> tagBits)
	case tagBool:
		return Bool(handle>>tagBits != 0)
	}
	if handle == 0 {
		return Value{}
	}
	handle = handle>>tagBits - 1<<shardBits
	segment, index := locate(handle >> shardBits)
	return (*t.shards[handle&(1<<shardBits-1)].segments[segment].Load())[index]
}

func (s *shard) find(v Value, hash uint64) (place uint64, found bool) {
	if len(s.slots) == 0 {
		return 0, false
	}
	mask := uint64(len(s.slots) - 1)
	for at := hash >> shardBits & mask; s.slots[at] != 0; at = (at + 1) & mask {
		if slot := s.slots[at]; slot>>32 == hash>>32 {
			place = slot&(1<<32-1) - 1
			if same(s.value(place), v) {
				return place, true
			}
		}
	}
	return 0, false
}

// same reports whether two normal values are equal.
func same(a, b Value) bool {
	if a == b {
		return true
	}
	if a.n.kind != b.n.kind || a.scalar() || a.hash() != b.hash() {
		return false
	}
	return Order(a, b) == 0
}

func (s *shard) value(place uint64) Value {
	segment, index := locate(place)
	return (*s.segments[segment].Load())[index]
}

func (s *shard) add(v Value, hash uint64) uint64 {
	if s.used*4 >= len(s.slots)*3 {
		s.grow()
	}
	place := uint64(s.used)
	s.used++
	segment, index := locate(place)
	if index == 0 {
		fresh := make([]Value, firstSegment<<segment)
		s.segments[segment].Store(&fresh)
	}
	(*s.segments[segment].Load())[index] = v
	s.bytes += int64(64 + 16*len(v.n.elems))
	s.put(place, hash)
	return place
}

func (s *shard) put(place, hash uint64) {
	mask := uint64(len(s.slots) - 1)
	at := hash >> shardBits & mask
	for s.slots[at] != 0 {
		at = (at + 1) & mask
	}
	s.slots[at] = hash>>32<<32 | place + 1
}

func (s *shard) grow() {
	s.slots = make([]uint64, max(32, 2*len(s.slots)))
	for place := range uint64(s.used) {
		s.put(place, s.value(place).hash())
	}
}

// Len returns how many values the table holds, numbers and truth values apart.
func (t *Table) Len() int {
	n := 0
	for i := range t.shards {
		s := &t.shards[i]
		s.Lock()
		n += s.used
		s.Unlock()
	}
	return n
}

// Bytes estimates the memory that the table and its values take.
func (t *Table) Bytes() int64 {
	var n int64
	for i := range t.shards {
		s := &t.shards[i]
		s.Lock()
		n += s.bytes + int64(8*len(s.slots)+16*s.used)
		s.Unlock()
	}
	return n
}
