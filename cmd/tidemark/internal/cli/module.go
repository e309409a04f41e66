package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
)

// moduleFlags are the flags that only TLA+ modules have a use for.
type moduleFlags struct {
	flags      *pflag.FlagSet
	config     string
	path       []string
	safetyOnly bool
	read       map[string][]byte // the files that were read, by their names
}

// newModuleFlags adds the flags to find a module's configuration and others.
func newModuleFlags(flags *pflag.FlagSet) *moduleFlags {
	m := &moduleFlags{flags: flags, read: map[string][]byte{}}
	flags.StringVar(&m.config, "config", "", "--config Model.cfg")
	flags.StringArrayVar(&m.path, "path", nil, "--path modules")
	return m
}

// refuse returns an error when one of the flags is given without a module.
func (m *moduleFlags) refuse() error {
	for _, name := range []string{"config", "path", "safety-only"} {
		if m.flags.Changed(name) {
			return exit.Usagef("tidemark help "+m.flags.Name(), "--%s: expected a TLA+ module, FILE%s, which it is for", name, module.Extension)
		}
	}
	return nil
}

// namesModule reports whether the argument is a TLA+ module.
func (s *selection) namesModule() bool { return filepath.Ext(s.name()) == module.Extension }

// loadModule reads the module that the arguments name.
func (m *moduleFlags) loadModule(ctx context.Context, env *Env, s *selection, noSymmetry bool) (*module.Module, error) {
	if err := atMost(1, s.flags, "at most one module"); err != nil {
		return nil, err
	}
	if len(s.variants) > 0 {
		return nil, exit.Usagef(fmt.Sprintf(`--set 'Variant={"%s"}', if the module has this constant`, s.variants[0]),
			"--variant: expected a configuration of the native model, found the module %s", s.name())
	}
	if m.flags.Changed("config") && m.config == "" {
		return nil, exit.Usagef("--config Model.cfg", "--config: expected a file, found an empty word")
	}
	changes := s.changes()
	r := module.Request{
		File: s.name(), Config: m.config, Path: m.path, ReadFile: m.readFile, Print: printer(env.Stderr),
		Changes: module.Changes{Set: changes.Set, Invariants: changes.Invariants, Properties: changes.Properties, NoSymmetry: noSymmetry},
	}
	loaded, err := promptly(ctx, neverBusy, func() (*module.Module, error) { return module.Load(r) })
	return loaded, moduleError(s.name(), err)
}

// printer writes lines that come from several goroutines.
func printer(w io.Writer) func(line string) {
	var mu sync.Mutex
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(w, line)
	}
}

// maxModule bounds a file that is read; package syntax bounds modules itself.
const maxModule = 1 << 25

// readFile is readModule, and takes note of the file.
func (m *moduleFlags) readFile(name string) ([]byte, error) {
	text, err := readModule(name)
	if err == nil {
		m.read[name] = text
	}
	return text, err
}

// readModule reads a module or a configuration.
func readModule(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // it might keep us waiting, deaf to signals
		return nil, exit.Usagef("", "%s: expected a file, but it is something else", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxModule))
}

// moduleError says in plain words why a file can't be used, and leaves other
// errors alone.
func moduleError(file string, err error) error {
	var config *module.ConfigError
	var path *fs.PathError
	var told *exit.Error
	var late *underWay
	switch {
	case errors.As(err, &told):
		return told
	case errors.As(err, &late):
		return &exit.Error{Status: exit.Unknown, Message: late.Error()}
	case errors.As(err, &config):
		hint := ""
		if config.Guessed {
			hint = "--config FILE.cfg names another one"
		}
		return exit.Usagef(hint, "%s: %v", config.Name, reason(config.Err))
	case errors.As(err, &path):
		return fileError(file, err)
	}
	return err
}
