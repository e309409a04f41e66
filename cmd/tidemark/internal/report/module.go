package report

import (
	"fmt"
	"io"
	"strings"

	"tidemark/cmd/tidemark/internal/render"
)

// postcondition is the kind of a violation that only a module's configuration
// can ask about.
const postcondition = "postcondition"

// subject names what is searched.
func (r *Run) subject() string {
	if r.Module == "" {
		return r.Configuration
	}
	return r.Module + " with " + r.Configuration
}

// notChecked names what a search can't tell.
func (r *Run) notChecked() string {
	if len(r.NotChecked) == 1 {
		return r.NotChecked[0] + " is not checked: it needs liveness"
	}
	return strings.Join(r.NotChecked, ", ") + " are not checked: they need liveness"
}

// leftOut says what a verdict that holds does not cover.
func (r *Run) leftOut() string {
	if len(r.NotChecked) == 0 {
		return ""
	}
	return ", safety only: " + r.notChecked()
}

// writeFault writes the behaviour that leads to what can't be evaluated.
func writeFault(w io.Writer, r *Run, style render.Style) error {
	f := r.Fault
	if f == nil || f.Trace == nil {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\n%s can't be evaluated; this behaviour of %s leads there:\n", f.What, plural(uint64(len(f.Trace.Steps)), "state")); err != nil {
		return err
	}
	return render.Trace(w, *f.Trace, style)
}
