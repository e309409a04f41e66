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
	pairs *[recentWords / 2][2]uint64 // the same, if they have two words
}

func newRecent(width int) *recent {
	n := 1
	for 2*n*width <= recentWords {
		n *= 2
	}
	r := &recent{width: width, mask: uint64(n - 1)}
	if width == 2 {
		r.pairs = new([recentWords / 2][2]uint64)
	} else {
		r.rows = make([]uint64, n*width)
	}
	// At each place there is a row of zeros now, which does not belong there,
	// save at one.
	place := hashRow(make([]uint64, width)) & r.mask
	row := make([]uint64, width)
	for row[0] = 1; hashRow(row)&r.mask == place; row[0]++ {
	}
	if width == 2 {
		r.pairs[place] = [2]uint64(row)
	} else {
		copy(r.rows[int(place)*width:], row)
	}
	return r
}

// sift puts down which of the rows were not met lately, by their indexes, and
// their hashes, and returns how many they are; from now on all rows were met. Next
// to no branch depends on what it finds, for that is hard to predict.
func (r *recent) sift(rows []uint64, which *[lookAhead]uint32, hashes *[lookAhead]uint64) int {
	if r.width == 2 {
		return r.siftPairs(rows, which, hashes)
	}
	n := uint(0)
	for i := range len(rows) / r.width {
		row := rows[i*r.width:][:r.width]
		h := hashRow(row)
		place := r.rows[int(h&r.mask)*r.width:][:r.width]
		differs := uint64(0)
		for j, word := range row {
			differs |= place[j] ^ word
			place[j] = word
		}
		which[n%lookAhead], hashes[n%lookAhead] = uint32(i), h
		n += uint((differs | -differs) >> 63)
	}
	return int(n)
}

// siftPairs is sift for rows of two words.
func (r *recent) siftPairs(rows []uint64, which *[lookAhead]uint32, hashes *[lookAhead]uint64) int {
	n, pairs := uint(0), r.pairs
	for i := range len(rows) / 2 {
		row := (*[2]uint64)(rows[2*i:])
		first, second := row[0], row[1]
		h := mix(mix(hashOffset^first) ^ second) // hashRow
		place := &pairs[h%(recentWords/2)]
		differs := (place[0] ^ first) | (place[1] ^ second)
		place[0], place[1] = first, second
		which[n%lookAhead], hashes[n%lookAhead] = uint32(i), h
		n += uint((differs | -differs) >> 63)
	}
	return int(n)
}
