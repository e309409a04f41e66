package script

import (
	"slices"

	"tidemark/model"
)

// headerOf is the header of a script for a trace whose first state has this
// leader.
func headerOf(b *model.Bounds, leader int) Header {
	h := Header{
		Replicas: []string{b.Replicas[leader]},
		LagMax:   b.LagMax, MinISR: b.MinISR, FetchMax: b.FetchMax, Retention: b.Retention, Lease: b.Lease,
		Lossy: b.Durability == model.Lossy, Records: b.MaxRecords,
	}
	for r, name := range b.Replicas {
		if r != leader {
			h.Replicas = append(h.Replicas, name)
		}
	}
	h.Variants, _ = departing(b.Variant)
	return h
}

// departing splits variants into those that stay, because others build on them
// or because they are correct, too, and those that depart from the protocol. If
// nothing would be left to depart, it is all of them that do.
func departing(variants []string) (base, wrong []string) {
	stays := map[string]bool{}
	for _, v := range model.Variants() {
		stays[v.Name] = stays[v.Name] || v.Alternative
		if slices.Contains(variants, v.Name) {
			for _, name := range v.Base {
				stays[name] = true
			}
		}
	}
	for _, name := range variants {
		if stays[name] {
			base = append(base, name)
		} else {
			wrong = append(wrong, name)
		}
	}
	if len(wrong) == 0 {
		return nil, base
	}
	return base, wrong
}
