package tla

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tidemark/spec/tla/syntax"
)

// Options say where modules are found.
type Options struct {
	// Path lists folders that are searched for modules which are not beside the
	// one that needs them.
	Path []string
	// ReadFile reads a file; nil: [os.ReadFile].
	ReadFile func(name string) ([]byte, error)
	// Print receives what Print and PrintT of module TLC write, a line without
	// its end at a time; nil: it is lost. Several goroutines may call it.
	Print func(line string)

	_ struct{}
}

// A Spec is a module with all that it extends or has instances of.
type Spec struct {
	scope *syntax.Scope
	file  string
	print func(line string)
}

// Load reads a module and those that it needs: from files of their names, or
// else from what follows in the file itself. Errors of modules are
// [syntax.Errors].
func Load(file string, opts Options) (*Spec, error) {
	read := opts.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	src, err := read(file)
	if err != nil {
		return nil, err
	}
	m, err := syntax.Parse(file, src)
	if err != nil {
		return nil, err
	}
	if err := namedAsFile(m, src); err != nil {
		return nil, err
	}
	folders := append([]string{filepath.Dir(file)}, opts.Path...)
	root := src
	find := func(name string) (string, []byte, error) {
		for _, folder := range folders {
			path := filepath.Join(folder, name+".tla")
			src, err := read(path)
			switch {
			case err == nil:
				return path, src, nil
			case !errors.Is(err, fs.ErrNotExist):
				return path, nil, err
			}
		}
		return file, syntax.Later(root, name), nil
	}
	scope, err := syntax.Resolve(m, syntax.Library{Standard: standard, Find: find})
	if err != nil {
		return nil, err
	}
	return &Spec{scope, file, opts.Print}, nil
}

// namedAsFile returns an error for a module that has another name than its file,
// which others could not find, and which may be a stale copy.
func namedAsFile(m *syntax.Module, src []byte) error {
	want := strings.TrimSuffix(filepath.Base(m.File), ".tla")
	if m.Name.Name == want {
		return nil
	}
	lines := strings.Split(string(src), "\n")
	e := &syntax.Error{
		File: m.File, Pos: m.Name.Pos,
		Message: fmt.Sprintf("expected a module of the file's name, %s, found %s", want, m.Name.Name),
	}
	if at := int(m.Name.Pos.Line) - 1; at >= 0 && at < len(lines) {
		e.Source = lines[at]
	}
	return syntax.Errors{e}
}

// Name returns the module's name.
func (s *Spec) Name() string { return s.scope.Name }
