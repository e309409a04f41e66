// Package tla checks TLA+ specifications: it reads modules as people write
// them, binds the constants that a configuration file gives, and makes of them
// a transition system that package explore searches.
//
//	spec, err := tla.Load("Counter.tla", tla.Options{})
//	file, err := cfg.Parse("Counter.cfg", text)
//	sys, err := spec.System(file)
//	result, err := explore.Check(ctx, sys, sys.Options())
//
// A row of the system holds one interned value for each variable. Sub-actions
// have the names of the definitions that they come from, and [System.Label]
// gives the arguments of a step. What a configuration demands and a search for
// safety can't tell is listed by [System.NotChecked].
//
// Errors of the modules are [syntax.Errors], those of the configuration
// *[cfg.Error], and what can't be evaluated is an *[eval.Error]; a false
// assumption is an *[AssumptionError].
package tla
