package explore

import (
	"context"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

const (
	minChunk       = 1
	firstChunk     = 16
	maxChunk       = 4096
	fewSuccessors  = 100 // of a chunk; the next one is larger
	manySuccessors = 400

	// rowsPerWorker is how many rows make another goroutine worth its start.
	rowsPerWorker = 32

	// A worker takes as many rows as keep it busy for about this long before it
	// looks up, when it is asked to stop.
	shortBlock, longBlock = 10 * time.Millisecond, 40 * time.Millisecond
	firstBlock            = 64 // rows
)

// A sweep hands out the rows of a level to workers, in blocks. They are large,
// as long as much is left, for rows that are neighbours lead to the same rows: what
// two workers both meet goes from one processor's cache to the other's.
type sweep struct {
	segs   *segments
	ranges []rowRange
	starts []int // starts[i]: rows before ranges[i]
	size   int
	shares int // into how many parts what is left is divided

	next   atomic.Int64
	recess *recess // may stop the workers before all is done
	fault  fault
}

func newSweep(segs *segments, ranges []rowRange) *sweep {
	s := &sweep{segs: segs, ranges: ranges, starts: make([]int, len(ranges))}
	for i, r := range ranges {
		s.starts[i] = s.size
		s.size += r.len()
	}
	return s
}

// run calls visit for all rows, in chunks, by at most that many workers: the
// first one in this goroutine. It returns the first error, errStopped if the
// context ended, and not before every worker has stopped. Without an error or a
// recess all rows were visited; after a recess, and after errStopped, those
// before s.next.
func (s *sweep) run(ctx context.Context, workers []*worker, visit func(*worker, []uint64) error) error {
	n := min(len(workers), s.size/rowsPerWorker+1)
	s.shares = 4 * n
	var wait sync.WaitGroup
	for _, w := range workers[1:n] {
		wait.Go(func() { s.fault.guard(func() error { return s.serve(ctx, w, visit) }) })
	}
	s.fault.guard(func() error { return s.serve(ctx, workers[0], visit) })
	wait.Wait()
	return s.fault.result()
}

// serve is the life of one worker in a sweep.
func (s *sweep) serve(ctx context.Context, w *worker, visit func(*worker, []uint64) error) error {
	done := ctx.Done()
	for !s.fault.halted.Load() {
		select {
		case <-done:
			return errStopped
		default:
		}
		left := s.size - int(s.next.Load())
		want := min(w.block, max(left/s.shares, rowsPerWorker/4))
		from := int(s.next.Add(int64(want))) - want
		if from >= s.size {
			return nil
		}
		start := time.Now()
		if err := s.block(from, min(from+want, s.size), w, visit); err != nil {
			return err
		}
		w.measure(want, time.Since(start))
		if s.recess.called() {
			return nil
		}
	}
	return nil
}

// block calls visit for the rows in between, in chunks.
func (s *sweep) block(from, to int, w *worker, visit func(*worker, []uint64) error) error {
	for from < to && !s.fault.halted.Load() {
		end := min(from+w.chunk, to)
		if err := s.pieces(from, end, func(rows []uint64) error { return visit(w, rows) }); err != nil {
			return err
		}
		from = end
	}
	return nil
}

// measure chooses the size of the next block, after one of that many rows.
func (w *worker) measure(rows int, took time.Duration) {
	switch {
	case took < shortBlock && rows == w.block:
		w.block *= 2
	case took > longBlock:
		w.block = max(rows/2, 1)
	}
}

// pieces calls visit for the rows in between, one range after the other.
func (s *sweep) pieces(from, to int, visit func([]uint64) error) error {
	i := sort.SearchInts(s.starts, from+1) - 1
	for ; from < to; i++ {
		r := s.ranges[i]
		end := min(to, s.starts[i]+r.len())
		r.from += uint32(from - s.starts[i])
		r.to = r.from + uint32(end-from)
		if err := visit(s.segs.rows(r)); err != nil {
			return err
		}
		from = end
	}
	return nil
}
