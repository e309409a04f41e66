package explore

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"
	"sync"

	"tidemark/explore/internal/runs"
)

const (
	// blockBytes is how large a block of a file of the disk store is at most.
	blockBytes = 1 << 16
	// setBlocks is how much memory it takes to read the runs of a set, in sizes of
	// a block: a block, its rows and their hashes for each of some 24 runs.
	setBlocks = 3 * 24
	// maxSets limits the files.
	maxSets = 16
	// sweepRows is how many rows are expanded at the most before it is looked at
	// whether there is room for more.
	sweepRows = 1 << 16
)

// diskLevels keep the levels of a search in files. The store in memory holds
// only what was found for the level being built, and is emptied into sorted
// runs when it is full; as long as it is not, it also holds rows of the levels
// before. At the end of the level the runs are merged, and what earlier levels
// hold is taken out.
//
// There are several sets, each for the rows with certain top bits in their
// hash, so that they can be dealt with at the same time.
type diskLevels struct {
	gathering
	sets  []*runs.Set
	files runs.Meter
	yield uint64 // the most rows that a row led to, on average over a sweep
	depth int    // complete levels

	source   *segments // rows that are being expanded, as its only segment
	buffer   []uint64  // their words
	order    []uint32  // see arrange
	arranged []uint64
}

// newDiskLevels returns levels in files. The store must be an exact one.
func newDiskLevels(sub *subject, opts *Options, st *store, workers int) (*diskLevels, error) {
	l := &diskLevels{gathering: gathering{store: st}, source: newSegments(sub.width, &st.memory)}
	sets := min(1<<bits.Len(uint(workers-1)), maxSets)
	memory, block := *opts, uint64(blockBytes)
	if opts.MaxBytes > 0 { // a quarter of it at most is for reading files
		block = min(block, opts.MaxBytes/4/uint64(sets*setBlocks))
		memory.MaxBytes -= block * uint64(sets*setBlocks)
	}
	memory.Store = Exact
	l.room = storeLimit(sub, &memory, 0, 0)
	st.table.spill = l.room
	format := runs.Format{
		Width: sub.width,
		Hash:  st.hash,
		Block: max(int(block)/(8*sub.width), 1),
	}
	dir := opts.diskFiles
	if dir == nil {
		dir = runs.TempDir(opts.DiskDir)
	}
	for range sets {
		set, err := runs.NewSet(format, dir, &l.files)
		if err != nil {
			l.release()
			return nil, diskError(context.Background(), err)
		}
		l.sets = append(l.sets, set)
	}
	return l, nil
}

// TryDisk returns an error when the disk store can make no files in a directory.
func TryDisk(dir string) error {
	f, err := runs.TempDir(dir)()
	if err != nil {
		return err
	}
	return f.Close()
}

// diskError says where an error comes from, unless it is that ctx has ended.
func diskError(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil && errors.Is(err, ended) {
		return errStopped
	}
	return &DiskError{err}
}

// A DiskError says that the disk store's files could not be made, written or
// read.
type DiskError struct{ Err error }

// Error says what failed, with the name of the file where the system gives it.
func (e *DiskError) Error() string { return "disk store: " + e.Err.Error() }

// Unwrap returns the error of the file.
func (e *DiskError) Unwrap() error { return e.Err }

func (l *diskLevels) release() {
	for _, set := range l.sets {
		set.Release()
	}
	l.sets = nil
}

func (l *diskLevels) diskBytes() uint64 { return l.files.Peak() }

// eachSet calls do for all sets at the same time.
func (l *diskLevels) eachSet(do func(i int) error) error {
	var f fault
	var wait sync.WaitGroup
	for i := range l.sets[1:] {
		wait.Go(func() { f.guard(func() error { return do(i + 1) }) })
	}
	f.guard(func() error { return do(0) })
	wait.Wait()
	return f.result()
}

func (l *diskLevels) expand(ctx context.Context, workers []*worker, visit visit) error {
	return l.read(ctx, l.depth-1, workers, visit, func(rows int, before uint64) error {
		grown := l.used() - before
		l.yield = max(l.yield, (grown+uint64(rows)-1)/uint64(rows))
		return l.settle(ctx, workers)
	})
}

func (l *diskLevels) sweep(ctx context.Context, i int, workers []*worker, visit visit) error {
	return l.read(ctx, i, workers, visit, func(int, uint64) error { return nil })
}

