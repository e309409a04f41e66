package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
)

// A problem is one of the messages of an error, with the lines below it.
type problem struct {
	text  string
	lines []string
}

// problems takes an error of a module apart: a module may have several, and
// each has a line that it is in.
func problems(err error) []problem {
	var malformed syntax.Errors
	var evaluation *eval.Error
	switch {
	case errors.As(err, &malformed):
		var all []problem
		for _, e := range malformed {
			all = append(all, problem{e.Error(), excerpt(e.Source, e.Pos)})
		}
		return all
	case errors.As(err, &evaluation):
		lines := excerpt(evaluation.Source, evaluation.Pos)
		for _, c := range evaluation.Calls {
			text := "in " + c.Name
			if c.Pos.IsValid() {
				text += fmt.Sprintf(", used at %s of module %s", c.Pos, c.Module)
			}
			lines = append(lines, text)
		}
		return []problem{{evaluation.Error(), lines}}
	}
	return []problem{{text: err.Error()}}
}

// The widest part of a line that is shown, and how much of it comes before the
// caret at least.
const (
	widestExcerpt = 100
	beforeCaret   = 60
)

// excerpt returns a line and below it a caret under a place of it; nothing when
// they are not known. A character takes one column, whatever it is.
func excerpt(source string, at syntax.Pos) []string {
	if source == "" || !at.IsValid() {
		return nil
	}
	var line []rune
	for _, r := range strings.TrimRight(source, "\r") {
		switch {
		case r == '\t':
			r = ' '
		case !strconv.IsPrint(r):
			r = '?'
		}
		line = append(line, r)
	}
	column := min(int(at.Column)-1, len(line))
	if len(line) > widestExcerpt {
		from := min(max(column-beforeCaret, 0), len(line)-widestExcerpt)
		line, column = line[from:from+widestExcerpt], column-from
	}
	return []string{string(line), strings.Repeat(" ", max(column, 0)) + "^"}
}
