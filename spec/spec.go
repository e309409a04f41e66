// Package spec holds the TLA+ module of the model and the configurations that
// come with it, and binds a TLC configuration file to the native model.
//
// The embedded files are listed by [Names]. [Load] reads one of them and
// [Read] any other file: constants become the model's bounds, names become the
// properties of package invariants. What the native model can't honour is an
// error that says so, with the place in the file; nothing is ignored.
package spec

import (
	"embed"
	"slices"
	"strings"

	"tidemark/spec/cfg"
)

//go:embed *.tla *.cfg
var files embed.FS

// module is the file of the model in TLA+.
const module = "Partition.tla"

// Files lists the embedded files: the module, then the configurations.
func Files() []string {
	all := []string{module}
	for _, name := range names {
		all = append(all, name+".cfg")
	}
	return all
}

// File returns the text of one of [Files], and whether there is one of that
// name.
func File(name string) ([]byte, bool) {
	src, err := files.ReadFile(name)
	return src, err == nil
}

// names lists the embedded configurations in the order in which they are
// shown.
var names = []string{"small", "default", "elections", "crashes", "retention", "lease", "durable", "lossy", "bookkeeping"}

// Names lists the embedded configurations.
func Names() []string { return slices.Clone(names) }

// Source returns the text of an embedded configuration file, and whether there
// is one of that name.
func Source(name string) ([]byte, bool) {
	if !slices.Contains(names, name) {
		return nil, false
	}
	return File(name + ".cfg")
}

// Summary returns one sentence about an embedded configuration: the first line
// of its file, a comment. It is empty when there is none of that name.
func Summary(name string) string {
	src, _ := Source(name)
	line, _, _ := strings.Cut(string(src), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, `\*`))
}

// Load reads an embedded configuration. An error is a *[cfg.Error].
func Load(name string, changes Changes) (*Configuration, error) {
	src, ok := Source(name)
	if !ok {
		hint := ""
		if near := cfg.Nearest(name, names); near != "" {
			hint = "did you mean " + near + "?"
		}
		return nil, &cfg.Error{
			Message: "there is no configuration " + name + ", expected one of " + strings.Join(names, ", "),
			Hint:    hint,
		}
	}
	c, err := Read(name+".cfg", src, changes)
	if err != nil {
		return nil, err
	}
	c.Name = name
	return c, nil
}
