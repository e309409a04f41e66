package explore

import (
	"fmt"
	"math/rand/v2"
	"sync"
)

// A graph is a system given by tables, made at random.
type graph struct {
	width, base int
	names       []string
	props       []Property
	init        []int
	edges       [][]edge
	value       []int       // value[state] is spelt by the row, as digits
	state       map[int]int // the inverse
	fails       []Mask
	inside      []bool // the state constraint; nil: none
	legal       []bool
}

type edge struct {
	to       int
	label    Label
	fails    Mask
	admitted bool // the action constraint
}

// graphOptions say what a random graph is like.
type graphOptions struct {
	states, degree, width int
	faults                float64 // share of states and steps at fault
	constrained           bool
}

func randomGraph(rng *rand.Rand, o graphOptions) *graph {
	g := &graph{
		width: o.width, base: 3,
		names: []string{"A", "B", "C", "Never"},
		props: []Property{{"I0", Invariant}, {"S1", StepProperty}, {"I2", Invariant}, {"S3", StepProperty}},
		state: map[int]int{},
	}
	for digits := 1; digits < o.width || power(g.base, o.width) < o.states; digits++ {
		if digits >= o.width {
			g.base++
		}
	}
	g.value = rng.Perm(o.states)
	fault := func(kind Kind) (m Mask) {
		for i, p := range g.props {
			if p.Kind == kind && rng.Float64() < o.faults {
				m |= 1 << i
			}
		}
		return m
	}
	for s := range o.states {
		g.state[g.value[s]] = s
		g.fails = append(g.fails, fault(Invariant))
		g.legal = append(g.legal, rng.IntN(3) == 0)
		if o.constrained {
			g.inside = append(g.inside, rng.IntN(8) > 0)
		}
		var out []edge
		for range rng.IntN(2*o.degree + 1) {
			e := edge{to: rng.IntN(o.states), label: MakeLabel(rng.IntN(3), rng.IntN(1000)), fails: fault(StepProperty), admitted: true}
			if rng.IntN(2) == 0 {
				e.to = min(s+rng.IntN(4), o.states-1) // for depth, and self-loops
			}
			if o.constrained {
				e.admitted = rng.IntN(8) > 0
			}
			out = append(out, e)
		}
		g.edges = append(g.edges, out)
	}
	for range 1 + rng.IntN(3) {
		g.init = append(g.init, rng.IntN(min(o.states, 10)))
	}
	return g
}

func power(base, exponent int) int {
	n := 1
	for range exponent {
		n = min(n*base, 1<<40)
	}
	return n
}

func (g *graph) Width() int             { return g.width }
func (g *graph) Actions() []string      { return g.names }
func (g *graph) Properties() []Property { return g.props }

func (g *graph) Init(dst []uint64) ([]uint64, error) {
	for _, s := range g.init {
		dst = g.row(dst, s)
	}
	return dst, nil
}

// row appends the digits of the state's value, the most significant one first.
func (g *graph) row(dst []uint64, s int) []uint64 {
	at := len(dst)
	dst = append(dst, make([]uint64, g.width)...)
	v := g.value[s]
	for i := at + g.width - 1; i >= at; i-- {
		dst[i] = uint64(v % g.base)
		v /= g.base
	}
	return dst
}

func (g *graph) of(row []uint64) int {
	v := 0
	for _, digit := range row {
		v = v*g.base + int(digit)
	}
	s, ok := g.state[v]
	if !ok {
		panic(fmt.Sprint("no state has the row ", row))
	}
	return s
}

func (g *graph) LegalEnd(row []uint64) bool { return g.legal[g.of(row)] }

func (g *graph) Explain(property int, src, dst []uint64) string {
	return fmt.Sprint(property, src, dst)
}

func (g *graph) NewWorker() Worker {
	if g.inside != nil {
		return &constrainedGraphWorker{graphWorker{g}}
	}
	return &graphWorker{g}
}

type graphWorker struct{ *graph }

func (w *graphWorker) Successors(src []uint64, out *Successors) error {
	for ; len(src) > 0; src = src[w.width:] {
		for _, e := range w.edges[w.of(src[:w.width])] {
			out.Rows = w.row(out.Rows, e.to)
			out.Labels = append(out.Labels, e.label)
		}
		out.Close()
	}
	return nil
}

func (w *graphWorker) CheckStates(rows []uint64, fails []Mask) error {
	for i := range fails {
		fails[i] = w.fails[w.of(rows[i*w.width:(i+1)*w.width])]
	}
	return nil
}

