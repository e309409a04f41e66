// Package estimate says how many states some bounds have without searching them
// all.
//
// It counts the states of smaller bounds, and goes on from there: a second record
// multiplies the states by some factor, a crash by another, and both together by
// nearly the product of the two. How far it is not the product is counted, too, as
// far as the budget goes. Everything is counted exactly and nothing is drawn, so the
// same budget gives the same estimate.
package estimate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"tidemark/explore"
	"tidemark/model"
)

// Options say how much may be spent.
type Options struct {
	// States is how many distinct states, up to the names of replicas, may be
	// searched in all: at least [LeastStates].
	States  uint64
	Workers int // of each search; 0: one for each processor

	_ struct{}
}

// LeastStates is how many states it takes: with fewer, estimates are less sure than
// they say.
const LeastStates = 100_000

// A Result is an estimate. States are counted up to the names of replicas, as
// orbits.
type Result struct {
	Exact         bool    // the bounds themselves were searched
	Distinct      float64 // distinct orbits
	Generated     float64 // initial orbits and successors
	Low, High     float64 // what Distinct should be within
	Factor, Names float64 // states in an orbit: on average, and at most
	Largest       uint64  // orbits of the largest bounds that were searched
	Searches      int     // how many bounds were searched
	Searched      uint64  // their distinct orbits, all together
	Expanded      uint64  // and generated ones
	Violated      string  // the first property that one of them violates; a search may end there
}

// Estimate estimates the states that a model within some bounds has.
func Estimate(ctx context.Context, b model.Bounds, checks model.Checks, opts Options) (*Result, error) {
	if opts.States < LeastStates {
		return nil, fmt.Errorf("estimate: expected %d states or more to search, found %d", LeastStates, opts.States)
	}
	if err := b.Validate(); err != nil {
		return nil, err
	}
	e := &estimator{ctx: ctx, bounds: b, checks: checks, opts: opts, left: opts.States}
	if err := e.start(); err != nil {
		return nil, err
	}
	for {
		p, found := e.next()
		if !found {
			break
		}
		if err := e.count(p); err != nil {
			return nil, err
		}
	}
	return e.conclude()
}

// An estimator is an estimate in the making.
type estimator struct {
	ctx    context.Context
	bounds model.Bounds
	checks model.Checks
	opts   Options
	left   uint64 // of the budget

	ladders             []ladder
	top                 point // what is asked about
	distinct, generated *lattice
	tooLarge            map[string]bool // points that turned out to be
	open                []candidate
	result              Result
}

// A candidate is a point that may be counted next: all below it are known.
type candidate struct {
	at       point
	expected float64 // orbits
}

// start counts rung 0 of all ladders: with up to three replicas all of them, and
// otherwise with two, for replicas change what the other ladders do.
func (e *estimator) start() error {
	replicas := len(e.bounds.Replicas)
	if replicas > 3 {
		replicas = 2
	}
	e.ladders = ladders(&e.bounds, replicas)
	e.top = make(point, len(e.ladders))
	for i, l := range e.ladders {
		e.top[i] = l.rungs
	}
	e.distinct, e.generated = newLattice(e.ladders), newLattice(e.ladders)
	e.tooLarge = map[string]bool{}
	bottom := make(point, len(e.ladders))
	if err := e.countUpTo(bottom, e.left); err != nil {
		return err
	}
	if !e.distinct.knows(bottom) {
		return errors.New("estimate: not even the least bounds have as few states as may be searched")
	}
	return nil
}

// next is the point to count next: the top as soon as it seems affordable, and else
// the cheapest, where each ladder that takes part makes one dearer, for surpluses
// get smaller with the order.
func (e *estimator) next() (p point, found bool) {
	if e.distinct.knows(e.top) {
		return nil, false
	}
	if e.paired() && e.affordable(e.expected(e.top)) && !e.tooLarge[e.top.key()] {
		return e.top, true
	}
	best, least := -1, math.Inf(1)
	for i, c := range e.open {
		if cost := math.Log(c.expected) + float64(c.at.order()); cost < least && e.affordable(c.expected) {
			best, least = i, cost
		}
	}
	if best < 0 {
		return nil, false
	}
	p = e.open[best].at
	e.open = append(e.open[:best], e.open[best+1:]...)
	return p, true
}

// paired reports whether the first rungs of all ladders were tried, alone and in
// pairs: before that, nothing is known of how they act together.
func (e *estimator) paired() bool {
	return !slices.ContainsFunc(e.open, func(c candidate) bool { return c.at.height() <= 2 && c.at.height() == c.at.order() })
}

func (e *estimator) expected(p point) float64 { return math.Exp(e.distinct.predict(p)) }

