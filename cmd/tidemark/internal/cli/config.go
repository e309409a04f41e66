package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
	"tidemark/spec/cfg"
)

// defaultConfiguration is what is checked when none is named.
const defaultConfiguration = "default"

// A selection is a configuration and the changes to it, from the command line.
type selection struct {
	flags                            *pflag.FlagSet
	set                              []string
	variants, invariants, properties []string
}

// selectionFlags adds the flags that change a configuration.
func selectionFlags(flags *pflag.FlagSet) *selection {
	s := &selection{flags: flags}
	flags.StringArrayVar(&s.set, "set", nil, "--set MaxRecords=2")
	flags.Var(names{&s.variants}, "variant", "--variant count-before-fsync")
	flags.Var(names{&s.invariants}, "invariant", "--invariant TypeOK")
	flags.Var(names{&s.properties}, "property", "--property HWNeverDecreases")
	return s
}

// changes returns what the flags change. A list that is given but empty
// replaces the file's.
func (s *selection) changes() spec.Changes {
	c := spec.Changes{Set: s.set, Variants: s.variants}
	if s.flags.Changed("invariant") {
		c.Invariants = append([]string{}, s.invariants...)
	}
	if s.flags.Changed("property") {
		c.Properties = append([]string{}, s.properties...)
	}
	return c
}

// name is the configuration that the arguments name.
func (s *selection) name() string {
	if s.flags.NArg() == 0 {
		return defaultConfiguration
	}
	return s.flags.Arg(0)
}

// load reads the configuration and makes its model.
func (s *selection) load() (*spec.Configuration, *model.Model, error) {
	if err := atMost(1, s.flags, "at most one configuration"); err != nil {
		return nil, nil, err
	}
	c, err := s.read()
	if err != nil {
		return nil, nil, err
	}
	m, err := c.Model()
	if err != nil {
		return nil, nil, err
	}
	return c, m, nil
}

func (s *selection) read() (*spec.Configuration, error) {
	name := s.name()
	switch ext := filepath.Ext(name); {
	case name == "":
		return nil, exit.Usagef("tidemark list configurations", "expected the name of a configuration or a .cfg file, found an empty word")
	case ext == ".cfg":
		src, err := readFile(name)
		if err != nil {
			return nil, err
		}
		return spec.Read(name, src, s.changes())
	case ext == ".tla":
		return nil, exit.Usagef("tidemark check "+quote(name), "%s: expected the name of an embedded configuration or of a .cfg file, found a TLA+ module", name)
	case strings.ContainsAny(name, `/\`) || ext != "":
		return nil, exit.Usagef("a file's name ends in .cfg", "%s: expected the name of an embedded configuration or of a .cfg file", name)
	}
	c, err := spec.Load(name, s.changes())
	var unknown *cfg.Error
	if _, known := spec.Source(name); !known && errors.As(err, &unknown) && unknown.Hint == "" {
		unknown.Hint = "tidemark list configurations says what each is for; a file's name ends in .cfg"
	}
	return c, err
}

// readFile reads a file that the command line names.
func readFile(name string) ([]byte, error) { return readFileUpTo(name, cfg.MaxSize) }

// readFileUpTo reads a file of at most so many bytes.
func readFileUpTo(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case name == "":
		return nil, exit.Usagef("", "expected the name of a file, found an empty one")
	case err != nil:
		return nil, fileError(name, err)
	case info.IsDir():
		return nil, exit.Usagef("", "%s: expected a file, found a directory", name)
	case !info.Mode().IsRegular(): // it might keep us waiting, deaf to signals
		return nil, exit.Usagef("", "%s: expected a file, but it is something else", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fileError(name, err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fileError(name, err)
	}
	if int64(len(src)) > most {
		return nil, &exit.Error{Status: exit.Configuration, Message: fmt.Sprintf("%s: expected at most %d MiB, found more", name, most>>20)}
	}
	return src, nil
}

// fileError says in plain words why a file can't be used.
func fileError(name string, err error) error {
	hint := ""
	if errors.Is(err, fs.ErrNotExist) && filepath.Ext(name) == ".cfg" {
		if _, embedded := spec.Source(strings.TrimSuffix(name, ".cfg")); embedded {
			hint = fmt.Sprintf("the embedded configuration is named without .cfg: %s", strings.TrimSuffix(name, ".cfg"))
		}
	}
	return exit.Usagef(hint, "%s: %v", name, reason(err))
}

// count counts the properties of a kind.
func count(properties []model.Property, kind explore.Kind) int {
	n := 0
	for _, p := range properties {
		if p.Kind == kind {
			n++
		}
	}
	return n
}
