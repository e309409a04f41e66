package spec_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestAlignmentPage wants the page to show the figures of the pins, for TLC and
// for tidemark, and no others.
func TestAlignmentPage(t *testing.T) {
	page, err := os.ReadFile("../docs/alignment.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pins {
		for _, by := range []string{"TLC", "tidemark"} {
			row := p.row(by)
			if by == "TLC" && p.violated != "" && !p.all { // it stops elsewhere
				row, _, _ = strings.Cut(row, strings.Join(p.figures(), " | "))
			}
			if !strings.Contains(string(page), "\n"+row) {
				t.Errorf("the page lacks\n%s", row)
			}
		}
	}
	if got, want := strings.Count(string(page), " | tidemark | "), len(pins); got != want {
		t.Errorf("the page has %d runs of tidemark, there are %d pins", got, want)
	}
}

// row is the line of a pin in the table of one of the tools.
func (p pin) row(by string) string {
	change := "nothing"
	if p.change != "" {
		change = "`" + p.change + "`"
	}
	if p.all {
		change += ", all violations"
	}
	verdict := "holds"
	if p.violated != "" {
		verdict = fmt.Sprintf("%s, %d states", p.violated, p.length)
	}
	cells := append([]string{"`" + p.config + "`", change, by, verdict}, p.figures()...)
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func (p pin) figures() []string {
	return []string{grouped(p.distinct), grouped(p.generated), strconv.Itoa(p.depth)}
}

// grouped writes a number with a comma after every three digits.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
