package align

import (
	"context"

	"tidemark/explore"
	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
)

// WithoutVariants compares the model with a module that does not know of its
// variants. It returns the first difference and the states of the way to it.
func WithoutVariants(ctx context.Context, c *spec.Configuration, opts explore.Options) (string, int, error) {
	native, err := model.New(c.Bounds, model.Checks{Properties: invariants.All()})
	if err != nil {
		return "", 0, err
	}
	bounds := c.Bounds
	bounds.Variant = nil
	correct, err := model.New(bounds, model.Checks{Properties: invariants.All()})
	if err != nil {
		return "", 0, err
	}
	module, err := newModule(correct)
	if err != nil {
		return "", 0, err
	}
	rep, err := (&pair{native, module}).check(ctx, opts)
	if err != nil || rep.Difference == nil {
		return "", 0, err
	}
	return rep.Difference.Text, len(rep.Difference.Trace.Steps), nil
}