// each calls visit for every edge behind out.
func (w *graphWorker) each(src []uint64, visit func(i int, e edge)) {
	i := 0
	for ; len(src) > 0; src = src[w.width:] {
		for _, e := range w.edges[w.of(src[:w.width])] {
			visit(i, e)
			i++
		}
	}
}

func (w *graphWorker) CheckSteps(src []uint64, out *Successors, fails []Mask) error {
	w.each(src, func(i int, e edge) { fails[i] = e.fails })
	return nil
}

type constrainedGraphWorker struct{ graphWorker }

func (w *constrainedGraphWorker) AdmitStates(rows []uint64, admitted []bool) error {
	for i := range admitted {
		admitted[i] = w.inside[w.of(rows[i*w.width:(i+1)*w.width])]
	}
	return nil
}

func (w *constrainedGraphWorker) AdmitSteps(src []uint64, out *Successors, admitted []bool) error {
	w.each(src, func(i int, e edge) { admitted[i] = e.admitted && w.inside[e.to] })
	return nil
}

// An internedGraph is a graph whose rows hold numbers that values got when
// they were first met, by whichever worker: different ones on each run.
type internedGraph struct {
	*graph
	mu      sync.RWMutex
	numbers map[uint64]uint64
	values  []uint64
}

func interned(g *graph) *internedGraph {
	return &internedGraph{graph: g, numbers: map[uint64]uint64{}}
}

func (g *internedGraph) intern(v uint64) uint64 {
	g.mu.RLock()
	n, ok := g.numbers[v]
	g.mu.RUnlock()
	if ok {
		return n
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if n, ok := g.numbers[v]; ok {
		return n
	}
	n = uint64(len(g.values))
	g.numbers[v] = n
	g.values = append(g.values, v)
	return n
}

func (g *internedGraph) valueOf(rows []uint64) []uint64 {
	g.mu.RLock()
	defer g.mu.RUnlock()
	values := make([]uint64, len(rows))
	for i, n := range rows {
		values[i] = g.values[n]
	}
	return values
}

// in interns all words of rows.
func (g *internedGraph) in(rows []uint64) {
	for i, v := range rows {
		rows[i] = g.intern(v)
	}
}

func (g *internedGraph) Init(dst []uint64) ([]uint64, error) {
	dst, err := g.graph.Init(dst)
	g.in(dst)
	return dst, err
}

func (g *internedGraph) Compare(a, b []uint64) int {
	va, vb := g.valueOf(a), g.valueOf(b)
	for i := range va {
		if va[i] != vb[i] {
			return int(va[i]) - int(vb[i])
		}
	}
	return 0
}

func (g *internedGraph) Fingerprints(rows, dst []uint64) {
	hashRows(g.width, g.valueOf(rows), dst)
}

func (g *internedGraph) LegalEnd(row []uint64) bool { return g.graph.LegalEnd(g.valueOf(row)) }

func (g *internedGraph) Explain(property int, src, dst []uint64) string {
	if src == nil {
		return g.graph.Explain(property, nil, g.valueOf(dst))
	}
	return g.graph.Explain(property, g.valueOf(src), g.valueOf(dst))
}

func (g *internedGraph) NewWorker() Worker {
	w := constrainedGraphWorker{graphWorker{g.graph}}
	if g.inside != nil {
		return &internedConstrainedWorker{internedWorker{g, w}}
	}
	return &internedWorker{g, w}
}

type internedWorker struct {
	sys  *internedGraph
	with constrainedGraphWorker
}

func (w *internedWorker) Successors(src []uint64, out *Successors) error {
	err := w.with.Successors(w.sys.valueOf(src), out)
	w.sys.in(out.Rows)
	return err
}

func (w *internedWorker) CheckStates(rows []uint64, fails []Mask) error {
	return w.with.CheckStates(w.sys.valueOf(rows), fails)
}

func (w *internedWorker) CheckSteps(src []uint64, out *Successors, fails []Mask) error {
	return w.with.CheckSteps(w.sys.valueOf(src), out, fails)
}

type internedConstrainedWorker struct{ internedWorker }

func (w *internedConstrainedWorker) AdmitStates(rows []uint64, admitted []bool) error {
	return w.with.AdmitStates(w.sys.valueOf(rows), admitted)
}

func (w *internedConstrainedWorker) AdmitSteps(src []uint64, out *Successors, admitted []bool) error {
	return w.with.AdmitSteps(w.sys.valueOf(src), out, admitted)
}
