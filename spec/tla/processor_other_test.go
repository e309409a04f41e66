//go:build !unix

package tla_test

import "time"

var started = time.Now()

// processorTime returns the time since this process began.
func processorTime() time.Duration { return time.Since(started) }
