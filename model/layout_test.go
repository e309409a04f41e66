package model

import (
	"testing"

	"pgregory.net/rapid"
)

// TestFill wants words to be as full as a try of all subsets shows that they can be.
func TestFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		widths := rapid.SliceOfN(rapid.UintRange(0, 64), 1, 10).Draw(t, "widths")
		items := make([]item, len(widths))
		for i, w := range widths {
			items[i].width = w
		}
		most := uint(0)
		for set := range 1 << len(items) {
			sum := uint(0)
			for i, it := range items {
				sum += it.width * uint(set>>i&1)
			}
			if sum <= 64 {
				most = max(most, sum)
			}
		}
		sum := uint(0)
		for i, chosen := range fill(items) {
			if chosen {
				sum += items[i].width
			}
		}
		if sum != most {
			t.Fatalf("items of %v bits fill %d of 64, but %d can be filled", widths, sum, most)
		}
	})
}

// TestFewWords wants the usual bounds to take no more words than they must.
func TestFewWords(t *testing.T) {
	b := DefaultBounds()
	b.Replicas, b.MaxRecords, b.MaxEpoch, b.MaxCrashes, b.Drop = []string{"r1", "r2", "r3"}, 3, 2, 1, true
	if l := newLayout(b, 0); l.words != 2 {
		t.Errorf("three records take %d words", l.words)
	}
}
