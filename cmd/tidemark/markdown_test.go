package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// section is what follows a heading, up to the next heading of its level or
// above.
func section(t *testing.T, text, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, "\n"+heading+"\n")
	if !found {
		t.Fatalf("there is no heading %q", heading)
	}
	level := strings.IndexByte(heading, ' ')
	next := regexp.MustCompile(fmt.Sprintf(`(?m)^#{1,%d} `, level))
	if end := next.FindStringIndex(rest); end != nil {
		rest = rest[:end[0]]
	}
	return rest
}

// headings are those of a level, in their order.
func headings(text string, level int) []string {
	var found []string
	for _, m := range regexp.MustCompile(fmt.Sprintf(`(?m)^#{%d} (.*)$`, level)).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

// cell is a vertical bar between the cells of a table's row; an escaped one is
// part of its cell.
var cell = regexp.MustCompile(`[^\\]\|`)

// rows are the cells of a text's tables, without their heads, and without the
// quotes of code.
func rows(text string) [][]string {
	var found [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "|---"):
			found = found[:len(found)-1] // what came before is the head
		case strings.HasPrefix(line, "|"):
			line = cell.ReplaceAllString(strings.Trim(line, "|")+" ", " \x00")
			var cells []string
			for _, c := range strings.Split(line, "\x00") {
				c = strings.ReplaceAll(strings.TrimSpace(c), `\|`, "|")
				cells = append(cells, strings.ReplaceAll(c, "`", ""))
			}
			found = append(found, cells)
		}
	}
	return found
}

// column is one of the columns of a text's tables.
func column(text string, n int) []string {
	var found []string
	for _, cells := range rows(text) {
		found = append(found, cells[n])
	}
	return found
}

// words is a text with single blanks between its words.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }
