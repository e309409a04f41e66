package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/explore/checkpoint"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec"
)

// defaultEvery is the time between two checkpoints.
const defaultEvery = 10 * time.Minute

// A saving is what the flags about checkpoints say, and what became of it.
type saving struct {
	flags       *pflag.FlagSet
	dir, resume string
	every       time.Duration

	start  time.Time
	before time.Duration // that the search took until it was saved
	writes atomic.Bool   // whether a checkpoint is being written

	mu     sync.Mutex // a search may be given up while it still runs
	there  bool       // whether there is a checkpoint in dir
	failed error
}

func savingFlags(flags *pflag.FlagSet) *saving {
	s := &saving{flags: flags, every: defaultEvery}
	flags.StringVar(&s.dir, "checkpoint", "", "--checkpoint DIR")
	flags.Var(duration{&s.every}, "checkpoint-every", "--checkpoint-every 5m")
	flags.StringVar(&s.resume, "resume", "", "--resume DIR")
	return s
}

// check finds out before a search whether the flags can be honoured.
func (s *saving) check() error {
	for _, f := range []struct{ name, value string }{{"checkpoint", s.dir}, {"resume", s.resume}} {
		if s.flags.Changed(f.name) && f.value == "" {
			return exit.Usagef("--"+f.name+" DIR", "--%s: expected a directory, found an empty word", f.name)
		}
	}
	switch {
	case s.flags.Changed("checkpoint-every") && s.dir == "":
		return exit.Usagef("--checkpoint DIR", "--checkpoint-every: expected --checkpoint with it, a directory for the checkpoints")
	case s.dir != "" && checkpoint.Exists(s.dir) && !same(s.dir, s.resume):
		return exit.Usagef(fmt.Sprintf("--resume %s --checkpoint %s goes on from it", quote(s.dir), quote(s.dir)),
			"--checkpoint: there is a checkpoint in %s already", s.dir)
	}
	return nil
}

