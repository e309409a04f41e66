package checkpoint

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// maxParts is how many parts a journal may have before they are made one.
const maxParts = 64

// A Writer writes the checkpoints of a search to a directory, each in the place
// of the one before. Only one may be at work in a directory. After an error it
// must not be used again but for Close; the last checkpoint stays.
type Writer struct {
	dir      *os.File // locked
	identity []Field
	parts    []part // of the last checkpoint
	number   uint64 // of the next part
	journal  *partWriter
}

// Create prepares a directory for checkpoints, which is made if need be. It is an
// error if there is one already.
func Create(dir string, identity []Field) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, failed(dir, err)
	}
	if Exists(dir) {
		return nil, errorf(dir, "there is a checkpoint in this directory already")
	}
	w := &Writer{identity: identity, number: 1}
	return w, w.open(dir)
}

// Continue returns a writer that goes on with the journal of the checkpoint.
func (r *Reader) Continue() (*Writer, error) {
	w := &Writer{identity: r.index.identity, parts: r.index.parts, number: 1}
	for _, p := range w.parts {
		w.number = max(w.number, p.Number+1)
	}
	return w, w.open(r.dir)
}

// open takes possession of the directory, removes what an earlier process left
// incomplete, and finds out whether files can be written.
func (w *Writer) open(dir string) error {
	var err error
	if w.dir, err = os.Open(dir); err != nil {
		return failed(dir, err)
	}
	err = lock(w.dir)
	if err == nil {
		err = w.tidy()
	}
	if err == nil {
		err = w.begin()
	}
	if err != nil {
		w.dir.Close()
	}
	return err
}

func (w *Writer) path(name string) string { return filepath.Join(w.dir.Name(), name) }

// begin starts a part of the journal.
func (w *Writer) begin() error {
	var err error
	w.journal, err = newPartWriter(w.path(newPart), w.number)
	w.number++
	return err
}

// Append adds a block of at most [MaxBlock] bytes to the journal.
func (w *Writer) Append(tag uint32, payload []byte) error { return w.journal.Add(tag, payload) }

// Commit makes what was appended, with a state and the blocks that rest adds, the
// checkpoint.
func (w *Writer) Commit(state []byte, rest func(add Visit) error) error {
	parts := slices.DeleteFunc(slices.Clone(w.parts), func(p part) bool { return p.Rest })
	if len(parts) >= maxParts {
		if err := w.merge(parts); err != nil {
			return err
		}
		parts = nil
	}
	p, err := w.journal.finish(w.dir.Name())
	if err != nil {
		return err
	}
	parts = append(parts, p)
	if rest != nil {
		if p, err = w.writeRest(rest); err != nil {
			return err
		}
		parts = append(parts, p)
	}
	if err := w.writeIndex(parts, state); err != nil {
		return err
	}
	w.parts = parts
	if err := w.tidy(); err != nil {
		return err
	}
	return w.begin()
}

// merge writes parts and the one under way into a new one, which goes on.
func (w *Writer) merge(parts []part) error {
	last, err := w.journal.finish(w.dir.Name())
	if err != nil {
		return err
	}
	if err := w.begin(); err != nil {
		return err
	}
	for _, p := range append(parts, last) {
		if err := p.read(w.dir.Name(), w.journal.Add); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) writeRest(rest func(add Visit) error) (part, error) {
	out, err := newPartWriter(w.path(newRest), w.number)
	if err != nil {
		return part{}, err
	}
	w.number++
	if err := rest(out.Add); err != nil {
		out.abandon()
		return part{}, err
	}
	p, err := out.finish(w.dir.Name())
	p.Rest = true
	return p, err
}

func (w *Writer) writeIndex(parts []part, state []byte) error {
	identity, err := json.Marshal(w.identity)
	if err != nil {
		return err
	}
	listed, err := json.Marshal(parts)
	if err != nil {
		return err
	}
	f, err := createFile(w.path(newIndex), kindIndex, 0)
	if err != nil {
		return err
	}
	err = errors.Join(f.block(tagIdentity, identity), f.block(tagParts, listed))
	for chunk := range slices.Chunk(state, MaxBlock) {
		err = errors.Join(err, f.block(tagState, chunk))
	}
	if err != nil {
		f.abandon()
		return failed(f.Name(), err)
	}
	return f.finish(w.path(indexName))
}

// Close removes what was appended after the last checkpoint, and gives the
// directory back.
func (w *Writer) Close() error {
	if w.journal != nil {
		w.journal.abandon()
	}
	err := w.tidy()
	return errors.Join(err, w.dir.Close())
}

// Remove removes the checkpoint, and the directory if nothing else is in it.
func Remove(dir string) error {
	if err := os.Remove(filepath.Join(dir, indexName)); err != nil {
		return failed(dir, err)
	}
	d, err := os.Open(dir)
	if err != nil {
		return failed(dir, err)
	}
	w := &Writer{dir: d}
	if err := errors.Join(w.tidy(), d.Close()); err != nil {
		return err
	}
	os.Remove(dir) // not if there is something else in it
	return nil
}
