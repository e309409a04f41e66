// Package module makes TLA+ files what the command searches: it reads a module
// with its configuration and the changes that flags ask for, finds behaviours
// that end where something can't be evaluated, and turns behaviours into traces.
package module

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tidemark/spec/cfg"
	"tidemark/spec/tla"
)

// Extension is how the name of a module's file ends.
const Extension = ".tla"

// A Request says what to read.
type Request struct {
	File     string   // the module's
	Config   string   // the configuration's; empty: the .cfg file beside the module
	Path     []string // folders to look for other modules in
	Changes  Changes
	ReadFile func(name string) ([]byte, error)
	Print    func(line string) // what Print and PrintT write goes there; nil: it is lost
}

// A Module is a module with its configuration, ready to be searched.
type Module struct {
	File   string
	Spec   *tla.Spec
	Config *cfg.File
	System *tla.System
}

// Load reads a module and its configuration, and evaluates its assumptions.
// Errors are those of package tla, those of ReadFile, and *[cfg.Error] for the
// configuration; in changes that are wrong its File is empty.
func Load(r Request) (*Module, error) {
	spec, err := tla.Load(r.File, tla.Options{Path: r.Path, ReadFile: r.ReadFile, Print: r.Print})
	if err != nil {
		return nil, err
	}
	m := &Module{File: r.File, Spec: spec}
	if m.Config, err = configuration(spec, &r); err != nil {
		return nil, err
	}
	m.System, err = spec.System(m.Config)
	return m, err
}

// Configuration reads what [Load] would as the configuration of a module, for
// constants alone: without a file there is nothing in it.
func Configuration(spec *tla.Spec, r *Request) (*cfg.File, error) {
	f, err := readConfiguration(r, true)
	if err != nil {
		return nil, err
	}
	return f, r.Changes.apply(spec, f)
}

func configuration(spec *tla.Spec, r *Request) (*cfg.File, error) {
	// Without variables there may be assumptions only, which need no file.
	f, err := readConfiguration(r, len(spec.Scope().Variables) == 0)
	if err != nil {
		return nil, err
	}
	if err := supported(f); err != nil {
		return nil, err
	}
	return f, r.Changes.apply(spec, f)
}

// readConfiguration reads the configuration that a request names, or the one
// beside the module, which may be missing when it is optional.
func readConfiguration(r *Request, optional bool) (*cfg.File, error) {
	name := r.Config
	if name == "" {
		name = beside(r.File)
	}
	src, err := r.ReadFile(name)
	switch {
	case err == nil && filepath.Ext(name) == Extension:
		return embeddedConfiguration(name, src)
	case err == nil:
		return cfg.Parse(name, src)
	case r.Config == "" && optional && errors.Is(err, fs.ErrNotExist):
		return &cfg.File{Name: name}, nil
	}
	return nil, &ConfigError{Name: name, Err: err, Guessed: r.Config == ""}
}

// embeddedConfiguration reads a configuration that stands in the file of a module, as TLC
// does: between the lines ---- CONFIG NAME ---- and ====, where NAME is the file's.
func embeddedConfiguration(file string, src []byte) (*cfg.File, error) {
	name := strings.TrimSuffix(filepath.Base(file), Extension)
	lines := strings.SplitAfter(string(src), "\n")
	first := slices.IndexFunc(lines, func(line string) bool {
		m := configLine.FindStringSubmatch(line)
		return m != nil && m[1] == name
	})
	if first < 0 {
		return nil, &ConfigError{Name: file, Err: fmt.Errorf("expected a line ---- CONFIG %s ----, below which there is a configuration", name)}
	}
	for i, line := range lines {
		switch {
		case i <= first:
			lines[i] = "\n" // so that places are those of the file
		case strings.HasPrefix(line, "===="):
			return cfg.Parse(file, []byte(strings.Join(lines[:i], "")))
		}
	}
	return cfg.Parse(file, []byte(strings.Join(lines, "")))
}

var configLine = regexp.MustCompile(`^-{4,}\s*CONFIG\s+(\w+)\s*-{4,}\s*$`)

// A ConfigError says that the file of a configuration can't be read.
type ConfigError struct {
	Name    string
	Err     error
	Guessed bool // nobody has named the file
}

// Error returns the name and the reason.
func (e *ConfigError) Error() string { return e.Name + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *ConfigError) Unwrap() error { return e.Err }

// beside names the configuration that belongs to a module.
func beside(file string) string {
	return strings.TrimSuffix(file, filepath.Ext(file)) + ".cfg"
}

// supported refuses statements that a search does not honour.
func supported(f *cfg.File) error {
	for _, s := range []struct {
		keyword string
		names   []cfg.Name
	}{
		{"_POSSIBLE", f.Possible},
		{"_PERIODIC", one(f.Periodic)},
		{"_RL_REWARD", one(f.RLReward)},
	} {
		if len(s.names) > 0 {
			n := s.names[0]
			return f.ErrorAt(n.Pos, s.keyword+" "+n.Text+" can't be honoured, expected no "+s.keyword, "leave it out")
		}
	}
	return nil
}

func one(n *cfg.Name) []cfg.Name {
	if n == nil {
		return nil
	}
	return []cfg.Name{*n}
}
