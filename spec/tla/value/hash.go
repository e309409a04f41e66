package value

import "math/bits"

// mix is a strong mixer of two words: the folded 128-bit product.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return hi ^ lo
}

func hashText(kind Kind, s string) uint64 {
	h := mix(uint64(kind), uint64(len(s)))
	for len(s) > 0 {
		var w uint64
		n := min(len(s), 8)
		for i := range n {
			w |= uint64(s[i]) << (8 * i)
		}
		h, s = mix(h, w), s[n:]
	}
	return nonZero(h)
}

// nonZero keeps 0 free to mean that there is no hash yet.
func nonZero(h uint64) uint64 {
	if h == 0 {
		return 1
	}
	return h
}

// Hash returns a hash of the value: the same for equal values, in every
// process. The value is made explicit first, which is where an error may come
// from.
func Hash(v Value) (uint64, error) {
	v, err := Normalize(v)
	if err != nil {
		return 0, err
	}
	return v.hash(), nil
}

// hash returns the hash of a normal value.
func (v Value) hash() uint64 {
	switch v.n.kind {
	case KindBool, KindInt:
		return mix(uint64(v.n.kind)<<32+0x51ed27, uint64(v.i))
	}
	if h := v.n.hash.Load(); h != 0 {
		return h
	}
	h := v.n.computeHash()
	v.n.hash.Store(h)
	return h
}

func (n *node) computeHash() uint64 {
	h := mix(uint64(n.kind), uint64(len(n.elems)))
	if n.dom != nil {
		h = mix(h, n.domain().hash())
	}
	for _, e := range n.elems {
		h = mix(h, e.hash())
	}
	return nonZero(h)
}
