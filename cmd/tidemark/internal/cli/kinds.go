package cli

import (
	"context"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/model"
)

// checkKinds looks at what --all-minimal can't go with.
func (c *check) checkKinds() error {
	switch {
	case c.kinds > 0 && c.all:
		return exit.Usagef("leave one of them out", "--all-minimal and --continue contradict each other: one is about a single property, the other about all")
	case c.kinds > 0 && c.namesModule():
		return exit.Usagef("tidemark check "+quote(c.name()), "--all-minimal: expected a configuration of the native model, found the module %s", c.name())
	}
	return nil
}

// findKinds replaces the counterexample that was found by those of other kinds,
// the preferred one first.
func (c *check) findKinds(ctx context.Context, r *report.Run, m *model.Model, opts explore.Options) error {
	if c.kinds == 0 || len(r.Result.Violations) == 0 {
		return nil
	}
	v := &r.Result.Violations[0]
	if v.Kind == explore.Deadlock || len(v.Path) == 0 {
		r.Warnings = append(r.Warnings, "--all-minimal: only properties are violated in several ways, and a trace must have been rebuilt")
		return nil
	}
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	found, err := explore.FindKinds(ctx, m, explore.KindOptions{
		Property: v.Property, Length: len(v.Path), Workers: opts.Workers, Symmetry: true, MaxBytes: opts.MaxBytes, Prefer: m.Prefer,
	})
	if ctx.Err() != nil {
		r.Warnings = append(r.Warnings, "--all-minimal: there was no time to look for other counterexamples")
		return nil
	}
	if err != nil {
		return err
	}
	r.Kinds = &report.Kinds{Found: len(found.Violations), Complete: found.Complete}
	r.Result.Violations = found.Violations[:min(int(c.kinds), len(found.Violations))]
	return nil
}
