package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
)

// SimOptions say how a simulation runs. The zero value walks until the context
// ends.
type SimOptions struct {
	Workers       int    // goroutines that walk; 0: GOMAXPROCS
	Seed          uint64 // with a behaviour's number, decides every choice in it
	Walks         uint64 // behaviours to walk; 0: until the context ends
	Depth         int    // greatest length of a behaviour, in states; 0: 100
	CheckDeadlock bool   // report a state without successors that is no legal end
	Monitor       *Monitor

	_ struct{}
}

const (
	defaultDepth = 100

	// roundWalks is how many behaviours are walked before their counts are
	// added up. A violation ends the simulation with its round, so that the
	// lowest-numbered one is found.
	roundWalks = 256
)

// Simulate walks random behaviours of sys: each starts in an initial state and
// goes on to any successor that the constraints admit, with equal chances for
// all that the system lists. It checks every initial state, and all successors
// of every state on its way, not just the one it goes on to. It never holds.
//
// The initial states are checked before the first walk. Walks have numbers,
// and the result is that of the lowest-numbered one with a violation, the same
// for any number of workers: [Result.Walks] is the number of walks up to that
// one, and the counts are theirs. Of the violations in one step the least is
// reported, by position and state. Depth is the length of the longest walk.
// Distinct states are not counted, nor are out-degrees, and Vacuous is known
// only without a violation.
func Simulate(ctx context.Context, sys System, opts SimOptions) (*Result, error) {
	m, err := newSimulation(sys, opts)
	if err != nil {
		return nil, err
	}
	opts.Monitor.reset()
	ok, err := m.start()
	if err != nil {
		return nil, err
	}
	stop := Sampled
	for ok && stop == Sampled && m.found == nil && (opts.Walks == 0 || m.walks < opts.Walks) {
		if stop, err = m.round(ctx); err != nil {
			return nil, err
		}
	}
	return m.result(stop)
}

// A simulation is a series of rounds of walks.
type simulation struct {
	*subject
	opts    SimOptions
	initial []uint64 // admitted rows
	walkers []*walker
	records []walkRecord // of the walks in a round

	next   atomic.Uint64 // walk in the round
	lowest atomic.Uint64 // walk in the round that found a violation
	fault  fault

	counts counts
	walks  uint64
	depth  int
	found  *Violation
}

func newSimulation(sys System, opts SimOptions) (*simulation, error) {
	sub, err := newSubject(sys)
	if err != nil {
		return nil, err
	}
	workers, err := workerCount(opts.Workers)
	switch {
	case err != nil:
		return nil, err
	case opts.Depth < 0:
		return nil, fmt.Errorf("explore: a behaviour cannot have %d states", opts.Depth)
	case opts.Depth == 0:
		opts.Depth = defaultDepth
	}
	m := &simulation{subject: sub, opts: opts, records: make([]walkRecord, roundWalks)}
	for range workers {
		x, err := newExpander(sub, false)
		if err != nil {
			return nil, err
		}
		random := rand.NewPCG(0, 0)
		m.walkers = append(m.walkers, &walker{expander: x, sim: m, random: random, choose: rand.New(random)})
	}
	return m, nil
}

// start checks the initial states. It says whether there is one to walk from.
func (m *simulation) start() (bool, error) {
	x := m.walkers[0].expander
	rows, err := m.subject.initial()
	if err != nil {
		return false, err
	}
	m.counts.generated = uint64(len(rows) / m.width)
	fails, err := x.checkStates(rows)
	if err != nil {
		return false, err
	}
	found := newCandidates(m.subject)
	for i, fail := range fails {
		found.offerAll(fail&m.invariants, candidate{length: 1, state: rows[i*m.width : (i+1)*m.width]})
	}
	if p := found.first(); p >= 0 {
		m.depth = 1
		v := m.violation(p, nil, found.of[p].state)
		v.Path = []Step{{Row: found.of[p].state}}
		m.found = &v
		return false, nil
	}
	admitted, err := x.admitStates(rows)
	if err != nil {
		return false, err
	}
	for i := range len(rows) / m.width {
		if admitted == nil || admitted[i] {
			m.initial = append(m.initial, rows[i*m.width:(i+1)*m.width]...)
		}
	}
	return len(m.initial) > 0, nil
}
