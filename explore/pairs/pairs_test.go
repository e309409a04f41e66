package pairs

import "testing"

func TestPairs(t *testing.T) {
	words := []uint64{1, 2, 3, 4, 5}
	for n, want := range []int{0, 0, 1, 1, 2, 2} {
		if got := Of(words[:n]); len(got) != want {
			t.Errorf("%d words are %d pairs, want %d", n, len(got), want)
		}
	}
	if got := Of(words)[1]; got != [2]uint64{3, 4} {
		t.Errorf("the second pair is %v", got)
	}
	Of(words)[0][1] = 7
	if At(words, 1)[0] != 7 || At(words, 3)[1] != 5 {
		t.Errorf("the pair from 1 on is %v, that from 3 on %v", *At(words, 1), *At(words, 3))
	}
	eight := []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8}
	if got := *Eight(eight, 1); got != [8]uint32{1, 2, 3, 4, 5, 6, 7, 8} {
		t.Errorf("eight words from 1 on are %v", got)
	}
}

func TestTooFew(t *testing.T) {
	for name, read := range map[string]func(){
		"two":         func() { At(make([]uint64, 3), 2) },
		"eight":       func() { Eight(make([]uint32, 8), 1) },
		"eight, none": func() { Eight(nil, 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: words were read that are not there", name)
				}
			}()
			read()
		}()
	}
}
