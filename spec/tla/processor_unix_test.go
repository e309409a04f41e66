//go:build unix

package tla_test

import (
	"syscall"
	"time"
)

// processorTime returns the time of processors that this process has taken.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
