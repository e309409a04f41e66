package checkpoint

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Names of files. What ends in .new is not complete.
const (
	indexName   = "index"
	partPattern = "part-%08d"
	newIndex    = "index.new"
	newPart     = "part.new"
	newRest     = "rest.new"
)

// Tags of the blocks of an index.
const (
	tagIdentity uint32 = 1 + iota
	tagParts
	tagState
)

// A part names a file of the checkpoint, with what shows that it is the one.
type part struct {
	Number uint64
	Rest   bool // it is not of the journal
	Bytes  int64
	Sum    uint64
}

func (p *part) path(dir string) string { return filepath.Join(dir, fmt.Sprintf(partPattern, p.Number)) }

// An index is what the file of that name says.
type index struct {
	identity []Field
	parts    []part
	state    []byte
}

// readIndex reads the index in a directory.
func readIndex(dir string) (*index, error) {
	path := filepath.Join(dir, indexName)
	f, err := openFile(path, "there is no checkpoint in this directory: it has no file "+indexName)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return decodeIndex(path, f)
}

func decodeIndex(path string, r io.Reader) (*index, error) {
	b, err := newBlockReader(path, r, kindIndex)
	if err != nil {
		return nil, err
	}
	x := &index{}
	want := tagIdentity
	err = b.all(func(tag uint32, payload []byte) error {
		if tag != want {
			return errorf(path, "the block with tag %d comes where %d is expected: the checkpoint contradicts itself", tag, want)
		}
		want++
		var err error
		switch tag {
		case tagIdentity:
			err = json.Unmarshal(payload, &x.identity)
		case tagParts:
			err = json.Unmarshal(payload, &x.parts)
		case tagState:
			x.state = append(x.state, payload...)
			want = tagState // a long one has several
		}
		if err != nil {
			return errorf(path, "%v: the checkpoint contradicts itself", err)
		}
		return nil
	})
	if err == nil && x.state == nil {
		err = errorf(path, "the index has no state: the checkpoint contradicts itself")
	}
	return x, err
}

// openFile opens a regular file.
func openFile(path, missing string) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return nil, errorf(filepath.Dir(path), "%s", missing)
	case err != nil:
		return nil, failed(path, err)
	case !info.Mode().IsRegular():
		return nil, errorf(path, "expected a file, found something else")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, failed(path, err)
	}
	return f, nil
}

// failed says what the system said about a file.
func failed(path string, err error) error {
	if e, ok := err.(*fs.PathError); ok {
		err = e.Err
	}
	return errorf(path, "%v", err)
}
