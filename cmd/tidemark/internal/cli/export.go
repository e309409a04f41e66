package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/model"
	"tidemark/model/conform"
	"tidemark/model/script"
	"tidemark/spec"
)

func runExport(_ context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("export")
	force := flags.Bool("force", false, "--force")
	if help, err := parse(env, flags, args); help || err != nil {
		return exit.OK, err
	}
	if flags.NArg() != 1 {
		return 0, exit.Usagef("tidemark export specs", "expected one directory, found %d arguments", flags.NArg())
	}
	if flags.Arg(0) == "" {
		return 0, exit.Usagef("tidemark export specs", "expected the name of a directory, found an empty word")
	}
	return exit.OK, export(env, flags.Arg(0), *force)
}

// export writes the embedded files into a directory.
func export(env *Env, dir string, force bool) error {
	summary, err := writeFiles(env, dir, exported(), force, "tidemark export --force "+argument(dir)+" overwrites it")
	if err == nil {
		fmt.Fprintln(env.Stdout, summary)
	}
	return err
}

// writeFiles writes files into a directory. It looks at all of them before it
// writes the first, so that a refusal leaves everything as it was. The hint is for
// where there is a different file already. The summary is for the last line.
func writeFiles(env *Env, dir string, all []namedFile, force bool, hint string) (summary string, err error) {
	var missing []namedFile
	for _, f := range all {
		file := filepath.Join(dir, f.name)
		old, err := readExported(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, f)
		case err != nil:
			return "", exit.Usagef("", "%s: %v", file, reason(err))
		case bytes.Equal(old, f.src):
		case force:
			missing = append(missing, f)
		default:
			return "", exit.Usagef(hint, "%s: there is a different file already; nothing was written", file)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", cantWrite(dir, err)
	}
	for _, f := range missing {
		file := filepath.Join(dir, f.name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return "", cantWrite(filepath.Dir(file), err)
		}
		err := writeWhole(file, func(w io.Writer) error {
			_, err := w.Write(f.src)
			return err
		})
		if err != nil {
			return "", err
		}
		fmt.Fprintln(env.Stdout, file)
	}
	return fmt.Sprintf("tidemark: %s written, %d were there already", model.Plural(len(missing), "file"), len(all)-len(missing)), nil
}

// A namedFile is a file to write, and where it goes.
type namedFile struct {
	name string // with slashes
	src  []byte
}

// exported lists the module, the configurations, the scripts and the examples for
// conform.
func exported() []namedFile {
	var all []namedFile
	for _, name := range spec.Files() {
		src, _ := spec.File(name)
		all = append(all, namedFile{name, src})
	}
	for _, name := range script.Library() {
		src, _ := script.Source(name)
		all = append(all, namedFile{"scripts/" + name + script.Extension, src})
	}
	for _, name := range conform.Examples() {
		src, _ := conform.Example(name)
		all = append(all, namedFile{"conform/" + name, src})
	}
	return all
}

// readExported reads a file that may be there already. Others than regular
// ones, such as a pipe, are not read: they might keep us waiting.
func readExported(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("expected a file, but it is something else")
	}
	return os.ReadFile(name)
}

// argument quotes a word for the end of a command, where it is not to be taken
// for a flag.
func argument(word string) string {
	if strings.HasPrefix(word, "-") {
		return "-- " + quote(word)
	}
	return quote(word)
}
