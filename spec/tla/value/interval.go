package value

import "math"

// Interval returns lo..hi, which is empty if lo > hi.
func Interval(lo, hi int64) Value {
	switch {
	case lo > hi:
		return EmptySet
	case lo >= math.MinInt32 && hi <= math.MaxInt32:
		return Value{intervalNode, lo<<32 | hi&math.MaxUint32}
	}
	n := alloc(KindInterval, 2)
	n.elems[0], n.elems[1] = Int(lo), Int(hi)
	return Value{n: n}
}

// bounds returns lo and hi of a value of KindInterval.
func (v Value) bounds() (lo, hi int64) {
	if v.n == intervalNode {
		return v.i >> 32, int64(int32(v.i))
	}
	return v.n.elems[0].i, v.n.elems[1].i
}

// intervalSize returns how many numbers lo..hi has, not more than MaxUint64.
func intervalSize(lo, hi int64) uint64 {
	return max(uint64(hi)-uint64(lo), uint64(hi)-uint64(lo)+1)
}

// intervalDomains are the domains of the functions over 0..n-1 that are met
// most.
var intervalDomains = func() (doms [65]*node) {
	for n := 1; n < len(doms); n++ {
		doms[n] = newIntervalDomain(0, int64(n)-1)
	}
	return doms
}()

func newIntervalDomain(lo, hi int64) *node {
	n := alloc(KindInterval, 2)
	n.elems[0], n.elems[1] = Int(lo), Int(hi)
	return n
}

func intervalDomain(lo, hi int64) *node {
	if lo == 0 && hi < int64(len(intervalDomains))-1 {
		return intervalDomains[hi+1]
	}
	return newIntervalDomain(lo, hi)
}
