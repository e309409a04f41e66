package runs

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// A run is a sorted sequence of rows, without repeats, in an area.
type run struct {
	area   *area
	start  int64
	tagged bool
	rows   int
	firsts []uint64 // the first hash of each block
	owner  bool     // whether nothing else is in the area
}

// release gives up the run's file if it is the run's alone.
func (r *run) release() error {
	if !r.owner {
		return nil
	}
	r.owner = false
	return r.area.close()
}

// A writer writes one run at a time.
type writer struct {
	format *Format
	run    *run
	block  Batch // not yet written
	raw    []byte
}

// begin starts a run at the end of an area.
func (w *writer) begin(a *area, tagged bool) {
	w.run = &run{area: a, start: a.end, tagged: tagged}
	w.block.Reset()
}

// append adds sorted rows behind those that are there.
func (w *writer) append(b *Batch) error {
	for from := 0; from < b.Len(); {
		to := min(b.Len(), from+w.format.Block-w.block.Len())
		w.block.Append(b, from, to)
		from = to
		if w.block.Len() == w.format.Block {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) flush() error {
	if !w.run.tagged {
		w.block.Tags = w.block.Tags[:0]
	}
	w.raw = encode(w.raw, &w.block, w.run.area.end)
	if err := w.run.area.append(w.raw); err != nil {
		return err
	}
	w.run.firsts = append(w.run.firsts, w.block.Hashes[0])
	w.run.rows += w.block.Len()
	w.block.Reset()
	return nil
}

// end returns the run.
func (w *writer) end() (*run, error) {
	if w.block.Len() > 0 {
		if err := w.flush(); err != nil {
			return nil, err
		}
	}
	return w.run, nil
}

// A cursor reads a run in order.
type cursor struct {
	format *Format
	run    *run
	next   int   // block to read next
	batch  Batch // the block that was read last
	at     int   // the current row
	raw    []byte
}

// open puts the cursor before a run.
func (c *cursor) open(r *run) {
	c.run, c.next, c.at = r, 0, 0
	c.batch.Reset()
}

// load reads the next block. It returns false at the end of the run.
func (c *cursor) load() (bool, error) {
	if c.next == len(c.run.firsts) {
		return false, nil
	}
	rows := min(c.format.Block, c.run.rows-c.next*c.format.Block)
	full := blockBytes(c.format.Block, c.format.Width, c.run.tagged)
	size := blockBytes(rows, c.format.Width, c.run.tagged)
	place := c.run.start + int64(c.next)*int64(full)
	c.raw = slices.Grow(c.raw[:0], size)[:size]
	if _, err := c.run.area.file.ReadAt(c.raw, place); err != nil {
		if errors.Is(err, io.EOF) {
			err = fmt.Errorf("block at %d: damaged: the file is too short", place)
		}
		return false, err
	}
	c.batch.grow(rows, c.format.Width, c.run.tagged)
	if err := decode(c.raw, &c.batch, place); err != nil {
		return false, err
	}
	c.format.Hash(c.batch.Rows, c.batch.Hashes)
	c.next++
	c.at = 0
	return true, nil
}

// step goes on by a row. It returns false at the end of the run.
func (c *cursor) step() (bool, error) {
	if c.at++; c.at < c.batch.Len() {
		return true, nil
	}
	return c.load()
}

// skip reads the first block that may hold a hash, which is in none before.
func (c *cursor) skip(hash uint64) (bool, error) {
	for c.next+1 < len(c.run.firsts) && c.run.firsts[c.next+1] < hash {
		c.next++
	}
	return c.load()
}
