package exit_test

import (
	"errors"
	"fmt"
	"testing"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec/cfg"
)

func TestOfResult(t *testing.T) {
	violated := func(kinds ...explore.Kind) explore.Result {
		res := explore.Result{Verdict: explore.Violated}
		for _, k := range kinds {
			res.Violations = append(res.Violations, explore.Violation{Kind: k})
		}
		return res
	}
	stopped := violated(explore.StepProperty)
	stopped.Stop = explore.Interrupted
	for _, tt := range []struct {
		name    string
		res     explore.Result
		vacuous bool
		want    exit.Status
	}{
		{"holds", explore.Result{Verdict: explore.Holds}, false, 0},
		{"holds, vacuously", explore.Result{Verdict: explore.Holds}, true, 35},
		{"unknown", explore.Result{Stop: explore.DepthLimit}, true, 20},
		{"sampled", explore.Result{Stop: explore.Sampled}, false, 0},
		{"interrupted", explore.Result{Stop: explore.Interrupted}, false, 20},
		{"invariant", violated(explore.Invariant), true, 12},
		{"step property", violated(explore.StepProperty), false, 13},
		{"deadlock", violated(explore.Deadlock), false, 11},
		{"the first decides", violated(explore.StepProperty, explore.Invariant), false, 13},
		{"interrupted after a violation", stopped, false, 13},
		{"violated without a violation", violated(), false, 255},
	} {
		if got := exit.OfResult(&tt.res, tt.vacuous); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestOfError(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want exit.Status
		hint string
	}{
		{nil, 0, ""},
		{exit.Usagef("try again", "no such thing"), 1, "try again"},
		{fmt.Errorf("reading: %w", &cfg.Error{File: "a.cfg", Hint: "N = 1"}), 151, "N = 1"},
		{&cfg.Error{Hint: "N=1"}, 1, "N=1"},
		{&model.BoundError{Constant: "N", Hint: "N = 2"}, 151, "N = 2"},
		{&trace.Error{Hint: "x"}, 151, "x"},
		{errors.New("what?"), 255, ""},
	} {
		if got := exit.OfError(tt.err); got != tt.want || exit.Hint(tt.err) != tt.hint {
			t.Errorf("%v: got %d and %q, want %d and %q", tt.err, got, exit.Hint(tt.err), tt.want, tt.hint)
		}
	}
}
