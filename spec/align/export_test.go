package align

import (
	"context"
	"fmt"

	"tidemark/explore"
	"tidemark/spec"
)

// Along compares the two in every state of a behaviour of the model within a
// configuration's bounds, and says how they differ in the first state in which
// they do.
func Along(c *spec.Configuration, path []explore.Step) (string, error) {
	p, err := newPair(c.Bounds, c.Bounds)
	if err != nil {
		return "", err
	}
	b, err := newBoth(p)
	if err != nil {
		return "", err
	}
	for i, step := range path {
		text, err := b.compare(step.Row)
		if err != nil {
			return "", err
		}
		if text != "" {
			return fmt.Sprintf("in state %d: %s", i+1, text), nil
		}
	}
	return "", nil
}

// WithoutVariants compares the model with a module that does not know of its
// variants. It returns the first difference and the states of the way to it.
func WithoutVariants(ctx context.Context, c *spec.Configuration, opts explore.Options) (string, int, error) {
	correct := c.Bounds
	correct.Variant = nil
	p, err := newPair(c.Bounds, correct)
	if err != nil {
		return "", 0, err
	}
	rep, err := p.check(ctx, opts)
	if err != nil || rep.Difference == nil {
		return "", 0, err
	}
	return rep.Difference.Text, len(rep.Difference.Trace.Steps), nil
}
