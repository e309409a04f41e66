package conform

import "embed"

//go:embed examples/leader.py examples/leader/*.go
var examples embed.FS

// Examples names the small implementations that come with tidemark: one in
// Python, and one in Go, of two files.
func Examples() []string { return []string{"leader.py", "leader/leader.go", "leader/main.go"} }

// Example returns the text of a file that [Examples] names, and whether there is
// one of that name.
func Example(name string) ([]byte, bool) {
	src, err := examples.ReadFile("examples/" + name)
	return src, err == nil
}
