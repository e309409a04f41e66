package model

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"tidemark/explore"
)

// A team is what the workers of one search have found out so far, all of them
// together.
type team struct {
	known *memo // what groups of actions do, verdicts on views, plans

	agendas   register[agenda, agenda]
	falsified register[explore.Mask, explore.Mask] // sets of invariants that were false together
}

func newTeam(m *Model, slots int) *team {
	t := &team{known: newMemo(m.layout.words, slots, nil)}
	t.falsified.number(0, same(explore.Mask(0))) // most often none is
	return t
}

// findings are what entries of a memo speak of by its number.
type findings struct {
	outcomes outcomes
	yields   register[yield, yield]
	groups   register[string, *group]
	plans    register[string, *plan]

	// effects are what single actions do. They are kept apart, because they are only
	// needed to find out what groups do, and would be in the way of what is needed
	// all the time.
	effects *memo
}

func newFindings(width, slots int) *findings {
	f := &findings{outcomes: outcomes{width: width, numbers: map[string]uint64{}}}
	f.effects = newMemo(width, slots/4, f)
	return f
}

// A register numbers values in the order in which they come up; equal ones have
// equal keys.
type register[K comparable, T any] struct {
	mu      sync.Mutex
	numbers map[K]uint64
	values  atomic.Pointer[[]T]
}

// number is the number of the value with a key, which is made if it is new.
func (r *register[K, T]) number(key K, make func(number uint64) T) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, ok := r.numbers[key]
	if ok {
		return n
	}
	if r.numbers == nil {
		r.numbers = map[K]uint64{}
	}
	values := r.all()
	n = uint64(len(values))
	values = append(values, make(n))
	r.numbers[key] = n
	r.values.Store(&values)
	return n
}

// all are the values, by their numbers. Nobody may change them.
func (r *register[K, T]) all() []T {
	if values := r.values.Load(); values != nil {
		return *values
	}
	return nil
}

// same makes a value that is its own key.
func same[T any](value T) func(uint64) T { return func(uint64) T { return value } }

// outcomes are numbered like the values of a register. Each is facts, and for each
// word of a row the bits to keep, then for each the bits to set.
type outcomes struct {
	width   int
	mu      sync.Mutex
	numbers map[string]uint64
	words   atomic.Pointer[[]uint64] // of all of them, one after the other
	pairs   atomic.Pointer[[]pair]   // the same, of rows of two words
}

// A pair is an outcome for rows of two words.
type pair struct {
	facts       uint64
	keeps, sets [2]uint64
}

// number is the number of an outcome.
func (o *outcomes) number(outcome []uint64) uint64 {
	key := make([]byte, 0, 8*(1+2*3))
	for _, word := range outcome {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	n, ok := o.numbers[string(key)]
	if ok {
		return n
	}
	n = uint64(len(o.numbers))
	if o.width == 2 {
		pairs := append(o.allPairs(), pair{outcome[0], [2]uint64(outcome[1:]), [2]uint64(outcome[3:])})
		o.pairs.Store(&pairs)
	} else {
		words := append(o.all(), outcome...)
		o.words.Store(&words)
	}
	o.numbers[string(key)] = n
	return n
}

// all are the words of all outcomes, unless they are pairs. Nobody may change them.
func (o *outcomes) all() []uint64 {
	if words := o.words.Load(); words != nil {
		return *words
	}
	return nil
}

// allPairs are all outcomes, if they are pairs. Nobody may change them.
func (o *outcomes) allPairs() []pair {
	if pairs := o.pairs.Load(); pairs != nil {
		return *pairs
	}
	return nil
}

// facts are those of an outcome.
func (o *outcomes) facts(n uint64) uint64 {
	if o.width == 2 {
		return o.allPairs()[n].facts
	}
	return o.all()[int(n)*(1+2*o.width)]
}
