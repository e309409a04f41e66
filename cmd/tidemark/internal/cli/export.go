package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
	return exit.OK, export(env, flags.Arg(0), *force)
}

// export writes the embedded files into a directory. It looks at all of them
// before it writes the first, so that a refusal leaves everything as it was.
func export(env *Env, dir string, force bool) error {
	var missing []string
	for _, name := range spec.Names() {
		src, _ := spec.Source(name)
		file := filepath.Join(dir, name+".cfg")
		old, err := os.ReadFile(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, name)
		case err != nil:
			return exit.Usagef("", "%s: %v", file, reason(err))
		case bytes.Equal(old, src):
		case force:
			missing = append(missing, name)
		default:
			return exit.Usagef("tidemark export --force "+quote(dir)+" overwrites it", "%s: there is a different file already; nothing was written", file)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return exit.Usagef("", "%s: %v", dir, reason(err))
	}
	for _, name := range missing {
		src, _ := spec.Source(name)
		file := filepath.Join(dir, name+".cfg")
		if err := os.WriteFile(file, src, 0o644); err != nil {
			return exit.Usagef("", "%s: %v", file, reason(err))
		}
		fmt.Fprintln(env.Stdout, file)
	}
	fmt.Fprintf(env.Stdout, "tidemark: %d files written, %d were there already\n", len(missing), len(spec.Names())-len(missing))
	return nil
}
