package exit_test

import (
	"errors"
	"fmt"
	"testing"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore"
	"tidemark/explore/checkpoint"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/model/script"
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

func TestOfReplay(t *testing.T) {
	invariant := []script.Violation{{Property: "A", Kind: explore.Invariant}, {Property: "B", Kind: explore.StepProperty}}
	step := invariant[1:]
	for _, tt := range []struct {
		name string
		res  script.Result
		want exit.Status
	}{
		{"passed", script.Result{}, 0},
		{"failed", script.Result{Failure: &script.Failure{}}, 30},
		{"refused", script.Result{Failure: &script.Failure{Refused: true}, Violations: invariant}, 31},
		{"invariant", script.Result{Violations: invariant}, 12},
		{"step property", script.Result{Violations: step}, 13},
		{"expected", script.Result{Violations: step, Expects: true}, 0},
	} {
		if got := exit.OfReplay(&tt.res); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestOfVariants(t *testing.T) {
	for verdict, want := range map[explore.Verdict]exit.Status{explore.Holds: 0, explore.Violated: 34, explore.Unknown: 20} {
		if got := exit.OfVariants(verdict); got != want {
			t.Errorf("%s: got %d, want %d", verdict, got, want)
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
		{&script.Error{Hint: "y"}, 151, "y"},
		{&script.FailedError{Result: &script.Result{Failure: &script.Failure{Refused: true}}}, 31, ""},
		{&checkpoint.Error{Path: "dir"}, 151, ""},
		{errors.New("what?"), 255, ""},
	} {
		if got := exit.OfError(tt.err); got != tt.want || exit.Hint(tt.err) != tt.hint {
			t.Errorf("%v: got %d and %q, want %d and %q", tt.err, got, exit.Hint(tt.err), tt.want, tt.hint)
		}
	}
}
