package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore/trace"
	"tidemark/model/script"
	"tidemark/spec/tla"
)

// checkTraceOut finds out before a search whether its trace can be written.
func (o *output) checkTraceOut() error {
	if !o.flags.Changed("trace-out") {
		return nil
	}
	_, err := checkTraceFile("trace-out", o.traceOut)
	return err
}

// checkTraceFile returns the format of a file that a flag names, and an error
// when no trace can be written there.
func checkTraceFile(flag, name string) (form, error) {
	f, known := formOf(name)
	if !known {
		return f, exit.Usagef("--"+flag+" trace.json", "--%s: expected a file whose name ends in %s, found %q", flag, alternatives(formEndings()), name)
	}
	if f.ending == module.Extension {
		if err := render.CheckTLA(name); err != nil {
			return f, exit.Usagef("--"+flag+" Trace.tla", "--%s: %v", flag, err)
		}
		if own := strings.TrimSuffix(filepath.Base(name), module.Extension); tla.IsStandard(own) {
			return f, exit.Usagef("--"+flag+" Trace.tla", "--%s: expected another name than that of the standard module %s", flag, own)
		}
	}
	return f, writable(flag, name)
}

// writable returns an error when the file that a flag names can't be written.
func writable(flag, name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return exit.Usagef("", "--%s: expected a file, but %s is something else", flag, name)
	}
	temp, err := createBeside(name)
	if err != nil {
		return exit.Usagef("", "--%s: can't write %s: %v", flag, name, reason(err))
	}
	temp.Close()
	return os.Remove(temp.Name())
}

// writeTraceOut writes the first of the traces that a search has found, if a
// file was asked for. The file is there as a whole or not at all.
func (o *output) writeTraceOut(traces []trace.Trace) error {
	f, named := formOf(o.traceOut)
	if !named || !written(traces) {
		return nil
	}
	return writeWhole(o.traceOut, func(w io.Writer) error { return f.write(w, &traces[0], manner{o.traceOut, o.shown.plain()}) })
}

// writeScript writes a trace as a script.
func writeScript(w io.Writer, t *trace.Trace) error {
	s, err := script.FromTrace(t)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, s.String())
	return err
}

// writeWhole writes a file, of which nothing is there when that fails.
func writeWhole(name string, write func(io.Writer) error) error {
	temp, err := createBeside(name)
	if err == nil {
		defer os.Remove(temp.Name()) // it is gone already when all went well
		err = errors.Join(write(temp), temp.Chmod(0o644), temp.Close())
	}
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return cantWrite(name, err)
	}
	return nil
}

// cantWrite says why a file was not written.
func cantWrite(name string, err error) error {
	return &exit.Error{Status: exit.Internal, Message: "can't write " + name + ": " + reason(err).Error()}
}

// written reports whether there is a trace to write: a violation has none when
// the search was ended before it was rebuilt.
func written(traces []trace.Trace) bool { return len(traces) > 0 && len(traces[0].Steps) > 0 }

// staleTrace warns where there is nothing to write: of a file that an earlier
// run has left, and of a trace that is missing.
func (o *output) staleTrace(traces []trace.Trace) []string {
	if o.traceOut == "" || written(traces) {
		return nil
	}
	text := "nothing was violated, so " + o.traceOut + " was not written"
	if len(traces) > 0 {
		text = "the trace was not rebuilt, so " + o.traceOut + " was not written"
	}
	if _, err := os.Stat(o.traceOut); err == nil {
		return []string{text + "; it is older than this run"}
	}
	if len(traces) == 0 {
		return nil // no file is what one expects
	}
	return []string{text}
}

// createBeside makes a new file in the directory of another.
func createBeside(name string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(name), ".tidemark-*")
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
