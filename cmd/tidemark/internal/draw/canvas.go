package draw

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// A canvas collects shapes.
type canvas struct{ strings.Builder }

func (c *canvas) rect(x, y, width, height int, class string) {
	fmt.Fprintf(c, `<rect x="%d" y="%d" width="%d" height="%d" class="%s"/>`, x, y, width, height, class)
}

// cell is a rectangle with round corners.
func (c *canvas) cell(x, y, width, height int, class string) {
	fmt.Fprintf(c, `<rect x="%d" y="%d" width="%d" height="%d" rx="3" class="%s"/>`, x, y, width, height, class)
}

func (c *canvas) line(x1, y1, x2, y2 int, class string) {
	fmt.Fprintf(c, `<line x1="%d" y1="%d" x2="%d" y2="%d" class="%s"/>`, x1, y1, x2, y2, class)
}

func (c *canvas) dot(x, y, radius int, class string) {
	fmt.Fprintf(c, `<circle cx="%d" cy="%d" r="%d" class="%s"/>`, x, y, radius, class)
}

// path draws lines and curves; d is in the notation of SVG.
func (c *canvas) path(class, d string, numbers ...any) {
	fmt.Fprintf(c, `<path d="%s" class="%s"/>`, fmt.Sprintf(d, numbers...), class)
}

func (c *canvas) text(x, y int, class, text string) {
	fmt.Fprintf(c, `<text x="%d" y="%d" class="%s">%s</text>`, x, y, class, escape(text))
}

// tip gives the group that is open a text that shows when the mouse rests on it.
func (c *canvas) tip(text string) { fmt.Fprintf(c, "<title>%s</title>", escape(text)) }

// open begins a group, which close ends.
func (c *canvas) open(attributes string, values ...any) {
	fmt.Fprintf(c, "<g "+attributes+">", values...)
}

func (c *canvas) close() { c.WriteString("</g>") }

// escape makes text fit for markup. Characters that XML has no room for become
// question marks.
func escape(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == utf8.RuneError || r == 0xFFFE || r == 0xFFFF {
			return '?'
		}
		return r
	}, text)
	return html.EscapeString(text)
}

// Widths of a character in a line of text and of small text, in tenths of a
// pixel: fonts of one width have characters of about 0.6 of their size.
const (
	wide   = 73
	narrow = 67
)

// width is how wide a text is, at so many tenths of a pixel a character.
func width(text string, tenths int) int {
	return (utf8.RuneCountInString(text)*tenths + 9) / 10
}

// wrap breaks a text into lines of at most so many characters, between words
// where it can. Of more than limit lines the rest is left out, and the last
// ends in an ellipsis.
func wrap(text string, columns, limit int) []string {
	var lines []string
	rest := []rune(strings.ReplaceAll(text, "\n", " "))
	for len(rest) > columns && len(lines) <= limit {
		at := columns
		for i := columns; i > columns/2; i-- {
			if rest[i] == ' ' {
				at = i
				break
			}
		}
		lines = append(lines, string(rest[:at]))
		for rest = rest[at:]; len(rest) > 0 && rest[0] == ' '; {
			rest = rest[1:]
		}
	}
	lines = append(lines, string(rest))
	if len(lines) > limit {
		last := []rune(lines[limit-1])
		lines = append(lines[:limit-1], string(last[:min(len(last), columns-1)])+"…")
	}
	return lines
}