// same reports whether two names are of one directory.
func same(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// options are the engine's; nil without checkpoints. identity says what the
// search is of.
func (s *saving) options(identity func() []checkpoint.Field) (*explore.Checkpoints, error) {
	if !s.asked() {
		return nil, nil
	}
	program, err := program()
	if err != nil {
		return nil, &exit.Error{Status: exit.Internal, Message: "can't read the program, to tell its checkpoints from others': " + reason(err).Error()}
	}
	s.start = time.Now()
	s.there = s.dir != "" && same(s.dir, s.resume)
	return &explore.Checkpoints{
		From:     s.resume,
		To:       s.dir,
		Identity: append([]checkpoint.Field{{Name: "program", Value: program}}, identity()...),
		Due:      func() <-chan time.Time { return time.After(s.every) },
		Spent:    func() time.Duration { return s.before + time.Since(s.start) },
		Resumed:  func(_ explore.Level, before time.Duration) { s.before, s.start = before, time.Now() },
		Saving:   func() { s.writes.Store(true) },
		Saved:    s.saved,
	}, nil
}

// saved takes note of a checkpoint, or of why there is none.
func (s *saving) saved(_ explore.Level, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.there = s.there || err == nil
	s.failed = err
	s.writes.Store(false)
}

// asked reports whether there are to be checkpoints, or is one to go on from.
func (s *saving) asked() bool { return s.dir != "" || s.resume != "" }

// busy reports whether a checkpoint is being written.
func (s *saving) busy() bool { return s.writes.Load() }

// note adds to a report what became of the checkpoints. command is what goes on
// from the last one.
func (s *saving) note(r *report.Run, command func(explore.Stop) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Before = s.before.Seconds()
	if s.failed != nil {
		r.Warnings = append(r.Warnings, "no checkpoint could be written any more: "+s.failed.Error())
	}
	if s.there && r.Result != nil && r.Result.Stop != explore.NotStopped {
		r.Resume = command(r.Result.Stop)
	}
}

// finish removes the checkpoint of a search that has ended by itself: there is
// nothing left to go on with.
func (s *saving) finish(r *report.Run) error {
	if !s.there || r.Result.Stop != explore.NotStopped {
		return nil
	}
	return explore.RemoveCheckpoint(s.dir)
}

// program tells builds apart: two that were made of the same source for the same
// machine are one.
func program() (string, error) {
	f, err := openProgram()
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("tidemark %s %s %s/%s, build %x", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, sum.Sum(nil)[:8]), nil
}

// openProgram opens the file that this process runs, if it can be told also when
// there is another one in its place by now.
func openProgram() (*os.File, error) {
	if f, err := os.Open("/proc/self/exe"); err == nil {
		return f, nil
	}
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

// nativeIdentity says what a search of the native model is of.
func nativeIdentity(config *spec.Configuration, m *model.Model) []checkpoint.Field {
	fields := append([]checkpoint.Field{{Name: "model", Value: "partition"}}, constantFields(config.Bounds.Constants())...)
	var constraints, reductions []string
	for _, p := range slices.Concat(config.StateConstraints, config.ActionConstraints) {
		constraints = append(constraints, p.Name)
	}
	for _, part := range m.Reductions() {
		reductions = append(reductions, part.Name)
	}
	return append(fields,
		checkpoint.Field{Name: "constraints", Value: orNone(constraints)},
		checkpoint.Field{Name: "reductions", Value: orNone(reductions)})
}

// moduleIdentity says what a search of a module is of: the files by what is in
// them, wherever they are.
func moduleIdentity(m *module.Module, read map[string][]byte) []checkpoint.Field {
	fields := append([]checkpoint.Field{{Name: "module", Value: filepath.Base(m.File)}}, constantFields(m.Constants())...)
	var files []checkpoint.Field
	for name, text := range read {
		sum := sha256.Sum256(text)
		files = append(files, checkpoint.Field{Name: "file " + filepath.Base(name), Value: "one with the SHA-256 sum " + hex.EncodeToString(sum[:])})
	}
	slices.SortFunc(files, func(a, b checkpoint.Field) int { return strings.Compare(a.Name+a.Value, b.Name+b.Value) })
	return append(fields, files...)
}

func constantFields(args []trace.Arg) []checkpoint.Field {
	var fields []checkpoint.Field
	for _, c := range args {
		fields = append(fields, checkpoint.Field{Name: "constant " + c.Name, Value: c.Value.String()})
	}
	return fields
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// again is the command that goes on from the last checkpoint, without the limit
// that has stopped the search.
func (c *check) again(stop explore.Stop) string {
	var words []string
	flags := c.selection.flags
	const never = explore.NotStopped
	for _, f := range []struct {
		name, value string
		stops       explore.Stop // how it may have stopped the search
	}{
		{"symmetry", fmt.Sprint(c.symmetry), never},
		{"reduce", fmt.Sprint(c.reduce), never},
		{"continue", fmt.Sprint(c.all), never},
		{"all-minimal", fmt.Sprint(c.kinds), never},
		{"coverage", fmt.Sprint(c.coverage), never},
		{"safety-only", fmt.Sprint(c.module.safetyOnly), never},
		{"store", c.store, never},
		{"vacuity", c.vacuity, never},
		{"workers", fmt.Sprint(c.workers), never},
		{"memory", fmt.Sprint(c.memory), explore.MemoryLimit},
		{"max-depth", fmt.Sprint(c.maxDepth), explore.DepthLimit},
		{"max-states", fmt.Sprint(c.maxStates), explore.StateLimit},
	} {
		if !flags.Changed(f.name) || f.stops != never && f.stops == stop {
			continue
		}
		if f.value == "true" {
			words = append(words, "--"+f.name)
		} else {
			words = append(words, "--"+f.name+"="+f.value)
		}
	}
	words = append(words, "--resume", quote(c.saving.dir), "--checkpoint", quote(c.saving.dir))
	if flags.Changed("checkpoint-every") {
		words = append(words, "--checkpoint-every", c.saving.every.String())
	}
	return c.command(c.module, words...)
}
