package script

import (
	"embed"
	"slices"
	"strings"
)

//go:embed library/*.script
var library embed.FS

// Library names the scripts that come with tidemark, in the order in which
// they teach.
func Library() []string { return slices.Clone(names) }

var names = []string{
	"worked-trace",
	"mistake-needs-equality", "mistake-shrink-at-limit", "mistake-hw-over-all", "mistake-hw-decreases", "mistake-joins-early",
	"min-isr", "slow-replica", "both-slow", "fewer-than-a-majority",
	"read-levels", "fenced-packet", "old-epoch-records", "catch-up", "lease-read", "ack-levels", "fsync-and-crash",
}

// Extension is what the names of scripts' files end in.
const Extension = ".script"

// Source returns the text of a script that comes with tidemark, and whether
// there is one of that name.
func Source(name string) ([]byte, bool) {
	if !slices.Contains(names, name) {
		return nil, false
	}
	src, err := library.ReadFile("library/" + name + Extension)
	return src, err == nil
}

// Summary is one sentence about a script that comes with tidemark: its first
// line, a comment.
func Summary(name string) string {
	src, _ := Source(name)
	line, _, _ := strings.Cut(string(src), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}
