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

	"tidemark/model"
	"tidemark/spec/cfg"
)

//go:embed *.tla *.cfg variants/*.cfg
var files embed.FS

// module is the file of the model in TLA+.
const module = "Partition.tla"

// Files lists the embedded files: the module, then the configurations, then
// those of the variants.
func Files() []string {
	all := []string{module}
	for _, name := range names {
		all = append(all, path(name))
	}
	for _, v := range model.Variants() {
		all = append(all, path(v.Name))
	}
	return all
}

// path is the file of an embedded configuration. Those of the variants are in a
// folder of their own; it is empty where there is no such configuration.
func path(name string) string {
	if slices.Contains(names, name) {
		return name + ".cfg"
	}
	for _, v := range model.Variants() {
		if v.Name == name {
			return "variants/" + name + ".cfg"
		}
	}
	return ""
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

// Names lists the embedded configurations, without those that show a variant:
// each of [model.Variants] has one under its name.
func Names() []string { return slices.Clone(names) }

// Source returns the text of an embedded configuration file, and whether there
// is one of that name: one of [Names], or that of a variant.
func Source(name string) ([]byte, bool) {
	p := path(name)
	if p == "" {
		return nil, false
	}
	return File(p)
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
		return nil, &cfg.Error{
			Message: "there is no configuration " + name + ", expected one of " + strings.Join(names, ", ") + ", or the name of a variant",
			Hint:    cfg.DidYouMean(name, names, ""),
		}
	}
	c, err := Read(path(name), src, changes)
	if err != nil {
		return nil, err
	}
	c.Name = name
	return c, nil
}
