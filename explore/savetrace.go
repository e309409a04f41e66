package explore

import (
	"path/filepath"
	"slices"

	"tidemark/explore/checkpoint"
)

// traceDir is where, in the directory of a search's checkpoint, the second search
// for a trace has its own.
const traceDir = "trace"

// traceCheckpoints are those of the second search for a trace; nil if there are
// none. What a [Keeper] keeps was restored for the first search, and can't be for
// another one in the same process.
func (s *search) traceCheckpoints() *Checkpoints {
	if _, keeps := s.System.(Keeper); keeps || s.opts.Checkpoints == nil {
		return nil
	}
	c := *s.opts.Checkpoints
	if c.From != "" {
		c.From = filepath.Join(c.From, traceDir)
	}
	if !checkpoint.Exists(c.From) {
		c.From = ""
	}
	if s.saver.failed != nil {
		c.To = ""
	}
	if c.To != "" {
		c.To = filepath.Join(c.To, traceDir)
	}
	if checkpoint.Exists(c.To) && !sameDir(c.From, c.To) {
		checkpoint.Remove(c.To) // of a search that was begun again
	}
	c.Identity = append(slices.Clone(c.Identity), checkpoint.Field{Name: "search", Value: "for a trace"})
	c.Resumed = nil
	return &c
}

// RemoveCheckpoint removes the checkpoint of a search, and the directory if
// nothing else is in it.
func RemoveCheckpoint(dir string) error {
	if trace := filepath.Join(dir, traceDir); checkpoint.Exists(trace) {
		if err := checkpoint.Remove(trace); err != nil {
			return err
		}
	}
	return checkpoint.Remove(dir)
}

// savePaths saves what is known of the traces, if that is due.
func (v *saver) savePaths(quests []*quest) {
	if v == nil || !v.recess.called() {
		return
	}
	v.paths = nil
	for _, q := range quests {
		v.paths = append(v.paths, foundPath{q.position, q.states})
	}
	v.rests()
	v.save()
}

// takePaths takes over what was known of the traces.
func (v *saver) takePaths(quests []*quest) {
	if v == nil {
		return
	}
	for _, q := range quests {
		for _, p := range v.paths {
			other := func(state []uint64) bool { return len(state) != 0 && len(state) != v.search.width }
			if p.Place == q.position && len(p.States) == len(q.states) && !slices.ContainsFunc(p.States, other) {
				q.states = p.States
			}
		}
	}
}
