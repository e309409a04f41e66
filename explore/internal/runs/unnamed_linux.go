package runs

import (
	"os"
	"syscall"
)

// tmpFile is O_TMPFILE.
const tmpFile = 0x400000 | syscall.O_DIRECTORY

// unnamed makes a file in a directory that never has a name; nil where the file
// system can't.
func unnamed(dir string) *os.File {
	if dir == "" {
		dir = os.TempDir()
	}
	f, err := os.OpenFile(dir, os.O_RDWR|tmpFile, 0o600)
	if err != nil {
		return nil
	}
	return f
}
