// Package pairs looks at words without the checks that cost a short loop the most:
// two by two, for two are the most frequent width of a packed state.
package pairs

import "unsafe"

// Of returns the same words as pairs; an odd last word is left out.
func Of(words []uint64) [][2]uint64 {
	if len(words) < 2 {
		return nil
	}
	return unsafe.Slice((*[2]uint64)(unsafe.Pointer(&words[0])), len(words)/2)
}

// At returns two words, from the i-th on. It panics if there are fewer.
func At(words []uint64, i uint) *[2]uint64 {
	_ = words[i+1]
	return (*[2]uint64)(unsafe.Pointer(&words[i]))
}

// Eight returns eight words, from the i-th on. It panics if there are fewer.
func Eight(words []uint32, i uint) *[8]uint32 {
	_ = words[i+7]
	return (*[8]uint32)(unsafe.Pointer(&words[i]))
}
