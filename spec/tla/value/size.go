package value

import (
	"math"
	"math/bits"
)

// Size returns how many elements a set has, without listing them where its
// structure tells. A number that does not fit is an error.
func Size(s Value) (n int64, finite bool, err error) {
	infinite, err := infiniteSet(s)
	if err != nil || infinite {
		return 0, false, err
	}
	counted, err := size(s)
	if err == nil && counted > math.MaxInt64 {
		err = errorf("the number of elements of %v does not fit into 64 bits", s)
	}
	return int64(counted), true, err
}

// IsFinite reports whether a set is finite.
func IsFinite(s Value) (bool, error) {
	infinite, err := infiniteSet(s)
	return !infinite, err
}

// Cardinality returns the number of elements of a finite set.
func Cardinality(s Value) (Value, error) {
	if s.Kind() == KindSet && !s.n.clash {
		return Int(int64(len(s.n.elems))), nil
	}
	n, finite, err := Size(s)
	if err != nil {
		return Value{}, err
	}
	if !finite {
		return Value{}, wrongArgument("Cardinality", "a finite set", s)
	}
	return Int(n), nil
}

// infiniteSet reports whether a set is infinite; other values are an error.
func infiniteSet(s Value) (bool, error) {
	if !s.Kind().IsSet() {
		return false, errorf("expected a set, found %s", describe(s))
	}
	return isInfinite(s), nil
}

// isInfinite goes by the structure of a value. A set selected from an infinite
// one counts as infinite, as it can't be enumerated.
func isInfinite(s Value) bool {
	switch s.Kind() {
	case KindNat, KindInteger, KindReal, KindStrings, KindAny:
		return true
	case KindSubset, KindFilter, KindDiff, KindLazy:
		return isInfinite(s.n.elems[0])
	case KindSeq:
		return !isEmpty(s.n.elems[0])
	case KindUnion:
		return isInfinite(s.n.elems[0]) || s.n.elems[0].Kind() == KindSet && anyInfinite(s.n.elems[0].n.elems)
	case KindCup:
		return anyInfinite(s.n.elems)
	case KindCap:
		return isInfinite(s.n.elems[0]) && isInfinite(s.n.elems[1])
	case KindFunctionSet, KindRecordSet, KindProduct:
		if !anyInfinite(s.n.elems) {
			return false
		}
		for _, part := range s.n.elems {
			if isEmpty(part) {
				return false
			}
		}
		return true
	}
	return false
}

func anyInfinite(sets []Value) bool {
	for _, s := range sets {
		if isInfinite(s) {
			return true
		}
	}
	return false
}

// isEmpty reports whether a set is certainly empty.
func isEmpty(s Value) bool { return s.Kind() == KindSet && len(s.n.elems) == 0 }

// size counts a finite set's elements; MaxUint64 stands for more.
func size(s Value) (uint64, error) {
	switch s.Kind() {
	case KindSet:
		return uint64(len(s.n.elems)), checkComparable(s)
	case KindInterval:
		return intervalSize(s.bounds()), nil
	case KindSubset:
		n, err := size(s.n.elems[0])
		return power(2, n), err
	case KindFunctionSet:
		n, err := size(s.n.elems[0])
		if err != nil || n == 0 {
			return 1, err
		}
		m, err := size(s.n.elems[1])
		return power(m, n), err
	case KindRecordSet, KindProduct:
		total := uint64(1)
		for _, part := range s.n.elems {
			n, err := size(part)
			if err != nil {
				return 0, err
			}
			total = times(total, n)
		}
		return total, nil
	case KindSeq:
		return 1, nil // Seq({}) has the empty sequence
	}
	return count(s)
}

// quickSize is size where the structure of a set tells it, false elsewhere.
func quickSize(s Value) (n uint64, ok bool) {
	switch s.Kind() {
	case KindSubset, KindFunctionSet, KindRecordSet, KindProduct:
		if isInfinite(s) {
			return 0, false
		}
		for _, part := range s.n.elems {
			if _, ok := quickSize(part); !ok {
				return 0, false
			}
		}
	case KindSet, KindInterval:
	default:
		return 0, false
	}
	n, err := size(s)
	return n, err == nil
}

// count lists the elements.
func count(s Value) (n uint64, err error) {
	it, err := Elements(s)
	if err != nil {
		return 0, err
	}
	for _, ok := it.Next(); ok; _, ok = it.Next() {
		n++
	}
	return n, it.Err()
}

// times multiplies, and stays at MaxUint64 when that is too large.
func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

func power(base, exponent uint64) uint64 {
	if base <= 1 {
		if exponent == 0 {
			return 1
		}
		return base
	}
	n := uint64(1)
	for ; exponent > 0 && n < math.MaxUint64; exponent-- {
		n = times(n, base)
	}
	return n
}

// checkComparable returns an error if a set has elements of which TLC can't say
// whether they are equal.
func checkComparable(s Value) error {
	if s.n.kind != KindSet || !s.n.clash {
		return nil
	}
	var c comparison
	c.inner(s)
	if c.clashed() || c.err != nil {
		return c.problem("check equality of")
	}
	return nil
}
