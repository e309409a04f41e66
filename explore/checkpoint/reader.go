package checkpoint

import (
	"fmt"
	"os"
	"path/filepath"
)

// A Reader is a checkpoint to go on from.
type Reader struct {
	dir   string
	index *index
}

// Open reads the index of the checkpoint in a directory, and compares what it is
// of with what is expected. An error is an *[Error].
func Open(dir string, expected []Field) (*Reader, error) {
	info, err := os.Stat(dir)
	switch {
	case os.IsNotExist(err):
		return nil, errorf(dir, "there is no such directory, expected one with a checkpoint")
	case err != nil:
		return nil, failed(dir, err)
	case !info.IsDir():
		return nil, errorf(dir, "expected the directory of a checkpoint, found something else")
	}
	x, err := readIndex(dir)
	if err != nil {
		return nil, err
	}
	if err := compare(dir, expected, x.identity); err != nil {
		return nil, err
	}
	return &Reader{dir: dir, index: x}, nil
}

// Exists reports whether there is a checkpoint in a directory, good or bad.
func Exists(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, indexName))
	return err == nil
}

// State is the state that was last committed.
func (r *Reader) State() []byte { return r.index.state }

// Journal calls visit for each block of the journal, in order.
func (r *Reader) Journal(visit Visit) error { return r.visit(false, visit) }

// Rest calls visit for each block of the rest.
func (r *Reader) Rest(visit Visit) error { return r.visit(true, visit) }

func (r *Reader) visit(rest bool, visit Visit) error {
	for i := range r.index.parts {
		if p := &r.index.parts[i]; p.Rest == rest {
			if err := p.read(r.dir, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// Refuse returns an error that says why the checkpoint can't be used.
func (r *Reader) Refuse(format string, args ...any) error { return errorf(r.dir, format, args...) }

// Contradiction returns the error that a checkpoint's content makes no sense,
// although nothing of it is damaged.
func (r *Reader) Contradiction(format string, args ...any) error {
	return errorf(r.dir, "%s: the checkpoint contradicts itself", fmt.Sprintf(format, args...))
}

// read calls visit for each block of a part, and makes sure that it is the one
// that the index means.
func (p *part) read(dir string, visit Visit) error {
	path := p.path(dir)
	f, err := openFile(path, "the file "+fmt.Sprintf(partPattern, p.Number)+" of the checkpoint is missing")
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := newBlockReader(path, f, kindPart)
	if err != nil {
		return err
	}
	if err := b.all(visit); err != nil {
		return err
	}
	if b.bytes != p.Bytes || b.sum != p.Sum {
		return errorf(path, "the file is whole, but not the one that the index means: it belongs to another checkpoint")
	}
	return nil
}
