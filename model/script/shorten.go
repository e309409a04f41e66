package script

import (
	"context"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/model"
)

// A Search says how far [Minimal.Shorten] looked.
type Search struct {
	None     string       // why there was none; empty when there was one
	Within   string       // the bounds that were searched, in words
	Distinct uint64       // states; those that only differ in the names of replicas count as one
	Stop     explore.Stop // NotStopped: nothing shorter exists within the bounds but what was found
	Shorter  bool         // it found something shorter
}

// Shorten looks through up to limit states for a shorter behaviour that violates
// the same property, with no more replicas than the minimal one has and otherwise
// within the bounds of the trace that was minimised; for a script, within what the
// minimal one needs. It returns what minimising leaves of
// a shortest, or m when there is none.
func (m *Minimal) Shorten(ctx context.Context, workers int, limit uint64) (*Minimal, *Search, error) {
	as, path, err := m.path()
	if no, none := err.(*noBehaviour); none {
		return m, &Search{None: no.why}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	look := &Search{Within: within(as.Bounds())}
	if len(path) < 3 {
		return m, look, nil // a single step is the least that violates anything
	}
	res, err := explore.Check(ctx, as, explore.Options{
		Workers: workers, Symmetry: true, MaxDepth: len(path) - 1, MaxStates: limit,
	})
	if err != nil {
		return nil, nil, err
	}
	look.Distinct, look.Stop = res.Distinct, res.Stop
	if look.Stop == explore.DepthLimit {
		look.Stop = explore.NotStopped // what lies deeper is not shorter
	}
	if res.Verdict != explore.Violated || len(res.Violations[0].Path) == 0 || len(res.Violations[0].Path) >= len(path) {
		return m, look, nil
	}
	t := as.Trace(res.Violations[0].Path)
	short, err := MinimizeTrace(ctx, &t, m.Property.Name)
	if err != nil {
		return nil, nil, err
	}
	if m.bounds == nil { // a script had room for more
		short.rest.header.Records = m.rest.header.Records
	}
	short.bounds, short.Before, short.Replays = m.bounds, m.Before, short.Replays+m.Replays
	look.Shorter = true
	return short, look, nil
}

// within says what of the bounds was needed.
func within(b *model.Bounds) string {
	parts := []string{
		model.Plural(len(b.Replicas), "replica"), model.Plural(b.MaxRecords, "record"), model.Plural(b.MaxEpoch, "epoch"),
	}
	if b.MaxCrashes > 0 {
		parts = append(parts, model.Plural(b.MaxCrashes, "crash"))
	}
	for _, fault := range []struct {
		on   bool
		name string
	}{{slices.Contains(b.Acks, model.AcksAll), "acks=all"}, {b.Drop, "lost responses"}, {b.Duplicate, "duplicates"}, {b.TimeOuts, "time-outs"}} {
		if fault.on {
			parts = append(parts, fault.name)
		}
	}
	return strings.Join(parts, ", ")
}
