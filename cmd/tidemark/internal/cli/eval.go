package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/cmd/tidemark/internal/module"
	"tidemark/spec/tla"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

const evalHelp = `Evaluate a TLA+ expression, and print its value in TLA+ syntax.

Usage:
    tidemark eval EXPRESSION [FLAGS]

The expression may use the standard modules, such as Integers, Sequences, FiniteSets and TLC, and
the community modules, such as SequencesExt. It may depend on constants, but not on variables.

Flags:
    --module FILE.tla     it may use what this module defines, too
    --config FILE.cfg     the constants of the module (default: those of the .cfg file beside it, if
                          there is one)
    --set NAME=VALUE      give a constant another value, in the syntax of a .cfg file (repeatable)
    --path DIR            look there, too, for modules that the module needs (repeatable)

Examples:
    tidemark eval '{x \in 1..100 : \A d \in 2..(x - 1) : x % d # 0}'
    tidemark eval 'SortSeq(<<3, 1, 2>>, <)'
    tidemark eval 'Quorums' --module Paxos.tla --set 'Acceptors={a1, a2, a3}'
`

// withoutFlag says how to write an expression that was taken for a flag.
func withoutFlag(err error, args []string) error {
	var wrong *exit.Error
	if !errors.As(err, &wrong) {
		return err
	}
	for _, word := range args {
		if strings.HasPrefix(word, "-") && strings.ContainsAny(word, " 0123456789(") {
			wrong.Hint = "an expression that starts with - stands after --: tidemark eval -- " + quote(word)
			break
		}
	}
	return wrong
}

func runEval(ctx context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("eval")
	m := newModuleFlags(flags)
	var file string
	var set []string
	flags.StringVar(&file, "module", "", "--module Model.tla")
	flags.StringArrayVar(&set, "set", nil, "--set N=2")
	if help, err := parse(env, flags, args); help || err != nil {
		return exit.OK, withoutFlag(err, args)
	}
	switch {
	case flags.NArg() != 1:
		return 0, exit.Usagef("tidemark eval '1 + 1'", "expected one expression, found %d arguments", flags.NArg())
	case file == "" && flags.NFlag() > 0:
		return 0, exit.Usagef("--module Model.tla", "expected --module with the other flags, which are for it")
	case file != "" && filepath.Ext(file) != module.Extension:
		return 0, exit.Usagef("a file's name ends in "+module.Extension, "--module: expected a TLA+ module, found %s", file)
	}
	e := evaluation{expression: flags.Arg(0), request: module.Request{
		File: file, Config: m.config, Path: m.path, ReadFile: readModule, Print: printer(env.Stderr), Changes: module.Changes{Set: set},
	}}
	collectLater(env, defaultMemory(env.Root))
	v, err := promptly(ctx, neverBusy, e.value)
	if err != nil {
		return 0, moduleError(file, e.placed(err))
	}
	_, err = fmt.Fprintln(env.Stdout, v.Wrapped(widestValue))
	return exit.OK, err
}

// widestValue is where values that are printed are broken into lines.
const widestValue = 100

// An evaluation is of an expression within a module that is made for it.
type evaluation struct {
	expression string
	request    module.Request
}

// The names of the module that is made for an expression and of what it
// defines, which no other should have.
const (
	evalModule     = "TidemarkExpression"
	evalDefinition = "TidemarkExpressionValue"
)

// evalImports are the modules that an expression may use, the most used first:
// of operators with one name the first counts.
var evalImports = []string{
	"Integers", "Sequences", "FiniteSets", "TLC", "Bags", "FiniteSetsExt", "SequencesExt", "Functions", "Folds", "BagsExt",
	"Relation", "Json", "TLCExt",
}

// source is the module that is made. The expression starts at its second line,
// in the first column.
func (e *evaluation) source() []byte {
	imports := evalImports
	if e.request.File != "" {
		name := strings.TrimSuffix(filepath.Base(e.request.File), module.Extension)
		imports = append([]string{name}, imports...)
	}
	return fmt.Appendf(nil, "---- MODULE %s ---- EXTENDS %s %s ==\n%s\n====\n", evalModule, strings.Join(imports, ", "), evalDefinition, e.expression)
}

// file is where the module that is made would lie: beside the one it extends.
func (e *evaluation) file() string {
	return filepath.Join(filepath.Dir(e.request.File), evalModule+module.Extension)
}

func (e *evaluation) value() (value.Value, error) {
	if strings.TrimSpace(e.expression) == "" {
		return value.Value{}, exit.Usagef("tidemark eval '1 + 1'", "expected an expression, found none")
	}
	if _, err := syntax.ParseExpr("expression", e.expression); err != nil {
		return value.Value{}, err // in words that say nothing of a module
	}
	if file := e.request.File; file != "" {
		if _, err := readModule(file); err != nil {
			return value.Value{}, err
		}
	}
	read := func(name string) ([]byte, error) {
		if name == e.file() {
			return e.source(), nil
		}
		return readModule(name)
	}
	spec, err := tla.Load(e.file(), tla.Options{Path: e.request.Path, ReadFile: read, Print: e.request.Print})
	if err != nil {
		return value.Value{}, err
	}
	if e.request.File == "" {
		e.request.ReadFile = func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	}
	config, err := module.Configuration(spec, &e.request)
	if err != nil {
		return value.Value{}, err
	}
	v, err := spec.Value(config, evalDefinition)
	if err != nil {
		return value.Value{}, err
	}
	if plain, err := value.Normalize(v); err == nil { // an infinite set stays as it is
		v = plain
	}
	return v, nil
}

// placed gives errors in the expression their place in it.
func (e *evaluation) placed(err error) error {
	var malformed syntax.Errors
	var failed *eval.Error
	switch {
	case errors.As(err, &malformed):
		for _, one := range malformed {
			e.place(&one.File, &one.Pos)
		}
	case errors.As(err, &failed):
		e.place(&failed.File, &failed.Pos)
		var calls []eval.Call
		for _, c := range failed.Calls {
			if c.Name == evalDefinition {
				continue
			}
			if c.Module == evalModule {
				c.Module, c.Pos.Line = "expression", c.Pos.Line-1
			}
			calls = append(calls, c)
		}
		failed.Calls = calls
	}
	return err
}

func (e *evaluation) place(file *string, at *syntax.Pos) {
	if *file != e.file() {
		return
	}
	*file = "expression"
	lines := int32(strings.Count(e.expression, "\n")) + 1
	if at.Line--; at.Line > lines { // the end of the module is that of the expression
		last := e.expression[strings.LastIndexByte(e.expression, '\n')+1:]
		*at = syntax.Pos{Line: lines, Column: int32(len([]rune(last))) + 1}
	}
}
