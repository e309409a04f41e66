// Package story tells of each variant of the model how somebody may come to
// write it, what happens then, and where it did happen.
package story

import (
	_ "embed"
	"strings"
)

//go:embed stories.md
var stories string

// Names lists the variants that have a story, in their order.
func Names() []string {
	var names []string
	for _, part := range strings.Split("\n"+stories, "\n## ")[1:] {
		name, _, _ := strings.Cut(part, "\n")
		names = append(names, name)
	}
	return names
}

// Of returns the story of a variant, in Markdown without a heading; nothing when
// it has none.
func Of(name string) string {
	for _, part := range strings.Split("\n"+stories, "\n## ")[1:] {
		if head, text, _ := strings.Cut(part, "\n"); head == name {
			return strings.TrimSpace(text)
		}
	}
	return ""
}
