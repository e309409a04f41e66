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
	known *memo // effects of actions, verdicts on views, plans

	agendas   register[agenda]
	falsified register[explore.Mask] // sets of invariants that were false together
}

func newTeam(m *Model) *team {
	t := &team{known: newMemo(m.layout.words, lastMemo)}
	t.falsified.number(0) // most often none is
	return t
}

// findings are what entries of a memo speak of by its number.
type findings struct {
	outcomes outcomes
	plans    register[*plan]
}

func newFindings(width int) *findings {
	return &findings{outcomes: outcomes{size: 1 + 2*width, numbers: map[string]uint64{}}}
}

// A register numbers values in the order in which they come up.
type register[T comparable] struct {
	mu      sync.Mutex
	numbers map[T]uint64
	values  atomic.Pointer[[]T]
}

// number is the number of a value.
func (r *register[T]) number(value T) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, ok := r.numbers[value]
	if ok {
		return n
	}
	if r.numbers == nil {
		r.numbers = map[T]uint64{}
	}
	values := append(r.all(), value)
	n = uint64(len(values) - 1)
	r.numbers[value] = n
	r.values.Store(&values)
	return n
}

// all are the values, by their numbers. Nobody may change them.
func (r *register[T]) all() []T {
	if values := r.values.Load(); values != nil {
		return *values
	}
	return nil
}

// outcomes are numbered like the values of a register, and lie one after the
// other: each is facts, and for each word of a row the bits to keep, then for each
// the bits to set.
type outcomes struct {
	size    int // of one, in words
	mu      sync.Mutex
	numbers map[string]uint64
	words   atomic.Pointer[[]uint64]
}

// number is the number of an outcome.
func (o *outcomes) number(outcome []uint64) uint64 {
	key := make([]byte, 0, 8*7)
	for _, word := range outcome {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	n, ok := o.numbers[string(key)]
	if ok {
		return n
	}
	words := append(o.all(), outcome...)
	n = uint64(len(words)/o.size - 1)
	o.numbers[string(key)] = n
	o.words.Store(&words)
	return n
}

// all are the words of all outcomes. Nobody may change them.
func (o *outcomes) all() []uint64 {
	if words := o.words.Load(); words != nil {
		return *words
	}
	return nil
}
