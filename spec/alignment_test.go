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
	if strings.Contains(string(page), "| 0 |") {
		t.Error("a run on the page has no states")
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
	cells := append([]string{"`" + p.config + "`", change, by, p.verdict()}, p.figures()...)
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func (a answer) verdict() string {
	if a.violated == "" {
		return "holds"
	}
	return fmt.Sprintf("%s, %d states", a.violated, a.length)
}

func (a answer) figures() []string {
	return []string{grouped(a.distinct), grouped(a.generated), strconv.Itoa(a.depth)}
}

func (a answer) String() string {
	return fmt.Sprintf("%s; %s distinct, %s generated, depth %d", a.verdict(), grouped(a.distinct), grouped(a.generated), a.depth)
}

// grouped writes a number with a comma after every three digits.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
