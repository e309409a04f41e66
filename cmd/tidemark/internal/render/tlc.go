package render

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"tidemark/explore"
	"tidemark/explore/trace"
)

// A Place says where a module defines an action, as TLC puts it: line 7, col 13 to line
// 9, col 37 of module Tiny. It is empty where that is not known.
type Place func(action string) string

// TLC writes a trace as TLC prints what it finds: the error, then each state in full.
func TLC(w io.Writer, t *trace.Trace, place Place) error {
	out := bufio.NewWriter(w)
	initially := t.Violation != nil && len(t.Steps) == 1 && t.Violation.Kind == explore.Invariant.String()
	writeTLCError(out, t.Violation, initially)
	for i := range t.Steps {
		if !initially {
			fmt.Fprintf(out, "State %d: <%s>\n", i+1, tlcAction(&t.Steps[i], place))
		}
		writeTLCState(out, t, i)
		fmt.Fprintln(out)
	}
	if l := t.Loop; l != nil {
		back := trace.Step{Action: l.Action, Args: l.Args, Rule: l.Rule}
		switch {
		case l.Action != "":
			fmt.Fprintf(out, "Back to state %d: <%s>\n", l.State, tlcAction(&back, place))
		case l.State == len(t.Steps):
			fmt.Fprintf(out, "State %d: Stuttering\n", len(t.Steps)+1)
		default:
			fmt.Fprintf(out, "Back to state %d\n", l.State)
		}
	}
	return out.Flush()
}

func writeTLCError(w io.Writer, v *trace.Violation, initially bool) {
	if v == nil {
		return
	}
	switch v.Kind {
	case explore.Invariant.String():
		if initially {
			fmt.Fprintf(w, "Error: Invariant %s is violated by the initial state:\n", v.Property)
			return
		}
		fmt.Fprintf(w, "Error: Invariant %s is violated.\n", v.Property)
	case explore.StepProperty.String():
		fmt.Fprintf(w, "Error: Action property %s is violated.\n", v.Property)
	case explore.Deadlock.String():
		fmt.Fprint(w, "Error: Deadlock reached.\n")
	case EvaluationKind:
		fmt.Fprintf(w, "Error: %s\n", v.Reason)
	default:
		fmt.Fprintf(w, "Error: Temporal property %s was violated.\n\nError: The following behavior constitutes a counter-example:\n\n", v.Property)
		return
	}
	fmt.Fprint(w, "Error: The behavior up to this point is:\n")
}

// tlcAction names a step as TLC does.
func tlcAction(s *trace.Step, place Place) string {
	if s.Action == "" {
		return "Initial predicate"
	}
	text := s.Action + arguments(s)
	if at := placeOf(s, place); at != "" {
		text += " " + at
	}
	return text
}

// placeOf is where an action is defined: what a step of a module says, or else what
// place does.
func placeOf(s *trace.Step, place Place) string {
	if placePattern.MatchString(s.Rule) {
		return s.Rule
	}
	if place == nil {
		return ""
	}
	return place(s.Action)
}

var placePattern = regexp.MustCompile(`^line (\d+), col (\d+) to line (\d+), col (\d+) of module (\w+)$`)

// Call is a step's action with its arguments.
func Call(s *trace.Step) string { return s.Action + arguments(s) }

// arguments writes those of a step, in brackets; nothing when it has none.
func arguments(s *trace.Step) string {
	var args []string
	for _, a := range s.Args {
		args = append(args, a.Value.String())
	}
	if len(args) == 0 {
		return ""
	}
	return "(" + strings.Join(args, ", ") + ")"
}

func writeTLCState(w io.Writer, t *trace.Trace, i int) {
	for v, name := range t.Vars {
		if len(t.Vars) > 1 {
			fmt.Fprint(w, "/\\ ")
		}
		fmt.Fprintf(w, "%s = %s\n", name, tlcWrapped(t.Steps[i].State[v], tlcWidth, 0, 0))
	}
}

// tlcWidth is how many columns TLC gives a value before it breaks it into lines.
const tlcWidth = 80

// tlcWrapped writes a value as TLC does: where it does not fit, each of its parts has a
// line of its own. room is the width, of which the last line leaves trailer free;
// margin is the column.
func tlcWrapped(v trace.Value, room, trailer, margin int) string {
	text := v.String()
	if utf8.RuneCountInString(text) <= room-trailer || len(v.Elems()) == 0 {
		return text
	}
	b := bracketsOf(v.Kind())
	b.open, b.end = b.open+" ", " "+b.end
	room, trailer, margin = room-len(b.open), trailer+len(b.end), margin+len(b.open)
	var out strings.Builder
	out.WriteString(b.open)
	last := len(v.Elems()) - 1
	for i, e := range v.Elems() {
		keep := trailer
		if i < last {
			keep = len(b.separator)
		}
		if b.pair == "" {
			out.WriteString(tlcWrapped(e, room, keep, margin))
		} else {
			out.WriteString(tlcPair(v, i, b.pair, room, keep, margin))
		}
		if i < last {
			out.WriteString(b.separator + "\n" + strings.Repeat(" ", margin))
		}
	}
	out.WriteString(b.end)
	return out.String()
}

// tlcPair writes an entry of a function or a record.
func tlcPair(v trace.Value, i int, sign string, room, trailer, margin int) string {
	key, e := keyText(v, i), v.Elems()[i]
	if utf8.RuneCountInString(key+sign+" "+e.String()) <= room-trailer {
		return key + sign + " " + e.String()
	}
	const deeper = 4
	return key + sign + "\n" + strings.Repeat(" ", margin+deeper) + tlcWrapped(e, room-deeper, trailer, margin+deeper)
}

// A location is a place in numbers.
type location struct {
	BeginLine   int    `json:"beginLine"`
	BeginColumn int    `json:"beginColumn"`
	EndLine     int    `json:"endLine"`
	EndColumn   int    `json:"endColumn"`
	Module      string `json:"module"`
}

// locationOf reads a place; nil when there is none.
func locationOf(place string) *location {
	m := placePattern.FindStringSubmatch(place)
	if m == nil {
		return nil
	}
	var n [4]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1])
	}
	return &location{n[0], n[1], n[2], n[3], m[5]}
}
