package model

// Rules are the replication rules R1 to R12 as pure functions. The zero value
// is the correct protocol; each bit switches on one [Variant], and each rule
// is the only place where a variant of it takes effect: the rule itself comes
// first, and what variants make of it after that. Where r == 0, nothing does.
//
// Offsets and log end offsets count records from 0. Times are whatever clock
// the caller has, in one unit throughout: the model passes minus an age with
// now = 0.
type Rules uint64

// With returns the rules with one more variant.
func (r Rules) With(v Variant) Rules { return r | 1<<v }

// has reports whether a variant is on.
func (r Rules) has(v Variant) bool { return r>>v&1 != 0 }
