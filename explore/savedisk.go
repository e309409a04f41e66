package explore

import (
	"context"
	"slices"
)

// A search with the disk store is saved between levels only: the level being made
// is begun again. The journal has the rows of its levels, like that of the exact
// store.

// rests notes that the search is between levels.
func (v *saver) rests() {
	if v.disk != nil && v.writer != nil {
		v.border = v.search.position(v.disk)
	}
}

// saveBetween writes a checkpoint of where the level being made has begun, unless
// it is there.
func (v *saver) saveBetween() {
	if v.border == nil {
		return
	}
	v.border.Paths = v.paths
	v.commit(v.border)
	v.begin()
}

// diskJournal saves the levels that are not saved yet.
func (v *saver) diskJournal() error {
	for ; v.saved < v.disk.depth; v.saved++ {
		err := v.disk.each(context.Background(), v.saved, func(rows []uint64) error { return v.addWords(rows, v.writer.Append) })
		if err != nil {
			return err
		}
	}
	return nil
}

// describe adds the rows of the levels to a position.
func (l *diskLevels) describe(p *position) {
	for i := range l.depth {
		p.Levels = append(p.Levels, uint64(l.rows(i)))
	}
}

// first returns the rows of the first level, sorted.
func (l *diskLevels) first() ([][]uint64, error) {
	var all [][]uint64
	err := l.each(context.Background(), 0, func(rows []uint64) error {
		for row := range slices.Chunk(slices.Clone(rows), l.store.width) {
			all = append(all, row)
		}
		return nil
	})
	slices.SortFunc(all, slices.Compare)
	return all, err
}

// runDisk brings back the levels of the disk store.
func (r *restorer) runDisk() error {
	if err := r.closeDisk(); err != nil { // levels of no rows
		return err
	}
	err := r.from.Journal(func(tag uint32, payload []byte) error {
		switch tag {
		case tagKept:
			r.pieces = append(r.pieces, payload)
			return nil
		case tagRows:
			return r.diskRows(payload)
		}
		return r.unexpected(tag)
	})
	if err != nil {
		return err
	}
	if err := r.keep(); err != nil {
		return err
	}
	if err := r.from.Rest(func(tag uint32, _ []byte) error { return r.unexpected(tag) }); err != nil {
		return err
	}
	if r.saver.disk.depth < len(r.Levels) || r.Open > 0 || r.Done > 0 {
		return r.from.Contradiction("%d levels, expected %d", r.saver.disk.depth, len(r.Levels))
	}
	if !r.saver.first { // they are in the journal already
		r.saver.saved = len(r.Levels)
	}
	first, err := r.saver.disk.first()
	if err != nil {
		return err
	}
	return r.initially(func(row []uint64) bool {
		_, found := slices.BinarySearchFunc(first, row, slices.Compare)
		return found
	})
}

// diskRows takes rows of the journal.
func (r *restorer) diskRows(payload []byte) error {
	if err := r.read(payload, r.width); err != nil {
		return err
	}
	for rest := r.words; len(rest) > 0; {
		if r.saver.disk.depth == len(r.Levels) {
			return r.from.Contradiction("more rows than states")
		}
		n := min(r.Levels[r.saver.disk.depth]-r.rows, uint64(len(rest)/r.width))
		r.insert.add(rest[:int(n)*r.width], nil, nil)
		r.insert.fresh()
		rest = rest[int(n)*r.width:]
		r.rows += n
		if err := r.saver.disk.settle(context.Background(), r.workers); err != nil {
			return err
		}
		if err := r.closeDisk(); err != nil {
			return err
		}
	}
	return nil
}

// closeDisk ends the levels whose rows are all there.
func (r *restorer) closeDisk() error {
	disk := r.saver.disk
	for disk.depth < len(r.Levels) && r.rows == r.Levels[disk.depth] {
		n, err := disk.close(context.Background(), r.workers, true)
		if err != nil {
			return err
		}
		if n != r.rows {
			return r.from.Contradiction("%d rows, of which %d are new", r.rows, n)
		}
		r.rows = 0
	}
	return nil
}
