package cli

import (
	"errors"
	"runtime/debug"
	"testing"

	"tidemark/explore"
)

// TestPromptlyGivesUpWhenMemoryRunsOut wants an evaluation that makes values
// without end to be left alone before it takes the machine down.
func TestPromptlyGivesUpWhenMemoryRunsOut(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(96 << 20))
	over := make(chan struct{})
	defer close(over)
	_, err := promptly(t.Context(), neverBusy, func() (int, error) {
		var held [][]byte
		for {
			select {
			case <-over:
				return len(held), nil
			default:
				held = append(held, make([]byte, 1<<16))
			}
		}
	})
	var late *underWay
	if !errors.As(err, &late) || late.stop != explore.MemoryLimit {
		t.Errorf("got %v", err)
	}
	if n, err := promptly(t.Context(), neverBusy, func() (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}
