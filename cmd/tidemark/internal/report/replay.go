package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tidemark/model/script"
)

// Layout of a replay.
const (
	replayWidth  = 110 // columns that notes are wrapped to
	widestVerbs  = 30  // a longer command gets a line of its own
	replayIndent = "    "
)

// WriteReplay writes what became of each line of a script, and on the last line
// the verdict.
func WriteReplay(w io.Writer, res *script.Result, h *script.Header) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: replicas %s, replica.lag.time.max.ms %d, min.insync.replicas %d", res.File, strings.Join(h.Replicas, " "), h.LagMax, h.MinISR)
	if len(res.Variants) > 0 {
		fmt.Fprintf(out, ", variant %s", strings.Join(res.Variants, " "))
	}
	fmt.Fprintln(out)
	times, commands := 0, 0
	for i := range res.Outcomes {
		o := &res.Outcomes[i]
		times = max(times, len(timeOf(o)))
		if n := utf8.RuneCountInString(o.Command); n <= widestVerbs {
			commands = max(commands, n)
		}
	}
	for i := range res.Outcomes {
		o := &res.Outcomes[i]
		failed := res.Failure != nil && i == len(res.Outcomes)-1
		writeOutcome(out, o, times, commands, failed)
	}
	fmt.Fprintln(out, replayVerdict(res))
	return out.Flush()
}

// timeOf is when a command happened; an EXPECT has no time.
func timeOf(o *script.Outcome) string {
	if o.Expectation {
		return ""
	}
	return fmt.Sprintf("t=%d", o.Time)
}

func writeOutcome(out io.Writer, o *script.Outcome, times, commands int, failed bool) {
	margin := strings.Repeat(" ", times+2+commands+2)
	line := fmt.Sprintf("%-*s  %-*s  ", times, timeOf(o), commands, o.Command)
	notes := o.Notes
	switch {
	case o.Expectation && failed:
		notes = []string{"failed"}
	case o.Expectation:
		notes = []string{"ok"}
	case o.Refusal != nil:
		notes = append(notes, "refused: "+o.Refusal.String())
	}
	if utf8.RuneCountInString(o.Command) > commands && len(notes) > 0 {
		fmt.Fprintln(out, strings.TrimRight(line, " "))
		line = margin
	}
	for i, note := range notes {
		if i < len(notes)-1 {
			note += ";"
		}
		switch used := utf8.RuneCountInString(line) + utf8.RuneCountInString(note); {
		case i == 0:
			line += note
		case used < replayWidth:
			line += " " + note
		default:
			fmt.Fprintln(out, line)
			line = margin + note
		}
	}
	fmt.Fprintln(out, strings.TrimRight(line, " "))
	if o.Status != nil {
		writeStatus(out, o.Status)
	}
	for _, v := range o.Violations {
		fmt.Fprintf(out, "%sviolated: %s (%s): %s\n", replayIndent, v.Property, v.Kind, v.Reason)
	}
}

// writeStatus writes what there is to see, one replica in each row.
func writeStatus(out io.Writer, s *script.Status) {
	charge, admitted := "", "accepted"
	if !s.InCharge {
		charge = " (not in charge)"
	}
	if !s.AcksAll {
		admitted = "refused"
	}
	fmt.Fprintf(out, "%sleader %s%s, leader epoch %d, controller epoch %d; ISR %s; HW %d; acks=all %s: %s\n", replayIndent,
		s.Leader, charge, s.Epoch, s.ControllerEpoch, strings.Join(s.ISR, " "), s.HW, admitted, s.Admission)
	rows := [][]string{{"replica", "role", "in ISR", "epoch", "LEO", "applied HW", "durable", "lease", "known LEO", "caught up", "catch-up", "log", "committed data"}}
	for i := range s.Replicas {
		rows = append(rows, statusRow(&s.Replicas[i]))
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, row := range rows {
		line := replayIndent
		for i, c := range row {
			line += fmt.Sprintf("%-*s  ", widths[i], c)
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}

func statusRow(r *script.ReplicaStatus) []string {
	number := func(n int) string { return fmt.Sprint(n) }
	in, known, caughtUp, how := "no", "-", "-", "-"
	if r.InISR {
		in = "yes"
	}
	if r.CatchUp != "" {
		known, caughtUp, how = number(r.KnownLEO), r.CaughtUp, r.CatchUp
	}
	return []string{r.Name, r.Role, in, number(r.Epoch), number(r.LEO), number(r.AppliedHW), number(r.Durable), number(r.Lease),
		known, caughtUp, how, orDash(r.Log), orDash(r.Committed)}
}

func orDash(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

// replayVerdict is the last line of a replay's text.
func replayVerdict(res *script.Result) string {
	if f := res.Failure; f != nil {
		what := "failed"
		if f.Refused {
			what = "refused"
		}
		text := fmt.Sprintf("tidemark: %s: %s:%d:%d: %s: %s", what, res.File, f.Row, f.Column, f.Command, f.Message)
		if f.After != "" {
			text += "; after " + f.After
		}
		return text
	}
	if !res.Passed() {
		v := res.Violations[0]
		return fmt.Sprintf("tidemark: violated: %s (%s) by line %d: %s", v.Property, v.Kind, v.Row, v.Reason)
	}
	text := fmt.Sprintf("tidemark: passed: %s, %s met", plural(uint64(len(res.Outcomes)-res.Expectations), "command"), plural(uint64(res.Expectations), "expectation"))
	if len(res.Violations) > 0 {
		var names []string
		for _, v := range res.Violations {
			names = append(names, v.Property)
		}
		text += "; violated: " + strings.Join(names, ", ")
	}
	return text
}
