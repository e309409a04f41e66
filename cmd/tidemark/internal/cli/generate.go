package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/model"
	"tidemark/model/script"
)

const generateHelp = `Write scripts of the correct protocol, with EXPECT lines that say what must follow: for tidemark
replay, and to hold another implementation to them.

Usage:
    tidemark generate --cover rules --out DIR [FLAGS]
    tidemark generate [NAME | FILE.cfg] --cover actions|transitions --out DIR [FLAGS]
    tidemark generate [NAME | FILE.cfg] --count N --out DIR [FLAGS]

Flags:
    --cover WHAT          rules: a small set of short scripts that together take every branch of
                          every rule, on either side of what it compares;
                          actions: every action of a configuration in every distinct situation;
                          transitions: every step between the states of a small configuration
    --count N             N scripts of random behaviours of a configuration instead
    --set NAME=VALUE      give a constant another value, in the syntax of a .cfg file (repeatable)
    --max-states N        states to look at (default 10000): actions in further ones are left out,
                          and more transitions are refused
    --seed N              what random behaviours depend on (default 1)
    --depth N             greatest length of a random behaviour in states (default 30)
    --out DIR             write the scripts there, with a manifest.json that says how to make them
    --force               overwrite files that differ, and remove the scripts that the manifest of
                          an earlier run names and this run does not make

Examples:
    tidemark generate --cover rules --out rules
    tidemark generate small --cover actions --set MaxCrashes=0 --out actions
    tidemark generate default --count 20 --seed 7 --out random
`

// A generation is what the flags of the command generate say.
type generation struct {
	*selection
	cover, out         string
	count, seed, depth uint64
	states             uint64
	force              bool
}

func newGeneration() *generation {
	flags := newFlags("generate")
	g := &generation{selection: &selection{flags: flags}, seed: 1, depth: 30, states: 10000}
	flags.Var(choice{&g.cover, []string{"rules", "actions", "transitions"}}, "cover", "--cover rules")
	flags.Var(number{&g.count, 1, 10000}, "count", "--count 20")
	flags.StringArrayVar(&g.set, "set", nil, "--set MaxRecords=2")
	flags.Var(number{&g.states, 1, 1000000}, "max-states", "--max-states 10000")
	flags.Var(number{&g.seed, 0, math.MaxUint64}, "seed", "--seed 7")
	flags.Var(number{&g.depth, 2, 1000}, "depth", "--depth 50")
	flags.StringVar(&g.out, "out", "", "--out scripts")
	flags.BoolVar(&g.force, "force", false, "--force")
	return g
}

func runGenerate(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	g := newGeneration()
	if help, err := parse(env, g.flags, args); help || err != nil {
		return exit.OK, err
	}
	if err := g.check(); err != nil {
		return 0, err
	}
	scripts, warning, err := g.generate(ctx)
	if errors.Is(err, context.Canceled) {
		err = &exit.Error{Status: exit.Unknown, Message: "interrupted: nothing was written"}
	}
	if err != nil {
		return 0, err
	}
	files, err := g.files(scripts)
	if err != nil {
		return 0, err
	}
	if warning != "" {
		fmt.Fprintf(env.Stderr, "tidemark: warning: %s\n", warning)
	}
	return exit.OK, g.write(env, files)
}

// check looks at flags that contradict each other.
func (g *generation) check() error {
	changed := g.flags.Changed
	switch {
	case changed("cover") == changed("count"):
		return exit.Usagef("tidemark generate --cover rules --out rules", "expected either --cover or --count")
	case g.out == "":
		return exit.Usagef("--out scripts", "--out: expected a directory to write to")
	case g.cover == "rules" && (g.flags.NArg() > 0 || changed("set") || changed("max-states")):
		return exit.Usagef("tidemark generate --cover rules --out "+quote(g.out), "--cover rules has partitions of its own: expected no configuration, --set and --max-states with it")
	case changed("count") && changed("max-states"):
		return exit.Usagef("leave it out", "--max-states: random behaviours have no such limit")
	}
	for _, name := range []string{"seed", "depth"} {
		if changed("cover") && changed(name) {
			return exit.Usagef("--count 20", "--%s: expected --count with it, for nothing else is random", name)
		}
	}
	return nil
}

// generate makes the scripts.
func (g *generation) generate(ctx context.Context) (scripts []script.Generated, warning string, err error) {
	if g.cover == "rules" {
		scripts, err = script.CoverRules(ctx)
		return scripts, "", err
	}
	c, _, err := g.load()
	if err != nil {
		return nil, "", err
	}
	if err := correct(&c.Bounds, g.name()); err != nil {
		return nil, "", err
	}
	switch g.cover {
	case "actions":
		var complete bool
		scripts, complete, err = script.CoverActions(ctx, &c.Bounds, int(g.states))
		if !complete {
			warning = fmt.Sprintf("only the first %d states were looked at; --max-states can be more", g.states)
		}
	case "transitions":
		scripts, err = script.CoverTransitions(ctx, &c.Bounds, int(g.states))
	default:
		scripts, err = script.Random(ctx, &c.Bounds, g.seed, int(g.count), int(g.depth)-1)
	}
	var large *script.TooLargeError
	if errors.As(err, &large) {
		err = exit.Usagef("--set can make them smaller, and --max-states N allows more", "%s: %v", g.name(), large)
	}
	return scripts, warning, err
}

// correct wants bounds without a variant.
func correct(b *model.Bounds, name string) error {
	if len(b.Variant) == 0 {
		return nil
	}
	return exit.Usagef("--set 'Variant={}'", "%s: scripts are written from the correct protocol, expected no variant, found %s", name, strings.Join(b.Variant, ", "))
}

// command is the one that makes the same scripts again.
func (g *generation) command() string {
	words := []string{"tidemark", "generate"}
	if g.flags.NArg() > 0 {
		words = append(words, quote(g.name()))
	}
	for _, v := range g.set {
		words = append(words, "--set", quote(v))
	}
	switch {
	case g.cover == "":
		words = append(words, fmt.Sprintf("--count %d --seed %d --depth %d", g.count, g.seed, g.depth))
	case g.cover == "rules":
		words = append(words, "--cover rules")
	default:
		words = append(words, fmt.Sprintf("--cover %s --max-states %d", g.cover, g.states))
	}
	return strings.Join(append(words, "--out", quote(g.out)), " ")
}
