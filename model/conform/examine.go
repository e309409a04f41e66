package conform

import (
	"context"
	"fmt"
)

// try performs a scenario. What it finds goes into the report.
func (k *checker) try(ctx context.Context, at *performed) error {
	before, age := k.before, k.age
	o, err := k.observe(ctx, at)
	if err != nil {
		return err
	}
	if o == nil {
		k.report.Scripts++
		k.report.Commands += len(at.steps)
		k.config.Progress.performed(len(at.steps))
		return nil
	}
	if k.cursory {
		k.report.Finding = k.finding(o)
		return nil
	}
	k.config.Progress.finds()
	f, err := k.examine(ctx, before, at, o)
	if f != nil && f.Kind == Unstable {
		f.Hint = fmt.Sprintf("it depends on chance, on time, or on what the scripts before it have left, of which there were %d", age)
		if _, is := k.im.(*process); is {
			f.Hint += "; with --restart each script gets a new process, which tells"
		}
	}
	k.report.Finding = f
	return err
}

// examine looks into an observation: whether it comes again with a new instance,
// or only after what was performed before, and how little it takes.
func (k *checker) examine(ctx context.Context, before, at *performed, o *observation) (*Finding, error) {
	suspects := []*performed{at}
	if o.kind == Endless && before != nil {
		suspects = []*performed{before, at} // a line too many may be from before
	}
	for _, suspect := range suspects {
		k.renew()
		again, err := k.attempt(ctx, suspect, o.kind)
		if err != nil {
			return nil, err
		}
		if again != nil {
			return k.reduced(ctx, again)
		}
	}
	if before != nil {
		k.renew()
		for _, each := range []*performed{before, at} {
			again, err := k.observe(ctx, each)
			if err != nil {
				return nil, err
			}
			if again != nil {
				f := k.finding(again)
				f.Kind, f.Before, f.Likely = Leftover, scriptOf(&before.header, before.steps, nil), nil
				return f, nil
			}
		}
	}
	f := k.finding(o)
	f.Kind, f.Likely = Unstable, nil // it is not about the rules
	return f, nil
}

// reduced is the finding of a scenario, made as small as it can be.
func (k *checker) reduced(ctx context.Context, o *observation) (*Finding, error) {
	r := newReduction(k, o)
	small, err := r.run(ctx)
	if err != nil {
		return nil, err
	}
	f := k.finding(small)
	f.Minimal = r.minimal
	f.Likely, err = k.confirmed(ctx, f.Likely)
	return f, err
}
