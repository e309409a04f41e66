package explore

import (
	"context"
	"errors"
	"fmt"
	"runtime"
)

// Check searches the reachable states of sys, breadth first.
//
// A violated property is a result, not an error. An error means that the
// options cannot be honoured or that the system could not be evaluated. A
// panic of the system is passed on to the caller after all goroutines have
// ended. When ctx ends, so does the search, with what it knows by then.
func Check(ctx context.Context, sys System, opts Options) (*Result, error) {
	s, err := newSearch(sys, opts)
	if err != nil {
		return nil, err
	}
	defer s.levels.release()
	opts.Monitor.reset()
	if err := s.openCheckpoints(); err != nil {
		return nil, err
	}
	defer s.saver.close()
	stop, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	res, err := s.result(stop)
	if err != nil {
		return nil, err
	}
	if err := s.explain(ctx, res); err != nil {
		return nil, err
	}
	return res, nil
}

// A search is a breadth-first search, one level after the other.
type search struct {
	*subject
	opts    Options
	store   *store
	workers []*worker
	plan    plan
	found   candidates
	counts  counts // of initial states, and from a checkpoint; the workers have the rest
	saver   *saver // nil: there are no checkpoints

	resumed   bool // from a checkpoint
	witnessed Mask // premises that were true before it

	levels   levels
	depth    int
	distinct uint64
	frontier uint64 // states in the last level
	overflow bool   // whether the store had no room for a state of the last level
}

func newSearch(sys System, opts Options) (*search, error) {
	sub, err := newSubject(sys)
	if err != nil {
		return nil, err
	}
	n, err := workerCount(opts.Workers)
	switch {
	case err != nil:
		return nil, err
	case opts.MaxDepth < 0:
		return nil, fmt.Errorf("explore: the depth cannot be limited to %d", opts.MaxDepth)
	case opts.Store == Disk && opts.DiskDir == "" && opts.diskFiles == nil:
		return nil, errors.New("explore: the disk store needs a directory")
	case opts.Store > Disk:
		return nil, fmt.Errorf("explore: there is no store of kind %d", opts.Store)
	}
	s := &search{subject: sub, opts: opts, found: newCandidates(sub)}
	s.plan.monitor, s.plan.settled = opts.Monitor, opts.Store != Disk
	s.store = newStore(sub, &opts, n)
	if err := s.checkSaving(); err != nil {
		return nil, err
	}
	for range n {
		x, err := newExpander(sub, opts.Symmetry)
		if err != nil {
			return nil, err
		}
		s.workers = append(s.workers, &worker{
			expander: x,
			insert:   newInserter(s.store),
			found:    newCandidates(sub),
			plan:     &s.plan,
			chunk:    firstChunk,
			block:    firstBlock,
		})
	}
	if opts.Store != Disk {
		s.levels = &memoryLevels{store: s.store}
		return s, nil
	}
	s.levels, err = newDiskLevels(sub, &opts, s.store, n)
	return s, err
}

// workerCount resolves the option.
func workerCount(n int) (int, error) {
	if n < 0 || n > maxWorkers {
		return 0, fmt.Errorf("explore: %d workers; there may be 1 to %d, or 0 for one per processor", n, maxWorkers)
	}
	if n == 0 {
		n = min(runtime.GOMAXPROCS(0), maxWorkers)
	}
	return n, nil
}

// stopOf says how a context ended.
func stopOf(ctx context.Context) Stop {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Timeout
	}
	return Interrupted
}

// run searches until there is nothing left to do, or no leave to do it.
func (s *search) run(ctx context.Context) (Stop, error) {
	var err error
	if !s.resumed {
		err = s.start(ctx)
	}
	for err == nil {
		s.announce()
		if stop, ended := s.ended(); ended {
			s.saver.atEnd(stop)
			return stop, nil
		}
		if err = s.saver.atBorder(); err == nil {
			err = s.deepen(ctx)
		}
	}
	if err == errStopped {
		s.saver.giveUp()
		return stopOf(ctx), s.closeLevel(ctx, false)
	}
	return NotStopped, err
}

// prepare sets the plan for the next level.
func (s *search) prepare() {
	s.plan.length = s.depth + 1
	s.plan.open = s.found.open()
	s.plan.deadlock = s.opts.CheckDeadlock && s.found.of[s.found.deadlock()].length == 0
	s.store.table.setLimit(storeLimit(s.subject, &s.opts, s.distinct, s.frontier))
}

// start makes the first level.
func (s *search) start(ctx context.Context) error {
	rows, err := s.initial()
	if err != nil {
		return err
	}
	s.prepare()
	w := s.workers[0]
	for len(rows) > 0 {
		if ctx.Err() != nil {
			return errStopped
		}
		n := min(len(rows), maxChunk*s.width)
		admitted, err := w.admitStates(rows[:n])
		if err != nil {
			return err
		}
		if err := w.keep(nil, rows[:n], nil, admitted); err != nil {
			return err
		}
		s.counts.generated += uint64(n / s.width)
		s.plan.monitor.progress(w, 0, n/s.width)
		rows = rows[n:]
		if err := s.levels.settle(ctx, s.workers); err != nil {
			return err
		}
	}
	return s.closeLevel(ctx, true)
}

// deepen expands the last level, which makes the next one.
func (s *search) deepen(ctx context.Context) error {
	s.prepare()
	if err := s.levels.expand(ctx, s.workers, (*worker).expandChunk); err != nil {
		return err
	}
	return s.closeLevel(ctx, true)
}

// closeLevel takes over what the workers found; whole says that they were not
// stopped.
func (s *search) closeLevel(ctx context.Context, whole bool) error {
	for _, w := range s.workers {
		s.found.merge(&w.found)
		s.overflow = s.overflow || w.insert.overflow
	}
	if s.overflow {
		return nil
	}
	states, err := s.levels.close(ctx, s.workers, whole)
	if err != nil {
		return err
	}
	s.frontier = states
	s.distinct += states
	if states > 0 {
		s.depth++
	}
	return nil
}

// announce tells the observers about the level.
func (s *search) announce() {
	if s.overflow {
		return
	}
	level := s.level()
	s.plan.monitor.level(level)
	if s.opts.OnLevel != nil {
		s.opts.OnLevel(level)
	}
}

// level sums up the search at the end of a level.
func (s *search) level() Level {
	l := Level{Depth: s.depth, Distinct: s.distinct, Generated: s.counts.generated, Queue: s.frontier}
	for _, w := range s.workers {
		l.Generated += w.counts.generated
	}
	return l
}

// ended says whether the search is over after a level, and what ended it.
func (s *search) ended() (Stop, bool) {
	switch {
	case !s.opts.Continue && s.found.any():
		return NotStopped, true
	case s.overflow:
		return MemoryLimit, true
	case s.frontier == 0:
		return NotStopped, true
	case s.opts.MaxDepth > 0 && s.depth >= s.opts.MaxDepth:
		return DepthLimit, true
	case s.opts.MaxStates > 0 && s.distinct >= s.opts.MaxStates:
		return StateLimit, true
	}
	return NotStopped, false
}
