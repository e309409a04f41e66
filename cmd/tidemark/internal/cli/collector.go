package cli

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// garbage is how much of it may lie about before it is collected, in percent of
// what is in use: evaluating a module makes much that is soon forgotten.
const garbage = 400

// fewest bytes are worth collecting for: below them, the bound is the store's
// alone.
const fewest = 512 << 20

// watchMemory sends when more memory is in use than collectLater allows, although
// garbage was collected: what a module makes of values, no store has a say in. It
// ends with stop.
func watchMemory(stop <-chan struct{}) <-chan struct{} {
	outgrown := make(chan struct{})
	most := debug.SetMemoryLimit(-1)
	if most == math.MaxInt64 {
		return outgrown // there is no bound
	}
	go func() {
		samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
		for {
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
			metrics.Read(samples)
			live, all := samples[0].Value.Uint64(), samples[1].Value.Uint64()
			if live > uint64(most) || all > uint64(most)/4*5 {
				close(outgrown)
				return
			}
		}
	}()
	return outgrown
}

// collectLater lets garbage lie, but not so much that the process would outgrow
// a number of bytes, 0 for no bound.
func collectLater(env *Env, most uint64) {
	setGarbage(env, garbage)
	if most > 0 {
		collectBefore(env, max(most, fewest))
	}
}

// setGarbage says how much garbage may lie about, in percent of what is in use.
// GOGC in the environment goes before it.
func setGarbage(env *Env, percent int) {
	if env.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// collectBefore has garbage collected before the process outgrows a number of
// bytes. GOMEMLIMIT in the environment goes before it.
func collectBefore(env *Env, most uint64) {
	if env.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(most, math.MaxInt64)))
	}
}
