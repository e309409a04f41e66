package tla

// Explain says which part of a property is false: in the state dst for an
// invariant, of the step from src to dst for a step property. It must not be
// called during a search.
func (sys *System) Explain(property int, src, dst []uint64) string {
	if property < 0 || property >= len(sys.formulas) {
		return ""
	}
	sys.mu.Lock()
	defer sys.mu.Unlock()
	m := sys.prog.NewMachine()
	if src == nil {
		sys.load(m.Cur, dst)
	} else {
		sys.load(m.Cur, src)
		sys.load(m.Next, dst)
	}
	return sys.prog.Explain(m, sys.formulas[property]).Text()
}
