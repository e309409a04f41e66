package cli

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/model"
	"tidemark/model/script"
	"tidemark/spec/cfg"
)

const replayHelp = `Perform a script: a line for each thing that happens to a partition, with EXPECT lines that say what
must follow. Each line is answered with the rule that it met, and its arithmetic.

Usage:
    tidemark replay NAME | FILE.script [FLAGS]

NAME is a script that comes with tidemark; tidemark list scripts names them. The last line is the
verdict: passed; failed (an EXPECT), refused (a command, by a rule), or violated (a property).

Flags:
    --variant NAME,...    change a rule (repeatable)
    --format text|json    json: one object on standard output and nothing else there

Examples:
    tidemark replay worked-trace
    tidemark replay worked-trace --variant hw-over-all-replicas
    tidemark replay my.script --format json
`

func runReplay(_ context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("replay")
	form := format(flags)
	var variants []string
	flags.Var(names{&variants}, "variant", "--variant shrink-at-limit")
	if help, err := parse(env, flags, args); help || err != nil {
		return exit.OK, err
	}
	if flags.NArg() != 1 {
		return 0, exit.Usagef("tidemark list scripts", "expected one script, found %d arguments", flags.NArg())
	}
	if err := checkVariants(variants); err != nil {
		return 0, err
	}
	s, err := readScript(flags.Arg(0))
	if err != nil {
		return 0, err
	}
	res, err := script.Replay(s, variants...)
	if err != nil {
		return 0, cantReplay(s, variants, err)
	}
	if *form == "json" {
		err = report.WriteReplayJSON(env.Stdout, res)
	} else {
		err = report.WriteReplay(env.Stdout, res, &s.Header)
	}
	return exit.OfReplay(res), err
}

// readScript reads a script of that name, or a file.
func readScript(name string) (*script.Script, error) {
	if src, embedded := script.Source(name); embedded {
		return script.Parse(name, src)
	}
	if filepath.Ext(name) == script.Extension {
		src, err := readFile(name)
		if err != nil {
			return nil, err
		}
		return script.Parse(name, src)
	}
	if name == "" || strings.ContainsAny(name, `/\`) || filepath.Ext(name) != "" {
		return nil, exit.Usagef("a file's name ends in "+script.Extension, "%s: expected the name of a script that comes with tidemark, or of a %s file", name, script.Extension)
	}
	hint := cfg.DidYouMean(name, script.Library(), "tidemark list scripts says what each shows; a file's name ends in "+script.Extension)
	return nil, exit.Usagef(hint, "there is no script %s, expected one of %s", name, strings.Join(script.Library(), ", "))
}

// checkVariants looks at names of variants that a flag gives.
func checkVariants(variants []string) error {
	known := model.VariantNames()
	for _, name := range variants {
		if !slices.Contains(known, name) {
			hint := cfg.DidYouMean(name, known, "known variants: "+strings.Join(known, ", "))
			return exit.Usagef(hint, "--variant: expected names of variants, found %q", name)
		}
	}
	return nil
}

// cantReplay says whether the flags or the script ask for what can't be.
func cantReplay(s *script.Script, variants []string, err error) error {
	var bound *model.BoundError
	if !errors.As(err, &bound) {
		return err
	}
	status := exit.Configuration
	if len(variants) > 0 {
		status = exit.Usage
	}
	hint := bound.Hint
	if bound.Constant == "Variant" && strings.Contains(hint, "Durability") {
		hint = "durability lossy"
	}
	return &exit.Error{Status: status, Message: s.File + ": " + bound.Problem, Hint: hint}
}
