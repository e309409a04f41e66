package explore

import "context"

// levels keep the states of a search, level by level. Workers add states to the
// level being built; the ones before it can be visited.
type levels interface {
	// expand calls visit for the states of the last level, which makes the next.
	expand(ctx context.Context, workers []*worker, visit visit) error
	// settle is called now and then while a level is built, when no worker is at
	// work.
	settle(ctx context.Context, workers []*worker) error
	// close ends the level being built and returns how many states it has. A
	// level that was given up is not whole.
	close(ctx context.Context, workers []*worker, whole bool) (uint64, error)
	// sweep calls visit for the states of the i-th level from 0.
	sweep(ctx context.Context, i int, workers []*worker, visit visit) error
	// release gives back what is not memory.
	release()
	// diskBytes is the size of files at their largest.
	diskBytes() uint64
}

// A visit is what a worker does with some states of a level.
type visit func(w *worker, rows []uint64) error

// memoryLevels are ranges of the store's rows: of all levels in the exact
// store, else of the last.
type memoryLevels struct {
	store  *store
	ranges []rowRange // beyond the last end, some of the level being built
	ends   []int
	done   int    // states of the last level that were expanded
	saver  *saver // nil: the search is not saved
}

// at returns the ranges of the i-th level from 0.
func (l *memoryLevels) at(i int) []rowRange {
	from := 0
	if i > 0 {
		from = l.ends[i-1]
	}
	return l.ranges[from:l.ends[i]]
}

// last returns the ranges of the last level.
func (l *memoryLevels) last() []rowRange { return l.at(len(l.ends) - 1) }

func (l *memoryLevels) expand(ctx context.Context, workers []*worker, visit visit) error {
	last := l.last()
	sweep := newSweep(l.store.rows, last)
	sweep.next.Store(int64(l.done))
	if l.saver != nil {
		sweep.recess = &l.saver.recess
	}
	for l.done < sweep.size {
		err := sweep.run(ctx, workers, visit)
		l.done = min(int(sweep.next.Load()), sweep.size)
		if err != nil {
			return err
		}
		if l.done < sweep.size {
			l.saver.save()
		}
	}
	l.saver.saveBorder()
	l.done = 0
	if !l.store.exact {
		l.forget(last)
	}
	return nil
}

// forget drops the last level.
func (l *memoryLevels) forget(last []rowRange) {
	l.store.rows.recycle(last)
	l.ranges, l.ends = l.ranges[len(last):], nil
	if l.saver != nil {
		l.saver.saved -= len(last)
	}
}

// seal lists the states of the level being built that were not listed yet.
func (l *memoryLevels) seal(workers []*worker) {
	for _, w := range workers {
		l.ranges = w.insert.seal(l.ranges)
	}
}

func (l *memoryLevels) settle(context.Context, []*worker) error { return nil }

func (l *memoryLevels) close(_ context.Context, workers []*worker, whole bool) (uint64, error) {
	if !l.store.exact {
		for _, w := range workers {
			w.insert.close()
		}
	}
	l.seal(workers)
	l.ends = append(l.ends, len(l.ranges))
	states := rowsIn(l.last())
	if whole {
		l.saver.closed()
	}
	if l.store.cover && whole {
		return states, l.countFinders(workers)
	}
	return states, nil
}

// countFinders counts which actions found the states of the last level.
func (l *memoryLevels) countFinders(workers []*worker) error {
	return newSweep(l.store.rows, l.last()).run(context.Background(), workers, func(w *worker, rows []uint64) error {
		w.insert.countFinders(rows, &w.counts.finders)
		return nil
	})
}

func (l *memoryLevels) sweep(ctx context.Context, i int, workers []*worker, visit visit) error {
	return newSweep(l.store.rows, l.at(i)).run(ctx, workers, visit)
}

func (l *memoryLevels) release() {}

func (l *memoryLevels) diskBytes() uint64 { return 0 }
