package explore

import (
	"context"
	"sort"
	"sync"
	"sync/atomic"
)

const (
	minChunk       = 1
	firstChunk     = 16
	maxChunk       = 4096
	fewSuccessors  = 100 // of a chunk; the next one is larger
	manySuccessors = 400

	// rowsPerWorker is how many rows make another goroutine worth its start.
	rowsPerWorker = 32
)

// A sweep hands out the rows of a level to workers.
type sweep struct {
	segs   *segments
	ranges []rowRange
	starts []int // starts[i]: rows before ranges[i]
	size   int
	share  int // rows a worker may ask for, so that all end at about the same time

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
	s.share = max(s.size/(4*n), rowsPerWorker/4)
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
		want := min(w.chunk, s.share)
		from := int(s.next.Add(int64(want))) - want
		if from >= s.size {
			return nil
		}
		if err := s.pieces(from, min(from+want, s.size), func(rows []uint64) error { return visit(w, rows) }); err != nil {
			return err
		}
		if s.recess.called() {
			return nil
		}
	}
	return nil
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
