package main

import (
	"os"
	"path/filepath"
	"time"
)

// A victim is a process that is killed after a delay and, unless the aim is any
// phase, in a phase after that.
type victim struct {
	watch
	delay time.Duration
	aim   phase
	met   phase // in which it was killed

	reading time.Duration // that it took to read the checkpoint, if any
}

// modified says when the last checkpoint was written.
func (v *victim) modified() time.Time {
	info, err := os.Stat(filepath.Join(v.dir, "index"))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// wait returns when it is time to kill. The delay counts from when there is
// something new to be done.
func (v *victim) wait(done <-chan struct{}) {
	begin := time.Now()
	for from := begin; ; {
		v.met = v.phase()
		if v.met == restoring && v.aim != restoring {
			from = time.Now()
			v.reading = from.Sub(begin)
		}
		if v.aim == starting || v.aim == restoring || time.Since(from) > v.delay {
			if v.aim == searching || v.aim == v.met {
				break
			}
		}
		select {
		case <-done:
			return
		case <-time.After(200 * time.Microsecond):
		}
	}
	pause := time.Duration(0)
	switch v.aim {
	case starting:
		pause = v.delay / 1000 // it is very short
	case restoring:
		pause = v.delay
	default:
		return
	}
	time.Sleep(pause)
	v.met = v.phase()
}
