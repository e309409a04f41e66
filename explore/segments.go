package explore

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

const (
	segmentBits  = 16
	segmentRows  = 1 << segmentBits // rows in a full-sized segment
	firstSegment = 1 << 8           // rows in a worker's first segment

	// maxRows is how many rows a store may hold: some less than the 2^32 row
	// numbers there are, because each worker leaves a few segments unfilled.
	maxRows = 15 << 28
	// maxWorkers keeps those unfilled segments within 2^28 row numbers.
	maxWorkers = 256
)

// A meter adds up the memory of a store, in bytes.
type meter struct {
	now, peak atomic.Uint64
}

func (m *meter) add(bytes uint64) {
	now := m.now.Add(bytes)
	for {
		peak := m.peak.Load()
		if now <= peak || m.peak.CompareAndSwap(peak, now) {
			return
		}
	}
}

func (m *meter) sub(bytes uint64) { m.now.Add(-bytes) }

// A rowRange is a run of rows in one segment, the last one excluded.
type rowRange struct {
	segment, from, to uint32
}

func (r rowRange) len() int { return int(r.to - r.from) }

// segments hold rows, append only, each segment written by one worker. A row's
// number is its segment's number, shifted, plus its offset. Segment 0 does not
// exist, so that no row has number 0.
type segments struct {
	width  int
	memory *meter

	// dir maps a segment's number to its words. It only ever grows, so an old
	// copy stays right for the segments it knows.
	dir atomic.Pointer[[][]uint64]

	mu   sync.Mutex // for writing dir, and for free
	free []uint32   // recycled segments
}

func newSegments(width int, memory *meter) *segments {
	s := &segments{width: width, memory: memory}
	s.dir.Store(&[][]uint64{make([]uint64, width)})
	return s
}

// rows returns the words of a range.
func (s *segments) rows(r rowRange) []uint64 {
	seg := (*s.dir.Load())[r.segment]
	return seg[int(r.from)*s.width : int(r.to)*s.width]
}

// take returns an empty segment: a recycled one, or a new one for that many
// rows.
func (s *segments) take(rows int) (uint32, []uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	dir := *s.dir.Load()
	if n := len(s.free); n > 0 {
		number := s.free[n-1]
		s.free = s.free[:n-1]
		return number, dir[number]
	}
	seg := make([]uint64, rows*s.width)
	s.memory.add(uint64(len(seg)) * 8)
	dir = append(dir, seg)
	s.dir.Store(&dir)
	return uint32(len(dir) - 1), seg
}

// recycle gives back the segments of ranges, which nothing refers to any more. A
// segment may have several ranges; one of them has its first row.
func (s *segments) recycle(ranges []rowRange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range ranges {
		if r.from == 0 {
			s.free = append(s.free, r.segment)
		}
	}
}

// A rowWriter appends rows to the segments of one worker and remembers which
// of them belong to the level being built.
type rowWriter struct {
	segs    *segments
	words   []uint64 // of the current segment
	segment uint32
	fill    uint32 // rows in the current segment
	size    uint32 // rows it has room for
	written int    // rows in the segments before

	start  uint32 // first row of the level in the current segment
	level  []rowRange
	unread uint32 // first row that fresh has not returned yet
	queue  []rowRange
}

// write copies a row to the next place and returns its number. The row counts
// once commit is called; until then the next one takes its place.
func (w *rowWriter) write(row []uint64) uint32 {
	if w.fill == w.size {
		w.turn()
	}
	words, at := w.words, int(w.fill)*len(row)
	for i, word := range row {
		words[at+i] = word
	}
	return w.segment<<segmentBits | w.fill
}

// commit appends the row that was written last.
func (w *rowWriter) commit() { w.fill++ }

// turn goes on to another segment. Segments start small, so that a small
// search costs little, and soon reach their full size.
func (w *rowWriter) turn() {
	w.close()
	rows := min(max(4*w.written, firstSegment), segmentRows)
	rows = 1 << (bits.Len(uint(rows)) - 1)
	w.segment, w.words = w.segs.take(rows)
	w.size = uint32(len(w.words) / w.segs.width)
}

// close ends the current segment.
func (w *rowWriter) close() {
	w.endRanges()
	w.written += int(w.fill)
	w.words, w.fill, w.size, w.start, w.unread = nil, 0, 0, 0, 0
}

// endRanges lists the rows of the current segment that were not listed yet.
func (w *rowWriter) endRanges() {
	if w.fill > w.start {
		w.level = append(w.level, rowRange{w.segment, w.start, w.fill})
		w.start = w.fill
	}
	if w.fill > w.unread {
		w.queue = append(w.queue, rowRange{w.segment, w.unread, w.fill})
		w.unread = w.fill
	}
}

// fresh returns the rows appended since it was last called. The result is good
// until a row is appended.
func (w *rowWriter) fresh() []rowRange {
	if w.fill > w.unread {
		w.queue = append(w.queue, rowRange{w.segment, w.unread, w.fill})
		w.unread = w.fill
	}
	queue := w.queue
	w.queue = w.queue[:0]
	return queue
}

// seal ends the level: it appends its ranges to dst and starts another.
func (w *rowWriter) seal(dst []rowRange) []rowRange {
	w.endRanges()
	dst = append(dst, w.level...)
	w.level = w.level[:0]
	return dst
}
