// Package kill runs the variants of the model, each within the configuration
// that shows it, and judges what they break: a variant must break a property
// that it names, an alternative must not break any other, and the protocol
// itself must break none.
package kill

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec"
)

// Options say which variants are run, and how.
type Options struct {
	Names     []string // of variants and alternatives; none: all
	Workers   int      // searches at a time: at least 1
	MaxStates uint64   // of each search: see [explore.Options]
	MaxBytes  uint64   // of all searches at a time together; 0: no limit
	Progress  *Progress
}

// A Row is a search for everything that is violated within a configuration.
type Row struct {
	Name     string            // of the configuration: that of the variant
	Info     model.VariantInfo // of the variant; of the protocol only Base is given
	Bounds   model.Bounds
	Breaks   []Broken // in the order of the configuration
	Distinct uint64   // orbits
	Stop     explore.Stop

	properties []model.Property
}

// Broken is a property that is violated.
type Broken struct {
	Property  string
	Length    int // states of a shortest trace; 0 when the search was ended before it was rebuilt
	Reason    string
	Steps     []string         // the trace's actions, with their arguments
	Departure *trace.Departure // where it departs from the protocol
}

// A Table is what the searches found, in the order of the catalogue.
type Table struct {
	Variants     []Row
	Alternatives []Row
	Protocol     []Row // without the variants; a configuration with the same constants as another is left out
	All          bool  // no names were given, or all of them
}

// Progress says how far the searches have come. Its zero value is ready.
type Progress struct {
	done, total atomic.Int64
	monitors    atomic.Pointer[[]explore.Monitor]
}

// Snapshot returns how many searches have ended, of how many, and how many
// orbits they have found.
func (p *Progress) Snapshot() (done, total int, distinct uint64) {
	if all := p.monitors.Load(); all != nil {
		for i := range *all {
			distinct += (*all)[i].Snapshot().Distinct
		}
	}
	return int(p.done.Load()), int(p.total.Load()), distinct
}

// Run runs the variants. When ctx ends, so do the searches, with what they know.
// An error is a mistake in what is embedded.
func Run(ctx context.Context, opts Options) (*Table, error) {
	t, err := plan(opts.Names)
	if err != nil {
		return nil, err
	}
	var rows []*Row
	for _, group := range [][]Row{t.Variants, t.Alternatives, t.Protocol} {
		for i := range group {
			rows = append(rows, &group[i])
		}
	}
	return t, runAll(ctx, rows, opts)
}

// plan lists the searches.
func plan(names []string) (*Table, error) {
	t := &Table{All: true}
	var known []string
	for _, v := range model.Variants() {
		if len(names) > 0 && !slices.Contains(names, v.Name) {
			t.All = false
			continue
		}
		row, err := newRow(v, spec.Changes{})
		if err != nil {
			return nil, err
		}
		if v.Alternative {
			t.Alternatives = append(t.Alternatives, row)
		} else {
			t.Variants = append(t.Variants, row)
		}
		for _, base := range [][]string{nil, v.Base} {
			row, err := newRow(model.VariantInfo{Name: v.Name, Base: base}, spec.Changes{Set: []string{"Variant={}"}, Variants: base})
			if err != nil {
				return nil, err
			}
			if constants := fmt.Sprint(row.Bounds); !slices.Contains(known, constants) {
				known = append(known, constants)
				t.Protocol = append(t.Protocol, row)
			}
		}
	}
	return t, nil
}

func newRow(v model.VariantInfo, changes spec.Changes) (Row, error) {
	c, err := spec.Load(v.Name, changes)
	if err != nil {
		return Row{}, err
	}
	return Row{Name: v.Name, Info: v, Bounds: c.Bounds, properties: c.Properties}, nil
}

// runAll runs searches, several at a time. The memory is divided between them;
// those that it was too little for are run again, one by one with all of it. So
// what is found does not depend on how many there are at a time.
func runAll(ctx context.Context, rows []*Row, opts Options) error {
	if opts.Progress == nil {
		opts.Progress = new(Progress)
	}
	monitors := make([]explore.Monitor, len(rows))
	opts.Progress.monitors.Store(&monitors)
	opts.Progress.total.Store(int64(len(rows)))
	together := max(1, min(opts.Workers, len(rows)))
	one := explore.Options{
		Workers: max(1, opts.Workers/together), Symmetry: true, Continue: true,
		MaxStates: opts.MaxStates, MaxBytes: opts.MaxBytes / uint64(together),
	}
	errs := make([]error, len(rows))
	var next atomic.Int64
	var pool sync.WaitGroup
	for range together {
		pool.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(rows); i = int(next.Add(1)) - 1 {
				errs[i] = rows[i].run(ctx, one, &monitors[i])
				opts.Progress.done.Add(1)
			}
		})
	}
	pool.Wait()
	one.Workers, one.MaxBytes = max(1, opts.Workers), opts.MaxBytes
	for i, row := range rows {
		if row.Stop == explore.MemoryLimit && together > 1 {
			errs[i] = row.run(ctx, one, &monitors[i])
		}
		if errs[i] != nil {
			return fmt.Errorf("%s: %w", row.Name, errs[i])
		}
	}
	return nil
}

// run searches the row's configuration.
func (r *Row) run(ctx context.Context, opts explore.Options, monitor *explore.Monitor) error {
	opts.Monitor = monitor
	m, err := model.New(r.Bounds, model.Checks{Properties: r.properties})
	if err != nil {
		return err
	}
	res, err := explore.Check(ctx, m, opts)
	if err != nil {
		return err
	}
	r.Distinct, r.Stop, r.Breaks = res.Distinct, res.Stop, nil
	slices.SortFunc(res.Violations, func(a, b explore.Violation) int { return a.Property - b.Property })
	for _, v := range res.Violations {
		b := Broken{Property: v.Name, Length: len(v.Path), Reason: v.Reason, Steps: steps(m, v.Path)}
		if d, departs := m.Depart(v.Path, v.Property); departs {
			b.Departure = &d
		}
		r.Breaks = append(r.Breaks, b)
	}
	return nil
}

// steps writes the actions of a path.
func steps(m *model.Model, path []explore.Step) []string {
	var calls []string
	for _, step := range path[min(1, len(path)):] {
		calls = append(calls, m.Call(step.Label))
	}
	return calls
}
