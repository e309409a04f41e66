package checkpoint

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// A newFile is a file that is not complete yet.
type newFile struct {
	*os.File
	*blockWriter
}

func createFile(path string, kind uint32, number uint64) (*newFile, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // another's file stays
	if err != nil {
		return nil, failed(path, err)
	}
	b, err := newBlockWriter(f, kind, number)
	if err != nil {
		f.Close()
		return nil, failed(path, err)
	}
	return &newFile{f, b}, nil
}

// finish completes the file and gives it its name, for good: when finish
// returns, both are on the disk.
func (f *newFile) finish(path string) error {
	err := errors.Join(f.end(), f.Sync(), f.File.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		os.Remove(f.Name())
		return failed(path, err)
	}
	return nil
}

// abandon removes the file.
func (f *newFile) abandon() {
	f.File.Close()
	os.Remove(f.Name())
}

// A partWriter writes a part.
type partWriter struct {
	*newFile
	number uint64
}

func newPartWriter(path string, number uint64) (*partWriter, error) {
	f, err := createFile(path, kindPart, number)
	return &partWriter{f, number}, err
}

// Add writes a block.
func (p *partWriter) Add(tag uint32, payload []byte) error {
	if tag == tagEnd || len(payload) > MaxBlock {
		return fmt.Errorf("checkpoint: a block of %d bytes with tag %d", len(payload), tag)
	}
	if err := p.block(tag, payload); err != nil {
		return failed(p.Name(), err)
	}
	return nil
}

// finish completes the part.
func (p *partWriter) finish(dir string) (part, error) {
	done := part{Number: p.number}
	if err := p.newFile.finish(done.path(dir)); err != nil {
		return done, err
	}
	done.Bytes, done.Sum = p.bytes, p.sum
	return done, nil
}

// tidy removes files that are not of the checkpoint but are of the names and
// kinds that a writer leaves behind when its process ends, or that the last
// checkpoint has replaced.
func (w *Writer) tidy() error {
	entries, err := os.ReadDir(w.dir.Name())
	if err != nil {
		return failed(w.dir.Name(), err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !w.stale(e.Name()) || !ours(w.path(e.Name())) {
			continue
		}
		if err := os.Remove(w.path(e.Name())); err != nil {
			return failed(w.path(e.Name()), err)
		}
	}
	return nil
}

// stale says whether a name is one of a writer's, but not of the checkpoint's.
func (w *Writer) stale(name string) bool {
	if slices.Contains([]string{newIndex, newPart, newRest}, name) {
		return true
	}
	var number uint64
	if n, err := fmt.Sscanf(name, partPattern, &number); n != 1 || err != nil || fmt.Sprintf(partPattern, number) != name {
		return false
	}
	return !slices.ContainsFunc(w.parts, func(p part) bool { return p.Number == number })
}

// ours says whether a file is empty or starts like a writer's.
func ours(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, len(magic))
	n, _ := io.ReadFull(f, start)
	return string(start[:n]) == magic[:n]
}
