package tla

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"tidemark/spec/tla/syntax"
)

// Options say where modules are found.
type Options struct {
	// Path lists folders that are searched for modules which are not beside the
	// one that needs them.
	Path []string
	// ReadFile reads a file; nil: [os.ReadFile].
	ReadFile func(name string) ([]byte, error)

	_ struct{}
}

// A Spec is a module with all that it extends or has instances of.
type Spec struct {
	scope *syntax.Scope
	file  string
}

// Load reads a module and those that it needs. Errors of modules are
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
	folders := append([]string{filepath.Dir(file)}, opts.Path...)
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
		return "", nil, nil
	}
	scope, err := syntax.Resolve(m, syntax.Library{Standard: standard, Find: find})
	if err != nil {
		return nil, err
	}
	return &Spec{scope, file}, nil
}

// Name returns the module's name.
func (s *Spec) Name() string { return s.scope.Name }
