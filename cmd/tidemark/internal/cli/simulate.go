package cli

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/model"
	"tidemark/spec"
)

// A simulation is what the flags of the command simulate say.
type simulation struct {
	*selection
	*output
	module             *moduleFlags
	workers            uint64
	seed, walks, depth uint64
	timeout            time.Duration
}

// newSimulation returns the flags of simulate with their defaults. The seed's
// default is fixed, so that a run without it gives the same answer each time.
func newSimulation() *simulation {
	flags := newFlags("simulate")
	s := &simulation{selection: selectionFlags(flags), output: outputFlags(flags), seed: 1, walks: 10000, depth: 100}
	flags.Var(number{&s.seed, 0, math.MaxUint64}, "seed", "--seed 7")
	flags.Var(number{&s.walks, 0, math.MaxUint64}, "walks", "--walks 1000")
	flags.Var(number{&s.depth, 1, math.MaxInt32}, "depth", "--depth 50")
	flags.Var(number{&s.workers, 1, maxWorkers}, "workers", "--workers 2")
	flags.Var(duration{&s.timeout}, "timeout", "--timeout 90s")
	s.module = newModuleFlags(flags)
	return s
}

func runSimulate(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	s := newSimulation()
	if help, err := begin(env, s.selection, s.output, args); help || err != nil {
		return exit.OK, err
	}
	if s.namesModule() {
		return s.runModule(ctx, env)
	}
	config, m, err := s.loadNative(s.module)
	if err != nil {
		return 0, err
	}
	return s.run(ctx, env, config, m)
}

func (s *simulation) run(ctx context.Context, env *Env, config *spec.Configuration, m *model.Model) (exit.Status, error) {
	opts := explore.SimOptions{
		Workers:       env.workers(s.workers),
		Seed:          s.seed,
		Walks:         s.walks,
		Depth:         int(s.depth),
		CheckDeadlock: config.CheckDeadlock,
		Monitor:       new(explore.Monitor),
	}
	r := newRun("simulate", config)
	r.Workers, r.Coverage, r.Reproduce = opts.Workers, s.coverage, s.reproduce()
	r.Limits = report.Limits{Depth: opts.Depth, Walks: s.walks, Time: limit(s.timeout)}
	if err := s.question(env, r); err != nil {
		return 0, err
	}
	search := func(ctx context.Context) (*explore.Result, error) { return explore.Simulate(ctx, m, opts) }
	if err := s.search(ctx, env, r, attempt{s.timeout, opts.Monitor, search, neverBusy}); err != nil {
		return 0, err
	}
	var err error
	if r.Traces, err = s.traces(m, config, r.Result); err != nil {
		return 0, err
	}
	return s.conclude(env, r)
}

// reproduce is the command that walks the same behaviours.
func (s *simulation) reproduce() string {
	return s.command(s.module, fmt.Sprintf("--seed %d --walks %d --depth %d", s.seed, s.walks, s.depth))
}

// command is a command line with the same configuration, and with more words,
// which a shell reads as they are.
func (s *selection) command(m *moduleFlags, more ...string) string {
	words := []string{"tidemark", s.flags.Name()}
	if !strings.HasPrefix(s.name(), "-") {
		words = append(words, quote(s.name()))
	}
	if m.config != "" {
		words = append(words, "--config", quote(m.config))
	}
	for _, list := range []struct {
		flag   string
		values []string
	}{{"path", m.path}, {"set", s.set}, {"variant", s.variants}} {
		for _, v := range list.values {
			words = append(words, "--"+list.flag, quote(v))
		}
	}
	// A list that is empty but given means none at all.
	if s.flags.Changed("invariant") {
		words = append(words, "--invariant", quote(strings.Join(s.invariants, ",")))
	}
	if s.flags.Changed("property") {
		words = append(words, "--property", quote(strings.Join(s.properties, ",")))
	}
	words = append(words, more...)
	if strings.HasPrefix(s.name(), "-") { // last, where it is no flag
		words = append(words, argument(s.name()))
	}
	return strings.Join(words, " ")
}

var harmless = regexp.MustCompile(`^[A-Za-z0-9_./=,:@%+-]+$`)

// quoteAll writes words so that a shell reads them as they are.
func quoteAll(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, quote(w))
	}
	return strings.Join(quoted, " ")
}

// quote writes a word so that a shell reads it as it is.
func quote(word string) string {
	if harmless.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
