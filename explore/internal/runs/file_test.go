package runs

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// TestNoNames: a process that is killed at any moment leaves no file behind if none
// ever had a name.
func TestNoNames(t *testing.T) {
	dir := t.TempDir()
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(dir, long, long); err != nil {
		t.Fatal(err)
	}
	f, err := TempDir(dir)()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("rows"), 4096); err != nil {
		t.Error(err)
	}
	b := make([]byte, 4)
	if _, err := f.ReadAt(b, 4096); err != nil || string(b) != "rows" {
		t.Errorf("read %q, %v", b, err)
	}
	if left, err := os.ReadDir(dir); runtime.GOOS != "windows" && (err != nil || len(left) > 0) {
		t.Errorf("the directory has %v, %v", left, err)
	}
	after, err := os.Stat(dir)
	if err != nil || runtime.GOOS == "linux" && !after.ModTime().Equal(long) {
		t.Errorf("a file had a name: %v, %v", after, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the directory has %v, %v", left, err)
	}
}
