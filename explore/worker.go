package explore

import "errors"

// A worker is a goroutine's part of a search: it expands chunks of states,
// checks what comes out and stores it.
type worker struct {
	*expander
	insert   *inserter
	counts   counts
	found    candidates
	plan     *plan
	chunk    int      // rows to expand next
	block    int      // rows to ask for next
	excluded []uint64 // rows that constraints left out
	scratch  []uint64
	quests   [][]uint64 // in a retrace: the least predecessors so far
}

// A plan is what the workers are to do with a level. It does not change while
// they work.
type plan struct {
	length   int  // of the traces that end in the new level
	open     Mask // properties to check
	deadlock bool // whether to look for deadlocks
	bare     bool // only enumerate
	settled  bool // whether what the store takes for new is new
	monitor  *Monitor
}

// expandChunk expands rows of the current level.
func (w *worker) expandChunk(src []uint64) error {
	if err := w.expand(src); err != nil {
		return err
	}
	w.adapt(len(src) / w.width)
	if err := w.count(src); err != nil {
		return err
	}
	if err := w.judgeSteps(src); err != nil {
		return err
	}
	admitted, err := w.admit(src)
	if err != nil {
		return err
	}
	if err := w.keep(src, w.out.Rows, w.out.Labels, admitted); err != nil {
		return err
	}
	w.plan.monitor.progress(w, len(src)/w.width, w.out.Len())
	return nil
}

// adapt chooses the size of the next chunk.
func (w *worker) adapt(parents int) {
	switch n := w.out.Len(); {
	case n < fewSuccessors && parents >= w.chunk:
		w.chunk = min(4*w.chunk, maxChunk)
	case n > manySuccessors:
		w.chunk = max(w.chunk/2, minChunk)
	}
}

// count counts the successors of src and looks for deadlocks.
func (w *worker) count(src []uint64) error {
	c := &w.counts
	for _, label := range w.out.Labels {
		c.actions[label&0xff]++
	}
	c.generated += uint64(w.out.Len())
	c.expanded += uint64(len(w.out.Ends))
	from := 0
	for i, end := range w.out.Ends {
		if end < from {
			return errors.New("explore: Successors.Ends must not decrease")
		}
		c.degree(end - from)
		if end == from && w.plan.deadlock {
			row := src[i*w.width : (i+1)*w.width]
			if w.deadlocked(row) {
				w.found.offer(w.found.deadlock(), candidate{length: w.plan.length - 1, state: row})
			}
		}
		from = end
	}
	return nil
}

// judgeSteps checks every step that expand made.
func (w *worker) judgeSteps(src []uint64) error {
	if w.plan.bare {
		return nil
	}
	fails, err := w.checkSteps(src)
	if err != nil {
		return err
	}
	set := w.plan.open & w.steps
	if !anyOf(fails, set) {
		return nil
	}
	parent := 0
	for i, fail := range fails {
		if fail &= set; fail == 0 {
			continue
		}
		for w.out.Ends[parent] <= i {
			parent++
		}
		w.found.offerAll(fail, candidate{
			length: w.plan.length,
			state:  w.representative(w.out.Rows[i*w.width : (i+1)*w.width]),
			pred:   src[parent*w.width : (parent+1)*w.width],
		})
	}
	return nil
}

// representative returns the canonical form of one row; the result is good
// until the next call.
func (w *worker) representative(row []uint64) []uint64 {
	if w.represent == nil {
		return row
	}
	w.scratch = append(w.scratch[:0], row...)
	w.canonical(w.scratch)
	return w.scratch
}

// keep stores rows, the successors of src, and checks the new ones, which become
// canonical; of those that are not admitted it checks all. It may change rows and
// labels. Initial
// rows have neither a source nor labels.
func (w *worker) keep(src, rows []uint64, labels []Label, admitted []bool) error {
	w.excluded = w.excluded[:0]
	if admitted != nil {
		rows, labels = w.exclude(rows, labels, admitted)
	}
	if err := w.judgeStates(w.excluded, true); err != nil {
		return err
	}
	w.insert.recent.met(src)
	w.insert.add(rows, labels, w.represent)
	if err := w.judgeNew(src, rows, admitted == nil && labels != nil); err != nil {
		return err
	}
	return w.judgeStates(w.insert.unkept, false)
}

// judgeNew checks the rows that were stored. unmoved says that rows are all
// the successors of src, in their order.
func (w *worker) judgeNew(src, rows []uint64, unmoved bool) error {
	fresh := w.insert.fresh()
	if w.checker == nil || !unmoved || w.plan.bare {
		for _, r := range fresh {
			if err := w.judgeStates(w.insert.segs.rows(r), false); err != nil {
				return err
			}
		}
		return nil
	}
	fails, err := w.checkFound(src, w.insert.found)
	if err != nil {
		return err
	}
	set := w.plan.open & w.invariants
	if !anyOf(fails, set) {
		return nil
	}
	for j, fail := range fails {
		if fail &= set; fail != 0 {
			i := w.insert.found[j]
			w.found.offerAll(fail, candidate{length: w.plan.length, state: rows[i*w.width : (i+1)*w.width]})
		}
	}
	return nil
}

// exclude moves the admitted rows together and copies the others to
// w.excluded.
func (w *worker) exclude(rows []uint64, labels []Label, admitted []bool) ([]uint64, []Label) {
	n := 0
	for i, ok := range admitted {
		row := rows[i*w.width : (i+1)*w.width]
		if !ok {
			w.excluded = append(w.excluded, row...)
			continue
		}
		if n < i {
			copyRow(rows[n*w.width:(n+1)*w.width], row)
			if labels != nil {
				labels[n] = labels[i]
			}
		}
		n++
	}
	if labels != nil {
		labels = labels[:n]
	}
	return rows[:n*w.width], labels
}

// judgeStates checks states of the new level; raw ones are not canonical.
func (w *worker) judgeStates(rows []uint64, raw bool) error {
	if w.plan.bare {
		return nil
	}
	fails, err := w.checkStates(rows)
	if err != nil {
		return err
	}
	for i, fail := range fails {
		if fail &= w.plan.open & w.invariants; fail == 0 {
			continue
		}
		row := rows[i*w.width : (i+1)*w.width]
		if raw {
			row = w.representative(row)
		}
		w.found.offerAll(fail, candidate{length: w.plan.length, state: row})
	}
	return nil
}

// anyOf says whether one of the masks has a property of the set. Next to all
// calls find none, so it does not look for the first.
func anyOf(masks []Mask, set Mask) bool {
	var all Mask
	for ; len(masks) >= 4; masks = masks[4:] {
		all |= masks[0] | masks[1] | masks[2] | masks[3]
	}
	for _, m := range masks {
		all |= m
	}
	return all&set != 0
}
