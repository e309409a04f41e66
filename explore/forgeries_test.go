package explore

import (
	"errors"
	"strings"
	"testing"

	"tidemark/explore/checkpoint"
)

// A forgery is a checkpoint with right checksums whose content is another.
type forgery struct {
	state   func(p *position)
	journal func(tag uint32, payload []byte) (uint32, []byte)
	rest    func(tag uint32, payload []byte) (uint32, []byte)
}

// forge writes a checkpoint of a search of sys with something changed.
func forge(t *testing.T, sys System, opts Options, f forgery) string {
	t.Helper()
	dir, forged := t.TempDir(), t.TempDir()
	opts.Checkpoints = &Checkpoints{To: dir}
	check(t, sys, opts)
	s, err := newSearch(sys, opts)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checkpoint.Open(dir, s.identity())
	if err != nil {
		t.Fatal(err)
	}
	w, err := checkpoint.Create(forged, s.identity())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	through := func(change func(uint32, []byte) (uint32, []byte), add checkpoint.Visit) checkpoint.Visit {
		return func(tag uint32, payload []byte) error {
			if change != nil {
				tag, payload = change(tag, payload)
			}
			return add(tag, payload)
		}
	}
	if err := r.Journal(through(f.journal, w.Append)); err != nil {
		t.Fatal(err)
	}
	state := r.State()
	if f.state != nil {
		p, err := decodePosition(state)
		if err != nil {
			t.Fatal(err)
		}
		f.state(p)
		if state, err = p.encode(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(state, func(add checkpoint.Visit) error { return r.Rest(through(f.rest, add)) }); err != nil {
		t.Fatal(err)
	}
	return forged
}

// TestForgeries refuses checkpoints that contradict themselves.
func TestForgeries(t *testing.T) {
	tagged := func(tag uint32) func(uint32, []byte) (uint32, []byte) {
		return func(_ uint32, payload []byte) (uint32, []byte) { return tag, payload }
	}
	shorter := func(by int) func(uint32, []byte) (uint32, []byte) {
		return func(tag uint32, payload []byte) (uint32, []byte) { return tag, payload[:max(len(payload)-by, 0)] }
	}
	twice := func(tag uint32, payload []byte) (uint32, []byte) {
		n := min(len(payload), 16)
		return tag, append(payload[:n:n], payload...)
	}
	state := func(f func(p *position)) forgery { return forgery{state: f} }
	for name, f := range map[string]forgery{
		"depth":           state(func(p *position) { p.Depth = -1 }),
		"more depth":      state(func(p *position) { p.Depth += 2 }),
		"no levels":       state(func(p *position) { p.Levels = nil }),
		"more levels":     state(func(p *position) { p.Levels = append(p.Levels, 1) }),
		"distinct":        state(func(p *position) { p.Distinct++ }),
		"frontier":        state(func(p *position) { p.Frontier = p.Distinct + 1 }),
		"done":            state(func(p *position) { p.Done = p.Distinct + 1 }),
		"open":            state(func(p *position) { p.Open++ }),
		"action":          state(func(p *position) { p.Actions[300] = 1 }),
		"negative action": state(func(p *position) { p.Finders[-1] = 1 }),
		"degree":          state(func(p *position) { p.Degrees[-1] = 1 }),
		"property":        state(func(p *position) { p.Found = []foundFault{{Place: 77, Length: 1, State: []uint64{0, 0}}} }),
		"long trace":      state(func(p *position) { p.New = []foundFault{{Place: 0, Length: 1 << 40, State: []uint64{0, 0}}} }),
		"wide state":      state(func(p *position) { p.New = []foundFault{{Place: 0, Length: 1, State: []uint64{0}}} }),
		"wide predecessor": state(func(p *position) {
			p.New = []foundFault{{Place: 0, Length: 1, State: []uint64{0, 0}, Pred: []uint64{0}}}
		}),
		"journal's tag":    {journal: tagged(77)},
		"kept values":      {journal: tagged(tagKept)},
		"rest's tag":       {rest: tagged(77)},
		"a part of a word": {journal: shorter(3)},
		"a word too few":   {journal: shorter(8)},
		"rows too few":     {journal: shorter(16)},
		"a row twice":      {journal: twice},
		"other rows":       {journal: func(tag uint32, payload []byte) (uint32, []byte) { payload[0] += 99; return tag, payload }},
		"rest too short":   {rest: shorter(1)},
	} {
		for _, store := range []StoreKind{Exact, Hash} {
			sys := grid{width: 2, axes: 4, side: 9}
			opts := Options{Store: store, MaxDepth: 7, Coverage: true, Workers: 1}
			if name == "rest's tag" && store == Exact || name == "rest too short" && store == Exact {
				continue // there is none between levels
			}
			if name == "a word too few" && store == Hash || name == "other rows" && store == Hash {
				continue // a fingerprint less is too few, another one is another state
			}
			dir := forge(t, sys, opts, f)
			opts.Checkpoints = &Checkpoints{From: dir}
			res, err := Check(t.Context(), sys, opts)
			var own *checkpoint.Error
			if !errors.As(err, &own) || !strings.HasPrefix(err.Error(), dir) {
				t.Errorf("%s, %v: %v, %+v", name, storeName(store), err, res)
			}
		}
	}
	// Nothing is wrong with a forgery that changes nothing.
	sys := grid{width: 2, axes: 4, side: 9}
	dir := forge(t, sys, Options{MaxDepth: 7}, forgery{})
	check(t, sys, Options{Checkpoints: &Checkpoints{From: dir}})
}

// FuzzPosition reads any bytes as the state of a checkpoint.
func FuzzPosition(f *testing.F) {
	sys := grid{width: 2, axes: 4, side: 9}
	for _, store := range []StoreKind{Exact, Hash} {
		s, err := newSearch(sys, Options{Store: store, MaxDepth: 5})
		if err != nil {
			f.Fatal(err)
		}
		if _, err := s.run(f.Context()); err != nil {
			f.Fatal(err)
		}
		b, err := s.position(s.levels.(*memoryLevels)).encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := decodePosition(b)
		if err != nil {
			return
		}
		for _, store := range []StoreKind{Exact, Hash} {
			s, err := newSearch(sys, Options{Store: store})
			if err != nil {
				t.Fatal(err)
			}
			if s.take(p) != nil {
				continue
			}
			if s.depth != p.Depth || s.distinct != p.Distinct || s.counts.generated != p.Generated {
				t.Errorf("%q was taken as depth %d, %d distinct, %d generated", b, s.depth, s.distinct, s.counts.generated)
			}
			for _, q := range s.found.of {
				if q.length > p.Depth+1 {
					t.Errorf("a trace of %d states at depth %d", q.length, p.Depth)
				}
			}
		}
	})
}
