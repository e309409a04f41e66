package conform

import "sync/atomic"

// Progress says how far a check has come, while it runs. Its zero value is ready.
type Progress struct {
	scripts, commands atomic.Int64
	found             atomic.Bool
}

// Snapshot returns how many scripts were performed, how many commands there were in
// them, and whether something was found, which then is looked into.
func (p *Progress) Snapshot() (scripts, commands int, found bool) {
	return int(p.scripts.Load()), int(p.commands.Load()), p.found.Load()
}

// performed counts a script. Nobody need look at it.
func (p *Progress) performed(commands int) {
	if p != nil {
		p.scripts.Add(1)
		p.commands.Add(int64(commands))
	}
}

// finds notes that something was found.
func (p *Progress) finds() {
	if p != nil {
		p.found.Store(true)
	}
}
