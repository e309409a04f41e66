package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A phase is what a search is at.
type phase string

const (
	never     phase = "never"
	searching phase = "searching" // or anything else
	starting  phase = "starting"  // there is no checkpoint yet
	restoring phase = "restoring" // reads its checkpoint
	saving    phase = "saving"    // writes a checkpoint
	spilling  phase = "spilling"  // the disk store writes rows of the level being made
	merging   phase = "merging"   // the disk store merges files
	tracing   phase = "tracing"   // rebuilds the trace of a violation
)

// visible says whether a phase can be told from outside. On Linux the files that a
// process has open are known, with or without a name.
func (p phase) visible() bool {
	return runtime.GOOS == "linux" || p == searching || p == starting || p == saving || p == tracing
}

// A watch tells what a search is at.
type watch struct {
	pid     int
	dir     string   // of its checkpoints
	disk    string   // of its files
	all     bool     // it goes on after a violation
	workers int      // 1 or 2: as many sets of files
	seen    []string // the files, in the order in which they were made
	sizes   []int64  // of them, when they were last looked at
}

// phase looks at what the search does. It must be called time and again: files
// are written when they have grown since the last time.
func (w *watch) phase() phase {
	reads, grown := w.files()
	index, err := os.ReadFile(filepath.Join(w.dir, "index"))
	switch {
	case err != nil:
		return starting
	case reads:
		return restoring
	case w.writes():
		return saving
	case w.traces(index):
		return tracing
	case grown < 0:
		return searching
	case grown < 2*w.workers && grown%2 == 0: // a set gathers rows in its first file
		return spilling
	}
	return merging
}

// writes says whether a checkpoint is being written: there is more than the head
// of a part, or what comes after it.
func (w *watch) writes() bool {
	part, err := os.Stat(filepath.Join(w.dir, "part.new"))
	if err == nil && part.Size() > 64 {
		return true
	}
	return slices.ContainsFunc([]string{"index.new", "rest.new"}, func(name string) bool {
		_, err := os.Stat(filepath.Join(w.dir, name))
		return err == nil
	})
}

// traces says whether the search is over, but for the trace: a violation is saved,
// or the search for its trace is. Under --continue a search goes on after that.
func (w *watch) traces(index []byte) bool {
	_, err := os.Stat(filepath.Join(w.dir, "trace", "index"))
	return err == nil || !w.all && bytes.Contains(index, []byte(`"Found":[{`))
}

// files looks at the open files: whether some of a checkpoint are read, and which
// one of the disk store, in the order in which they were made, has grown; -1 for
// none.
func (w *watch) files() (reads bool, grown int) {
	proc := fmt.Sprintf("/proc/%d", w.pid)
	entries, _ := os.ReadDir(filepath.Join(proc, "fd"))
	var open []int
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil {
			open = append(open, fd)
		}
	}
	slices.Sort(open)
	grown = -1
	for _, fd := range open {
		name := filepath.Join(proc, "fd", strconv.Itoa(fd))
		target, _ := os.Readlink(name)
		switch {
		case strings.HasPrefix(target, w.dir+"/part-"):
			reads = reads || readOnly(filepath.Join(proc, "fdinfo", strconv.Itoa(fd)))
		case strings.HasPrefix(target, w.disk+"/"):
			if i := w.measure(name, target); i >= 0 && (grown < 0 || i < grown) {
				grown = i
			}
		}
	}
	return reads, grown
}

// measure returns the place of a file of the disk store if it has grown, or else -1.
func (w *watch) measure(name, target string) int {
	info, err := os.Stat(name)
	if err != nil {
		return -1
	}
	i := slices.Index(w.seen, target)
	if i < 0 {
		w.seen, w.sizes = append(w.seen, target), append(w.sizes, info.Size())
		return -1
	}
	grown := info.Size() > w.sizes[i]
	w.sizes[i] = info.Size()
	if !grown {
		return -1
	}
	return i
}

// readOnly reads the flags of an open file.
func readOnly(info string) bool {
	text, _ := os.ReadFile(info)
	_, flags, found := strings.Cut(string(text), "flags:")
	flags, _, _ = strings.Cut(strings.TrimSpace(flags), "\n")
	n, err := strconv.ParseInt(flags, 8, 64)
	return found && err == nil && n&syscall.O_ACCMODE == syscall.O_RDONLY
}
