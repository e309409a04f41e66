package cli

import (
	"errors"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
)

// stores are the words for where states are remembered.
var stores = map[string]explore.StoreKind{"exact": explore.Exact, "hash": explore.Hash, "disk": explore.Disk}

// checkStore fills in what the flags about the store leave open, and finds out
// before the search whether files can be made.
func (c *check) checkStore(env *Env) error {
	if c.memory == 0 {
		c.memory = defaultMemory(env.Root)
	}
	c.collect(env)
	if c.store != "disk" {
		if c.selection.flags.Changed("disk-dir") {
			return exit.Usagef("--store disk --disk-dir "+c.diskDir, "--disk-dir: expected --store disk beside it, found --store %s", c.store)
		}
		return nil
	}
	if c.diskDir == "" {
		c.diskDir = env.TempDir
	}
	if err := explore.TryDisk(c.diskDir); err != nil {
		return exit.Usagef("--disk-dir DIR names another directory", "--store disk: expected a directory to write to: %v", err)
	}
	return nil
}

// fewestNative bytes are worth collecting for when the native model is searched,
// which makes next to no garbage but the tables that were outgrown.
const fewestNative = 64 << 20

// garbageNative is how much of that may lie about, in percent of what is in use.
// It has no pointers, so collecting it takes next to no time.
const garbageNative = 50

// collect has the process keep to its memory, by and large: the disk store leaves
// room for the rest within it, the others take it all.
func (c *check) collect(env *Env) {
	most := c.memory
	if c.store != "disk" {
		most += most / 8
	}
	if c.namesModule() {
		return
	}
	setGarbage(env, garbageNative)
	if c.memory > 0 {
		collectBefore(env, max(most, fewestNative))
	}
}

// stored turns an error of the disk store into one that says how to go on.
func stored(res *explore.Result, err error) (*explore.Result, error) {
	var disk *explore.DiskError
	if errors.As(err, &disk) {
		err = &exit.Error{Status: exit.Internal, Message: "--store disk: " + disk.Err.Error(), Hint: "--disk-dir DIR names a directory with more room"}
	}
	return res, err
}

// advise says how to go on when the memory was too small.
func (c *check) advise(r *report.Run) {
	if r.Result.Stop != explore.MemoryLimit {
		return
	}
	text := "--store disk goes on in files"
	if c.store == "exact" {
		text += ", --store hash takes less memory for a state"
	}
	r.Warnings = append(r.Warnings, "the memory was too small: "+text+", --memory SIZE allows more")
}
