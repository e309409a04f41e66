package exit

import (
	"errors"

	"tidemark/explore"
	"tidemark/spec/tla"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
)

// The statuses of what only TLA+ modules have.
const (
	Assumption Status = 10  // an assumption or a postcondition is false
	Evaluation Status = 75  // a specification could not be evaluated
	Module     Status = 150 // a module is malformed
)

// Findings are what a search of a module found beside its result.
type Findings struct {
	Vacuous       bool // something was vacuous, and this counts as an error
	Postcondition bool // a postcondition is false
	Fault         bool // something could not be evaluated
}

// OfSpecification is the status of a finished search of a module. A violation
// decides before all else.
func OfSpecification(res *explore.Result, f Findings) Status {
	switch {
	case len(res.Violations) > 0:
		return ofViolations(res.Violations)
	case f.Fault:
		return Evaluation
	case f.Postcondition:
		return Assumption
	}
	return OfResult(res, f.Vacuous)
}

// ofModule is the status of an error in a module; Internal for others.
func ofModule(err error) Status {
	var malformed syntax.Errors
	var assumption *tla.AssumptionError
	var evaluation *eval.Error
	switch {
	case errors.As(err, &malformed):
		return Module
	case errors.As(err, &assumption):
		return Assumption
	case errors.As(err, &evaluation):
		return Evaluation
	}
	return Internal
}