// read sweeps the rows of a level, some at a time, and calls after with their
// number and that of the rows in the store before.
func (l *diskLevels) read(ctx context.Context, i int, workers []*worker, visit visit, after func(rows int, before uint64) error) error {
	l.prepare(i)
	filled := 0 // words of the buffer
	flush := func() error {
		rows := filled / l.store.width
		if filled = 0; rows == 0 {
			return nil
		}
		l.arrange(rows)
		before := l.used()
		if err := newSweep(l.source, []rowRange{{1, 0, uint32(rows)}}).run(ctx, workers, visit); err != nil {
			return err
		}
		return after(rows, before)
	}
	err := l.each(ctx, i, func(rows []uint64) error {
		for len(rows) > 0 {
			if filled >= l.share()*l.store.width {
				if err := flush(); err != nil {
					return err
				}
			}
			n := copy(l.buffer[filled:l.share()*l.store.width], rows)
			filled, rows = filled+n, rows[n:]
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// arrange sorts rows of the buffer word by word. In the order of their hashes,
// which they have, none is like the next, and a system can't make use of what it
// knows of the one before.
func (l *diskLevels) arrange(rows int) {
	width := l.store.width
	l.order = slices.Grow(l.order[:0], rows)[:rows]
	for i := range l.order {
		l.order[i] = uint32(i)
	}
	slices.SortFunc(l.order, func(i, j uint32) int {
		a, b := int(i)*width, int(j)*width
		if order := cmp.Compare(l.buffer[a], l.buffer[b]); order != 0 {
			return order
		}
		return slices.Compare(l.buffer[a+1:a+width], l.buffer[b+1:b+width])
	})
	l.arranged = slices.Grow(l.arranged[:0], rows*width)
	for _, i := range l.order {
		l.arranged = append(l.arranged, l.buffer[int(i)*width:int(i+1)*width]...)
	}
	copy(l.buffer, l.arranged)
}

// each hands out the rows of a level, some at a time.
func (l *diskLevels) each(ctx context.Context, i int, visit func(rows []uint64) error) error {
	for _, set := range l.sets {
		set.Open(i)
		for {
			rows, err := set.Next()
			if err != nil {
				return diskError(ctx, err)
			}
			if len(rows) == 0 {
				break
			}
			if err := visit(rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows is the number of rows in a level.
func (l *diskLevels) rows(i int) int {
	n := 0
	for _, set := range l.sets {
		n += set.Rows(i)
	}
	return n
}

// prepare makes room for the rows of a level that are swept at a time.
func (l *diskLevels) prepare(i int) {
	words := min(l.rows(i), sweepRows) * l.store.width
	if words <= len(l.buffer) {
		return
	}
	l.buffer = make([]uint64, min(max(words, 2*len(l.buffer)), sweepRows*l.store.width))
	l.source.dir.Store(&[][]uint64{nil, l.buffer})
}

// share is how many rows to expand next: so few that the store should have room
// for what they lead to, several times over.
func (l *diskLevels) share() int {
	left := l.room - min(l.used(), l.room)
	return max(1, min(len(l.buffer)/l.store.width, int(left/(4*(l.yield+1)))))
}

// settle makes room in the store once it is nearly full.
func (l *diskLevels) settle(ctx context.Context, workers []*worker) error {
	if !l.full(workers) {
		return nil
	}
	if err := l.spill(ctx); err != nil {
		return err
	}
	l.forgetAll(workers)
	return nil
}

// spill writes the fresh rows to files.
func (l *diskLevels) spill(ctx context.Context) error {
	err := l.eachSet(func(i int) error {
		return l.sets[i].Gather(ctx, l.store.cover, func(emit func(*runs.Batch) error) error {
			return l.sorted(part{i, len(l.sets)}, emit)
		})
	})
	if err != nil {
		return diskError(ctx, err)
	}
	return nil
}

func (l *diskLevels) close(ctx context.Context, workers []*worker, whole bool) (uint64, error) {
	if !whole {
		l.forgetAll(workers)
		return 0, nil
	}
	if err := l.spill(ctx); err != nil {
		return 0, err
	}
	l.age(workers)
	states := make([]uint64, len(l.sets))
	finders := make([][256]uint64, len(l.sets))
	err := l.eachSet(func(i int) error {
		n, err := l.sets[i].Close(ctx, &finders[i])
		states[i] = uint64(n)
		return err
	})
	if err != nil {
		return 0, diskError(ctx, err)
	}
	l.depth++
	total := uint64(0)
	for i, n := range states {
		total += n
		for action, found := range finders[i] {
			workers[0].counts.finders[action] += found
		}
	}
	return total, nil
}
