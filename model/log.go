package model

import "math/bits"

// A Record is one entry of a log.
type Record struct {
	ID    int // 1 for the first record produced in a behaviour, and so on
	Epoch int // the leader epoch it was written in, its entry epoch
}

// A Log is a sequence of at most eight records with ids and epochs up to 15:
// a byte for each, the epoch in its upper half, the first record in the lowest
// byte. The zero value is the empty log.
type Log uint64

// Len is the number of records: the log end offset.
func (l Log) Len() int { return (bits.Len64(uint64(l)) + 7) / 8 }

// At returns the record at an offset below Len.
func (l Log) At(offset int) Record {
	b := l >> (8 * uint(offset) & 63)
	return Record{ID: int(b & 15), Epoch: int(b >> 4 & 15)}
}

// Get returns the record at an offset, and whether there is one.
func (l Log) Get(offset int) (Record, bool) {
	if offset >= l.Len() {
		return Record{}, false
	}
	return l.At(offset), true
}

// Append returns the log with one more record.
func (l Log) Append(r Record) Log {
	return l | Log(r.Epoch<<4|r.ID)<<(8*uint(l.Len())&63)
}

// Cut returns the first n records, or all of them when there are fewer.
func (l Log) Cut(n int) Log {
	if n >= 8 {
		return l
	}
	return l & (1<<(8*uint(n)&63) - 1)
}

// From returns the records at offset n and above.
func (l Log) From(n int) Log {
	if n >= 8 {
		return 0
	}
	return l >> (8 * uint(n) & 63)
}

// Concat returns l followed by the records of m.
func (l Log) Concat(m Log) Log {
	n := l.Len()
	if n >= 8 {
		return l
	}
	return l | m<<(8*uint(n)&63)
}

// SharedPrefix is the number of records in which the two logs agree before
// the first difference.
func (l Log) SharedPrefix(m Log) int {
	return min(bits.TrailingZeros64(uint64(l^m))/8, l.Len(), m.Len())
}

// SharedEpochs is the number of offsets at which the two logs have entries of
// the same epoch, before the first difference.
func (l Log) SharedEpochs(m Log) int {
	const epochs = 0xf0f0f0f0f0f0f0f0
	return min(bits.TrailingZeros64(uint64(l^m)&epochs)/8, l.Len(), m.Len())
}

// HasPrefix reports whether l starts with all records of p.
func (l Log) HasPrefix(p Log) bool { return l.Cut(p.Len()) == p }

// IDs is the set of the records' ids.
func (l Log) IDs() RecordSet {
	var s RecordSet
	for ; l != 0; l >>= 8 {
		s |= 1 << (l & 15)
	}
	return s
}

// offsetOf is the offset of the first record with an id, or -1 when there is none.
func (l Log) offsetOf(id int) int {
	for n := 0; l != 0; n++ {
		if int(l&15) == id {
			return n
		}
		l >>= 8
	}
	return -1
}

// lastEpoch is the epoch of the last record, or 0 when there is none.
func (l Log) lastEpoch() int {
	if l == 0 {
		return 0
	}
	return l.At(l.Len() - 1).Epoch
}

// upToEpoch is the number of records of an epoch or earlier ones.
func (l Log) upToEpoch(epoch int) (n int) {
	for ; l != 0; l >>= 8 {
		if int(l>>4&15) <= epoch {
			n++
		}
	}
	return n
}

// A RecordSet is a set of record ids below 16: bit i is set for id i.
type RecordSet uint16

// Has reports whether the id is in the set.
func (s RecordSet) Has(id int) bool { return s>>(uint(id)&15)&1 != 0 }

// With returns the set with the id.
func (s RecordSet) With(id int) RecordSet { return s | 1<<(uint(id)&15) }

// Without returns the set without the id.
func (s RecordSet) Without(id int) RecordSet { return s &^ (1 << (uint(id) & 15)) }

// A ReplicaSet is a set of replicas: bit i is set for replica i.
type ReplicaSet uint8

// Has reports whether replica r is in the set.
func (s ReplicaSet) Has(r int) bool { return s>>(uint(r)&7)&1 != 0 }

// With returns the set with replica r.
func (s ReplicaSet) With(r int) ReplicaSet { return s | 1<<(uint(r)&7) }

// Without returns the set without replica r.
func (s ReplicaSet) Without(r int) ReplicaSet { return s &^ (1 << (uint(r) & 7)) }

// first is the first replica in a set that is not empty.
func (s ReplicaSet) first() int { return bits.TrailingZeros8(uint8(s)) }

// Len is the number of replicas in the set.
func (s ReplicaSet) Len() int { return bits.OnesCount8(uint8(s)) }
