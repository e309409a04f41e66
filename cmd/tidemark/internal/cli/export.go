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

// export writes the embedded files into a directory. It looks at all of them
// before it writes the first, so that a refusal leaves everything as it was.
func export(env *Env, dir string, force bool) error {
	var missing []string
	for _, name := range spec.Files() {
		src, _ := spec.File(name)
		file := filepath.Join(dir, name)
		old, err := readExported(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, name)
		case err != nil:
			return exit.Usagef("", "%s: %v", file, reason(err))
		case bytes.Equal(old, src):
		case force:
			missing = append(missing, name)
		default:
			return exit.Usagef("tidemark export --force "+argument(dir)+" overwrites it", "%s: there is a different file already; nothing was written", file)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return cantWrite(dir, err)
	}
	for _, name := range missing {
		src, _ := spec.File(name)
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return cantWrite(filepath.Dir(file), err)
		}
		err := writeWhole(file, func(w io.Writer) error {
			_, err := w.Write(src)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(env.Stdout, file)
	}
	fmt.Fprintf(env.Stdout, "tidemark: %d files written, %d were there already\n", len(missing), len(spec.Files())-len(missing))
	return nil
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
