package runs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// A block starts with the number of its rows and the checksum of the rest. The
// checksum goes on from the block's place, so that a block that is read from
// another place is wrong as well.
const blockHeader = 8

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blockBytes is the size of a block of that many rows.
func blockBytes(rows, width int, tagged bool) int {
	bytes := blockHeader + rows*width*8
	if tagged {
		bytes += rows
	}
	return bytes
}

// encode returns a block with the rows of b, for a place in a file. It uses
// dst's memory.
func encode(dst []byte, b *Batch, place int64) []byte {
	dst = binary.LittleEndian.AppendUint32(dst[:0], uint32(b.Len()))
	dst = binary.LittleEndian.AppendUint32(dst, 0)
	for _, word := range b.Rows {
		dst = binary.LittleEndian.AppendUint64(dst, word)
	}
	dst = append(dst, b.Tags...)
	binary.LittleEndian.PutUint32(dst[4:], checksum(dst[blockHeader:], place))
	return dst
}

// decode reads the rows of a block into b, whose size says how many there must
// be. The hashes are left to the caller.
func decode(src []byte, b *Batch, place int64) error {
	if n := binary.LittleEndian.Uint32(src); int(n) != b.Len() {
		return fmt.Errorf("block at %d: damaged: %d rows, expected %d", place, n, b.Len())
	}
	body := src[blockHeader:]
	if sum := checksum(body, place); sum != binary.LittleEndian.Uint32(src[4:]) {
		return fmt.Errorf("block at %d: damaged: its checksum is wrong", place)
	}
	for i := range b.Rows {
		b.Rows[i] = binary.LittleEndian.Uint64(body[8*i:])
	}
	copy(b.Tags, body[8*len(b.Rows):])
	return nil
}

func checksum(body []byte, place int64) uint32 {
	var at [8]byte
	binary.LittleEndian.PutUint64(at[:], uint64(place))
	return crc32.Update(crc32.Checksum(at[:], castagnoli), castagnoli, body)
}
