package explore

import "tidemark/explore/checkpoint"

// A restorer brings back the rows of a checkpoint.
type restorer struct {
	*search
	*position
	from   *checkpoint.Reader
	levels *memoryLevels
	insert *inserter
	pieces [][]byte
	words  []uint64 // of a block
	rows   uint64   // of the level being restored
	seen   uint64   // fingerprints
}

func (r *restorer) run() error {
	if r.saver.disk != nil {
		return r.runDisk()
	}
	r.endLevels() // of no rows
	if err := r.from.Journal(r.journal); err != nil {
		return err
	}
	if err := r.keep(); err != nil {
		return err
	}
	var finders []byte
	err := r.from.Rest(func(tag uint32, payload []byte) error {
		switch {
		case tag == tagRows && !r.store.exact:
			return r.frontierRows(payload)
		case tag == tagFinders && r.store.cover:
			finders = append(finders, payload...)
			return nil
		}
		return r.unexpected(tag)
	})
	if err != nil {
		return err
	}
	switch {
	case len(r.levels.ends) < len(r.Levels) || r.rows != r.Open:
		return r.from.Contradiction("%d rows of the last level, expected %d", r.rows, r.Open)
	case !r.store.exact && r.seen != r.Distinct+r.Open:
		return r.from.Contradiction("%d fingerprints of %d states", r.seen, r.Distinct+r.Open)
	case r.store.cover && uint64(len(finders)) != r.Open:
		return r.from.Contradiction("actions that found %d states, expected %d", len(finders), r.Open)
	}
	r.levels.done = int(r.Done)
	r.levels.seal(r.workers)
	r.find(finders)
	if !r.saver.first || !r.store.exact { // it is in the journal already
		r.saver.saved = len(r.levels.ranges)
	}
	return r.initially(r.insert.has)
}

func (r *restorer) unexpected(tag uint32) error {
	return r.from.Contradiction("a block with tag %d, which has no place there", tag)
}

// journal takes a block of the journal.
func (r *restorer) journal(tag uint32, payload []byte) error {
	switch {
	case tag == tagKept:
		r.pieces = append(r.pieces, payload)
		return nil
	case tag == tagRows && r.store.exact:
		return r.storedRows(payload)
	case tag == tagFingerprints && !r.store.exact:
		return r.fingerprints(tag, payload)
	}
	return r.unexpected(tag)
}

// read turns a block into words.
func (r *restorer) read(payload []byte, width int) error {
	var err error
	if r.words, err = words(r.words[:0], payload); err == nil && len(r.words)%width != 0 {
		err = errUneven
	}
	if err != nil {
		return r.from.Contradiction("%v", err)
	}
	return nil
}

// storedRows takes rows of the exact store.
func (r *restorer) storedRows(payload []byte) error {
	if err := r.read(payload, r.width); err != nil {
		return err
	}
	return r.eachLevel(func(rows []uint64) error {
		r.insert.add(rows, nil, nil)
		r.insert.fresh()
		if n := len(rows) / r.width; len(r.insert.found) != n || len(r.insert.unkept) > 0 {
			return r.from.Contradiction("%d rows, of which %d are new", n, len(r.insert.found))
		}
		return nil
	})
}

// frontierRows takes rows of the hash store.
func (r *restorer) frontierRows(payload []byte) error {
	if err := r.read(payload, r.width); err != nil {
		return err
	}
	return r.eachLevel(func(rows []uint64) error {
		for ; len(rows) > 0; rows = rows[r.width:] {
			r.insert.write(rows[:r.width])
			r.insert.commit()
		}
		r.insert.fresh()
		return nil
	})
}

// eachLevel calls visit for the rows in r.words, level by level.
func (r *restorer) eachLevel(visit func(rows []uint64) error) error {
	rest := r.words
	for len(rest) > 0 {
		room := r.Open
		if at := len(r.levels.ends); at < len(r.Levels) {
			room = r.Levels[at]
		}
		n := min(room-r.rows, uint64(len(rest)/r.width))
		if n == 0 {
			return r.from.Contradiction("more rows than states")
		}
		if err := visit(rest[:int(n)*r.width]); err != nil {
			return err
		}
		rest = rest[int(n)*r.width:]
		r.rows += n
		r.endLevels()
	}
	return nil
}

// endLevels ends the levels whose rows are all there.
func (r *restorer) endLevels() {
	for len(r.levels.ends) < len(r.Levels) && r.rows == r.Levels[len(r.levels.ends)] {
		if !r.store.exact {
			r.insert.close()
		}
		r.levels.seal(r.workers)
		r.levels.ends = append(r.levels.ends, len(r.levels.ranges))
		r.rows = 0
	}
}

// fingerprints takes fingerprints.
func (r *restorer) fingerprints(tag uint32, payload []byte) error {
	if err := r.read(payload, 1); err != nil {
		return err
	}
	r.seen += uint64(len(r.words))
	if added := r.insert.addHashes(r.words); added != len(r.words) {
		return r.from.Contradiction("%d fingerprints, of which %d are new", len(r.words), added)
	}
	if r.saver.first { // another directory's journal
		return r.saver.writer.Append(tag, payload)
	}
	return nil
}

// keep gives the system what it has kept.
func (r *restorer) keep() error {
	keeper, ok := r.System.(Keeper)
	if !ok {
		if len(r.pieces) > 0 {
			return r.unexpected(tagKept)
		}
		return nil
	}
	mark, err := keeper.Restore(r.pieces)
	if err != nil {
		return r.from.Contradiction("%v", err)
	}
	r.pieces = nil
	if !r.saver.first {
		r.saver.mark = mark
	}
	return nil
}

// find notes which actions have found the states of the level being made.
func (r *restorer) find(finders []byte) {
	for _, open := range r.levels.ranges[r.levels.ends[len(r.levels.ends)-1]:] {
		if len(finders) == 0 {
			return
		}
		r.insert.locate(r.store.rows.rows(open), func(slot uint64) {
			r.store.table.setFinder(slot, uint32(finders[0]))
			finders = finders[1:]
		})
	}
}

// initially makes sure that the system begins as the one that was saved: with
// states that the store has.
func (r *restorer) initially(has func(row []uint64) bool) error {
	rows, err := r.initial()
	if err != nil {
		return err
	}
	w := r.workers[0]
	admitted, err := w.admitStates(rows)
	if err != nil {
		return err
	}
	if admitted != nil {
		rows, _ = w.exclude(rows, nil, admitted)
	}
	w.canonical(rows)
	for ; len(rows) > 0; rows = rows[r.width:] {
		if !has(rows[:r.width]) {
			return r.from.Contradiction("an initial state is not in the store")
		}
	}
	return nil
}
