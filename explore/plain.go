package explore

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"reflect"
	"sync"
)

// Plain is a system whose states are plain Go values: bools, integers, strings,
// and arrays and structs of these. It is the short way to a model of one's own,
// and costs speed: expect a few hundred thousand states per second, where a
// [System] that packs its rows itself is checked ten times as fast.
//
// All functions must depend on their arguments alone, and may be called from
// several goroutines at once.
type Plain[S comparable] struct {
	Init           []S
	Actions        []PlainAction[S]
	Invariants     []PlainInvariant[S]
	StepProperties []PlainStepProperty[S]

	// Constraint keeps the state space finite: a state for which it is false is
	// checked, but not counted and not expanded. Nil admits all.
	Constraint func(S) bool
	// LegalEnd says where a behaviour may end without being a deadlock. Nil: nowhere.
	LegalEnd func(S) bool

	_ struct{}
}

// PlainAction is a named part of the next-state relation. Next calls emit for
// each successor of s that the action allows, if any.
type PlainAction[S comparable] struct {
	Name string
	Next func(s S, emit func(S))
}

// PlainInvariant is a rule that has to hold in every reachable state. Why may
// be nil; it says why the rule does not hold.
type PlainInvariant[S comparable] struct {
	Name  string
	Holds func(S) bool
	Why   func(S) string
}

// PlainStepProperty is a rule that has to hold of every step. Why may be nil.
type PlainStepProperty[S comparable] struct {
	Name  string
	Holds func(from, to S) bool
	Why   func(from, to S) string
}

// PlainSystem is a [Plain] as the engine sees it.
type PlainSystem[S comparable] struct {
	model  Plain[S]
	encode encoder
	seed   maphash.Seed
	shards [plainShards]plainShard[S]
}

const (
	plainShardBits = 6
	plainShards    = 1 << plainShardBits
)

// A plainShard numbers a part of the values, in the order in which they come.
type plainShard[S comparable] struct {
	mu      sync.RWMutex
	numbers map[S]uint64
	values  []S
}

// System prepares the model for [Check] and [Simulate]. It reports states of a
// type that has no order, such as those with pointers, and functions that are
// missing.
func (p Plain[S]) System() (*PlainSystem[S], error) {
	encode, err := encoderFor(reflect.TypeFor[S]())
	if err != nil {
		return nil, err
	}
	for _, a := range p.Actions {
		if a.Next == nil {
			return nil, fmt.Errorf("explore: action %s has no Next", a.Name)
		}
	}
	for _, i := range p.Invariants {
		if i.Holds == nil {
			return nil, fmt.Errorf("explore: invariant %s has no Holds", i.Name)
		}
	}
	for _, s := range p.StepProperties {
		if s.Holds == nil {
			return nil, fmt.Errorf("explore: step property %s has no Holds", s.Name)
		}
	}
	sys := &PlainSystem[S]{model: p, encode: encode, seed: maphash.MakeSeed()}
	for i := range sys.shards {
		sys.shards[i].numbers = make(map[S]uint64)
	}
	return sys, nil
}

// intern returns the word that stands for a value in this system.
func (sys *PlainSystem[S]) intern(s S) uint64 {
	shard := maphash.Comparable(sys.seed, s) % plainShards
	sh := &sys.shards[shard]
	sh.mu.RLock()
	n, ok := sh.numbers[s]
	sh.mu.RUnlock()
	if !ok {
		sh.mu.Lock()
		defer sh.mu.Unlock()
		if n, ok = sh.numbers[s]; !ok {
			n = uint64(len(sh.values))
			sh.numbers[s] = n
			sh.values = append(sh.values, s)
		}
	}
	return n<<plainShardBits | shard
}

// State returns the state that a row of this system stands for.
func (sys *PlainSystem[S]) State(row []uint64) S {
	sh := &sys.shards[row[0]%plainShards]
	sh.mu.RLock()
	defer sh.mu.RUnlock()
	return sh.values[row[0]>>plainShardBits]
}

// Width is 1: a row is a number that stands for a state.
func (sys *PlainSystem[S]) Width() int { return 1 }

// Actions returns the names of the actions.
func (sys *PlainSystem[S]) Actions() []string {
	var names []string
	for _, a := range sys.model.Actions {
		names = append(names, a.Name)
	}
	return names
}

// Properties lists the invariants, then the step properties.
func (sys *PlainSystem[S]) Properties() []Property {
	var all []Property
	for _, i := range sys.model.Invariants {
		all = append(all, Property{i.Name, Invariant})
	}
	for _, s := range sys.model.StepProperties {
		all = append(all, Property{s.Name, StepProperty})
	}
	return all
}

// Init appends the initial states.
func (sys *PlainSystem[S]) Init(dst []uint64) ([]uint64, error) {
	if len(sys.model.Init) == 0 {
		return nil, errors.New("the model has none")
	}
	for _, s := range sys.model.Init {
		dst = append(dst, sys.intern(s))
	}
	return dst, nil
}

// LegalEnd asks the model.
func (sys *PlainSystem[S]) LegalEnd(row []uint64) bool {
	return sys.model.LegalEnd != nil && sys.model.LegalEnd(sys.State(row))
}

// Explain asks the model.
func (sys *PlainSystem[S]) Explain(property int, src, dst []uint64) string {
	if n := len(sys.model.Invariants); property >= n {
		if why := sys.model.StepProperties[property-n].Why; why != nil {
			return why(sys.State(src), sys.State(dst))
		}
	} else if why := sys.model.Invariants[property].Why; why != nil {
		return why(sys.State(dst))
	}
	return ""
}

// Compare orders states by their fields, the first one first; false before
// true, strings byte by byte.
func (sys *PlainSystem[S]) Compare(a, b []uint64) int {
	return bytes.Compare(sys.bytes(a), sys.bytes(b))
}

// Fingerprints hashes the states' fields.
func (sys *PlainSystem[S]) Fingerprints(rows, dst []uint64) {
	for i := range dst {
		dst[i] = hashBytes(sys.bytes(rows[i : i+1]))
	}
}

func (sys *PlainSystem[S]) bytes(row []uint64) []byte {
	return sys.encode(nil, reflect.ValueOf(sys.State(row)))
}
