//go:build !linux

package runs

import "os"

// unnamed makes a file in a directory that never has a name; nil where there is no
// such thing.
func unnamed(string) *os.File { return nil }
