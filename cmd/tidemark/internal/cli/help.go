package cli

import (
	"context"
	"io"

	"tidemark/cmd/tidemark/internal/exit"
)

const mainHelp = `tidemark checks replication protocols of the Kafka kind: the in-sync replica set (ISR), the high
watermark (HW), leader epochs, elections and truncation.

Usage:
    tidemark COMMAND [ARGUMENTS] [FLAGS]

Commands:
    check      search every reachable state of a configuration
    simulate   walk random behaviours of a configuration
    variants   run the buggy variants of the rules, and say what each breaks
    replay     perform a script, and say which rule did what
    render     show a trace from a file as text, or as what other tools read
    minimize   leave out of a failing trace whatever is not needed
    generate   write scripts of the correct protocol, to test implementations with
    conform    check somebody's implementation of the leader's bookkeeping against the rules
    align      lay the native model and its TLA+ module side by side
    estimate   say how many states a configuration has, and what memory and time that takes
    eval       evaluate a TLA+ expression
    list       say what configurations, constants, actions, properties, variants, ... there are
    export     write the TLA+ module, the embedded configurations, the scripts and examples
    version    print the version
    help       explain a command: tidemark help check

Examples:
    tidemark check                                  # the embedded configuration "default"
    tidemark check lossy --trace-out lost.json      # shows how a committed record is lost
    tidemark list properties

Exit status:
    0    holds, or done
    1    the command line is wrong
    10   an assumption or a postcondition is false
    11   deadlock
    12   a state invariant is violated
    13   a step property is violated
    20   unknown: a bound, a limit or an interrupt stopped the search
    30   an EXPECT of a script failed
    31   the rules refuse a command of a script
    32   align found a difference
    33   conform found a difference
    34   a variant survived, or what is correct broke a property
    35   something was vacuous under --vacuity error
    75   a specification could not be evaluated
    150  a module is malformed
    151  a configuration, script, trace or checkpoint is malformed, or another one than expected
    255  an error inside tidemark, or the output can't be written
Of several violations the first decides.
`

const configurationHelp = `
Configuration (no argument: default):
    NAME                  an embedded one; tidemark list configurations names them
    FILE.cfg              a TLC configuration file for the module Partition
    FILE.tla              any TLA+ module
    --config FILE.cfg     its configuration (default: the .cfg file of the same name beside it)
    --path DIR            look there, too, for modules that it needs (repeatable)
    --set NAME=VALUE      give a constant another value, in the syntax of a .cfg file (repeatable)
    --variant NAME,...    change a rule; added to the constant Variant (repeatable)
    --invariant NAME,...  check these invariants instead of the file's (repeatable; '' for none)
    --property NAME,...   check these step properties instead (likewise)
`

const outputHelp = `
Output:
    --format text|json    json: one object on standard output and nothing else there
    --quiet               text with the counterexample and the verdict only, and no progress
    --progress WHEN       auto (default): rewrite a line on a terminal, elsewhere print a line every
                          ten seconds, neither under --quiet; always: also under --quiet, elsewhere
                          every second and at the end; never. It goes to standard error
    --trace-out FILE      write the (first) counterexample to FILE, in the format that its ending
                          says: tidemark help render has them
    --diff                of a counterexample's states but the first only what changes, inside of
                          values
    --properties          say of each of its states which properties hold: of all that the native
                          model has, or of those that a module's configuration names
`

