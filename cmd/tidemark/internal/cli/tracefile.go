package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore/trace"
)

// checkTraceOut finds out before a search whether its trace can be written.
func (o *output) checkTraceOut() error {
	if !o.flags.Changed("trace-out") {
		return nil
	}
	name := o.traceOut
	if !strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".itf.json") {
		return exit.Usagef("--trace-out trace.json", "--trace-out: expected a file whose name ends in .json (but not in .itf.json, another format), found %q", name)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return exit.Usagef("", "--trace-out: expected a file, but %s is something else", name)
	}
	temp, err := createBeside(name)
	if err != nil {
		return exit.Usagef("", "--trace-out: can't write %s: %v", name, reason(err))
	}
	temp.Close()
	return os.Remove(temp.Name())
}

// writeTraceOut writes the first of the traces that a search has found, if a
// file was asked for. The file is there as a whole or not at all.
func (o *output) writeTraceOut(traces []trace.Trace) error {
	if o.traceOut == "" || len(traces) == 0 || len(traces[0].Steps) == 0 {
		return nil
	}
	temp, err := createBeside(o.traceOut)
	if err == nil {
		defer os.Remove(temp.Name()) // it is gone already when all went well
		err = errors.Join(trace.WriteJSON(temp, traces[0]), temp.Chmod(0o644), temp.Close())
	}
	if err == nil {
		err = os.Rename(temp.Name(), o.traceOut)
	}
	if err != nil {
		return &exit.Error{Status: exit.Internal, Message: "can't write " + o.traceOut + ": " + reason(err).Error()}
	}
	return nil
}

// staleTrace warns of a file that an earlier run has left, where this one has
// nothing to write.
func (o *output) staleTrace(traces []trace.Trace) []string {
	if o.traceOut == "" || len(traces) > 0 {
		return nil
	}
	if _, err := os.Stat(o.traceOut); err != nil {
		return nil
	}
	return []string{"nothing was violated, so " + o.traceOut + " was not written; it is older than this run"}
}

// createBeside makes a new file in the directory of another.
func createBeside(name string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(name), ".tidemark-*.json")
}

// reason is what the system said about a file, without its name.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
