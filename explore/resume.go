package explore

import (
	"os"

	"tidemark/explore/checkpoint"
)

// openCheckpoints reads the checkpoint that the search goes on from, and makes
// ready to write others.
func (s *search) openCheckpoints() error {
	c := s.opts.Checkpoints
	if c == nil {
		return nil
	}
	s.saver = &saver{search: s, opts: c}
	switch l := s.levels.(type) {
	case *memoryLevels:
		s.saver.levels, l.saver = l, s.saver
	case *diskLevels:
		s.saver.disk = l
	}
	var from *checkpoint.Reader
	var err error
	if c.From != "" {
		if from, err = checkpoint.Open(c.From, s.identity()); err != nil {
			return err
		}
	}
	switch {
	case c.To == "":
	case from != nil && sameDir(c.From, c.To):
		s.saver.writer, err = from.Continue()
	default:
		s.saver.writer, err = checkpoint.Create(c.To, s.identity())
		s.saver.first = true
	}
	if err == nil && from != nil {
		err = s.resume(from)
	}
	if err != nil {
		s.saver.close()
		return err
	}
	s.saver.begin()
	return nil
}

func sameDir(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// resume brings the search where the checkpoint is.
func (s *search) resume(from *checkpoint.Reader) error {
	p, err := decodePosition(from.State())
	if err == nil {
		err = s.take(p)
	}
	if err != nil {
		return from.Contradiction("%v", err)
	}
	if err := s.fits(from, p); err != nil {
		return err
	}
	s.store.table.setLimit(storeLimit(s.subject, &s.opts, s.distinct, s.frontier))
	r := &restorer{search: s, position: p, from: from, levels: s.saver.levels, insert: s.workers[0].insert}
	if err := r.run(); err != nil {
		return err
	}
	s.resumed, s.saver.paths = true, p.Paths
	s.opts.Monitor.resume(s, p)
	if s.opts.Checkpoints.Resumed != nil {
		s.opts.Checkpoints.Resumed(s.level(), p.Spent)
	}
	return nil
}

// fits says whether the limits leave room for what the checkpoint has.
func (s *search) fits(from *checkpoint.Reader, p *position) error {
	begun := p.Done > 0 || p.Open > 0
	rows := p.Distinct + p.Open
	if !s.store.exact {
		begun = begun || p.Levels[0] < p.Frontier
		rows = p.Levels[0] + p.Open
	}
	beyond := func(reached, behind bool) bool { return behind || reached && begun }
	depth, states := s.opts.MaxDepth, s.opts.MaxStates
	need := rows*uint64(s.width)*8 + tableBytes(p.Distinct+p.Open, &s.opts)
	switch {
	case depth > 0 && beyond(p.Depth == depth, p.Depth > depth):
		return from.Refuse("the checkpoint has got beyond depth %d, the limit", depth)
	case states > 0 && beyond(p.Distinct >= states, p.Distinct-p.Frontier >= states):
		return from.Refuse("the checkpoint has got beyond %d distinct states, the limit", states)
	case s.opts.MaxBytes > 0 && s.opts.Store != Disk && need > s.opts.MaxBytes:
		return from.Refuse("the states in the checkpoint need %d bytes of memory, the limit is %d", need, s.opts.MaxBytes)
	}
	return nil
}
