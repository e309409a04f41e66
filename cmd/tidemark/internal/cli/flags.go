package cli

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/pflag"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/spec/cfg"
)

// newFlags returns an empty set of flags that prints nothing by itself. What
// the flags say as their usage is an example, for hints.
func newFlags(name string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	flags.SortFlags = false
	return flags
}

// parse reads a command's flags. help reports that only its help is wanted,
// which it has printed.
func parse(env *Env, flags *pflag.FlagSet, args []string) (help bool, err error) {
	err = flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		c, _ := find(flags.Name())
		io.WriteString(env.Stdout, c.help)
		return true, nil
	}
	if err == nil {
		return false, nil
	}
	return false, usage(flags, err)
}

// usage turns an error of the flags into one that says what was expected.
func usage(flags *pflag.FlagSet, err error) error {
	hint := "tidemark help " + flags.Name()
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return exit.Usagef(hint, "unknown flag -%s", name)
		}
		var known []string
		flags.VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := cfg.Nearest(name, known); near != "" {
			hint = "did you mean --" + near + "?"
		}
		return exit.Usagef(hint, "unknown flag --%s of tidemark %s", name, flags.Name())
	case errors.As(err, &invalid):
		return exit.Usagef(invalid.GetFlag().Usage, "--%s: %v", invalid.GetFlag().Name, invalid.Unwrap())
	case errors.As(err, &missing):
		return exit.Usagef(missing.GetFlag().Usage, "--%s: expected a value after it", missing.GetFlag().Name)
	}
	return exit.Usagef(hint, "%v", err)
}

// atMost returns an error when there are more than n arguments; what says how
// many were expected.
func atMost(n int, flags *pflag.FlagSet, what string) error {
	if flags.NArg() <= n {
		return nil
	}
	return exit.Usagef("tidemark help "+flags.Name(), "expected %s, found %s", what, strings.Join(flags.Args(), " "))
}

// format adds the flag --format.
func format(flags *pflag.FlagSet) *string {
	value := "text"
	flags.Var(choice{&value, []string{"text", "json"}}, "format", "--format json")
	return &value
}
