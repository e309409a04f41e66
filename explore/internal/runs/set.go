package runs

import (
	"context"
	"errors"
)

// A Set is a set of rows in files that grows level by level: rows are gathered
// in runs, and those that are in none of the levels so far become the next one.
//
// A Set is not for concurrent use; different ones may be. After an error its
// levels can be read, and it must be released. The context ends the methods that take long, with its
// error.
type Set struct {
	format Format
	dir    Dir
	meter  *Meter

	gathered *area // the runs of the level being built
	runs     tiers
	kept     *area // levels, one behind the other
	levels   []*run
	visited  tiers // the levels, merged

	writer  writer
	reader  cursor    // of levels
	cursors []*cursor // for what is merged, see merge
	batch   Batch
}

// NewSet returns an empty set, whose files are made by dir and measured by
// meter.
func NewSet(format Format, dir Dir, meter *Meter) (*Set, error) {
	s := &Set{format: format, dir: dir, meter: meter}
	s.writer.format, s.reader.format = &s.format, &s.format
	var err error
	if s.gathered, err = newArea(dir, meter); err != nil {
		return nil, err
	}
	if s.kept, err = newArea(dir, meter); err != nil {
		s.gathered.close()
		return nil, err
	}
	return s, nil
}

// Gather adds rows to the level being built. rows is called once and hands them
// to emit in batches, sorted as a whole and without repeats; tagged says whether
// they have tags, the same for all runs of a level.
func (s *Set) Gather(ctx context.Context, tagged bool, rows func(emit func(*Batch) error) error) error {
	s.writer.begin(s.gathered, tagged)
	err := rows(func(b *Batch) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return s.writer.append(b)
	})
	if err != nil {
		return err
	}
	r, err := s.writer.end()
	if err != nil || r.rows == 0 {
		return err
	}
	return s.runs.add(ctx, s, r)
}

// Close ends the level being built: what was gathered without the rows of the
// levels before it. It returns the number of its rows and adds to tags how many
// of them have which tag as their least.
func (s *Set) Close(ctx context.Context, tags *[256]uint64) (int, error) {
	all := s.open(s.runs.runs, s.visited.runs)
	in, err := newMerge(s.format.Width, all[:len(s.runs.runs)])
	if err != nil {
		return 0, err
	}
	old := all[len(s.runs.runs):]
	s.writer.begin(s.kept, false)
	for {
		if err := s.next(ctx, in, old); err != nil {
			return 0, err
		}
		if s.batch.Len() == 0 && len(in.heap) == 0 {
			break
		}
		for _, tag := range s.batch.Tags {
			tags[tag]++
		}
		if err := s.writer.append(&s.batch); err != nil {
			return 0, err
		}
	}
	level, err := s.writer.end()
	if err != nil {
		return 0, err
	}
	return level.rows, s.shelve(ctx, level)
}

// next fills s.batch with the next rows of in that are not in old.
func (s *Set) next(ctx context.Context, in *merge, old []*cursor) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := in.fill(&s.batch, s.format.Block); err != nil {
		return err
	}
	for _, c := range old {
		if s.batch.Len() == 0 {
			return nil
		}
		if err := c.subtract(&s.batch); err != nil {
			return err
		}
	}
	return nil
}

// shelve makes room for the level after one that is complete.
func (s *Set) shelve(ctx context.Context, level *run) error {
	s.levels = append(s.levels, level)
	if err := s.Drop(); err != nil {
		return err
	}
	if level.rows == 0 {
		return nil
	}
	return s.visited.add(ctx, s, level)
}

// Drop forgets what was gathered for the level being built.
func (s *Set) Drop() error {
	if err := s.runs.release(); err != nil {
		return err
	}
	return s.gathered.reset()
}

// union writes the rows of several runs into one of its own.
func (s *Set) union(ctx context.Context, runs []*run) (*run, error) {
	in, err := newMerge(s.format.Width, s.open(runs))
	if err != nil {
		return nil, err
	}
	a, err := newArea(s.dir, s.meter)
	if err != nil {
		return nil, err
	}
	r, err := s.write(ctx, a, in, runs[0].tagged)
	if err != nil {
		a.close()
		return nil, err
	}
	r.owner = true
	return r, nil
}

// write writes what is merged as a run.
func (s *Set) write(ctx context.Context, a *area, in *merge, tagged bool) (*run, error) {
	s.writer.begin(a, tagged)
	for {
		if err := s.next(ctx, in, nil); err != nil {
			return nil, err
		}
		if s.batch.Len() == 0 {
			return s.writer.end()
		}
		if err := s.writer.append(&s.batch); err != nil {
			return nil, err
		}
	}
}

// open returns cursors before runs. They are good until it is called again.
func (s *Set) open(groups ...[]*run) []*cursor {
	n := 0
	for _, runs := range groups {
		for _, r := range runs {
			if n == len(s.cursors) {
				s.cursors = append(s.cursors, &cursor{format: &s.format})
			}
			s.cursors[n].open(r)
			n++
		}
	}
	return s.cursors[:n:n]
}

// Rows is the number of rows in the i-th level from 0.
func (s *Set) Rows(i int) int { return s.levels[i].rows }

// Open puts Next before the i-th level from 0.
func (s *Set) Open(i int) { s.reader.open(s.levels[i]) }

// Next returns some more rows of a level, in order, and none at its end. They
// are good until it is called again.
func (s *Set) Next() ([]uint64, error) {
	more, err := s.reader.load()
	if err != nil || !more {
		return nil, err
	}
	return s.reader.batch.Rows, nil
}

// Release closes all files.
func (s *Set) Release() error {
	return errors.Join(s.runs.release(), s.visited.release(), s.gathered.close(), s.kept.close())
}
