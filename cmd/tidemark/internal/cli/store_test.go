package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore"
)

// TestFullDisk wants an error that is no mistake of tidemark's, and says how to
// go on.
func TestFullDisk(t *testing.T) {
	failed := &os.PathError{Op: "write", Path: "files/1.rows", Err: errors.New("no space left on device")}
	_, err := stored(nil, fmt.Errorf("explore: %w", &explore.DiskError{Err: failed}))
	var out strings.Builder
	if status := fail(&Env{Stderr: &out}, err); status != exit.Internal {
		t.Errorf("status %d", status)
	}
	want := "tidemark: error: --store disk: write files/1.rows: no space left on device\n" +
		"tidemark: hint: --disk-dir DIR names a directory with more room\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	other := errors.New("other")
	if _, err := stored(nil, other); err != other {
		t.Error(err)
	}
}
