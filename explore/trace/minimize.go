package trace

import "slices"

// Minimize makes a sequence that fails shorter, for as long as leaving out a part
// of it keeps it failing. The result is 1-minimal: it fails, and try has seen it
// pass without each single element. It is the sequence itself when that passes.
//
// try performs a candidate, which is the sequence without some elements, and must
// answer the same each time. It reports whether the candidate fails, and what
// of it takes part in the failure: the candidate itself, or less where elements
// can't be performed any more or come after the failure. Neither slice may be
// changed.
//
// Large parts are tried first, then halves of them (delta debugging), each from
// the end on, so that a step goes before what it needs. With n elements, k of
// which stay, there are about k*k + k*log(n) tries, and n*n at worst.
func Minimize[T any](sequence []T, try func(candidate []T) (failing []T, fails bool)) []T {
	failing, fails := try(sequence)
	if !fails {
		return sequence
	}
	size := len(failing)
	for size > 0 {
		size = min(size, len(failing))
		var removed bool
		failing, removed = without(failing, size, try)
		switch {
		case size > 1:
			size = (size + 1) / 2
		case !removed:
			size = 0 // each single element was tried in vain
		}
	}
	return failing
}

// without leaves out as many parts of a size as it can, in one pass.
func without[T any](failing []T, size int, try func([]T) ([]T, bool)) (rest []T, removed bool) {
	for end := len(failing); end > 0; {
		start := max(end-size, 0)
		candidate := slices.Concat(failing[:start], failing[end:])
		if less, fails := try(candidate); fails {
			failing, removed = less, true
			start = min(start, len(failing))
		}
		end = start
	}
	return failing, removed
}
