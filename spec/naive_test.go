package spec_test

import (
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
)

// A key is a packed state that can be the key of a map.
type key [4]uint64

// searchNaively counts the reachable states as one would without an engine: with
// the model's packed states and next-state function, a map of the states seen, and
// a queue; one state after the other, and without looking at any property.
func searchNaively(m *model.Model) (distinct, generated uint64) {
	k := m.Width()
	seen := map[key]struct{}{}
	var queue []key
	visit := func(row []uint64) {
		generated++
		var s key
		copy(s[:], row)
		if _, known := seen[s]; !known {
			seen[s] = struct{}{}
			queue = append(queue, s)
		}
	}
	rows, err := m.Init(nil)
	for ; err == nil && len(rows) > 0; rows = rows[k:] {
		visit(rows[:k])
	}
	w := m.NewWorker()
	var out explore.Successors
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		out.Reset()
		if w.Successors(s[:k], &out) != nil {
			return 0, 0
		}
		for rows := out.Rows; len(rows) > 0; rows = rows[k:] {
			visit(rows[:k])
		}
	}
	return uint64(len(seen)), generated
}

// loadBare loads a configuration, a name and then changes, without its properties.
func loadBare(t testing.TB, configuration string) *model.Model {
	t.Helper()
	words := strings.Fields(configuration)
	c, err := spec.Load(words[0], spec.Changes{Set: words[1:]})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.New(c.Bounds, model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	if m.Width() > len(key{}) {
		t.Fatalf("%s takes %d words a state, which is too much for the naive search", configuration, m.Width())
	}
	return m
}

// TestNaive wants the engine's counts from the naive search.
func TestNaive(t *testing.T) {
	m := loadBare(t, "small MaxRecords=1")
	if distinct, generated := searchNaively(m); distinct != 11_852 || generated != 72_496 {
		t.Errorf("%d states, %d generated", distinct, generated)
	}
}

func BenchmarkNaive(b *testing.B) {
	m := loadBare(b, "default")
	var distinct, generated uint64
	for b.Loop() {
		d, g := searchNaively(m)
		distinct, generated = distinct+d, generated+g
	}
	b.ReportMetric(float64(distinct)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "generated/s")
}
