package explore

import (
	"slices"
	"time"

	"tidemark/explore/checkpoint"
)

// Tags of the blocks of a checkpoint. In the journal are what a [Keeper] keeps,
// and the rows of the exact store or the fingerprints of the hash store, in the
// order of levels. The rest are rows of the hash store that are not expanded,
// and what coverage knows of the states of the level being made.
const (
	tagKept uint32 = 1 + iota
	tagRows
	tagFingerprints
	tagFinders
)

// savedRows is how many rows or fingerprints make a block, at most.
const savedRows = 1 << 14

// A saver writes the checkpoints of a search.
type saver struct {
	search *search
	levels *memoryLevels // nil: they are on disk
	disk   *diskLevels   // nil: they are in memory
	opts   *Checkpoints
	writer *checkpoint.Writer // nil: there are none, or no more
	first  bool               // whether none was written yet
	recess recess
	mark   []uint64 // how much of what is kept was saved
	saved  int      // how many of the levels' ranges are in the journal
	buffer []byte
	hashes []uint64

	// border is where the level being made has begun; nil once a later position
	// was saved. The level may outgrow the memory, and is then begun again.
	border *position
	over   bool // the level being made was given up: there is no other position to save
	paths  []foundPath
	failed error
}

// begin starts the intervals between checkpoints.
func (v *saver) begin() {
	var due <-chan time.Time
	if v.opts.Due != nil && v.writer != nil {
		due = v.opts.Due()
	}
	v.recess.over(due)
}

// close gives the directory back.
func (v *saver) close() {
	if v == nil || v.writer == nil {
		return
	}
	err := v.writer.Close()
	v.writer = nil
	v.fail(err)
}

// fail takes note of an error, after which nothing more is saved.
func (v *saver) fail(err error) {
	if err == nil || v.failed != nil {
		return
	}
	v.failed = err
	if v.writer != nil {
		v.writer.Close()
		v.writer = nil
	}
	if v.opts.Saved != nil {
		v.opts.Saved(v.search.level(), err)
	}
}

// atBorder is called between levels, before one is begun. The first checkpoint is
// written at once: if that fails, the search can't be saved at all.
func (v *saver) atBorder() error {
	if v == nil || v.writer == nil {
		return nil
	}
	v.rests()
	if v.disk == nil {
		v.border = v.search.position(v.levels)
	}
	switch {
	case v.first:
		v.first = false
		v.save()
		return v.failed
	case v.recess.called():
		v.save()
	}
	return nil
}

// atEnd is called when the search is over. What has stopped it may be lifted, and
// the traces of violations take time.
func (v *saver) atEnd(stop Stop) {
	if v == nil {
		return
	}
	if stop != MemoryLimit && (stop != NotStopped || v.search.found.any()) {
		v.rests()
		v.save()
	}
}

// save writes a checkpoint of where the search is. There is none before the
// initial states were all found.
func (v *saver) save() {
	if v == nil || v.writer == nil || v.over {
		return
	}
	if v.disk != nil {
		v.saveBetween()
		return
	}
	if len(v.levels.ends) == 0 || v.outgrown() {
		return
	}
	v.levels.seal(v.search.workers)
	p := v.search.position(v.levels)
	p.Paths = v.paths
	v.commit(p)
	v.begin()
}

// giveUp writes a checkpoint before the level being made is given up.
func (v *saver) giveUp() {
	if v != nil {
		v.save()
		v.over = true
	}
}

// outgrown says whether the store had no room for a state of the level being
// made, of which it can't be said what it has then.
func (v *saver) outgrown() bool {
	return slices.ContainsFunc(v.search.workers, func(w *worker) bool { return w.insert.overflow })
}

// saveBorder writes a checkpoint of where the level that was outgrown has begun,
// unless a later one is there.
func (v *saver) saveBorder() {
	if v == nil || v.writer == nil || v.border == nil || !v.outgrown() {
		return
	}
	v.levels.done = 0
	v.commit(v.border)
}

// commit writes a checkpoint of a position.
func (v *saver) commit(p *position) {
	v.border = nil
	if v.opts.Saving != nil {
		v.opts.Saving()
	}
	if v.opts.Spent != nil {
		p.Spent = v.opts.Spent()
	}
	err := v.keep()
	if err == nil {
		err = v.journal(p)
	}
	var state []byte
	if err == nil {
		state, err = p.encode()
	}
	if err == nil {
		err = v.writer.Commit(state, v.rest(p))
	}
	if err != nil {
		v.fail(err)
		return
	}
	if v.opts.Saved != nil {
		v.opts.Saved(v.search.level(), nil)
	}
}

// keep saves what the system keeps.
func (v *saver) keep() error {
	keeper, ok := v.search.System.(Keeper)
	if !ok {
		return nil
	}
	mark, err := keeper.Keep(v.mark, func(piece []byte) error { return v.writer.Append(tagKept, piece) })
	v.mark = mark
	return err
}

// journal saves the rows or fingerprints that are not saved yet, up to a position.
func (v *saver) journal(p *position) error {
	if v.disk != nil {
		return v.diskJournal()
	}
	if !v.levels.store.exact {
		return v.fingerprints()
	}
	end := len(v.levels.ranges)
	if p.Open == 0 {
		end = v.levels.ends[len(v.levels.ends)-1]
	}
	for ; v.saved < end; v.saved++ {
		if err := v.addRows(v.levels.ranges[v.saved], v.writer.Append); err != nil {
			return err
		}
	}
	return nil
}

// closed is called when a level has been closed. The hash store forgets the rows
// of a level, so the journal has to have their fingerprints by then.
func (v *saver) closed() {
	if v == nil || v.writer == nil || v.levels.store.exact {
		return
	}
	v.fail(v.fingerprints())
}

// fingerprints saves the fingerprints of the rows whose are not saved yet.
func (v *saver) fingerprints() error {
	for ; v.saved < len(v.levels.ranges); v.saved++ {
		rows, width := v.levels.store.rows.rows(v.levels.ranges[v.saved]), v.levels.store.width
		for some := range slices.Chunk(rows, savedRows*width) {
			n := len(some) / width
			v.hashes = slices.Grow(v.hashes[:0], n)[:n]
			v.levels.store.hash(some, v.hashes)
			if err := v.writer.Append(tagFingerprints, v.bytes(v.hashes)); err != nil {
				return err
			}
		}
	}
	return nil
}
