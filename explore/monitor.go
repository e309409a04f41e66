package explore

import "sync/atomic"

// A Monitor shows a running search from outside. Its zero value is ready;
// Snapshot may be called at any time from any goroutine.
type Monitor struct {
	distinct, generated, expanded, bytes atomic.Uint64
	depth                                atomic.Int64
	walks                                atomic.Uint64

	totals   []uint64 // distinct states at the end of each level; the search's own
	forecast atomic.Pointer[Forecast]
}

// A Snapshot is a moment of a search, accurate to a batch for each worker.
type Snapshot struct {
	Distinct, Generated uint64
	Queue               uint64 // distinct states not yet expanded
	Bytes               uint64 // memory of the state store
	Depth               int
	Walks               uint64 // behaviours finished, in a simulation
	Forecast            Forecast
}

// Snapshot returns how far the search has come.
func (m *Monitor) Snapshot() Snapshot {
	s := Snapshot{
		Generated: m.generated.Load(),
		Bytes:     m.bytes.Load(),
		Depth:     int(m.depth.Load()),
		Walks:     m.walks.Load(),
	}
	expanded := m.expanded.Load() // before distinct, so that Queue is not negative
	s.Distinct = m.distinct.Load()
	s.Queue = s.Distinct - min(expanded, s.Distinct)
	if f := m.forecast.Load(); f != nil {
		s.Forecast = *f
	}
	return s
}

// reset prepares m for another run.
func (m *Monitor) reset() {
	if m == nil {
		return
	}
	m.distinct.Store(0)
	m.generated.Store(0)
	m.expanded.Store(0)
	m.bytes.Store(0)
	m.depth.Store(0)
	m.walks.Store(0)
	m.totals = nil
	m.forecast.Store(nil)
}

// resume takes note of what was done before the search goes on.
func (m *Monitor) resume(s *search, p *position) {
	if m == nil {
		return
	}
	m.distinct.Store(p.Distinct + p.Open)
	m.generated.Store(p.Generated)
	m.expanded.Store(p.Expanded)
	m.depth.Store(int64(p.Depth))
	m.bytes.Store(s.store.memory.now.Load())
}

// progress takes note of a chunk of rows that a worker expanded, or of initial
// rows.
func (m *Monitor) progress(w *worker, expanded, generated int) {
	if m == nil {
		return
	}
	m.generated.Add(uint64(generated))
	if w.plan.settled {
		m.distinct.Add(uint64(len(w.insert.found)))
	}
	m.expanded.Add(uint64(expanded))
	m.bytes.Store(w.insert.memory.now.Load())
}

// level takes note of the counts at the end of a level.
func (m *Monitor) level(l Level) {
	if m == nil {
		return
	}
	m.depth.Store(int64(l.Depth))
	m.distinct.Store(max(l.Distinct, m.distinct.Load())) // resumed, some of the next level were found
	if n := len(m.totals); n == 0 || l.Distinct > m.totals[n-1] {
		m.totals = append(m.totals, l.Distinct)
		f := forecast(m.totals)
		m.forecast.Store(&f)
	}
}

// walk takes note of a behaviour.
func (m *Monitor) walk(r *walkRecord) {
	if m == nil || !r.done {
		return
	}
	m.walks.Add(1)
	generated := uint64(1)
	for _, n := range r.actions {
		generated += n
	}
	m.generated.Add(generated)
	for {
		depth := m.depth.Load()
		if int64(r.length) <= depth || m.depth.CompareAndSwap(depth, int64(r.length)) {
			return
		}
	}
}
