package cli

import (
	"os"

	"tidemark/cmd/tidemark/internal/exit"
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
	if c.store != "disk" {
		if c.selection.flags.Changed("disk-dir") {
			return exit.Usagef("--store disk --disk-dir "+c.diskDir, "--disk-dir: expected --store disk beside it, found --store %s", c.store)
		}
		return nil
	}
	if c.diskDir == "" {
		c.diskDir = env.TempDir
	}
	f, err := os.CreateTemp(c.diskDir, "tidemark-*")
	if err != nil {
		return exit.Usagef("--disk-dir DIR names another directory", "--store disk: expected a directory to write to: %v", err)
	}
	f.Close()
	return os.Remove(f.Name())
}
