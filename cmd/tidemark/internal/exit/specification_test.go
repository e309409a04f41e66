package exit_test

import (
	"errors"
	"fmt"
	"testing"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore"
	"tidemark/spec/tla"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
)

func TestOfSpecification(t *testing.T) {
	holds := explore.Result{Verdict: explore.Holds}
	violated := explore.Result{Verdict: explore.Violated, Violations: []explore.Violation{{Kind: explore.StepProperty}}}
	for _, tt := range []struct {
		name  string
		res   explore.Result
		found exit.Findings
		want  exit.Status
	}{
		{"holds", holds, exit.Findings{}, 0},
		{"vacuous", holds, exit.Findings{Vacuous: true}, 35},
		{"not all checked", explore.Result{}, exit.Findings{}, 20},
		{"postcondition", explore.Result{Verdict: explore.Violated}, exit.Findings{Postcondition: true, Vacuous: true}, 10},
		{"fault", explore.Result{}, exit.Findings{Fault: true}, 75},
		{"a fault in a simulation", explore.Result{Stop: explore.Sampled}, exit.Findings{Fault: true}, 75},
		{"a violation decides", violated, exit.Findings{Vacuous: true, Postcondition: true, Fault: true}, 13},
	} {
		if got := exit.OfSpecification(&tt.res, tt.found); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestOfModuleErrors(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want exit.Status
	}{
		{syntax.Errors{{Message: "expected an expression"}}, 150},
		{fmt.Errorf("initial states: %w", &eval.Error{Message: "Head of the empty sequence"}), 75},
		{&tla.AssumptionError{Err: &eval.Error{Message: "the assumption is false"}}, 10},
		{errors.New("what?"), 255},
	} {
		if got := exit.OfError(tt.err); got != tt.want {
			t.Errorf("%v: got %d, want %d", tt.err, got, tt.want)
		}
	}
}
