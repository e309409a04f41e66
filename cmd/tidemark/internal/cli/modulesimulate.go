package cli

import (
	"context"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
)

// runModule walks behaviours of a TLA+ module.
func (s *simulation) runModule(ctx context.Context, env *Env) (exit.Status, error) {
	if err := s.checkModuleOutput(); err != nil {
		return 0, err
	}
	if s.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	collectLater(env, defaultMemory(env.Root))
	m, err := s.module.loadModule(ctx, env, s.selection, true) // walks need no orbits
	if err != nil {
		return 0, err
	}
	if !m.System.HasBehaviour() {
		return 0, exit.Usagef("tidemark check "+quote(m.File), "%s: expected a module with a behaviour to walk, found assumptions only", m.File)
	}
	opts := explore.SimOptions{
		Workers:       env.workers(s.workers),
		Seed:          s.seed,
		Walks:         s.walks,
		Depth:         int(s.depth),
		CheckDeadlock: m.System.Options().CheckDeadlock,
		Monitor:       new(explore.Monitor),
	}
	r := newModuleRun("simulate", m)
	r.View = false
	r.Workers, r.Coverage, r.Reproduce = opts.Workers, s.coverage, s.reproduce()
	r.Limits = report.Limits{Depth: opts.Depth, Walks: s.walks, Time: limit(s.timeout)}
	if len(m.Config.Postconditions) > 0 {
		r.Warnings = append(r.Warnings, "POSTCONDITION is about a whole search, so it was not evaluated")
	}
	if err := s.question(env, r); err != nil {
		return 0, err
	}
	guarded := module.Guard(m.System)
	search := func(ctx context.Context) (*explore.Result, error) { return explore.Simulate(ctx, guarded, opts) }
	if err := s.searchModule(ctx, env, r, m, attempt{0, opts.Monitor, search, neverBusy}); err != nil {
		return 0, err
	}
	s.conclusions(r, m, guarded)
	return s.conclude(env, r)
}
