// Package exit derives the exit status of every command. The table of
// statuses is the one that tidemark help prints, with TLC's numbers where TLC
// has one.
package exit

import (
	"errors"
	"fmt"

	"tidemark/explore"
	"tidemark/explore/checkpoint"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/model/conform"
	"tidemark/model/script"
	"tidemark/spec/align"
	"tidemark/spec/cfg"
)

// Status is what the process ends with.
type Status int

const (
	OK            Status = 0   // holds, or done
	Usage         Status = 1   // the command line is wrong
	Deadlock      Status = 11  // a state without successors
	Invariant     Status = 12  // a state invariant is violated
	StepProperty  Status = 13  // a step property is violated
	Unknown       Status = 20  // a bound, a limit or an interrupt stopped the search
	ExpectFailed  Status = 30  // an EXPECT of a script failed
	Refused       Status = 31  // the rules refuse a command of a script
	Different     Status = 32  // the native model and its module differ
	Nonconforming Status = 33  // conform found a difference
	Survived      Status = 34  // a variant survived, or what is correct broke a property
	Vacuous       Status = 35  // something was vacuous under --vacuity error
	Configuration Status = 151 // a configuration, script, trace or checkpoint is malformed or not ours
	Internal      Status = 255 // an error inside tidemark, or the output can't be written
)

// OfResult is the status of a finished search; vacuous says that something was
// vacuous and that this counts as an error. Of several violations the first
// one decides, and no other fact ever hides a violation.
func OfResult(res *explore.Result, vacuous bool) Status {
	switch {
	case res.Verdict == explore.Violated:
		return ofViolations(res.Violations)
	case res.Stop == explore.Sampled:
		return OK // a simulation has done what it was asked to
	case res.Verdict != explore.Holds:
		return Unknown
	case vacuous:
		return Vacuous
	}
	return OK
}

// OfReplay is the status of a script that was replayed. What ended it early
// decides, otherwise a violation that no EXPECT is about.
func OfReplay(res *script.Result) Status {
	switch {
	case res.Failure != nil && res.Failure.Refused:
		return Refused
	case res.Failure != nil:
		return ExpectFailed
	case res.Passed():
		return OK
	case res.Violations[0].Kind == explore.StepProperty:
		return StepProperty
	}
	return Invariant
}

// OfVariants is the status of what became of the variants: violated says that
// one survived, or that what is correct broke a property.
func OfVariants(verdict explore.Verdict) Status {
	switch verdict {
	case explore.Holds:
		return OK
	case explore.Violated:
		return Survived
	}
	return Unknown
}

func ofViolations(vs []explore.Violation) Status {
	if len(vs) == 0 {
		return Internal // can't be told what is violated
	}
	switch vs[0].Kind {
	case explore.Invariant:
		return Invariant
	case explore.StepProperty:
		return StepProperty
	}
	return Deadlock
}

// An Error is a mistake that is not ours, with the status that it leads to.
type Error struct {
	Status  Status
	Message string // what, and what was expected
	Hint    string // the corrected form; may be empty
}

// Error returns the message; the hint is not part of it.
func (e *Error) Error() string { return e.Message }

// Usagef returns an error about the command line.
func Usagef(hint, format string, args ...any) *Error {
	return &Error{Usage, fmt.Sprintf(format, args...), hint}
}

// OfError is the status of an error that ended a command before it had a
// result.
func OfError(err error) Status {
	var own *Error
	var config *cfg.Error
	var bound *model.BoundError
	var file *trace.Error
	var scenario *script.Error
	var failed *script.FailedError
	var saved *checkpoint.Error
	switch {
	case err == nil:
		return OK
	case errors.As(err, &failed):
		return OfReplay(failed.Result)
	case errors.As(err, &own):
		return own.Status
	case errors.As(err, &config) && config.File == "":
		return Usage // it came from a flag
	case errors.As(err, &config), errors.As(err, &bound), errors.As(err, &file), errors.As(err, &scenario), errors.As(err, &saved):
		return Configuration
	}
	return ofModule(err)
}

// Hint is what an error advises to do; empty when it advises nothing.
func Hint(err error) string {
	var own *Error
	var config *cfg.Error
	var bound *model.BoundError
	var file *trace.Error
	var scenario *script.Error
	switch {
	case errors.As(err, &own):
		return own.Hint
	case errors.As(err, &config):
		return config.Hint
	case errors.As(err, &bound):
		return bound.Hint
	case errors.As(err, &file):
		return file.Hint
	case errors.As(err, &scenario):
		return scenario.Hint
	}
	return ""
}

// OfAlignment is the status of a comparison of the native model with its module.
func OfAlignment(r *align.Report) Status {
	switch {
	case r.Difference != nil:
		return Different
	case !r.Complete:
		return Unknown
	}
	return OK
}

// OfConformance is the status of a check of somebody's implementation; complete
// says that it came to its end.
func OfConformance(r *conform.Report, complete bool) Status {
	switch {
	case r.Finding != nil:
		return Nonconforming
	case !complete:
		return Unknown
	}
	return OK
}
