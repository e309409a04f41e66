package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore"
	"tidemark/explore/trace"
)

// WriteQuestion writes what is about to be searched.
func WriteQuestion(w io.Writer, r *Run) error {
	out := bufio.NewWriter(w)
	verb := "checking"
	if r.Command == "simulate" {
		verb = "simulating"
	}
	fmt.Fprintf(out, "%s %s\n", verb, r.subject())
	r.writeConstants(out)
	line(out, "properties", r.Checks.String())
	if len(r.NotChecked) > 0 {
		line(out, "not checked", render.Joined(r.NotChecked, 84)+": only a search for liveness could tell")
	}
	line(out, "search", r.search())
	if r.Reduced {
		line(out, "reduced", r.reduced())
	}
	if r.Reproduce != "" {
		line(out, "again", r.Reproduce)
	}
	return out.Flush()
}

func (r *Run) writeConstants(w io.Writer) {
	var constants []string
	for _, c := range r.Constants {
		constants = append(constants, fmt.Sprintf("%s = %s", c.Name, c.Value))
	}
	if len(constants) > 0 {
		line(w, "constants", render.Joined(constants, 84))
	}
}

// line writes a line of a table of two columns; further lines of the text
// align with the first.
func line(w io.Writer, title, text string) {
	fmt.Fprintf(w, "  %-11s  %s\n", title, strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", 15)))
}

// String counts the properties.
func (c Checks) String() string {
	text := plural(uint64(c.Invariants), "invariant") + ", " + plural(uint64(c.Steps), "step property")
	if c.Deadlock {
		text += ", absence of deadlock"
	}
	if c.Constraints > 0 {
		text += "; " + plural(uint64(c.Constraints), "constraint")
	}
	if c.Assumptions > 0 {
		text += "; " + plural(uint64(c.Assumptions), "assumption")
	}
	if c.Postconditions > 0 {
		text += "; " + plural(uint64(c.Postconditions), "postcondition")
	}
	return text
}

func (r *Run) search() string {
	parts := []string{plural(uint64(r.Workers), "worker")}
	if r.Command == "check" {
		store := [...]string{explore.Exact: "exact store", explore.Hash: "64-bit hash store", explore.Disk: "exact store on disk"}[r.Store]
		symmetry := "no symmetry"
		if r.Symmetry {
			symmetry = "symmetry: orbits are counted"
		}
		parts = append(parts, store, symmetry)
		if r.View {
			parts = append(parts, "view: states that look alike are one")
		}
	}
	if r.Limits.Walks > 0 {
		parts = append(parts, plural(r.Limits.Walks, "random behaviour"))
	}
	if r.Limits.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth at most %s", group(uint64(r.Limits.Depth))))
	}
	if r.Limits.States > 0 {
		parts = append(parts, fmt.Sprintf("up to %s", plural(r.Limits.States, "distinct "+r.unit())))
	}
	if r.Limits.Bytes > 0 {
		what := "store at most "
		if r.Store == explore.Disk {
			what = "memory at most "
		}
		parts = append(parts, what+size(r.Limits.Bytes))
	}
	if r.Limits.Time != "" {
		parts = append(parts, fmt.Sprintf("at most %s", r.Limits.Time))
	}
	return render.Joined(parts, 84)
}

// reduced names what the states lack.
func (r *Run) reduced() string {
	if len(r.Reductions) == 0 {
		return "nothing: what is checked reads all there is"
	}
	var without []string
	for _, part := range r.Reductions {
		without = append(without, part.Name+": "+part.Why)
	}
	return "without " + strings.Join(without, "\nwithout ")
}

// WriteAnswer writes what a search found: the counterexamples, the counts and
// warnings, and on the last line the verdict. quiet leaves out the counts and
// warnings. style is that of the counterexamples.
func WriteAnswer(w io.Writer, r *Run, quiet bool, style render.Style) error {
	style.Module = r.Module != ""
	for i, t := range r.Traces {
		style.NoLegend = i > 0
		if err := writeTrace(w, r, i, t, style); err != nil {
			return err
		}
	}
	if err := writeFault(w, r, style); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if !quiet {
		if !r.NoBehaviour {
			r.writeCounts(out)
		}
		if r.Coverage {
			r.writeCoverage(out)
		}
		for _, text := range r.Warnings {
			line(out, "warning", text)
		}
		if r.Resume != "" {
			line(out, "to go on", r.Resume)
		}
	}
	fmt.Fprintln(out, r.Verdict())
	return out.Flush()
}

