package model_test

import (
	"math/rand/v2"
	"testing"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
)

// benchBatch is how many rows a worker gets at a time.
const benchBatch = 256

// benchRows returns a model with all properties, and some thousand of its
// reachable states, packed.
func benchRows(b *testing.B) (*model.Model, []uint64) {
	bounds := within(3, 2, 2, func(b *model.Bounds) { b.MaxCrashes, b.Drop = 1, true })
	m, err := model.New(bounds, model.Checks{Properties: invariants.All()})
	if err != nil {
		b.Fatal(err)
	}
	initial, err := m.Init(nil)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 0))
	w, k := m.NewWorker(), m.Width()
	var rows []uint64
	for len(rows) < 16*benchBatch*k {
		row := initial[rng.IntN(len(initial)/k)*k:][:k]
		for range 30 {
			var out explore.Successors
			if err := w.Successors(row, &out); err != nil {
				b.Fatal(err)
			}
			if out.Len() == 0 {
				break
			}
			row = out.Rows[rng.IntN(out.Len())*k:][:k]
			rows = append(rows, row...)
		}
	}
	return m, rows[:16*benchBatch*k]
}

// batches calls visit with batch after batch of the rows until the benchmark
// is over.
func batches(b *testing.B, m *model.Model, rows []uint64, visit func(batch []uint64)) {
	size := benchBatch * m.Width()
	b.ReportAllocs()
	for at := 0; b.Loop(); at = (at + size) % len(rows) {
		visit(rows[at : at+size])
	}
}

// report reports the time that each of n took.
func report(b *testing.B, n int, unit string) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/"+unit)
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), unit+"s/s")
}

func BenchmarkSuccessors(b *testing.B) {
	m, rows := benchRows(b)
	w := m.NewWorker()
	var out explore.Successors
	n := 0
	batches(b, m, rows, func(batch []uint64) {
		out.Reset()
		if err := w.Successors(batch, &out); err != nil {
			b.Fatal(err)
		}
		n += out.Len()
	})
	report(b, n, "successor")
}

func BenchmarkCheckStates(b *testing.B) {
	m, rows := benchRows(b)
	w := m.NewWorker()
	fails := make([]explore.Mask, benchBatch)
	n := 0
	batches(b, m, rows, func(batch []uint64) {
		if err := w.CheckStates(batch, fails); err != nil {
			b.Fatal(err)
		}
		n += benchBatch
	})
	report(b, n, "state")
}

// BenchmarkCheckSteps includes Successors, without which there is nothing to
// check; subtract BenchmarkSuccessors.
func BenchmarkCheckSteps(b *testing.B) {
	m, rows := benchRows(b)
	w := m.NewWorker()
	var out explore.Successors
	var fails []explore.Mask
	n := 0
	batches(b, m, rows, func(batch []uint64) {
		out.Reset()
		if err := w.Successors(batch, &out); err != nil {
			b.Fatal(err)
		}
		for len(fails) < out.Len() {
			fails = append(fails, 0)
		}
		if err := w.CheckSteps(batch, &out, fails[:out.Len()]); err != nil {
			b.Fatal(err)
		}
		n += out.Len()
	})
	report(b, n, "successor")
}

func BenchmarkCanonical(b *testing.B) {
	m, rows := benchRows(b)
	w := m.NewWorker().(explore.Canonicalizer)
	scratch := make([]uint64, benchBatch*m.Width())
	n := 0
	batches(b, m, rows, func(batch []uint64) {
		copy(scratch, batch)
		w.Canonical(scratch)
		n += benchBatch
	})
	report(b, n, "state")
}

func BenchmarkPack(b *testing.B) {
	m, rows := benchRows(b)
	var states []model.State
	for k := m.Width(); len(rows) > 0; rows = rows[k:] {
		states = append(states, m.Decode(rows[:k]))
	}
	n := 0
	for b.Loop() {
		m.Encode(&states[n%len(states)])
		n++
	}
	report(b, n, "state")
}

func BenchmarkUnpack(b *testing.B) {
	m, rows := benchRows(b)
	k := m.Width()
	n := 0
	for b.Loop() {
		m.Decode(rows[n*k%len(rows):][:k])
		n++
	}
	report(b, n, "state")
}

// BenchmarkCheck is a whole search of the base configuration by one worker.
func BenchmarkCheck(b *testing.B) {
	m, err := model.New(within(3, 1, 2), model.Checks{Properties: invariants.All()})
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		r, err := explore.Check(b.Context(), m, explore.Options{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		n += int(r.Distinct)
	}
	report(b, n, "state")
}
