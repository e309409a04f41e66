package script

import (
	"context"
	"testing"
)

// TestEverySituation wants each situation of the rules to be there in its world:
// none is listed that never comes.
func TestEverySituation(t *testing.T) {
	rules := map[string]int{}
	for n, w := range ruleWorlds() {
		have := make([]bool, len(w.about))
		tour, err := newTour(w)
		if err != nil {
			t.Fatal(err)
		}
		missing := len(have)
		err = tour.run(context.Background(), func(_, _ int32, v *view) error {
			for i, s := range w.about {
				if !have[i] && s.holds(v) {
					have[i] = true
					missing--
				}
			}
			if missing == 0 {
				return errTourEnds
			}
			return nil
		})
		if err != nil && err != errTourEnds {
			t.Fatal(err)
		}
		for i, s := range w.about {
			rules[s.rule]++
			if !have[i] {
				t.Errorf("partition %d never comes to %s: %s", n+1, s.rule, s.text)
			}
		}
	}
	if len(rules) != 12 {
		t.Errorf("situations of %d rules", len(rules))
	}
}