const checkHelp = `Search every reachable state of a configuration, breadth first, and check its properties on the way.

Usage:
    tidemark check [NAME | FILE.cfg | FILE.tla] [FLAGS]

The last line is the verdict: holds, violated or unknown. A counterexample is a shortest one, and
the same on every run and for any number of workers.
` + configurationHelp + `
Search:
    --workers N           goroutines that search, 1 to 256 (default: one for each processor)
    --symmetry            replicas are interchangeable: count and search orbits of states instead;
                          --symmetry=false does not, whatever the file says. A module's SYMMETRY
                          is always used, as in TLC, unless --symmetry=false
    --reduce              leave out of the states what neither the actions nor the properties read,
                          and name it. The verdict and the length of the counterexample stay the
                          same, the counts do not
    --store WHAT          how states are remembered: exact (default); hash, a 64-bit fingerprint of
                          each, which takes less memory and may omit states with the probability
                          reported; disk: exactly and in files, for more than memory has room for
    --memory SIZE         end the search before the store would outgrow SIZE, such as 512MiB or 2GiB
                          (default: three quarters of what the machine, or its cgroup, has);
                          beyond SIZE each worker may hold a segment of up to 65,536 states, which
                          are 1 MiB with the bounds of default, and more with larger ones. With
                          --store disk the search goes on, in files
    --disk-dir DIR        where --store disk has its files (default: the directory for temporary
                          files); they are gone when the search ends, however it ends
    --max-depth N         end the search at this depth; an initial state has depth 1
    --max-states N        end the search with the level that reaches this many distinct states
    --timeout DURATION    end the search after a time such as 90s or 1h30m
    --checkpoint DIR      save the search in this directory, to go on from there when it was stopped
    --checkpoint-every DURATION
                          the time between two checkpoints (default 10m)
    --resume DIR          go on from the checkpoint in this directory
    --continue            go on after a violation, and report each violated property
    --all-minimal N       show up to N shortest counterexamples to the violated property that differ
                          in kind: not in the order of independent steps, nor in the names of
                          replicas, or those of a module's SYMMETRY
    --vacuity WHAT        to do about properties whose premise was never true and about actions
                          that the bounds allow but no step took: warn (default), off, or
                          error, which exits with status 35 if nothing is violated
    --safety-only         of a module: leave properties that need liveness out of the verdict, which
                          is unknown otherwise, since they can't be checked
` + outputHelp + `    --dump FILE           before the search, write the graph of all states to FILE: .dot for
                          Graphviz, .aut for tools of labelled transition systems (Aldebaran
                          format), or .json; at most 10,000 states and 100,000 steps
    --coverage            report for each action how often it was taken and what it found first

Examples:
    tidemark check default --set MaxCrashes=0 --set 'Acks={"all"}' --invariant CommittedSurvives
    tidemark check my.cfg --variant count-before-fsync --trace-out trace.json --quiet
    tidemark check Paxos.tla --config small.cfg --set 'Acceptors={a1, a2, a3}'
`

const simulateHelp = `Walk random behaviours of a configuration and check its properties on the way, also in all the
successors that a walk does not go on to. This finds violations beyond the reach of a search, but
never shows that there are none: without a violation the verdict is unknown, with status 0.

Usage:
    tidemark simulate [NAME | FILE.cfg | FILE.tla] [FLAGS]

The same seed gives the same walks, for any number of workers. The command that repeats a run is
printed with it.
` + configurationHelp + `
Walks:
    --seed N              what the random choices depend on (default 1)
    --walks N             behaviours to walk (default 10000; 0: until --timeout or an interrupt)
    --depth N             greatest length of a behaviour in states (default 100)
    --workers N           goroutines that walk, 1 to 256 (default: one for each processor)
    --timeout DURATION    end the simulation after a time such as 90s or 1h30m
` + outputHelp + `    --coverage            report for each action how often it was taken

Examples:
    tidemark simulate default --seed 7
    tidemark simulate small --set MaxEpoch=5 --set MaxRecords=4 --walks 100000 --depth 200
    tidemark simulate lossy --trace-out lost.json
`

const listHelp = `Say in a sentence each what can be named on the command line and in a .cfg file.

Usage:
    tidemark list [LIST] [FLAGS]

LIST is configurations, scripts, constants, actions, properties, constraints or variants; without
it all.

Flags:
    --format text|json    json: one object with a member for each list

Examples:
    tidemark list
    tidemark list properties
    tidemark list configurations --format json
`

const exportHelp = `Write the TLA+ module of the model, the embedded configuration files, the scripts and examples for
conform, for TLC and to start your own from, into a directory, which is made if need be.

Usage:
    tidemark export DIR [FLAGS]

Files that are there already stay as they are. If one of them differs, nothing is written.

Flags:
    --force               overwrite files that differ

Examples:
    tidemark export specs
    tidemark export . --force
    tidemark export /tmp/specs && tidemark check /tmp/specs/default.cfg
`

const versionHelp = `Print the version of tidemark, of the Go that built it, and the platform.

Usage:
    tidemark version

Examples:
    tidemark version
    tidemark --version
    tidemark version > version.txt
`

const helpHelp = `Explain a command.

Usage:
    tidemark help [COMMAND]

Examples:
    tidemark help
    tidemark help check
    tidemark check --help
`

func runHelp(_ context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("help")
	if help, err := parse(env, flags, args); help || err != nil {
		return exit.OK, err
	}
	if err := atMost(1, flags, "at most one command"); err != nil {
		return 0, err
	}
	text := mainHelp
	if flags.NArg() == 1 {
		c, found := find(flags.Arg(0))
		if !found {
			return 0, unknownCommand(flags.Arg(0))
		}
		text = c.help
	}
	_, err := io.WriteString(env.Stdout, text)
	return exit.OK, err
}
