package explore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"tidemark/explore/internal/runs"
)

// TestDiskStoreSpills compares with the reference while there is room in memory
// for hardly anything, so that there are many runs for a level, and more.
func TestDiskStoreSpills(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 21))
		o := shapes(rng)
		o.states = 100 + rng.IntN(5000)
		o.faults /= 50
		g := randomGraph(rng, o)
		opts := Options{
			CheckDeadlock: rng.IntN(4) == 0, Continue: rng.IntN(2) == 0, Coverage: rng.IntN(2) == 0,
			Store: Disk, diskFiles: memoryFiles,
		}
		want := refer(g, opts)
		for _, workers := range []int{1, 2, 7} {
			opts.Workers, opts.MaxBytes = workers, []uint64{1, 1 << 15, 1 << 16}[rng.IntN(3)]
			if diff := diffResult(check(t, g, opts), want); diff != "" {
				t.Fatalf("seed %d, %+v:\n%s", seed, opts, diff)
			}
		}
	}
}

// TestDiskMemory: a space that is larger than the memory allowed is searched to
// its end within it, but for the segments that workers fill.
func TestDiskMemory(t *testing.T) {
	sys := grid{width: 2, axes: 6, side: 8}
	const most = 1 << 20
	for _, workers := range []int{1, 2} {
		res := check(t, sys, Options{Workers: workers, Store: Disk, DiskDir: t.TempDir(), MaxBytes: most})
		if res.Distinct != sys.states() || res.DiskBytes < 16*res.Distinct || res.Bytes > most*uint64(1+5*workers) {
			t.Errorf("%+v", res)
		}
	}
}

// A faultyFile damages or refuses one of all operations on files.
type faultyFile struct {
	runs.File
	*faultyDisk
}

type faultyDisk struct {
	mu     sync.Mutex
	left   int // operations until the one
	kind   string
	opened int // files that are open
}

var errBroken = errors.New("no space left on device")

// now says whether it is time for a fault of that kind.
func (d *faultyDisk) now(kind string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kind == d.kind {
		d.left--
	}
	return kind == d.kind && d.left == 0
}

func (d *faultyDisk) create() (runs.File, error) {
	if d.now("create") {
		return nil, errBroken
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.opened++
	return faultyFile{new(memoryFile), d}, nil
}

func (f faultyFile) WriteAt(b []byte, at int64) (int, error) {
	if f.now("write") {
		f.File.WriteAt(b[:len(b)/2], at)
		return len(b) / 2, errBroken
	}
	return f.File.WriteAt(b, at)
}

func (f faultyFile) ReadAt(b []byte, at int64) (int, error) {
	n, err := f.File.ReadAt(b, at)
	switch {
	case f.now("read"):
		return 0, errBroken
	case f.now("cut"):
		return n / 2, io.EOF
	case f.now("flip"):
		b[n-1] ^= 4
	}
	return n, err
}

func (f faultyFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opened--
	return f.File.Close()
}

// TestDiskFaults has each operation on files fail in turn, and wants an error
// and never a verdict.
func TestDiskFaults(t *testing.T) {
	before := runtime.NumGoroutine()
	g := randomGraph(rand.New(rand.NewPCG(3, 21)), graphOptions{states: 900, degree: 2, width: 2, faults: 0.0003})
	opts := Options{Store: Disk, MaxBytes: 1 << 15, Continue: true}
	for kind, want := range map[string]string{
		"create": "no space left", "write": "no space left", "read": "no space left",
		"cut": "the file is too short", "flip": "its checksum is wrong",
	} {
		for _, workers := range []int{1, 3} {
			for n := 1; ; n += 1 + n/20 {
				disk := &faultyDisk{left: n, kind: kind}
				opts.Workers, opts.diskFiles = workers, disk.create
				res, err := Check(t.Context(), g, opts)
				if disk.opened != 0 {
					t.Fatalf("%s %d: %d files are open", kind, n, disk.opened)
				}
				if disk.left > 0 {
					if err != nil || n < 3 {
						t.Fatalf("%s %d: %+v, %v", kind, n, res, err)
					}
					break
				}
				if err == nil || !strings.Contains(err.Error(), "disk store: ") || !strings.Contains(err.Error(), want) {
					t.Fatalf("%s %d: %+v, %v", kind, n, res, err)
				}
			}
		}
	}
	settle(t, before)
}

// TestDiskFilesVanish looks for files while the search runs and after it.
func TestDiskFilesVanish(t *testing.T) {
	dir := t.TempDir()
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(entries)
	}
	before := open()
	for cancelAt := range 7 {
		ctx, cancel := context.WithCancel(t.Context())
		res, err := Check(ctx, troubledGraph(), Options{
			Store: Disk, DiskDir: dir, MaxBytes: 1, Workers: 2,
			OnLevel: func(l Level) {
				if l.Depth == cancelAt {
					cancel()
				}
				if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
					t.Errorf("%d names in the directory, %v", len(entries), err)
				}
				if open() == before {
					t.Error("no open files")
				}
			},
		})
		cancel()
		if err != nil || cancelAt > 0 && res.Stop != Interrupted {
			t.Errorf("%+v, %v", res, err)
		}
	}
	if after := open(); after != before {
		t.Errorf("%d open files, %d before", after, before)
	}
}

func TestDiskDirectory(t *testing.T) {
	sys := grid{width: 1, axes: 2, side: 2}
	for dir, want := range map[string]string{"": "needs a directory", t.TempDir() + "/none": "no such file"} {
		_, err := Check(t.Context(), sys, Options{Store: Disk, DiskDir: dir})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", dir, err)
		}
	}
}

// TestDrainIsSorted fills stores, crowded at the end of the table so that
// probing goes around it, and takes the rows out again in parts.
func TestDrainIsSorted(t *testing.T) {
	for _, parts := range []int{1, 2, 8} {
		s, err := newSearch(grid{width: 1, axes: 2, side: 2}, Options{Workers: 1, Coverage: true})
		if err != nil {
			t.Fatal(err)
		}
		s.prepare()
		rng := rand.New(rand.NewPCG(uint64(parts), 22))
		hashes := map[uint64]byte{}
		for i := range 20_000 {
			h := rng.Uint64()
			if i%4 == 0 {
				h |= 0xffff << 48
			}
			hashes[h] = byte(i % 200)
			s.workers[0].insert.add([]uint64{rowWith(h)}, []Label{MakeLabel(i%200, 0)}, nil)
		}
		got := map[uint64]byte{}
		last := uint64(0)
		for i := range parts {
			err := (&gathering{store: s.store}).sorted(part{i, parts}, func(b *runs.Batch) error {
				for k, h := range b.Hashes {
					if h <= last && last > 0 || h>>61*uint64(parts)>>3 != uint64(i) {
						return fmt.Errorf("part %d of %d: %x after %x", i, parts, h, last)
					}
					last = h
					got[h] = b.Tags[k]
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(got, hashes) {
			t.Errorf("%d rows, want %d", len(got), len(hashes))
		}
	}
}
