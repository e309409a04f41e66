package cli

import (
	"path/filepath"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore/trace"
	"tidemark/model/script"
)

// maxTrace bounds a file with a trace; package trace bounds how many values it has.
const maxTrace = 16 << 20

// readTrace reads a trace: from a file in our JSON or in the Informal Trace Format,
// or from a script, which is replayed under its header's variants and these.
func readTrace(name string, variants []string) (trace.Trace, error) {
	if _, embedded := script.Source(name); embedded || filepath.Ext(name) == script.Extension {
		return replayed(name, variants)
	}
	if len(variants) > 0 {
		return trace.Trace{}, exit.Usagef("", "--variant: expected a script, which it is for, found %s", name)
	}
	src, err := readFileUpTo(name, maxTrace)
	if err != nil {
		return trace.Trace{}, err
	}
	return trace.Read(name, src)
}

// replayed is what a script does, as a trace.
func replayed(name string, variants []string) (trace.Trace, error) {
	if err := checkVariants(variants); err != nil {
		return trace.Trace{}, err
	}
	s, err := readScript(name)
	if err != nil {
		return trace.Trace{}, err
	}
	t, err := script.Trace(s, variants...)
	if err != nil {
		return t, cantReplay(s, variants, err)
	}
	t.Source.Configuration = name
	return t, nil
}
