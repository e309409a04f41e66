package tla

// Keep implements explore.Keeper: it saves the values that rows refer to.
func (sys *System) Keep(since []uint64, add func(piece []byte) error) ([]uint64, error) {
	return sys.table.Keep(since, add)
}

// Restore implements explore.Keeper. Rows hold the same handles as before.
func (sys *System) Restore(pieces [][]byte) ([]uint64, error) { return sys.table.Restore(pieces) }

// Unkept implements explore.Keeper.
func (sys *System) Unkept() string {
	if sys.view != nil {
		return "with VIEW it depends on the order in which states are found"
	}
	if name := sys.prog.Outsider(); name != "" {
		return "the module uses " + name + ", so that a search depends on more than the states"
	}
	return ""
}
