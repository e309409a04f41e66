package draw

import (
	"fmt"
	"strings"
)

// A colour is a class of shapes with its look on light and on dark ground.
type colour struct {
	class    string
	property string // fill or stroke
	light    string
	dark     string
	meaning  string // for the legend; may be empty
}

// A palette is the colours of a picture.
type palette []colour

// common returns the colours of every picture.
func common() palette {
	return palette{
		{"ground", "fill", "#ffffff", "#14171c", ""},
		{"text", "fill", "#1c2128", "#e4e8ee", ""},
		{"soft", "fill", "#6a737f", "#8f9aa8", ""},
		{"rule", "stroke", "#e2e6eb", "#2a303a", ""},
		{"life", "stroke", "#c3cad3", "#434c59", ""},
		{"cursor", "fill", "#eef3fa", "#1e2733", ""},
		{"bad", "fill", "#fdeaea", "#3d1c20", ""},
		{"alarm", "fill", "#b3261e", "#ff8a80", ""},
		{"departed", "fill", "#fff4dc", "#3a2e12", ""},
		{"warn", "fill", "#8a5a00", "#ffc95e", ""},
		{"changed", "stroke", "#1c2128", "#ffffff", ""},
	}
}

// style returns the rules of a style sheet. A page can be switched by a class
// of its root, and otherwise follows the reader's choice, as a picture of its
// own always does.
func (p palette) style(page bool) string {
	var light, dark, forced strings.Builder
	for _, c := range p {
		fmt.Fprintf(&light, ".%s{%s:%s}", c.class, c.property, c.light)
		if page {
			fmt.Fprintf(&dark, ":root:not(.light) .%s{%s:%s}", c.class, c.property, c.dark)
			fmt.Fprintf(&forced, ":root.dark .%s{%s:%s}", c.class, c.property, c.dark)
		} else {
			fmt.Fprintf(&dark, ".%s{%s:%s}", c.class, c.property, c.dark)
		}
	}
	return shapes + light.String() + "@media(prefers-color-scheme:dark){" + dark.String() + "}" + forced.String()
}

// shapes is how things look whatever their colour.
const shapes = "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}" +
	".small{font-size:11px}.strong{font-weight:bold}.middle{text-anchor:middle}" +
	".rule,.life,.changed,.message,.hw,.lost{fill:none}" +
	".changed{stroke-width:1.5}.message{stroke-width:1.4}.hw{stroke-width:3}.life{stroke-width:1}" +
	".dashed{stroke-dasharray:4 3}.quiet{opacity:.5}"
