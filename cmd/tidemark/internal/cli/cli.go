// Package cli is the command line: it reads flags, runs what they ask for, and
// prints errors.
//
// What is printed follows a few rules. Results go to standard output, and
// nothing else; errors, hints and progress go to standard error. An error says
// what is wrong and what was expected, with its place in a file if it has one;
// a hint shows the corrected form. A flag that can't be honoured is an error.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/spec/cfg"
)

// Env is what a command gets from outside.
type Env struct {
	Args           []string // without the program's name
	Stdout, Stderr io.Writer
	StdoutTerminal bool
	StderrTerminal bool
	Getenv         func(string) string
	Root           fs.FS  // the machine's file system, to ask how much memory there is
	TempDir        string // for files that are gone afterwards
	Processors     int
}

// A command is one of the words that can follow the program's name.
type command struct {
	name string
	help string
	run  func(ctx context.Context, env *Env, args []string) (exit.Status, error)
}

// commands lists them in the order in which the help does.
func commands() []command {
	return []command{
		{"check", checkHelp, runCheck},
		{"simulate", simulateHelp, runSimulate},
		{"variants", variantsHelp, runVariants},
		{"replay", replayHelp, runReplay},
		{"render", renderHelp, runRender},
		{"minimize", minimizeHelp, runMinimize},
		{"generate", generateHelp, runGenerate},
		{"conform", conformHelp, runConform},
		{"align", alignHelp, runAlign},
		{"estimate", estimateHelp, runEstimate},
		{"eval", evalHelp, runEval},
		{"list", listHelp, runList},
		{"export", exportHelp, runExport},
		{"version", versionHelp, runVersion},
		{"help", helpHelp, runHelp},
	}
}

func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// Main runs a command and returns the status to exit with. When ctx ends, a
// running search ends with what it knows.
func Main(ctx context.Context, env Env) (status exit.Status) {
	out := &guarded{Writer: env.Stdout}
	env.Stdout = out
	defer func() {
		if problem := recover(); problem != nil {
			status = fail(&env, fmt.Errorf("%v", problem))
		}
	}()
	status, err := dispatch(ctx, &env)
	if err == nil && out.err != nil {
		err = out.err
	}
	if err == nil {
		return status
	}
	if failed := fail(&env, err); status == exit.OK {
		return failed
	}
	return status // a verdict that is known is not lost to what failed afterwards
}

func dispatch(ctx context.Context, env *Env) (exit.Status, error) {
	if len(env.Args) == 0 {
		return 0, exit.Usagef("tidemark help", "expected a command: %s", strings.Join(commandNames(), ", "))
	}
	name := env.Args[0]
	switch name {
	case "-h", "--help":
		name = "help"
	case "--version":
		name = "version"
	}
	c, found := find(name)
	if !found {
		if strings.HasPrefix(name, "-") {
			return 0, exit.Usagef("tidemark check "+quoteAll(env.Args), "expected a command before %s: %s", name, strings.Join(commandNames(), ", "))
		}
		return 0, unknownCommand(name)
	}
	return c.run(ctx, env, env.Args[1:])
}

func unknownCommand(name string) error {
	hint := "tidemark help"
	if near := cfg.Nearest(name, commandNames()); near != "" {
		hint = "did you mean tidemark " + near + "?"
	}
	return exit.Usagef(hint, "unknown command %s, expected %s", name, strings.Join(commandNames(), ", "))
}

// fail prints an error and returns its status.
func fail(env *Env, err error) exit.Status {
	status, hint := exit.OfError(err), exit.Hint(err)
	text := err.Error()
	var own *exit.Error
	if status == exit.Internal && !errors.As(err, &own) {
		text, _, _ = strings.Cut(text, "\n") // a panic's further lines are its stack
		text = "internal: " + text
		hint = "this is a mistake in tidemark, not in its input; please report it with the command that shows it"
	}
	var config *cfg.Error
	if status == exit.Usage && errors.As(err, &config) {
		text = "command line: " + text // where others name a file
		hint = asFlag(hint)
	}
	told := problems(err)
	if len(told) == 1 && len(told[0].lines) == 0 {
		told[0].text = text
	}
	for _, p := range told {
		fmt.Fprintf(env.Stderr, "tidemark: error: %s\n", visible(p.text, maxMessage))
		for _, line := range p.lines {
			fmt.Fprintf(env.Stderr, "    %s\n", visible(line, maxMessage))
		}
	}
	if hint != "" {
		fmt.Fprintf(env.Stderr, "tidemark: hint: %s\n", visible(hint, maxHint))
	}
	return status
}

var (
	listing  = regexp.MustCompile(`^(INVARIANT|PROPERTY) (\w+)$`)
	constant = regexp.MustCompile(`^(\w+) = (.+)$`)
)

// asFlag turns a hint in the syntax of a configuration file into a flag.
func asFlag(hint string) string {
	if m := listing.FindStringSubmatch(hint); m != nil {
		return "--" + strings.ToLower(m[1]) + " " + m[2]
	}
	if m := constant.FindStringSubmatch(hint); m != nil {
		return "--set " + argument(m[1]+"="+m[2])
	}
	return hint
}

// The longest messages and hints, in characters. Hints may list all properties.
const (
	maxMessage = 400
	maxHint    = 1000
)

// visible makes what a terminal would act on visible, and cuts a text that is
// too long in its middle: a message often ends in what was expected.
func visible(text string, most int) string {
	var shown []string
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		char := text[:n]
		if !strconv.IsPrint(r) || r == utf8.RuneError && n == 1 {
			quoted := strconv.Quote(char)
			char = quoted[1 : len(quoted)-1]
		}
		shown, text = append(shown, char), text[n:]
	}
	if n := len(shown); n > most {
		shown = slices.Concat(shown[:most/2], []string{" ... "}, shown[n-most/2:])
	}
	return strings.Join(shown, "")
}

// guarded remembers the first error of writing, so that no command needs to
// look at each.
type guarded struct {
	io.Writer
	err error
}

func (g *guarded) Write(p []byte) (int, error) {
	n, err := g.Writer.Write(p)
	if err != nil {
		err = &exit.Error{Status: exit.Internal, Message: "can't write the output: " + reason(err).Error()}
		g.err = cmp.Or(g.err, err)
	}
	return n, err
}
