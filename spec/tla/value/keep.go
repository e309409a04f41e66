package value

import encoding "encoding/binary"

// How a part of a value is written: a reference to a value of the table, by its
// handle, or a value that is in no table by itself.
const (
	keptHandle byte = iota
	keptInt
	keptFalse
	keptTrue
	keptString
	keptModel
	keptInterval // as the domain of a function
	keptNothing
)

// pieceSize is about how many bytes Keep puts into a piece.
const pieceSize = 1 << 20

// Keep calls add with pieces that hold the values which were added since a mark,
// nil for the start, and returns the mark of what is there now. What [Table.Restore]
// makes of them has the same handles. Nobody may add values meanwhile.
func (t *Table) Keep(since []uint64, add func(piece []byte) error) ([]uint64, error) {
	if len(since) == 0 {
		since = make([]uint64, len(t.shards))
	}
	mark := make([]uint64, len(t.shards))
	for which := range t.shards {
		s := &t.shards[which]
		mark[which] = uint64(s.used)
		for from := since[which]; from < mark[which]; {
			piece := encoding.AppendUvarint(nil, uint64(which))
			piece = encoding.AppendUvarint(piece, from)
			for ; from < mark[which] && len(piece) < pieceSize; from++ {
				piece = t.appendValue(piece, s.value(from))
			}
			if err := add(piece); err != nil {
				return nil, err
			}
		}
	}
	return mark, nil
}

// appendValue writes a value of the table by its parts.
func (t *Table) appendValue(dst []byte, v Value) []byte {
	dst = append(dst, byte(v.n.kind))
	switch v.n.kind {
	case KindInt:
		return encoding.AppendVarint(dst, v.i)
	case KindString, KindModel:
		return appendText(dst, v.n.ext.text)
	}
	dst = t.appendDomain(dst, v.n.dom)
	dst = encoding.AppendUvarint(dst, uint64(v.n.depth))
	dst = encoding.AppendUvarint(dst, uint64(len(v.n.elems)))
	for _, e := range v.n.elems {
		dst = t.appendPart(dst, e)
	}
	return dst
}

func appendText(dst []byte, text string) []byte {
	dst = encoding.AppendUvarint(dst, uint64(len(text)))
	return append(dst, text...)
}

func (t *Table) appendDomain(dst []byte, dom *node) []byte {
	switch {
	case dom == nil:
		return append(dst, keptNothing)
	case dom.kind == KindInterval:
		dst = append(dst, keptInterval)
		dst = encoding.AppendVarint(dst, dom.elems[0].i)
		return encoding.AppendVarint(dst, dom.elems[1].i)
	}
	return t.appendPart(dst, Value{n: dom})
}

// appendPart writes a part of a value of the table.
func (t *Table) appendPart(dst []byte, v Value) []byte {
	switch v.n.kind {
	case KindInt:
		return encoding.AppendVarint(append(dst, keptInt), v.i)
	case KindBool:
		return append(dst, keptFalse+byte(v.i))
	case KindString:
		return appendText(append(dst, keptString), v.n.ext.text)
	case KindModel:
		return appendText(append(dst, keptModel), v.n.ext.text)
	}
	return encoding.AppendUvarint(append(dst, keptHandle), t.intern(v))
}
