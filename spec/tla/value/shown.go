package value

import "math"

// maxShown is how many elements may have to be looked at to show a value with all
// its elements.
const maxShown = 1 << 16

// Shown returns a value as it is to be printed: explicit, unless it is infinite or
// that would take long, as for {x \in SUBSET (1..100) : p}.
func Shown(v Value) Value {
	if Effort(v) > maxShown {
		return v
	}
	if x, err := Normalize(v); err == nil {
		return x
	}
	return v
}

// Effort returns how many elements have to be looked at to make a value explicit;
// MaxUint64 stands for more, and for an infinite value.
func Effort(v Value) uint64 {
	k := v.Kind()
	if k < KindTuple {
		return 1
	}
	if k > KindSet && isInfinite(v) {
		return math.MaxUint64
	}
	if n, ok := quickSize(v); ok && k != KindSet {
		return n
	}
	total := uint64(1)
	for _, part := range v.n.elems {
		n := Effort(part)
		if n > math.MaxUint64-total {
			return math.MaxUint64
		}
		total += n
	}
	return total
}
