package runs

import (
	"io"
	"os"
	"sync/atomic"
)

// A File holds runs until it is closed.
type File interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Close() error
}

// A Dir makes files that nobody else can see, and of which nothing is left once
// they are closed.
type Dir func() (File, error)

// TempDir makes files in a directory. Where the system allows it they have no names,
// as on Linux, or lose them at once, as on other Unixes, so that they vanish with
// the process, however it ends.
func TempDir(path string) Dir {
	return func() (File, error) {
		if f := unnamed(path); f != nil {
			return f, nil
		}
		f, err := os.CreateTemp(path, "tidemark-*.rows")
		if err != nil {
			return nil, err
		}
		if os.Remove(f.Name()) == nil {
			return f, nil
		}
		return named{f}, nil
	}
}

// A named file loses its name when it is closed.
type named struct{ *os.File }

func (f named) Close() error {
	err := f.File.Close()
	if removed := os.Remove(f.Name()); err == nil {
		err = removed
	}
	return err
}

// A Meter adds up the size of files, in bytes.
type Meter struct {
	now, peak atomic.Int64
}

// Peak is the largest size there was.
func (m *Meter) Peak() uint64 { return uint64(m.peak.Load()) }

func (m *Meter) add(bytes int64) {
	now := m.now.Add(bytes)
	for {
		peak := m.peak.Load()
		if now <= peak || m.peak.CompareAndSwap(peak, now) {
			return
		}
	}
}

// An area is a file that runs are appended to.
type area struct {
	file  File
	end   int64
	meter *Meter
}

func newArea(dir Dir, meter *Meter) (*area, error) {
	file, err := dir()
	if err != nil {
		return nil, err
	}
	return &area{file: file, meter: meter}, nil
}

func (a *area) append(block []byte) error {
	if _, err := a.file.WriteAt(block, a.end); err != nil {
		return err
	}
	a.end += int64(len(block))
	a.meter.add(int64(len(block)))
	return nil
}

// reset forgets what the file holds.
func (a *area) reset() error {
	a.meter.add(-a.end)
	a.end = 0
	return a.file.Truncate(0)
}

func (a *area) close() error {
	a.meter.add(-a.end)
	a.end = 0
	return a.file.Close()
}
