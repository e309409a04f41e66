package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"tidemark/model"
	"tidemark/model/script"
)

// The manifest's file, and its form.
const (
	manifestName   = "manifest.json"
	manifestSchema = "tidemark-scripts/1"
)

// A manifest says what scripts are there, and how to make them again.
type manifest struct {
	Schema  string           `json:"schema"`
	Command string           `json:"command"`
	Scripts []manifestScript `json:"scripts"`
}

type manifestScript struct {
	File   string   `json:"file"`
	Covers []string `json:"covers"`
}

// files are the scripts with their names, and the manifest.
func (g *generation) files(scripts []script.Generated) ([]namedFile, error) {
	what := g.cover
	if what == "" {
		what = "random"
	}
	m := manifest{Schema: manifestSchema, Command: g.command()}
	var files []namedFile
	width := len(fmt.Sprint(len(scripts)))
	for i, s := range scripts {
		name := fmt.Sprintf("%s-%0*d%s", what, width, i+1, script.Extension)
		files = append(files, namedFile{name, []byte(s.Script.String())})
		m.Scripts = append(m.Scripts, manifestScript{name, s.Covers})
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(m); err != nil {
		return nil, err
	}
	return append(files, namedFile{manifestName, b.Bytes()}), nil
}

// write writes the files and, with --force, removes the scripts that an earlier run
// has left: someone who takes all scripts of the directory means those of one run.
func (g *generation) write(env *Env, files []namedFile) error {
	var left []string
	if g.force {
		left = leftovers(g.out, files)
	}
	summary, err := writeFiles(env, g.out, files, g.force, "--force overwrites it")
	if err != nil {
		return err
	}
	for _, file := range left {
		if err := os.Remove(file); err != nil {
			return fileError(file, err)
		}
		fmt.Fprintf(env.Stdout, "%s removed\n", file)
	}
	if len(left) > 0 {
		summary += ", " + model.Plural(len(left), "older one") + " removed"
	}
	fmt.Fprintln(env.Stdout, summary)
	return nil
}

// leftovers are the scripts that the manifest in a directory names and that are not
// among the files to write there. There are none where the manifest is not ours.
func leftovers(dir string, files []namedFile) []string {
	src, err := readExported(filepath.Join(dir, manifestName))
	var m manifest
	if err != nil || json.Unmarshal(src, &m) != nil || m.Schema != manifestSchema {
		return nil
	}
	var left []string
	for _, s := range m.Scripts {
		made := slices.ContainsFunc(files, func(f namedFile) bool { return f.name == s.File })
		file := filepath.Join(dir, s.File)
		info, err := os.Lstat(file)
		if !made && err == nil && info.Mode().IsRegular() && filepath.Base(s.File) == s.File && filepath.Ext(s.File) == script.Extension {
			left = append(left, file)
		}
	}
	return left
}
