package explore

import (
	"context"
	"fmt"
	"testing"
)

// A grid is a system whose states are points with a few coordinates of a
// nibble each, spread over the words of a row. A step moves one of them up.
type grid struct {
	width, axes int
	side        uint64
	bad         func(row []uint64) bool // an invariant's negation; nil: never
}

func (g grid) Width() int        { return g.width }
func (g grid) Actions() []string { return []string{"Even", "Odd"} }
func (g grid) Properties() []Property {
	return []Property{{"Inside", Invariant}, {"Upwards", StepProperty}}
}
func (g grid) Init(dst []uint64) ([]uint64, error) {
	return append(dst, make([]uint64, g.width)...), nil
}
func (g grid) NewWorker() Worker { return &gridWorker{g} }

// states is how many there are.
func (g grid) states() uint64 {
	n := uint64(1)
	for range g.axes {
		n *= g.side
	}
	return n
}

type gridWorker struct{ grid }

func (w *gridWorker) Successors(src []uint64, out *Successors) error {
	for ; len(src) > 0; src = src[w.width:] {
		row := src[:w.width]
		for axis := range w.axes {
			word, shift := axis%w.width, axis/w.width*4
			if row[word]>>shift&15+1 >= w.side {
				continue
			}
			at := len(out.Rows)
			out.Rows = append(out.Rows, row...)
			out.Rows[at+word] += 1 << shift
			out.Labels = append(out.Labels, MakeLabel(axis&1, axis))
		}
		out.Close()
	}
	return nil
}

func (w *gridWorker) CheckStates(rows []uint64, fails []Mask) error {
	for i := range fails {
		fails[i] = 0
		if w.bad != nil && w.bad(rows[i*w.width:(i+1)*w.width]) {
			fails[i] = 1
		}
	}
	return nil
}

func (w *gridWorker) CheckSteps(src []uint64, out *Successors, fails []Mask) error {
	from := 0
	for parent, end := range out.Ends {
		for i := from; i < end; i++ {
			fails[i] = 0
			if out.Rows[i*w.width] < src[parent*w.width] {
				fails[i] = 2
			}
		}
		from = end
	}
	return nil
}

func BenchmarkCheck(b *testing.B) {
	for _, width := range []int{1, 2, 4} {
		for _, kind := range []StoreKind{Exact, Hash, Disk} {
			for _, workers := range []int{1, 2} {
				name := fmt.Sprintf("width=%d/%s/workers=%d", width, storeName(kind), workers)
				b.Run(name, func(b *testing.B) {
					benchmarkCheck(b, grid{width: width, axes: 8, side: 7}, Options{Store: kind, Workers: workers, DiskDir: b.TempDir()})
				})
			}
		}
	}
}

func benchmarkCheck(b *testing.B, sys grid, opts Options) {
	report(b, func() (*Result, error) {
		res, err := Check(context.Background(), sys, opts)
		if err == nil && res.Distinct != sys.states() {
			b.Fatalf("%+v", res)
		}
		return res, err
	})
}

// report measures a search that holds.
func report(b *testing.B, search func() (*Result, error)) {
	b.ReportAllocs()
	var distinct, generated, bytes uint64
	for b.Loop() {
		res, err := search()
		if err != nil || res.Verdict != Holds {
			b.Fatal(res, err)
		}
		distinct, generated, bytes = distinct+res.Distinct, generated+res.Generated, res.Bytes
	}
	seconds, runs := b.Elapsed().Seconds(), float64(b.N)
	b.ReportMetric(float64(distinct)/seconds, "states/s")
	b.ReportMetric(float64(generated)/seconds, "generated/s")
	b.ReportMetric(float64(bytes)*runs/float64(distinct), "bytes/state")
}

// BenchmarkTiny is what a search costs that has next to nothing to do.
func BenchmarkTiny(b *testing.B) {
	benchmarkCheck(b, grid{width: 2, axes: 2, side: 2}, Options{})
}

// BenchmarkDeep has levels of one state each.
func BenchmarkDeep(b *testing.B) {
	sys := chain{grid{width: 1, axes: 1, side: 100_000}}
	report(b, func() (*Result, error) { return Check(context.Background(), sys, Options{}) })
}

// BenchmarkPlain is the grid as a plain model.
func BenchmarkPlain(b *testing.B) {
	type point struct{ At [6]int8 }
	model := Plain[point]{
		Init: []point{{}},
		Actions: []PlainAction[point]{{Name: "Up", Next: func(p point, emit func(point)) {
			for i := range p.At {
				if next := p; next.At[i] < 6 {
					next.At[i]++
					emit(next)
				}
			}
		}}},
		Invariants: []PlainInvariant[point]{{Name: "Inside", Holds: func(p point) bool { return p.At[0] < 7 }}},
	}
	for _, kind := range []StoreKind{Exact, Hash} {
		b.Run([...]string{"exact", "hash"}[kind], func(b *testing.B) {
			report(b, func() (*Result, error) {
				sys, err := model.System()
				if err != nil {
					return nil, err
				}
				return Check(context.Background(), sys, Options{Workers: 1, Store: kind})
			})
		})
	}
}

// BenchmarkStore puts rows in the store by itself: a million that are all new, and
// the same ones again.
func BenchmarkStore(b *testing.B) {
	const rows, batch = 1 << 20, 1 << 10
	for _, width := range []int{1, 2, 4} {
		all := make([]uint64, rows*width)
		for i := range all {
			all[i] = uint64(i) * 0x9e3779b97f4a7c15 >> 20
		}
		for _, kind := range []StoreKind{Exact, Hash} {
			for _, again := range []bool{false, true} {
				name := fmt.Sprintf("width=%d/%s/again=%v", width, storeName(kind), again)
				b.Run(name, func(b *testing.B) {
					sub := &subject{width: width}
					fill := func() *inserter {
						st := newStore(sub, &Options{Store: kind}, 1)
						st.table.setLimit(rows)
						in := newInserter(st)
						for at := 0; at < len(all); at += batch * width {
							in.add(all[at:at+batch*width], nil, nil)
						}
						return in
					}
					in := fill()
					for b.Loop() {
						if !again {
							in = fill()
							continue
						}
						for at := 0; at < len(all); at += batch * width {
							if in.add(all[at:at+batch*width], nil, nil); len(in.found) > 0 {
								b.Fatal("a row is new again")
							}
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
					b.ReportMetric(float64(in.store.memory.now.Load())/rows, "bytes/state")
				})
			}
		}
	}
}
