package explore

import (
	"encoding/binary"
	"errors"
	"slices"

	"tidemark/explore/checkpoint"
)

// rest returns what saves the blocks that each checkpoint has anew; nil when
// there are none.
func (v *saver) rest(p *position) func(add checkpoint.Visit) error {
	l := v.levels
	if v.disk != nil || l.store.exact && !l.store.cover {
		return nil
	}
	return func(add checkpoint.Visit) error {
		var open []rowRange
		if p.Open > 0 {
			open = l.ranges[l.ends[len(l.ends)-1]:]
		}
		if !l.store.exact {
			if err := v.frontier(open, add); err != nil {
				return err
			}
		}
		if !l.store.cover {
			return nil
		}
		for _, r := range open {
			if err := v.finders(l.store.rows.rows(r), add); err != nil {
				return err
			}
		}
		return nil
	}
}

// frontier saves the rows of the hash store: those of the last level that were
// not expanded, and those of the next.
func (v *saver) frontier(open []rowRange, add checkpoint.Visit) error {
	l := v.levels
	sweep := newSweep(l.store.rows, l.last())
	err := sweep.pieces(l.done, sweep.size, func(rows []uint64) error { return v.addWords(rows, add) })
	if err != nil {
		return err
	}
	for _, r := range open {
		if err := v.addRows(r, add); err != nil {
			return err
		}
	}
	return nil
}

// finders saves which action is known to have found each of the rows.
func (v *saver) finders(rows []uint64, add checkpoint.Visit) error {
	in := v.search.workers[0].insert
	for some := range slices.Chunk(rows, savedRows*in.width) {
		v.buffer = v.buffer[:0]
		in.locate(some, func(slot uint64) {
			v.buffer = append(v.buffer, byte(finder(in.table.finders, slot)))
		})
		if err := add(tagFinders, v.buffer); err != nil {
			return err
		}
	}
	return nil
}

func (v *saver) addRows(r rowRange, add checkpoint.Visit) error {
	return v.addWords(v.levels.store.rows.rows(r), add)
}

// addWords saves rows.
func (v *saver) addWords(rows []uint64, add checkpoint.Visit) error {
	for some := range slices.Chunk(rows, min(savedRows*v.search.width, checkpoint.MaxBlock/8/v.search.width*v.search.width)) {
		if err := add(tagRows, v.bytes(some)); err != nil {
			return err
		}
	}
	return nil
}

// bytes returns words as bytes, good until the next call.
func (v *saver) bytes(words []uint64) []byte {
	v.buffer = v.buffer[:0]
	for _, w := range words {
		v.buffer = binary.LittleEndian.AppendUint64(v.buffer, w)
	}
	return v.buffer
}

var errUneven = errors.New("a block that is cut off")

// words appends what bytes wrote.
func words(dst []uint64, b []byte) ([]uint64, error) {
	if len(b)%8 != 0 {
		return dst, errUneven
	}
	for ; len(b) > 0; b = b[8:] {
		dst = append(dst, binary.LittleEndian.Uint64(b))
	}
	return dst, nil
}
