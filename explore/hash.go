package explore

import "tidemark/explore/pairs"

// The constants of the row hash: an offset, so that a row of zeros is not a
// fixed point, and two odd multipliers.
const (
	hashOffset = 0x9e3779b97f4a7c15
	hashFirst  = 0x3c79ac492ba7b653
	hashSecond = 0x1c69b3f74ac4ae35
)

// mix spreads every bit of h over the whole word. Each of its steps is a
// bijection, so two words never collapse into one and no word absorbs the rest
// of a row.
func mix(h uint64) uint64 {
	h ^= h >> 27
	h *= hashFirst
	h ^= h >> 33
	h *= hashSecond
	return h ^ h>>27
}

// hashRow hashes a row of any width.
func hashRow(row []uint64) uint64 {
	h := uint64(hashOffset)
	for _, word := range row {
		h = mix(h ^ word)
	}
	return h
}

// hashRows sets dst[i] to the hash of the i-th row. The loops for small widths
// give what hashRow gives; they save it the inner loop.
func hashRows(width int, rows, dst []uint64) {
	switch width {
	case 1:
		for i := range dst {
			dst[i] = mix(hashOffset ^ rows[i])
		}
	case 2:
		for i := range dst {
			r := rows[2*i : 2*i+2]
			dst[i] = mix(mix(hashOffset^r[0]) ^ r[1])
		}
	case 3:
		for i := range dst {
			r := rows[3*i : 3*i+3 : 3*i+3]
			dst[i] = mix(mix(mix(hashOffset^r[0])^r[1]) ^ r[2])
		}
	case 4:
		for i := range dst {
			r := rows[4*i : 4*i+4 : 4*i+4]
			dst[i] = mix(mix(mix(mix(hashOffset^r[0])^r[1])^r[2]) ^ r[3])
		}
	default:
		for i := range dst {
			dst[i] = hashRow(rows[i*width : (i+1)*width])
		}
	}
}

// The exact store compares rows, and so its table does with a quicker hash, whose
// upper half is good enough. It is made in two steps: first a spread, of which only
// the highest bits are good; they are all that the rows met lately need, and most rows
// need no more than that.

// spreadRow is the spread of a row that does not have two words.
func spreadRow(row []uint64) uint64 {
	h := uint64(0)
	for _, word := range row {
		h = (h ^ h>>29 ^ word) * hashFirst
	}
	return h
}

// spreadPair is the spread of a row of two words, neither of which waits for the other.
func spreadPair(first, second uint64) uint64 { return first*hashFirst + second*hashSecond }

// spreadRows sets dst[i] to the spread of the i-th row.
func spreadRows(width int, rows, dst []uint64) {
	if width == 2 {
		for i, row := range pairs.Of(rows) {
			dst[i] = spreadPair(row[0], row[1])
		}
		return
	}
	for i := range dst {
		dst[i] = spreadRow(rows[i*width : (i+1)*width])
	}
}

// finishSpreads makes hashes of spreads.
func finishSpreads(spreads []uint64) {
	for i, h := range spreads {
		spreads[i] = (h ^ h>>32) * hashOffset
	}
}