func writeTrace(w io.Writer, r *Run, i int, t trace.Trace, style render.Style) error {
	v := &r.Result.Violations[i]
	heading := fmt.Sprintf("%s is violated; a behaviour of %s shows it:", name(v), plural(uint64(len(v.Path)), "state"))
	if r.Command == "check" {
		heading = fmt.Sprintf("%s is violated; a shortest behaviour that shows it has %s:", name(v), plural(uint64(len(v.Path)), "state"))
	}
	if r.Kinds != nil && i > 0 {
		heading = fmt.Sprintf("Another one, number %d of %d that differ in kind:", i+1, r.Kinds.Found)
	}
	if len(v.Path) == 0 {
		heading = fmt.Sprintf("%s is violated; %s before its trace was rebuilt", name(v), r.Reason())
	}
	if _, err := fmt.Fprintf(w, "\n%s\n", heading); err != nil || len(v.Path) == 0 {
		return err
	}
	return render.Trace(w, t, style)
}

func (r *Run) writeCounts(w io.Writer) {
	res := r.Result
	fmt.Fprintln(w)
	line(w, "generated", plural(res.Generated, "state"))
	if r.Command == "check" {
		line(w, "distinct", plural(res.Distinct, r.unit())+r.queue())
	}
	line(w, "depth", group(uint64(res.Depth)))
	if d := res.OutDegree; d.Max > 0 {
		line(w, "out-degree", fmt.Sprintf("%.1f on average, %d to %d, 95%% at most %d", d.Mean, d.Min, d.Max, d.P95))
	}
	if res.Retrace != nil {
		line(w, "trace", fmt.Sprintf("took a second search: %s generated, %s distinct", group(res.Retrace.Generated), group(res.Retrace.Distinct)))
	}
	counted, what := res.Distinct, "distinct "+r.unit()+"s"
	if r.Command == "simulate" {
		counted, what = res.Generated, "states"
	}
	line(w, "time", fmt.Sprintf("%s, %s %s/s", r.elapsed(), group(uint64(perSecond(counted, r.Before+r.Seconds))), what))
	if res.Bytes > 0 && res.Distinct > 0 {
		line(w, "memory", fmt.Sprintf("%s, %.1f bytes per distinct %s", size(res.Bytes), float64(res.Bytes)/float64(res.Distinct), r.unit()))
	}
	if res.DiskBytes > 0 {
		line(w, "disk", size(res.DiskBytes)+" of files at most, removed")
	}
	if res.Omission > 0 {
		line(w, "omission", probability(res.Omission)+" is the probability that the hash store took two states for one")
	}
}

// elapsed is the time that the search took.
func (r *Run) elapsed() string {
	if r.Before == 0 {
		return elapsed(r.Seconds)
	}
	return fmt.Sprintf("%s since the checkpoint and %s before it", elapsed(r.Seconds), elapsed(r.Before))
}

// queue says what was left to search. Of a violation that is not known when
// the memory may have run out in the second search, for the trace.
func (r *Run) queue() string {
	switch {
	case r.queueKnown():
		return ", " + group(r.Result.Queue) + " left on the queue"
	case r.Result.Verdict == explore.Violated:
		return ""
	}
	return ", " + notKept
}

func (r *Run) writeCoverage(w io.Writer) {
	if r.Command == "simulate" {
		fmt.Fprintf(w, "  %-19s  %15s\n", "coverage", "generated")
		for _, a := range r.Result.Actions {
			fmt.Fprintf(w, "    %-17s  %15s\n", a.Name, group(a.Generated))
		}
		return
	}
	fmt.Fprintf(w, "  %-19s  %15s  %15s\n", "coverage", "generated", "found first")
	for _, a := range r.Result.Actions {
		fmt.Fprintf(w, "    %-17s  %15s  %15s\n", a.Name, group(a.Generated), group(a.Distinct))
	}
}
