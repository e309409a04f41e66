package trace_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
	"tidemark/explore/trace"
)

// TestMinimize minimises sequences that fail when they hold some elements in
// order, which are then what is left; elements between them may depend on others.
func TestMinimize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sequence := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 60).Draw(t, "sequence")
		culprits := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 5).Draw(t, "culprits")
		try := func(candidate []int) ([]int, bool) {
			rest := culprits
			for i, e := range candidate {
				if len(rest) == 0 {
					return candidate[:i], true
				}
				if e == rest[0] {
					rest = rest[1:]
				}
			}
			return candidate, len(rest) == 0
		}
		got := trace.Minimize(sequence, try)
		want := culprits
		if _, fails := try(sequence); !fails {
			want = sequence
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// TestMinimizeIsOneMinimal minimises by a failure without any order in it: a
// sum that stays above a limit, where what is left out changes what is needed.
func TestMinimizeIsOneMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sequence := rapid.SliceOfN(rapid.IntRange(-3, 9), 0, 40).Draw(t, "sequence")
		fails := func(candidate []int) bool {
			sum := 0
			for _, e := range candidate {
				sum += e
			}
			return sum%7 > 3
		}
		before := slices.Clone(sequence)
		got := trace.Minimize(sequence, func(candidate []int) ([]int, bool) { return candidate, fails(candidate) })
		if !slices.Equal(before, sequence) {
			t.Fatal("the sequence itself was changed")
		}
		if !fails(sequence) {
			if !slices.Equal(got, sequence) {
				t.Fatalf("%v does not fail, and became %v", sequence, got)
			}
			return
		}
		if !fails(got) {
			t.Fatalf("%v does not fail", got)
		}
		for i := range got {
			if fails(slices.Delete(slices.Clone(got), i, i+1)) {
				t.Fatalf("%v still fails without its element %d", got, i)
			}
		}
	})
}

// TestMinimizeTries wants few tries for a long sequence of which little matters.
func TestMinimizeTries(t *testing.T) {
	sequence := make([]int, 1000)
	sequence[17], sequence[800] = 1, 2
	tries := 0
	got := trace.Minimize(sequence, func(candidate []int) ([]int, bool) {
		tries++
		i := slices.Index(candidate, 1)
		return candidate, i >= 0 && slices.Contains(candidate[i:], 2)
	})
	if !slices.Equal(got, []int{1, 2}) || tries > 60 {
		t.Errorf("%v after %d tries", got, tries)
	}
}

// A list fails when it holds 3 and, somewhere after it, 4.
func ExampleMinimize() {
	list := []int{9, 3, 1, 4, 1, 5, 9, 2, 6}
	fmt.Println(trace.Minimize(list, func(candidate []int) ([]int, bool) {
		i := slices.Index(candidate, 3)
		return candidate, i >= 0 && slices.Contains(candidate[i:], 4)
	}))
	// Output: [3 4]
}
