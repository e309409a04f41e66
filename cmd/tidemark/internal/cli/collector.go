package cli

import (
	"math"
	"runtime/debug"
)

// garbage is how much of it may lie about before it is collected, in percent of
// what is in use: evaluating a module makes much that is soon forgotten.
const garbage = 400

// fewest bytes are worth collecting for: below them, the bound is the store's
// alone.
const fewest = 512 << 20

// collectLater lets garbage lie, but not so much that the process would outgrow
// a number of bytes, 0 for no bound. GOGC in the environment goes before it.
func collectLater(env *Env, most uint64) {
	if env.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if most > 0 && env.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(max(most, fewest), math.MaxInt64)))
	}
}
