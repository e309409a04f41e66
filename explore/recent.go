package explore

// recentWords is how much room a worker has for the rows that it met last.
const recentWords = 1 << 13

// recent are rows that a worker met lately, each at the place that its hash
// gives. In a breadth-first search most repeats are repeats of these: what two
// steps lead to in one order, they lead to in the other order soon after. They
// need not be looked up in the store.
type recent struct {
	width int
	mask  uint64
	rows  []uint64
}

func newRecent(width int) *recent {
	n := 1
	for 2*n*width <= recentWords {
		n *= 2
	}
	r := &recent{width: width, mask: uint64(n - 1), rows: make([]uint64, n*width)}
	r.forget()
	return r
}

// forget forgets all rows: at each place there is one then that does not belong
// there.
func (r *recent) forget() {
	clear(r.rows)
	zero := int(hashRow(make([]uint64, r.width))&r.mask) * r.width
	row := r.rows[zero : zero+r.width]
	for row[0]++; hashRow(row)&r.mask == uint64(zero/r.width); row[0]++ {
	}
}

// sift returns which of the rows were not met lately, with their hashes moved to
// the front; from now on all of them were. Next to no branch depends on what it
// finds, for that is hard to predict.
func (r *recent) sift(rows, hashes []uint64, which []uint32) []uint32 {
	if r.width == 2 {
		return r.siftPairs(rows, hashes, which)
	}
	n := 0
	for i, h := range hashes {
		row := rows[i*r.width : (i+1)*r.width]
		place := r.rows[int(h&r.mask)*r.width:][:r.width]
		differs := uint64(0)
		for j, word := range row {
			differs |= place[j] ^ word
			place[j] = word
		}
		which[n], hashes[n] = uint32(i), h
		n += int((differs | -differs) >> 63)
	}
	return which[:n]
}

// siftPairs is sift for rows of two words.
func (r *recent) siftPairs(rows, hashes []uint64, which []uint32) []uint32 {
	n, mask, places, which := uint(0), r.mask, r.rows, which[:len(hashes)]
	for i, h := range hashes {
		at := h & mask * 2
		place := places[at : at+2 : at+2]
		first, second := rows[2*i], rows[2*i+1]
		differs := (place[0] ^ first) | (place[1] ^ second)
		place[0], place[1] = first, second
		which[n], hashes[n] = uint32(i), h
		n += uint((differs | -differs) >> 63)
	}
	return which[:n]
}
