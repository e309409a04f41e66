package cli

import (
	"context"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/model"
)

// checkKinds looks at what --all-minimal can't go with.
func (c *check) checkKinds() error {
	if c.kinds > 0 && c.all {
		return exit.Usagef("leave one of them out", "--all-minimal and --continue contradict each other: one is about a single property, the other about all")
	}
	return nil
}

// checkModuleKinds looks at what a module can't have with --all-minimal, which
// takes another search.
func (c *check) checkModuleKinds(m *module.Module) error {
	if reason := m.System.Unkept(); reason != "" && c.kinds > 0 {
		return exit.Usagef("leave out --all-minimal", "%s: a second search may differ from the first: %s", m.File, reason)
	}
	return nil
}

// nativeKinds says which counterexamples to the native model's properties are
// of one kind, and which are easy to follow.
func nativeKinds(m *model.Model) explore.KindOptions {
	return explore.KindOptions{Symmetry: true, Prefer: m.Prefer}
}

// findKinds replaces the counterexample that was found by those of other kinds,
// the preferred one first.
func (c *check) findKinds(ctx context.Context, r *report.Run, sys explore.System, opts explore.Options, kinds explore.KindOptions) error {
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
	kinds.Property, kinds.Length, kinds.Workers, kinds.MaxBytes = v.Property, len(v.Path), opts.Workers, opts.MaxBytes
	found, err := explore.FindKinds(ctx, sys, kinds)
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

// findModuleKinds is findKinds for a module: up to its own SYMMETRY.
func (c *check) findModuleKinds(ctx context.Context, r *report.Run, m *module.Module, sys *module.Guarded, opts explore.Options) error {
	if r.Fault != nil || len(r.Result.Violations) == 0 || r.Result.Violations[0].Property >= len(m.System.Properties()) {
		return nil // something could not be evaluated
	}
	return c.findKinds(ctx, r, sys, opts, explore.KindOptions{Symmetry: opts.Symmetry})
}