// affordable leaves something for when the prediction is wrong.
func (e *estimator) affordable(orbits float64) bool { return 4*orbits < float64(e.left) }

// count counts a point, unless it is much larger than expected. Nothing is expected
// of the first rung of a ladder.
func (e *estimator) count(p point) error {
	most := e.left
	if p.height() > 1 {
		most = min(most, uint64(6*e.expected(p)))
	}
	return e.countUpTo(p, most)
}

// countUpTo counts a point unless it has more than most orbits.
func (e *estimator) countUpTo(p point, most uint64) error {
	res, err := e.search(p, explore.Options{Workers: e.opts.Workers, Symmetry: true, Continue: true, MaxStates: most + 1})
	if err != nil {
		return err
	}
	e.left -= min(e.left, res.Distinct)
	e.result.Searches++
	e.result.Searched += res.Distinct
	e.result.Expanded += res.Generated
	if len(res.Violations) > 0 && e.result.Violated == "" {
		e.result.Violated = res.Violations[0].Name
	}
	if res.Stop == explore.StateLimit {
		e.tooLarge[p.key()] = true
		return nil
	}
	e.result.Largest = max(e.result.Largest, res.Distinct)
	e.distinct.add(p, math.Log(float64(res.Distinct)))
	e.generated.add(p, math.Log(float64(res.Generated)))
	for i := range p {
		if q := p.at(i, p[i]+1); q.below(e.top) && e.ready(q) {
			e.open = append(e.open, candidate{q, e.expected(q)})
		}
	}
	return nil
}

// ready reports whether all points below p but p itself are known.
func (e *estimator) ready(p point) bool {
	for i, rung := range p {
		if rung > 0 && !e.distinct.knows(p.at(i, rung-1)) {
			return false
		}
	}
	return !e.distinct.knows(p)
}

// search searches the bounds of a point.
func (e *estimator) search(p point, opts explore.Options) (*explore.Result, error) {
	b := e.bounds
	for i, l := range e.ladders {
		l.set(&b, p[i])
	}
	m, err := model.New(b, e.checks)
	if err != nil {
		return nil, err
	}
	res, err := explore.Check(e.ctx, m, opts)
	if err == nil && res.Stop != explore.NotStopped && res.Stop != explore.StateLimit {
		err = context.Cause(e.ctx)
	}
	return res, err
}

func (e *estimator) conclude() (*Result, error) {
	r := e.result
	r.Exact = e.distinct.knows(e.top)
	r.Distinct = e.expected(e.top)
	r.Generated = math.Exp(e.generated.predict(e.top))
	r.Low, r.High = r.Distinct, r.Distinct
	if !r.Exact {
		factor := within(r.Distinct, r.Largest)
		r.Low, r.High = r.Distinct/factor, r.Distinct*factor
	}
	factor, err := e.factor()
	r.Factor, r.Names = factor, 1
	for n := range e.bounds.Replicas {
		r.Names *= float64(n + 1)
	}
	return &r, err
}

// States is the range that the number of orbits should be in or, without symmetry,
// that of states: an orbit has at most one for each way to name the replicas.
func (r *Result) States(symmetry bool) (low, high float64) {
	if symmetry {
		return r.Low, r.High
	}
	return r.Low * r.Factor * 0.97, r.High * r.Names
}

// within is the factor within which an estimate should be right: all were that were
// compared with counts. The further it goes beyond the largest bounds that were
// searched, the less sure it is.
func within(orbits float64, largest uint64) float64 {
	return 1.3 * math.Pow(max(1, orbits/float64(largest)), 0.12)
}

// factor is how many states an orbit has, by the largest bounds that are quickly
// searched without symmetry.
func (e *estimator) factor() (float64, error) {
	const quick = 20_000
	at := e.distinct.list[0]
	for _, s := range e.distinct.list {
		if s.value > at.value && s.value < math.Log(quick) {
			at = s
		}
	}
	if e.distinct.knows(e.top) && e.distinct.predict(e.top) < math.Log(quick) {
		at = e.distinct.known[e.top.key()]
	}
	res, err := e.search(at.at, explore.Options{Workers: e.opts.Workers, Continue: true})
	if err != nil {
		return 0, err
	}
	factor := float64(res.Distinct) / math.Exp(at.value)
	// with fewer replicas there are fewer names to exchange
	there := len(e.bounds.Replicas)
	for i, l := range e.ladders {
		if l.name == "Replicas" {
			there += at.at[i] - l.rungs
		}
	}
	for n := there + 1; n <= len(e.bounds.Replicas); n++ {
		factor *= float64(n)
	}
	return factor, nil
}
