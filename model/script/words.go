package script

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A word is a piece of a line between blanks.
type word struct {
	text   string
	column int // in characters, from 1
}

// A reader reads the words of one line.
type reader struct {
	file    string
	row     int
	words   []word
	comment string
	end     int // column after the last word
}

// errorAt is an error at a column of the line.
func (r *reader) errorAt(column int, hint, format string, args ...any) error {
	return &Error{r.file, r.row, column, fmt.Sprintf(format, args...), hint}
}

// split takes a line apart. A # at the start of a word begins a comment.
func (r *reader) split(line string) error {
	if utf8.RuneCountInString(line) > maxWidth {
		return r.errorAt(maxWidth+1, "", "expected at most %d characters in a line", maxWidth)
	}
	column := 1
	for len(line) > 0 {
		char, size := utf8.DecodeRuneInString(line)
		switch {
		case char == utf8.RuneError && size == 1:
			return r.errorAt(column, "", "this is not UTF-8 text")
		case char == ' ' || char == '\t':
			line = line[size:]
			column++
		case char == '#':
			if !utf8.ValidString(line) {
				return r.errorAt(column, "", "this comment is not UTF-8 text")
			}
			r.comment = strings.TrimSpace(line[size:])
			return nil
		default:
			text := line
			if end := strings.IndexAny(line, " \t"); end >= 0 {
				text = line[:end]
			}
			if !utf8.ValidString(text) {
				return r.errorAt(column, "", "this is not UTF-8 text")
			}
			r.words = append(r.words, word{text, column})
			column += utf8.RuneCountInString(text)
			r.end = column
			line = line[len(text):]
		}
	}
	return nil
}

// next takes the next word; what says what it should be.
func (r *reader) next(what string) (word, error) {
	if len(r.words) == 0 {
		return word{}, r.errorAt(max(r.end, 1), "", "expected %s, found the end of the line", what)
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w, nil
}

// done wants the line to end.
func (r *reader) done() error {
	if len(r.words) == 0 {
		return nil
	}
	w := r.words[0]
	return r.errorAt(w.column, "a comment starts with #", "expected the end of the line, found %s", shown(w.text))
}

// expected is the error that a word is not what it should be.
func (r *reader) expected(w word, what string) error {
	return r.errorAt(w.column, "", "expected %s, found %s", what, shown(w.text))
}

// number takes a whole number within bounds.
func (r *reader) number(what string, low, high int) (int, error) {
	what = fmt.Sprintf("%s, a whole number from %d to %d", what, low, high)
	w, err := r.next(what)
	if err != nil {
		return 0, err
	}
	n, ok := natural(w.text)
	if !ok || n < low || n > high {
		return 0, r.expected(w, what)
	}
	return n, nil
}

// natural reads a whole number without a sign.
func natural(text string) (int, bool) {
	if text == "" || len(text) > 15 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// one takes a word that is one of a few.
func (r *reader) one(words []string) (string, error) {
	w, err := r.next(oneOf(words))
	if err != nil {
		return "", err
	}
	for _, known := range words {
		if w.text == known {
			return known, nil
		}
	}
	return "", r.errorAt(w.column, meant(w.text, words), "expected %s, found %s", oneOf(words), shown(w.text))
}

// meant is a hint: the word that differs in case only.
func meant(text string, words []string) string {
	for _, known := range words {
		if strings.EqualFold(text, known) {
			return "did you mean " + known + "?"
		}
	}
	return ""
}

// shown is a word as messages show it.
func shown(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "..."
}
