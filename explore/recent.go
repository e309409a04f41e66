package explore

import "tidemark/explore/pairs"

const (
	recentBits  = 13
	recentWords = 1 << recentBits // the room of a worker for the rows that it met last
	pairsShift  = 64 - recentBits + 1
)

// recent are rows that a worker met lately, each at the place that its spread
// gives. In a breadth-first search most repeats are repeats of these: what two
// steps lead to in one order, they lead to in the other order soon after. They
// need not be looked up in the store.
type recent struct {
	width int
	shift uint // 64 - log2 of the places
	rows  []uint64
	pairs *[recentWords / 2][2]uint64 // the same, if they have two words
}

func newRecent(width int) *recent {
	// At each place there is a row of zeros now, which belongs to the first.
	if width == 2 {
		r := &recent{width: width, pairs: new([recentWords / 2][2]uint64)}
		r.pairs[0] = [2]uint64{1}
		return r
	}
	places := 0
	for 2<<places*width <= recentWords {
		places++
	}
	r := &recent{width: width, shift: uint(64 - places), rows: make([]uint64, width<<places)}
	r.rows[0] = 1
	return r
}

// met takes note of rows that are stored. A step often leads back to the states that
// are being expanded.
func (r *recent) met(rows []uint64) {
	if r.width == 2 {
		for _, row := range pairs.Of(rows) {
			r.pairs[spreadPair(row[0], row[1])>>pairsShift] = row
		}
		return
	}
	for ; len(rows) > 0; rows = rows[r.width:] {
		row := rows[:r.width]
		copyRow(r.rows[int(spreadRow(row)>>r.shift)*r.width:][:r.width], row)
	}
}

// sift copies the rows that were not met lately to kept, puts down their indexes and
// their spreads, and returns how many they are; from now on all rows were met. Next
// to no branch depends on what it finds, for that is hard to predict.
func (r *recent) sift(rows []uint64, which *[lookAhead]uint32, spreads *[lookAhead]uint64, kept []uint64) int {
	if r.width == 2 {
		return r.siftPairs(pairs.Of(rows), which, spreads, (*[lookAhead][2]uint64)(pairs.Of(kept)))
	}
	n := uint(0)
	for i := range len(rows) / r.width {
		row := rows[i*r.width:][:r.width]
		h := spreadRow(row)
		place := r.rows[int(h>>r.shift)*r.width:][:r.width]
		to := kept[int(n)*r.width:][:r.width]
		differs := uint64(0)
		for j, word := range row {
			differs |= place[j] ^ word
			place[j], to[j] = word, word
		}
		which[n%lookAhead], spreads[n%lookAhead] = uint32(i), h
		n += uint((differs | -differs) >> 63)
	}
	return int(n)
}

// siftPairs is sift for rows of two words.
func (r *recent) siftPairs(rows [][2]uint64, which *[lookAhead]uint32, spreads *[lookAhead]uint64, kept *[lookAhead][2]uint64) int {
	n, places := uint(0), r.pairs
	for i := range rows {
		row := &rows[i]
		first, second := row[0], row[1]
		h := spreadPair(first, second)
		place := &places[h>>pairsShift]
		differs := (place[0] ^ first) | (place[1] ^ second)
		place[0], place[1] = first, second
		to := &kept[n%lookAhead]
		to[0], to[1] = first, second
		which[n%lookAhead], spreads[n%lookAhead] = uint32(i), h
		n += uint((differs | -differs) >> 63)
	}
	return int(n)
}
