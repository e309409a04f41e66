package value

import (
	encoding "encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Restore fills an empty table with the values in pieces that [Table.Keep] has
// made, in their order, and returns the mark after them.
func (t *Table) Restore(pieces [][]byte) ([]uint64, error) {
	if t.Len() > 0 {
		return nil, errors.New("the table of values is not empty")
	}
	r := &restorer{table: t, values: make([][]restored, len(t.shards))}
	for _, piece := range pieces {
		if err := r.read(piece); err != nil {
			return nil, err
		}
	}
	mark := make([]uint64, len(t.shards))
	for which := range r.values {
		for place := range r.values[which] {
			if _, err := r.value(uint64(which), uint64(place), 0); err != nil {
				return nil, err
			}
		}
		mark[which] = uint64(len(r.values[which]))
	}
	return mark, r.fill()
}

// A restorer turns pieces into values.
type restorer struct {
	table  *Table
	values [][]restored // by shard and place
}

// restored is a value of which at first only the text is known.
type restored struct {
	text  []byte // nil once the value is known, or while it is being made
	value Value
}

var errCut = errors.New("a value is cut off")

// read cuts a piece into the texts of values.
func (r *restorer) read(piece []byte) error {
	in := &reader{rest: piece}
	which, from := in.number(), in.number()
	if in.cut || which >= uint64(len(r.values)) || from != uint64(len(r.values[which])) {
		return fmt.Errorf("values from place %d of shard %d", from, which)
	}
	for len(in.rest) > 0 {
		start := in.rest
		in.skipValue()
		if in.cut {
			return errCut
		}
		r.values[which] = append(r.values[which], restored{text: start[:len(start)-len(in.rest)]})
	}
	return nil
}

// value returns the value at a place, and makes it if need be.
func (r *restorer) value(which, place uint64, depth int) (Value, error) {
	if which >= uint64(len(r.values)) || place >= uint64(len(r.values[which])) {
		return Value{}, fmt.Errorf("there is no value at place %d of shard %d", place, which)
	}
	at := &r.values[which][place]
	switch {
	case at.value.n != nil:
		return at.value, nil
	case at.text == nil || depth > maxDepth:
		return Value{}, errors.New("a value is a part of itself")
	}
	in := &reader{rest: at.text}
	at.text = nil
	v, err := r.build(in, depth)
	if err == nil && v.hash()&(1<<shardBits-1) != which {
		err = errors.New("a value has another hash than it had")
	}
	at.value = v
	return v, err
}

// build reads a value that appendValue wrote.
func (r *restorer) build(in *reader, depth int) (Value, error) {
	kind := Kind(in.byte())
	switch kind {
	case KindInt:
		return Int(in.signed()), nil
	case KindString:
		return String(in.text()), nil
	case KindModel:
		return Model(in.text()), nil
	}
	dom, err := r.part(in, depth)
	if err != nil {
		return Value{}, err
	}
	nesting, n := in.number(), in.number()
	if n > uint64(len(in.rest)) {
		return Value{}, errCut
	}
	v := Value{n: alloc(kind, int(n))}
	v.n.dom, v.n.depth = dom.n, int16(nesting)
	for i := range v.n.elems {
		e, err := r.part(in, depth)
		switch {
		case err != nil:
			return Value{}, err
		case e.n == nil || e.n.kind == KindInterval:
			return Value{}, errors.New("a part of a value is missing")
		}
		v.n.elems[i] = e
	}
	if kind == KindUnion || kind == KindCup {
		v.n.ext = &ext{}
	}
	v.n.known.Or(knownNormal)
	if !fits(v) {
		return Value{}, errors.New("a value is not made of what it should be")
	}
	return v, nil
}

// partsOf is how many sets the infinite sets have that are made of others; they
// are the only ones that a table holds by what they are made of.
var partsOf = map[Kind]int{
	KindSubset: 1, KindUnion: 1, KindCup: 2, KindCap: 2, KindDiff: 2, KindFunctionSet: 2, KindSeq: 1,
	KindNat: 0, KindInteger: 0, KindReal: 0, KindStrings: 0, KindAny: 0,
}

// fits says whether a value can be what it is: a function with a domain of its
// size, or a set of as many sets as it needs.
func fits(v Value) bool {
	dom, n := v.n.dom, len(v.n.elems)
	ofSets := !slices.ContainsFunc(v.n.elems, func(e Value) bool { return !e.Kind().IsSet() })
	named := dom != nil && dom.kind == KindSet && len(dom.elems) == n
	parts, symbolic := partsOf[v.n.kind]
	switch kind := v.n.kind; {
	case symbolic:
		return dom == nil && n == parts && ofSets
	case kind == KindProduct:
		return dom == nil && n > 1 && ofSets
	case kind == KindRecordSet:
		return named && ofSets
	case kind == KindTuple, kind == KindSet:
		return dom == nil
	case kind == KindFunction && dom != nil && dom.kind == KindInterval:
		return intervalSize(dom.elems[0].i, dom.elems[1].i) == uint64(n)
	case kind == KindRecord, kind == KindFunction:
		return named
	}
	return false
}

// part reads what appendPart or appendDomain wrote; the zero value for nothing.
func (r *restorer) part(in *reader, depth int) (Value, error) {
	switch in.byte() {
	case keptHandle:
		handle := in.number()
		if handle&(1<<tagBits-1) != tagPlace || handle>>tagBits < 1<<shardBits {
			return Value{}, fmt.Errorf("there is no value with the handle %d", handle)
		}
		handle = handle>>tagBits - 1<<shardBits
		return r.value(handle&(1<<shardBits-1), handle>>shardBits, depth+1)
	case keptInt:
		return Int(in.signed()), nil
	case keptFalse:
		return False, nil
	case keptTrue:
		return True, nil
	case keptString:
		return String(in.text()), nil
	case keptModel:
		return Model(in.text()), nil
	case keptInterval:
		lo, hi := in.signed(), in.signed()
		if lo > hi {
			return Value{}, errors.New("the domain of a function is empty")
		}
		return Value{n: intervalDomain(lo, hi)}, nil
	case keptNothing:
		return Value{}, nil
	}
	return Value{}, errors.New("there is no such part of a value")
}

// fill enters the values into the table, where each was.
func (r *restorer) fill() error {
	for which := range r.values {
		s := &r.table.shards[which]
		for _, at := range r.values[which] {
			v := at.value
			if _, found := s.find(v, v.hash()); found {
				return errors.New("a value is there twice")
			}
			place := s.add(v, v.hash())
			if r.table.number <= maxTableNumber && v.n != intNode {
				v.n.id.Store(r.table.number<<handleBits | (place<<shardBits|uint64(which)+1<<shardBits)<<tagBits)
			}
		}
	}
	return nil
}

// A reader reads what Keep wrote; cut says that there was too little of it.
type reader struct {
	rest []byte
	cut  bool
}

func (in *reader) byte() byte {
	if len(in.rest) == 0 {
		in.cut = true
		return keptNothing
	}
	b := in.rest[0]
	in.rest = in.rest[1:]
	return b
}

func (in *reader) number() uint64 {
	n, size := encoding.Uvarint(in.rest)
	in.advance(size)
	return n
}

func (in *reader) signed() int64 {
	n, size := encoding.Varint(in.rest)
	in.advance(size)
	return n
}

func (in *reader) advance(size int) {
	if size <= 0 {
		in.cut, size = true, len(in.rest)
	}
	in.rest = in.rest[size:]
}

func (in *reader) text() string {
	n := in.number()
	if n > uint64(len(in.rest)) {
		in.cut, n = true, 0
	}
	text := in.rest[:n]
	in.rest = in.rest[n:]
	return string(text)
}

// skipValue passes over a value.
func (in *reader) skipValue() {
	switch Kind(in.byte()) {
	case KindInt:
		in.number()
		return
	case KindString, KindModel:
		in.text()
		return
	}
	in.skipPart()
	in.number()
	for n := in.number(); n > 0 && !in.cut; n-- {
		in.skipPart()
	}
}

// skipPart passes over a part of a value.
func (in *reader) skipPart() {
	switch in.byte() {
	case keptHandle, keptInt:
		in.number()
	case keptString, keptModel:
		in.text()
	case keptInterval:
		in.number()
		in.number()
	}
}
